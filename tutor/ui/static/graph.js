// A graph with nodes to press, highlighted places, panning and zooming, and the same in words.
import { drawMarks, newPicture } from "./marks.js";
import { newPanning } from "./panning.js";

function part(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

// Draws the plain data of a graph (with its marks) into `root`; `send(message)` reports which node was pressed.
export function drawGraph(root, data, send) {
  const view = (root.graph ??= buildGraph(root));
  view.svg.setAttribute("aria-label", data.title);
  view.title.textContent = data.title;
  view.svg.style.aspectRatio = `${data.width} / ${data.height}`;
  view.svg.style.maxWidth = `${data.width}px`;
  drawMarks(view.svg, data.marks, (message) => send(message));
  view.panning.fitTo({ x: 0, y: 0, width: data.width, height: data.height });
  const words = JSON.stringify(data.twin);
  if (view.words !== words) {
    view.words = words;
    view.list.replaceChildren(...data.twin.map((sentence) => part("li", "", sentence)));
  }
}

function buildGraph(root) {
  const view = { svg: newPicture(""), title: part("h2", "graph-title"), list: part("ul") };
  root.classList.add("graph");
  const head = part("div", "graph-head"), tools = part("div", "graph-tools");
  const frame = part("div", "graph-frame"), fold = part("details", "graph-fold");
  view.panning = newPanning(view.svg, frame);
  tools.append(...view.panning.tools());
  head.append(view.title, tools);
  frame.append(view.svg);
  fold.append(part("summary", "", "The picture in words"), view.list);
  root.replaceChildren(head, frame, fold);
  return view;
}
