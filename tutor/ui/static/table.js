/** The table: its zones in reading order, and the same in words. */
import { h, kinds, lasting, stressed } from "./dom.js";
import { drawCard, drawChip, drawLevel, drawPick, drawPiles, drawTrackLine } from "./cards.js";
import { drawGraph } from "./graph.js";
import { drawPicture } from "./shelf.js";
import { drawTileMap } from "./tilemap.js";

const COLUMNS = 12;
const ASTIR = /"(choices|fresh|was)":|"state":"(acting|target)"/;
const PRESSABLE = /"(option|choices)":/;
const SMALL = new Set(["ring", "crowd"]);

export function drawTable(desk) {
  const { zones, tracks, graph, map, picture, words_table: words, beside } = desk.state;
  if (!zones && !tracks && !graph && !map) return null;
  const drawn = drawPicture(picture);
  return h("section", { key: "table", class: "table", id: desk.idFor("table"), tabindex: "-1", "aria-label": "The table", "data-holds": kinds(drawn) },
    beside
      ? h("div", { key: "beside", class: "tables" }, drawNamed(desk, beside.mine, desk.state, ""), drawNamed(desk, beside.name, beside, "beside "))
      : drawZones(desk, desk.state, ""),
    drawn,
    h("p", { class: "legend" }, drawLegend(zones ?? []),
      words?.length > 0 && h("button", { type: "button", class: "link", onClick: () => desk.jump("twin") }, "Table in words")));
}

/** One of two tables side by side, under its name; `mark` distinguishes its parts from those of the other. */
function drawNamed(desk, name, shown, mark) {
  return h("section", { key: `side ${mark}`, "aria-label": name }, h("h2", { class: "label" }, name), drawZones(desk, shown, mark));
}

function drawZones(desk, { zones, tracks, graph, map }, mark) {
  const named = (part) => (mark ? { ...part, id: mark + part.id } : part);
  const { near = [], far = [] } = Object.groupBy((zones ?? []).map(named), (zone) => (map && zone.near ? "near" : "far"));
  const parts = [
    near.map((zone) => drawZone(desk, zone)),
    map && drawMapZone(desk, named(map)),
    inRings(far).map((part) => (Array.isArray(part) ? drawRing(desk, part) : drawZone(desk, part))),
  ];
  return h("div", { key: `zones ${mark}`, class: "zones", "data-holds": kinds(parts) },
    parts,
    tracks?.length > 0 && h("section", { key: "tracks", class: "zone", "aria-label": "Tracks" }, h("div", { class: "cans" }, tracks.map(drawTrackLine))),
    graph && drawGraphZone(desk, named(graph), far.some((zone) => zone.place)));
}

function inRings(zones) {
  const parts = [];
  for (const zone of zones) {
    const last = parts.at(-1);
    if (zone.layout !== "ring" || !zone.place) parts.push(zone);
    else if (Array.isArray(last)) last.push(zone);
    else parts.push([zone]);
  }
  return parts;
}

function drawLegend(zones) {
  const cards = zones.flatMap((zone) => [...(zone.cards ?? []), ...(zone.slots ?? []).flatMap((slot) => slot.cards)]);
  const origins = new Set(cards.filter((card) => card.face !== "down").map((card) => card.origin));
  const says = { printed: "printed in the book", derived: "follows from the book", "stand-in": "our stand-in" };
  return Object.entries(says).filter(([origin]) => origins.has(origin)).map(([origin, text]) => h("span", { key: origin, class: `origin ${origin}` }, text));
}

/** Everything that a part of the table depends on: its own data and, if it can be pressed, the options. */
function dependence(desk, part) {
  const text = JSON.stringify(part);
  return PRESSABLE.test(text) ? text + JSON.stringify(desk.state.question?.options) : text;
}

function spanOf(zone) {
  const span = zone.span ?? COLUMNS;
  return { "data-size": span >= 8 ? "full" : span >= 4 ? "half" : "small", style: { "--span": span, "--rows": zone.rows ?? 1 } };
}

/** Whether another player's side is drawn small: nothing on it is lit, new or pressable, and it was not enlarged. */
function isSmall(desk, zone) {
  return zone.aside && !zone.lit && !desk.local.looked.has(zone.id) && !isAstir(desk, JSON.stringify(zone));
}

function isAstir(desk, zone) {
  const open = (desk.state.question?.options ?? []).filter((option) => !option.refusals?.length);
  return ASTIR.test(zone) || open.some((option) => zone.includes(`"option":${JSON.stringify(option.id)}`));
}

function drawZone(desk, zone) {
  const small = isSmall(desk, zone);
  if (small) return lasting(zone.id, `small ${JSON.stringify(zone)}`, () => drawAside(desk, zone));
  const stage = zone.layout === "frames" ? " stage bulbs" : "";
  return lasting(zone.id, dependence(desk, zone), () => h("section", { class: `zone${stage}${zone.lit ? " lit" : ""}`, "data-layout": zone.layout, "aria-label": zone.label, ...spanOf(zone) },
    h("h2", { class: "label" }, zone.aside && !zone.lit ? drawLook(desk, zone, true) : h("span", null, zone.label), drawSaying(zone)),
    zone.badges?.length > 0 && drawBadges(zone.badges),
    drawContents(desk, zone),
    drawTracks(zone),
    drawPick(desk, zone)));
}

/** The notes about a whole zone, beside its heading. */
function drawSaying({ note }) {
  return note && h("small", { "data-saying": "" }, stressed(note));
}

/** The button that enlarges another player's side, or makes it small again. */
function drawLook(desk, zone, open) {
  return h("button", { type: "button", class: "look", "aria-expanded": String(open), onClick: () => desk.lookAt(zone.id) }, zone.label);
}

/** Another player's side in a few lines: the names and numbers of everything there. */
function drawAside(desk, zone) {
  const cards = [...(zone.cards ?? []), ...(zone.slots ?? []).flatMap((slot) => slot.cards)];
  return h("section", { class: "zone aside", "data-layout": zone.layout, "aria-label": zone.label, ...spanOf(zone) },
    h("h2", { class: "label" }, drawLook(desk, zone, false), drawSaying(zone)),
    cards.length > 0 && h("ul", { class: "chips" }, cards.map((card) => h("li", { key: card.key }, drawChip(desk, card)))),
    zone.tracks?.length > 0 && h("p", { class: "levels" }, zone.tracks.map((track) => h("span", { key: track.label, "data-level": track.label, "data-n": track.n }, drawLevel(track)))));
}

function drawTracks({ tracks = [] }) {
  const { piles = [], lines = [] } = Object.groupBy(tracks, (track) => (track.pile ? "piles" : "lines"));
  return [
    piles.length > 0 && drawPiles(piles),
    lines.length > 0 && h("div", { class: "cans" }, lines.map(drawTrackLine)),
  ];
}

function drawContents(desk, zone) {
  const cards = zone.cards ?? [];
  if (zone.layout === "stacks") return drawSlots(desk, zone);
  if (zone.layout === "list") return drawList(desk, cards);
  if (zone.layout === "frames") return drawFrames(desk, cards);
  if (!cards.length) return zone.empty && h("div", { class: "empty" }, zone.empty);
  return h("div", { class: "cards" }, cards.map((card) => drawCard(desk, card, SMALL.has(zone.layout) ? "mini" : "plain")));
}

function drawFrames(desk, cards) {
  return h("ol", { class: "frames", style: { "--n": Math.max(cards.length, 1) } }, cards.map((card) => h("li", { key: card.key },
    drawCard(desk, card, "big"),
    card.caption && h("p", { class: "caption" }, stressed(card.caption)))));
}

function drawSlots(desk, zone) {
  const slots = zone.slots ?? [];
  const share = (slot) => (slot.cards.length ? 1 + 1.1 * (slot.cards.length - 1) : 0.75);
  return h("div", { class: "slots", style: { "--columns": slots.map((slot) => `minmax(0, ${share(slot)}fr)`).join(" ") } }, slots.map((slot) =>
    h("div", { key: slot.id, class: "slot", "data-n": slot.cards.length },
      h("p", null, stressed(slot.label)),
      drawPick(desk, slot),
      slot.cards.length
        ? h("div", { class: "cards" }, slot.cards.map((card) => drawCard(desk, card, "mini")))
        : h("div", { class: "empty" }, slot.empty ?? "empty"))));
}

function drawList(desk, cards) {
  return h("ul", { class: "rows" }, cards.map((card) => h("li", { key: card.key }, drawCard(desk, card, "mini"))));
}

function drawBadges(badges) {
  return h("p", { class: "badges" }, badges.map((badge) => h("span", { key: badge.name ?? badge.label, "data-thing": badge.name ?? badge.label, class: `piece${badge.lit ? " lit" : ""}${badge.fresh ? " fresh" : ""}` },
    h("span", { "aria-hidden": badge.name ? "true" : null }, badge.label), badge.name && h("span", { class: "sr" }, badge.name))));
}

/** Zones on the cells of a grid; a cell without a zone stays empty. */
function drawRing(desk, zones) {
  return h("div", { key: `ring ${zones[0].id}`, class: "ring" }, zones.map((zone) => lasting(zone.id, dependence(desk, zone), () => h("section", {
    class: `zone cell${zone.lit ? " lit" : ""}`,
    "data-layout": "ring",
    "aria-label": zone.label,
    style: { "grid-row": zone.place.row, "grid-column": zone.place.column },
  },
  h("h2", { class: "label" }, h("span", null, zone.label), drawSaying(zone)),
  drawContents(desk, zone),
  drawTracks(zone),
  h("div", { class: "standing" }, zone.badges?.length > 0 && drawBadges(zone.badges)),
  drawPick(desk, zone)))));
}

/** If the places are on the table already, the graph is folded away, because a second picture is not needed. */
function drawGraphZone(desk, graph, laid) {
  return lasting(`graph ${graph.id}`, JSON.stringify(graph), () => {
    const picture = h("div", { island: (node) => drawGraph(node, graph, desk.sendFromGraph) });
    return h("section", { class: "zone", "aria-label": graph.title },
      laid ? h("details", { class: "fold" }, h("summary", null, `${graph.title} as a graph`), picture) : picture);
  });
}

function drawMapZone(desk, map) {
  return lasting(`map ${map.id}`, JSON.stringify(map), () => h("section", { class: "zone", "aria-label": map.title },
    h("div", { island: (node) => drawTileMap(node, map, desk.sendFromMap) })));
}

export function drawTwin(desk) {
  const words = desk.state.words_table;
  if (!words?.length) return null;
  return h("section", { key: "twin", class: "twin", id: desk.idFor("twin"), tabindex: "-1", "aria-label": "The table in words" },
    h("h2", { class: "label" }, "The table in words"),
    words.map((part) => lasting(part.zone, part.text, () => h("p", null, h("b", null, `${part.zone}: `), part.text))));
}
