// The turn flow: overview, open group, the last steps, and the chosen place with its rules.
import { drawMarks, focusMark, newPicture, sizePicture } from "./marks.js";

const NARROW = 760;

function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

function pressable(label, action, className = "flow-link") {
  const button = element("button", className, label);
  button.type = "button";
  button.addEventListener("click", action);
  return button;
}

// Draws the plain data of a flow picture into `root`; `send(message)` asks for another group or node.
export function drawFlow(root, data, send) {
  const desk = (root.flow ??= build(root));
  desk.send = send;
  desk.data = data;
  fill(desk);
}

function build(root) {
  const desk = { want: null };
  root.classList.add("flow");
  desk.head = element("header", "flow-head");
  desk.crumbs = element("nav", "flow-crumbs");
  desk.crumbs.setAttribute("aria-label", "Where we are");
  desk.summary = element("p", "flow-soft");
  desk.head.append(desk.summary, desk.crumbs);

  desk.overview = newPicture("Overview of the turn flow");
  desk.overviewWords = folded("The overview in words");
  const map = element("section", "flow-card flow-map");
  map.append(desk.overview, desk.overviewWords.details);
  desk.legend = element("section", "flow-card flow-legend");

  desk.title = element("h2", "flow-title");
  desk.note = element("span", "flow-soft");
  desk.back = pressable("Back to where we are", () => home(desk), "flow-button");
  desk.panel = newPicture("");
  desk.scroll = element("div", "flow-scroll");
  desk.scroll.append(desk.panel);
  desk.table = folded("The same group as a table");
  const panelHead = element("div", "flow-panel-head");
  panelHead.append(desk.title, desk.note, desk.back);
  desk.section = element("section", "flow-card flow-panel");
  desk.section.append(panelHead, desk.scroll, desk.table.details);

  desk.node = element("section", "flow-card flow-node");
  desk.steps = element("section", "flow-card flow-steps");
  desk.said = element("p", "flow-unseen");
  desk.said.setAttribute("role", "status");
  const left = element("div", "flow-left"), right = element("div", "flow-right");
  left.append(map, desk.legend, desk.steps);
  right.append(desk.section, desk.node);
  root.replaceChildren(desk.head, left, right, desk.said);
  root.addEventListener("keydown", (event) => keys(desk, event));
  new ResizeObserver(() => desk.data && desk.narrow !== isNarrow(root) && fill(desk)).observe(root);
  desk.root = root;
  return desk;
}

function folded(label) {
  const details = element("details", "flow-fold"), body = element("div", "flow-fold-body");
  details.append(element("summary", "", label), body);
  return { details, body };
}

const isNarrow = (root) => root.clientWidth > 0 && root.clientWidth < NARROW;

function home(desk) {
  desk.want = desk.data.now ? `node:${desk.data.now.node}` : null;
  desk.send({ type: "group", id: null });
}

function keys(desk, event) {
  if (!event.target.closest(".picture")) return;
  if (event.key === "Escape") { event.preventDefault(); home(desk); }
  if (event.key === "Home") { event.preventDefault(); focusMark(desk.overview, `group:${desk.data.panel.group}`); }
}

function fill(desk) {
  const { data } = desk;
  desk.narrow = isNarrow(desk.root);
  const press = (message) => {
    desk.want = message.focus ?? null;
    if (message.focus && focusMark(desk.panel, message.focus)) desk.want = null;
    desk.send(message);
  };
  desk.summary.textContent = data.summary;
  fillCrumbs(desk, press);
  const seen = desk.narrow ? data.overview.narrow : data.overview.wide;
  sizePicture(desk.overview, seen.width, seen.height);
  drawMarks(desk.overview, seen.marks, press);
  desk.overviewWords.body.replaceChildren(list("ul", data.overview.words.map((line) => [line])));
  fillLegend(desk);
  fillPanel(desk, press);
  fillNode(desk, press);
  fillSteps(desk);
}

function fillCrumbs(desk, press) {
  const { crumbs, now } = desk.data;
  const trail = element("ol");
  crumbs.forEach(({ group, label }, depth) => {
    const entry = element("li");
    entry.append(element("b", "flow-depth", String(depth + 1)), pressable(label, () => press({ type: "group", id: group })));
    trail.append(entry);
  });
  if (now) {
    const here = element("li", "flow-here", now.label);
    here.setAttribute("aria-current", "step");
    trail.append(here);
  }
  keep(desk.crumbs, trail, JSON.stringify([crumbs, now]));
}

// Replaces the content only when what it shows has changed, so that focus and open folds stay.
function keep(parent, child, text) {
  if (parent.shown === text) return;
  parent.shown = text;
  parent.replaceChildren(...(Array.isArray(child) ? child : [child]));
}

function fillLegend(desk) {
  const kinds = [["hexagon", "decision", "a player decides"], ["round", "chance", "dice or a draw"], ["round", "event", "happens by itself"], ["round", "phase", "a phase"]];
  const rows = kinds.map(([kind, look, words]) => [sample({ shape: kind, look: `node ${look}`, icon: look === "chance" ? "die" : "", bar: look === "phase" }), words]);
  desk.data.sides.forEach((side, at) => rows.push([sample({ shape: "round", look: `node side-${at + 1}` }), side]));
  rows.push([sample({ shape: "round", look: "node now" }), "where we are"]);
  const steps = newPicture(""), depth = newPicture(""), code = newPicture("");
  for (const [svg, marks] of [
    [steps, [{ mark: "badge", key: "a", x: 22, y: 12, text: "1", look: "step" }]],
    [depth, [{ mark: "badge", key: "a", x: 22, y: 12, text: "1", look: "depth" }]],
    [code, [{ mark: "box", key: "a", x: 22, y: 12, w: 24, h: 15, shape: "pill", look: "chip code", texts: [{ x: 0, y: 4, text: "AB", look: "" }] }]],
  ]) { sizePicture(svg, 44, 24); drawMarks(svg, marks, () => {}); svg.setAttribute("aria-hidden", "true"); svg.removeAttribute("role"); }
  rows.push([steps, "the last five steps"], [depth, "call depth"], [code, "may call or skip to that group"]);
  const items = element("ul", "flow-kinds");
  for (const [picture, words] of rows) {
    const item = element("li");
    item.append(picture, words);
    items.append(item);
  }
  keep(desk.legend, [element("h2", "", "Reading the picture"), items], JSON.stringify(desk.data.sides));
}

function sample(mark) {
  const svg = newPicture("");
  sizePicture(svg, 44, 24);
  drawMarks(svg, [{ mark: "box", key: "a", x: 22, y: 12, w: 42, h: 20, texts: [], ...mark, icon: "" }], () => {});
  if (mark.icon) drawMarks(svg, [{ mark: "box", key: "a", x: 22, y: 12, w: 42, h: 22, texts: [], ...mark }], () => {});
  svg.setAttribute("aria-hidden", "true");
  svg.removeAttribute("role");
  return svg;
}

function fillPanel(desk, press) {
  const { panel } = desk.data;
  const opened = desk.group !== undefined && desk.group !== panel.group;
  desk.group = panel.group;
  desk.title.textContent = panel.title;
  desk.note.textContent = panel.note;
  desk.back.hidden = panel.home;
  desk.section.setAttribute("aria-label", `${panel.title}, ${panel.note}`);
  desk.panel.setAttribute("aria-label", `${panel.title}: ${panel.note}`);
  sizePicture(desk.panel, panel.width, panel.height);
  drawMarks(desk.panel, panel.marks, press);
  keep(desk.table.body, table(panel.table, press), JSON.stringify(panel.table));
  if (opened) desk.said.textContent = `${panel.title} is open: ${panel.note}.`;
  if (desk.want && focusMark(desk.panel, desk.want)) desk.want = null;
  reveal(desk, opened);
}

// Scrolls the panel sideways, so that the current place (or the chosen one) can be seen.
function reveal(desk, opened) {
  const { panel, now, node } = desk.data;
  const key = `${panel.group}|${now?.node}|${desk.narrow}`;
  if (desk.revealed === key && !opened) return;
  desk.revealed = key;
  const boxes = panel.marks.filter((mark) => mark.mark === "box" && mark.key.startsWith("node:"));
  const mark = boxes.find((box) => box.now) ?? boxes.find((box) => box.key === `node:${node?.id}`) ?? boxes[0];
  if (mark) desk.scroll.scrollLeft = mark.x - desk.scroll.clientWidth / 2;
}

function table(rows, press) {
  const made = element("table"), head = element("tr");
  for (const title of ["At", "Who", "If … then"]) {
    const cell = element("th", "", title);
    cell.scope = "col";
    head.append(cell);
  }
  made.append(element("thead"), element("tbody"));
  made.tHead.append(head);
  for (const row of rows) {
    const line = element("tr", row.now ? "flow-row-now" : ""), at = element("th", "", row.label), ways = element("td");
    at.scope = "row";
    if (row.now) at.setAttribute("aria-current", "step");
    ways.append(list("ul", row.ways.map((way) => wayWords(way, press))));
    line.append(at, element("td", "", row.who), ways);
    made.tBodies[0].append(line);
  }
  return made;
}

function wayWords(way, press) {
  const parts = [];
  if (way.if) parts.push(element("b", "", way.if), " → ");
  parts.push(pressable(way.then, () => press(way.press)));
  return parts;
}

function list(tag, rows, className = "") {
  const made = element(tag, className);
  for (const row of rows) {
    const item = element("li");
    item.append(...row);
    made.append(item);
  }
  return made;
}

function fillNode(desk, press) {
  const { node } = desk.data;
  desk.node.hidden = !node;
  if (!node) return;
  const parts = [element("h2", "", `${node.now ? "Now: " : ""}${node.short}`)];
  parts.push(element("p", "", node.label === node.short ? node.who : `${node.label}. ${node.who}`.replace("?. ", "? ").replace("; ", "; ")));
  if (node.ways.length) parts.push(list("ul", node.ways.map((way) => wayWords(way, press))));
  if (node.rules.length) parts.push(element("h3", "", "Rules in play here"), ...node.rules.map((rule) => ruleWords(rule, desk)));
  if (node.route) {
    parts.push(element("h3", "", "How do I get here?"), element("p", "", node.route.text));
    parts.push(list("ol", node.route.steps.map(stepWords)));
  }
  keep(desk.node, parts, JSON.stringify(node));
}

function ruleWords(rule, desk) {
  if (!rule.text) return element("code", "flow-rule", rule.id);
  const { details, body } = folded("");
  details.firstChild.append(element("code", "flow-rule", rule.id));
  body.append(element("p", "", rule.text));
  if (rule.page !== undefined) {
    body.append(pressable("The page that teaches this rule", () => desk.send({ type: "goto", page: rule.page, step: rule.step ?? 0 })));
  } else if (rule.href) {
    const link = element("a", "flow-link", "The page that teaches this rule");
    link.href = rule.href;
    body.append(link);
  }
  return details;
}

function stepWords(step) {
  return [step.from, ...(step.if ? [" ", element("i", "", `(${step.if})`)] : []), ` → ${step.to}`];
}

function fillSteps(desk) {
  const { steps } = desk.data;
  desk.steps.hidden = !steps.length;
  keep(desk.steps, [element("h2", "", "The last steps"), list("ol", steps.map(stepWords))], JSON.stringify(steps));
}
