// @ts-check
// The page that checks the cards of a table which is over: makes each deal again and compares.
import { _ } from "../words.js";
import { get } from "./api.js";
import { addCheck, canCheck, checkSeal, dealAgain, drawing, element, finding, page, say, showFacts } from "./checking.js";

/** @typedef {{player: string, record: string | null}} Seat
 * @typedef {{board: string, seal: string, seed: string, seats: (Seat | null)[]}} Export
 */

const code = page.dataset.code ?? "";

/**
 * The deals in a seat's record, one for each round that it reached.
 *
 * @param {Seat} seat
 */
function dealsIn(seat) {
  return (seat.record ?? "").split("\n").filter((line) => line.startsWith("deal "));
}

/** @param {Export} table */
async function check(table) {
  const seats = table.seats.filter((seat) => seat !== null);
  const rounds = Math.max(0, ...seats.map((seat) => dealsIn(seat).length));
  let wrong = Number(!(await checkSeal(table.seed, table.seal)));

  for (let round = 1; round <= rounds; round++) {
    say("busy", _("Making the deal of round {round} of {rounds} …", { round, rounds }));
    const deal = await dealAgain(table.seed, table.board, round);
    const findings = seats.map((seat) => {
      const played = dealsIn(seat)[round - 1];
      const name = seat.player;
      if (played === undefined) return element("p", "finding none", _("{name} did not play this round.", { name }));
      const same = played === deal.line;
      wrong += Number(!same);
      return finding(same, same ? _("{name} played just these cards.", { name }) : _("{name} played other cards.", { name }));
    });
    addCheck(_("Round {round}", { round }), ...findings, drawing(deal.line));
  }

  if (wrong) say("wrong", _("Something is wrong: these are not the cards that the seal promised."));
  else if (rounds) say("right", _("All is right: these are the cards that the seal promised."));
  else say("right", _("The seal is right. No cards were played at this table."));
}

/** @param {{seal: string}} table */
function showWhileNotOver({ seal }) {
  showFacts(seal);
  say("note", _("This table is not over yet. Its seed stays secret until then, and so nothing can be checked: come back after both games."));
}

async function start() {
  const now = await get(`/api/tables/${code}`);
  if (now.ok && !now.body.table.over) return showWhileNotOver(now.body.table);
  const answer = await get(`/api/tables/${code}/export`);
  if (!answer.ok) return say("note", answer.sentence);
  showFacts(answer.body.seal, answer.body.seed);
  /** @type {HTMLElement} */ (document.getElementById("check-record")).hidden = false;
  if (canCheck()) await check(answer.body);
}

void start();
