// @ts-check
// The invitation to the first lesson, for those who are here for the first time; who has sent it away does not see it again.

const SENT_AWAY = "pyramids.first-lesson";

function wasSentAway() {
  try {
    return localStorage.getItem(SENT_AWAY) !== null;
  } catch {
    return false;
  }
}

/** @param {HTMLElement} invitation */
function sendAway(invitation) {
  try {
    localStorage.setItem(SENT_AWAY, "1");
  } catch {
    // A browser that keeps nothing shows it again.
  }
  const next = /** @type {HTMLElement | null} */ (document.querySelector(".new-game"));
  invitation.hidden = true;
  next?.focus({ preventScroll: true });
}

const invitation = document.getElementById("first-lesson");
if (invitation && !wasSentAway()) {
  invitation.hidden = false;
  invitation.querySelector("button")?.addEventListener("click", () => sendAway(invitation));
}
