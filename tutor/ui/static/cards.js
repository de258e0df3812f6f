/** One card: a band with its type and origin, then its contents. */
import { h, stressed } from "./dom.js";
import { art, die, icon } from "./icons.js";

const ORIGINS = { printed: "printed", derived: "derived", "stand-in": "stand-in" };
const TAGS = { acting: "acting", out: "out" };
const MOST_DISCS = 10;
const DEEPEST = 4;
const MANY_LETTERS = 90; // characters of a card's text; among small cards, a card with more is twice as wide
const CARDS_A_LAYER = 8;

/** Draw `card`; `size` is "big" (a frame or a slot), "plain", or "mini" (several in a row, or in a ring). */
export function drawCard(desk, card, size = "plain") {
  if (card.face === "down") return drawBack(desk, card);
  const lit = card.state === "acting" || card.state === "target";
  return h("article", { key: card.key, class: `card ${size}${card.text?.length > MANY_LETTERS ? " wordy" : ""}${lit ? " lit" : ""}${card.fresh ? " fresh" : ""}`, "data-type": card.type, "data-state": card.state, "data-face": card.face === "seen" ? "seen" : null, "data-thing": card.name, "aria-label": card.name },
    drawBand(card),
    h("div", { class: "body" },
      h("div", { class: "who" },
        card.value !== undefined && card.value !== null && h("span", { class: "big" }, card.value),
        drawArt(desk, card),
        h("h3", null, card.name),
        drawTag(card)),
      card.stats?.length > 0 && drawStats(card.stats),
      card.text && h("p", { class: "cardtext" }, stressed(card.text)),
      drawOwn(card)),
    drawPick(desk, card));
}

/** A card in a word or two, for another player's side that is drawn small. */
export function drawChip(desk, card) {
  if (card.face === "down") return h("span", { class: "cardchip back", "data-thing": `${card.name}, face down` }, h("span", null, card.name, h("span", { class: "sr" }, ", face down")));
  const number = card.value !== undefined && card.value !== null;
  return h("span", { class: "cardchip", "data-thing": card.name, "data-type": card.type, "data-state": card.state }, drawArt(desk, card), number && h("b", null, card.value), h("span", null, card.name), card.dice?.map((face, at) => die(face, { key: at })), drawGist(card));
}

/** What a card drawn small shows besides its name: its own words for that, and what it holds. */
function drawGist(card) {
  const parts = [...(card.gist ? [card.gist] : []), ...(card.held ?? []).map((item) => item.name)];
  return parts.length > 0 && h("small", null, parts.join("; "));
}

/** A counter, as its name and number. */
export function drawLevel(track) {
  return [`${track.label} `, h("b", null, track.n), track.max && ` of ${track.max}`, drawChange(track)];
}

/** The card's picture; a place without a card has none. */
function drawArt(desk, card) {
  return card.type !== "card" && h("span", { class: "artbox" }, art(card.icon, card.type, desk.markOf(card)));
}

function drawBand(card) {
  return h("div", { class: "band" },
    h("span", { class: "mark" }, icon(card.type), h("span", null, card.type_label ?? capital(card.type)), card.state === "target" && icon("aim", "the target")),
    card.origin && h("span", { class: `origin ${card.origin}` }, h("span", { class: "sr" }, ORIGINS[card.origin])));
}

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function drawTag(card) {
  if (card.state === "acting") return h("span", { class: "tag" }, card.tag ?? TAGS.acting);
  const quiet = card.tag ?? TAGS[card.state];
  return quiet && h("span", { class: "tag quiet" }, quiet);
}

function drawStats(stats) {
  return h("dl", { class: "stats" }, stats.map((stat) => h("div", { key: stat.label, class: stat.lit ? "hot" : null },
    h("dt", null, stat.label),
    h("dd", null, stat.value ?? [h("span", { "aria-hidden": "true" }, "–"), h("span", { class: "sr" }, "none")]))));
}

function drawOwn(card) {
  const dice = card.dice?.map((face, at) => die(face, { key: at }));
  const tokens = card.tokens?.map(drawTrack);
  const held = card.held?.map((item, at) => h("span", { key: at, class: item.fresh ? "held fresh" : "held", "data-type": item.type }, h("span", { class: `origin ${item.origin ?? "printed"}` }, icon(item.type, item.origin ? `${item.type}, ${item.origin}` : item.type)), item.name));
  if (!dice?.length > 0 && !tokens?.length > 0 && !held?.length) return null;
  return h("div", { class: "own" }, dice?.length > 0 && h("span", { class: "health" }, dice), tokens, held);
}

/** Counters: up to ten discs, always with the number; those that are spent or will fall are dashed rings. */
export function drawTrack(track) {
  const words = `${track.n}${track.max ? ` of ${track.max}` : ""} ${track.label}`;
  return h("span", { key: track.label, "data-level": track.label, "data-n": track.n, class: "was" in track ? "track fresh" : "track" }, drawDiscs(track), h("span", null, drawWas(track), words, drawChange(track)));
}

/** The same as a line of a list: whose counter it is, the discs and the number. */
export function drawTrackLine(track) {
  return h("p", { key: track.label, "data-level": track.label, "data-n": track.n, class: "was" in track ? "trackline fresh" : "trackline" },
    h("span", null, track.label), drawDiscs(track) || h("span"), h("b", null, drawWas(track), track.n, track.max && h("small", null, ` of ${track.max}`), drawChange(track)));
}

/** Piles side by side; the more cards a pile has, the thicker it is drawn. */
export function drawPiles(piles) {
  return h("ul", { class: "piles" }, piles.map((pile) => h("li", { key: pile.label, class: `pile ${pile.pile}${"was" in pile ? " fresh" : ""}`, "data-level": pile.label, "data-n": pile.n, "data-deep": Math.min(DEEPEST, Math.ceil(pile.n / CARDS_A_LAYER)) },
    h("span", { class: "stack" }, h("b", null, drawWas(pile), pile.n), h("span", { class: "sr" }, pile.n === 1 ? " card: " : " cards: ")),
    h("span", null, pile.label))));
}

function drawDiscs(track) {
  const { spent = 0, falls = 0 } = track;
  const empty = Math.max(0, (track.max ?? 0) - track.n - spent);
  const discs = (n, kind) => Array.from({ length: n }, () => h("i", { class: kind }));
  if (track.n + spent + empty > MOST_DISCS) return track.max > 0 && drawBar(track);
  return h("span", { class: "spoints", "aria-hidden": "true" }, discs(track.n - falls, "on"), discs(falls, "falls"), discs(spent, "spent"), discs(empty, null));
}

function drawBar(track) {
  return h("span", { class: "bar", "aria-hidden": "true" }, h("i", { style: { "--share": track.n / track.max } }));
}

function drawChange(track) {
  return [
    track.falls > 0 && h("span", { class: "fall" }, h("span", { "aria-hidden": "true" }, `−${track.falls}`), h("span", { class: "sr" }, `, falls by ${track.falls}`)),
    track.spent > 0 && h("span", { class: "sr" }, `, ${track.spent} just spent`),
  ];
}

/** The number before the last event. */
function drawWas(track) {
  return "was" in track && h("span", { class: "was" }, h("span", { class: "sr" }, "was "), track.was, h("span", { "aria-hidden": "true" }, " → "), h("span", { class: "sr" }, ", now "));
}

function drawBack(desk, card) {
  return h("article", { key: card.key, class: card.fresh ? "card back fresh" : "card back", "data-state": card.state, "data-thing": `${card.name}, face down`, "aria-label": `${card.name}, face down${card.text ? `. ${card.text}` : ""}` },
    h("div", { class: "mystery", "aria-hidden": "true" },
      h("svg", { viewBox: "0 0 160 112", preserveAspectRatio: "xMidYMid slice" },
        h("path", { class: "rays", d: "M80 56L-20-20H8zM80 56L40-40H64zM80 56L96-40h24zM80 56L152-20h28zM80 56L200 30v24zM80 56L200 84v26zM80 56L140 150h-26zM80 56L86 150H62zM80 56L34 150H6zM80 56L-40 108V82zM80 56L-40 52V26z" })),
      !card.text && h("b", null, "?")),
    h("span", { class: "backname", "aria-hidden": "true" }, card.name, card.text && h("span", { class: "backtext" }, card.text)),
    drawPick(desk, card));
}

/** A card that means an option of the question can be pressed, like the option itself. */
export function drawPick(desk, thing) {
  const { hand } = thing;
  if (hand) return h("button", { key: "pick", type: "button", class: "pick hand", onClick: () => desk.send({ type: "form", id: hand.id, values: hand.values }) }, h("span", { class: "sr" }, hand.label));
  if (thing.choices) return h("button", { key: "pick", type: "button", class: "pick", onClick: () => desk.seekOnTable(thing.name) }, h("span", { class: "sr" }, `${thing.name}: ${thing.choices} options`));
  const option = thing.option && desk.state.question?.options.find((candidate) => candidate.id === thing.option);
  if (!option || option.verdict) return null;
  const open = !option.refusals?.length;
  return h("button", { key: "pick", type: "button", class: open ? "pick" : "pick shut", "aria-disabled": open ? null : "true", onClick: () => (open ? desk.answer(option.id) : desk.tryClosed(option.id)) },
    h("span", { class: "sr" }, option.label));
}
