// @ts-check
// What the page says: in its one live region for those who listen, in a line near the board for those who look, and, while
// the connection is lost, over the board.
import { _ } from "../words.js";
import { byId, setText } from "./dom.js";
import { fits, scoreAndRound } from "./say.js";

/** @typedef {import("./types.js").Game} Game */

export function newVoice() {
  const region = byId("status");
  const line = byId("said");
  const notice = byId("connection");
  let text = "";
  let refused = false;
  let wasLost = false;

  return {
    /**
     * Sets the sentence that is shown with the next drawing.
     *
     * @param {string} sentence
     * @param {boolean} [asRefusal]
     */
    say(sentence, asRefusal = false) {
      text = sentence;
      refused = asRefusal;
    },

    /**
     * The state of the connection, in words, at once.
     *
     * @param {import("../net.js").State} state
     * @param {number} code with which it was closed
     */
    connection(state, code) {
      const words = {
        connecting: _("Connecting…"),
        online: "",
        offline: _("Off line. Trying to come back…"),
        gone: goneWords(code),
      }[state];
      notice.hidden = !words;
      setText(notice, words);
      if (state === "connecting") return;
      if (words) this.say(words, true);
      else if (wasLost) this.say(_("Back on line."));
      wasLost = state !== "online";
    },

    /**
     * @param {Game | null} game the one that is shown
     * @param {boolean} playing whether it is the viewer's own, and goes on
     * @param {number} rounds that it has at most
     */
    draw(game, playing, rounds) {
      const parts = text ? [text] : [];
      if (game) parts.push(...scoreAndRound(game, rounds));
      if (game && playing) parts.push(fits(game));
      setText(region, parts.join(" "));
      setText(line, text);
      line.classList.toggle("refused", refused);
    },
  };
}

/**
 * Why the server has sent this page away for good.
 *
 * @param {number} code
 */
function goneWords(code) {
  if (code === 4404) return _("There is no such table.");
  if (code === 4430) return _("This game has as many watchers as it can have. Come back a little later.");
  return _("The server does not take this page's connection.");
}
