// @ts-check
// Whether somebody is here for the first time, as their browser remembers it.

const NO_BEGINNER = "pyramids.first-lesson";

export function isBeginner() {
  try {
    return localStorage.getItem(NO_BEGINNER) === null;
  } catch {
    return true;
  }
}

/** Somebody has sent the invitation to the first lesson away, done a lesson or played. */
export function noBeginner() {
  try {
    localStorage.setItem(NO_BEGINNER, "1");
  } catch {
    // A browser that keeps nothing shows the invitation again.
  }
}
