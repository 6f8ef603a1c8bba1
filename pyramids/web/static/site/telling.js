// @ts-check
// What a player has chosen for this device about being told: a sound, and the browser's notifications.
import { _ } from "../words.js";
import { announce } from "./announce.js";

const KEYS = /** @type {const} */ ({ sound: "pyramids.sound", outside: "pyramids.outside" });
// A browser that keeps nothing holds a choice for this page.
const chosen = /** @type {Record<string, string>} */ ({});

/** @typedef {keyof typeof KEYS} Way */

/** @param {Way} way */
function kept(way) {
  try {
    return localStorage.getItem(KEYS[way]) ?? chosen[way];
  } catch {
    return chosen[way];
  }
}

/**
 * Whether to tell in this way. A sound is on until it is turned off; the browser notifies only whom it was allowed to.
 *
 * @param {Way} way
 */
export function isWanted(way) {
  if (way === "sound") return kept("sound") !== "off";
  return kept("outside") === "on" && "Notification" in window && Notification.permission === "granted";
}

function draw() {
  for (const button of document.querySelectorAll("[data-tell]")) {
    const way = /** @type {Way} */ (/** @type {HTMLElement} */ (button).dataset.tell);
    button.setAttribute("aria-pressed", String(isWanted(way)));
  }
}

/** @param {Way} way */
async function turn(way) {
  const on = !isWanted(way);
  // Asked only here, by a click.
  if (on && way === "outside" && !(await isAllowed())) {
    return announce(_("Your browser does not allow notifications of this site."));
  }
  chosen[way] = on ? "on" : "off";
  try {
    localStorage.setItem(KEYS[way], chosen[way]);
  } catch {
    // As above.
  }
  draw();
}

async function isAllowed() {
  return "Notification" in window && (await Notification.requestPermission()) === "granted";
}

export function startSwitches() {
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-tell]") : null;
    if (button instanceof HTMLElement) void turn(/** @type {Way} */ (button.dataset.tell));
  });
  addEventListener("storage", draw);
  draw();
}
