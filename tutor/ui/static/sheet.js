/** Pages without a table: a game's cue card, its words, and how well its rules are known. */
import { h } from "./dom.js";
import { ruleChip, withTerms } from "./rules.js";

const STRENGTHS = { strong: "strong", answered: "answered", weak: "weak", seen: "seen", new: "not met" };

export function drawSheet(desk) {
  const { sheet } = desk.state;
  if (!sheet) return null;
  if (sheet.cue) return drawCue(desk, sheet.cue);
  if (sheet.words) return drawGlossary(desk, sheet.words);
  return drawMastery(desk, sheet.mastery);
}

/** The card, which is printed on one side in black and white, without its buttons. */
function drawCue(desk, cue) {
  return h("section", { key: "cue", class: "sheet cue", "aria-labelledby": desk.idFor("cue") },
    h("header", { class: "cuehead" },
      h("h2", { id: desk.idFor("cue") }, cue.title),
      h("p", null, h("b", null, `${cue.players}. `), cue.text),
      h("button", { type: "button", class: "main noprint", onClick: () => print() }, "Print this card")),
    h("div", { class: "cueparts" }, cue.parts.map((part) => h("section", { key: part.id, class: "cuepart", "aria-label": part.title },
      h("h3", { class: "label" }, part.title),
      part.line.length > 0 && h("ol", { class: "cueline" }, part.line.map((place) => h("li", { key: place }, place))),
      part.rules.length > 0 && h("ul", { class: "cuerules" }, part.rules.map((entry) => drawCueRule(desk, entry)))))));
}

function drawCueRule(desk, entry) {
  const where = `cue ${entry.rule}`;
  const { chip, panel } = ruleChip(desk, entry.rule, where);
  const { line, panels } = withTerms(desk, entry.text, where);
  return h("li", { key: entry.rule }, h("p", null, h("b", null, `${entry.name}. `), line, " ", chip), panels, panel);
}

function drawGlossary(desk, words) {
  return h("section", { key: "glossary", class: "sheet glossary", "aria-label": "The words of the game" },
    h("dl", null, words.map((term) => drawTerm(desk, term))));
}

function drawTerm(desk, term) {
  const { chip, panel } = ruleChip(desk, term.rule, `word ${term.name}`);
  return h("div", { key: term.name }, h("dt", null, term.name), h("dd", null, h("p", null, term.text, " ", chip), panel));
}

function drawMastery(desk, mastery) {
  return h("section", { key: "mastery", class: "sheet mastery", "aria-label": "How well you know the rules" },
    h("h2", null, mastery.title),
    drawCounts(mastery.counts, true),
    mastery.rules.length > 0 && h("ul", { key: "known", class: "known" }, mastery.rules.map((rule) => drawKnown(desk, rule))),
    h("table", { key: "chapters", class: "chapters" },
      h("thead", null, h("tr", null, h("th", { scope: "col" }, "Chapter"), Object.values(STRENGTHS).map((label) => h("th", { key: label, scope: "col" }, label)))),
      h("tbody", null, mastery.chapters.map((chapter) => h("tr", { key: chapter.title },
        h("th", { scope: "row" }, chapter.title, drawCounts(chapter.counts, false)),
        Object.keys(STRENGTHS).map((strength) => h("td", { key: strength, class: chapter.counts[strength] ? null : "none" }, chapter.counts[strength] ?? 0)))))));
}

/** Counts as a bar; with `told`, also in figures. */
function drawCounts(counts, told) {
  const all = Object.values(counts).reduce((sum, n) => sum + n, 0);
  const parts = Object.entries(STRENGTHS).filter(([strength]) => counts[strength]);
  return [
    h("span", { key: "bar", class: "countbar", "aria-hidden": "true" }, parts.map(([strength]) => h("i", { key: strength, class: strength, style: { width: `${(100 * counts[strength]) / all}%` } }))),
    told && h("ul", { key: "counts", class: "counts" }, parts.map(([strength, label]) => h("li", { key: strength }, h("i", { class: strength, "aria-hidden": "true" }), h("b", null, counts[strength]), ` ${label}`))),
  ];
}

function drawKnown(desk, rule) {
  const { chip, panel } = ruleChip(desk, rule.rule, `known ${rule.rule}`);
  return h("li", { key: rule.rule },
    h("div", null, h("i", { class: rule.strength, "aria-hidden": "true" }), h("b", null, rule.name), h("span", null, rule.text), chip,
      h("button", { type: "button", class: "link", onClick: () => desk.send({ type: "tool", id: rule.ask }) }, `Ask me about ${rule.name}`)),
    panel);
}
