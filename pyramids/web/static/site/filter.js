// @ts-check
// Which open tables the lobby shows: the address says it, so that going back and loading again keep it; the server
// picks them, and is told on the site's socket so that it tells what changes among them.
import { listen, say } from "./live.js";

const part = /** @type {HTMLElement} */ (document.getElementById("open-tables"));
const form = /** @type {HTMLFormElement} */ (document.getElementById("open-filter"));
const board = /** @type {HTMLSelectElement} */ (form.elements.namedItem("board"));
const joinable = /** @type {HTMLInputElement} */ (form.elements.namedItem("joinable"));

/** Tells the server; it answers that the lists have changed, whereupon they are fetched. */
function show() {
  const page = Number(new URLSearchParams(location.search).get("page")) || 1;
  const told = say({ do: "show", board: board.value || null, joinable: joinable.checked, page });
  if (!told) document.body.dispatchEvent(new CustomEvent("lobby-changed"));
}

/** Lets the controls and the list follow the address. */
function follow() {
  const asked = new URLSearchParams(location.search);
  board.value = asked.get("board") ?? "";
  if (board.selectedIndex < 0) board.value = "";
  joinable.checked = asked.get("joinable") === "true";
  part.setAttribute("hx-get", part.dataset.part + location.search);
}

/** @param {string} page */
function go(page) {
  const asked = new URLSearchParams();
  if (board.value) asked.set("board", board.value);
  if (joinable.checked) asked.set("joinable", "true");
  if (page !== "1") asked.set("page", page);
  history.pushState(null, "", location.pathname + (asked.size ? `?${asked}` : ""));
  follow();
  show();
}

export function startFilter() {
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", () => go("1"));
  part.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest(".open-pages a") : null;
    if (!(link instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(link.dataset.page ?? "1");
    document.getElementById("open-tables-title")?.focus();
  });
  addEventListener("popstate", () => {
    follow();
    show();
  });
  follow();
  listen({
    onMessage() {},
    onState(state) {
      if (state === "online") show();
    },
  });
}
