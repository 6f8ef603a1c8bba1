// @ts-check
// The lobby: joining a table, and the words that depend on the moment.
import { _ } from "../words.js";
import { goToTable, post } from "./api.js";
import { sentence } from "./codes.js";
import { showError } from "./dialogs.js";
import { startFilter } from "./filter.js";
import { startNewGame } from "./newgame.js";

function startJoining() {
  const error = /** @type {HTMLElement} */ (document.getElementById("join-error"));
  document.addEventListener("click", async (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-join]") : null;
    if (!(button instanceof HTMLButtonElement) || button.disabled) return;
    const code = button.dataset.join ?? "";
    const name = button.dataset.name ?? "";
    button.disabled = true;
    const answer = await post(`/api/tables/${code}/join`, {});
    button.disabled = false;
    if (answer.ok) return goToTable(code);
    // Beside the list, not in it: the row may be gone by now.
    showError(error, _("With {name} it did not work. {reason}", { name, reason: answer.sentence }));
  });
}

const STEPS = /** @type {const} */ ([["day", 86400], ["hour", 3600], ["minute", 60]]);

/**
 * How long ago a time is, in the page's language: "5 minutes ago".
 *
 * @param {number} ms
 * @param {number} nowMs
 */
function age(ms, nowMs) {
  const seconds = Math.max(0, (nowMs - ms) / 1000);
  const format = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
  for (const [unit, size] of STEPS) {
    if (seconds >= size) return format.format(-Math.floor(seconds / size), unit);
  }
  return _("just now");
}

/** Fills in what the server leaves to the browser: ages, and the sentences of codes. */
function fillIn() {
  for (const time of document.querySelectorAll("time[data-ms]")) {
    const ms = Number(/** @type {HTMLElement} */ (time).dataset.ms);
    const ago = age(ms, Date.now());
    time.textContent = /** @type {HTMLElement} */ (time).dataset.of === "opened" ? _("opened {age}", { age: ago }) : ago;
    time.setAttribute("datetime", new Date(ms).toISOString());
  }
  for (const place of document.querySelectorAll("[data-sentence]")) {
    place.textContent = sentence(/** @type {HTMLElement} */ (place).dataset.sentence ?? "");
  }
}

startNewGame();
startJoining();
startFilter();
fillIn();
document.addEventListener("htmx:after:swap", fillIn);
setInterval(fillIn, 30_000);
