// @ts-check
// The words beside the board: who plays, what the table is, how a game ended and who won.
import { _, ngettext } from "../words.js";
import { sentence } from "../site/codes.js";
import { newBlocked } from "./blocked.js";
import { el } from "./dom.js";
import { badge } from "./seats.js";
import { shownSeat } from "./state.js";
import { ending, endedWord, exactTime, outcome } from "./say.js";

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./state.js").State} State */
/** @typedef {{check: string, fairness: string, deal: string, replay: string, exported: string}} Addresses */

/**
 * The phase of the page: what it is mainly for now.
 *
 * @param {State} state
 * @returns {"wait" | "before" | "play" | "watch" | "ended"}
 */
export function phaseOf(state) {
  const { table, games } = state;
  if (!table) return "wait";
  const seat = shownSeat(state);
  const game = seat === null ? null : games[seat];
  if (table.you !== null && seat === table.you) {
    if (game) return game.ended || table.over ? "ended" : "play";
    return table.over ? "ended" : "before";
  }
  if (table.over) return "ended";
  return game || table.you !== null ? "watch" : "before";
}

/**
 * What is to be said now, and beneath it the facts of the table.
 *
 * @param {HTMLElement} root
 * @param {HTMLElement} below
 * @param {Addresses} addresses
 */
export function newPanel(root, below, addresses) {
  let drawn = "";
  /** @type {Table | null} */
  let shown = null;
  const isBlocked = newBlocked(() => {
    if (shown) drawFacts(below, shown, addresses, isBlocked);
  });
  return {
    /** @param {State} state */
    draw(state) {
      const { table } = state;
      if (!table) return;
      shown = table;
      const key = JSON.stringify([table, phaseOf(state), shownSeat(state), endOf(state)]);
      if (key === drawn) return;
      drawn = key;
      root.replaceChildren(...contents(state, table, addresses));
      drawFacts(below, table, addresses, isBlocked);
    },
  };
}

/** @param {State} state */
function endOf(state) {
  return state.games.map((game) => game && [game.ended, game.ended && game.score]);
}

/**
 * @param {State} state
 * @param {Table} table
 * @param {Addresses} addresses
 */
function contents(state, table, addresses) {
  const phase = phaseOf(state);
  if (table.over) return resultParts(table, addresses);
  if (phase === "play") return [];
  if (phase === "before") return table.you === null ? visitorParts(table) : beforeParts(table);
  const parts = phase === "watch" ? watchParts(state, table) : endedParts(state, table);
  return state.games.some(Boolean) ? [...parts, el("p", { class: "links" }, el("a", { href: addresses.replay }, _("Look back")))] : parts;
}

/** @param {string} text */
function title(text) {
  return el("h2", { id: "panel-title", tabindex: "-1" }, text);
}

/** @param {Table} table */
function visitorParts(table) {
  const name = table.seats[0].name;
  const parts = [title(_("{name} has opened this table", { name }))];
  if (table.offers.includes("join")) {
    parts.push(el("p", {}, _("Take the free seat: you both play the same cards, and more points win.")));
  } else if (table.join_refused) {
    parts.push(el("p", { class: "notice" }, sentence(table.join_refused)));
  } else {
    parts.push(el("p", {}, _("There is nothing to watch yet.")));
  }
  return parts;
}

/** @param {Table} table */
function beforeParts(table) {
  const other = table.seats[table.you === 0 ? 1 : 0];
  const heading = other?.computer ? _("You play against the computer") : other ? _("You play against {name}", { name: other.name }) : _("Your table is open");
  const parts = [title(heading)];
  if (table.offers.includes("start")) {
    parts.push(
      el("p", {}, other?.computer
        ? _("You both play the same cards. The computer starts when you do and plays at its own pace: until your own end you learn nothing of its game.")
        : other
        ? _("You both play the same cards, at the same time or one after the other. Your clock begins when you press Start.")
        : _("Start at once or wait for an opponent: you both play the same cards, each on your own clock.")),
    );
  } else {
    parts.push(el("p", {}, _("This table is closed: nobody can start any more.")));
  }
  if (table.start_within_ms !== null) parts.push(el("p", { class: "fine-print" }, startWithin(table.start_within_ms)));
  return parts;
}

/**
 * Whole hours are rounded up, so that a table that has just been opened has its seven days; days are not.
 *
 * @param {number} ms
 */
function startWithin(ms) {
  const hours = Math.ceil(ms / 3_600_000);
  if (hours <= 1) return _("You can start within the next hour.");
  if (hours < 48) return ngettext("You can start within {n} hour.", "You can start within {n} hours.", hours);
  const days = Math.floor(hours / 24);
  return ngettext("You can start within {n} day.", "You can start within {n} days.", days);
}

/**
 * @param {State} state
 * @param {Table} table
 */
function watchParts(state, table) {
  const seat = shownSeat(state) ?? 0;
  const name = table.seats[seat]?.name ?? "";
  const game = state.games[seat];
  if (!table.seats[seat]) return [title(_("Nobody has joined yet")), el("p", {}, later())];
  if (!game) return [title(_("{name} has not started yet", { name })), el("p", {}, later())];
  if (!game.ended) return [title(_("You are watching {name}", { name }))];
  const end = ending(game, name);
  return [title(end.title), el("p", {}, end.text)];
}

function later() {
  return _("As soon as there is something to see it appears here, and Your tables will tell you, also days later.");
}

/**
 * @param {State} state
 * @param {Table} table
 */
function endedParts(state, table) {
  const own = table.you === null ? null : state.games[table.you];
  if (!own) return [title(_("This table is closed"))];
  const end = ending(own, null);
  const other = table.seats[table.you === 0 ? 1 : 0];
  const parts = [title(end.title), el("p", {}, end.text)];
  if (!other) parts.push(el("p", {}, _("Nobody has joined yet. Your tables will tell you the result, also days later.")));
  else if (other.state !== "playing") parts.push(el("p", {}, _("{name} has not started yet. Your tables will tell you the result, also days later.", { name: other.name })));
  else parts.push(el("p", {}, _("{name} is still playing. You can watch, or come back: Your tables will tell you the result.", { name: other.name })));
  return parts;
}

/**
 * @param {Table} table
 * @param {Addresses} addresses
 */
function resultParts(table, addresses) {
  const { title: heading, text, won } = outcome(table);
  const parts = [
    el("div", { class: won ? "verdict verdict-won" : "verdict" }, title(heading), el("p", {}, text)),
    resultTable(table, addresses.deal),
    ...ratedWords(table),
    el("p", { class: "links" },
      el("a", { href: addresses.replay }, _("Look back")),
      el("a", { href: addresses.check }, _("Check the deals")),
      el("a", { href: addresses.exported, download: `pyramids-${table.code}.json` }, _("Download the table"))),
  ];
  return parts;
}

/**
 * What the result has made of the levels, or why it changes none.
 *
 * @param {Table} table
 */
function ratedWords({ result, seats, you }) {
  const levels = you === null ? null : result?.seats[you]?.levels;
  /** @param {string} words */
  const line = (words) => [el("p", { class: "rated" }, words)];
  if (levels) {
    const [before, after] = levels;
    if (before === after) return line(_("You stay at level {n}.", { n: after }));
    return line(after > before ? _("You rise from level {before} to level {after}.", { before, after }) : _("You fall from level {before} to level {after}.", { before, after }));
  }
  if (!result || result.by === "none" || result.seats.some((seat) => seat?.rated)) return [];
  if (seats.some((seat) => seat?.computer)) return line(_("A duel with the computer changes no rating."));
  return result.by === "walkover" ? line(_("A walkover changes no rating.")) : [];
}

/**
 * @param {Table} table
 * @param {string} deal the address of a round's deal, with N for its number
 */
function resultTable(table, deal) {
  const { result, seats } = table;
  const rounds = Math.max(1, ...(result?.seats ?? []).map((seat) => seat?.rounds.length ?? 0));
  const results = result?.seats ?? [null, null];
  /**
   * @param {string | HTMLElement} name
   * @param {(seat: import("./types.js").SeatResult) => string | HTMLElement} value
   * @param {string} [kind]
   */
  const row = (name, value, kind = "") =>
    el("tr", { class: kind }, el("th", { scope: "row" }, name), ...results.map((seat) => el("td", {}, seat ? value(seat) : "–")));
  const heads = seats.map((seat, at) => {
    const wins = result?.winner === at;
    return el("th", { scope: "col", class: wins ? "winner" : "" }, el("bdi", {}, seat?.name ?? _("nobody")), seat?.computer ? badge() : null, wins ? el("span", { class: "crown" }, _("winner")) : null);
  });
  return el("table", { class: "result" },
    el("caption", { class: "hidden" }, _("Points of both players")),
    el("thead", {}, el("tr", {}, el("td", {}), ...heads)),
    el("tbody", {},
      ...Array.from({ length: rounds }, (_none, index) => row(roundName(table, index, deal), (seat) => String(seat.rounds[index] ?? "–"))),
      row(_("Total"), (seat) => String(seat.score), "total"),
      row(_("Playing time"), (seat) => exactTime(seat.playing_ms)),
      row(_("How it ended"), (seat) => endedWord(seat.ended), "small"),
      ...(results.some((seat) => seat?.rated)
        ? [row(_("Rating"), ({ rated }) => (rated ? change(...rated) : "–")), row(_("Level"), ({ levels }) => (levels ? change(...levels) : "–"))]
        : [])));
}

/**
 * A round with the way to its cards: whoever has not played them may, and whoever has sees how others did.
 *
 * @param {Table} table
 * @param {number} index
 * @param {string} deal
 */
function roundName({ result, you }, index, deal) {
  const name = _("Round {n}", { n: index + 1 });
  const seats = result?.seats ?? [];
  if (!seats.some((seat) => index < (seat?.rounds.length ?? 0))) return name;
  const played = you !== null && index < (seats[you]?.rounds.length ?? 0);
  const words = played ? _("Standing") : _("Play this deal");
  const href = deal.replace(/N$/, String(index + 1));
  return el("span", {}, name, " ", el("a", { class: "deal-link", href, "aria-label": `${words}: ${name}` }, words));
}

/**
 * A number before and after.
 *
 * @param {number} before
 * @param {number} after
 */
function change(before, after) {
  if (before === after) return String(after);
  return el("span", { class: "change" },
    el("span", { "aria-hidden": "true" }, `${before} → ${after}`),
    el("span", { class: "hidden" }, _("{after}, before it was {before}", { before, after })));
}

/**
 * @param {HTMLElement} place
 * @param {Table} table
 * @param {Addresses} addresses
 * @param {(player: string) => boolean} isBlocked
 */
function drawFacts(place, table, { fairness }, isBlocked) {
  const focused = place.contains(document.activeElement) ? document.activeElement?.id : "";
  // Details that the reader has opened stay open.
  const open = place.querySelector("details")?.open ?? false;
  const opened = new Date(table.opened_ms).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  /**
   * @param {string} name
   * @param {string} value
   */
  const fact = (name, value) => el("div", {}, el("dt", {}, name), el("dd", {}, value));
  const seal = el("details", { class: "seal" },
    el("summary", {}, _("Seal {start}…", { start: table.seal.slice(0, 8) })),
    el("p", {}, _("The cards of all five rounds are fixed by a secret seed. The seal is its fingerprint: it was shown before anybody played, and the seed follows when the table is over.")),
    el("p", { class: "hex" }, el("span", {}, _("Seal")), el("code", {}, table.seal)),
    table.seed ? el("p", { class: "hex" }, el("span", {}, _("Seed")), el("code", {}, table.seed)) : null,
    el("p", {}, el("a", { href: fairness, target: "_blank" }, _("Fair cards"))));
  seal.open = open;
  place.replaceChildren(
    el("dl", {},
      fact(_("Board"), table.board === "three" ? _("Three peaks") : _("One pyramid")),
      fact(_("Time for each round"), ngettext("{n} minute", "{n} minutes", table.minutes)),
      fact(_("Highest level"), table.highest_level >= 10 ? _("Any") : String(table.highest_level)),
      fact(_("Opened"), opened)),
    seal,
    ...table.seats.flatMap((seat, at) => (seat && !seat.computer && at !== table.you ? [blockLine(seat, isBlocked(seat.player))] : [])));
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

/**
 * @param {import("./types.js").Seat} seat
 * @param {boolean} blocked
 */
function blockLine({ player, name }, blocked) {
  const button = { type: "button", class: "link-button", id: `block-${player}`, "data-name": name };
  if (!blocked) return el("p", { class: "blocking" }, el("button", { ...button, "data-block": player }, _("Block {name}", { name })));
  return el("p", { class: "blocking" }, el("bdi", {}, name), ": ", _("Blocked"), " ",
    el("button", { ...button, "data-unblock": player }, _("Unblock"), " ", el("span", { class: "hidden" }, name)));
}
