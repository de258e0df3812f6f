/** A panel above the words, for example for saving and loading; it covers nothing, and there is one at a time. */
import { h, stressed } from "./dom.js";
import { ruleChip, withTerms } from "./rules.js";

const MANY = 12; // fields of a group that need no search field
const LARGEST_FILE = 1_000_000; // bytes

export function drawDialog(desk) {
  const { dialog } = desk.state;
  if (!dialog) return null;
  const problem = desk.local.fileProblem ?? dialog.problem;
  return h("section", { key: `dialog ${dialog.id}`, class: "dialog", "aria-labelledby": desk.idFor("dialog") },
    h("h2", { id: desk.idFor("dialog"), tabindex: "-1" }, dialog.title),
    dialog.text && h("p", null, stressed(dialog.text)),
    dialog.textarea !== undefined && h("label", null, h("span", null, dialog.textarea_label ?? "Text"), h("textarea", { rows: 8, spellcheck: "false", value: dialog.textarea })),
    dialog.fields?.length > 0 && h("form", { class: "fields", onSubmit: (event) => submit(desk, dialog, event) }, drawFields(desk, dialog)),
    dialog.words?.length > 0 && h("ul", { key: "words", class: "entries" }, dialog.words.map((term) => drawWord(desk, term))),
    dialog.entries?.length > 0 && h("ul", { class: "entries" }, dialog.entries.map((entry) => drawEntry(desk, entry))),
    problem && h("p", { class: "problem", role: "alert" }, problem),
    h("div", { class: "buttons" }, dialog.buttons.map((button, at) => drawButton(desk, button, at === 0))));
}

/** Enter in a field presses the panel's first button that sends the fields. */
export function submit(desk, dialog, event) {
  event.preventDefault();
  const button = dialog.buttons.find((candidate) => candidate.kind === "form");
  if (button) desk.send({ type: "form", id: button.id, values: valuesOf(event.currentTarget) });
}

/** The fields; those of a group fold away under its name. */
export function drawFields(desk, dialog) {
  const groups = [...Map.groupBy(dialog.fields, (field) => field.group ?? "")];
  return groups.map(([group, fields]) => {
    const drawn = fields.map((field) => drawField(desk, dialog, field));
    return group ? h("details", { key: `group ${group}`, class: "more" }, h("summary", null, group), fields.length > MANY && drawSieve(group), h("div", null, drawn)) : drawn;
  });
}

/** A search field that shows only those fields of a long group that contain every word. */
function drawSieve(group) {
  const sift = (event) => {
    const words = event.target.value.toLowerCase().split(/\s+/);
    for (const label of event.target.closest("details").querySelectorAll("div > label")) label.hidden = !words.every((word) => label.textContent.toLowerCase().includes(word));
  };
  const stay = (event) => event.key === "Enter" && event.preventDefault(); // the search itself sends nothing
  return h("input", { key: "sieve", type: "search", class: "sieve", "aria-label": `Find in: ${group}`, placeholder: "Find", autocomplete: "off", maxlength: 100, onInput: sift, onKeydown: stay });
}

/** A field for a choice, a number, a text, or yes or no; a live field reports a choice at once. */
function drawField(desk, dialog, field) {
  const tell = field.live && ((event) => desk.send({ type: "form", id: `${dialog.id}.${field.id}`, values: valuesOf(event.currentTarget.form) }));
  const named = { key: `field ${field.id}`, name: field.id, onChange: tell || undefined };
  const label = h("span", null, field.label);
  if (field.kind === "check") return h("label", { key: field.id, class: "check" }, h("input", { ...named, type: "checkbox", checked: field.value === "yes" }), label);
  if (field.kind === "choice") {
    return h("label", { key: field.id, class: field.wide ? "wide" : null }, label, h("select", named, field.choices.map((choice) =>
      h("option", { key: choice.id, value: choice.id, selected: choice.id === field.value }, choice.label))));
  }
  return h("label", { key: field.id, class: field.wide ? "wide" : null }, label, h("input", { ...named, type: field.kind, min: field.min, max: field.max, maxlength: 200, autocomplete: "off", value: field.value }));
}

export function valuesOf(form) {
  return Object.fromEntries([...form.elements].filter((field) => field.name).map((field) => [field.name, field.type === "checkbox" ? (field.checked ? "yes" : "no") : field.value]));
}

function drawEntry(desk, entry) {
  const { chip, panel } = ruleChip(desk, entry.rule, "entry");
  const { line, panels } = withTerms(desk, entry.text, `entry ${entry.rule}`);
  const near = (entry.related ?? []).map((id) => ruleChip(desk, id, `near ${entry.rule}`, true));
  return h("li", { key: entry.rule }, line, " ", chip, panels, panel,
    entry.ruling && h("p", { key: "ruling", class: "ruling" }, h("b", null, "Our reading: "), stressed(entry.ruling)),
    near.length > 0 && h("p", { key: "near", class: "near" }, "See also: ", near.map((rule, at) => [at > 0 && ", ", rule.chip])),
    near.map((rule) => rule.panel));
}

/** A word of the game and what it means. */
function drawWord(desk, term) {
  const { chip, panel } = ruleChip(desk, term.rule, "word");
  return h("li", { key: `word ${term.name}`, class: "word" }, h("b", null, `${term.name}: `), term.text, " ", chip, panel);
}

export function drawButton(desk, button, first) {
  if (button.kind === "upload") return drawUpload(desk, button);
  const press = async (event) => {
    const text = event.currentTarget.closest(".dialog").querySelector("textarea")?.value ?? "";
    if (button.kind === "copy") await copy(event.currentTarget, text);
    else if (button.kind === "download") download(button.name ?? "record.txt", text);
    else if (button.kind === "form") desk.send({ type: "form", id: button.id, values: valuesOf(event.currentTarget.closest(".dialog").querySelector("form")) });
    else desk.send({ type: "dialog", id: button.id, text });
  };
  return h("button", { key: button.id, type: "button", class: first ? "main" : null, onClick: press }, button.label);
}

function drawUpload(desk, button) {
  const choose = async (event) => {
    const [file] = event.currentTarget.files;
    event.currentTarget.value = "";
    if (!file) return;
    const fits = file.size <= LARGEST_FILE;
    desk.refuseFile(fits ? null : `${file.name} is larger than 1 MB, which is the limit.`);
    if (fits) desk.send({ type: "upload", name: file.name, text: await file.text() });
  };
  return h("label", { key: button.id, class: "upload" }, h("input", { type: "file", class: "sr", onChange: choose }), h("span", null, button.label));
}

/** Copy to the clipboard if the browser allows it; otherwise, select the text, so that it can be copied by hand. */
async function copy(button, text) {
  const field = button.closest(".dialog").querySelector("textarea");
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    field?.select();
    return;
  }
  const before = button.textContent;
  button.firstChild.data = "Copied";
  setTimeout(() => { button.firstChild.data = before; }, 1500);
}

function download(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  Object.assign(link, { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
