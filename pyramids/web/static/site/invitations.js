// @ts-check
// Invitations on every page: joining, "Not now", and how many there are.
import { _ } from "../words.js";
import { announce } from "./announce.js";
import { goToTable, post } from "./api.js";

/** @param {HTMLButtonElement} button */
async function accept(button) {
  const code = button.dataset.accept ?? "";
  button.disabled = true;
  const answer = await post(`/api/tables/${code}/join`, {});
  if (answer.ok) return goToTable(code);
  button.disabled = false;
  say(answer.sentence);
}

/** @param {HTMLButtonElement} button */
async function decline(button) {
  button.disabled = true;
  const answer = await post(`/api/tables/${button.dataset.decline}/invitations/decline`, {});
  button.disabled = false;
  if (answer.ok) document.body.dispatchEvent(new CustomEvent("invitations-changed"));
  else say(answer.sentence);
}

/** @param {string} text */
function say(text) {
  const list = document.querySelector(".invitations");
  if (!list) return;
  const old = list.parentElement?.querySelector(".invitations-error");
  const line = old ?? document.createElement("p");
  line.className = "invitations-error form-error";
  line.textContent = _("It did not work. {reason}", { reason: text });
  announce(line.textContent);
  list.before(line);
}

/** The table's page has the list behind a button, which is there when there is something to see. */
function count() {
  const number = Number(/** @type {HTMLElement | null} */ (document.querySelector(".invitations"))?.dataset.count ?? 0);
  const button = document.querySelector(".invited-button");
  const menu = document.getElementById("invited");
  if (!button || !menu) return;
  button.toggleAttribute("hidden", number === 0);
  for (const badge of button.querySelectorAll("[data-invited-count]")) badge.textContent = String(number);
  if (number === 0 && menu.matches(":popover-open")) menu.hidePopover();
}

export function startInvitations() {
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-accept], [data-decline]") : null;
    if (!(button instanceof HTMLButtonElement) || button.disabled) return;
    void (button.dataset.accept ? accept(button) : decline(button));
  });
  document.addEventListener("htmx:after:swap", count);
}
