/** The lab's workbench: tabs beside the table, each with a few blocks of plain data. */
import { h, stressed } from "./dom.js";
import { icon } from "./icons.js";
import { ruleChip } from "./rules.js";
import { drawCard } from "./cards.js";
import { drawButton, drawFields, submit } from "./dialog.js";

const PAUSE = 500; // ms without a key press before typed text is laid out
const FOLDED = 12; // cards of a place, or sentences of a list, shown before the rest folds away

export function drawLab(desk) {
  const { lab } = desk.state;
  if (!lab) return null;
  return h("section", { key: "lab", class: "workbench", id: desk.idFor("lab"), tabindex: "-1", "aria-label": "The workbench" },
    lab.trail.length > 0 && drawTrail(desk, lab.trail),
    h("div", { key: "tabs", class: "tabs", role: "tablist", "aria-label": "Workbench", onKeydown: (event) => walkTabs(desk, event) },
      lab.tabs.map((tab) => drawTab(desk, tab, tab.id === lab.tab))),
    h("div", { key: `panel ${lab.tab}`, class: lab.blocks.length ? "panel" : "panel none", role: "tabpanel", id: desk.idFor("labpanel"), "aria-labelledby": desk.idFor(`tab ${lab.tab}`) },
      lab.blocks.map((block, at) => h("div", { key: block.id ?? `${block.kind} ${at}`, class: `dialog block ${block.kind}` }, BLOCKS[block.kind](desk, block)))));
}

/** The rules in force, outermost first. */
function drawTrail(desk, trail) {
  const chips = trail.map((rule, at) => ruleChip(desk, rule, `trail ${at}`));
  return h("div", { key: "trail", class: "trail" },
    h("p", null, h("span", { class: "label" }, "In force "), chips.map(({ chip }, at) => [at > 0 && h("span", { "aria-hidden": "true" }, " › "), chip])),
    chips.map(({ panel }) => panel));
}

// tabs

function drawTab(desk, tab, now) {
  return h("button", { key: tab.id, type: "button", role: "tab", id: desk.idFor(`tab ${tab.id}`), "aria-selected": String(now), "aria-controls": now ? desk.idFor("labpanel") : null, tabindex: now ? "0" : "-1", "data-tab": tab.id,
    onClick: () => desk.send({ type: "tool", id: `tab ${tab.id}` }) }, tab.label);
}

/** The arrow keys move along the tabs, and Home and End to the first and the last. */
function walkTabs(desk, event) {
  const tabs = [...event.currentTarget.querySelectorAll("[role=tab]")];
  const at = tabs.indexOf(event.target);
  const to = { ArrowRight: (at + 1) % tabs.length, ArrowLeft: (at + tabs.length - 1) % tabs.length, Home: 0, End: tabs.length - 1 }[event.key];
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  tabs[to].focus();
  tabs[to].click();
}

// blocks

const BLOCKS = { text: drawText, problem: drawProblem, reasons: drawReasons, form: drawForm, editor: drawEditor, board: drawBoard, rows: drawRows, list: drawList, sums: drawSums, history: drawStepList, progress: drawProgress, chart: drawChart, cards: drawCards };

/** Cards as they look on the table. */
function drawCards(desk, block) {
  return [block.title && h("h3", null, block.title), h("div", { class: "cards" }, block.items.map((card) => drawCard(desk, card)))];
}

function drawText(desk, block) {
  return h("p", { role: "status" }, stressed(block.text));
}

function drawProblem(desk, block) {
  return h("p", { class: "problem", role: "alert" }, block.text);
}

function drawReasons(desk, block) {
  return [
    h("div", { role: "alert" }, h("h3", null, block.title), h("ul", { class: "against" }, block.items.map((item) => h("li", null, icon("no"), h("span", null, item))))),
    h("form", { hidden: true }),
    drawButtons(desk, block),
  ];
}

function drawButtons(desk, block) {
  return block.buttons?.length > 0 && h("div", { class: "buttons" }, block.buttons.map((button, at) => drawButton(desk, button, at === 0)));
}

function drawForm(desk, block) {
  return [
    block.title && h("h3", null, block.title),
    block.text && h("p", null, stressed(block.text)),
    block.textarea !== undefined && h("label", null, h("span", null, block.textarea_label), h("textarea", { rows: Math.min(16, block.textarea.split("\n").length + 2), spellcheck: "false", value: block.textarea })),
    block.fields?.length > 0 && h("form", { class: "fields", onSubmit: (event) => submit(desk, block, event) }, drawFields(desk, block)),
    block.problem && h("p", { class: "problem", role: "alert" }, block.problem),
    drawButtons(desk, block),
  ];
}

/** The scene as text. What is typed goes to the table after a pause; a new version comes from the table. */
function drawEditor(desk, block) {
  const tell = (field) => {
    clearTimeout(desk.local.typing);
    if (field.value !== desk.local.laid) desk.send({ type: "dialog", id: block.id, text: field.value });
    desk.local.laid = field.value;
  };
  const type = (event) => {
    const field = event.currentTarget;
    clearTimeout(desk.local.typing);
    desk.local.typing = setTimeout(() => tell(field), PAUSE);
  };
  return [
    h("label", { key: `version ${block.version}` }, h("span", null, block.title, h("small", null, "If you edit the text, the table follows. If you do something at the table, the text follows.")),
      h("textarea", { rows: 18, spellcheck: "false", autocapitalize: "off", autocomplete: "off", value: block.textarea, onInput: type, onChange: (event) => tell(event.currentTarget) })),
    block.problem && h("p", { class: "problem", role: "alert" }, block.problem),
    drawButtons(desk, block),
  ];
}

/** Two branches, or anything else in columns. */
function drawRows(desk, block) {
  return [
    h("h3", null, block.title),
    block.text && h("p", null, block.text),
    block.rows.length > 0 && h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": block.title }, h("table", null,
      h("thead", null, h("tr", null, block.head.map((cell) => (cell ? h("th", { scope: "col" }, cell) : h("td", null))))),
      h("tbody", null, block.rows.map(([first, ...rest]) => h("tr", null, h("th", { scope: "row" }, first), rest.map((cell) => h("td", null, cell))))))),
  ];
}

/** Sentences, the first of them open. */
function drawList(desk, block) {
  const lines = (items) => h("ul", { class: "sentences" }, items.map((item, at) => h("li", { key: at }, item)));
  const rest = block.items.slice(FOLDED);
  return [
    h("h3", null, block.title),
    block.text && h("p", { role: "status" }, block.text),
    block.items.length > 0 && lines(block.items.slice(0, FOLDED)),
    rest.length > 0 && h("details", null, h("summary", null, `${rest.length} more`), lines(rest)),
  ];
}

/** The steps of a branch; pressing one goes there, and those after it are dashed until they are redone. */
function drawStepList(desk, block) {
  return [h("h3", null, block.title), h("ol", { class: "steplist" }, block.items.map((item) => h("li", { key: item.n },
    h("button", { type: "button", class: item.done ? "" : "ahead", "aria-current": item.now ? "step" : null, onClick: () => desk.send({ type: "form", id: "lab.step", values: { n: String(item.n) } }) },
      h("small", null, item.n), h("span", null, item.label)))))];
}

/** Numbers taken apart, each as the sum of its parts with their rules. */
function drawSums(desk, block) {
  return h("dl", { class: "sums" }, block.items.map((item) => h("div", { key: item.label },
    h("dt", null, item.label, " ", h("b", { class: "big" }, item.n)),
    h("dd", null, h("ol", null, item.parts.map((part, at) => drawPart(desk, part, `${item.label} ${at}`, at)))))));
}

function drawPart(desk, part, where, at) {
  const chips = part.rules.map((rule) => ruleChip(desk, rule, where));
  const sign = part.n < 0 ? "−" : at > 0 ? "+" : "";
  return h("li", null, h("b", null, `${sign}${Math.abs(part.n)}`), h("span", null, stressed(part.label), " ", chips.map(({ chip }) => [chip, " "])), chips.map(({ panel }) => panel));
}

// simulations

function drawProgress(desk, block) {
  const done = Math.round(100 * block.share);
  return [h("p", { role: "status" }, block.title),
    h("span", { class: "bar", role: "progressbar", "aria-label": "Games played", "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": done, "aria-valuetext": block.title }, h("i", { style: { width: `${done}%` } }))];
}

const WIDE = 400; // the picture's own units
const TALL = 64;

/** Shares as bars with their intervals, or numbers as distributions with the same bins. */
function drawChart(desk, block) {
  return [h("h3", null, block.title), block.items.map((item, at) => h("figure", { key: `side ${at}` }, h("figcaption", null, item.label), item.bins ? drawBins(item) : drawShare(item)))];
}

function drawShare(item) {
  const says = `${item.label}: ${(100 * item.value).toFixed(1)}%, between ${(100 * item.low).toFixed(1)} and ${(100 * item.high).toFixed(1)}`;
  const x = (share) => WIDE * share;
  return h("svg", { class: "chart", viewBox: `-2 0 ${WIDE + 4} 26`, role: "img", "aria-label": says },
    h("rect", { class: "ground", x: 0, y: 5, width: WIDE, height: 16 }),
    h("rect", { class: `side${item.side}`, x: 0, y: 5, width: Math.max(0, x(item.value)), height: 16 }),
    h("path", { class: "span", d: `M${x(item.low)} 13H${x(item.high)}M${x(item.low)} 8v10M${x(item.high)} 8v10` }));
}

function drawBins(item) {
  const most = Math.max(...item.bins, 0.001);
  const step = WIDE / item.bins.length;
  const says = item.bins.map((share, n) => `${item.from[n]}: ${(100 * share).toFixed(0)}%`).join(", ");
  const every = Math.ceil(item.bins.length / 8);
  return h("svg", { class: "chart", viewBox: `-2 0 ${WIDE + 4} ${TALL + 18}`, role: "img", "aria-label": `${item.label}. ${says}` },
    item.bins.map((share, n) => h("g", { key: n },
      h("rect", { class: `side${item.side}`, x: n * step + 1, y: TALL - (TALL * share) / most, width: Math.max(1, step - 2), height: (TALL * share) / most }),
      n % every === 0 && h("text", { x: n * step + step / 2, y: TALL + 14 }, item.from[n]))),
    h("path", { class: "span", d: `M0 ${TALL}H${WIDE}` }));
}

// the position, piece by piece

function drawBoard(desk, block) {
  return block.sections.map((section) => h("details", { key: section.label, class: "places", open: section.open, onKeydown: (event) => putBack(desk, event, block) },
    h("summary", null, section.label),
    h("div", null, section.places.map((place) => drawPlace(desk, place, `${section.label}, ${place.label}`)))));
}

/** Escape puts the picked card back. */
function putBack(desk, event, block) {
  const picked = block.sections.flatMap((section) => section.places).flatMap((place) => place.pieces).find((piece) => piece.picked);
  if (event.key !== "Escape" || !picked) return;
  event.preventDefault();
  desk.send({ type: "form", id: "lab.pick", values: { path: picked.id } });
}

function drawPlace(desk, place, name) {
  return h("div", { key: place.id, class: `place${place.goal ? " goal" : ""}${place.pieces.length ? " full" : ""}`, role: "group", "aria-label": name, "data-place": place.id },
    h("div", { class: "placehead" }, h("span", { class: "label" }, place.label), drawValue(desk, place, name)),
    place.hint && h("p", { class: "hint" }, place.hint),
    place.pieces.length > 0 && drawPieces(desk, place.pieces),
    place.adds && h("button", { type: "button", class: "link", "aria-label": `Add another: ${name}`, onClick: () => desk.send({ type: "form", id: "lab.add", values: { path: place.id } }) }, "add another"),
    place.goal && drawGoal(desk, place, name));
}

function drawPieces(desk, pieces) {
  const shown = pieces.slice(0, FOLDED);
  const rest = pieces.slice(FOLDED);
  return [
    h("ul", { key: "pieces", class: "pieces" }, shown.map((piece) => drawPiece(desk, piece))),
    rest.length > 0 && h("details", { key: "rest", open: rest.some((piece) => piece.picked) }, h("summary", null, `${rest.length} more`), h("ul", { class: "pieces" }, rest.map((piece) => drawPiece(desk, piece)))),
  ];
}

function drawPiece(desk, piece) {
  return h("li", { key: piece.id }, h("button", { type: "button", class: "piececard", "data-type": piece.type, "aria-pressed": String(Boolean(piece.picked)), onClick: () => desk.send({ type: "form", id: "lab.pick", values: { path: piece.id } }) },
    icon(piece.type), h("span", null, piece.name), piece.n > 1 && h("small", null, `×${piece.n}`)));
}

function drawGoal(desk, place, name) {
  const put = (event) => desk.send({ type: "form", id: "lab.put", values: { path: place.id, name: event.currentTarget.closest(".place").querySelector(".called")?.value ?? "" } });
  return h("div", { key: "goal", class: "put" },
    place.named && h("label", null, h("span", { class: "sr" }, "Name"), place.names
      ? h("select", { class: "called" }, place.names.map((name) => h("option", { key: name, value: name }, name)))
      : h("input", { class: "called", placeholder: "name", maxlength: 40, autocomplete: "off" })),
    h("button", { type: "button", "aria-label": `Put the card here: ${name}`, onClick: put }, "put here"),
    place.against.length > 0 && h("span", { class: "doubt" }, icon("no"), h("span", null, place.against.join("; "))));
}

function drawValue(desk, place, name) {
  const set = (value) => desk.send({ type: "form", id: "lab.set", values: { path: place.id, value } });
  const named = { "aria-label": name, onChange: (event) => set(event.currentTarget.value) };
  if (place.kind === "flag") return h("input", { type: "checkbox", "aria-label": name, checked: place.value === "yes", onChange: (event) => set(event.currentTarget.checked ? "yes" : "no") });
  if (place.kind === "count") {
    const beyond = (n) => (place.least != null && n < place.least) || (place.most != null && n > place.most);
    const step = (by, label) => {
      const to = Number(place.value) + by;
      return h("button", { key: label, type: "button", "aria-label": `${name}: one ${label}`, "aria-disabled": beyond(to) ? "true" : null, onClick: () => beyond(to) || set(String(to)) }, by > 0 ? "+" : "−");
    };
    return h("span", { class: "counter" }, step(-1, "less"), h("input", { ...named, key: "n", inputmode: "numeric", maxlength: 7, value: place.value }), step(1, "more"));
  }
  if (place.choices) return h("select", named, place.choices.map(([choice, words]) => h("option", { key: choice, value: choice, selected: choice === place.value }, words)));
  if (place.kind === "cards" && !place.pieces.length) return h("span", { class: "none" }, "none");
  if (place.kind === "word" || place.kind === "list" || (place.kind === "slot" && place.value)) return h("input", { ...named, maxlength: 2000, autocomplete: "off", value: place.value });
  return null;
}
