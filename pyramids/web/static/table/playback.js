// @ts-check
// Views of somebody else's game that come in one burst, as after a lost connection, are taken one after another: so each
// move is seen. The more of them wait, the faster they go.
import { motionIsReduced } from "./dom.js";

/** @typedef {import("./types.js").Game} Game */

const STEP_MS = 180;
const SHORTEST_STEP_MS = 40;
const ALL_WITHIN_MS = 2500;

/** @param {(seat: 0 | 1, game: Game, atMs: number) => void} take takes a view, with the time when it came */
export function newPlayback(take) {
  /** @type {{seat: 0 | 1, game: Game, atMs: number}[]} */
  const waiting = [];
  let timer = 0;
  let takenAt = -Infinity;

  function takeNext() {
    timer = 0;
    const next = waiting.shift();
    if (!next) return;
    takenAt = performance.now();
    take(next.seat, next.game, next.atMs);
    if (waiting.length) timer = setTimeout(takeNext, step());
  }

  function step() {
    return Math.max(SHORTEST_STEP_MS, Math.min(STEP_MS, ALL_WITHIN_MS / waiting.length));
  }

  /** Takes all that wait, at once. */
  function finish() {
    clearTimeout(timer);
    timer = 0;
    for (const { seat, game, atMs } of waiting.splice(0)) take(seat, game, atMs);
  }

  return {
    /**
     * @param {0 | 1} seat
     * @param {Game} game
     */
    add(seat, game) {
      waiting.push({ seat, game, atMs: performance.now() });
      if (motionIsReduced() || document.hidden) return finish();
      if (!timer) timer = setTimeout(takeNext, Math.max(0, takenAt + STEP_MS - performance.now()));
    },

    finish,
  };
}
