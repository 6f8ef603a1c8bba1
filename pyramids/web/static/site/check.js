// @ts-check
// The page that checks the cards of a table which is over: makes each deal again and compares.
import { _ } from "../words.js";
import { get } from "./api.js";
import { dealOf, sealOf } from "./deals.js";

/** @typedef {{player: string, record: string | null}} Seat
 * @typedef {{board: string, seal: string, seed: string, seats: (Seat | null)[]}} Export
 */

const page = /** @type {HTMLElement} */ (document.getElementById("check"));
const status = /** @type {HTMLElement} */ (document.getElementById("status"));
const list = /** @type {HTMLElement} */ (document.getElementById("checks"));
const code = page.dataset.code ?? "";

/**
 * @param {"busy" | "right" | "wrong" | "note"} kind
 * @param {string} text
 */
function say(kind, text) {
  status.textContent = text;
  page.dataset.kind = kind;
}

/**
 * @param {string} seal
 * @param {string} [seed]
 */
function showFacts(seal, seed) {
  /** @type {HTMLElement} */ (document.getElementById("check-facts")).hidden = false;
  /** @type {HTMLElement} */ (document.getElementById("check-seal")).textContent = seal;
  /** @type {HTMLElement} */ (document.getElementById("check-seed")).textContent = seed ?? "";
  /** @type {HTMLElement} */ (document.getElementById("check-seed-part")).hidden = !seed;
}

/**
 * @param {string} tag
 * @param {string} className
 * @param {(Node | string)[]} children
 */
function element(tag, className, ...children) {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...children);
  return made;
}

/**
 * One thing that was compared, in words and with a sign of its own shape.
 *
 * @param {boolean} right
 * @param {string} text
 */
function finding(right, text) {
  return element("p", right ? "finding right" : "finding wrong", text);
}

/**
 * @param {string} title
 * @param {...Node} parts
 */
function addCheck(title, ...parts) {
  list.append(element("li", "check-item", element("h2", "", title), ...parts));
}

/**
 * The deals in a seat's record, one for each round that it reached.
 *
 * @param {Seat} seat
 */
function dealsIn(seat) {
  return (seat.record ?? "").split("\n").filter((line) => line.startsWith("deal "));
}

/**
 * The deal in rows, as it lay.
 *
 * @param {string} line
 */
function drawing(line) {
  const [pyramid, fan] = line.slice("deal ".length).split(" : ");
  const details = element("details", "deal", element("summary", "", _("The cards")));
  details.append(element("pre", "deal-rows", pyramid.split(" / ").join("\n")), element("p", "deal-fan mono", fan));
  return details;
}

/** @param {Export} table */
async function check(table) {
  const geometry = JSON.parse(page.dataset.geometry ?? "{}")[table.board];
  const seats = table.seats.filter((seat) => seat !== null);
  const rounds = Math.max(0, ...seats.map((seat) => dealsIn(seat).length));
  let wrong = 0;

  say("busy", _("Checking the seal …"));
  const sealed = (await sealOf(table.seed)) === table.seal;
  wrong += Number(!sealed);
  const sealWords = sealed ? _("The seed fits the seal.") : _("The seed does not fit the seal.");
  addCheck(_("Seal and seed"), finding(sealed, sealWords));

  for (let round = 1; round <= rounds; round++) {
    say("busy", _("Making the deal of round {round} of {rounds} …", { round, rounds }));
    const deal = await dealOf(table.seed, table.board, round, geometry);
    const findings = seats.map((seat) => {
      const played = dealsIn(seat)[round - 1];
      const name = seat.player;
      if (played === undefined) return element("p", "finding none", _("{name} did not play this round.", { name }));
      const same = played === deal.line;
      wrong += Number(!same);
      return finding(same, same ? _("{name} played just these cards.", { name }) : _("{name} played other cards.", { name }));
    });
    addCheck(_("Round {round}", { round }), ...findings, drawing(deal.line));
  }

  if (wrong) say("wrong", _("Something is wrong: these are not the cards that the seal promised."));
  else if (rounds) say("right", _("All is right: these are the cards that the seal promised."));
  else say("right", _("The seal is right. No cards were played at this table."));
}

/** @param {{seal: string}} table */
function showWhileNotOver({ seal }) {
  showFacts(seal);
  say("note", _("This table is not over yet. Its seed stays secret until then, and so nothing can be checked: come back after both games."));
}

async function start() {
  const now = await get(`/api/tables/${code}`);
  if (now.ok && !now.body.table.over) return showWhileNotOver(now.body.table);
  const answer = await get(`/api/tables/${code}/export`);
  if (!answer.ok) return say("note", answer.sentence);
  showFacts(answer.body.seal, answer.body.seed);
  /** @type {HTMLElement} */ (document.getElementById("check-record")).hidden = false;
  if (!globalThis.crypto?.subtle) {
    return say("note", _("This browser calculates only on safe pages: open this one by https or on localhost, or check the table's record with the command below."));
  }
  await check(answer.body);
}

start();
