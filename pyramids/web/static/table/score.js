// @ts-check
// Points, sequence, round and time: the figures that a player always sees.
import { _, ngettext } from "../words.js";
import { byId, setText } from "./dom.js";
import { clock } from "./say.js";
import { leftMs, ownGame, shownSeat } from "./state.js";

const LOW_MS = 30_000;
const WARN_AT_MS = [10_000, 30_000, 60_000];

/**
 * Points, sequence, round and time.
 *
 * @param {import("./state.js").State} state
 * @param {(text: string) => void} say
 */
export function newScore(state, say) {
  const places = {
    points: byId("points"),
    pointsOf: byId("points-of"),
    sequence: byId("sequence"),
    next: byId("sequence-next"),
    round: byId("round"),
    marks: byId("round-marks"),
    time: byId("time"),
    clock: byId("clock"),
  };
  const points = places.pointsOf.textContent ?? "";
  // The round whose clock was shown last, and what it showed then.
  let round = 0;
  let shownMs = 0;

  /**
   * Says once each when the time of one's own game runs short.
   *
   * @param {import("./types.js").Game} game
   * @param {number} left
   */
  function warn(game, left) {
    if (game !== ownGame(state) || game.ended) return;
    if (game.round !== round) [round, shownMs] = [game.round, left];
    // The nearest one: more than one is passed at once in a page that was not looked at.
    const mark = WARN_AT_MS.find((at) => left <= at && shownMs > at);
    shownMs = left;
    if (mark) say(ngettext("{n} second left.", "{n} seconds left.", Math.ceil(left / 1000)));
  }

  /** Whose points they are, where they are not one's own. */
  function pointsOf() {
    const seat = shownSeat(state);
    const name = seat === null || seat === state.table?.you ? null : state.table?.seats[seat]?.name;
    return name ? _("Points of {name}", { name }) : points;
  }

  return {
    /** @param {import("./types.js").Game} game */
    draw(game) {
      setText(places.pointsOf, pointsOf());
      setText(places.points, String(game.score));
      setText(places.sequence, String(game.sequence));
      setText(places.next, game.ended ? "" : _("next +{points}", { points: 5 * (game.sequence + 1) }));
      setText(places.round, _("{round} of 5", { round: game.round }));
      Array.from(places.marks.children).forEach((mark, index) => {
        mark.className = index + 1 < game.round || (game.ended === "completed" && index < 5) ? "done" : index + 1 === game.round ? "now" : "";
      });
    },

    /** Shows what is left on the clock now; called several times a second. */
    tick() {
      const seat = shownSeat(state);
      const game = seat === null ? null : state.games[seat];
      if (seat === null || !game || !state.table) return;
      const passed = performance.now() - (state.receivedAt[seat] ?? 0);
      const left = leftMs(game, passed);
      const limitMs = state.table.minutes * 60_000;
      setText(places.time, clock(left));
      places.clock.classList.toggle("low", left <= LOW_MS && !game.ended);
      places.clock.classList.toggle("waiting", !game.ended && passed < game.pause_ms);
      places.clock.style.setProperty("--part", (left / limitMs).toFixed(3));
      warn(game, left);
    },
  };
}
