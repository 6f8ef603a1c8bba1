// @ts-check
// What a player has chosen for this device: the mirrored table, and whether cards that fit are pointed out.

const KEYS = /** @type {const} */ ({ mirror: "pyramids.mirror", hints: "pyramids.hints" });

/** @typedef {keyof typeof KEYS} Setting */

/** @param {Setting} name */
export function isOn(name) {
  try {
    return localStorage.getItem(KEYS[name]) === "on";
  } catch {
    return false; // Storage may be forbidden: then a choice holds for this page.
  }
}

/**
 * Makes a button switch a setting; `onChange` is told at once, and whenever it changes, in another tab too.
 *
 * @param {HTMLButtonElement} button
 * @param {Setting} name
 * @param {(on: boolean) => void} onChange
 */
export function switchBy(button, name, onChange) {
  let on = isOn(name);

  /** @param {boolean} next */
  function set(next) {
    on = next;
    button.setAttribute("aria-pressed", String(on));
    onChange(on);
  }

  button.addEventListener("click", () => {
    set(!on);
    try {
      localStorage.setItem(KEYS[name], on ? "on" : "off");
    } catch {
      // As above.
    }
  });
  addEventListener("storage", (event) => {
    if (event.key === KEYS[name]) set(event.newValue === "on");
  });
  set(on);
}
