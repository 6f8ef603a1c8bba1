// @ts-check
// Who sits at the table.
import { _ } from "../words.js";
import { el } from "./dom.js";

/** @typedef {import("./types.js").Seat} Seat */

/** @param {HTMLElement} root */
export function newSeats(root) {
  let drawn = "";
  return {
    /** @param {import("./types.js").Table} table */
    draw(table) {
      const key = JSON.stringify([table.seats, table.you, table.over]);
      if (key === drawn) return;
      drawn = key;
      // While one plays, no name leads away from the cards.
      const leads = table.over || table.you === null;
      root.replaceChildren(...table.seats.map((seat, at) => seatItem(seat, table.you === at, leads)));
    },
  };
}

/** What every name of a computer player carries, wherever it is shown (E33). */
export function badge() {
  return el("span", { class: "computer-badge" }, _("computer"));
}

/**
 * @param {Seat | null} seat
 * @param {boolean} own
 * @param {boolean} leads  whether a member's name leads to their page
 */
function seatItem(seat, own, leads) {
  if (!seat) return el("li", { class: "seat seat-free" }, el("span", { class: "seat-mark" }), el("span", { class: "seat-name" }, _("Free seat")));
  const state = seat.state && {
    seated: _("not started"),
    playing: _("playing"),
    finished: _("finished"),
    left: _("has left"),
  }[seat.state];
  const presence = own ? _("you") : seat.online ? _("on line") : _("off line");
  const name = el("bdi", { class: "seat-name" }, seat.name);
  const named = leads && seat.member ? el("a", { class: "seat-link", href: playerAddress(seat.name) }, name) : name;
  const words = el("span", { class: "seat-words" }, named, " ", seat.computer ? badge() : level(seat));
  const kinds = ["seat", own && "seat-own", !own && seat.online && "seat-online", seat.computer && "seat-computer"];
  return el("li", { class: kinds.filter(Boolean).join(" ") },
    el("span", { class: "seat-mark" }),
    words,
    el("span", { class: "seat-state" }, presence, state && el("span", { class: "seat-doing" }, ` · ${state}`)));
}

/** @param {string} name */
function playerAddress(name) {
  return (document.body.dataset.playerAddress ?? "/p/NAME").replace("NAME", () => encodeURIComponent(name));
}

/**
 * The level, and whether it is provisional (E51): in words, or where they have no room with a question mark.
 *
 * @param {Seat} seat
 */
function level({ level: n, provisional }) {
  if (!provisional) return el("span", { class: "seat-level" }, _("level {n}", { n }));
  const words = _("level {n}, provisional", { n });
  return el("span", { class: "seat-level", title: words },
    el("span", { class: "level-short", "aria-hidden": "true" }, _("level {n}?", { n })),
    el("span", { class: "level-long" }, words));
}
