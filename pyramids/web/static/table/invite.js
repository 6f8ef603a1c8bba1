// @ts-check
// The dialog that invites somebody: whoever is on line in a list that follows what is typed, and members by their names.
import { announce } from "../site/announce.js";
import { get, post } from "../site/api.js";
import { sentence } from "../site/codes.js";
import { showError } from "../site/dialogs.js";
import { _ } from "../words.js";
import { byId, el, setText } from "./dom.js";

/** @typedef {{player: string, name: string, level: number, provisional: boolean, invited: boolean, refused: string | null}} Candidate */

const TYPED_FOR_MS = 200;

/** @param {string} api the address of the table's API */
export function newInvite(api) {
  const field = /** @type {HTMLInputElement} */ (byId("invite-player"));
  const error = byId("invite-error");
  const said = byId("invite-said");
  const list = byId("invite-list");
  /** @type {Candidate[]} */
  let candidates = [];
  let typed = 0;
  let asked = 0;

  async function fetchList() {
    const mine = ++asked;
    const answer = await get(`${api}/invitations?name=${encodeURIComponent(field.value.trim())}`);
    if (mine !== asked) return; // Something else has been typed meanwhile.
    candidates = answer.ok ? answer.body.players : [];
    if (!answer.ok) showError(error, answer.sentence);
    draw();
  }

  function draw() {
    // A button that has the focus stays where it is.
    const focused = document.activeElement?.id;
    list.replaceChildren(...candidates.map(item));
    if (!candidates.length) {
      const none = field.value.trim() ? _("Nobody on line is called so.") : _("Nobody else is on line now.");
      list.append(el("li", { class: "candidates-none" }, none));
    }
    if (focused?.startsWith("invite-to-")) document.getElementById(focused)?.focus();
  }

  /** @param {Candidate} one */
  function item(one) {
    const words = el("span", { class: "candidate-words" },
      el("bdi", { class: "candidate-name" }, one.name), " ",
      el("span", { class: "candidate-level" }, _("level {n}", { n: one.level })),
      one.refused ? el("span", { class: "candidate-refused" }, whyNot(one.refused)) : null);
    const button = el("button", { type: "button", class: "button", id: `invite-to-${one.player}` },
      one.invited ? _("Invited") : _("Invite"), " ", el("span", { class: "hidden" }, one.name));
    if (one.invited) button.setAttribute("aria-disabled", "true");
    else button.addEventListener("click", () => void invite({ player: one.player }));
    return el("li", { class: "candidate" }, words, button);
  }

  /** @param {{player: string} | {name: string}} whom */
  async function invite(whom) {
    showError(error, "");
    const answer = await post(`${api}/invitations`, whom);
    if (!answer.ok) return showError(error, answer.sentence, "name" in whom ? field : undefined);
    const one = /** @type {Candidate} */ (answer.body);
    setText(said, one.refused ? _("{name} is invited, but could not join now. {reason}", { name: one.name, reason: whyNot(one.refused) }) : _("{name} is invited.", { name: one.name }));
    announce(said.textContent ?? "");
    candidates = candidates.map((other) => (other.player === one.player ? one : other));
    draw();
  }

  field.addEventListener("input", () => {
    showError(error, "", field);
    clearTimeout(typed);
    typed = setTimeout(() => void fetchList(), TYPED_FOR_MS);
  });
  byId("invite-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const name = field.value.trim();
    if (!name) return showError(error, _("Please write a name."), field);
    void invite({ name });
  });

  return {
    /** The dialog is about to be shown. */
    open() {
      field.value = "";
      setText(said, "");
      showError(error, "", field);
      void fetchList();
    },
  };
}

/** @param {string} code why somebody could not join, said to the one who invites */
function whyNot(code) {
  return code === "level_too_high" ? _("Their level is too high for this table.") : sentence(code);
}
