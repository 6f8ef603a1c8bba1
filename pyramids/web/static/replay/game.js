// @ts-check
// One game on the page: its cards, and the figures above them.
import { _ } from "../words.js";
import { newBoard } from "../table/board.js";
import { setText } from "../table/dom.js";
import { tiltOf } from "../table/flights.js";
import { clock, endedWord } from "../table/say.js";
import { newTray } from "../table/tray.js";
import { lastMove, viewAt } from "./timeline.js";

/** @typedef {import("./timeline.js").Replay} Replay */
/** @typedef {import("../table/types.js").Game} Game */

// From this width of a card on, in CSS pixels, its printed pips can be told apart.
const FINE_FROM_PX = 74;

/**
 * @param {HTMLElement} root
 * @param {Replay} replay
 * @param {object} needs
 * @param {import("../table/layout.js").Geometry} needs.geometry
 * @param {string} needs.name
 * @param {ReturnType<typeof import("../table/flights.js").newFlights>} needs.flights
 */
export function newGame(root, replay, { geometry, name, flights }) {
  const board = newBoard(part(".board"), geometry, () => {});
  const pile = part(".pile");
  const tray = newTray({
    turn: /** @type {HTMLButtonElement} */ (part(".turn")),
    joker: /** @type {HTMLButtonElement} */ (part(".joker")),
    pile,
  });
  const places = { sequence: shown("sequence"), round: shown("round"), moves: shown("moves"), time: shown("time") };
  let drawn = -1;
  let fine = { board: false, tray: false };

  root.hidden = false;
  root.setAttribute("aria-label", name);
  new ResizeObserver(() => {
    const now = { board: (part(".card")?.offsetWidth ?? 0) >= FINE_FROM_PX, tray: pile.offsetWidth >= FINE_FROM_PX };
    if (now.board === fine.board && now.tray === fine.tray) return;
    fine = now;
    if (drawn >= 0) drawCards(viewAt(replay, drawn));
  }).observe(part(".cloth"));

  /** @param {string} selector */
  function part(selector) {
    return /** @type {HTMLElement} */ (root.querySelector(selector));
  }

  /** @param {string} figure */
  function shown(figure) {
    return part(`[data-shows="${figure}"]`);
  }

  /**
   * The card of a move flies to the pile.
   *
   * @param {Game} after
   */
  function fly({ last, pile: top }) {
    const to = tray.pileBox();
    if (!last || !to.width) return;
    const card = last.move === "+" ? top : last.move;
    const from = last.move === "+" ? tray.fanBox() : last.move === "*" ? tray.jokerBox() : board.boxOf(card);
    if (last.cleared) tray.clear();
    if (from) tray.await(card, flights.fly(card, from, to, { fine: fine.tray, tilt: tiltOf(card), faceDown: last.move === "+" }));
    flights.points(last.points, to);
  }

  /** @param {Game} game */
  function drawCards(game) {
    board.draw({ mode: "watch", cards: game.cards, fitting: [], isAwaited: () => false, fine: fine.board, dealt: false });
    tray.draw({ fan: game.fan, pile: game.pile, joker: game.joker, playing: false, fine: fine.tray });
  }

  /** @param {Game} game */
  function drawFigures(game) {
    setText(places.sequence, String(game.sequence));
    setText(places.round, _("{round} of 5", { round: game.round }));
    setText(places.moves, _("{n} of {all}", { n: game.n, all: lastMove(replay) }));
    const end = part(".replay-end");
    end.hidden = !game.ended;
    setText(end, game.ended ? endedWord(game.ended) : "");
  }

  return {
    /**
     * Shows the game after its move `n`, at a moment that is no earlier.
     *
     * @param {number} n
     * @param {number} ms
     */
    draw(n, ms) {
      const seconds = Math.floor(Math.min(ms, replay.at_ms.at(-1) ?? 0) / 1000);
      setText(places.time, clock(seconds * 1000));
      if (n === drawn) return;
      const game = viewAt(replay, n);
      if (n === drawn + 1 && drawn >= 0) fly(game);
      else tray.clear();
      drawn = n;
      drawCards(game);
      drawFigures(game);
    },
  };
}
