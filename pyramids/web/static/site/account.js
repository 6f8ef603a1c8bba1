// @ts-check
// The ways in and out on every page: the dialog in which one signs up or logs in, and Log out.
//
// Whoever has come in or gone out loads the page again where it is: everything on it may be another's.
import { _, ngettext } from "../words.js";
import { announce } from "./announce.js";
import { post } from "./api.js";
import { showError } from "./dialogs.js";

/** Which field a refusal is about; any other is about the whole form. @type {Record<string, "name" | "password">} */
const FIELD_OF_CODE = {
  bad_name: "name",
  name_reserved: "name",
  name_taken: "name",
  password_short: "password",
  password_long: "password",
  password_common: "password",
  wrong_login: "password",
};

/** @param {string} id */
const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

function startDialog() {
  const dialog = find("account-dialog");
  if (!(dialog instanceof HTMLDialogElement)) return;
  const form = /** @type {HTMLFormElement} */ (find("account-form"));
  const fields = {
    name: /** @type {HTMLInputElement} */ (find("account-name")),
    password: /** @type {HTMLInputElement} */ (find("account-password")),
  };
  const lines = { name: find("account-name-error"), password: find("account-password-error") };
  const error = find("account-error");
  let busy = false;

  function clearErrors() {
    showError(lines.name, "", fields.name);
    showError(lines.password, "", fields.password);
    showError(error, "");
  }

  /** @param {string} way */
  function turn(way) {
    dialog.dataset.way = way;
    for (const part of dialog.querySelectorAll("[data-only]")) {
      part.toggleAttribute("hidden", /** @type {HTMLElement} */ (part).dataset.only !== way);
    }
    fields.password.autocomplete = way === "sign-up" ? "new-password" : "current-password";
    showLeft(way);
    clearErrors();
  }

  // A guest's own tables do not come along to another account: say so before.
  /** @param {string} way */
  function showLeft(way) {
    const left = find("account-left");
    const tables = Number(document.querySelector("[data-yours-count]")?.textContent ?? 0);
    const name = document.querySelector("[data-my-name]")?.textContent ?? "";
    left.hidden = way !== "log-in" || !tables;
    left.textContent = ngettext(
      "Your table as {name} stays with that guest, and this browser cannot go back there. Sign up instead to keep it.",
      "Your {n} tables as {name} stay with that guest, and this browser cannot go back there. Sign up instead to keep them.",
      tables,
      { name },
    );
  }

  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element)) return;
    const opener = event.target.closest('[data-opens="account-dialog"]');
    if (opener instanceof HTMLElement) turn(opener.dataset.way ?? "sign-up");
    const turner = event.target.closest("[data-turns]");
    if (turner instanceof HTMLElement) {
      turn(turner.dataset.turns ?? "sign-up");
      fields.name.focus();
    }
  });

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (busy) return;
    clearErrors();
    const name = fields.name.value.trim();
    if (!name) return showError(lines.name, _("Please write a name."), fields.name);
    if (!fields.password.value) return showError(lines.password, _("Please write a password."), fields.password);
    busy = true;
    const path = dialog.dataset.way === "log-in" ? "/api/login" : "/api/signup";
    const answer = await post(path, { name, password: fields.password.value });
    if (answer.ok) return location.reload();
    busy = false;
    const field = FIELD_OF_CODE[answer.code];
    if (field) showError(lines[field], answer.sentence, fields[field]);
    else showError(error, answer.sentence);
  });
}

/** The buttons beside a password's field, which show what was written. */
function startRevealing() {
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-reveals]") : null;
    if (!(button instanceof HTMLElement)) return;
    const field = /** @type {HTMLInputElement} */ (find(button.dataset.reveals ?? ""));
    const shows = field.type === "password";
    field.type = shows ? "text" : "password";
    button.setAttribute("aria-pressed", String(shows));
    button.textContent = shows ? _("Hide") : _("Show");
  });
  // A dialog that is closed forgets what was written and shown in it.
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("close", () => {
      for (const button of dialog.querySelectorAll('[data-reveals][aria-pressed="true"]')) {
        if (button instanceof HTMLElement) button.click();
      }
      for (const field of dialog.querySelectorAll("[type=password]")) /** @type {HTMLInputElement} */ (field).value = "";
    });
  }
}

function startLogOut() {
  document.addEventListener("click", async (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-logs-out]") : null;
    if (!(button instanceof HTMLButtonElement) || button.disabled) return;
    button.disabled = true;
    const answer = await post("/api/logout", {});
    if (answer.ok) return location.reload();
    button.disabled = false;
    announce(answer.sentence);
  });
}

export function startAccount() {
  startDialog();
  startRevealing();
  startLogOut();
}
