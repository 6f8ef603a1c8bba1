// @ts-check
// The keys of the table. They work wherever the focus is, but in fields and dialogs. Space turns also on a card of the
// board, where Enter plays it: a player who works by keyboard must not leave the board to turn. On every other button
// Space does what it does everywhere.

/** @typedef {import("./layout.js").Direction} Direction */

/** @type {Record<string, Direction>} */
const ARROWS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

/**
 * @param {object} hands
 * @param {() => boolean} hands.playing whether there is a game to make moves in
 * @param {() => void} hands.turn
 * @param {() => void} hands.joker
 * @param {(direction: Direction) => void} hands.move
 * @param {() => void} hands.help
 */
export function listenToKeys({ playing, turn, joker, move, help }) {
  /** @param {KeyboardEvent} event */
  function isOurs(event) {
    const { target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || document.querySelector("dialog[open]")) return false;
    return !(target instanceof Element && target.closest("input, select, textarea, [popover]"));
  }

  /** @param {KeyboardEvent} event */
  function spaceIsFree({ target }) {
    const own = target instanceof Element ? target.closest("button, a, summary") : null;
    return !own || own.matches("[data-place]");
  }

  addEventListener("keydown", (event) => {
    if (!isOurs(event)) return;
    if (event.key === "?") {
      event.preventDefault();
      return help();
    }
    if (!playing()) return;
    const direction = ARROWS[event.key];
    if (direction) move(direction);
    else if (event.key === " " && spaceIsFree(event)) event.repeat || turn();
    else if (event.key.toLowerCase() === "j") event.repeat || joker();
    else return;
    event.preventDefault();
  });
  // Firefox presses a button when Space comes up again.
  addEventListener("keyup", (event) => {
    if (event.key === " " && playing() && isOurs(event) && event.target instanceof Element && event.target.closest("[data-place]")) event.preventDefault();
  });
}
