// @ts-check
// Being told of something while one looks elsewhere: the page's title, a short sound, and the browser's notification
// where the player has asked for it. Of several tabs one sounds and one notifies.
import { _ } from "../words.js";
import { announce } from "./announce.js";
import { listen } from "./live.js";
import { isWanted, startSwitches } from "./telling.js";

/** @typedef {{type: "told", event: "joined" | "invited" | "decided", code: string, name: string}} Told */

// A tab that is looked at comes first; then those hidden find the lock taken, and stay silent.
const HIDDEN_WAITS_MS = 250;
const ONE_TAB_FOR_MS = 2_000;
// E5 and A5, as bells: a frequency in Hz, and when it begins in seconds.
const NOTES = /** @type {const} */ ([[659.3, 0], [880, 0.13]]);

/** @param {Told} told */
function sentenceOf({ event, name }) {
  if (event === "joined") return _("{name} has joined your table.", { name });
  if (event === "invited") return _("{name} invites you to a game.", { name });
  return _("Your duel with {name} is decided.", { name });
}

/** Whether the player sees it anyway: the table's own page says so itself. @param {Told} told */
function isLookedAt(told) {
  return !document.hidden && document.getElementById("table")?.dataset.code === told.code;
}

// The title

const title = document.title;
let unseen = 0;

function drawTitle() {
  document.title = unseen ? `(${unseen}) ${title}` : title;
}

/** What was looked at in one tab counts as looked at in all. @type {BroadcastChannel | null} */
const tabs = "BroadcastChannel" in window ? new BroadcastChannel("pyramids.looked") : null;

function look() {
  if (document.hidden) return;
  unseen = 0;
  drawTitle();
  tabs?.postMessage("looked");
}

// Sound and notification

function sound() {
  const audio = new AudioContext();
  const begin = audio.currentTime + 0.02;
  for (const [frequency, after] of NOTES) {
    const note = audio.createOscillator();
    const volume = audio.createGain();
    note.frequency.value = frequency;
    volume.gain.setValueAtTime(0, begin + after);
    volume.gain.linearRampToValueAtTime(0.12, begin + after + 0.015);
    volume.gain.exponentialRampToValueAtTime(0.0005, begin + after + 0.5);
    note.connect(volume).connect(audio.destination);
    note.start(begin + after);
    note.stop(begin + after + 0.55);
  }
  setTimeout(() => void audio.close(), 1_000);
}

/** @param {Told} told */
function notify(told) {
  const shown = new Notification("Pyramids", { body: sentenceOf(told), tag: `${told.event} ${told.code}` });
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}

/**
 * Does something in one tab alone. Without locks (no secure connection) each tab does it.
 *
 * @param {string} what
 * @param {() => void} act
 */
function inOneTab(what, act) {
  if (!navigator.locks) return act();
  void navigator.locks.request(`pyramids.told.${what}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    act();
    await new Promise((done) => setTimeout(done, ONE_TAB_FOR_MS));
  });
}

/** @param {Told} told */
function raise(told) {
  const what = `${told.event}.${told.code}`;
  // A browser plays nothing in a page that nobody has touched yet.
  if (isWanted("sound") && navigator.userActivation?.hasBeenActive) inOneTab(`sound.${what}`, sound);
  if (!isWanted("outside")) return;
  inOneTab(`outside.${what}`, () => {
    // In a tab that is looked at the page itself is enough; it holds the lock so that no hidden one notifies.
    if (document.hidden) notify(told);
  });
}

/** @param {Told} told */
function tell(told) {
  if (isLookedAt(told)) return;
  announce(sentenceOf(told));
  if (document.hidden) {
    unseen += 1;
    drawTitle();
  }
  setTimeout(() => raise(told), document.hidden ? HIDDEN_WAITS_MS : 0);
}

export function startTelling() {
  startSwitches();
  document.addEventListener("visibilitychange", look);
  if (tabs) {
    tabs.onmessage = () => {
      unseen = 0;
      drawTitle();
    };
  }
  listen({
    onMessage(frame) {
      if (frame.type === "told") tell(frame);
    },
    onState() {},
  });
}
