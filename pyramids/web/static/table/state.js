// @ts-check
// What the page knows: the last views the server sent, and the moves that were pressed and not yet answered. No DOM.
//
// Moves go out one at a time. A press joins the queue; the next one in it is sent when the one before has been answered, with
// the `n` of the view that answered it. So ten cards clicked within a second are ten moves in that order, pressing again
// what is still awaited is the same press, and each answer belongs to exactly one move. When a move is refused, or another
// page of the same player has made that move's `n` its own, the rest of the queue was pressed for a table that does not
// exist: it is dropped, and the server's view stands. After a lost connection the first view tells whether the move that
// was under way has arrived; if not it is sent again, with the same `n`, which the server applies once.

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Game} Game */
/** @typedef {{before: Game | null, after: Game}} Change a view that took the place of another */

/**
 * @typedef {object} State
 * @property {Table | null} table
 * @property {[Game | null, Game | null]} games by seat; null for what this viewer may not see or is not there
 * @property {[number, number]} receivedAt when each game's view came, in the page's monotonic milliseconds
 * @property {number | null} chosen the seat that the viewer wants to see, or null for the natural one
 * @property {string[]} queue moves pressed and not yet sent
 * @property {{move: string, n: number, atMs: number} | null} sent the move that awaits its answer
 * @property {boolean} unsure whether the connection was lost while `sent` was under way
 */

/** @returns {State} */
export function newState() {
  return { table: null, games: [null, null], receivedAt: [0, 0], chosen: null, queue: [], sent: null, unsure: false };
}

/**
 * How many rounds a game has at most.
 *
 * @param {State} state
 */
export function mostRounds({ table }) {
  return table?.rounds ?? 5;
}

/**
 * The seat whose board is shown: the chosen one, one's own, or the first that may be seen.
 *
 * @param {State} state
 * @returns {number | null}
 */
export function shownSeat({ table, games, chosen }) {
  if (!table) return null;
  if (chosen !== null && (games[chosen] || table.you === 1 - chosen)) return chosen;
  if (table.you !== null) return table.you;
  if (games[0]) return 0;
  return games[1] ? 1 : null;
}

/** @param {State} state */
export function ownGame({ table, games }) {
  return table && table.you !== null ? (games[table.you] ?? null) : null;
}

/**
 * Whether this move is on its way already: in the queue, or sent and not answered.
 *
 * @param {State} state
 * @param {string} move
 */
export function isAwaited({ queue, sent }, move) {
  return sent?.move === move || queue.includes(move);
}

/**
 * Adds a pressed move to the queue; false if it was awaited already or there is no game to make it in.
 *
 * @param {State} state
 * @param {string} move
 * @returns {boolean}
 */
export function press(state, move) {
  const game = ownGame(state);
  if (!game || game.ended || isAwaited(state, move)) return false;
  state.queue.push(move);
  return true;
}

/**
 * The frame to send now, or null: nothing was pressed, or an answer is awaited. Whoever takes it sends it.
 *
 * @param {State} state
 * @param {number} nowMs
 * @returns {object | null}
 */
export function nextFrame(state, nowMs) {
  const game = ownGame(state);
  if (!game || game.ended || state.sent) return null;
  const move = state.queue.shift();
  if (move === undefined) return null;
  state.sent = { move, n: game.n, atMs: nowMs };
  return frameOf(move, game.n);
}

/**
 * The frame to send again after a lost connection, or null. The first view has been taken before this is asked.
 *
 * @param {State} state
 * @returns {object | null}
 */
export function frameAgain(state) {
  if (!state.sent || !state.unsure) return null;
  state.unsure = false;
  return frameOf(state.sent.move, state.sent.n);
}

/**
 * Which views of others' games the page has, as the socket's address says it, so that the server sends those after them.
 * Of one's own game only the present view counts: what was pressed off line goes out with its `n`.
 *
 * @param {State} state
 */
export function seenViews({ table, games }) {
  const seen = games.flatMap((game, seat) => (game && seat !== table?.you ? [`${seat}:${game.n}`] : []));
  return seen.length ? `?seen=${seen.join(",")}` : "";
}

/** @param {State} state */
export function connectionLost(state) {
  state.unsure = state.sent !== null;
}

/** @param {State} state */
export function dropQueue(state) {
  state.queue = [];
  state.sent = null;
  state.unsure = false;
}

/**
 * Takes the view of a game. Gives the change, or null when the view is older than what is known.
 *
 * @param {State} state
 * @param {0 | 1} seat
 * @param {Game} game
 * @param {number} nowMs
 * @returns {Change | null}
 */
export function takeGame(state, seat, game, nowMs) {
  const before = state.games[seat];
  const { table, chosen, games } = state;
  // Somebody who watches one player goes on doing so when the other may be seen too.
  if (table?.you === null && chosen === null && !before && games[1 - seat]) state.chosen = 1 - seat;
  if (before && (game.n < before.n || (game.n === before.n && before.ended && !game.ended))) return null;
  state.games[seat] = game;
  state.receivedAt[seat] = nowMs;
  if (seat === state.table?.you) resolve(state, game);
  return { before, after: game };
}

/**
 * Takes a refusal. Gives the move that was refused, or null when none of ours awaits an answer.
 *
 * @param {State} state
 * @param {number | null} n
 * @returns {string | null}
 */
export function takeRefusal(state, n) {
  const { sent } = state;
  if (!sent || (n !== null && n !== sent.n)) return null;
  dropQueue(state);
  return sent.move;
}

/**
 * What is left on the clock of a game now: it stands while the pause after a clear lasts, and when the game has ended.
 *
 * @param {Game} game
 * @param {number} passedMs since the view came
 */
export function leftMs(game, passedMs) {
  if (game.ended) return game.left_ms;
  return Math.max(0, game.left_ms - Math.max(0, passedMs - game.pause_ms));
}

/**
 * @param {State} state
 * @param {Game} game
 */
function resolve(state, game) {
  if (game.ended) return dropQueue(state);
  const { sent } = state;
  if (!sent || game.n <= sent.n) return;
  if (game.n === sent.n + 1 && game.last?.move === sent.move) {
    state.sent = null;
    state.unsure = false;
  } else {
    dropQueue(state);
  }
}

/**
 * @param {string} move
 * @param {number} n
 */
function frameOf(move, n) {
  if (move === "+") return { do: "turn", n };
  if (move === "*") return { do: "joker", n };
  return { do: "place", card: move, n };
}
