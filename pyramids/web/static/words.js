// @ts-check
// Words of the page's language, as gettext has them. English is the source: what has no translation is shown as it is written.

/** @type {Record<string, string | string[]>} */
const words = JSON.parse(document.getElementById("words")?.dataset.words || "{}");

/** Each language's forms in the order in which its catalogue lists them, by the categories of Intl.PluralRules. */
const FORMS = /** @type {Record<string, string[]>} */ ({ pl: ["one", "few", "many"] });
const language = document.documentElement.lang || "en";
const rules = new Intl.PluralRules(language);

/**
 * @param {string} text
 * @param {Record<string, unknown>} params
 */
function fill(text, params) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in params ? String(params[name]) : whole));
}

/**
 * The text in the page's language, with each `{name}` filled in.
 *
 * @param {string} msgid
 * @param {Record<string, unknown>} [params]
 * @returns {string}
 */
export function _(msgid, params = {}) {
  const found = words[msgid];
  return fill((Array.isArray(found) ? found[0] : found) || msgid, params);
}

/**
 * For `JSON.parse`: the names that are our own words, in the page's language. Nobody can choose one of them.
 *
 * @param {string} _key
 * @param {unknown} value
 */
export function inOurWords(_key, value) {
  if (value === "Computer") return _("Computer");
  const guest = typeof value === "string" ? /^Guest (\d{5})$/.exec(value) : null;
  return guest ? _("Guest {n}", { n: guest[1] }) : value;
}

/**
 * The text in the form that the number asks for; `{n}` is the number.
 *
 * @param {string} one
 * @param {string} many
 * @param {number} n
 * @param {Record<string, unknown>} [params]
 * @returns {string}
 */
export function ngettext(one, many, n, params = {}) {
  const found = words[one];
  const forms = FORMS[language.split("-")[0] ?? ""] ?? ["one", "other"];
  const form = Math.max(0, forms.indexOf(rules.select(n)));
  const text = (Array.isArray(found) ? found[form] : found) || (n === 1 ? one : many);
  return fill(text, { n, ...params });
}
