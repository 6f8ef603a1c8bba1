// @ts-check
// The page that looks back at a table: fetches the games that its viewer may see.
import { get } from "../site/api.js";
import { byId, setText } from "../table/dom.js";
import { loadSprite } from "../table/faces.js";
import { SEATS } from "./players.js";
import { newReplay } from "./replay.js";

/** @typedef {import("./timeline.js").Replays} Replays */

const { code = "", geometry = "", sprite = "" } = byId("replay").dataset;
const api = `/api/tables/${code}`;

void loadSprite(sprite);
void open();

async function open() {
  const answer = await get(api);
  if (!answer.ok) return showNothing(answer.sentence);
  /** @type {Replays} */
  const replays = [null, null];
  for (const seat of SEATS) {
    if (!answer.body.games[seat]) continue;
    const found = await get(`${api}/games/${seat}`);
    if (!found.ok) return showNothing(found.sentence);
    replays[seat] = found.body;
  }
  if (replays.some(Boolean)) newReplay(answer.body.table, replays, JSON.parse(geometry));
  else showNothing("");
}

/** @param {string} sentence what went wrong; empty where there is only nothing to see */
function showNothing(sentence) {
  byId("nothing").hidden = false;
  if (sentence) setText(byId("nothing-words"), sentence);
}
