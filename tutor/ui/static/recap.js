/** What a first game leaves behind: what is known now, and what has not been met yet. */
import { h, stressed } from "./dom.js";

export function drawRecap(desk) {
  const { recap } = desk.state;
  if (!recap) return null;
  return h("section", { key: "recap", class: "recap", "aria-label": "What you know now" },
    h("h2", { class: "label" }, "What you know now"),
    recap.known.map((part) => h("details", { key: `known ${part.title}`, class: "fold" },
      h("summary", null, part.title),
      h("ul", null, part.texts.map((text) => h("li", { key: text }, stressed(text)))))),
    h("h2", { class: "label" }, "What you have not met yet"),
    h("ul", { class: "unmet" }, recap.unmet.map((part) => h("li", { key: `unmet ${part.page}` },
      h("button", { type: "button", class: "link", onClick: () => desk.send({ type: "goto", page: part.page, step: 0 }) }, part.title),
      h("span", null, part.text)))));
}
