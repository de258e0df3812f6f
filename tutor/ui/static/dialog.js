/** A panel above the words, for saving and loading: never over anything, one at a time. */
import { h, stressed } from "./dom.js";

const LARGEST_FILE = 1_000_000; // bytes

export function drawDialog(desk) {
  const { dialog } = desk.state;
  if (!dialog) return null;
  const problem = desk.local.fileProblem ?? dialog.problem;
  return h("section", { key: `dialog ${dialog.id}`, class: "dialog", "aria-labelledby": desk.idFor("dialog") },
    h("h2", { id: desk.idFor("dialog"), tabindex: "-1" }, dialog.title),
    dialog.text && h("p", null, stressed(dialog.text)),
    dialog.textarea !== undefined && h("label", null, h("span", null, dialog.textarea_label ?? "Text"), h("textarea", { rows: 8, spellcheck: "false", value: dialog.textarea })),
    problem && h("p", { class: "problem", role: "alert" }, problem),
    h("div", { class: "buttons" }, dialog.buttons.map((button, at) => drawButton(desk, button, at === 0))));
}

function drawButton(desk, button, first) {
  if (button.kind === "upload") return drawUpload(desk, button);
  const press = async (event) => {
    const text = event.currentTarget.closest(".dialog").querySelector("textarea")?.value ?? "";
    if (button.kind === "copy") await copy(event.currentTarget, text);
    else if (button.kind === "download") download(button.name ?? "record.txt", text);
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
    desk.refuseFile(fits ? null : `${file.name} is larger than a record can be: 1 MB.`);
    if (fits) desk.send({ type: "upload", name: file.name, text: await file.text() });
  };
  return h("label", { key: button.id, class: "upload" }, h("input", { type: "file", class: "sr", onChange: choose }), h("span", null, button.label));
}

/** The clipboard where the browser allows it; else the text stands selected, to be copied by hand. */
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
