// @ts-check
// Where the places of a board lie, and which of them are covered. No DOM.

/** @typedef {{rows: number[], covers: number[][]}} Geometry `covers[p]`: the places whose cards lie on place p */
/** @typedef {{x: number, row: number}} Place `x` in card widths from the left edge, to the card's left side */
/** @typedef {"left" | "right" | "up" | "down"} Direction */

/**
 * The places in their order. A card lies in the middle of those on it; what nothing lies on stands side by side.
 *
 * @param {Geometry} geometry
 * @returns {Place[]}
 */
export function placesOf({ rows, covers }) {
  /** @type {Place[]} */
  const places = rows.flatMap((length, row) => Array.from({ length }, (_, x) => ({ x, row })));
  for (let place = places.length - 1; place >= 0; place -= 1) {
    const on = covers[place] ?? [];
    if (on.length) at(places, place).x = on.reduce((sum, other) => sum + at(places, other).x, 0) / on.length;
  }
  return places;
}

/**
 * The places whose cards still lie on this one.
 *
 * @param {Geometry} geometry
 * @param {string[]} cards
 * @param {number} place
 */
export function coveringPlaces({ covers }, cards, place) {
  return (covers[place] ?? []).filter((other) => cards[other]);
}

/**
 * The places of the cards that nothing lies on, from left to right.
 *
 * @param {Geometry} geometry
 * @param {Place[]} places
 * @param {string[]} cards
 */
export function freePlaces(geometry, places, cards) {
  return places
    .map((_, place) => place)
    .filter((place) => cards[place] && !coveringPlaces(geometry, cards, place).length)
    .sort((a, b) => at(places, a).x - at(places, b).x || at(places, a).row - at(places, b).row);
}

/**
 * Where an arrow key leads among `free` places, which are ordered from left to right: left and right go through all of them, up
 * and down to the nearest that is higher or lower. The same place when there is none.
 *
 * @param {Place[]} places
 * @param {number[]} free
 * @param {number} from
 * @param {Direction} direction
 * @returns {number}
 */
export function step(places, free, from, direction) {
  if (direction === "left" || direction === "right") {
    const next = free.indexOf(from) + (direction === "right" ? 1 : -1);
    return free[next] ?? from;
  }
  const here = at(places, from);
  const wanted = free.filter((place) => {
    const { row } = at(places, place);
    return direction === "up" ? row < here.row : row > here.row;
  });
  return nearest(places, wanted, from) ?? from;
}

/**
 * The one of `candidates` that lies nearest to a place.
 *
 * @param {Place[]} places
 * @param {number[]} candidates
 * @param {number} from
 * @returns {number | undefined}
 */
export function nearest(places, candidates, from) {
  const here = at(places, from);
  /** @param {number} place */
  const distance = (place) => Math.hypot(at(places, place).x - here.x, at(places, place).row - here.row);
  return [...candidates].sort((a, b) => distance(a) - distance(b))[0];
}

/**
 * @param {Place[]} places
 * @param {number} place
 */
function at(places, place) {
  const found = places[place];
  if (!found) throw new RangeError(`no place ${place}`);
  return found;
}
