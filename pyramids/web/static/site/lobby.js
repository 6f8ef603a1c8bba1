// @ts-check
// The lobby: opening a table, joining one, and the words that depend on the moment.
import { _ } from "../words.js";
import { goToTable, post } from "./api.js";
import { sentence } from "./codes.js";
import { showError } from "./dialogs.js";
import { listen, say } from "./live.js";

const LAST_CHOICE = "pyramids.new-game";
const FIELDS = ["board", "minutes", "highest_level"];

/** @returns {Record<string, string>} */
function lastChoice() {
  try {
    return JSON.parse(localStorage.getItem(LAST_CHOICE) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {Record<string, string>} choice */
function keepChoice(choice) {
  try {
    localStorage.setItem(LAST_CHOICE, JSON.stringify(choice));
  } catch {
    // A browser that keeps nothing starts with the first choice again.
  }
}

function startNewGame() {
  const form = /** @type {HTMLFormElement} */ (document.getElementById("new-game-form"));
  const error = /** @type {HTMLElement} */ (document.getElementById("new-game-error"));
  const submit = /** @type {HTMLButtonElement} */ (form.querySelector("[type=submit]"));

  const last = lastChoice();
  for (const name of FIELDS) {
    const field = form.elements.namedItem(name);
    if (!(field instanceof RadioNodeList || field instanceof HTMLSelectElement) || !last[name]) continue;
    const before = field.value;
    field.value = last[name];
    if (field.value !== last[name]) field.value = before;
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (submit.disabled) return;
    const data = new FormData(form);
    const choice = Object.fromEntries(FIELDS.map((name) => [name, String(data.get(name))]));
    submit.disabled = true;
    const answer = await post("/api/tables", {
      board: choice.board,
      minutes: Number(choice.minutes),
      highest_level: Number(choice.highest_level),
    });
    submit.disabled = false;
    if (!answer.ok) return showError(error, answer.sentence);
    showError(error, "");
    keepChoice(choice);
    goToTable(answer.body.code);
  });
}

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
    time.textContent = _("opened {age}", { age: age(ms, Date.now()) });
    time.setAttribute("datetime", new Date(ms).toISOString());
  }
  for (const place of document.querySelectorAll("[data-sentence]")) {
    place.textContent = sentence(/** @type {HTMLElement} */ (place).dataset.sentence ?? "");
  }
}

/** Lets the site's socket tell what changes here, too. */
function startLists() {
  listen({
    onMessage() {},
    onState(state) {
      if (state === "online") say({ do: "show" });
    },
  });
}

startNewGame();
startJoining();
startLists();
fillIn();
document.addEventListener("htmx:after:swap", fillIn);
setInterval(fillIn, 30_000);
