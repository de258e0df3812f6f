// A map of tiles with cells to press, a tile in hand to turn, questions answered on the map, and the same in words.
import { drawMarks, focusMark, newPicture } from "./marks.js";
import { glide } from "./motion.js";
import { newPanning } from "./panning.js";
import { TILE_ART } from "./tileart.js";

const READABLE = 0.72;

function tag(name, className, ...inside) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...inside.filter((part) => part !== "" && part !== null && part !== undefined));
  return made;
}

function press(label, act, className = "") {
  const button = tag("button", className, label);
  button.type = "button";
  button.addEventListener("click", act);
  return button;
}

function smallPicture(marks, half = 52) {
  const svg = newPicture("");
  svg.setAttribute("class", "picture tiles");
  svg.setAttribute("viewBox", `${-half} ${-half} ${2 * half} ${2 * half}`);
  for (const name of ["role", "aria-label"]) svg.removeAttribute(name);
  svg.setAttribute("aria-hidden", "true");
  drawMarks(svg, marks, () => {});
  return svg;
}

// Draws the plain data of a tile map (with its marks) into `root`; `send(message)` reports which cell was pressed, and
// returns whether the desk announces the result. The chosen question, the turn of the tile and the view belong to the
// page and survive new data.
export function drawTileMap(root, data, send) {
  const map = (root.tilemap ??= buildTileMap(root));
  const before = map.data;
  const places = piecePlaces(map);
  Object.assign(map, { data, send });
  if (!before || before.shown !== data.shown) map.ask = data.shown ?? "";
  if (!data.questions.some(({ id, closed }) => id === map.ask && !closed)) map.ask = "";
  if (data.hand && (before?.hand?.id !== data.hand.id || before.hand.turn !== data.hand.turn)) map.turn = data.hand.turn;
  if (!data.hand) map.turn = 0;
  if (before && (before.hand?.id !== data.hand?.id || JSON.stringify(before.pieces) !== JSON.stringify(data.pieces))) map.call = null;
  drawFixedParts(map);
  redrawTileMap(map);
  for (const [key, { element, at }] of piecePlaces(map)) {
    const was = places.get(key);
    if (was && String(was.at) !== String(at)) glide(element, was.at, at);
  }
}

// Where each piece is on the picture.
function piecePlaces({ svg, data }) {
  const keys = (data?.pieces ?? []).map(({ label }) => `piece:${label}`);
  return new Map(keys.filter((key) => svg.marks?.has(key)).map((key) => {
    const { element, mark } = svg.marks.get(key);
    return [key, { element, at: [mark.x, mark.y] }];
  }));
}

function buildTileMap(root) {
  const map = { root, ask: "", turn: 0, call: null, svg: newPicture(""), made: new Map() };
  root.classList.add("tilemap");
  map.svg.setAttribute("class", "picture tiles");
  const defs = document.createElementNS("http://www.w3.org/2000/svg", "defs");
  defs.innerHTML = TILE_ART;
  const sheet = newPicture("");
  sheet.setAttribute("class", "tilemap-live");
  sheet.setAttribute("aria-hidden", "true");
  sheet.append(defs);
  map.title = tag("h2");
  map.asks = tag("div", "tilemap-asks");
  map.asks.setAttribute("role", "group");
  map.asks.setAttribute("aria-label", "Questions about the map");
  map.frame = tag("div", "tilemap-frame", map.svg);
  map.panning = newPanning(map.svg, map.frame);
  map.panning.shown = (part) => pinAxes(map, part);
  const tools = tag("div", "tilemap-tools", ...map.panning.tools());
  map.callout = tag("div", "tilemap-call");
  map.callout.hidden = true;
  map.frame.append(map.callout);
  map.caption = tag("figcaption");
  map.hand = buildHand(map);
  map.answer = tag("section", "tilemap-panel");
  map.legend = tag("ul", "tilemap-legend");
  map.table = tag("div", "tilemap-table");
  map.table.tabIndex = 0; // it scrolls sideways on a phone
  map.table.setAttribute("role", "region");
  map.table.setAttribute("aria-label", "The map as a table");
  map.live = tag("p", "tilemap-live");
  map.live.setAttribute("role", "status");
  map.side = tag("div", "tilemap-side", map.answer, map.hand.panel);
  map.body = tag("div", "tilemap-body", tag("figure", "tilemap-plate", map.frame, map.caption), map.side);
  const fold = (label, inside) => tag("details", "", tag("summary", "", label), inside);
  map.folds = { legend: fold("What the marks mean", map.legend), table: fold("The same map as a table", map.table) };
  root.replaceChildren(sheet, tag("div", "tilemap-head", map.title, tools), map.asks, map.body,
    tag("div", "tilemap-folds", map.folds.legend, map.folds.table), map.live);
  root.addEventListener("keydown", (event) => tileMapKey(map, event));
  return map;
}

function buildHand(map) {
  const hand = { panel: tag("section", "tilemap-panel tilemap-inhand"), picture: tag("div"), name: tag("p"), list: tag("ul", "tilemap-list") };
  const arrow = (art, by, label) => {
    const button = press("", () => turnTile(map, by));
    button.append(smallPicture([{ mark: "art", key: art, x: 0, y: 0, look: "quiet", arts: [{ art }], texts: [] }], 12));
    button.setAttribute("aria-label", label);
    return button;
  };
  hand.degrees = tag("output");
  const turns = tag("div", "tilemap-turns", arrow("tm-ccw", -1, "Turn the tile left"), hand.degrees,
    arrow("tm-cw", 1, "Turn the tile right"), tag("kbd", "", "R"));
  hand.box = tag("div", "tilemap-hand", tag("div", "", hand.name, turns));
  hand.panel.append(tag("div", "tilemap-held", tag("h3", "", "Tile in hand"), hand.box), tag("div", "tilemap-goes", tag("h3", "", "Where does the tile go?"), hand.list));
  return hand;
}

// Draws what only new data changes: the title, the questions and the words.
function drawFixedParts(map) {
  const { data } = map;
  map.title.textContent = data.title;
  map.caption.replaceChildren(tag("b", "", "In words. "), data.summary);
  once(map, map.asks, "asks", data.questions.map(({ id, label, closed }) => [id, label, closed]), () => data.questions.map((question, at) => {
    const button = press("", () => askMap(map, question.id));
    button.append(tag("kbd", "", String(at + 1)), tag("span", "", question.label));
    button.dataset.ask = question.id;
    button.disabled = Boolean(question.closed);
    return button;
  }));
  map.folds.legend.hidden = !data.legend.length;
  once(map, map.legend, "legend", data.legend, () => data.legend.map((entry) => tag("li", "", smallPicture(entry.marks), tag("span", "", tag("b", "", entry.label), entry.text))));
  once(map, map.table, "table", data.table, () => [tableOf(data.table)]);
}

// Replaces what is in `parent` when the data it is made from differs from the last time.
function once(map, parent, name, from, make) {
  const text = JSON.stringify(from ?? null);
  if (map.made.get(name) === text) return;
  map.made.set(name, text);
  const at = [...parent.querySelectorAll("button")].indexOf(document.activeElement);
  parent.replaceChildren(...make());
  if (at >= 0) (parent.querySelectorAll("button")[at] ?? parent.querySelector("button"))?.focus();
}

function tableOf({ head, rows }) {
  const cells = (row, kind) => row.map((text, at) => {
    const cell = tag(at ? kind : "th", "", String(text));
    if (cell.localName === "th") cell.scope = kind === "th" ? "col" : "row";
    return cell;
  });
  return tag("table", "", tag("thead", "", tag("tr", "", ...cells(head, "th"))), tag("tbody", "", ...rows.map((row) => tag("tr", "", ...cells(row, "td")))));
}

// Draws what a key or a button changes without new data.
function redrawTileMap(map) {
  const { data, svg, ask, turn } = map;
  const question = data.questions.find(({ id }) => id === ask);
  const look = `picture tiles${question ? ` asking asking-${ask}` : ""}`;
  if (svg.getAttribute("class") !== look) svg.setAttribute("class", look); // setting it styles every tile again
  svg.setAttribute("aria-label", data.title);
  const seen = data.marks.filter(({ when }) => !when || ((!when.asks || when.asks.includes(ask)) && (when.turn ?? turn) === turn));
  drawMarks(svg, seen, (message, key) => pressCell(map, message, key));
  map.panning.fitTo(data.box, data.home, READABLE);
  for (const button of map.asks.children) button.setAttribute("aria-pressed", String(button.dataset.ask === ask));
  map.answer.hidden = !question;
  once(map, map.answer, "answer", [question, data.rules], () => (question ? answerOf(map, question) : []));
  map.hand.panel.hidden = !data.hand;
  if (data.hand) drawHand(map);
  map.body.classList.toggle("two", Boolean(question || data.hand));
  showCall(map);
}

// -- questions ---------------------------------------------------------------------------------------------------------

function askMap(map, id) {
  map.ask = map.ask === id ? "" : id;
  map.call = null;
  const question = map.data.questions.find((candidate) => candidate.id === map.ask);
  map.live.textContent = question ? `${question.label} ${question.answer}` : "No question is chosen.";
  redrawTileMap(map);
}

function answerOf(map, question) {
  const heading = tag("h4", "tilemap-answer", question.answer);
  const parts = [tag("h3", "", question.label), heading];
  if (question.scale) {
    const bands = question.scale.bands.map((label, at) => {
      const band = tag("li", "", label);
      if (at === question.scale.at) band.setAttribute("aria-current", "true");
      return band;
    });
    parts.push(tag("ol", "tilemap-scale", ...bands));
  }
  if (question.steps?.length) parts.push(tag("ol", "tilemap-steps", ...question.steps.map((step) => tag("li", "", step))));
  if (question.rows?.length) parts.push(tag("ul", "tilemap-list", ...question.rows.map((row) => rowOf(map, row))));
  parts.push(...(question.text ?? []).map((text) => tag("p", "", text)));
  if (question.rules?.length) parts.push(tag("p", "tilemap-rules", ...ruleButtons(map, question.rules)));
  return parts;
}

function rowOf(map, { name, verdict, text, state, rule }) {
  const said = [verdict ? tag("em", "", verdict) : "", verdict && text ? `, ${text}` : text];
  return tag("li", `row ${state ?? ""}`, tag("b", "", `${name}:`), " ", ...said, ...(rule ? [" ", ...ruleButtons(map, [rule])] : []));
}

// What rules are about, one button for each section; pressing it opens the texts of the rules beside it. A rule whose
// text is not in the data is called by its id.
function ruleButtons(map, ids) {
  const known = map.data.rules ?? {};
  const sections = Map.groupBy(ids.filter((id) => known[id]), (id) => known[id].section);
  const others = ids.filter((id) => !known[id]).map((id) => tag("span", "tilemap-rule", id));
  return [...[...sections].flatMap(([section, cited]) => sectionButton(section, cited.map((id) => known[id].text))), ...others];
}

function sectionButton(section, texts) {
  const opened = tag("span", "tilemap-ruletext", texts.join(" "));
  opened.hidden = true;
  const button = press(section, () => {
    opened.hidden = !opened.hidden;
    button.setAttribute("aria-expanded", String(!opened.hidden));
  }, "tilemap-rule");
  button.setAttribute("aria-expanded", "false");
  return [button, opened];
}

// -- the tile in hand --------------------------------------------------------------------------------------------------

function turnTile(map, by) {
  if (!map.data.hand) return;
  map.turn = (map.turn + by + 4) % 4;
  redrawTileMap(map);
  const open = map.data.hand.spots.filter((spot) => !spot.turns[map.turn].reasons.length).map((spot) => spot.name);
  map.live.textContent = `${map.turn * 90}° clockwise, ${map.data.hand.notes[map.turn]}. ${open.length ? `The tile fits at ${open.join(", ")}.` : "The tile doesn’t fit anywhere when it is turned like this."}`;
}

function drawHand(map) {
  const { hand } = map.data, { turn } = map;
  map.hand.degrees.textContent = `${turn * 90}°`;
  const mark = hand.marks.filter(({ when }) => when.turn === turn);
  if (!map.hand.svg) map.hand.box.prepend(map.hand.svg = smallPicture(mark));
  else drawMarks(map.hand.svg, mark, () => {});
  const note = hand.notes[turn];
  once(map, map.hand.name, "held", [hand.label, note], () => [hand.label, tag("small", "", note)]);
  keepRows(map.hand.list, [...placeRows(map, hand), ...refusalRows(map, hand)]);
}

// Makes a list match rows of {key, make}; elements that are already there stay as they are.
function keepRows(list, rows) {
  const known = new Map([...list.children].map((item) => [item.key, item]));
  let place = list.firstChild;
  for (const { key, make } of rows) {
    const item = known.get(key) ?? Object.assign(make(), { key });
    if (item === place) place = place.nextSibling;
    else list.insertBefore(item, place);
  }
  while (place) {
    const gone = place;
    place = place.nextSibling;
    gone.remove();
  }
}

function placeRows(map, hand) {
  const rows = hand.spots.flatMap((spot) => turnsToTell(spot, map.turn).map((turn) => {
    const { option } = spot.turns[turn], now = turn === map.turn;
    const send = () => map.send({ type: "node", graph: map.data.id, id: spot.name, option });
    const label = () => tag("span", "", "Place at ", tag("b", "", spot.name), `, ${facing(turn)}`);
    return { key: `${spot.name} ${turn} ${now} ${option}`, make: () => tag("li", now ? "here" : "other", press(label(), send)) };
  }));
  return rows.length ? rows : [madeRow(map, { name: "Nowhere", text: "this tile doesn’t fit in any empty space, however it is turned", state: "no" })];
}

function facing(turn) {
  return turn ? `turned ${turn * 90}° clockwise` : "as printed";
}

function madeRow(map, row) {
  return { key: JSON.stringify(row), make: () => rowOf(map, row) };
}

// The current turn if the tile fits in it, otherwise all turns in which it fits.
function turnsToTell({ turns }, now) {
  return turns[now].reasons.length ? [0, 1, 2, 3].filter((turn) => !turns[turn].reasons.length) : [now];
}

// Lists cells that fail at a side one by one, and groups the cells that have to wait by their reason.
function refusalRows(map, hand) {
  const waiting = new Map(), rows = [];
  for (const spot of hand.spots) {
    const { reasons } = spot.turns[map.turn], wait = reasons.find((reason) => !reason.sides?.length);
    if (!reasons.length) continue;
    if (wait) waiting.set(wait.group ?? wait.text, { wait, names: [...(waiting.get(wait.group ?? wait.text)?.names ?? []), spot.name] });
    else rows.push(madeRow(map, { name: `${spot.name}, ${facing(map.turn)}`, verdict: "doesn’t fit", text: `because ${reasons.map((reason) => reason.text).join(" and ")}`, state: "no", rule: reasons[0].rule }));
  }
  for (const [group, { wait, names }] of waiting) {
    rows.push(madeRow(map, { name: names.length > 3 ? `${names.length} other empty spaces` : names.join(", "), verdict: "closed", text: `because ${group}`, state: "", rule: wait.rule }));
  }
  return rows;
}

// -- a cell is pressed -------------------------------------------------------------------------------------------------

function pressCell(map, message, key) {
  const { say } = map.svg.marks.get(key).mark;
  map.call = say?.no || !message.option ? key : null;
  showCall(map);
  const told = map.send(message);
  map.live.textContent = map.call && told !== true ? [say.title, ...say.reasons.map((reason) => reason.text), say.fix].filter(Boolean).join(". ") : "";
}

// The words about the cell pressed last are beside it until another cell or Esc is pressed.
function showCall(map) {
  for (const { element, mark } of map.svg.marks.values()) if (mark.press) element.classList.toggle("chosen", mark.key === map.call);
  const mark = map.call && map.svg.marks.get(map.call)?.mark;
  map.callout.hidden = !mark?.say?.title;
  if (map.callout.hidden) return;
  const { title, does, reasons, no, fix } = mark.say;
  map.callout.className = `tilemap-call${no ? " no" : ""}`;
  once(map, map.callout, "call", [mark.say, map.data.rules], () => {
    const close = press("×", () => closeCall(map), "tilemap-close");
    close.setAttribute("aria-label", "Close");
    return [tag("b", "", does ? `${does}?` : title), ...reasons.flatMap((reason) => [tag("span", "", reason.text), " ", ...(reason.rule ? ruleButtons(map, [reason.rule]) : []), tag("br")]), fix ? tag("span", "", fix) : "", close].filter(Boolean);
  });
  placeCall(map, mark);
}

function placeCall(map, mark) {
  const [x, y, width, height] = map.svg.getAttribute("viewBox").split(" ").map(Number);
  const frame = map.frame.getBoundingClientRect(), unit = frame.width / width;
  const at = [(mark.x - x) * unit, (mark.y - y) * (frame.height / height)], half = 54 * unit;
  const wide = map.callout.offsetWidth, high = map.callout.offsetHeight;
  const right = at[0] + half + 8 + wide < frame.width;
  const left = right ? at[0] + half + 8 : at[0] - half - 8 - wide > 0 ? at[0] - half - 8 - wide : Math.min(Math.max(8, at[0] - wide / 2), frame.width - wide - 8);
  const beside = right || at[0] - half - 8 - wide > 0;
  const top = beside ? at[1] - high / 2 : at[1] + half + 8 + high < frame.height ? at[1] + half + 8 : at[1] - half - 8 - high;
  Object.assign(map.callout.style, { left: `${left}px`, top: `${Math.min(Math.max(8, top), Math.max(8, frame.height - high - 8))}px` });
}

function closeCall(map) {
  const key = map.call;
  map.call = null;
  showCall(map);
  if (key) focusMark(map.svg, key);
}

// Keeps the names of columns and rows at the edge of the visible part.
function pinAxes(map, part) {
  for (const { element, mark } of map.svg.marks?.values() ?? []) {
    if (mark.mark !== "text" || !mark.look.startsWith("axis")) continue;
    const column = mark.look.endsWith("x");
    const x = column ? mark.x : Math.max(part.x + 22 * part.unit, part.x + 6), y = column ? part.y + 20 * part.unit : mark.y;
    const there = `translate(${x} ${y})`;
    if (element.firstChild.getAttribute("transform") !== there) element.firstChild.setAttribute("transform", there);
  }
  if (map.call && map.svg.marks.get(map.call)) placeCall(map, map.svg.marks.get(map.call).mark);
}

function tileMapKey(map, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { questions, hand } = map.data;
  const question = /^[1-9]$/.test(event.key) && questions[Number(event.key) - 1];
  if (question && !question.closed) askMap(map, question.id);
  else if (question) map.live.textContent = "The map does not answer this now.";
  else if (event.key.toLowerCase() === "r" && hand) turnTile(map, event.shiftKey ? -1 : 1);
  else if (event.key === "Escape" && map.call) closeCall(map);
  else if (event.key === "Escape" && map.ask) askMap(map, map.ask);
  else return;
  event.preventDefault();
  event.stopPropagation();
}
