// @ts-check
// The ledger of one game: each entry of its points by itself (E5). A line that is pressed shows its position.
import { _ } from "../words.js";
import { cardName } from "../table/cards.js";
import { byId, el, setText } from "../table/dom.js";
import { clock, signed } from "../table/say.js";
import { lastMove, viewAt } from "./timeline.js";

/** @typedef {import("./timeline.js").Replay} Replay */
/** @typedef {import("./timeline.js").Line} Line */

// So much of the lines at the top is under their round's heading.
const HEADING_PX = 36;

/** @param {(n: number) => void} onLine */
export function newLedger(onLine) {
  const scroller = byId("ledger-rounds");
  /** @type {Map<number, HTMLButtonElement[]>} */
  let lines = new Map();
  /** @type {HTMLButtonElement[]} */
  let current = [];

  scroller.addEventListener("click", ({ target }) => {
    const line = target instanceof Element ? target.closest("button") : null;
    if (line) onLine(Number(line.dataset.n));
  });

  /**
   * @param {Replay} replay
   * @param {Line} line
   */
  function button(replay, line) {
    const made = el("button", { type: "button", class: `ledger-line ledger-${line.why}`, tabindex: "-1", "data-n": String(line.n) },
      el("span", { class: "ledger-time", "aria-hidden": "true" }, line.why === "clear" ? "" : timeOf(replay, line)),
      el("span", { class: "ledger-words" }, words(replay, line)), " ",
      el("b", { class: line.points > 0 ? "ledger-gain" : "ledger-loss" }, signed(line.points)));
    lines.set(line.n, [...(lines.get(line.n) ?? []), made]);
    return el("li", {}, made);
  }

  /** Only the scroller scrolls, never the page under the reader's hands. @param {HTMLElement} line */
  function keepInView(line) {
    const [box, room] = [line.getBoundingClientRect(), scroller.getBoundingClientRect()];
    const margin = room.height * 0.2;
    const above = box.top - room.top - Math.max(HEADING_PX, margin);
    const below = box.bottom - room.bottom + margin;
    if (above < 0) scroller.scrollTop += above;
    else if (below > 0) scroller.scrollTop += below;
  }

  return {
    /**
     * Shows the ledger of another game.
     *
     * @param {Replay} replay
     * @param {string} name
     */
    show(replay, name) {
      [lines, current] = [new Map(), []];
      setText(byId("ledger-title"), _("Points of {name}", { name }));
      setText(byId("ledger-total"), String(sum(replay.ledger)));
      byId("ledger-none").hidden = lastMove(replay) > 0;
      const rounds = [...new Set(replay.ledger.map(({ round }) => round))];
      scroller.replaceChildren(...rounds.map((round) => {
        const entries = replay.ledger.filter((line) => line.round === round);
        return el("section", { class: "ledger-round" },
          el("h3", {}, el("span", {}, _("Round {n}", { n: round })), " ", el("b", {}, String(sum(entries)))),
          el("ol", {}, ...entries.map((line) => button(replay, line))));
      }));
    },

    /**
     * Marks the lines of a move; before the first there is none.
     *
     * @param {number} n
     */
    mark(n) {
      const hadFocus = scroller.contains(document.activeElement);
      for (const line of current) line.removeAttribute("aria-current");
      for (const line of scroller.querySelectorAll('[tabindex="0"]')) line.setAttribute("tabindex", "-1");
      current = lines.get(n) ?? [];
      for (const line of current) line.setAttribute("aria-current", "true");
      const lead = current[0] ?? lines.get(1)?.[0];
      lead?.setAttribute("tabindex", "0");
      if (current[0]) keepInView(current[0]);
      else scroller.scrollTop = 0;
      if (hadFocus && !current.some((line) => line === document.activeElement)) lead?.focus({ preventScroll: true });
    },

    hasFocus: () => scroller.contains(document.activeElement),
  };
}

/**
 * @param {Replay} replay
 * @param {Line} line
 */
function words(replay, { n, move, why }) {
  if (why === "clear") return _("Pyramid cleared");
  if (why === "joker") return _("Joker");
  return why === "turn" ? _("{card}, turned", { card: cardName(viewAt(replay, n).pile) }) : cardName(move);
}

/**
 * @param {Replay} replay
 * @param {Line} line
 */
function timeOf(replay, { n }) {
  return clock(Math.floor((replay.at_ms[n] ?? 0) / 1000) * 1000);
}

/** @param {Line[]} entries */
function sum(entries) {
  return entries.reduce((total, { points }) => total + points, 0);
}
