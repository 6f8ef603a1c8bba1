// @ts-check
// The table's page: takes what the socket brings, draws it once a frame, and sends what is pressed.
import { connect } from "../net.js";
import { _ } from "../words.js";
import { sentence } from "../site/codes.js";
import { newCommands } from "./commands.js";
import { buttonById, byId } from "./dom.js";
import { newDrawing } from "./drawing.js";
import { loadSprite } from "./faces.js";
import { listenToKeys } from "./keys.js";
import { newPlayback } from "./playback.js";
import { refusal } from "./say.js";
import { newScore } from "./score.js";
import { switchBy } from "./settings.js";
import { connectionLost, frameAgain, isAwaited, newState, nextFrame, ownGame, press, seenViews, shownSeat, takeGame, takeRefusal } from "./state.js";
import { newVoice } from "./voice.js";

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Game} Game */

// A second press of the mouse within this time is the second half of a double click (E10), not another move. Fingers double-click
// nothing: two quick taps are two moves, unless the first still awaits its answer.
const DOUBLE_CLICK_MS = 250;
const TICK_MS = 200;

const root = byId("table");
const { code = "", home = "/", check = "", fairness = "", sprite = "" } = root.dataset;
const api = `/api/tables/${code}`;

const state = newState();
const voice = newVoice();
const score = newScore(state, say);
const drawing = newDrawing({ root, state, say: voice.say, onCard: play, onResize: schedule, addresses: { check, fairness, exported: `${api}/export` } });
const { board } = drawing;
const commands = newCommands({ state, api, home, take: takeAnswer, refused: (text) => say(text, true), say, watch });
const playback = newPlayback(takeView);

/** The views that came since the last frame was drawn. @type {import("./drawing.js").SeatChange[]} */
let changes = [];
let scheduled = false;
// Whether the own game's view has come since the connection is there: only then is it known what to send.
let caughtUp = false;
let turnedAt = -Infinity;

// What comes in

const live = connect(() => `${api}/live${seenViews(state)}`, {
  onMessage(frame) {
    if (frame.type === "table") receiveTable(frame.table);
    else if (frame.type === "game") receiveGame(frame.seat, frame.game);
    else if (frame.type === "refused") receiveRefusal(frame);
  },
  onState(next, closeCode) {
    voice.connection(next, closeCode);
    caughtUp = false;
    playback.finish();
    if (next !== "online") connectionLost(state);
    schedule();
  },
});

/** @param {Table} table */
function receiveTable(table) {
  if (state.table) sayWhoCame(state.table, table);
  if (table.over) playback.finish();
  if (table.you === null && !table.offers.includes("watch")) {
    // Whoever is blocked by a player of the game that they watch sees no more of it.
    playback.finish();
    state.games = [null, null];
  }
  state.table = table;
  schedule();
}

/**
 * @param {Table} before
 * @param {Table} after
 */
function sayWhoCame(before, after) {
  const [was, is] = [before.seats[1], after.seats[1]];
  if (after.you === 1 || before.you === 1) return;
  if (!was && is) say(_("{name} has joined.", { name: is.name }));
  else if (was && !is) say(_("{name} has given the seat back.", { name: was.name }));
}

/**
 * @param {0 | 1} seat
 * @param {Game} game
 */
function receiveGame(seat, game) {
  // What somebody else has played is shown move by move; one's own game must be the present one at once.
  if (seat !== state.table?.you && state.games[seat]) playback.add(seat, game);
  else takeView(seat, game, performance.now());
}

/**
 * @param {0 | 1} seat
 * @param {Game} game
 * @param {number} atMs when it came
 */
function takeView(seat, game, atMs) {
  const change = takeGame(state, seat, game, atMs);
  if (seat === state.table?.you) {
    caughtUp = live.state === "online";
    const again = frameAgain(state);
    if (again) live.send(again);
    sendNext();
  }
  if (change) changes.push({ seat, ...change });
  schedule();
}

/** @param {{n: number | null, code: string, seconds?: number}} refused */
function receiveRefusal(refused) {
  const move = takeRefusal(state, refused.n);
  if (move !== null) refuse(move, refused.code, refused);
}

/**
 * The answer to a command. While the socket is there it brings the table itself, maybe newer; games know their own order.
 *
 * @param {{table: Table, games: (Game | null)[]}} answer
 */
function takeAnswer({ table, games }) {
  if (live.state !== "online") receiveTable(table);
  games.forEach((game, seat) => game && receiveGame(seat === 0 ? 0 : 1, game));
}

// What is pressed

/** @param {string} move */
function play(move) {
  const game = ownGame(state);
  if (!game || game.ended || shownSeat(state) !== state.table?.you || isAwaited(state, move)) return;
  // With nothing under way the view is the server's last word, and says what is open.
  if (!state.sent && !state.queue.length && !game.open.includes(move)) return refuse(move, whyNot(move));
  press(state, move);
  if (live.state === "online") sendNext();
  else say(_("Off line. What you pressed goes out when the connection is back."), true);
  schedule();
}

/** @param {string} move */
function whyNot(move) {
  if (move === "+") return "stock_empty";
  if (move === "*") return "joker_used";
  return board.covering(move).length ? "card_covered" : "card_does_not_fit";
}

/**
 * A move that was refused changes nothing: its card stays, shakes, and a sentence says why.
 *
 * @param {string} move
 * @param {string} why
 * @param {Record<string, unknown>} [params]
 */
function refuse(move, why, params = {}) {
  const game = ownGame(state);
  if (!game) return;
  board.shake(move);
  say(refusal(why, move, game, board.covering(move)) ?? sentence(why, params), true);
}

function sendNext() {
  if (live.state !== "online" || !caughtUp) return;
  const frame = nextFrame(state, performance.now());
  if (frame && !live.send(frame)) connectionLost(state);
}

/** @param {number} clicks how many the mouse has made in quick order at this place; 0 for a key */
function turn(clicks) {
  const now = performance.now();
  if (clicks > 1 && now - turnedAt < DOUBLE_CLICK_MS) return;
  turnedAt = now;
  play("+");
}

/** @param {number | null} seat */
function watch(seat) {
  state.chosen = seat;
  const name = seat === null ? null : state.table?.seats[seat]?.name;
  say(name ? _("You are watching {name}.", { name }) : "");
}

buttonById("turn").addEventListener("click", (event) => turn("pointerType" in event && event.pointerType === "touch" ? 1 : event.detail));
buttonById("joker").addEventListener("click", () => play("*"));
listenToKeys({
  playing: () => root.dataset.phase === "play",
  turn: () => turn(0),
  joker: () => play("*"),
  move: board.move,
  help: commands.help,
});
switchBy(buttonById("mirror"), "mirror", (on) => {
  root.classList.toggle("mirrored", on);
});
switchBy(buttonById("hints"), "hints", (on) => {
  drawing.showHints(on);
  schedule();
});

// What is shown

/**
 * @param {string} text
 * @param {boolean} [refused]
 */
function say(text, refused = false) {
  voice.say(text, refused);
  schedule();
}

/** Draws with the next frame, however often it is asked. */
function schedule() {
  if (scheduled) return;
  scheduled = true;
  // Frames stand still in a page that nobody looks at; what it says must not.
  if (document.hidden) setTimeout(draw, 50);
  else requestAnimationFrame(draw);
}

function draw() {
  scheduled = false;
  if (!state.table) return voice.draw(null, false);
  const focused = document.activeElement;
  const came = changes;
  changes = [];
  const { game, playing } = drawing.draw(state.table, came);
  if (game) score.draw(game);
  score.tick();
  commands.draw(playing);
  voice.draw(game, playing);
  drawing.keepFocus(focused);
}

setInterval(score.tick, TICK_MS);
voice.connection(live.state, 0);
void loadSprite(sprite);
