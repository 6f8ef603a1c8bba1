// @ts-check
// The words beside a deal that one tries alone: what it is, how one did, where one stands, and a line to share.
import { _, ngettext } from "../words.js";
import { announce } from "../site/announce.js";
import { el, setText } from "./dom.js";
import { phaseOf } from "./panel.js";
import { ending, exactTime } from "./say.js";

/** @typedef {import("./types.js").Deal} Deal */
/** @typedef {import("./types.js").RoundResult} RoundResult */
/** @typedef {import("./state.js").State} State */

/**
 * @param {HTMLElement} root
 * @param {HTMLElement} below
 * @param {string} check the address of the page that checks the deal
 * @param {() => Deal | null} dealNow
 */
export function newTryPanel(root, below, check, dealNow) {
  let drawn = "";
  return {
    /** @param {State} state */
    draw(state) {
      const deal = dealNow();
      if (!deal) return;
      const phase = phaseOf(state);
      const game = state.games[0];
      const key = JSON.stringify([deal, phase, game?.ended]);
      if (key === drawn) return;
      drawn = key;
      root.replaceChildren(...(phase === "play" ? [] : [...headParts(deal, game), ...resultParts(deal)]));
      drawFacts(below, deal, check);
    },
  };
}

/**
 * @param {string} text
 * @param {string} more
 */
function head(text, more) {
  return [el("h2", { id: "panel-title", tabindex: "-1" }, text), el("p", {}, more)];
}

/**
 * @param {Deal} deal
 * @param {import("./types.js").Game | null} game
 */
function headParts(deal, game) {
  if (game?.ended) {
    const { title, text } = ending(game, null, 1);
    return head(title, text);
  }
  if (deal.own) return head(_("You know these cards"), _("You played them at the table, and each deal is tried once."));
  if (!deal.offers.includes("start")) return head(_("This day is over"), _("Its deal was played on that day alone. There is a new one every day."));
  if (deal.day) return head(_("Deal of the day"), _("Today everybody gets these cards: one round, three minutes, one try. Your clock begins when you press Start."));
  return head(_("Play this deal"), _("The same cards that were played at the table: one round, three minutes, one try, for yourself. Your clock begins when you press Start."));
}

/** @param {Deal} deal */
function resultParts(deal) {
  const { standing, own } = deal;
  if (!standing) return [];
  const result = own?.result ?? null;
  /** @type {HTMLElement[]} */
  const parts = [standingTable(standing, result)];
  if (result && standing.ahead_of !== null) parts.unshift(aheadOf(standing.ahead_of));
  if (result && standing.players === 1) parts.push(el("p", { class: "fine-print" }, _("You are the first to finish it. Look again later.")));
  if (deal.day && result) parts.push(...shareParts(shareText(deal, deal.day, result)));
  return parts;
}

/** @param {Deal} deal */
export function placeSentence({ standing }) {
  if (!standing || standing.place === null) return "";
  return _("You are number {place} of {players}.", { place: standing.place, players: standing.players });
}

/** @param {number} percent */
function aheadOf(percent) {
  const meter = el("meter", { min: "0", max: "100", value: String(percent), "aria-hidden": "true" });
  return el("p", { class: "ahead" }, el("strong", {}, _("Ahead of {n} % of the others", { n: percent })), meter);
}

/**
 * @param {import("./types.js").Standing} standing
 * @param {RoundResult | null} result
 */
function standingTable({ players, place, best, median }, result) {
  /**
   * @param {string} name
   * @param {string} value
   * @param {string} [kind]
   */
  const row = (name, value, kind = "") => el("tr", { class: kind }, el("th", { scope: "row" }, name), el("td", {}, value));
  const own = result === null ? [] : [
    row(_("Your points"), String(result.score), "total"),
    ...(place === null ? [] : [row(_("Your place"), _("{place} of {players}", { place, players }))]),
  ];
  const more = result === null ? [] : [row(_("Playing time"), exactTime(result.playing_ms)), row(_("Longest sequence"), String(result.longest_sequence))];
  return el("table", { class: "result standing" },
    el("caption", { class: "hidden" }, _("Where you stand")),
    el("tbody", {},
      ...own,
      row(_("Best"), String(best)),
      row(_("Median"), String(median)),
      ...(result === null ? [row(_("Played by"), String(players))] : []),
      ...more));
}

/** @param {string} text */
function shareParts(text) {
  const line = el("textarea", { readonly: "", rows: "5", id: "share", "aria-label": _("A line to share") });
  line.value = text;
  const button = el("button", { type: "button", class: "knob" }, _("Copy"));
  const copied = el("p", { class: "fine-print" });
  button.addEventListener("click", async () => {
    line.select();
    try {
      await navigator.clipboard.writeText(text);
      setText(copied, _("Copied. It tells no card."));
    } catch {
      // No clipboard without a secure connection or the player's leave.
      setText(copied, _("Please copy the marked text yourself."));
    }
    announce(copied.textContent ?? "");
  });
  return [el("div", { class: "share" }, line, button), copied];
}

/**
 * What one may tell of a day to whom has yet to play it: no card is in it.
 *
 * @param {Deal} deal
 * @param {string} day
 * @param {RoundResult} result
 */
function shareText({ board, standing, streak }, day, result) {
  const address = location.href.replace(/[?#].*/, "");
  return [
    _("Pyramids, {date}, {board}", { date: dateWords(day), board: boardName(board) }),
    ngettext("{n} point", "{n} points", result.score),
    result.cleared ? _("pyramid cleared") : ngettext("{n} card left", "{n} cards left", result.cards_left),
    standing && standing.ahead_of !== null ? _("ahead of {n} %", { n: standing.ahead_of }) : "",
    streak && streak > 1 ? ngettext("{n} day in a row", "{n} days in a row", streak) : "",
    address,
  ].filter(Boolean).join(" · ");
}

/** @param {string} board */
function boardName(board) {
  return board === "three" ? _("Three peaks") : _("One pyramid");
}

/** @param {string} day */
function dateWords(day) {
  return new Date(`${day}T12:00:00Z`).toLocaleDateString(document.documentElement.lang, { dateStyle: "medium", timeZone: "UTC" });
}

/**
 * @param {HTMLElement} place
 * @param {Deal} deal
 * @param {string} check
 */
function drawFacts(place, deal, check) {
  // Details that the reader has opened stay open.
  const open = place.querySelector("details")?.open ?? false;
  /**
   * @param {string} name
   * @param {string} value
   */
  const fact = (name, value) => el("div", {}, el("dt", {}, name), el("dd", {}, value));
  /**
   * @param {string} name
   * @param {string | null} value
   */
  const hex = (name, value) => (value ? el("p", { class: "hex" }, el("span", {}, name), el("code", {}, value)) : null);
  const seal = el("details", { class: "seal" },
    el("summary", {}, _("Seal {start}…", { start: deal.seal.slice(0, 8) })),
    el("p", {}, sealWords(deal)),
    hex(_("Seal"), deal.seal),
    hex(_("Tomorrow's seal"), deal.next_seal),
    hex(_("Seed"), deal.seed));
  seal.open = open;
  place.replaceChildren(
    el("dl", {},
      fact(_("Board"), boardName(deal.board)),
      ...(deal.day ? [fact(_("Day"), dateWords(deal.day))] : [fact(_("Round"), String(deal.round))]),
      ...(deal.streak ? [fact(_("Days in a row"), String(deal.streak))] : [])),
    seal,
    ...(deal.seed || (deal.table && deal.own?.result) ? [el("p", { class: "links" }, el("a", { href: check }, _("Check the deal")))] : []));
}

/** @param {Deal} deal */
function sealWords(deal) {
  if (deal.day) return _("A day's cards follow from a secret seed, made the day before. The seal is its fingerprint: tomorrow's is shown today, and a day's seed once the day is over and nobody plays it any more.");
  return _("The cards follow from the table's seed. The seal is its fingerprint: it was shown before anybody played.");
}
