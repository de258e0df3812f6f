/** The head of the desk: the sign, the section, the progress, the turn as a line, tools and a menu; the app's parts. */
import { h, kinds, lasting } from "./dom.js";
import { unfolding } from "./folds.js";
import { icon } from "./icons.js";
import { drawMenu, drawTool } from "./menu.js";
import { drawFoldedSteps } from "./recap.js";

const HAPPENS = new Set(["show", "do", "happens", "free"]); // kinds of step in which the turn goes on
const AT_HAND = "hand", IN_A_ROW = "row"; // where a tool is; any other is in the menu

export function drawHead(desk) {
  const { head = {}, question, zones, notes, tools = [], seats } = desk.state;
  const jumps = [["ask", "Question", question], ["table", "Table", zones], ["notes", "Notes", notes]].filter(([, , there]) => there);
  const near = tools.filter((tool) => tool.place === AT_HAND);
  const rest = tools.filter((tool) => !tool.place);
  const shut = near.map((tool) => desk.waits(tool));
  const stops = stopsOf(desk.state);
  return lasting("head", JSON.stringify([head, jumps.map(([part]) => part), near, rest, seats, shut, stops]), () => {
    const held = [near.map((tool) => drawTool(desk, tool)),
      "can_undo" in head && [drawMove(desk, "undo", "Undo", head.can_undo), drawMove(desk, "redo", "Redo", head.can_redo)],
      drawMenu(desk, rest, seats, jumps)];
    return h("header", { class: "head" },
      head.game && h(head.home ? "a" : "div", { key: "sign", class: "sign bulbs", href: head.home }, head.game),
      drawCourse(desk, head),
      drawLine(stops),
      h("div", { key: "tools", class: "tools", role: "group", "aria-label": "Tools", "data-holds": kinds(held) }, held));
  });
}

function drawCourse(desk, head) {
  if (!head.section && !head.pages) return null;
  return h("div", { key: "course", class: "course" },
    head.section && h("h1", null, head.section),
    (head.pages || head.steps) && h("div", { class: "coursebar" },
      head.pages && [drawTurn(desk, "before", "Previous page", head.before), drawContents(desk, head), drawTurn(desk, "after", "Next page", head.after)],
      drawSteps(head)));
}

/** The link to the previous or the next page, if the course has one. */
function drawTurn(desk, kind, label, page) {
  return page !== undefined && h("button", { key: kind, type: "button", class: "turn", "aria-label": label, onClick: () => desk.send({ type: "goto", page, step: 0 }) }, icon(kind));
}

function drawContents(desk, head) {
  const place = `page ${head.page} of ${head.pages}`;
  if (!head.contents?.length) return h("span", null, place);
  const fold = (event) => { event.currentTarget.closest(".contents").open = false; };
  return h("details", { key: "contents", class: "contents", ...unfolding },
    h("summary", null, place),
    h("ol", { class: "pagelist", tabindex: "-1" }, head.contents.map((chapter, at) => [
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

/** The progress through the steps: a bar along the bottom of the head, and the number in words. */
function drawSteps(head) {
  if (!head.steps) return null;
  const place = `${head.part ?? "step"} ${head.step} of ${head.steps}`;
  return [
    h("span", { key: "stepbar", class: "stepbar", role: "progressbar", "aria-label": head.pages ? "Steps of this page" : "This game", "aria-valuemin": 0, "aria-valuemax": head.steps, "aria-valuenow": head.step, "aria-valuetext": place },
      h("i", { style: { width: `${(100 * head.step) / head.steps}%` } })),
    h("span", { key: "stepcount", class: "stepcount" }, place),
    head.minutes && h("span", { key: "minutes", class: "minutes" }, `${about(head.minutes)} in all`),
  ];
}

function about(minutes) {
  return `about ${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
}

function drawMove(desk, type, label, can) {
  return h("button", { key: type, type: "button", class: type, "aria-label": label, "aria-disabled": can ? null : "true", onClick: () => can && desk.send({ type }) },
    icon(type), h("span", { class: "word" }, label));
}

/** The places of the turn, in the order of play: the past ones, the current one, and the likely next ones. */
function stopsOf({ flow, words }) {
  return words && !HAPPENS.has(words.kind) ? [] : flow?.nodes ?? [];
}

/** The turn as one row; of the places that are done, the last one is in sight. */
function drawLine(stops) {
  const look = ({ state }, at) => (state === "done" && stops[at + 1]?.state === "done" ? "past" : state);
  return stops.length > 0 && h("nav", { key: "line", class: "line", "aria-label": "Where we are in the turn" },
    h("ol", null, stops.map((stop, at) => h("li", { key: stop.id, class: look(stop, at), "aria-current": stop.state === "now" ? "step" : null }, h("span", null, stop.label)))));
}

/** A row of tools that lead from one part of the app to another, if there are any. */
export function drawBench(desk) {
  const parts = (desk.state.tools ?? []).filter((tool) => tool.place === IN_A_ROW);
  return parts.length > 0 && h("div", { key: "bench", class: "bench" },
    h("div", { key: "apptools", class: "apptools", role: "group", "aria-label": "Parts" }, parts.map((tool) => drawTool(desk, tool))));
}
