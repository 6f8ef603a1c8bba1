// @ts-check
// What moves a replay: buttons, slider, rounds and keys.
import { _ } from "../words.js";
import { buttonById, byId, el, setText } from "../table/dom.js";
import { lastMove, roundsOf } from "./timeline.js";

/** @typedef {import("./timeline.js").Replay} Replay */

/**
 * @typedef {object} Hands
 * @property {(n: number) => void} go shows a move
 * @property {(by: number) => void} step
 * @property {() => void} toEnd
 * @property {() => void} toggle plays or pauses
 * @property {(speed: number) => void} speed
 */

/** @param {Hands} hands */
export function newControls(hands) {
  const slider = /** @type {HTMLInputElement} */ (byId("slider"));
  const speed = /** @type {HTMLSelectElement} */ (byId("speed"));
  const rounds = byId("rounds");
  const play = buttonById("play");
  /** @type {{round: number, n: number}[]} */
  let starts = [];

  buttonById("to-begin").addEventListener("click", () => hands.go(0));
  buttonById("step-back").addEventListener("click", () => hands.step(-1));
  buttonById("step-on").addEventListener("click", () => hands.step(1));
  buttonById("to-end").addEventListener("click", hands.toEnd);
  play.addEventListener("click", hands.toggle);
  slider.addEventListener("input", () => hands.go(Number(slider.value)));
  speed.addEventListener("change", () => hands.speed(Number(speed.value)));
  rounds.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("button") : null;
    if (button) hands.go(Number(button.dataset.n));
  });
  hands.speed(Number(speed.value));
  listenToKeys(hands);

  return {
    /** @param {Replay} replay the game whose moves are stepped through */
    show(replay) {
      slider.max = String(lastMove(replay));
      starts = roundsOf(replay);
      rounds.replaceChildren(...starts.map(({ round, n }) =>
        el("button", { type: "button", class: "knob knob-small", "data-n": String(n), "aria-label": _("Round {n}", { n: round }) }, String(round))));
    },

    /**
     * @param {number} n
     * @param {string} sentence what happened with it
     */
    draw(n, sentence) {
      slider.value = String(n);
      const at = _("Move {n} of {all}", { n, all: slider.max });
      slider.setAttribute("aria-valuetext", at);
      setText(byId("at-move"), at);
      setText(byId("at-words"), sentence);
      const round = starts.filter((start) => start.n <= n).at(-1)?.round;
      [...rounds.children].forEach((button, index) => {
        if (starts[index]?.round === round) button.setAttribute("aria-current", "true");
        else button.removeAttribute("aria-current");
      });
    },

    /** @param {boolean} playing */
    drawState(playing) {
      setText(play, playing ? _("Pause") : _("Play"));
      play.classList.toggle("playing", playing);
    },
  };
}

/** Keys work wherever the focus is, but where an element has a use of its own for them. @param {Hands} hands */
function listenToKeys({ go, step, toEnd, toggle }) {
  /** @type {Record<string, () => void>} */
  const keys = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => go(0), End: toEnd };
  /** @type {Record<string, () => void>} */
  const ledgerKeys = { ArrowUp: () => step(-1), ArrowDown: () => step(1) };

  addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const at = target instanceof Element ? target : document.body;
    if (at.closest("select, textarea, input:not([type=range]), [popover]")) return;
    const own = keys[key] ?? (at.closest("#ledger-rounds") ? ledgerKeys[key] : undefined);
    if (own && !at.matches("input")) own();
    else if (key === " " && !at.closest("button, a, summary")) event.repeat || toggle();
    else return;
    event.preventDefault();
  });
}
