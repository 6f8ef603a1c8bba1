// @ts-check
// The example on the page about fairness: the seal of a seed, and the deal of its first round, made in this browser.
import { _ } from "../words.js";
import { showError } from "../site/dialogs.js";
import { dealOf, sealOf } from "../site/deals.js";
import { newBoard } from "../table/board.js";
import { cardList } from "../table/cards.js";
import { byId, el, setText } from "../table/dom.js";
import { loadSprite } from "../table/faces.js";

const SEED_BYTES = 32;
const PYRAMID = 28;

const page = byId("fairness");
const form = /** @type {HTMLFormElement} */ (byId("example"));
const field = /** @type {HTMLInputElement} */ (byId("example-seed"));
/** @type {Record<string, import("../site/deals.js").Geometry>} */
const geometries = JSON.parse(page.dataset.geometry ?? "{}");
// Only the last one that was asked for is shown.
let asked = 0;

function drawSeed() {
  const bytes = crypto.getRandomValues(new Uint8Array(SEED_BYTES));
  field.value = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} text */
function refuse(text) {
  byId("example-result").hidden = true;
  showError(byId("example-error"), text, field);
}

async function makeDeal() {
  const seed = field.value.replace(/\s+/g, "").toLowerCase();
  const number = (asked += 1);
  if (!/^[0-9a-f]{64}$/.test(seed)) return refuse(_("A seed has 64 digits from 0 to 9 and a to f."));
  if (!globalThis.crypto?.subtle) return refuse(_("This browser calculates only on safe pages: open this one by https or on localhost."));
  showError(byId("example-error"), "", field);
  const board = String(new FormData(form).get("board"));
  const geometry = /** @type {import("../site/deals.js").Geometry} */ (geometries[board]);
  const [seal, deal] = await Promise.all([sealOf(seed), dealOf(seed, board, 1, geometry)]);
  if (number !== asked) return;
  show(seal, deal, geometry);
}

/**
 * @param {string} seal
 * @param {import("../site/deals.js").Deal} deal
 * @param {import("../site/deals.js").Geometry} geometry
 */
function show(seal, deal, geometry) {
  setText(byId("example-seal"), seal);
  const attempt = _("Shuffle number {n} was the first that both plain players cleared.", { n: deal.attempt + 1 });
  setText(byId("example-attempt"), attempt);
  const pyramid = el("div", { class: "board", role: "group", "aria-label": _("Pyramid") });
  byId("example-cloth").replaceChildren(pyramid);
  const cards = deal.cards.slice(0, PYRAMID);
  newBoard(pyramid, geometry, () => {}).draw({ mode: "watch", cards, fitting: [], isAwaited: () => false, fine: false, dealt: false });
  const fan = deal.cards.slice(PYRAMID);
  setText(byId("example-fan"), _("The fan: {cards}.", { cards: cardList(fan) }));
  setText(byId("example-line"), deal.line);
  byId("example-result").hidden = false;
  setText(byId("status"), [_("The deal of round 1 is made."), attempt].join(" "));
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void makeDeal();
});
byId("example-draw").addEventListener("click", () => {
  drawSeed();
  void makeDeal();
});
form.addEventListener("change", ({ target }) => {
  if (target !== field && field.value) void makeDeal();
});

drawSeed();
void loadSprite(page.dataset.sprite ?? "").then(makeDeal);
