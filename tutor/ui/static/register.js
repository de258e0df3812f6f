/** The register of unclear rules: what is unclear, every reading, which is ours and why, where it is taught. */
import { h, stressed } from "./dom.js";

export function drawRegister(desk, found) {
  const rules = found.filter((rule) => rule.unclear);
  return h("ol", { key: "register", class: "register", "aria-label": "Unclear rules" }, rules.map((rule) => drawEntry(desk, rule)));
}

function drawEntry(desk, rule) {
  const [page] = desk.model.get("book").pages[rule.id] ?? [];
  return h("li", { key: rule.id, class: "box", id: desk.idFor(`unclear ${rule.id}`) },
    h("p", { class: "label" }, rule.region),
    h("h2", null, rule.name),
    h("p", { class: "ruleid" }, rule.id, " · rulebook ", rule.source),
    h("p", { class: "ruletold" }, stressed(rule.unclear)),
    h("ul", { class: "readings" },
      rule.readings?.length ? rule.readings.map((reading) => h("li", { key: reading.id, class: reading.default ? "ours" : null }, h("b", null, reading.default ? "Ours: " : "Or: "), reading.text)) : h("li", { class: "ours" }, h("b", null, "Ours: "), rule.text)),
    rule.ruling && h("p", null, h("b", null, "Why: "), rule.ruling),
    h("p", { class: "links" }, page ? h("a", { class: "go", href: page.href }, `Taught in ${page.label}`) : "No page says so yet."));
}
