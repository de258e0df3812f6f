/** Any graph with positions: pressable nodes, the place we are at lit, pan and zoom, one tab stop, and a text twin. */
import { h, redraw } from "./dom.js";

const VIEWS = new WeakMap();
const NEAREST = 1 / 4; // zoomed in, the window shows this share of the picture
const ZOOM = 1.25;
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Draw `graph` in `root`, keeping its elements; `send` hears which node was pressed. */
export function drawGraph(root, graph, send) {
  const view = VIEWS.get(root) ?? { x: 0, y: 0, width: graph.width, height: graph.height, at: null };
  VIEWS.set(root, view);
  const byId = new Map(graph.nodes.map((node) => [node.id, node]));
  if (!byId.has(view.at)) view.at = (graph.nodes.find((node) => node.state === "now") ?? graph.nodes[0])?.id;
  const again = () => drawGraph(root, graph, send);
  const zoom = (by) => {
    zoomView(view, graph, by);
    again();
  };
  redraw(root, [
    h("div", { class: "graphtools", role: "group", "aria-label": "Zoom" },
      h("button", { type: "button", "aria-label": "Closer", onClick: () => zoom(1 / ZOOM) }, "+"),
      h("button", { type: "button", "aria-label": "Further away", onClick: () => zoom(ZOOM) }, "−"),
      h("button", { type: "button", onClick: () => zoom(Infinity) }, "All")),
    h("svg", { class: "plan", viewBox: `${view.x} ${view.y} ${view.width} ${view.height}`, role: "group", "aria-label": graph.title, onPointerdown: (event) => pan(event, view, graph, again) },
      graph.edges.map((edge) => drawEdge(edge, byId)),
      graph.nodes.map((node) => drawNode(node, view, graph, send, again))),
    graph.twin?.length > 0 && h("details", { class: "fold" }, h("summary", null, "The same in words"), h("div", { class: "foldtext" }, graph.twin.map((sentence) => h("p", null, sentence)))),
  ]);
}

function drawEdge(edge, byId) {
  const ends = [byId.get(edge.from), byId.get(edge.to)];
  if (ends.includes(undefined)) return null;
  const points = [[ends[0].x, ends[0].y], ...(edge.points ?? []), [ends[1].x, ends[1].y]];
  return h("polyline", { key: `${edge.from}>${edge.to}`, class: `edge ${edge.state ?? ""}`, points: points.map((point) => point.join(",")).join(" ") });
}

function drawNode(node, view, graph, send, again) {
  const press = () => {
    view.at = node.id;
    again();
    send({ type: "node", graph: graph.id, id: node.id });
  };
  const onKeydown = (event) => {
    if (event.key === "Enter" || event.key === " ") press();
    else if (!(event.key in WAYS)) return;
    else walk(event, node, view, graph, again);
    event.preventDefault();
    event.stopPropagation();
  };
  const marks = [...(node.badges ?? []), ...(node.tokens ?? [])];
  const says = [node.label, node.text, node.state === "now" ? "you are here" : "", node.state === "shut" ? "closed" : "", ...marks].filter(Boolean).join(", ");
  return h("g", { key: node.id, class: `node ${node.state ?? "plain"}`, role: "button", tabindex: node.id === view.at ? 0 : -1, "data-node": node.id, "aria-label": says, transform: `translate(${node.x} ${node.y})`, onClick: press, onKeydown },
    node.shape === "round" ? h("circle", { r: 24 }) : h("rect", { x: -38, y: -20, width: 76, height: 40, rx: 6 }),
    h("text", { y: 5, "text-anchor": "middle" }, node.label),
    marks.length > 0 && h("text", { class: "marks", y: 36, "text-anchor": "middle" }, marks.join(" ")));
}

/** Go to the nearest node that lies more along the arrow than across it. */
function walk(event, from, view, graph, again) {
  const [dx, dy] = WAYS[event.key];
  const along = (node) => (node.x - from.x) * dx + (node.y - from.y) * dy;
  const across = (node) => Math.abs((node.x - from.x) * dy) + Math.abs((node.y - from.y) * dx);
  const ahead = graph.nodes.filter((node) => along(node) > 0 && across(node) <= 2 * along(node));
  const next = ahead.sort((a, b) => along(a) + 2 * across(a) - along(b) - 2 * across(b))[0];
  if (!next) return;
  const svg = event.currentTarget.ownerSVGElement;
  view.at = next.id;
  again();
  svg.querySelector(`[data-node="${CSS.escape(next.id)}"]`).focus({ preventScroll: true });
}

function zoomView(view, graph, by) {
  const scale = Math.min(1, Math.max(NEAREST, (view.width / graph.width) * by));
  const middle = [view.x + view.width / 2, view.y + view.height / 2];
  view.width = graph.width * scale;
  view.height = graph.height * scale;
  place(view, graph, middle[0] - view.width / 2, middle[1] - view.height / 2);
}

function place(view, graph, x, y) {
  view.x = Math.min(Math.max(0, x), graph.width - view.width);
  view.y = Math.min(Math.max(0, y), graph.height - view.height);
}

function pan(event, view, graph, again) {
  if (view.width >= graph.width) return;
  const svg = event.currentTarget;
  const scale = view.width / svg.clientWidth;
  const start = { x: event.clientX, y: event.clientY, left: view.x, top: view.y };
  const move = (moved) => {
    place(view, graph, start.left - (moved.clientX - start.x) * scale, start.top - (moved.clientY - start.y) * scale);
    again();
  };
  const stop = () => window.removeEventListener("pointermove", move);
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", stop, { once: true });
}
