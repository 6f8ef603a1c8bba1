// @ts-check
// Draws the table from the state. Between two drawings views may have come: each is shown as the move that led to it.
import { _, ngettext } from "../words.js";
import { newBoard } from "./board.js";
import { cardWithin } from "./cards.js";
import { buttonById, byId } from "./dom.js";
import { newFlights, tiltOf } from "./flights.js";
import { phaseOf } from "./panel.js";
import { ending, moveSentence, outcome, signed } from "./say.js";
import { isAwaited, mostRounds, ownGame, shownSeat } from "./state.js";
import { FAN_LENGTH, newTray } from "./tray.js";

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Game} Game */
/** @typedef {{seat: 0 | 1, before: Game | null, after: Game}} SeatChange */

// From this width of a card on, in CSS pixels, its printed pips can be told apart.
const FINE_FROM_PX = 74;
// More views than this at once came while nobody looked: they are drawn, not played back.
const MOST_SHOWN = 12;

/**
 * @param {object} needs
 * @param {HTMLElement} needs.root
 * @param {import("./state.js").State} needs.state
 * @param {(text: string) => void} needs.say
 * @param {(card: string) => void} needs.onCard
 * @param {() => void} needs.onResize when cards must be drawn anew
 * @param {{draw: (state: import("./state.js").State) => void}} needs.panel the words beside the board
 * @param {{draw: (table: Table) => void}} needs.seats
 */
export function newDrawing({ root, state, say, onCard, onResize, panel, seats }) {
  const board = newBoard(byId("board"), JSON.parse(root.dataset.geometry ?? ""), (place) => onCard(board.cardAt(place)));
  const tray = newTray({ turn: buttonById("turn"), joker: buttonById("joker"), pile: byId("pile") });
  const flights = newFlights(byId("flights"));
  let fine = { board: false, tray: false };
  let hints = false;
  let drawnPhase = "wait";
  let drawnSeat = /** @type {number | null} */ (null);
  let wasOver = /** @type {boolean | null} */ (null);

  new ResizeObserver(() => {
    const now = { board: byId("probe").offsetWidth >= FINE_FROM_PX, tray: byId("pile").offsetWidth >= FINE_FROM_PX };
    if (now.board === fine.board && now.tray === fine.tray) return;
    fine = now;
    onResize();
  }).observe(byId("board"));

  /**
   * Shows the moves that led to the new views. Gives whether new cards lie on the board.
   *
   * @param {SeatChange[]} moved
   * @param {boolean} shown whether they are played back
   */
  function drawMoves(moved, shown) {
    let dealt = false;
    for (const { before, after } of moved) {
      const isNext = before !== null && after.n === before.n + 1;
      const text = isNext ? moveSentence(after, watchedName()) : "";
      if (text) say(text);
      if (isNext && shown) animate(after);
      if (!before && after.n === 0 && drawnPhase === "before") say(_("The clock is running. Pile: {card}.", { card: cardWithin(after.pile) }));
      if (before && after.ended && !before.ended) sayEnd(after, text);
      dealt ||= shown && (before ? isNext && after.last?.cleared === true : after.n === 0);
    }
    return dealt;
  }

  /**
   * The card of a move flies from where it still lies to the pile.
   *
   * @param {Game} after
   */
  function animate({ last, pile, round }) {
    if (!last) return;
    const to = tray.pileBox();
    const card = last.move === "+" ? pile : last.move;
    const from = last.move === "+" ? tray.fanBox() : last.move === "*" ? tray.jokerBox() : board.boxOf(card);
    if (last.cleared) tray.clear();
    if (from) tray.await(card, flights.fly(card, from, to, { fine: fine.tray, tilt: tiltOf(card), faceDown: last.move === "+" }));
    flights.points(last.points, to);
    if (last.cleared) flights.celebrate(_("Round {n} cleared!", { n: round - 1 }), signed(last.points), boardBox());
  }

  function boardBox() {
    return byId("board").getBoundingClientRect();
  }

  /** @returns {string | null} the name of the player whose board is shown, or null for one's own */
  function watchedName() {
    const seat = shownSeat(state);
    if (seat === null || seat === state.table?.you) return null;
    return state.table?.seats[seat]?.name ?? "";
  }

  /**
   * Says how a game ended, after the move that ended it, and the result where that is known.
   *
   * @param {Game} game
   * @param {string} moved
   */
  function sayEnd(game, moved) {
    const { title, text } = ending(game, watchedName(), mostRounds(state));
    const result = state.table?.over ? outcomeText(state.table) : "";
    say([moved, closed(title), text, result].filter(Boolean).join(" "));
  }

  /** @param {Table} table */
  function drawResult(table) {
    if (table.over && wasOver === false) {
      say(outcomeText(table));
      const { title, won } = outcome(table);
      const points = table.you === null ? 0 : (table.result?.seats[table.you]?.score ?? 0);
      if (won) flights.celebrate(title, ngettext("{n} point", "{n} points", points), boardBox());
    }
    wasOver = table.over;
  }

  /**
   * @param {Game} game
   * @param {boolean} playing
   * @param {boolean} dealt
   */
  function drawGame(game, playing, dealt) {
    board.draw({
      mode: playing ? "play" : "watch",
      cards: game.cards,
      fitting: hints && playing ? game.open : [],
      isAwaited: (card) => isAwaited(state, card),
      fine: fine.board,
      dealt,
    });
    tray.draw({ fan: game.fan, pile: game.pile, joker: game.joker, playing, fine: fine.tray });
  }

  function drawBacks() {
    board.draw({ mode: "backs", cards: [], fitting: [], isAwaited: () => false, fine: fine.board, dealt: false });
    tray.draw({ fan: FAN_LENGTH, pile: "", joker: true, playing: false, fine: fine.tray });
  }

  return {
    board,

    /** @param {boolean} on */
    showHints(on) {
      hints = on;
    },

    /**
     * Draws the cards and the words beside them.
     *
     * @param {Table} table
     * @param {SeatChange[]} changes the views that came since the last drawing
     */
    draw(table, changes) {
      const phase = phaseOf(state);
      const seat = shownSeat(state);
      const game = seat === null ? null : (state.games[seat] ?? null);
      const moved = changes.filter((change) => change.seat === seat);
      const switched = seat !== drawnSeat;
      root.dataset.phase = phase;
      root.classList.toggle("with-game", Boolean(game));
      root.classList.toggle("over", table.over);
      byId("tray").inert = !game;
      drawResult(table);
      const dealt = drawMoves(moved, !switched && moved.length <= MOST_SHOWN);
      if (switched) tray.clear();
      if (game) drawGame(game, phase === "play", dealt);
      else drawBacks();
      seats.draw(table);
      panel.draw(state);
      [drawnSeat, drawnPhase] = [seat, phase];
      return { game, playing: phase === "play" && game === ownGame(state) };
    },

    /**
     * The focus goes on to the nearest sensible place when what had it is gone, hidden or used up.
     *
     * @param {Element | null} focused what had it before the drawing
     */
    keepFocus(focused) {
      if (!focused || focused === document.body || board.hasFocus()) return;
      const lost = !focused.isConnected || focused.matches(":disabled") || focused.closest("[hidden]");
      if (!lost || (drawnPhase === "play" && board.focus())) return;
      byId("panel").querySelector("h2")?.focus({ preventScroll: true });
    },
  };
}

/** @param {Table} table */
function outcomeText(table) {
  const { title, text } = outcome(table);
  return `${closed(title)} ${text}`;
}

/**
 * A title as a sentence among others.
 *
 * @param {string} title
 */
function closed(title) {
  return /[.!?…]$/.test(title) ? title : `${title}.`;
}
