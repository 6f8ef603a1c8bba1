// @ts-check
// The invitation to the first lesson, for those who are here for the first time.
import { isBeginner, noBeginner } from "./beginner.js";

/** @param {HTMLElement} invitation */
function sendAway(invitation) {
  noBeginner();
  const next = /** @type {HTMLElement | null} */ (document.querySelector(".new-game"));
  invitation.hidden = true;
  next?.focus({ preventScroll: true });
}

const invitation = document.getElementById("first-lesson");
if (invitation && isBeginner()) {
  invitation.hidden = false;
  invitation.querySelector("button")?.addEventListener("click", () => sendAway(invitation));
}
