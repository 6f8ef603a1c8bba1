// @ts-check
// What lies under the pyramid: the fan of face-down cards, the pile and the Joker.
import { backOf, faceOf } from "./faces.js";
import { tiltOf } from "./flights.js";
import { el, setText } from "./dom.js";
import { pileLabel, turnLabel } from "./say.js";

export const FAN_LENGTH = 23;
// So many cards of the pile are drawn; those beneath them cannot be seen.
const PILE_DEPTH = 3;

/**
 * @typedef {object} TrayDrawing
 * @property {number} fan
 * @property {string} pile
 * @property {boolean} joker whether the Joker is still to be played
 * @property {boolean} playing whether this viewer plays
 * @property {boolean} fine
 */

/** @param {{turn: HTMLButtonElement, joker: HTMLButtonElement, pile: HTMLElement}} parts */
export function newTray({ turn, joker, pile }) {
  const fan = el("span", { class: "fan" });
  const left = el("span", { class: "fan-left" });
  const backs = Array.from({ length: FAN_LENGTH }, (_, index) => {
    const back = el("span", { class: "fan-card" }, backOf());
    back.style.setProperty("--i", String(index));
    return back;
  });
  fan.append(...backs, left);
  turn.append(fan);
  const stack = el("span", { class: "stack" });
  pile.append(stack);

  let jokerFine = /** @type {boolean | null} */ (null);
  let fine = false;
  let top = "";
  let flying = 0;

  /** @param {string} card */
  function lay(card) {
    const face = faceOf(card, fine);
    face.style.setProperty("--tilt", `${tiltOf(card)}deg`);
    stack.append(face);
    while (stack.childElementCount > PILE_DEPTH) stack.firstElementChild?.remove();
    stack.dataset.top = card;
  }

  function settle() {
    if (!flying && top && stack.dataset.top !== top) lay(top);
  }

  return {
    /** @param {TrayDrawing} drawing */
    draw(drawing) {
      turn.style.setProperty("--n", String(Math.max(1, drawing.fan)));
      turn.classList.toggle("used-up", drawing.fan === 0);
      backs.forEach((back, index) => back.classList.toggle("gone", index >= drawing.fan));
      setText(left, String(drawing.fan));
      const label = turnLabel(drawing.fan);
      if (turn.getAttribute("aria-label") !== label) turn.setAttribute("aria-label", label);
      turn.disabled = !drawing.playing || drawing.fan === 0;
      joker.disabled = !drawing.playing || !drawing.joker;
      joker.classList.toggle("used-up", !drawing.joker);
      if (jokerFine !== drawing.fine) {
        jokerFine = drawing.fine;
        joker.replaceChildren(faceOf("*", drawing.fine));
      }
      if (fine !== drawing.fine) {
        fine = drawing.fine;
        stack.replaceChildren();
        stack.dataset.top = "";
      }
      top = drawing.pile;
      const name = top && pileLabel(top);
      if (pile.getAttribute("aria-label") !== name) pile.setAttribute("aria-label", name);
      settle();
    },

    /** A new round, or another player's board: the pile begins anew. */
    clear() {
      stack.replaceChildren();
      stack.dataset.top = "";
      flying = 0;
    },

    /**
     * A card is on its way: the pile shows it when it has landed.
     *
     * @param {string} card
     * @param {Promise<void>} landing
     */
    await(card, landing) {
      flying += 1;
      void landing.then(() => {
        flying = Math.max(0, flying - 1);
        if (flying || card === top) lay(card);
        settle();
      });
    },

    /** Where the next face-down card lies. */
    fanBox() {
      const left = backs.filter((back) => !back.classList.contains("gone"));
      return (left.at(-1) ?? turn).getBoundingClientRect();
    },

    jokerBox() {
      return joker.getBoundingClientRect();
    },

    pileBox() {
      return pile.getBoundingClientRect();
    },
  };
}
