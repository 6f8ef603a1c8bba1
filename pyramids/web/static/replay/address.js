// @ts-check
// The address of the page names the position that it shows, so that it can be kept, sent and come back to.
import { _ } from "../words.js";
import { buttonById, byId, setText } from "../table/dom.js";
import { addressOf } from "./timeline.js";

// Browsers refuse an address that changes with every frame.
const WRITE_AFTER_MS = 120;
const COPIED_FOR_MS = 2000;

/** @param {() => import("./timeline.js").Position} position what is shown now */
export function newAddress(position) {
  const button = buttonById("copy");
  let timer = 0;

  function write() {
    clearTimeout(timer);
    history.replaceState(history.state, "", addressOf(position()));
  }

  async function copy() {
    write();
    try {
      await navigator.clipboard.writeText(location.href);
      setText(byId("status"), _("The address of this move is copied."));
      setText(button, _("Copied"));
      setTimeout(() => setText(button, _("Copy the address of this move")), COPIED_FOR_MS);
    } catch {
      // No clipboard without a secure connection or the reader's leave.
      setText(byId("status"), _("Please copy the address from your browser’s address line."));
    }
  }

  button.addEventListener("click", copy);
  addEventListener("pagehide", write);

  return {
    /** The position has changed. */
    follow() {
      clearTimeout(timer);
      timer = setTimeout(write, WRITE_AFTER_MS);
    },
  };
}
