/** The tools of an app: those at hand, and the menu with all others. */
import { h } from "./dom.js";
import { foldUp, unfolding } from "./folds.js";
import { icon } from "./icons.js";

/** A button or a link of the app; `then` is done before it is sent. */
export function drawTool(desk, tool, then) {
  if (tool.href) return h("a", { key: tool.id, class: "tool", href: tool.href }, tool.label);
  const shut = tool.disabled || desk.waits(tool);
  const press = (event) => {
    if (shut) return;
    then?.(event);
    desk.send({ type: "tool", id: tool.id });
  };
  return h("button", { key: tool.id, type: "button", class: "tool", "aria-pressed": tool.pressed === undefined ? null : String(tool.pressed), "aria-disabled": shut ? "true" : null, onClick: press }, tool.label);
}

/** The menu with everything else. Pressing an entry closes it and returns the focus to its button. */
export function drawMenu(desk, tools, seats, jumps) {
  const theme = (words) => h("button", { key: "theme", type: "button", class: "theme", "aria-label": words ? null : "Switch between light and dark", onClick: () => desk.switchTheme() }, icon("theme"), words);
  if (!tools.length && !seats?.list?.length && !jumps.length) return theme();
  const then = (event) => foldUp(event.currentTarget.closest(".more"));
  return h("details", { key: "more", class: "more", ...unfolding },
    h("summary", null, "More"),
    h("div", { class: "menu", tabindex: "-1" },
      jumps.length > 0 && h("div", { key: "jumps", class: "jumps", role: "group", "aria-label": "Go to" }, jumps.map(([part, label]) => drawJump(desk, part, label))),
      seats?.list?.length > 0 && drawSeats(desk, seats, then),
      tools.length > 0 && h("ul", { key: "others", "aria-label": "More tools" }, tools.map((tool) => h("li", { key: tool.id }, drawTool(desk, tool, then)))),
      theme("Switch between light and dark"),
      h("p", { key: "keys", class: "keys" }, "On a keyboard, the digits choose an option, U undoes, R redoes, and Enter goes on.")));
}

function drawJump(desk, part, label) {
  const jump = (event) => {
    event.currentTarget.closest(".more").open = false;
    desk.jump(part);
  };
  return h("button", { key: part, type: "button", class: "jump", onClick: jump }, label);
}

function drawSeats(desk, seats, then) {
  const views = seats.list.map((seat) => ({ index: seat.index, label: seat.name, note: seat.out ? "out" : seat.kind }));
  if (seats.open) views.push({ index: null, label: "Everything" });
  const look = (index) => (event) => {
    then(event);
    desk.send({ type: "seat", index });
  };
  return h("div", { key: "seats", class: "seats", role: "group", "aria-label": "Whose view" },
    h("span", { class: "label", "aria-hidden": "true" }, "View"),
    views.map((view) => h("button", { key: `seat ${view.index}`, type: "button", "aria-pressed": String(view.index === (seats.me ?? null)), onClick: look(view.index) },
      view.label, view.note && h("small", null, view.note))));
}
