// @ts-check
// Keeps the parts of a page that change by themselves up to date: what the site's socket reports as
// changed becomes a DOM event, on which htmx fetches the part again.
import { connect } from "../net.js";
import { _ } from "../words.js";
import { settled } from "./api.js";

// The code of a socket whose page is somebody else's now.
const LOGGED_OUT = 4401;

/** What other parts of the page are told: what comes on the socket, and that it is there. @type {import("../net.js").Listener[]} */
const listeners = [];

/** @type {import("../net.js").Connection | null} */
let connection = null;

/** @param {import("../net.js").Listener} listener */
export function listen(listener) {
  listeners.push(listener);
  if (connection?.state === "online") listener.onState("online", 0);
}

/**
 * Says something on the site's socket; gives whether it went out.
 *
 * @param {object} frame
 */
export function say(frame) {
  return connection?.send(frame) ?? false;
}

/** @param {string[]} parts */
function announce(parts) {
  for (const part of parts) document.body.dispatchEvent(new CustomEvent(`${part}-changed`));
}

/**
 * The notice that the page is off line. The table's page has its own, and no such place.
 *
 * @param {string} state
 */
function showConnection(state) {
  const place = document.querySelector(".site-status");
  if (!place) return;
  if (state === "offline") place.textContent = _("No connection. This page is trying to come back by itself.");
  else if (state === "gone") place.textContent = _("This page is not connected. Please load it again.");
  else if (state === "online") place.textContent = "";
}

/** The number beside "Your tables" is that of the list, wherever the list is. */
function countYours() {
  const list = /** @type {HTMLElement | null} */ (document.querySelector(".yours"));
  for (const badge of document.querySelectorAll("[data-yours-count]")) {
    badge.textContent = list?.dataset.count ?? "0";
    badge.toggleAttribute("hidden", badge.textContent === "0");
  }
}

/** When the thing with the focus goes away in a swap, the focus goes to the part that it was in, not to the top of the page. */
function keepFocus() {
  /** @type {HTMLElement | null} */
  let part = null;
  document.addEventListener("htmx:before:swap", () => {
    part = document.querySelector("[hx-get]:focus-within");
  });
  document.addEventListener("htmx:after:swap", () => {
    if (document.activeElement === document.body) part?.focus({ preventScroll: true });
  });
}

export function startLive() {
  keepFocus();
  document.addEventListener("htmx:after:swap", countYours);
  connection = connect(() => "/api/live", {
    onMessage(frame) {
      // Also first of all after each connection: what changed while nobody listened.
      if (frame.type === "changed") announce(frame.what);
      for (const listener of listeners) listener.onMessage(frame);
    },
    onState(state, code) {
      if (code === LOGGED_OUT) return void settled().then(() => location.reload());
      showConnection(state);
      for (const listener of listeners) listener.onState(state, code);
    },
  });
}
