// @ts-check
// The sentences of the table. Each is whole, so that every language can put its words in its own order.
import { _, ngettext } from "../words.js";
import { cardList, cardName, cardWithin } from "./cards.js";

/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").Table} Table */

/** @param {number} points */
export function signed(points) {
  return points > 0 ? `+${points}` : String(points);
}

/**
 * "2:05"; a part of a second that has begun counts whole.
 *
 * @param {number} ms
 */
export function clock(ms) {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * A playing time to the thousandth, as ties are decided: "2:05.370".
 *
 * @param {number} ms
 */
export function exactTime(ms) {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}.${String(ms % 1000).padStart(3, "0")}`;
}

/**
 * What the last move did.
 *
 * @param {Pick<Game, "last" | "pile" | "ended">} game the view after it
 * @param {string | null} name of the player who is watched, or null for oneself
 * @returns {string}
 */
export function moveSentence(game, name) {
  const { last } = game;
  if (!last) return "";
  const points = signed(last.points);
  if (last.move === "+") {
    const params = { card: cardName(game.pile), points, name };
    return name === null ? _("{card} turned, {points}.", params) : _("{name}: {card} turned, {points}.", { ...params, card: cardWithin(game.pile) });
  }
  if (last.move === "*") {
    return name === null ? _("Joker played, {points}.", { points }) : _("{name}: Joker played, {points}.", { name, points });
  }
  const cleared = last.cleared || game.ended === "completed";
  if (name === null) {
    const params = { card: cardName(last.move), points };
    return cleared ? _("{card} placed, {points}. The pyramid is cleared!", params) : _("{card} placed, {points}.", params);
  }
  const params = { card: cardWithin(last.move), points, name };
  return cleared ? _("{name}: {card} placed, {points}. The pyramid is cleared!", params) : _("{name}: {card} placed, {points}.", params);
}

/**
 * The score and the round, a sentence each.
 *
 * @param {Game} game
 * @param {number} rounds that it has at most
 */
export function scoreAndRound(game, rounds) {
  const score = _("Score {score}.", { score: game.score });
  return rounds === 1 ? [score] : [score, _("Round {round} of 5.", { round: game.round })];
}

/**
 * Which cards fit, for the player whose move it is.
 *
 * @param {Pick<Game, "open" | "pile">} game
 * @returns {string}
 */
export function fits(game) {
  const cards = game.open.filter((move) => move !== "+" && move !== "*");
  if (game.pile === "*") return _("Every free card fits.");
  return cards.length ? _("Fits: {cards}.", { cards: cardList(cards) }) : _("No card fits.");
}

/**
 * Why a card stays where it is.
 *
 * @param {string} code
 * @param {string} move
 * @param {Pick<Game, "pile">} game
 * @param {string[]} covering the cards that lie on it
 * @returns {string | null} null for a code that is not about this move
 */
export function refusal(code, move, game, covering) {
  if (code === "stock_empty") return _("No card is left to turn.");
  if (code === "joker_used") return _("The Joker of this round has been played.");
  if (code === "card_not_on_board") return _("{card} has gone from the pyramid.", { card: cardName(move) });
  if (code === "card_covered") return coveredSentence(move, covering);
  if (code !== "card_does_not_fit") return null;
  return _("{card} does not fit on {pile}: a card fits one above or one below.", { card: cardName(move), pile: cardWithin(game.pile) });
}

/**
 * The name of a card with what lies on it.
 *
 * @param {string} card
 * @param {string[]} covering
 */
export function cardLabel(card, covering) {
  const [one, two] = covering;
  if (!one) return cardName(card);
  if (!two) return _("{card}, covered by {one}", { card: cardName(card), one: cardWithin(one) });
  return _("{card}, covered by {one} and {two}", { card: cardName(card), one: cardWithin(one), two: cardWithin(two) });
}

/**
 * @param {string} card
 * @param {string[]} covering
 */
function coveredSentence(card, covering) {
  const [one, two] = covering;
  const params = { card: cardName(card), one: cardWithin(one ?? ""), two: cardWithin(two ?? "") };
  if (!one) return _("{card} is still covered.", params);
  if (!two) return _("{card} is covered by {one}.", params);
  return _("{card} is covered by {one} and {two}.", params);
}

/** @param {number} left */
export function turnLabel(left) {
  return ngettext("Turn a card, {n} left", "Turn a card, {n} left", left);
}

/** @param {string} pile */
export function pileLabel(pile) {
  return _("Pile: {card}", { card: pile === "*" ? _("Joker") : cardWithin(pile) });
}

/**
 * How a game ended.
 *
 * @param {Game} game
 * @param {string | null} name null for oneself
 * @param {number} rounds that it has at most
 * @returns {{title: string, text: string}}
 */
export function ending(game, name, rounds = 5) {
  const { score } = game;
  if (name !== null) return endingOf(game, name);
  if (game.ended === "completed" && rounds === 1) return { title: _("The pyramid is cleared!"), text: ngettext("You have {n} point.", "You have {n} points.", score) };
  if (game.ended === "completed") return { title: _("All five rounds cleared!"), text: ngettext("A perfect run. You have {n} point.", "A perfect run. You have {n} points.", score) };
  if (game.ended === "stuck") {
    return {
      title: _("No more moves"),
      text: ngettext("No free card fits, none is left to turn, and the Joker is used. You keep {n} point.", "No free card fits, none is left to turn, and the Joker is used. You keep {n} points.", score),
    };
  }
  if (game.ended === "timeout") return { title: _("Time is up"), text: ngettext("The time for this round has run out. You keep {n} point.", "The time for this round has run out. You keep {n} points.", score) };
  return { title: _("You ended the game"), text: ngettext("You keep {n} point.", "You keep {n} points.", score) };
}

/**
 * @param {Game} game
 * @param {string} name
 */
function endingOf(game, name) {
  const params = { name };
  const text = ngettext("{name} has {n} point.", "{name} has {n} points.", game.score, params);
  if (game.ended === "completed") return { title: _("{name} has cleared all five rounds!", params), text };
  if (game.ended === "stuck") return { title: _("{name} had no more moves", params), text };
  if (game.ended === "timeout") return { title: _("{name} ran out of time", params), text };
  return { title: _("{name} ended the game", params), text };
}

/**
 * How a game ended, in a word for the table of results.
 *
 * @param {import("./types.js").Ended} ended
 */
export function endedWord(ended) {
  return {
    completed: _("all rounds cleared"),
    stuck: _("no more moves"),
    stopped: _("ended by the player"),
    timeout: _("time ran out"),
  }[ended];
}

/**
 * The result of a table that is over, for this viewer.
 *
 * @param {Table} table
 * @returns {{title: string, text: string, won: boolean | null}}
 */
export function outcome({ result, seats, you }) {
  if (!result || result.by === "none") return { title: _("No result"), text: _("This table closed without a duel."), won: null };
  if (result.winner === null) return { title: _("A draw"), text: _("Equal points in equal time, to the millisecond."), won: null };
  const won = you === null ? null : you === result.winner;
  const winner = seats[result.winner]?.name ?? "";
  const loser = seats[result.winner === 0 ? 1 : 0]?.name ?? "";
  const title = won === null ? _("{name} wins", { name: winner }) : won ? _("You win!") : _("{name} wins", { name: winner });
  return { title, text: reason(result, winner, loser), won };
}

/**
 * @param {import("./types.js").Result} result
 * @param {string} winner
 * @param {string} loser
 */
function reason({ by, winner: seat, seats }, winner, loser) {
  if (by === "walkover") return _("{loser} did not play in time, so {winner} wins.", { winner, loser });
  const [first, second] = seat === 1 ? [seats[1], seats[0]] : [seats[0], seats[1]];
  if (!first || !second) return "";
  if (by === "points") return _("More points win: {more} against {fewer}.", { more: first.score, fewer: second.score });
  return _("Equal points, so less playing time wins: {less} against {more}.", { less: exactTime(first.playing_ms), more: exactTime(second.playing_ms) });
}
