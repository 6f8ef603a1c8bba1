// @ts-check
// The pictures of the cards: the drawings of cards/sprite.svg put together. A card is drawn in one of two ways: `fine` with
// its pips like a printed card, or, where cards are small, with one large rank and suit.
import { el, svg } from "./dom.js";

/** @typedef {import("./cards.js").Card} Card */

/** Where the pips of a number card lie, on the card's 100 by 140; those below the middle stand on their heads. @type {Record<string, [number, number][]>} */
const PIPS = (() => {
  const [left, middle, right] = [39, 50, 61];
  const [top, high, centre, low, bottom] = [27, 55.5, 70, 84.5, 113];
  const [upper, lower] = [41, 99];
  /** @type {[number, number][]} */
  const corners = [[left, top], [right, top], [left, bottom], [right, bottom]];
  /** @type {[number, number][]} */
  const sides = [[left, centre], [right, centre]];
  /** @type {[number, number][]} */
  const four = [...corners, [left, high], [right, high], [left, low], [right, low]];
  return {
    2: [[middle, top], [middle, bottom]],
    3: [[middle, top], [middle, centre], [middle, bottom]],
    4: corners,
    5: [...corners, [middle, centre]],
    6: [...corners, ...sides],
    7: [...corners, ...sides, [middle, 48.5]],
    8: [...corners, ...sides, [middle, 48.5], [middle, 91.5]],
    9: [...four, [middle, centre]],
    T: [...four, [middle, upper], [middle, lower]],
  };
})();

const PIP = 18;

/** @type {Map<string, Element>} */
const drawn = new Map();

/**
 * The face of a card as a new element, which no pointer can hit.
 *
 * @param {Card} card
 * @param {boolean} fine
 * @returns {HTMLElement}
 */
export function faceOf(card, fine) {
  const key = `${card}${fine ? "f" : "c"}`;
  let picture = drawn.get(key);
  if (!picture) {
    picture = draw(card, fine);
    drawn.set(key, picture);
  }
  const suit = card === "*" ? "joker" : (card[1] ?? "");
  return el("span", { class: "face", "data-suit": suit }, picture.cloneNode(true));
}

/** A face-down card. */
export function backOf() {
  return el("span", { class: "face back" });
}

/**
 * Brings the drawings into the page.
 *
 * @param {string} address of cards/sprite.svg
 */
export async function loadSprite(address) {
  const answer = await fetch(address);
  const sprite = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
  sprite.setAttribute("class", "sprite");
  sprite.setAttribute("aria-hidden", "true");
  document.body.append(document.adoptNode(sprite));
}

/**
 * @param {Card} card
 * @param {boolean} fine
 */
function draw(card, fine) {
  const parts = card === "*" ? joker(fine) : fine ? fineFace(card) : coarseFace(card);
  return svg("svg", { viewBox: "0 0 100 140", "aria-hidden": "true", focusable: "false" }, ...parts);
}

/** @param {boolean} fine */
function joker(fine) {
  if (!fine) return [use("star", 7, 8, 26, 26), use("joker", 9, 36, 82, 82)];
  return [use("star", 8, 8, 19, 19), use("joker", 15, 33, 70, 70), turned(use("star", 8, 8, 19, 19))];
}

/** @param {Card} card */
function coarseFace(card) {
  const [rank = "", suit = ""] = card;
  const wide = rank === "T" ? 48 : 43;
  const below = "JQK".includes(rank) ? use(`court-${rank}`, 21, 77, 58, 58) : use(`suit-${suit}`, 24, 80, 52, 52);
  return [use(`rank-${rank}`, 6, 9, wide, 56, { preserveAspectRatio: "xMinYMid meet" }), use(`suit-${suit}`, 55, 15, 39, 39), below];
}

/** @param {Card} card */
function fineFace(card) {
  const [rank = "", suit = ""] = card;
  const index = () => [use(`rank-${rank}`, 5.5, 7, 19.5, 26), use(`suit-${suit}`, 7.2, 36, 16, 16)];
  return [...index(), ...middle(rank, suit), turned(...index())];
}

/**
 * @param {string} rank
 * @param {string} suit
 */
function middle(rank, suit) {
  if (rank === "A") {
    return [
      svg("circle", { cx: 50, cy: 70, r: 25, class: "ace-ring" }),
      svg("circle", { cx: 50, cy: 70, r: 28, class: "ace-ring ace-dots" }),
      use(`suit-${suit}`, 32, 52, 36, 36),
    ];
  }
  if ("JQK".includes(rank)) {
    const half = () => [use(`court-${rank}`, 29.5, 19.5, 41, 41), use(`suit-${suit}`, 46, 60.8, 8, 8)];
    return [
      svg("rect", { x: 26, y: 14, width: 48, height: 112, rx: 4, class: "court-frame" }),
      svg("rect", { x: 28, y: 16, width: 44, height: 108, rx: 2.5, class: "court-frame court-inner" }),
      ...half(),
      turned(...half()),
      svg("path", { d: "M28 70h44", class: "court-line" }),
    ];
  }
  return (PIPS[rank] ?? []).map(([x, y]) => {
    const pip = use(`suit-${suit}`, x - PIP / 2, y - PIP / 2, PIP, PIP);
    return y > 70 ? svg("g", { transform: `rotate(180 ${x} ${y})` }, pip) : pip;
  });
}

/**
 * @param {string} id
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {Record<string, string>} [more]
 */
function use(id, x, y, width, height, more = {}) {
  return svg("use", { href: `#art-${id}`, x, y, width, height, ...more });
}

/** @param {Node[]} parts */
function turned(...parts) {
  return svg("g", { transform: "rotate(180 50 70)" }, ...parts);
}
