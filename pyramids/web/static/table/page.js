// @ts-check
// A page on which one plays: draws what comes once a frame, and sends what is pressed. Of where it comes from, and of what
// else the page offers, it knows what it is given: a table's page and a try's are both made of it.
import { _ } from "../words.js";
import { sayAnnounced } from "../site/announce.js";
import { noBeginner } from "../site/beginner.js";
import { sentence } from "../site/codes.js";
import { buttonById, byId } from "./dom.js";
import { newDrawing } from "./drawing.js";
import { loadSprite } from "./faces.js";
import { listenToKeys } from "./keys.js";
import { refusal } from "./say.js";
import { newScore } from "./score.js";
import { switchBy } from "./settings.js";
import { connectionLost, frameAgain, isAwaited, mostRounds, nextFrame, ownGame, press, shownSeat, takeGame, takeRefusal } from "./state.js";
import { newVoice } from "./voice.js";

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./state.js").State} State */

// A second press of the mouse within this time is the second half of a double click (E10), not another move. Fingers double-click
// nothing: two quick taps are two moves, unless the first still awaits its answer.
const DOUBLE_CLICK_MS = 250;
const TICK_MS = 200;

/**
 * @param {object} needs
 * @param {State} needs.state
 * @param {() => import("../net.js").Connection | null} needs.line the line to the server, or null while there is none
 * @param {{draw: (state: State) => void}} needs.panel
 * @param {{draw: (table: Table) => void}} needs.seats
 * @param {() => {help: () => void, draw: (playing: boolean) => void}} needs.commands
 */
export function newPage({ state, line, panel, seats, commands }) {
  const root = byId("table");
  const voice = newVoice();
  const score = newScore(state, say);
  const drawing = newDrawing({ root, state, say: voice.say, onCard: play, onResize: schedule, panel, seats });
  const { board } = drawing;

  /** The views that came since the last frame was drawn. @type {import("./drawing.js").SeatChange[]} */
  let changes = [];
  let scheduled = false;
  // Whether the own game's view has come since the connection is there: only then is it known what to send.
  let caughtUp = false;
  let turnedAt = -Infinity;

  function isOnline() {
    return line()?.state === "online";
  }

  // What comes in

  /**
   * @param {0 | 1} seat
   * @param {Game} game
   * @param {number} atMs when it came
   */
  function takeView(seat, game, atMs) {
    const change = takeGame(state, seat, game, atMs);
    if (seat === state.table?.you) {
      if (!caughtUp) noBeginner();
      caughtUp = isOnline();
      const again = frameAgain(state);
      if (again) line()?.send(again);
      sendNext();
    }
    if (change) changes.push({ seat, ...change });
    schedule();
  }

  /** @param {{n: number | null, code: string, seconds?: number}} refused */
  function takeRefused(refused) {
    const move = takeRefusal(state, refused.n);
    if (move !== null) refuse(move, refused.code, refused);
  }

  /**
   * @param {import("../net.js").State} next
   * @param {number} closeCode
   */
  function takeState(next, closeCode) {
    voice.connection(next, closeCode);
    caughtUp = false;
    if (next !== "online") connectionLost(state);
    schedule();
  }

  // What is pressed

  /** @param {string} move */
  function play(move) {
    const game = ownGame(state);
    if (!game || game.ended || shownSeat(state) !== state.table?.you || isAwaited(state, move)) return;
    // With nothing under way the view is the server's last word, and says what is open.
    if (!state.sent && !state.queue.length && !game.open.includes(move)) return refuse(move, whyNot(move));
    press(state, move);
    if (isOnline()) sendNext();
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
    if (!isOnline() || !caughtUp) return;
    const frame = nextFrame(state, performance.now());
    if (frame && !line()?.send(frame)) connectionLost(state);
  }

  /** @param {number} clicks how many the mouse has made in quick order at this place; 0 for a key */
  function turn(clicks) {
    const now = performance.now();
    if (clicks > 1 && now - turnedAt < DOUBLE_CLICK_MS) return;
    turnedAt = now;
    play("+");
  }

  buttonById("turn").addEventListener("click", (event) => turn("pointerType" in event && event.pointerType === "touch" ? 1 : event.detail));
  buttonById("joker").addEventListener("click", () => play("*"));
  listenToKeys({
    playing: () => root.dataset.phase === "play",
    turn: () => turn(0),
    joker: () => play("*"),
    move: board.move,
    help: () => commands().help(),
  });
  switchBy(buttonById("mirror"), "mirror", (on) => {
    root.classList.toggle("mirrored", on);
  });
  switchBy(buttonById("hints"), "hints", (on) => {
    drawing.showHints(on);
    schedule();
  });

  // What is shown

  sayAnnounced(say);

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
    const rounds = mostRounds(state);
    if (!state.table) return voice.draw(null, false, rounds);
    const focused = document.activeElement;
    const came = changes;
    changes = [];
    const { game, playing } = drawing.draw(state.table, came);
    if (game) score.draw(game);
    score.tick();
    commands().draw(playing);
    voice.draw(game, playing, rounds);
    drawing.keepFocus(focused);
  }

  setInterval(score.tick, TICK_MS);
  void loadSprite(root.dataset.sprite ?? "");
  return { say, schedule, takeView, takeRefused, takeState };
}
