// @ts-check
// The dialog in which players change their name.
import { _ } from "../words.js";
import { post } from "./api.js";
import { showError } from "./dialogs.js";

export function startNameDialog() {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("name-dialog"));
  const form = /** @type {HTMLFormElement} */ (document.getElementById("name-form"));
  const field = /** @type {HTMLInputElement} */ (document.getElementById("name-field"));
  const error = /** @type {HTMLElement} */ (document.getElementById("name-error"));
  const save = /** @type {HTMLButtonElement} */ (form.querySelector("[type=submit]"));

  const shown = () => document.querySelector("[data-my-name]")?.textContent ?? "";

  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || !event.target.closest('[data-opens="name-dialog"]')) return;
    showError(error, "");
    field.removeAttribute("aria-invalid");
    field.value = shown();
    field.select();
  });

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (save.disabled) return;
    const name = field.value.trim();
    if (!name) return showError(error, _("Please write a name."), field);
    // A guest's first name, which nobody could choose, may be left as it is.
    if (name === shown()) return dialog.close();
    save.disabled = true;
    const answer = await post("/api/me", { name });
    save.disabled = false;
    if (!answer.ok) return showError(error, answer.sentence, field);
    for (const place of document.querySelectorAll("[data-my-name]")) place.textContent = answer.body.name;
    showError(error, "");
    dialog.close();
  });
}
