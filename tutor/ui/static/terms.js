/** The words of the game, underlined in the texts; pressing one explains it in place. */
import { h, stressed } from "./dom.js";

let last = { text: "" };

/** One pattern for all forms and plain phrases of all terms, the longest first, kept as long as the terms are the same. */
function patternOf(terms) {
  const text = JSON.stringify(terms);
  if (text !== last.text) {
    const byForm = new Map(terms.flatMap((term) => term.forms.map((form) => [form, term])));
    const plain = terms.flatMap((term) => term.plain ?? []);
    plain.forEach((phrase) => byForm.delete(phrase));
    const forms = [...byForm.keys(), ...plain].sort((one, other) => other.length - one.length).map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    last = { text, byForm, pattern: new RegExp(`(?<![\\p{L}\\p{N}_])(${forms.join("|")})(?![\\p{L}\\p{N}_])`, "giu") };
  }
  return last;
}

/** Whether a word that was found is the beginning of a name such as “Family Farm”. */
function isInName(word, next) {
  return /^\p{Lu}/u.test(word) && /^ \p{Lu}/u.test(next);
}

/** A node with the punctuation that `parts` have after it, so that no line begins with a comma. */
function unbroken(node, parts, next) {
  const [mark] = typeof parts[next] === "string" ? (parts[next].match(/^[.,;:!?’”)]+/) ?? [""]) : [""];
  if (!mark) return node;
  parts[next] = parts[next].slice(mark.length);
  return h("span", { class: "unbroken" }, node, mark);
}

/**
 * A text with its stressed words and its terms, each term once. `where` tells this text from others. `line` goes
 * into the paragraph, `panels` after it; `panelOf` draws the explanation of an open term.
 */
export function explained(desk, text, where, panelOf) {
  const terms = desk.state.terms;
  if (!terms?.length) return { line: stressed(text), panels: [] };
  const { byForm, pattern } = patternOf(terms);
  const seen = new Set();
  const panels = [];
  const withTerms = (piece) => piece.split(pattern).map((part, at, parts) => {
    const term = at % 2 && !isInName(part, parts[at + 1]) ? (byForm.get(part) ?? byForm.get(part.toLowerCase())) : null;
    if (!term || seen.has(term.name)) return part;
    seen.add(term.name);
    const name = `${where}:term:${term.name}`;
    const id = desk.idFor(name);
    const open = desk.local.openRules.has(name);
    if (open) panels.push(panelOf(term, name, id));
    const button = h("button", { type: "button", class: "term", "aria-expanded": String(open), "aria-controls": open ? id : null, onClick: () => desk.toggleRule(name) }, part);
    return unbroken(button, parts, at + 1);
  });
  const pieces = stressed(text);
  const line = pieces.map((piece, at) => {
    if (typeof piece === "string") return withTerms(piece);
    const parts = piece.children.flatMap((child) => (typeof child === "string" ? withTerms(child) : child)).filter(Boolean);
    if (typeof parts.at(-1) !== "string") parts.push(unbroken(parts.pop(), pieces, at + 1));
    return h(piece.tag, piece.props, parts);
  });
  return { line, panels };
}
