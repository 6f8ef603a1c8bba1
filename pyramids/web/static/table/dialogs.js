// @ts-check
// The dialogs of the table. The browser gives the focus back to what had it before.
import { _ } from "../words.js";
import { byId, setText } from "./dom.js";

/**
 * @param {{end: () => void, leave: () => void}} confirmed what to do when it was asked and meant
 * @param {{open: () => void}} invite
 */
export function startDialogs(confirmed, invite) {
  const address = /** @type {HTMLInputElement} */ (byId("invite-address"));
  const copied = byId("invite-copied");
  address.value = new URL(address.value, location.href).href;

  byId("end-yes").addEventListener("click", () => {
    dialog("end-dialog").close();
    confirmed.end();
  });
  byId("leave-yes").addEventListener("click", () => {
    dialog("leave-dialog").close();
    confirmed.leave();
  });
  byId("invite-copy").addEventListener("click", async () => {
    address.select();
    try {
      await navigator.clipboard.writeText(address.value);
      setText(copied, _("Copied. Send it to whom you like."));
    } catch {
      // No clipboard without a secure connection or the player's leave.
      setText(copied, _("Please copy the marked address yourself."));
    }
  });

  return {
    /** @param {"end-dialog" | "leave-dialog" | "invite-dialog" | "options-dialog" | "help-dialog"} id */
    open(id) {
      if (document.querySelector("dialog[open]")) return;
      setText(copied, "");
      if (id === "invite-dialog") invite.open();
      dialog(id).showModal();
      if (id === "invite-dialog") address.select();
    },
  };
}

/** @param {string} id */
function dialog(id) {
  return /** @type {HTMLDialogElement} */ (byId(id));
}
