// @ts-check
// The table's page: takes what the socket brings, draws it once a frame, and sends what is pressed.
import { connect } from "../net.js";
import { _, ngettext } from "../words.js";
import { goToTable, post } from "../site/api.js";
import { sentence } from "../site/codes.js";
import { newBoard } from "./board.js";
import { startDialogs } from "./dialogs.js";
import { buttonById, byId, setText } from "./dom.js";
import { loadSprite } from "./faces.js";
import { newFlights, tiltOf } from "./flights.js";
import { listenToKeys } from "./keys.js";
import { newPanel, newScore, newSeats, phaseOf } from "./panel.js";
import { cardWithin } from "./cards.js";
import { ending, fits, moveSentence, outcome, refusal, signed, standing } from "./say.js";
import { switchBy } from "./settings.js";
import { connectionLost, frameAgain, isAwaited, leftMs, newState, nextFrame, ownGame, press, shownSeat, takeGame, takeRefusal, takeTable } from "./state.js";
import { FAN_LENGTH, newTray } from "./tray.js";

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Game} Game */

const root = byId("table");
const { code = "", home = "/", check = "", sprite = "" } = root.dataset;
const api = `/api/tables/${code}`;

// A second press of the mouse within this time is the second half of a double click (E10), not another move.
const DOUBLE_CLICK_MS = 250;
const WARN_AT_MS = [60_000, 30_000, 10_000];
// From this width of a card on, in CSS pixels, its printed pips can be told apart.
const FINE_FROM_PX = 74;

const state = newState();
const board = newBoard(byId("board"), JSON.parse(root.dataset.geometry ?? ""), (place) => play(board.cardAt(place)));
const turnButton = buttonById("turn");
const jokerButton = buttonById("joker");
const tray = newTray({ turn: turnButton, joker: jokerButton, pile: byId("pile") });
const flights = newFlights(byId("flights"));
const panel = newPanel(byId("panel"), byId("facts"), { check, exported: `${api}/export` });
const seats = newSeats(byId("seats"));
const score = newScore({
  points: byId("points"),
  sequence: byId("sequence"),
  next: byId("sequence-next"),
  round: byId("round"),
  marks: byId("round-marks"),
  time: byId("time"),
  clock: byId("clock"),
});

/** What was said last: a sentence about a move, a refusal or the connection. */
let said = { text: "", refused: false };
/** The result, from when the table is over until it has been said. */
let decided = "";
let hints = false;
let fineBoard = false;
let fineTray = false;
/** The views that came since the last frame was drawn. @type {{seat: 0 | 1, before: Game | null, after: Game}[]} */
let changes = [];
let drawnSeat = /** @type {number | null} */ (null);
let drawnPhase = "wait";
let scheduled = false;
// Whether the own game's view has come since the connection is there: only then is it known what to send.
let caughtUp = false;
let wasLost = false;
let tablesTaken = 0;
let turnedAt = -Infinity;
let warned = Infinity;
let clockKey = "";

// What comes in

const live = connect(`${api}/live`, {
  onMessage(frame) {
    if (frame.type === "table") receiveTable(frame.table);
    else if (frame.type === "game") receiveGame(frame.seat, frame.game);
    else if (frame.type === "refused") receiveRefusal(frame);
  },
  onState(next, closeCode) {
    showConnection(next, closeCode);
    caughtUp = false;
    if (next !== "online") connectionLost(state);
  },
});

/** @param {Table} table */
function receiveTable(table) {
  const before = state.table;
  takeTable(state, table);
  tablesTaken += 1;
  if (before) sayWhoCame(before, table);
  if (table.over && before && !before.over) {
    decided = outcomeText(table);
    celebrateWin(table);
  }
  schedule();
}

/** @param {Table} table */
function celebrateWin(table) {
  const { title, won } = outcome(table);
  if (!won || table.you === null) return;
  const points = table.result?.seats[table.you]?.score ?? 0;
  flights.celebrate(title, ngettext("{n} point", "{n} points", points), byId("board").getBoundingClientRect());
}

/** @param {Table} table */
function outcomeText(table) {
  const { title, text } = outcome(table);
  return `${closed(title)} ${text}`;
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
  const change = takeGame(state, seat, game, performance.now());
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
  schedule();
}

// What is pressed

/** @param {string} move */
function play(move) {
  const game = ownGame(state);
  if (!game || game.ended || shownSeat(state) !== state.table?.you || isAwaited(state, move)) return;
  // With nothing under way the view is the server's last word, and says what is open.
  if (!state.sent && !state.queue.length && !game.open.includes(move)) {
    refuse(move, whyNot(move));
  } else {
    press(state, move);
    if (live.state === "online") sendNext();
    else say(_("Off line. What you pressed goes out when the connection is back."), true);
  }
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

/** @param {MouseEvent} event */
function turn({ detail = 0 }) {
  const now = performance.now();
  if (detail > 1 && now - turnedAt < DOUBLE_CLICK_MS) return;
  turnedAt = now;
  play("+");
}

turnButton.addEventListener("click", turn);
jokerButton.addEventListener("click", () => play("*"));

/** The commands that await their answer. @type {Set<string>} */
const asked = new Set();

/** @param {string} command */
async function ask(command) {
  if (asked.has(command)) return;
  asked.add(command);
  const known = tablesTaken;
  const answer = await post(`${api}/${command}`, {});
  asked.delete(command);
  if (!answer.ok) return say(answer.sentence, true);
  if (command === "leave") return location.assign(home);
  if (command === "again") return goToTable(answer.body.code);
  // The socket may have brought a newer view meanwhile; games know their own order.
  if (known === tablesTaken) receiveTable(answer.body.table);
  answer.body.games.forEach((/** @type {Game | null} */ game, /** @type {number} */ seat) => {
    if (game) receiveGame(seat === 0 ? 0 : 1, game);
  });
}

const dialogs = startDialogs({
  end: () => void ask("end"),
  leave: () => void ask("leave"),
});

for (const command of ["start", "join", "again"]) byId(command).addEventListener("click", () => void ask(command));
byId("end").addEventListener("click", () => dialogs.open("end-dialog"));
byId("leave").addEventListener("click", () => {
  const game = ownGame(state);
  if (game && !game.ended) dialogs.open("leave-dialog");
  else void ask("leave");
});
byId("invite").addEventListener("click", () => dialogs.open("invite-dialog"));
byId("options").addEventListener("click", () => dialogs.open("options-dialog"));
byId("help").addEventListener("click", () => dialogs.open("help-dialog"));
byId("watch").addEventListener("click", () => watch(state.table?.you === 0 ? 1 : 0));
byId("back").addEventListener("click", () => watch(null));
for (const at of [0, 1]) byId(`watch-${at}`).addEventListener("click", () => watch(at));

/** @param {number | null} seat */
function watch(seat) {
  state.chosen = seat;
  const name = seat === null ? null : state.table?.seats[seat]?.name;
  say(name ? _("You are watching {name}.", { name }) : "");
  schedule();
}

listenToKeys({
  playing: () => drawnPhase === "play",
  turn: () => turn(new MouseEvent("click")),
  joker: () => play("*"),
  move: (direction) => board.move(direction),
  help: () => dialogs.open("help-dialog"),
});

switchBy(buttonById("mirror"), "mirror", (on) => {
  root.classList.toggle("mirrored", on);
});
switchBy(buttonById("hints"), "hints", (on) => {
  hints = on;
  schedule();
});

// What is said

/**
 * @param {string} text
 * @param {boolean} [refused]
 */
function say(text, refused = false) {
  said = { text, refused };
  schedule();
}

/** @param {import("../net.js").State} next @param {number} closeCode */
function showConnection(next, closeCode) {
  const place = byId("connection");
  const text = {
    connecting: _("Connecting…"),
    online: "",
    offline: _("Off line. Trying to come back…"),
    gone: closeCode === 4404 ? _("There is no such table.") : _("The server does not take this page's connection."),
  }[next];
  place.hidden = !text;
  setText(place, text);
  if (next === "connecting") return;
  if (text) say(text, true);
  else if (wasLost) say(_("Back on line."));
  wasLost = next !== "online";
}

// Drawing, once a frame

function schedule() {
  if (scheduled) return;
  scheduled = true;
  // Frames stand still in a page that nobody looks at; what it says must not.
  if (document.hidden) setTimeout(draw, 50);
  else requestAnimationFrame(draw);
}

function draw() {
  scheduled = false;
  const { table } = state;
  if (!table) return drawStatus(null);
  const seat = shownSeat(state);
  const game = seat === null ? null : (state.games[seat] ?? null);
  const phase = phaseOf(state);
  const focused = document.activeElement;
  const moved = changes.filter((change) => change.seat === seat);
  changes = [];

  root.dataset.phase = phase;
  root.classList.toggle("with-game", Boolean(game));
  byId("tray").inert = !game;
  const switched = seat !== drawnSeat;
  const dealt = drawMoves(moved, switched);
  if (decided) say(decided);
  decided = "";
  if (switched) tray.clear();
  if (game) drawGame(table, game, phase === "play", dealt);
  else drawBacks();
  seats.draw(table);
  panel.draw(state);
  drawActions(table, phase);
  drawStatus(game);
  keepFocus(focused, phase);
  drawnSeat = seat;
  drawnPhase = phase;
}

/**
 * @param {Table} table
 * @param {Game} game
 * @param {boolean} playing
 * @param {boolean} dealt
 */
function drawGame(table, game, playing, dealt) {
  board.draw({
    mode: playing ? "play" : "watch",
    cards: game.cards,
    fitting: hints && playing ? game.open : [],
    isAwaited: (card) => isAwaited(state, card),
    fine: fineBoard,
    dealt,
  });
  tray.draw({ fan: game.fan, pile: game.pile, joker: game.joker, playing, fine: fineTray });
  score.draw(game);
  tick();
  byId("board").setAttribute("aria-label", _("Pyramid"));
  root.dataset.board = table.board;
}

function drawBacks() {
  tray.draw({ fan: FAN_LENGTH, pile: "", joker: true, playing: false, fine: fineTray });
  board.draw({ mode: "backs", cards: [], fitting: [], isAwaited: () => false, fine: fineBoard, dealt: false });
}

/**
 * Shows the moves that led to the new views, and says the last. Gives whether new cards lie on the board.
 *
 * @param {{before: Game | null, after: Game}[]} moved
 * @param {boolean} switched
 * @returns {boolean}
 */
function drawMoves(moved, switched) {
  let dealt = false;
  // Views that came while nobody looked are drawn, not played back.
  const shown = !switched && moved.length <= 12;
  for (const { before, after } of moved) {
    let text = "";
    if (!before) {
      dealt ||= shown && after.n === 0;
      if (drawnPhase === "before" && after.n === 0) say(_("The clock is running. Pile: {card}.", { card: cardWithin(after.pile) }));
      continue;
    }
    if (after.n === before.n + 1 && after.last) {
      text = moveSentence(after, watchedName());
      say(text);
      if (shown) animate(after);
      dealt ||= shown && after.last.cleared;
    }
    if (after.ended && !before.ended) sayEnd(after, text);
  }
  return dealt;
}

/**
 * Says how a game ended, after the move that ended it, and the result where that is known.
 *
 * @param {Game} game
 * @param {string} moved
 */
function sayEnd(game, moved) {
  const { title, text } = ending(game, watchedName());
  const result = state.table?.over ? outcomeText(state.table) : "";
  decided = "";
  say([moved, closed(title), text, result].filter(Boolean).join(" "));
}

/**
 * A title as a sentence among others.
 *
 * @param {string} title
 */
function closed(title) {
  return /[.!?…]$/.test(title) ? title : `${title}.`;
}

/** @returns {string | null} */
function watchedName() {
  const seat = shownSeat(state);
  if (seat === null || seat === state.table?.you) return null;
  return state.table?.seats[seat]?.name ?? "";
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
  if (from) tray.await(card, flights.fly(card, from, to, { fine: fineTray, tilt: tiltOf(card), faceDown: last.move === "+" }));
  flights.points(last.points, to);
  if (last.cleared) {
    flights.celebrate(_("Round {n} cleared!", { n: round - 1 }), signed(last.points), byId("board").getBoundingClientRect());
  }
}

/**
 * @param {Table} table
 * @param {string} phase
 */
function drawActions(table, phase) {
  const offered = new Set(table.offers);
  const seated = table.you !== null;
  const away = seated && state.chosen !== null && state.chosen !== table.you;
  /** @type {Record<string, boolean>} */
  const wanted = {
    start: offered.has("start"),
    join: offered.has("join"),
    watch: seated && offered.has("watch") && !away,
    back: away,
    again: offered.has("again"),
    invite: offered.has("invite") && seated,
    end: offered.has("end") && phase === "play",
    leave: offered.has("leave") && seated,
  };
  for (const [id, shown] of Object.entries(wanted)) byId(id).hidden = !shown;
  // While somebody still plays watching is the thing to do.
  byId("watch").classList.toggle("knob-main", !table.over);
  const both = !seated && state.games[0] !== null && state.games[1] !== null;
  byId("players").hidden = !both;
  for (const at of [0, 1]) {
    const button = byId(`watch-${at}`);
    setText(button, table.seats[at]?.name ?? "");
    button.setAttribute("aria-pressed", String(shownSeat(state) === at));
  }
}

/** @param {Game | null} game */
function drawStatus(game) {
  const parts = said.text ? [said.text] : [];
  if (game) parts.push(...standing(game));
  if (game && drawnOrPlaying(game)) parts.push(fits(game));
  setText(byId("status"), parts.join(" "));
  const visible = byId("said");
  setText(visible, said.text);
  visible.classList.toggle("refused", said.refused);
}

/** @param {Game} game */
function drawnOrPlaying(game) {
  return game === ownGame(state) && !game.ended;
}

/**
 * The focus goes on to the nearest sensible place when what had it is gone, hidden or used up.
 *
 * @param {Element | null} focused
 * @param {string} phase
 */
function keepFocus(focused, phase) {
  if (!focused || focused === document.body) return;
  const lost = !focused.isConnected || focused.matches(":disabled") || focused.closest("[hidden]");
  if (!lost || board.hasFocus()) return;
  if (phase === "play" && board.focus()) return;
  byId("panel").querySelector("h2")?.focus({ preventScroll: true });
}

// The clock

function tick() {
  const seat = shownSeat(state);
  const game = seat === null ? null : state.games[seat];
  if (seat === null || !game || !state.table) return;
  const passed = performance.now() - (state.receivedAt[seat] ?? 0);
  const left = leftMs(game, passed);
  score.time(left, state.table.minutes * 60_000, { waiting: !game.ended && passed < game.pause_ms, ended: game.ended !== null });
  warn(game, left);
}

/**
 * Says once each when the time runs short.
 *
 * @param {Game} game
 * @param {number} left
 */
function warn(game, left) {
  if (game !== ownGame(state) || game.ended) return;
  const key = String(game.round);
  if (key !== clockKey) [clockKey, warned] = [key, left];
  const mark = WARN_AT_MS.find((at) => left <= at && warned > at);
  warned = left;
  if (mark) say(ngettext("{n} second left.", "{n} seconds left.", Math.ceil(mark / 1000)));
}

setInterval(tick, 200);

// The size of the cards decides how they are drawn.
new ResizeObserver(() => {
  const [onBoard, onTray] = [byId("probe").offsetWidth >= FINE_FROM_PX, byId("pile").offsetWidth >= FINE_FROM_PX];
  if (onBoard === fineBoard && onTray === fineTray) return;
  [fineBoard, fineTray] = [onBoard, onTray];
  schedule();
}).observe(byId("board"));

showConnection(live.state, 0);
void loadSprite(sprite);
