// @ts-check
// The page that looks back at a table: fetches the games that its viewer may see, and shows them at one position.
import { _, ngettext } from "../words.js";
import { get } from "../site/api.js";
import { buttonById, byId, setText } from "../table/dom.js";
import { loadSprite } from "../table/faces.js";
import { newFlights } from "../table/flights.js";
import { cardWithin } from "../table/cards.js";
import { endedWord, moveSentence, standing } from "../table/say.js";
import { newControls } from "./controls.js";
import { newGame } from "./game.js";
import { newLedger } from "./ledger.js";
import { addressOf, endMs, lastMove, momentOf, moveAt, readAddress, viewAt } from "./timeline.js";
import { newTransport } from "./transport.js";

/** @typedef {import("./timeline.js").Replay} Replay */
/** @typedef {import("./timeline.js").Replays} Replays */
/** @typedef {import("./timeline.js").Position} Position */
/** @typedef {import("../table/types.js").Table} Table */

/** @type {(0 | 1)[]} */
const SEATS = [0, 1];
// Browsers refuse an address that changes with every frame.
const ADDRESS_AFTER_MS = 120;

const root = byId("replay");
const api = `/api/tables/${root.dataset.code}`;
const flights = newFlights(byId("flights"));

void loadSprite(root.dataset.sprite ?? "");
void open();

async function open() {
  const answer = await get(api);
  if (!answer.ok) return showNothing(answer.sentence);
  /** @type {Table} */
  const table = answer.body.table;
  /** @type {Replays} */
  const replays = [null, null];
  for (const seat of SEATS) {
    if (!answer.body.games[seat]) continue;
    const found = await get(`${api}/games/${seat}`);
    if (!found.ok) return showNothing(found.sentence);
    replays[seat] = found.body;
  }
  if (!replays.some(Boolean)) return showNothing("");
  newReplay(table, replays);
}

/** @param {string} sentence what went wrong, or nothing where there is only nothing to see */
function showNothing(sentence) {
  byId("nothing").hidden = false;
  if (sentence) setText(byId("nothing-words"), sentence);
}

/**
 * @param {Table} table
 * @param {Replays} replays
 */
function newReplay(table, replays) {
  /** @type {Position} */
  let position = readAddress(location.search, replays, table.you);
  let addressTimer = 0;
  const games = replays.map((replay, seat) => replay && newGame(byId(`game-${seat}`), replay, { geometry: JSON.parse(root.dataset.geometry ?? ""), name: nameOf(seat), flights }));
  const transport = newTransport({ onTime: showMoment, onState: (playing) => controls.drawState(playing) });
  const ledger = newLedger(go);
  const controls = newControls({ go, step, toEnd: () => go(lastMove(chosen())), toggle, speed: (speed) => (transport.speed = speed) });

  for (const seat of SEATS) if (replays[seat]) fillSeat(seat);
  root.classList.toggle("alone", replays.some((replay) => !replay));
  byId("export").hidden = !table.over;
  for (const id of ["controls", "ledger", "more"]) byId(id).hidden = false;
  buttonById("copy").addEventListener("click", copy);
  addEventListener("pagehide", keepAddress);
  choose(position.seat);
  show(position.n, momentOf(replays, position));

  /** @param {number} seat */
  function nameOf(seat) {
    return table.seats[seat]?.name ?? "";
  }

  function chosen() {
    return /** @type {Replay} */ (replays[position.seat]);
  }

  /** @param {0 | 1} seat */
  function fillSeat(seat) {
    const button = buttonById(`whose-${seat}`);
    button.hidden = false;
    setText(/** @type {Element} */ (button.querySelector(".whose-name")), nameOf(seat));
    button.addEventListener("click", () => {
      choose(seat);
      goTo(moveAt(chosen(), transport.ms), transport.ms);
    });
    const record = byId(`record-${seat}`);
    record.hidden = !table.over;
    setText(record, _("Download the record of {name}", { name: nameOf(seat) }));
  }

  /** @param {0 | 1} seat the player whose moves are stepped through, and whose ledger is shown */
  function choose(seat) {
    position = { seat, n: position.n };
    root.dataset.seat = String(seat);
    for (const at of SEATS) {
      buttonById(`whose-${at}`).setAttribute("aria-pressed", String(at === seat));
      byId(`game-${at}`).classList.toggle("chosen", at === seat);
    }
    controls.show(chosen());
    ledger.show(chosen(), nameOf(seat));
  }

  /** @param {number} n */
  function go(n) {
    goTo(n, momentOf(replays, { seat: position.seat, n }));
  }

  /** @param {number} by */
  function step(by) {
    go(Math.max(0, Math.min(lastMove(chosen()), position.n + by)));
  }

  /**
   * Shows a position that somebody asked for, and says it.
   *
   * @param {number} n
   * @param {number} ms
   */
  function goTo(n, ms) {
    transport.stop();
    show(n, ms);
    say();
  }

  function toggle() {
    if (transport.playing) return transport.stop();
    // From the end it begins anew, as every player does.
    if (transport.ms >= endMs(replays)) show(0, 0);
    transport.start(endMs(replays));
  }

  /** Time has passed. @param {number} ms */
  function showMoment(ms) {
    const before = position.n;
    show(moveAt(chosen(), ms), ms);
    if (position.n !== before && transport.speed === 1) say();
  }

  /**
   * @param {number} n
   * @param {number} ms
   */
  function show(n, ms) {
    const moved = n !== position.n || !transport.playing;
    position = { seat: position.seat, n };
    transport.set(ms);
    for (const seat of SEATS) drawSeat(seat, ms);
    if (!moved) return;
    controls.draw(n, sentence());
    ledger.mark(n);
    clearTimeout(addressTimer);
    addressTimer = setTimeout(keepAddress, ADDRESS_AFTER_MS);
  }

  /**
   * @param {0 | 1} seat
   * @param {number} ms
   */
  function drawSeat(seat, ms) {
    const replay = replays[seat];
    if (!replay) return;
    const n = seat === position.seat ? position.n : moveAt(replay, ms);
    games[seat]?.draw(n, ms);
    const { score } = viewAt(replay, n);
    setText(/** @type {Element} */ (buttonById(`whose-${seat}`).querySelector(".whose-points")), ngettext("{n} point", "{n} points", score));
  }

  /** What the move did, and at the last one how the game ended. */
  function sentence() {
    const game = viewAt(chosen(), position.n);
    const end = game.ended ? _("End of the game: {how}.", { how: endedWord(game.ended) }) : "";
    const what = game.last ? moveSentence(game, null) : _("Before the first move. Pile: {card}.", { card: cardWithin(game.pile) });
    return [what, end].filter(Boolean).join(" ");
  }

  function say() {
    const game = viewAt(chosen(), position.n);
    setText(byId("status"), [_("Move {n}.", { n: position.n }), sentence(), ...standing(game, 5)].join(" "));
  }

  function keepAddress() {
    clearTimeout(addressTimer);
    history.replaceState(history.state, "", addressOf(position));
  }

  async function copy() {
    keepAddress();
    try {
      await navigator.clipboard.writeText(location.href);
      setText(byId("status"), _("The address of this move is copied."));
      setText(buttonById("copy"), _("Copied"));
      setTimeout(() => setText(buttonById("copy"), _("Copy the address of this move")), 2000);
    } catch {
      // No clipboard without a secure connection or the reader's leave.
      setText(byId("status"), _("Please copy the address from your browser’s address line."));
    }
  }
}
