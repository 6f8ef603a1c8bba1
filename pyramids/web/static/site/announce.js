// @ts-check
// Says something in the page's one live region. A page that says more there itself takes the sentence as an event.

/** @param {string} text */
export function announce(text) {
  const said = new CustomEvent("announce", { detail: text, cancelable: true });
  if (!document.dispatchEvent(said)) return;
  const region = document.querySelector("[role=status]");
  if (region) region.textContent = text;
}

/**
 * Lets a page say itself what is announced.
 *
 * @param {(text: string) => void} say
 */
export function sayAnnounced(say) {
  document.addEventListener("announce", (event) => {
    event.preventDefault();
    say(String(/** @type {CustomEvent} */ (event).detail));
  });
}
