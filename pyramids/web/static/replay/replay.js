// @ts-check
// The replay of a table: it stands at one position, and everything on the page follows that.
import { _ } from "../words.js";
import { cardWithin } from "../table/cards.js";
import { byId, setText } from "../table/dom.js";
import { newFlights } from "../table/flights.js";
import { endedWord, moveSentence, scoreAndRound } from "../table/say.js";
import { newAddress } from "./address.js";
import { newControls } from "./controls.js";
import { newGame } from "./game.js";
import { newLedger } from "./ledger.js";
import { SEATS, newPlayers } from "./players.js";
import { endMs, lastMove, momentOf, moveAt, readAddress, viewAt } from "./timeline.js";
import { newTransport } from "./transport.js";

/** @typedef {import("./timeline.js").Replay} Replay */
/** @typedef {import("./timeline.js").Replays} Replays */
/** @typedef {import("../table/types.js").Game} Game */

const ROUNDS = 5;

/**
 * @param {import("../table/types.js").Table} table
 * @param {Replays} replays at least one of them is there
 * @param {import("../table/layout.js").Geometry} geometry
 */
export function newReplay(table, replays, geometry) {
  let position = readAddress(location.search, replays, table.you);
  const flights = newFlights(byId("flights"));
  const players = newPlayers(table, replays, (seat) => {
    choose(seat);
    goTo(moveAt(chosen(), transport.ms), transport.ms);
  });
  const games = replays.map((replay, seat) => replay && newGame(byId(`game-${seat}`), replay, { geometry, name: players.nameOf(seat), flights }));
  const address = newAddress(() => position);
  const transport = newTransport({ onTime: showMoment, onState: (playing) => controls.drawState(playing) });
  const ledger = newLedger(go);
  const controls = newControls({ go, step, toEnd: () => go(lastMove(chosen())), toggle, speed: (speed) => (transport.speed = speed) });

  for (const id of ["controls", "ledger", "more"]) byId(id).hidden = false;
  choose(position.seat);
  show(position.n, momentOf(replays, position));

  function chosen() {
    return /** @type {Replay} */ (replays[position.seat]);
  }

  /** @param {0 | 1} seat the player whose moves are stepped through, and whose ledger is shown */
  function choose(seat) {
    position = { seat, n: position.n };
    players.choose(seat);
    controls.show(chosen());
    ledger.show(chosen(), players.nameOf(seat));
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
    // Faster than in play nobody could listen.
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
    controls.draw(n, sentence(viewAt(chosen(), n)));
    ledger.mark(n);
    address.follow();
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
    players.drawScore(seat, viewAt(replay, n).score);
  }

  function say() {
    const game = viewAt(chosen(), position.n);
    setText(byId("status"), [_("Move {n}.", { n: position.n }), sentence(game), ...scoreAndRound(game, ROUNDS)].join(" "));
  }
}

/**
 * What the last move did, and at the end how the game ended.
 *
 * @param {Game} game
 */
function sentence(game) {
  const what = game.last ? moveSentence(game, null) : _("Before the first move. Pile: {card}.", { card: cardWithin(game.pile) });
  const end = game.ended ? _("End of the game: {how}.", { how: endedWord(game.ended) }) : "";
  return [what, end].filter(Boolean).join(" ");
}
