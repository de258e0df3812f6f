/** A rule as a chip, which opens the rule's text in place, and texts whose terms are explained in the same way. */
import { h } from "./dom.js";
import { explained } from "./terms.js";

/**
 * The chip of rule `id` and, when pressed, its text. `where` tells this chip from others of the same rule.
 * `chip` goes into the line, `panel` after it. The chip says what the rule is about: its section or, with `short`,
 * its short name. Only the lab, which is for those who know the ids, shows the id there.
 */
export function ruleChip(desk, id, where, short = false) {
  if (!id) return { chip: null, panel: null };
  const rule = desk.state.rules?.[id];
  if (!rule) return { chip: h("span", { class: "chip plain" }, id), panel: null };
  const name = `${where}:${id}`;
  const open = desk.local.openRules.has(name);
  const panelId = desk.idFor(`rule ${name}`);
  const toggle = () => desk.toggleRule(name);
  const words = desk.state.lab ? null : short ? rule.name : rule.section;
  const chip = h("button", { type: "button", class: words ? "chip titled" : "chip", "aria-expanded": String(open), "aria-controls": panelId, onClick: toggle }, words ?? id);
  return { chip, panel: open && h("div", { key: `rule ${name}`, class: "ruletext", id: panelId }, ruleText(desk, id, rule, name)) };
}

/** A text in which terms are underlined: `line` goes into its paragraph, `panels` after it. */
export function withTerms(desk, text, where) {
  return explained(desk, text, where, (term, name, id) => termPanel(desk, term, name, id));
}

function termPanel(desk, term, name, id) {
  const { chip, panel } = ruleChip(desk, term.rule, name);
  return h("div", { key: name, class: "ruletext", id }, h("p", null, h("b", null, `${term.name}: `), term.text, " ", chip), panel);
}

function ruleText(desk, id, rule, where) {
  const stands = [rule.section, desk.state.lab && rule.source].filter(Boolean).join(", ");
  const text = withTerms(desk, rule.text, where);
  return [
    h("p", { key: "text" }, text.line),
    text.panels,
    rule.unclear && h("p", null, h("b", null, "Unclear: "), rule.unclear),
    rule.ruling && h("p", null, h("b", null, "Our reading: "), rule.ruling),
    rule.readings?.length > 0 && h("ul", { class: "readings" }, rule.readings.map((reading) => h("li", null, reading.chosen ? h("b", null, "In force: ") : "Or: ", reading.text))),
    h("p", { class: "stands" }, stands, !desk.state.lab && h("code", null, id),
      rule.href && h("a", { class: "link", href: rule.href }, "The page that teaches this rule"),
      rule.page !== undefined && h("button", { type: "button", class: "link", onClick: () => desk.send({ type: "goto", page: rule.page, step: rule.step ?? 1 }) }, "The page that teaches this rule")),
  ];
}
