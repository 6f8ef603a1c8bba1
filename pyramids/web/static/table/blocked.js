// @ts-check
// Whom one has blocked, as far as the page of a table is concerned.
import { get } from "../site/api.js";

/**
 * Gives whether one has blocked a player, by their id.
 *
 * @param {() => void} changed called when that is known, and each time it is another
 */
export function newBlocked(changed) {
  /** @type {Set<string>} */
  let players = new Set();

  async function ask() {
    const answer = await get("/api/blocks");
    if (!answer.ok) return;
    players = new Set(answer.body.blocks.map((/** @type {{player: string}} */ { player }) => player));
    changed();
  }

  document.body.addEventListener("blocks-changed", () => void ask());
  void ask();
  return (/** @type {string} */ player) => players.has(player);
}
