// @ts-check
// The sentence for a refusal's code, in the page's language.
import { _ } from "../words.js";

/** @returns {Record<string, string>} */
function sentences() {
  return JSON.parse(document.getElementById("words")?.dataset.codes || "{}");
}

/**
 * The sentence for `code`, and for what `params.what` says of it, with `{seconds}` and the like filled in from `params`;
 * a general one for a code that is not known.
 *
 * @param {string} code
 * @param {Record<string, unknown>} [params]
 * @returns {string}
 */
export function sentence(code, params = {}) {
  const known = sentences();
  const found = known[`${code}.${params.what}`] || known[code] || _("That did not work. Please try again.");
  return found.replace(/\{(\w+)\}/g, (whole, name) => (name in params ? String(params[name]) : whole));
}
