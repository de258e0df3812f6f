/** The head of the desk: sign, section, course, steps and tools; the turn as a line; seats and the app's tools. */
import { h, lasting } from "./dom.js";
import { icon } from "./icons.js";
import { drawFoldedSteps } from "./recap.js";

export function drawHead(desk) {
  const { head = {}, question, zones, notes } = desk.state;
  const jumps = [["ask", "Question", question], ["table", "Table", zones], ["notes", "Notes", notes]].filter(([, , there]) => there);
  return lasting("head", JSON.stringify([head, jumps.map(([part]) => part)]), () => h("header", { class: "head" },
    head.game && h(head.home ? "a" : "div", { key: "sign", class: "sign bulbs", href: head.home }, head.game),
    drawCourse(desk, head),
    drawSteps(head),
    drawTools(desk, head, jumps)));
}

function drawCourse(desk, head) {
  if (!head.section && !head.pages) return null;
  return h("div", { key: "course", class: "course" },
    head.section && h("h1", null, head.section),
    head.pages && h("div", { class: "coursebar" },
      h("span", { class: "bar", role: "progressbar", "aria-label": "Course", "aria-valuemin": 0, "aria-valuemax": head.pages, "aria-valuenow": head.page, "aria-valuetext": `page ${head.page} of ${head.pages}` },
        h("i", { style: { width: `${(100 * head.page) / head.pages}%` } })),
      drawTurn(desk, "before", "Page before", head.before),
      drawContents(desk, head),
      drawTurn(desk, "after", "Next page", head.after)));
}

/** To the page before or after, where the course has one. */
function drawTurn(desk, kind, label, page) {
  return page !== undefined && h("button", { key: kind, type: "button", class: "turn", "aria-label": label, onClick: () => desk.send({ type: "goto", page, step: 0 }) }, icon(kind));
}

function drawContents(desk, head) {
  const place = `page ${head.page} of ${head.pages}`;
  if (!head.contents?.length) return h("span", null, place);
  const fold = (event) => { event.currentTarget.closest(".contents").open = false; };
  return h("details", { key: "contents", class: "contents" },
    h("summary", null, place),
    h("ol", { class: "pagelist" }, head.contents.map((chapter, at) => [
      chapter.part && chapter.part !== head.contents[at - 1]?.part && h("li", { key: `part ${chapter.part}`, class: "label" }, chapter.part),
      drawChapter(desk, chapter),
      chapter.state === "now" && head.folded?.map((part) => h("li", { key: `folded ${part.part}`, class: "folded" },
        h("details", null, h("summary", null, part.title), drawFoldedSteps(desk, part, chapter.page, fold)))),
    ])));
}

function drawChapter(desk, chapter) {
  const now = chapter.state === "now";
  const go = (event) => {
    event.currentTarget.closest("details").open = false;
    desk.send({ type: "goto", page: chapter.page, step: 0 });
  };
  return h("li", { key: `page ${chapter.page}`, class: chapter.state },
    h("button", { type: "button", "aria-current": now ? "page" : null, onClick: go },
      h("span", { class: "tick" }, chapter.state === "done" && icon("right", "done")), chapter.title, chapter.minutes && h("small", null, about(chapter.minutes))));
}

function drawSteps(head) {
  if (!head.steps) return null;
  if (!head.pages && head.minutes) return drawWay(head);
  const part = head.part ?? "step";
  const steps = Array.from({ length: head.steps }, (_, at) => at + 1);
  const state = (step) => (step < head.step ? "done" : step === head.step ? "now" : "next");
  return [
    h("ol", { key: "steps", class: "steps", "aria-label": "Steps of this page" }, steps.map((step) =>
      h("li", { key: step, class: state(step), "aria-current": step === head.step ? "step" : null },
        h("span", { class: "sr" }, `${part} ${step}${step < head.step ? ", done" : step === head.step ? ", now" : ""}`)))),
    h("span", { key: "stepcount", class: "stepcount" }, `${part} ${head.step} of ${head.steps}`),
    head.minutes && h("span", { key: "minutes", class: "minutes" }, `${about(head.minutes)} in all`),
  ];
}

/** The steps of a long way as a bar, with about how long it takes. */
function drawWay(head) {
  const place = `step ${head.step} of ${head.steps}`;
  return h("div", { key: "way", class: "coursebar way" },
    h("span", { class: "bar", role: "progressbar", "aria-label": "This game", "aria-valuemin": 0, "aria-valuemax": head.steps, "aria-valuenow": head.step, "aria-valuetext": place },
      h("i", { style: { width: `${(100 * head.step) / head.steps}%` } })),
    h("span", null, `${place}, ${about(head.minutes)} in all`));
}

function about(minutes) {
  return `about ${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
}

function drawTools(desk, head, jumps) {
  const move = (type, label, can) => h("button", { key: type, type: "button", "aria-label": label, "aria-disabled": can ? null : "true", onClick: () => can && desk.send({ type }) },
    icon(type), h("span", { class: "word" }, label));
  return h("div", { key: "tools", class: "tools", role: "group", "aria-label": "Tools" },
    "can_undo" in head && [move("undo", "Undo", head.can_undo), move("redo", "Redo", head.can_redo)],
    jumps.map(([part, label]) => h("button", { key: `to ${part}`, type: "button", class: "jump", onClick: () => desk.jump(part) }, label)),
    h("button", { key: "theme", type: "button", "aria-label": "Switch between paper and night", onClick: () => desk.switchTheme() }, icon("theme")));
}

export function drawLine(desk) {
  const { flow } = desk.state;
  if (!flow?.nodes?.length) return null;
  return lasting("line", JSON.stringify(flow), () => h("nav", { class: "line", "aria-label": "Where we are in the turn" },
    h("ol", null, flow.nodes.map((node) => h("li", { key: node.id, class: node.state, "aria-current": node.state === "now" ? "step" : null }, h("span", null, node.label))))));
}

/** The second row, there only when the app has seats to look from or tools of its own. */
export function drawBench(desk) {
  const { seats, tools } = desk.state;
  if (!seats?.list?.length > 0 && !tools?.length) return null;
  return h("div", { key: "bench", class: "bench" },
    seats?.list?.length > 0 && drawSeats(desk, seats),
    tools?.length > 0 && h("div", { key: "apptools", class: "apptools", role: "group", "aria-label": "More tools" }, tools.map((tool) => drawTool(desk, tool))));
}

function drawTool(desk, tool) {
  if (tool.href) return h("a", { key: tool.id, href: tool.href }, tool.label);
  const shut = tool.disabled || desk.waits(tool);
  return h("button", { key: tool.id, type: "button", "aria-pressed": tool.pressed === undefined ? null : String(tool.pressed), "aria-disabled": shut ? "true" : null,
    onClick: () => shut || desk.send({ type: "tool", id: tool.id }) }, tool.label);
}

function drawSeats(desk, seats) {
  const views = seats.list.map((seat) => ({ index: seat.index, label: seat.name, note: seat.out ? "out" : seat.kind }));
  if (seats.open) views.push({ index: null, label: "Open table" });
  return h("div", { key: "seats", class: "seats", role: "group", "aria-label": "Whose view" },
    h("span", { class: "label" }, "View"),
    views.map((view) => h("button", { key: `seat ${view.index}`, type: "button", "aria-pressed": String(view.index === (seats.me ?? null)), onClick: () => desk.send({ type: "seat", index: view.index }) },
      view.label, view.note && h("small", null, view.note))));
}
