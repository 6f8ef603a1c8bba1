// @ts-check
// The table's page: takes what its socket brings.
import { connect } from "../net.js";
import { _ } from "../words.js";
import { newCommands } from "./commands.js";
import { byId } from "./dom.js";
import { newPage } from "./page.js";
import { newPanel } from "./panel.js";
import { newPlayback } from "./playback.js";
import { newSeats } from "./seats.js";
import { newState, seenViews } from "./state.js";

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Game} Game */

const { code = "", home = "/", check = "", fairness = "", deal = "", replay = "" } = byId("table").dataset;
const api = `/api/tables/${code}`;

const state = newState();
const page = newPage({
  state,
  line: () => live,
  panel: newPanel(byId("panel"), byId("facts"), { check, fairness, deal, replay, exported: `${api}/export` }),
  seats: newSeats(byId("seats")),
  commands: () => commands,
});
const { say } = page;
const commands = newCommands({ state, api, home, take: takeAnswer, refused: (text) => say(text, true), say, watch });
const playback = newPlayback(page.takeView);

const live = connect(() => `${api}/live${seenViews(state)}`, {
  onMessage(frame) {
    if (frame.type === "table") receiveTable(frame.table);
    else if (frame.type === "game") receiveGame(frame.seat, frame.game);
    else if (frame.type === "refused") page.takeRefused(frame);
  },
  onState(next, closeCode) {
    playback.finish();
    page.takeState(next, closeCode);
  },
});

/** @param {Table} table */
function receiveTable(table) {
  if (state.table) sayWhoCame(state.table, table);
  if (table.over) playback.finish();
  if (table.you === null && !table.offers.includes("watch")) {
    // Whoever is blocked by a player of the game that they watch sees no more of it.
    playback.finish();
    state.games = [null, null];
  }
  state.table = table;
  page.schedule();
}

/**
 * @param {Table} before
 * @param {Table} after
 */
function sayWhoCame(before, after) {
  const [was, is] = [before.seats[1], after.seats[1]];
  if (after.you === 1 || before.you === 1) return;
  if (!was && is) say(_("{name} has joined.", { name: is.name }));
  else if (was && !is) say(_("{name} has given the seat back.", { name: was.name }));
}

/**
 * @param {0 | 1} seat
 * @param {Game} game
 */
function receiveGame(seat, game) {
  // What somebody else has played is shown move by move; one's own game must be the present one at once.
  if (seat !== state.table?.you && state.games[seat]) playback.add(seat, game);
  else page.takeView(seat, game, performance.now());
}

/**
 * The answer to a command. While the socket is there it brings the table itself, maybe newer; games know their own order.
 *
 * @param {{table: Table, games: (Game | null)[]}} answer
 */
function takeAnswer({ table, games }) {
  if (live.state !== "online") receiveTable(table);
  games.forEach((game, seat) => game && receiveGame(seat === 0 ? 0 : 1, game));
}

/** @param {number | null} seat */
function watch(seat) {
  state.chosen = seat;
  const name = seat === null ? null : state.table?.seats[seat]?.name;
  say(name ? _("You are watching {name}.", { name }) : "");
}

page.takeState(live.state, 0);
