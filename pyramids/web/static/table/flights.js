// @ts-check
// Everything that moves for show. It lies in a layer of its own that no pointer can hit, and nothing waits for it.
import { backOf, faceOf } from "./faces.js";
import { el, motionIsReduced } from "./dom.js";

const FLIGHT_MS = 300;
const GLIDE = "cubic-bezier(.25, .75, .3, 1)";

/** @typedef {{left: number, top: number, width: number, height: number}} Box */

/** @param {HTMLElement} layer */
export function newFlights(layer) {
  let aside = 0.3;

  /**
   * @param {Element} thing
   * @param {Keyframe[]} frames
   * @param {KeyframeAnimationOptions} timing
   */
  function show(thing, frames, timing) {
    layer.append(thing);
    const animation = thing.animate(frames, { fill: "both", ...timing });
    return animation.finished.catch(() => {}).then(() => thing.remove());
  }

  return {
    /**
     * A card flies from one box to another, turning over on the way when it lay face down.
     *
     * @param {string} card
     * @param {Box} from
     * @param {Box} to
     * @param {{fine: boolean, tilt: number, faceDown?: boolean}} how
     * @returns {Promise<void>} when it has landed
     */
    async fly(card, from, to, { fine, tilt, faceDown = false }) {
      if (motionIsReduced() || document.hidden || !from.width || !to.width) return;
      const flyer = el("div", { class: "flyer" }, faceOf(card, fine));
      if (faceDown) flyer.append(backOf());
      flyer.style.setProperty("--w", `${to.width}px`);
      const scale = from.width / to.width;
      const x = from.left + from.width / 2 - to.width / 2;
      const y = from.top + from.height / 2 - to.height / 2;
      const over = faceDown ? " rotateY(180deg)" : "";
      const half = faceDown ? " rotateY(80deg)" : "";
      await show(
        flyer,
        [
          { transform: `translate(${x}px, ${y}px) scale(${scale})${over}` },
          { transform: `translate(${(x + to.left) / 2}px, ${(y + to.top) / 2 - 18}px) scale(${((1 + scale) / 2) * 1.14}) rotate(${tilt / 2}deg)${half}`, offset: 0.45 },
          { transform: `translate(${to.left}px, ${to.top}px) scale(1) rotate(${tilt}deg)` },
        ],
        { duration: FLIGHT_MS, easing: GLIDE },
      );
    },

    /**
     * The points of a move rise from the pile.
     *
     * @param {number} points
     * @param {Box} from
     */
    points(points, from) {
      if (document.hidden) return;
      const text = points > 0 ? `+${points}` : `−${-points}`;
      const rising = el("div", { class: points > 0 ? "rising gain" : "rising loss" }, text);
      // Points of quick moves rise side by side.
      aside = aside > 0 ? -0.3 : 0.3;
      rising.style.left = `${from.left + from.width * (0.5 + aside)}px`;
      rising.style.top = `${from.top}px`;
      // Where nothing shall move the points stand for a moment, and go.
      const frames = motionIsReduced()
        ? [{ opacity: 1 }, { opacity: 1 }]
        : [
            { transform: "translate(-50%, 10%) scale(.6)", opacity: 0 },
            { transform: "translate(-50%, -70%) scale(1.12)", opacity: 1, offset: 0.18 },
            { transform: "translate(-50%, -85%) scale(1)", opacity: 1, offset: 0.65 },
            { transform: "translate(-50%, -165%) scale(1)", opacity: 0 },
          ];
      void show(rising, frames, { duration: 1100, easing: "ease-out" });
    },

    /**
     * A round is cleared: gold rains from the middle of the board, over the next round's cards and out of their way.
     *
     * @param {string} title
     * @param {string} text
     * @param {Box} over
     */
    celebrate(title, text, over) {
      if (document.hidden) return;
      const still = motionIsReduced();
      const banner = el("div", { class: "banner" }, el("strong", {}, title), el("span", {}, text));
      banner.style.left = `${over.left + over.width / 2}px`;
      banner.style.top = `${over.top + over.height * 0.24}px`;
      const frames = still
        ? [{ opacity: 1 }, { opacity: 1 }]
        : [
            { transform: "translate(-50%, -50%) scale(.5)", opacity: 0 },
            { transform: "translate(-50%, -50%) scale(1.06)", opacity: 1, offset: 0.12 },
            { transform: "translate(-50%, -50%) scale(1)", opacity: 1, offset: 0.2 },
            { transform: "translate(-50%, -50%) scale(1)", opacity: 1, offset: 0.8 },
            { transform: "translate(-50%, -90%) scale(.96)", opacity: 0 },
          ];
      void show(banner, frames, { duration: 2000, easing: "ease-out" });
      if (!still) sparks(over);
    },

    /** Takes away all that is on its way. */
    clear() {
      layer.replaceChildren();
    },
  };

  /** @param {Box} over */
  function sparks(over) {
    const [x, y] = [over.left + over.width / 2, over.top + over.height * 0.32];
    const reach = Math.min(over.width, 900) * 0.55;
    for (let count = 0; count < 46; count += 1) {
      const spark = el("i", { class: `spark spark-${count % 4}` });
      const angle = (count / 46) * 2 * Math.PI + Math.random() * 0.3;
      const far = reach * (0.35 + 0.65 * Math.random());
      const [dx, dy] = [Math.cos(angle) * far, Math.sin(angle) * far * 0.62];
      const spin = 540 * (Math.random() - 0.5);
      void show(
        spark,
        [
          { transform: `translate(${x}px, ${y}px) scale(.2)`, opacity: 1 },
          { transform: `translate(${x + dx * 0.85}px, ${y + dy * 0.85}px) rotate(${spin}deg) scale(1)`, opacity: 1, offset: 0.45, easing: "ease-in" },
          { transform: `translate(${x + dx}px, ${y + dy + 150}px) rotate(${spin * 2}deg) scale(.7)`, opacity: 0 },
        ],
        { duration: 1300 + 700 * Math.random(), easing: "cubic-bezier(.1, .8, .3, 1)" },
      );
    }
  }
}

/**
 * A card that stays says so: it shakes, unless nothing shall move.
 *
 * @param {Element} face
 */
export function shake(face) {
  if (motionIsReduced()) return;
  face.animate([0, -7, 6, -4, 3, 0].map((x) => ({ transform: `translateX(${x}%)` })), { duration: 330, easing: "ease-out" });
}

/**
 * How far a card lies askew on the pile, in degrees: the same card always in the same way.
 *
 * @param {string} card
 */
export function tiltOf(card) {
  if (card === "*") return 0;
  return (((card.charCodeAt(0) * 7 + card.charCodeAt(1) * 13) % 9) - 4) * 0.9;
}
