/** A desk before its Python is there: what it shows first, or showed last, can be read already, and a press is kept.
 * A page that is a file runs this by itself; the widget that comes later takes its place. */
import { render } from "./desk.js";

const PREFIX = "rules-tutor/"; // keys of what the desk stores
const SEEN = "rules-tutor-seen/"; // keys of what its pages showed last
const ALWAYS = new Set(["theme", "pace"]); // stored, but without effect on what a page shows
const ABOUT_ALL = new Set(["index", "play", "review"]); // pages that show what is stored about any game
const SHORT_LIVED = ["dialog", "playing"]; // parts of a state that a later visit does not begin with

const { version } = JSON.parse(document.getElementById("site").textContent);
const name = location.pathname.split("/").at(-1).replace(/\.html$/, "") || "index";
const opening = document.getElementById("opening");
const meanwhile = document.getElementById("loading-meanwhile");
const remembered = `${SEEN}${location.pathname}`;
let still = null; // the picture until the desk is there
let last = null; // what the desk showed last, as text

/** The first state: what this browser saw here last, or what a first-time visitor sees; null if there is neither. */
function firstState() {
  try {
    const seen = JSON.parse(localStorage.getItem(remembered));
    if (seen?.version === version && ["", seen.search].includes(location.search)) return seen.state;
    const kept = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length));
    const matters = (key) => !ALWAYS.has(key) && (ABOUT_ALL.has(name) || key.includes(name));
    if (location.search || kept.some(matters)) return null;
  } catch {
    if (location.search) return null; // storage is forbidden here, so everybody is here for the first time
  }
  return document.getElementById("first").textContent.trim() || null;
}

function show(state) {
  const el = document.createElement("div");
  const model = { get: (trait) => (trait === "state" ? state : {}), on() {}, off() {}, send() {} };
  still = { el, place: placeOf(state), press: null };
  opening.before(el);
  still.stop = render({ model, el, still: keepPress });
  opening.classList.add("meanwhile");
  meanwhile.hidden = false;
}

/** What tells one question from any other: its id alone does not, because every page of a course starts counting again.
 * What can be undone and redone does not count, because a reload forgets some of it. */
function placeOf(text) {
  const { question, head: { can_undo, can_redo, ...head } = {} } = JSON.parse(text);
  return JSON.stringify([question?.id, question?.title, head]);
}

/** Keep only the last press, because a visitor who presses something else has changed their mind. */
function keepPress(message) {
  still.press = message;
  meanwhile.textContent = "Your press is kept and will take effect as soon as everything has loaded.";
}

/** The desk has drawn its own state; if it still asks the same question, carry out the press that was kept. */
function handOver(desk, place) {
  const { el, stop, press } = still;
  const focused = el.contains(document.activeElement);
  const same = still.place === place;
  still = null;
  stop();
  el.remove();
  if (focused) requestAnimationFrame(() => desk.querySelector(".asktitle")?.focus({ preventScroll: true }));
  if (press && same) desk.dispatchEvent(new CustomEvent("desk-press", { detail: press }));
}

document.addEventListener("desk-heard", ({ target, detail }) => {
  last = detail.text;
  if (still) handOver(target, placeOf(last));
});

addEventListener("pagehide", () => {
  if (!last) return;
  const state = Object.fromEntries(Object.entries(JSON.parse(last)).filter(([part]) => !SHORT_LIVED.includes(part)));
  try {
    localStorage.setItem(remembered, JSON.stringify({ version, search: location.search, state: JSON.stringify(state) }));
  } catch {
    // there is no room, so the next visit begins without it
  }
});

const state = firstState();
if (state) show(state);
