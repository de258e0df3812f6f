// A graph: nodes to press, lit places, pan and zoom, and the same in words.
import { drawMarks, newPicture } from "./marks.js";

const MOST = 4;

function part(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

// Draws the plain data of a graph (with its marks) into `root`; `send(message)` tells which node was pressed.
export function drawGraph(root, data, send) {
  const view = (root.graph ??= buildGraph(root));
  view.svg.setAttribute("aria-label", data.title);
  view.title.textContent = data.title;
  if (view.width !== data.width || view.height !== data.height) {
    Object.assign(view, { width: data.width, height: data.height, zoom: 1, x: 0, y: 0 });
    view.svg.style.aspectRatio = `${data.width} / ${data.height}`;
    view.svg.style.maxWidth = `${data.width}px`;
  }
  drawMarks(view.svg, data.marks, (message) => send(message));
  show(view);
  const words = JSON.stringify(data.twin);
  if (view.words !== words) {
    view.words = words;
    view.list.replaceChildren(...data.twin.map((sentence) => part("li", "", sentence)));
  }
}

function buildGraph(root) {
  const view = { svg: newPicture(""), title: part("h2", "graph-title"), list: part("ul"), zoom: 1, x: 0, y: 0 };
  root.classList.add("graph");
  const head = part("div", "graph-head"), tools = part("div", "graph-tools");
  for (const [label, sign, act] of [
    ["Larger", "+", () => zoomBy(view, 1.25)],
    ["Smaller", "−", () => zoomBy(view, 0.8)],
    ["All of it", "⤢", () => fit(view)],
  ]) {
    const button = part("button", "graph-button", sign);
    button.type = "button";
    button.title = label;
    button.setAttribute("aria-label", `${label}: picture`);
    button.addEventListener("click", act);
    tools.append(button);
  }
  head.append(view.title, tools);
  const frame = part("div", "graph-frame"), fold = part("details", "graph-fold");
  frame.append(view.svg);
  fold.append(part("summary", "", "The picture in words"), view.list);
  root.replaceChildren(head, frame, fold);
  gestures(view, frame);
  return view;
}

function show(view) {
  const w = view.width / view.zoom, h = view.height / view.zoom;
  view.x = Math.min(Math.max(view.x, 0), view.width - w);
  view.y = Math.min(Math.max(view.y, 0), view.height - h);
  view.svg.setAttribute("viewBox", `${view.x} ${view.y} ${w} ${h}`);
  view.svg.classList.toggle("graph-zoomed", view.zoom > 1);
}

function fit(view) {
  Object.assign(view, { zoom: 1, x: 0, y: 0 });
  show(view);
}

// Zooms about a point of the picture, its middle unless told.
function zoomBy(view, factor, px = 0.5, py = 0.5) {
  const zoom = Math.min(MOST, Math.max(1, view.zoom * factor));
  view.x += (view.width * px) / view.zoom - (view.width * px) / zoom;
  view.y += (view.height * py) / view.zoom - (view.height * py) / zoom;
  view.zoom = zoom;
  show(view);
}

function share(view, event) {
  const place = view.svg.getBoundingClientRect();
  return [(event.clientX - place.left) / place.width, (event.clientY - place.top) / place.height];
}

function gestures(view, frame) {
  const fingers = new Map();
  frame.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !frame.contains(document.activeElement)) return;
    event.preventDefault();
    zoomBy(view, event.deltaY < 0 ? 1.15 : 1 / 1.15, ...share(view, event));
  }, { passive: false });
  frame.addEventListener("pointerdown", (event) => fingers.set(event.pointerId, [event.clientX, event.clientY]));
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) frame.addEventListener(end, (event) => fingers.delete(event.pointerId));
  frame.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const scale = view.width / view.zoom / view.svg.getBoundingClientRect().width;
    const apart = () => { const [a, b] = [...fingers.values()]; return Math.hypot(a[0] - b[0], a[1] - b[1]); };
    const gap = fingers.size === 2 ? apart() : 0;
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (gap) zoomBy(view, apart() / gap, ...share(view, event));
    else if (view.zoom > 1) {
      view.x -= (event.clientX - before[0]) * scale;
      view.y -= (event.clientY - before[1]) * scale;
      show(view);
    }
  });
  frame.addEventListener("keydown", (event) => {
    const act = { "+": () => zoomBy(view, 1.25), "=": () => zoomBy(view, 1.25), "-": () => zoomBy(view, 0.8), 0: () => fit(view) }[event.key];
    if (!act || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    act();
  });
  frame.addEventListener("focusin", (event) => inView(view, event.target.mark));
}

// A node that gets the focus comes into the part that is shown.
function inView(view, mark) {
  if (!mark || view.zoom === 1) return;
  const w = view.width / view.zoom, h = view.height / view.zoom;
  if (mark.x - mark.w / 2 < view.x || mark.x + mark.w / 2 > view.x + w) view.x = mark.x - w / 2;
  if (mark.y - mark.h / 2 < view.y || mark.y + mark.h / 2 > view.y + h) view.y = mark.y - h / 2;
  show(view);
}
