// @ts-check
// The page that checks a day's deal once its seed is shown: makes it again, and compares it with what one has played.
import { _ } from "../words.js";
import { get } from "./api.js";
import { addCheck, canCheck, checkSeal, dealAgain, drawing, finding, page, say, showFacts } from "./checking.js";

/** @typedef {import("../table/types.js").Deal} Deal */

/**
 * @param {Deal & {seed: string}} deal
 * @param {import("../table/types.js").Game | null} game one's own
 */
async function check({ seed, seal, board }, game) {
  const sealed = await checkSeal(seed, seal);
  say("busy", _("Making the deal again …"));
  const deal = await dealAgain(seed, board, 1);
  const same = game === null || isOf(game, deal.cards);
  const own = game === null ? [] : [finding(same, same ? _("You played just these cards.") : _("You played other cards."))];
  addCheck(_("The deal"), ...own, drawing(deal.line));
  if (sealed && same) say("right", _("All is right: these are the cards that the seal promised."));
  else say("wrong", _("Something is wrong: these are not the cards that the seal promised."));
}

/**
 * Whether a game that has ended was played on these cards: what still lies there, and what lay on the pile, is theirs.
 *
 * @param {import("../table/types.js").Game} game
 * @param {string[]} cards
 */
function isOf({ cards: left, pile, fan }, cards) {
  const places = left.length;
  const turned = cards[cards.length - 1 - fan];
  const placed = cards.slice(0, places).filter((_card, place) => !left[place]);
  return left.every((card, place) => !card || card === cards[place]) && [turned, ...placed, "*"].includes(pile);
}

async function start() {
  const answer = await get(page.dataset.api ?? "");
  if (!answer.ok) return say("note", answer.sentence);
  const { deal, game } = answer.body;
  showFacts(deal.seal, deal.seed);
  if (!deal.seed) return say("note", _("The seed stays secret until the day is over and nobody plays its deal any more. Come back then."));
  if (canCheck()) await check(deal, game);
}

void start();
