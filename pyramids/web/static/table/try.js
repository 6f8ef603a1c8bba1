// @ts-check
// A try's page: one player alone at one deal. Before the start there is no line to the server, and after the end there is none.
import { connect } from "../net.js";
import { get, post } from "../site/api.js";
import { buttonById, byId } from "./dom.js";
import { newPage } from "./page.js";
import { newTryPanel, placeSentence } from "./try-panel.js";
import { newState } from "./state.js";

/** @typedef {import("./types.js").Deal} Deal */
/** @typedef {import("./types.js").Game} Game */

const STANDING_AFTER_MS = 1500;

const { api = "", check = "" } = byId("table").dataset;

const state = newState();
/** @type {Deal | null} */
let deal = null;
/** @type {import("../net.js").Connection | null} */
let live = null;
let asked = false;

const page = newPage({
  state,
  line: () => live,
  panel: newTryPanel(byId("panel"), byId("facts"), check, () => deal),
  seats: { draw() {} },
  commands: () => commands,
});

/** @param {{deal: Deal, game: Game | null}} answer */
function take(answer) {
  takeDeal(answer.deal);
  if (answer.game) page.takeView(0, answer.game, performance.now());
}

/** @param {Deal} next */
function takeDeal(next) {
  // After the end has been said, for those who listen.
  if (deal?.own && !deal.own.result && next.standing) setTimeout(() => page.say(placeSentence(next)), STANDING_AFTER_MS);
  deal = next;
  state.table = tableOf(next);
  const { own } = next;
  if (own?.result) live?.close();
  else if (own) listen(`/api/tries/${own.id}`);
  page.schedule();
}

/** @param {string} address of the try that runs */
function listen(address) {
  live ??= connect(() => `${address}/live`, {
    onMessage(frame) {
      if (frame.type === "deal") takeDeal(frame.deal);
      else if (frame.type === "game") page.takeView(0, frame.game, performance.now());
      else if (frame.type === "refused") page.takeRefused(frame);
    },
    onState: page.takeState,
  });
}

/** @param {Promise<import("../site/api.js").Answer>} call */
async function ask(call) {
  if (asked) return;
  asked = true;
  const answer = await call;
  asked = false;
  if (answer.ok) take(answer.body);
  else page.say(answer.sentence, true);
}

/** @param {string} id */
function dialog(id) {
  return /** @type {HTMLDialogElement} */ (byId(id));
}

/** @param {string} id */
function open(id) {
  if (!document.querySelector("dialog[open]")) dialog(id).showModal();
}

const commands = {
  help: () => open("help-dialog"),

  /** @param {boolean} playing */
  draw(playing) {
    byId("start").hidden = !deal?.offers.includes("start");
    byId("end").hidden = !playing;
  },
};

buttonById("start").addEventListener("click", () => void ask(post(`${api}/start`, {})));
buttonById("end").addEventListener("click", () => open("end-dialog"));
buttonById("options").addEventListener("click", () => open("options-dialog"));
buttonById("help").addEventListener("click", commands.help);
buttonById("end-yes").addEventListener("click", () => {
  dialog("end-dialog").close();
  void ask(post(`/api/tries/${deal?.own?.id}/end`, {}));
});

/**
 * The deal as a table at which nobody else sits.
 *
 * @param {Deal} from
 * @returns {import("./types.js").Table}
 */
function tableOf({ board, minutes, seal, seed, offers }) {
  const own = { player: "", name: "", computer: false, level: 1, provisional: false, member: false, online: true, state: null };
  return {
    code: "",
    board,
    minutes,
    highest_level: 10,
    seal,
    opened_ms: 0,
    you: 0,
    seats: [own, null],
    offers,
    join_refused: null,
    start_within_ms: null,
    over: false,
    result: null,
    seed,
    rounds: 1,
  };
}

void ask(get(api));
