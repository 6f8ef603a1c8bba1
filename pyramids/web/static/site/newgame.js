// @ts-check
// The dialog of New Game: the settings, kept for the next time, and how many players on line they leave.
import { _, ngettext } from "../words.js";
import { get, goToTable, post } from "./api.js";
import { showError } from "./dialogs.js";

const LAST_CHOICE = "pyramids.new-game";
const FIELDS = ["board", "minutes", "opponent", "highest_level"];

const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("new-game-dialog"));
const form = /** @type {HTMLFormElement} */ (document.getElementById("new-game-form"));
const level = /** @type {HTMLSelectElement} */ (document.getElementById("highest-level"));
const words = /** @type {HTMLElement} */ (document.getElementById("may-join"));

/** How many may join, by board and then by level from 1; what has not been fetched is missing. @type {Record<string, number[]>} */
let counts = {};

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

/** @param {string} name */
function chosen(name) {
  const field = form.elements.namedItem(name);
  return field instanceof RadioNodeList || field instanceof HTMLSelectElement ? field.value : "";
}

function choose() {
  const last = lastChoice();
  for (const name of FIELDS) {
    const field = form.elements.namedItem(name);
    if (!(field instanceof RadioNodeList || field instanceof HTMLSelectElement) || !last[name]) continue;
    const before = field.value;
    field.value = last[name];
    if (field.value !== last[name]) field.value = before;
  }
}

function draw() {
  const computer = chosen("opponent") === "computer";
  level.disabled = computer;
  const n = counts[chosen("board")]?.[Number(level.value) - 1];
  if (computer) words.textContent = _("The computer plays with everybody, whatever their level. The duel is not rated.");
  else if (n === undefined) words.textContent = "";
  else if (n === 0) words.textContent = _("Nobody else on line may join now. The table waits for somebody up to seven days.");
  else words.textContent = ngettext("{n} player on line may join", "{n} players on line may join", n);
}

/** Who is on line changes: counted anew each time the dialog opens. */
async function count() {
  counts = {};
  draw();
  for (const board of [chosen("board"), chosen("board") === "one" ? "three" : "one"]) {
    const answer = await get(`/api/players/joining?board=${board}`);
    if (answer.ok) counts[board] = answer.body.counts;
    draw();
  }
}

export function startNewGame() {
  const error = /** @type {HTMLElement} */ (document.getElementById("new-game-error"));
  const submit = /** @type {HTMLButtonElement} */ (form.querySelector("[type=submit]"));
  choose();
  draw();
  form.addEventListener("change", draw);
  document.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest('[data-opens="new-game-dialog"]')) void count();
  });
  dialog.addEventListener("close", () => showError(error, ""));

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (submit.disabled) return;
    const choice = Object.fromEntries(FIELDS.map((name) => [name, chosen(name)]));
    submit.disabled = true;
    const answer = await post("/api/tables", {
      board: choice.board,
      minutes: Number(choice.minutes),
      highest_level: choice.opponent === "computer" ? 10 : Number(choice.highest_level),
      opponent: choice.opponent,
    });
    submit.disabled = false;
    if (!answer.ok) return showError(error, answer.sentence);
    showError(error, "");
    keepChoice(choice);
    goToTable(answer.body.code);
  });
}
