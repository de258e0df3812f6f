/** The notes: what just happened and by which rule, newest first. New notes are announced in the order of events. */
import { h, stressed } from "./dom.js";
import { ruleChip } from "./rules.js";

const SHOWN = 3;

export function drawNotes(desk) {
  const { notes, intro } = desk.state;
  if (!notes) return null;
  const all = desk.local.allNotes;
  const count = desk.state.note_count ?? notes.length;
  const shown = all ? notes : notes.slice(0, SHOWN);
  return h("section", { key: "notes", class: "notes", id: desk.idFor("notes"), tabindex: "-1", "aria-label": "Notes" },
    h("h2", { class: "label" }, h("span", null, "Notes"),
      count > SHOWN && h("button", { type: "button", class: "link", "aria-expanded": String(all), onClick: () => desk.toggleNotes() }, all ? "newest three" : `all ${count}`)),
    h("div", { key: "log", class: "sr", role: "log", "aria-live": "polite", "aria-label": "What is new" },
      h("p", { key: `said ${desk.local.saidTimes}`, class: "sr" }, desk.local.said),
      intro && h("p", { key: `intro ${intro.rule}`, class: "sr" }, `New to you: ${intro.text}`),
      desk.local.news.map((note) => h("p", { key: note.id }, stressed(note.text)))),
    notes.length === 0 ? h("p", { class: "none" }, "Nothing has happened yet.") : h("ol", { "aria-label": "Newest note first" }, shown.map((note) => drawNote(desk, note))));
}

function drawNote(desk, note) {
  const { chip, panel } = ruleChip(desk, note.rule, `note ${note.id}`);
  return h("li", { key: note.id }, note.private && h("span", { class: "tag quiet" }, "only you"), stressed(note.text), " ", chip, panel);
}
