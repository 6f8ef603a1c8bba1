// @ts-check
// Blocking somebody, from wherever they are named, and taking it back. Asked once, in a dialog that says what it does.
import { _ } from "../words.js";
import { announce } from "./announce.js";
import { post } from "./api.js";
import { showError } from "./dialogs.js";

let player = "";
let named = "";

/** @param {HTMLElement} button */
function ask(button) {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("block-dialog"));
  const heading = /** @type {HTMLElement} */ (document.getElementById("block-title"));
  player = button.dataset.block ?? "";
  named = button.dataset.name ?? "";
  heading.textContent = _("Block {name}?", { name: named });
  showError(/** @type {HTMLElement} */ (document.getElementById("block-error")), "");
  dialog.showModal();
}

async function block() {
  const answer = await post("/api/blocks", { player });
  if (!answer.ok) return showError(/** @type {HTMLElement} */ (document.getElementById("block-error")), answer.sentence);
  /** @type {HTMLDialogElement} */ (document.getElementById("block-dialog")).close();
  announce([named, _("Blocked")].join(": "));
  changed();
}

/** @param {HTMLButtonElement} button */
async function unblock(button) {
  const hadFocus = document.activeElement === button;
  button.disabled = true;
  const answer = await post("/api/blocks/remove", { player: button.dataset.unblock ?? "" });
  button.disabled = false;
  if (hadFocus) button.focus({ preventScroll: true });
  const error = document.getElementById("unblock-error");
  if (error) showError(error, answer.ok ? "" : answer.sentence);
  if (answer.ok) changed();
}

function changed() {
  document.body.dispatchEvent(new CustomEvent("blocks-changed"));
}

export function startBlocks() {
  document.getElementById("block-yes")?.addEventListener("click", () => void block());
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-block], [data-unblock]") : null;
    if (!(button instanceof HTMLButtonElement) || button.disabled) return;
    if (button.dataset.block) ask(button);
    else void unblock(button);
  });
}
