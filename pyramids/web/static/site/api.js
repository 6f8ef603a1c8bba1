// @ts-check
// Calls of the JSON API. A refusal comes back as a sentence to show, never as an exception.
import { _, inOurWords } from "../words.js";
import { sentence } from "./codes.js";

/** @typedef {{ok: true, status: number, body: any} | {ok: false, status: number, code: string, sentence: string}} Answer */

/** @type {Set<Promise<Answer>>} */
const running = new Set();

/** Waits until every call that runs has its answer, with the cookie that it may bring. */
export async function settled() {
  await Promise.allSettled(running);
}

/**
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<Answer>}
 */
async function call(path, init) {
  const answer = ask(path, init);
  running.add(answer);
  try {
    return await answer;
  } finally {
    running.delete(answer);
  }
}

/**
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<Answer>}
 */
async function ask(path, init) {
  let response;
  try {
    response = await fetch(path, init);
  } catch {
    return { ok: false, status: 0, code: "offline", sentence: _("The server cannot be reached. Please try again in a moment.") };
  }
  const body = await response.text().then((text) => JSON.parse(text, inOurWords)).catch(() => ({}));
  if (response.ok) return { ok: true, status: response.status, body };
  const code = String(body.code ?? "");
  return { ok: false, status: response.status, code, sentence: code ? sentence(code, body) : body.message || sentence(code, body) };
}

/** @param {string} path */
export function get(path) {
  return call(path);
}

/**
 * @param {string} path
 * @param {object} body
 */
export function post(path, body) {
  return call(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
}

/**
 * Goes to a table's page, in the language of this page.
 *
 * @param {string} code
 */
export function goToTable(code) {
  location.assign((document.body.dataset.tableAddress ?? "/t/CODE").replace("CODE", code));
}
