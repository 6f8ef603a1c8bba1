// @ts-check
// The deals of rules 6.1 to 6.5, made again from a table's seed with nothing but Web Crypto: written from the
// rules, apart from the server's own code, so that the two can be compared.

/** A board: for each of its 28 places, in the order of rule 6.4, the places that cover it. Rows as their lengths.
 * @typedef {{rows: number[], covers: number[][]}} Geometry
 * @typedef {{attempt: number, cards: string[], line: string}} Deal
 */

const RANKS = "A23456789TJQK";
const SUITS = "SHDC";
const ORDERED = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
const PYRAMID = 28;
const BLOCKS_AT_ONCE = 11; // 88 words: enough for the shuffle and, nearly always, the first plain player
const TWO_32 = 2 ** 32;

/** @param {string} hex */
export function bytesOf(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {ArrayBuffer} bytes */
function hexOf(bytes) {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Rule 6.1: the seal that belongs to a seed, both in hex.
 *
 * @param {string} seed
 */
export async function sealOf(seed) {
  return hexOf(await crypto.subtle.digest("SHA-256", bytesOf(seed)));
}

/** @param {BufferSource} secret */
function hmacKey(secret) {
  return crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

/** Rule 6.2: the words of one attempt, fetched in batches because each HMAC is a promise. */
class Words {
  /** @param {CryptoKey} key */
  constructor(key) {
    this.key = key;
    /** @type {number[]} */
    this.words = [];
    this.blocks = 0;
    this.next = 0;
  }

  async fetchMore() {
    const numbers = Array.from({ length: BLOCKS_AT_ONCE }, (_, i) => this.blocks + i);
    this.blocks += BLOCKS_AT_ONCE;
    const blocks = await Promise.all(
      numbers.map((n) => {
        const message = new Uint8Array(4);
        new DataView(message.buffer).setUint32(0, n);
        return crypto.subtle.sign("HMAC", this.key, message);
      }),
    );
    for (const block of blocks) {
      const view = new DataView(block);
      for (let at = 0; at < block.byteLength; at += 4) this.words.push(view.getUint32(at));
    }
  }

  /**
   * Rule 6.3: a number below `count`, each as likely as the others.
   *
   * @param {number} count
   */
  async below(count) {
    const limit = TWO_32 - (TWO_32 % count);
    for (;;) {
      if (this.next === this.words.length) await this.fetchMore();
      const word = this.words[this.next++];
      if (word < limit) return word % count;
    }
  }
}

/**
 * Rule 6.3.
 *
 * @param {Words} words
 */
async function shuffled(words) {
  const deck = [...ORDERED];
  for (let i = deck.length - 1; i > 0; i--) {
    const j = await words.below(i + 1);
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
  return deck;
}

/**
 * Rule 2.1.
 *
 * @param {string} card
 * @param {string} top
 */
function fits(card, top) {
  const apart = Math.abs(RANKS.indexOf(card[0]) - RANKS.indexOf(top[0]));
  return apart === 1 || apart === RANKS.length - 1;
}

/**
 * Rule 6.5: whether a plain player clears this deal, drawing its choices from `words`.
 *
 * @param {string[]} deck
 * @param {number[][]} covers
 * @param {Words} words
 */
async function plainPlayerClears(deck, covers, words) {
  const onBoard = new Set(Array.from({ length: PYRAMID }, (_, place) => place));
  let turned = PYRAMID; // the place in the deck of the fan's card that is up
  /** @type {string | null} */
  let top = deck[turned]; // null: the Joker, on which any card fits
  let joker = true;
  while (onBoard.size) {
    const fitting = [...onBoard].filter(
      (place) => !covers[place].some((above) => onBoard.has(above)) && (top === null || fits(deck[place], top)),
    );
    if (fitting.length) {
      const place = fitting[await words.below(fitting.length)];
      onBoard.delete(place);
      top = deck[place];
    } else if (turned + 1 < deck.length) {
      top = deck[++turned];
    } else if (joker) {
      joker = false;
      top = null;
    } else {
      return false;
    }
  }
  return true;
}

/**
 * The line of notation.md for a deal.
 *
 * @param {string[]} cards
 * @param {number[]} rows
 */
function lineOf(cards, rows) {
  let start = 0;
  const pyramid = rows.map((length) => cards.slice(start, (start += length)).join(" "));
  return `deal ${pyramid.join(" / ")} : ${cards.slice(PYRAMID).join(" ")}`;
}

/**
 * The deal of a round (1 to 5): the first attempt that two plain players clear, one after the other.
 *
 * @param {string} seed hex
 * @param {string} board
 * @param {number} round
 * @param {Geometry} geometry
 * @returns {Promise<Deal>}
 */
export async function dealOf(seed, board, round, geometry) {
  const seedKey = await hmacKey(bytesOf(seed));
  for (let attempt = 0; ; attempt++) {
    const name = new TextEncoder().encode(`pyramids/1/${board}/${round}/${attempt}`);
    const words = new Words(await hmacKey(await crypto.subtle.sign("HMAC", seedKey, name)));
    const cards = await shuffled(words);
    if (!(await plainPlayerClears(cards, geometry.covers, words))) continue;
    if (!(await plainPlayerClears(cards, geometry.covers, words))) continue;
    return { attempt, cards, line: lineOf(cards, geometry.rows) };
  }
}
