// @ts-check
// Where nobody has come to an open table for a while, the computer is offered (E44).
import { _ } from "../words.js";

/** @typedef {import("./types.js").Table} Table */

const LONG_MS = 30_000;

/** @param {(text: string) => void} say what draws the page anew too */
export function newAlone(say) {
  /** Since when nobody has come, in the page's monotonic milliseconds; null where the computer cannot be asked. @type {number | null} */
  let since = null;
  let timer = 0;

  return {
    /**
     * Whether nobody has come for so long.
     *
     * @param {Table} table
     * @returns {boolean}
     */
    forLong(table) {
      const now = performance.now();
      if (!table.offers.includes("computer")) {
        clearTimeout(timer);
        since = null;
        return false;
      }
      if (since === null) {
        // The machine's clock may differ from the server's; then it takes the time from here on.
        const passed = Math.min(LONG_MS, Math.max(0, Date.now() - table.opened_ms));
        since = now - passed;
        if (passed < LONG_MS) timer = setTimeout(() => say(_("Nobody has come yet. You can play against the computer.")), LONG_MS - passed + 1);
      }
      return now - since >= LONG_MS;
    },
  };
}
