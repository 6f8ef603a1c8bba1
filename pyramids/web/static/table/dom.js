// @ts-check
// Making elements.

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element with attributes and children; a child that is null is left out.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string>} [attributes]
 * @param {(Node | string | null)[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children.filter((child) => child !== null));
  return made;
}

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {Node[]} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/**
 * The element with this id, which the template always has.
 *
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/**
 * @param {string} id
 * @returns {HTMLButtonElement}
 */
export function buttonById(id) {
  return /** @type {HTMLButtonElement} */ (byId(id));
}

/**
 * Sets the text only when it differs, so that nothing is read out or laid out anew without need.
 *
 * @param {Element} place
 * @param {string} text
 */
export function setText(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether the player has asked that nothing moves. */
export function motionIsReduced() {
  return still.matches;
}
