/**
 * Motion that explains: what a press changed goes from where it was to where it is, or flashes where it changed. It is
 * over in under 300 ms, in the order of the notes, delays nothing, and there is none for those who prefer less motion.
 */
const LASTS = 200; // ms for which one thing moves
const LATER = 30; // ms by which the motion for each later note is delayed
const LATEST = 90;
const NEAR = 3; // px; anything that is no further away has not moved
const THINGS = "[data-thing]";
const LEVELS = "[data-level]";
const SAYINGS = "[data-saying]"; // notes about a whole zone
const MOST_GONE = 5; // things that can move to a pile one by one; if there are more, there is another table
const QUIET = matchMedia("(prefers-reduced-motion: reduce)");

/** Measure where everything on the table is and what it says before it is drawn again; null unless there is one table. */
export function look(root) {
  const table = QUIET.matches ? null : root.querySelector(".table");
  if (!table || table.querySelector(".tables")) return null;
  const places = new Map(), levels = new Map(), sayings = new Map();
  for (const element of table.querySelectorAll(THINGS)) {
    const seen = see(element);
    places.set(seen.name, [...(places.get(seen.name) ?? []), seen]);
  }
  for (const element of table.querySelectorAll(LEVELS)) levels.set(levelName(element), Number(element.dataset.n));
  for (const element of table.querySelectorAll(SAYINGS)) sayings.set(zoneName(element), element.textContent);
  return { places, levels, sayings, notes: noteTexts(root) };
}

/** Move what has changed its place since `before`, and flash what has changed its text; called once before painting. */
export function move(root, before) {
  const table = root.querySelector(".table");
  if (!before || !table) return;
  const order = orderOf(before.notes, noteTexts(root));
  const level = (element) => before.levels.get(levelName(element)) ?? Number(element.dataset.n);
  const changed = [...table.querySelectorAll(LEVELS)].filter((element) => level(element) !== Number(element.dataset.n));
  const source = changed.find((element) => element.matches(".pile") && level(element) > Number(element.dataset.n));
  const now = Map.groupBy([...table.querySelectorAll(THINGS)].map(see), (seen) => seen.name);
  const target = changed.find((element) => element.matches(".pile") && level(element) < Number(element.dataset.n));
  const gone = [];
  for (const name of new Set([...before.places.keys(), ...now.keys()])) gone.push(...moveAll(now.get(name) ?? [], before.places.get(name) ?? [], source, delayOf(order, name)));
  if (target && gone.length <= MOST_GONE) for (const was of gone) depart(root, was, target, delayOf(order, was.name));
  for (const element of table.querySelectorAll(SAYINGS)) if (before.sayings.has(zoneName(element)) && before.sayings.get(zoneName(element)) !== element.textContent) flash(element, 0);
  for (const element of changed) flash(element, delayOf(order, element.closest(THINGS)?.dataset.thing ?? element.dataset.level));
}

function see(element) {
  const zone = element.closest(".zone"), { left, top, width, height } = element.getBoundingClientRect();
  return {
    element, zone, width, height, left: left + scrollX, top: top + scrollY, x: left - zone.getBoundingClientRect().left,
    at: [...zone.querySelectorAll(THINGS)].indexOf(element),
    name: element.dataset.thing, says: element.querySelector(".body")?.textContent, back: element.matches(".back"),
    small: element.matches(".cardchip"),
  };
}

/** Whether a thing has kept its place in the same zone, which may have become larger or fuller. */
function isThere(now, was) {
  return was.zone === now.zone && (was.small !== now.small || was.at === now.at || Math.abs(was.x - now.x) < NEAR);
}

/** Move things of one name to where they are now, and return those that are gone. */
function moveAll(seen, were, source, delay) {
  const left = [...were];
  const stays = (now) => {
    const at = left.findIndex((was) => isThere(now, was));
    return at >= 0 && left.splice(at, 1)[0];
  };
  const moved = seen.filter((now) => {
    const was = stays(now);
    if (was && was.says !== now.says && was.small === now.small) flash(now.element, delay);
    return !was;
  });
  for (const now of moved) {
    const was = left.shift();
    if (was) travel(now, was, delay);
    else arrive(now, source, delay);
  }
  return left;
}

/** The factor by which an element is magnified. */
function magnifiedBy(element) {
  return element.currentCSSZoom ?? 1;
}

/** Move an element from its old place to its current one. */
function travel(now, was, delay) {
  const by = magnifiedBy(now.element), [x, y] = [(was.left - now.left) / by, (was.top - now.top) / by];
  if (Math.hypot(x, y) < NEAR) return;
  play(now.element, [{ transform: `translate(${x}px, ${y}px)`, zIndex: 3 }, { transform: "none", zIndex: 3 }], delay);
}

/** A new card comes from the pile that has become smaller, a card that was turned over turns, and all else fades in. */
function arrive(now, source, delay) {
  if (source && !now.back) {
    const from = source.getBoundingClientRect();
    const to = now.element.getBoundingClientRect(), by = magnifiedBy(now.element);
    play(now.element, [{ transform: `translate(${(from.left - to.left) / by}px, ${(from.top - to.top) / by}px) scale(.4)`, transformOrigin: "0 0", zIndex: 3 }, { transform: "none", transformOrigin: "0 0", zIndex: 3 }], delay);
  } else play(now.element, [{ transform: now.back ? "scale(.9)" : "rotateY(75deg)" }, { transform: "none" }], delay);
}

/** A picture of a card that has left the table moves to the pile that has become larger. */
function depart(root, was, target, delay) {
  const picture = was.element.cloneNode(true), to = target.getBoundingClientRect();
  for (const part of [picture, ...picture.querySelectorAll("[id], [data-thing], [data-level], button")]) {
    for (const name of ["id", "data-thing", "data-level"]) part.removeAttribute(name);
    if (part.localName === "button") part.remove();
  }
  const by = magnifiedBy(target), [left, top, width, height] = [was.left - scrollX, was.top - scrollY, was.width, was.height].map((px) => px / by);
  Object.assign(picture.style, { zoom: by, position: "fixed", left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px`, pointerEvents: "none", zIndex: 3 });
  picture.setAttribute("aria-hidden", "true");
  picture.inert = true;
  picture.dataset.gone = was.name;
  root.append(picture);
  const there = `translate(${to.left / by - left}px, ${to.top / by - top}px) scale(.4)`;
  play(picture, [{ transform: "none", transformOrigin: "0 0" }, { transform: there, transformOrigin: "0 0", opacity: 0.4 }], delay).finished.finally(() => picture.remove());
}

/** Move a piece of a picture from one place to another, both in the picture's own units. */
export function glide(element, from, to) {
  if (!QUIET.matches) play(element, [from, to].map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` })), 0);
}

function flash(element, delay) {
  play(element, [{ boxShadow: "0 0 0 4px var(--accent)", backgroundColor: "var(--accent-soft)" }, {}], delay);
}

function play(element, frames, delay) {
  return element.animate(frames, { duration: LASTS, delay, easing: "ease-out", fill: "backwards" });
}

// the order of the notes

function noteTexts(root) {
  return [...root.querySelectorAll(".notes li")].map((note) => note.textContent);
}

/** The new notes, the oldest first; the page shows the newest first. */
function orderOf(before, now) {
  return now.filter((note) => !before.includes(note)).reverse();
}

function delayOf(order, name) {
  const at = order.findIndex((note) => note.includes(name));
  return Math.min(LATEST, LATER * Math.max(0, at));
}

// counters

function zoneName(element) {
  return element.closest(".zone")?.getAttribute("aria-label") ?? "";
}

function levelName(element) {
  return [zoneName(element), element.closest(THINGS)?.dataset.thing, element.dataset.level].join(" / ");
}
