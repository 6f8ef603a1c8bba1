// @ts-check
// The page How to play: its exercises, and the keys that work in the one that has the focus.
import { byId, setText } from "../table/dom.js";
import { loadSprite } from "../table/faces.js";
import { newFlights } from "../table/flights.js";
import { listenToKeys } from "../table/keys.js";
import { newLesson } from "./lesson.js";

const flights = newFlights(byId("flights"));
/** @param {string} text */
const say = (text) => setText(byId("status"), text);

const roots = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-exercise]")]);
const lessons = roots.map((root) => newLesson(root, { flights, say }));

function focused() {
  return lessons.find(({ root }) => root.contains(document.activeElement));
}

listenToKeys({
  playing: () => focused()?.playing() ?? false,
  turn: () => focused()?.play("+"),
  joker: () => focused()?.play("*"),
  move: (direction) => focused()?.move(direction),
  help() {
    const keys = byId("keys");
    keys.scrollIntoView();
    keys.focus({ preventScroll: true });
  },
});

void loadSprite(byId("help").dataset.sprite ?? "");
