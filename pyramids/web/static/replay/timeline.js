// @ts-check
// Where a replay stands. A position is a move of one player, and with it a moment on the one clock by which both games run,
// each from its player's own start. At the last move of a game the moment is the end of both: there the result is seen. No DOM.

/** @typedef {import("../table/types.js").Game} Game */
/** @typedef {{n: number, round: number, move: string, why: "card" | "turn" | "joker" | "clear", points: number}} Line */
/** @typedef {{seat: 0 | 1, views: Game[], at_ms: number[], ledger: Line[]}} Replay a game as docs/protocol.md sends it */
/** @typedef {[Replay | null, Replay | null]} Replays by seat; null for a game that this viewer may not see */
/** @typedef {{seat: 0 | 1, n: number}} Position move `n` of the game at a seat; 0 is before the first */

/** @param {Replay} replay */
export function lastMove(replay) {
  return replay.views.length - 1;
}

/**
 * The moment of the last move of all.
 *
 * @param {Replays} replays
 */
export function endMs(replays) {
  return Math.max(0, ...replays.map((replay) => replay?.at_ms.at(-1) ?? 0));
}

/**
 * The moment of a position.
 *
 * @param {Replays} replays
 * @param {Position} position
 */
export function momentOf(replays, { seat, n }) {
  const replay = replays[seat];
  if (!replay || n >= lastMove(replay)) return endMs(replays);
  return replay.at_ms[n] ?? 0;
}

/**
 * How many moves a game has had at a moment.
 *
 * @param {Replay} replay
 * @param {number} ms
 */
export function moveAt({ at_ms: times }, ms) {
  let [low, high] = [0, times.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((times[middle] ?? 0) <= ms) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * The view of a game at a position.
 *
 * @param {Replay} replay
 * @param {number} n
 * @returns {Game}
 */
export function viewAt(replay, n) {
  const view = replay.views[n];
  if (!view) throw new RangeError(`no move ${n}`);
  return view;
}

/**
 * The rounds that a game came to, each with the position at which its cards have just been dealt.
 *
 * @param {Replay} replay
 * @returns {{round: number, n: number}[]}
 */
export function roundsOf({ views }) {
  return views.flatMap(({ round }, n) => (round !== views[n - 1]?.round ? [{ round, n }] : []));
}

/**
 * The position that an address names; what it does not name rightly is the beginning of the first game that may be seen.
 *
 * @param {string} search the address's query
 * @param {Replays} replays
 * @param {0 | 1 | null} own the viewer's seat
 * @returns {Position}
 */
export function readAddress(search, replays, own) {
  const said = new URLSearchParams(search);
  const named = ["0", "1"].indexOf(said.get("seat") ?? "");
  const [seat = 0] = /** @type {(0 | 1)[]} */ ([named, own, 0, 1]).filter((at) => at !== null && replays[at]);
  const replay = replays[seat];
  const number = said.get("n") ?? "";
  const wanted = seat === named && /^\d{1,6}$/.test(number) ? Number(number) : 0;
  return { seat, n: replay ? Math.min(wanted, lastMove(replay)) : 0 };
}

/** @param {Position} position */
export function addressOf({ seat, n }) {
  return `?seat=${seat}&n=${n}`;
}
