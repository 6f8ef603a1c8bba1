// @ts-check
// What the pages share that check cards: where they say what they do, and what they have found.
import { _ } from "../words.js";
import { announce } from "./announce.js";
import { dealOf, sealOf } from "./deals.js";

export const page = /** @type {HTMLElement} */ (document.getElementById("check"));
const status = /** @type {HTMLElement} */ (document.getElementById("check-status"));
const list = /** @type {HTMLElement} */ (document.getElementById("checks"));

/**
 * @param {"busy" | "right" | "wrong" | "note"} kind
 * @param {string} text
 */
export function say(kind, text) {
  status.textContent = text;
  announce(text);
  page.dataset.kind = kind;
}

/**
 * @param {string} seal
 * @param {string | null} [seed]
 */
export function showFacts(seal, seed) {
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
export function element(tag, className, ...children) {
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
export function finding(right, text) {
  return element("p", right ? "finding right" : "finding wrong", text);
}

/**
 * @param {string} title
 * @param {...Node} parts
 */
export function addCheck(title, ...parts) {
  list.append(element("li", "check-item", element("h2", "", title), ...parts));
}

/**
 * The deal in rows, as it lay.
 *
 * @param {string} line
 */
export function drawing(line) {
  const [pyramid, fan] = line.slice("deal ".length).split(" : ");
  const details = element("details", "deal", element("summary", "", _("The cards")));
  details.append(element("pre", "deal-rows", pyramid.split(" / ").join("\n")), element("p", "deal-fan mono", fan));
  return details;
}

/** Whether this browser can calculate here; says why if it cannot. */
export function canCheck() {
  if (globalThis.crypto?.subtle) return true;
  say("note", _("This browser calculates only on safe pages: open this one by https or on localhost, or check the table's record with the command below."));
  return false;
}

/**
 * Whether a seed fits its seal; shows it.
 *
 * @param {string} seed
 * @param {string} seal
 */
export async function checkSeal(seed, seal) {
  say("busy", _("Checking the seal …"));
  const sealed = (await sealOf(seed)) === seal;
  addCheck(_("Seal and seed"), finding(sealed, sealed ? _("The seed fits the seal.") : _("The seed does not fit the seal.")));
  return sealed;
}

/**
 * @param {string} seed
 * @param {string} board
 * @param {number} round
 */
export function dealAgain(seed, board, round) {
  return dealOf(seed, board, round, JSON.parse(page.dataset.geometry ?? "{}")[board]);
}
