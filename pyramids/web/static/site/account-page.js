// @ts-check
// The page of one's account: its password, where one is logged in, and the way out for good.
import { _ } from "../words.js";
import { post } from "./api.js";
import { showError } from "./dialogs.js";

/** @param {string} id */
const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * A form that is sent once at a time.
 *
 * @param {string} id
 * @param {(form: HTMLFormElement) => Promise<void>} send
 */
function startForm(id, send) {
  const form = document.getElementById(id);
  if (!(form instanceof HTMLFormElement)) return;
  let busy = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    await send(form);
    busy = false;
  });
}

async function changePassword(/** @type {HTMLFormElement} */ form) {
  const old = /** @type {HTMLInputElement} */ (find("old-password"));
  const wanted = /** @type {HTMLInputElement} */ (find("new-password"));
  const done = find("password-done");
  done.hidden = true;
  showError(find("old-password-error"), "", old);
  showError(find("new-password-error"), "", wanted);
  if (!old.value) return showError(find("old-password-error"), _("Please write a password."), old);
  if (!wanted.value) return showError(find("new-password-error"), _("Please write a password."), wanted);
  const answer = await post("/api/me/password", { password: old.value, new_password: wanted.value });
  if (!answer.ok && answer.code.startsWith("password_")) {
    return showError(find("new-password-error"), answer.sentence, wanted);
  }
  if (!answer.ok) return showError(find("old-password-error"), answer.sentence, old);
  form.reset();
  done.hidden = false;
  done.focus();
}

async function deleteAccount() {
  const field = /** @type {HTMLInputElement} */ (find("delete-password"));
  showError(find("delete-error"), "", field);
  if (!field.value) return showError(find("delete-error"), _("Please write a password."), field);
  const answer = await post("/api/me/delete", { password: field.value });
  if (answer.ok) location.reload();
  else showError(find("delete-error"), answer.sentence, field);
}

function startSessions() {
  document.addEventListener("click", async (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-ends]") : null;
    if (!(button instanceof HTMLButtonElement) || button.disabled) return;
    button.disabled = true;
    const which = button.dataset.ends;
    const answer = await post("/api/me/sessions/end", which === "others" ? { others: true } : { id: which });
    if (answer.ok) return location.reload();
    button.disabled = false;
    showError(find("sessions-error"), answer.sentence);
  });
}

const format = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
for (const time of document.querySelectorAll("time[data-date]")) {
  const date = new Date(Number(/** @type {HTMLElement} */ (time).dataset.date));
  time.textContent = format.format(date);
  time.setAttribute("datetime", date.toISOString());
}
startForm("password-form", changePassword);
startForm("delete-form", deleteAccount);
startSessions();
