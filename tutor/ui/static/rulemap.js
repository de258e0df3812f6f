/** A rulebook as a map: sections as regions, every rule a cell; filters, the chosen rule beside it, the same as a table. */
import { h, kinds, stressed } from "./dom.js";
import { bookOf, drawRegister } from "./register.js";

const LENSES = { all: "Everything", enforced: "Enforced", tested: "Tested", taught: "Taught", reached: "Reached" };
const SHOWN = {
  all: ["All rules", () => true],
  unclear: ["Unclear rules", (rule) => Boolean(rule.unclear)],
  missing: ["Something missing", (rule) => rule.enforced === "missing" || rule.tested === "missing" || rule.taught === 0],
  never: ["Never reached by chance", (rule) => rule.reached === 0],
  exempt: ["Nothing to enforce", (rule) => rule.enforced === "exempt" || rule.enforced === "excused"],
};
const LEVELS = ["never", "in fewer than 1 in 100 games", "in 1 to 10 of 100 games", "in 10 to 50 of 100 games", "in half of the games or more"];
const ENFORCED = {
  yes: "the engine reports it", construction: "holds by construction, so nothing can break it", excused: "not enforced",
  missing: "not enforced yet", exempt: "advice or a component, so nothing can break it",
};
const TESTED = { yes: "a scenario asserts it", missing: "no scenario asserts it", exempt: "nothing to test" };
const ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"];

/** The page: the map or the register on the left, what is chosen on the right. */
export function drawRulemap(desk, landmark) {
  const view = local(desk);
  const onMap = desk.state.rulemap.view === "map";
  const chosen = onMap && (desk.state.rulemap.detail ? drawRule(desk) : drawSummary(desk));
  const side = h("div", { key: "side", class: "side", "data-holds": kinds(chosen) }, chosen);
  const left = h("div", { key: "left", class: "left rulemap" },
    drawFilters(desk, view, onMap),
    desk.state.rulemap.said && h("p", { key: "said", class: "problem", role: "alert" }, desk.state.rulemap.said),
    onMap ? [drawLegend(view.lens), drawRegions(desk, view), drawTable(desk, view), drawMade(desk)] : drawRegister(desk, matching(desk, view)));
  return h(landmark, { key: "main", class: "main", "data-holds": `rulemap ${kinds(side, left)}` }, side, left);
}

/** What only this page knows: the colours, the filter, and the cell that the arrow keys have reached. */
function local(desk) {
  const book = bookOf(desk);
  if (desk.local.rulemap?.game !== book.game) {
    const kept = desk.local.rulemap ?? { lens: "all", show: "all" };
    desk.local.rulemap = { ...kept, game: book.game, query: "", at: null, table: false };
    desk.local.rules = new Map(book.regions.flatMap((region) => region.rules.map((rule) => [rule.id, { ...rule, region: region.title }])));
  }
  return desk.local.rulemap;
}

function change(desk, what) {
  Object.assign(desk.local.rulemap, what);
  desk.draw();
}

/** The rules that match the filter, in the book's order. */
function matching(desk, view) {
  const words = view.query.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = SHOWN[view.show][1];
  const text = (rule) => `${rule.id} ${rule.name} ${rule.kind} ${rule.text} ${rule.unclear ?? ""} ${rule.region}`.toLowerCase();
  return [...desk.local.rules.values()].filter((rule) => shown(rule) && words.every((word) => text(rule).includes(word)));
}

/** Press a cell: open its rule beside the map, and make the address lead to it. */
export function choose(desk, id) {
  const { rulemap } = desk.state;
  const query = new URLSearchParams({ game: desk.local.rulemap.game });
  if (id) query.set("rule", id);
  if (rulemap.view !== "map") query.set("view", rulemap.view);
  if (desk.page) history.replaceState(null, "", `?${query}`);
  if (id) {
    desk.local.rulemap.at = id;
    desk.root.querySelector(`[data-rule="${CSS.escape(id)}"]`)?.scrollIntoView({ block: "nearest", behavior: desk.glide() }); // on a narrow page, the panel is below
  }
  desk.send({ type: "node", graph: "rulebook", id: id ?? "" });
}

// the filters

function drawFilters(desk, view, onMap) {
  const { games } = desk.state.rulemap;
  const found = matching(desk, view);
  const open = (event) => {
    if (desk.page) history.replaceState(null, "", `?${new URLSearchParams({ game: event.target.value })}`);
    desk.send({ type: "tool", id: `game:${event.target.value}` });
  };
  const count = onMap ? found.length : found.filter((rule) => rule.unclear).length;
  return h("form", { key: "filters", class: "filters", role: "search", "aria-label": "Rules", onSubmit: (event) => event.preventDefault() },
    h("label", { key: "game" }, h("span", null, "Game"), h("select", { onChange: open, name: "game" }, games.map((game) =>
      h("option", { key: game.id, value: game.id, selected: game.id === view.game }, game.title)))),
    h("label", { key: "query", class: "grows" }, h("span", null, "Find"), h("input", { type: "search", name: "query", autocomplete: "off", maxlength: 100, placeholder: "a word, or a rule’s name", value: view.query, onInput: (event) => change(desk, { query: event.target.value }) })),
    onMap && h("label", { key: "show" }, h("span", null, "Show"), h("select", { name: "show", onChange: (event) => change(desk, { show: event.target.value }) }, Object.entries(SHOWN).map(([id, [label]]) =>
      h("option", { key: id, value: id, selected: id === view.show }, label)))),
    onMap && h("fieldset", { key: "lens", class: "lenses" }, h("legend", null, "Colour by"), Object.entries(LENSES).map(([id, label]) =>
      h("label", { key: id }, h("input", { type: "radio", name: "lens", value: id, checked: id === view.lens, onChange: () => change(desk, { lens: id }) }), h("span", null, label)))),
    h("p", { key: "count", class: "count", role: "status" }, onMap ? `${count} of ${desk.local.rules.size} rules` : count === 1 ? "1 unclear rule" : `${count} unclear rules`));
}

// the map

function drawRegions(desk, view) {
  const found = new Set(matching(desk, view).map((rule) => rule.id));
  const rule = desk.state.rulemap.rule;
  if (!found.has(view.at)) view.at = found.has(rule) ? rule : found.values().next().value;
  return h("div", { key: "regions", class: "regions", "data-lens": view.lens, onKeydown: (event) => walk(desk, event) },
    bookOf(desk).regions.map((region) => h("section", { key: region.id, class: "region", "aria-label": region.title },
      h("h2", null, region.title, " ", h("small", null, String(region.rules.length))),
      h("div", { class: "squares" }, region.rules.map((cell) => (found.has(cell.id) ? drawCell(desk, view, cell) : h("i", { key: `no ${cell.id}`, class: "square faint" })))))));
}

function drawCell(desk, view, cell) {
  const { lens } = view;
  const chosen = desk.state.rulemap.rule === cell.id;
  return h("button", {
    key: cell.id, type: "button", class: "square", "data-rule": cell.id, "data-state": stateOf(cell, lens), "data-level": cell.level ?? "none",
    tabindex: view.at === cell.id ? "0" : "-1", "aria-pressed": String(chosen), "aria-label": inWords(desk, cell), title: cell.name, onClick: () => choose(desk, chosen ? null : cell.id),
  },
    h("span", { class: "says" }, lens === "all" ? [pip("enforced", cell), pip("tested", cell), pip("taught", cell)] : signOf(desk, cell, lens)),
    cell.unclear && h("span", { class: "unclear" }, "?"));
}

/** One of three shapes: full, crossed if something is missing, or absent if the lens does not apply. */
function pip(lens, cell) {
  const state = stateOf(cell, lens);
  return h("i", { key: lens, class: `pip ${lens}`, "data-state": state });
}

/** The state of a cell in one lens: yes, half (by construction), missing or exempt. */
function stateOf(cell, lens) {
  if (lens === "taught") return cell.taught ? "yes" : "missing";
  if (lens === "tested") return cell.tested;
  if (lens === "enforced") return { yes: "yes", construction: "half", excused: "exempt", missing: "missing", exempt: "exempt" }[cell.enforced];
  return cell.reached === null ? "exempt" : cell.reached ? "yes" : "never";
}

/** The text in a cell: a letter, a number of steps or a share of games. */
function signOf(desk, cell, lens) {
  const state = stateOf(cell, lens);
  if (state === "missing") return "×";
  if (state === "exempt") return "–";
  if (lens === "enforced") return state === "half" ? "C" : "E";
  if (lens === "tested") return "T";
  if (lens === "taught") return String(cell.taught);
  const { games } = bookOf(desk).made;
  const share = (100 * cell.reached) / games;
  return share > 0 && share < 1 ? "<1" : String(Math.round(share));
}

/** A cell in words, for screen readers. */
function inWords(desk, cell) {
  const steps = cell.taught === 0 ? "not taught by any step" : cell.taught === 1 ? "taught by 1 step" : `taught by ${cell.taught} steps`;
  return `${cell.id}: ${ENFORCED[cell.enforced]}; ${TESTED[cell.tested]}; ${steps}; ${reachedWords(desk, cell)}${cell.unclear ? "; unclear" : ""}`;
}

function reachedWords(desk, cell) {
  const { games } = bookOf(desk).made;
  return cell.reached === null ? "nothing that a game could reach" : `came up in ${cell.reached} of ${games} random games`;
}

/** The arrow keys move from cell to cell: along the book, or to the nearest cell above or below. */
function walk(desk, event) {
  const here = event.target.closest?.("[data-rule]");
  if (!here || !ARROWS.includes(event.key) || event.ctrlKey || event.altKey || event.metaKey) return;
  const cells = [...event.currentTarget.querySelectorAll("[data-rule]")];
  const at = cells.indexOf(here);
  const next = { ArrowLeft: cells[at - 1], ArrowRight: cells[at + 1], Home: cells[0], End: cells.at(-1) }[event.key] ?? beside(cells, here, event.key);
  event.preventDefault();
  event.stopPropagation();
  if (!next) return;
  change(desk, { at: next.dataset.rule });
  next.focus();
}

function beside(cells, here, key) {
  if (key !== "ArrowUp" && key !== "ArrowDown") return null;
  const from = here.getBoundingClientRect();
  const ahead = (box) => (key === "ArrowDown" ? box.top - from.top : from.top - box.top);
  const far = (cell) => {
    const box = cell.getBoundingClientRect();
    return ahead(box) > from.height / 2 ? ahead(box) + 3 * Math.abs(box.left - from.left) : Infinity;
  };
  const nearest = cells.reduce((best, cell) => (far(cell) < far(best) ? cell : best), here);
  return far(nearest) < Infinity ? nearest : null;
}

// what the signs mean

const LEGENDS = {
  all: [
    [{ pips: ["enforced", "yes"] }, "enforced"], [{ pips: ["enforced", "half"] }, "by construction"], [{ pips: ["tested", "yes"] }, "tested"], [{ pips: ["taught", "yes"] }, "taught"], [{ pips: ["taught", "missing"] }, "missing"],
    ...LEVELS.map((words, at) => [{ level: at }, at ? words : "never reached by chance"]),
    [{ level: "none" }, "nothing to reach"], [{ unclear: true }, "unclear"],
  ],
  enforced: [[{ state: "yes", sign: "E" }, "enforced: the engine reports it"], [{ state: "half", sign: "C" }, "holds by construction"], [{ state: "exempt", sign: "–" }, "nothing to enforce"], [{ state: "missing", sign: "×" }, "missing"]],
  tested: [[{ state: "yes", sign: "T" }, "a scenario asserts it"], [{ state: "exempt", sign: "–" }, "nothing to test"], [{ state: "missing", sign: "×" }, "missing"]],
  taught: [[{ state: "yes", sign: "3" }, "taught, with the number of steps"], [{ state: "missing", sign: "×" }, "missing"]],
  reached: [...LEVELS.map((words, at) => [{ level: at, sign: ["0", "<1", "7", "31", "98"][at] }, words]), [{ level: "none", state: "exempt", sign: "–" }, "nothing to reach"]],
};

function drawLegend(lens) {
  return h("ul", { key: "legend", class: "maplegend", "aria-label": "What the signs mean", "data-lens": lens }, LEGENDS[lens].map(([sign, words]) =>
    h("li", { key: words }, drawKey(sign), words)));
}

function drawKey({ pips, level, state, sign, unclear }) {
  if (pips) return h("i", { class: `pip ${pips[0]}`, "data-state": pips[1] });
  return h("span", { class: "square key", "aria-hidden": "true", "data-state": state ?? (level === 0 ? "never" : level === "none" || unclear ? "exempt" : "yes"), "data-level": level ?? "none" },
    h("span", { class: "says" }, sign), unclear && h("span", { class: "unclear" }, "?"));
}

function drawMade(desk) {
  const { made } = bookOf(desk);
  return h("p", { key: "made", class: "made" }, `These figures come from ${made.games} random games with every number of players, half of them with variants (rules ${made.rules}, cards ${made.cards}).`);
}

// beside the map

function drawSummary(desk) {
  const rules = [...desk.local.rules.values()];
  const count = (label, lens, of, have) => h("tr", { key: label },
    h("th", { scope: "row" }, label), h("td", null, `${rules.filter(have).length} of ${rules.filter(of).length}`),
    h("td", null, h("span", { class: "bar" }, h("i", { style: { "--share": rules.filter(have).length / Math.max(1, rules.filter(of).length) } }))));
  const binding = (rule) => rule.tested !== "exempt";
  return h("section", { key: "summary", class: "rulepanel", "aria-labelledby": desk.idFor("summary") },
    h("h2", { id: desk.idFor("summary") }, "This rulebook"),
    h("p", null, `There are ${rules.length} rules in ${bookOf(desk).regions.length} sections, and each rule is a cell. Press a cell to read the rule and to see the step that teaches it, its scenarios and its code.`),
    h("table", { class: "counts" }, h("tbody", null,
      count("Enforced", "enforced", binding, (rule) => rule.enforced === "yes" || rule.enforced === "construction"),
      count("Tested", "tested", binding, (rule) => rule.tested === "yes"),
      count("Taught", "taught", () => true, (rule) => rule.taught > 0),
      count("Reached by chance", "reached", (rule) => rule.reached !== null, (rule) => rule.reached > 0),
      count("Unclear", "unclear", () => true, (rule) => rule.unclear))),
    h("p", { class: "soft" }, "Rules that give advice or describe a component cannot be broken, so they are taught but not enforced. If random games never reach a rule, a scenario does."),
    h("p", { class: "soft" }, "The arrow keys move from cell to cell, Home and End move to the first and the last cell, and Enter opens a cell."));
}

function drawRule(desk) {
  const { detail } = desk.state.rulemap;
  const rule = desk.local.rules.get(detail.id);
  return h("section", { key: `rule ${detail.id}`, class: "rulepanel chosen", "aria-labelledby": desk.idFor("chosen") },
    h("div", { class: "paneltop" },
      h("p", { class: "label" }, rule.region),
      h("button", { type: "button", class: "link", onClick: () => closeRule(desk) }, "Close")),
    h("h2", { id: desk.idFor("chosen") }, rule.name),
    h("p", { class: "ruleid" }, rule.id),
    h("p", { class: "ruletold" }, stressed(rule.text)),
    h("p", { class: "soft" }, `${rule.kind}, ${{ stated: "stated", derived: "follows from what is stated", ruling: "our ruling" }[rule.basis] ?? rule.basis}. Rulebook ${rule.source}.`),
    rule.unclear && h("p", null, h("b", null, "Unclear: "), rule.unclear),
    rule.ruling && h("p", null, h("b", null, "Our reading: "), rule.ruling),
    drawReadings(rule),
    rule.lab?.href && h("p", { key: "lab", class: "links" }, drawWay(rule)),
    h("dl", { class: "facts" },
      fact("Enforced", rule.excuse ? `not enforced: ${rule.excuse}` : ENFORCED[rule.enforced]),
      fact("Tested", TESTED[rule.tested]),
      fact("Reached", reachedWords(desk, rule)),
      fact("Taught", detail.steps.length ? detail.steps.map((step) => h("a", { key: step.href, class: "go", href: step.href }, step.label)) : "not by any step")),
    drawFolds("scenario", "Scenarios", detail.scenarios.map((one) => ({ key: one.id, label: one.title, where: one.file, text: one.text, href: one.href }))),
    drawFolds("code", "Code", detail.code.map((one) => ({ key: one.place, label: one.name || "a table", where: one.place, text: one.text, own: one.bound }))));
}

function closeRule(desk) {
  const id = desk.state.rulemap.rule;
  choose(desk, null);
  desk.root.querySelector(`[data-rule="${CSS.escape(id)}"]`)?.focus({ preventScroll: true });
}

export function drawReadings(rule) {
  return rule.readings?.length > 0 && h("ul", { key: "readings", class: "readings" }, rule.readings.map((reading) =>
    h("li", { key: reading.id, class: reading.default ? "ours" : null }, h("b", null, reading.default ? "Ours: " : "Or: "), reading.text)));
}

function fact(name, value) {
  return [h("dt", { key: `${name}:` }, name), h("dd", { key: name }, value)];
}

/** Texts that unfold in place, read-only. */
function drawFolds(kind, title, items) {
  return items.length > 0 && h("div", { key: kind, class: "folds" },
    h("h3", null, `${title} (${items.length})`),
    items.map((item) => h("details", { key: item.key, class: kind },
      h("summary", null, h("b", null, item.label), " ", h("span", { class: "soft" }, item.where, item.own && " · the rule’s own function")),
      item.href && h("a", { class: "go", href: item.href }, "Open in the lab"),
      h("pre", { tabindex: "0", role: "region", "aria-label": item.where }, item.text))));
}

// the same in words

function drawTable(desk, view) {
  const toggle = (event) => event.target.open !== view.table && change(desk, { table: event.target.open });
  return h("details", { key: "table", class: "maptwin", onToggle: toggle },
    h("summary", null, "The map as a table"),
    view.table && h("div", { class: "scrolls", tabindex: "0", role: "region", "aria-label": "The map as a table" }, h("table", null,
      h("thead", null, h("tr", null, ["Rule", "Enforced", "Tested", "Steps", "Reached", "Unclear"].map((name) => h("th", { key: name, scope: "col" }, name)))),
      h("tbody", null, matching(desk, view).map((rule) => h("tr", { key: rule.id },
        h("th", { scope: "row" }, h("button", { type: "button", class: "chip", onClick: () => choose(desk, rule.id) }, rule.id)),
        h("td", null, { yes: "yes", construction: "by construction", excused: "no", missing: "missing", exempt: "–" }[rule.enforced]),
        h("td", null, { yes: "yes", missing: "missing", exempt: "–" }[rule.tested]),
        h("td", null, String(rule.taught)),
        h("td", null, rule.reached === null ? "–" : String(rule.reached)),
        h("td", null, rule.unclear ? "yes" : "")))))));
}
