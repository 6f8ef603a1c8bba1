// @ts-check
// One exercise of the help. It holds no rules: the server has sent every step, and for each move the step that it leads to.
import { noBeginner } from "../site/beginner.js";
import { _ } from "../words.js";
import { newBoard } from "../table/board.js";
import { setText } from "../table/dom.js";
import { tiltOf } from "../table/flights.js";
import { fits, moveSentence, refusal } from "../table/say.js";
import { newTray } from "../table/tray.js";

/**
 * @typedef {object} Step
 * @property {string[]} cards
 * @property {string} pile
 * @property {number} fan
 * @property {boolean} joker
 * @property {number} points
 * @property {number} sequence
 * @property {Record<string, number>} open the number of the step after each open move
 * @property {Record<string, string>} refused the code of the refusal of each other move
 * @property {boolean} done
 * @property {boolean} stuck
 */

/** @typedef {{rows: number[], covers: number[][], hints: boolean, rival_points: number | null, steps: [Step, ...Step[]]}} Exercise */

/**
 * @param {HTMLElement} root
 * @param {object} needs
 * @param {ReturnType<typeof import("../table/flights.js").newFlights>} needs.flights
 * @param {(text: string) => void} needs.say
 */
export function newLesson(root, { flights, say }) {
  /** @type {Exercise} */
  const { rows, covers, hints, rival_points: rival, steps } = JSON.parse(root.dataset.exercise ?? "");
  const [first] = steps;
  const parts = {
    board: part(".board"),
    said: part(".said"),
    points: part(".lesson-points"),
    sequence: part(".lesson-sequence"),
    turn: /** @type {HTMLButtonElement} */ (part(".turn")),
    joker: /** @type {HTMLButtonElement} */ (part(".joker")),
    pile: part(".pile"),
    again: part(".lesson-again"),
    next: root.querySelector(".lesson-next"),
  };
  const board = newBoard(parts.board, { rows, covers }, (place) => play(board.cardAt(place)));
  const tray = newTray(parts);
  let step = first;
  let text = "";
  let isRefusal = false;

  parts.turn.closest(".fan-room")?.toggleAttribute("hidden", !first.fan);
  parts.joker.hidden = !first.joker;
  // The second click of a double click turns no second card (E10). Fingers double-click nothing.
  parts.turn.addEventListener("click", (event) => {
    const touched = "pointerType" in event && event.pointerType === "touch";
    if (touched || event.detail < 2) play("+");
  });
  parts.joker.addEventListener("click", () => play("*"));
  parts.again.addEventListener("click", begin);
  draw();

  /** @param {string} selector */
  function part(selector) {
    return /** @type {HTMLElement} */ (root.querySelector(selector));
  }

  function begin() {
    tray.clear();
    tell("", first);
    draw();
    say([_("From the beginning."), ...scoreAndFits()].join(" "));
    board.focus();
  }

  /**
   * @param {string} sentence
   * @param {Step} next
   * @param {boolean} [asRefusal]
   */
  function tell(sentence, next, asRefusal = false) {
    [text, step, isRefusal] = [sentence, next, asRefusal];
  }

  /** @param {string} move */
  function play(move) {
    const next = steps[step.open[move] ?? -1];
    if (!next) return refuse(move);
    const last = { move, points: next.points - step.points, cleared: next.cards.every((card) => !card) };
    fly(move, next, last.points);
    tell([moveSentence({ pile: next.pile, last, ended: null }, null), ending(next)].filter(Boolean).join(" "), next);
    if (next.done) noBeginner();
    redraw();
  }

  /** @param {string} move */
  function refuse(move) {
    const code = step.refused[move];
    const reason = code && refusal(code, move, step, board.covering(move));
    if (!reason || (move === "*" && !first.joker)) return;
    board.shake(move);
    tell(reason, step, true);
    redraw();
  }

  /**
   * @param {string} move
   * @param {Step} next
   * @param {number} points
   */
  function fly(move, next, points) {
    const card = move === "+" ? next.pile : move;
    const from = move === "+" ? tray.fanBox() : move === "*" ? tray.jokerBox() : board.boxOf(card);
    const to = tray.pileBox();
    if (from) tray.await(card, flights.fly(card, from, to, { fine: false, tilt: tiltOf(card), faceDown: move === "+" }));
    flights.points(points, to);
  }

  /** @param {Step} after */
  function ending(after) {
    if (!after.done && !after.stuck) return "";
    if (rival !== null) return verdict(after.points, rival);
    return after.done ? (root.dataset.done ?? "") : _("No free card fits, and nothing is left to turn. Try again.");
  }

  /** What is said with every step beside what happened: the score and, while it goes on, which cards fit. */
  function scoreAndFits() {
    const points = _("Score {score}.", { score: step.points });
    return step.done || step.stuck ? [points] : [points, fits({ pile: step.pile, open: Object.keys(step.open) })];
  }

  function redraw() {
    const hadFocus = root.contains(document.activeElement);
    draw();
    say([text, ...scoreAndFits()].join(" "));
    if (!hadFocus || isHeld(document.activeElement)) return;
    if (board.focus()) return;
    const goal = step.done && parts.next instanceof HTMLElement ? parts.next : parts.again;
    goal.focus({ preventScroll: true });
  }

  /** @param {Element | null} focused */
  function isHeld(focused) {
    return focused !== null && root.contains(focused) && !focused.matches(":disabled");
  }

  function draw() {
    const goesOn = !step.done && !step.stuck;
    board.draw({
      mode: goesOn ? "play" : "watch",
      cards: step.cards,
      fitting: hints || isRefusal ? Object.keys(step.open) : [],
      isAwaited: () => false,
      fine: false,
      dealt: false,
    });
    tray.draw({ fan: step.fan, pile: step.pile, joker: step.joker, playing: goesOn, fine: false });
    setText(parts.points, String(step.points));
    setText(parts.sequence, String(step.sequence));
    parts.said.replaceChildren(text);
    parts.said.classList.toggle("refused", isRefusal);
    root.classList.toggle("done", step.done);
    root.classList.toggle("stuck", step.stuck && !step.done);
    parts.next?.toggleAttribute("hidden", !step.done);
  }

  return {
    root,
    play,
    move: board.move,
    playing: () => !step.done && !step.stuck,
  };
}

/**
 * How the duel with somebody who has played the same cards ends.
 *
 * @param {number} you
 * @param {number} other
 */
function verdict(you, other) {
  const points = { you, other };
  if (you > other) return _("You have {you} points, the other player {other}. More points win: you win!", points);
  if (you < other) return _("You have {you} points, the other player {other}. More points win: try again.", points);
  return _("You both have {you} points. In a duel less playing time would win now.", points);
}
