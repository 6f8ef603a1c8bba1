// @ts-check
// The pyramid. Cards are buttons while their player plays, pictures while somebody watches, and backs before the start.
// A button is the card's place and never moves; what moves is the face in it, which no pointer can hit.
import { backOf, faceOf } from "./faces.js";
import { shake } from "./flights.js";
import { coveringPlaces, freePlaces, nearest, placesOf, step } from "./layout.js";
import { cardLabel } from "./say.js";
import { el, motionIsReduced } from "./dom.js";

/** @typedef {"backs" | "play" | "watch"} Mode */

/**
 * @typedef {object} Drawing
 * @property {Mode} mode
 * @property {string[]} cards
 * @property {string[]} fitting the cards to point out as fitting
 * @property {(card: string) => boolean} isAwaited whether a card was clicked and its answer has not come
 * @property {boolean} fine
 * @property {boolean} dealt whether these cards have just been dealt
 */

const DEAL_MS = 320;
const DEAL_STEP_MS = 14;

/**
 * @param {HTMLElement} root
 * @param {import("./layout.js").Geometry} geometry
 * @param {(place: number) => void} onCard
 */
export function newBoard(root, geometry, onCard) {
  const places = placesOf(geometry);
  root.style.setProperty("--columns", String(Math.max(...places.map(({ x }) => x)) + 1));
  root.style.setProperty("--rows", String(geometry.rows.length));

  /** @type {(HTMLElement | null)[]} */
  const nodes = places.map(() => null);
  /** What each node shows, to know when it must be made anew. @type {string[]} */
  const shown = places.map(() => "");
  /** @type {string[]} */
  let cards = places.map(() => "");
  /** @type {Mode} */
  let mode = "backs";
  // The one card that the Tab key leads to; the arrow keys move it.
  let current = places.length - 1;

  root.addEventListener("click", (event) => {
    const place = placeOf(event.target);
    if (place !== null && mode === "play") onCard(place);
  });
  root.addEventListener("focusin", (event) => {
    const place = placeOf(event.target);
    if (place !== null) setCurrent(place);
  });

  /** @param {EventTarget | null} target */
  function placeOf(target) {
    const node = target instanceof Element ? target.closest("[data-place]") : null;
    return node instanceof HTMLElement ? Number(node.dataset.place) : null;
  }

  /** @param {number} place */
  function setCurrent(place) {
    nodes[current]?.setAttribute("tabindex", "-1");
    current = place;
    nodes[current]?.setAttribute("tabindex", "0");
  }

  function free() {
    return freePlaces(geometry, places, cards);
  }

  /**
   * @param {number} place
   * @param {string} card
   * @param {boolean} fine
   */
  function make(place, card, fine) {
    const at = places[place];
    const face = mode === "backs" ? backOf() : faceOf(card, fine);
    const node =
      mode === "play"
        ? el("button", { type: "button", class: "card", tabindex: "-1" }, face)
        : el("div", mode === "watch" ? { class: "card", role: "img" } : { class: "card" }, face);
    node.dataset.place = String(place);
    node.style.setProperty("--x", String(at?.x ?? 0));
    node.style.setProperty("--row", String(at?.row ?? 0));
    return node;
  }

  /**
   * Keeps the order of the places in the document: later rows lie on earlier ones.
   *
   * @param {number} place
   * @param {HTMLElement} node
   */
  function insert(place, node) {
    const old = nodes[place];
    if (old) old.replaceWith(node);
    else root.insertBefore(node, nodes.slice(place + 1).find((later) => later) ?? null);
    nodes[place] = node;
  }

  /** @param {number} place */
  function remove(place) {
    nodes[place]?.remove();
    nodes[place] = null;
    shown[place] = "";
  }

  /** @param {Drawing} drawing */
  function drawCard(/** @type {number} */ place, drawing) {
    const card = drawing.cards[place] ?? "";
    const key = mode === "backs" ? "back" : card && `${mode} ${card} ${drawing.fine}`;
    if (!key) return remove(place);
    if (shown[place] !== key) {
      insert(place, make(place, card, drawing.fine));
      shown[place] = key;
    }
    const node = nodes[place];
    if (!node || mode === "backs") return;
    const covering = coveringPlaces(geometry, cards, place).map((other) => cards[other] ?? "");
    const label = cardLabel(card, covering);
    if (node.getAttribute("aria-label") !== label) node.setAttribute("aria-label", label);
    node.classList.toggle("covered", covering.length > 0);
    node.classList.toggle("fits", drawing.fitting.includes(card));
    node.classList.toggle("awaited", drawing.isAwaited(card));
  }

  function deal() {
    if (motionIsReduced() || document.hidden) return;
    nodes.forEach((node, place) => {
      node?.firstElementChild?.animate(
        [
          { transform: "translateY(60%) scale(.8)", opacity: 0 },
          { opacity: 1, offset: 0.3 },
          { transform: "none", opacity: 1 },
        ],
        { duration: DEAL_MS, delay: place * DEAL_STEP_MS, easing: "cubic-bezier(.2, .8, .3, 1)", fill: "backwards" },
      );
    });
  }

  return {
    places,

    /** @param {Drawing} drawing */
    draw(drawing) {
      const hadFocus = root.contains(document.activeElement);
      mode = drawing.mode;
      cards = drawing.cards;
      root.dataset.mode = mode;
      places.forEach((_, place) => drawCard(place, drawing));
      if (drawing.dealt) deal();
      if (mode !== "play") return;
      const goal = free().includes(current) ? current : nearest(places, free(), current);
      if (goal === undefined) return;
      setCurrent(goal);
      if (hadFocus && !root.contains(document.activeElement)) nodes[goal]?.focus({ preventScroll: true });
    },

    /** @param {number} place */
    cardAt(place) {
      return cards[place] ?? "";
    },

    /**
     * The cards that still lie on a card.
     *
     * @param {string} card
     */
    covering(card) {
      return coveringPlaces(geometry, cards, cards.indexOf(card)).map((other) => cards[other] ?? "");
    },

    /**
     * Where a card's face is on the screen, or null.
     *
     * @param {string} card
     */
    boxOf(card) {
      const place = cards.indexOf(card);
      return place < 0 ? null : (nodes[place]?.getBoundingClientRect() ?? null);
    },

    /** @param {string} card */
    shake(card) {
      const face = nodes[cards.indexOf(card)]?.firstElementChild;
      if (face) shake(face);
    },

    /** Puts the focus on the card that the Tab key leads to; false when there is none. */
    focus() {
      const node = mode === "play" ? nodes[current] : null;
      node?.focus({ preventScroll: true });
      return Boolean(node);
    },

    /**
     * Moves the focus between free cards; the first key only brings it to the board.
     *
     * @param {import("./layout.js").Direction} direction
     */
    move(direction) {
      if (mode !== "play") return;
      if (root.contains(document.activeElement)) setCurrent(step(places, free(), current, direction));
      nodes[current]?.focus({ preventScroll: true });
    },

    hasFocus() {
      return root.contains(document.activeElement);
    },
  };
}
