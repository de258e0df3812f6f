/** The end of a page, with its parts besides the core. The end of a first game: what is known, and what is still new. */
import { h, stressed } from "./dom.js";
import { icon } from "./icons.js";

export function drawFolded(desk) {
  const { folded } = desk.state;
  if (!folded) return null;
  return h("section", { key: "folded", class: "folded", "aria-label": "If you like" },
    h("h2", { class: "label" }, "If you like"),
    folded.map((part) => h("details", { key: `part ${part.part}`, class: "fold" }, h("summary", null, part.title), drawFoldedSteps(desk, part, desk.state.head.contents.find((chapter) => chapter.state === "now").page))));
}

/** The links to the steps of a part besides the core; `then` is called before one is opened. */
export function drawFoldedSteps(desk, part, page, then) {
  return h("ol", { class: "foldedsteps" }, part.steps.map((row) => h("li", { key: row.step, class: row.done ? "done" : null },
    h("button", { type: "button", onClick: (event) => { then?.(event); desk.pressed = true; desk.send({ type: "goto", page, step: row.step }); } },
      h("span", { class: "tick" }, row.done && icon("right", "done")), h("span", null, stressed(row.title))))));
}

export function drawRecap(desk) {
  const { recap } = desk.state;
  if (!recap) return null;
  return h("section", { key: "recap", class: "recap", "aria-label": "What you know now" },
    h("h2", { class: "label" }, "What you know now"),
    recap.known.map((part) => h("details", { key: `known ${part.title}`, class: "fold" },
      h("summary", null, part.title),
      h("ul", null, part.texts.map((text) => h("li", { key: text }, stressed(text)))))),
    h("h2", { class: "label" }, "Once you’ve done these pages"),
    h("ul", { class: "unmet" }, recap.unmet.map((part) => h("li", { key: `unmet ${part.page}` },
      h("button", { type: "button", class: "link", onClick: () => desk.send({ type: "goto", page: part.page, step: 0 }) }, part.title),
      h("span", null, part.text)))));
}
