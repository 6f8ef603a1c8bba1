// @ts-check
// The two players: whose moves are stepped through, what each has, and the records to take along.
import { _, ngettext } from "../words.js";
import { buttonById, byId, setText } from "../table/dom.js";

/** @typedef {import("../table/types.js").Table} Table */

/** @type {(0 | 1)[]} */
export const SEATS = [0, 1];

/**
 * @param {Table} table
 * @param {import("./timeline.js").Replays} replays
 * @param {(seat: 0 | 1) => void} onChosen
 */
export function newPlayers(table, replays, onChosen) {
  const root = byId("replay");
  for (const seat of SEATS) if (replays[seat]) fill(seat);
  root.classList.toggle("alone", replays.some((replay) => !replay));
  byId("export").hidden = !table.over;

  /** @param {number} seat */
  function nameOf(seat) {
    return table.seats[seat]?.name ?? "";
  }

  /**
   * @param {number} seat
   * @param {string} what
   */
  function part(seat, what) {
    return /** @type {Element} */ (buttonById(`whose-${seat}`).querySelector(what));
  }

  /** @param {0 | 1} seat */
  function fill(seat) {
    const button = buttonById(`whose-${seat}`);
    button.hidden = false;
    setText(part(seat, ".whose-name"), nameOf(seat));
    button.addEventListener("click", () => onChosen(seat));
    const record = byId(`record-${seat}`);
    record.hidden = !table.over;
    setText(record, _("Download the record of {name}", { name: nameOf(seat) }));
  }

  return {
    nameOf,

    /** @param {0 | 1} seat the one whose moves are stepped through */
    choose(seat) {
      for (const at of SEATS) {
        buttonById(`whose-${at}`).setAttribute("aria-pressed", String(at === seat));
        byId(`game-${at}`).classList.toggle("chosen", at === seat);
      }
    },

    /**
     * @param {0 | 1} seat
     * @param {number} score
     */
    drawScore(seat, score) {
      setText(part(seat, ".whose-points"), ngettext("{n} point", "{n} points", score));
    },
  };
}
