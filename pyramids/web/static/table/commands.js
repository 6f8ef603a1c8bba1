// @ts-check
// The controls beside the cards: which of them are there, and what each of them does.
import { goToTable, post } from "../site/api.js";
import { newAlone } from "./alone.js";
import { startDialogs } from "./dialogs.js";
import { buttonById, byId, setText } from "./dom.js";
import { newInvite } from "./invite.js";
import { ownGame, shownSeat } from "./state.js";

/** @typedef {import("./state.js").State} State */

/**
 * @param {object} hands
 * @param {State} hands.state
 * @param {string} hands.api the address of the table's API
 * @param {string} hands.home the address of the lobby
 * @param {(body: {table: import("./types.js").Table, games: (import("./types.js").Game | null)[]}) => void} hands.take takes the views that a command answers
 * @param {(text: string) => void} hands.refused
 * @param {(text: string) => void} hands.say
 * @param {(seat: number | null) => void} hands.watch shows another seat's board, or with null the natural one
 */
export function newCommands({ state, api, home, take, refused, say, watch }) {
  /** The commands that await their answer: pressing one again is the same press. @type {Set<string>} */
  const asked = new Set();
  const alone = newAlone(say);

  /** @param {string} command */
  async function ask(command) {
    if (asked.has(command)) return;
    asked.add(command);
    const answer = await post(`${api}/${command}`, {});
    asked.delete(command);
    if (!answer.ok) refused(answer.sentence);
    else if (command === "leave") location.assign(home);
    else if (command === "again") goToTable(answer.body.code);
    else take(answer.body);
  }

  const dialogs = startDialogs({ end: () => void ask("end"), leave: () => void ask("leave") }, newInvite(api));

  /** @type {Record<string, () => void>} */
  const presses = {
    start: () => void ask("start"),
    join: () => void ask("join"),
    computer: () => void ask("computer"),
    again: () => void ask("again"),
    end: () => dialogs.open("end-dialog"),
    leave() {
      const game = ownGame(state);
      if (game && !game.ended) dialogs.open("leave-dialog");
      else void ask("leave");
    },
    invite: () => dialogs.open("invite-dialog"),
    options: () => dialogs.open("options-dialog"),
    help: () => dialogs.open("help-dialog"),
    watch: () => watch(state.table?.you === 0 ? 1 : 0),
    back: () => watch(null),
    "watch-0": () => watch(0),
    "watch-1": () => watch(1),
  };
  for (const [id, press] of Object.entries(presses)) buttonById(id).addEventListener("click", press);

  return {
    help: presses.help ?? (() => {}),

    /** @param {boolean} playing */
    draw(playing) {
      const { table } = state;
      if (!table) return;
      for (const [id, shown] of Object.entries(wanted(state, table, playing))) byId(id).hidden = !shown;
      byId("computer").hidden = !alone.forLong(table);
      // While somebody still plays watching is the thing to do.
      byId("watch").classList.toggle("knob-main", !table.over);
      for (const at of [0, 1]) {
        const button = byId(`watch-${at}`);
        setText(button, table.seats[at]?.name ?? "");
        button.setAttribute("aria-pressed", String(shownSeat(state) === at));
      }
    },
  };
}

/**
 * Which controls are there, by their ids.
 *
 * @param {State} state
 * @param {import("./types.js").Table} table
 * @param {boolean} playing
 * @returns {Record<string, boolean>}
 */
function wanted({ games, chosen }, table, playing) {
  const offered = new Set(table.offers);
  const seated = table.you !== null;
  const away = seated && chosen !== null && chosen !== table.you;
  return {
    start: offered.has("start"),
    join: offered.has("join"),
    watch: seated && offered.has("watch") && !away,
    back: away,
    again: offered.has("again"),
    invite: offered.has("invite") && seated,
    end: offered.has("end") && playing,
    leave: offered.has("leave") && seated,
    players: !seated && games.every((game) => game !== null),
  };
}
