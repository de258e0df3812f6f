// Marks: draws a list of plain marks as SVG and keeps the same elements from one list to the next.

const SVG = "http://www.w3.org/2000/svg";
const ARROWS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };

function shape(tag, attributes, text) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

/** A text with its place and look. If it has a length, it is drawn exactly that wide in any font. */
function lettered(row, place) {
  const fitted = row.length && { textLength: row.length, lengthAdjust: "spacingAndGlyphs" };
  return shape("text", { class: row.look, ...place, ...fitted }, row.text);
}

function outline(kind, w, h) {
  const a = w / 2, b = h / 2;
  if (kind === "hexagon") return `M${10 - a} ${-b}H${a - 10}L${a} 0L${a - 10} ${b}H${10 - a}L${-a} 0Z`;
  const r = kind === "pill" ? Math.min(a, b) : Math.min(8, a, b);
  const corner = `${r} ${r} 0 0 1`;
  return `M${r - a} ${-b}H${a - r}A${corner} ${a} ${r - b}V${b - r}A${corner} ${a - r} ${b}` +
    `H${r - a}A${corner} ${-a} ${b - r}V${r - b}A${corner} ${r - a} ${-b}Z`;
}

function die(mark) {
  const group = shape("g", { class: "die", transform: `translate(${mark.w / 2 - 11} ${10 - mark.h / 2})` });
  group.append(shape("rect", { x: -6.5, y: -6.5, width: 13, height: 13, rx: 3 }));
  for (const at of [-3, 0, 3]) group.append(shape("circle", { cx: at, cy: at, r: 1.4 }));
  return group;
}

// Drawings of the sheet, each turned about its centre; texts over them.
function drawings(mark) {
  const parts = mark.arts.map(({ art, x = 0, y = 0, turn = 0, flip, look }) => shape("use", {
    href: `#${art}`, ...(look && { class: look }), ...((x || y || turn || flip) && { transform: `translate(${x} ${y}) rotate(${turn}) scale(${flip ? -1 : 1} 1)` }),
  }));
  for (const row of mark.texts) parts.push(lettered(row, { x: row.x, y: row.y }));
  return parts;
}

const INSIDE = {
  line(mark) {
    const parts = [shape("path", { class: "stroke", d: mark.d })];
    if (mark.title) parts.unshift(shape("title", {}, mark.title));
    if (mark.head) {
      const [x, y, turn, size] = mark.head;
      parts.push(shape("path", { class: "head", transform: `translate(${x} ${y}) rotate(${turn}) scale(${size})`, d: "M0 0L-9 -4.5V4.5Z" }));
    }
    return parts;
  },
  area: (mark) => [shape("rect", { x: mark.x, y: mark.y, width: mark.w, height: mark.h, rx: 14 })],
  text: (mark) => [lettered(mark, { transform: `translate(${mark.x} ${mark.y}) rotate(${mark.turn})` })],
  badge: (mark) => [shape("circle", { r: 10 }), shape("text", { y: 4.2 }, mark.text)],
  art(mark) {
    if (!mark.press) return drawings(mark);
    const edge = (inset) => outline(mark.shape, mark.w - inset, mark.h - inset);
    return [shape("path", { class: "ground", d: edge(0) }), ...drawings(mark), shape("path", { class: "ring", d: edge(3) })];
  },
  box(mark) {
    const parts = [];
    if (mark.press) parts.push(shape("path", { class: "ring", d: outline(mark.shape, mark.w + 10, mark.h + 10) }));
    parts.push(shape("path", { class: "ground", d: outline(mark.shape, mark.w, mark.h) }));
    if (mark.bar) parts.push(shape("path", { class: "bar", d: `M${6 - mark.w / 2} ${-0.325 * mark.h}V${0.325 * mark.h}` }));
    if (mark.icon === "die") parts.push(die(mark));
    for (const row of mark.texts) parts.push(lettered(row, { x: row.x, y: row.y }));
    return parts;
  },
};

function attributes(mark) {
  const found = { class: `${mark.mark} ${mark.look}` };
  if (["box", "badge", "art"].includes(mark.mark)) found.transform = `translate(${mark.x} ${mark.y})`;
  if (mark.press) Object.assign(found, { role: "button", "aria-label": mark.label });
  else found["aria-hidden"] = "true";
  if (mark.now) found["aria-current"] = "step";
  if ("expanded" in mark || mark.press?.type === "group") found["aria-expanded"] = String(Boolean(mark.expanded));
  return found;
}

// Draws `marks` into `svg`. `press(message, key)` is called for the mark that was clicked or entered.
export function drawMarks(svg, marks, press) {
  const kept = (svg.marks ??= new Map());
  svg.press = press;
  if (!svg.listens) listen(svg);
  const keys = new Set(marks.map((mark) => mark.key));
  for (const [key, entry] of kept) if (!keys.has(key)) { entry.element.remove(); kept.delete(key); }
  let before = null;
  for (const mark of marks) {
    before = place(svg, kept, mark, before);
  }
  rove(svg, marks);
}

function place(svg, kept, mark, before) {
  const text = JSON.stringify(mark);
  let entry = kept.get(mark.key);
  if (!entry) kept.set(mark.key, entry = { element: shape("g", {}), text: "" });
  const { element } = entry;
  if (entry.text !== text) {
    for (const name of element.getAttributeNames()) if (name !== "tabindex") element.removeAttribute(name);
    for (const [name, value] of Object.entries(attributes(mark))) element.setAttribute(name, value);
    element.replaceChildren(...INSIDE[mark.mark](mark));
    Object.assign(entry, { text, mark });
    element.mark = mark;
  }
  const next = before ? before.nextSibling : svg.firstChild;
  if (next !== element && element !== document.activeElement) svg.insertBefore(element, next);
  return element;
}

// The single tab stop: the mark reached last, or the current place, or the first mark that can be pressed.
function rove(svg, marks) {
  const buttons = marks.filter((mark) => mark.press);
  if (!buttons.some((mark) => mark.key === svg.stop)) svg.stop = (buttons.find((mark) => mark.now) ?? buttons[0])?.key;
  for (const mark of buttons) {
    const { element } = svg.marks.get(mark.key), stop = mark.key === svg.stop ? "0" : "-1";
    if (element.getAttribute("tabindex") !== stop) element.setAttribute("tabindex", stop);
  }
}

export function focusMark(svg, key) {
  const entry = svg.marks?.get(key);
  if (!entry?.mark.press) return false;
  svg.marks.get(svg.stop)?.element.setAttribute("tabindex", "-1");
  svg.stop = key;
  entry.element.setAttribute("tabindex", "0");
  entry.element.focus();
  return true;
}

function listen(svg) {
  svg.listens = true;
  const target = (event) => event.target.closest?.('[role="button"]')?.mark;
  svg.addEventListener("click", (event) => {
    const mark = target(event);
    if (!mark) return;
    focusMark(svg, mark.key);
    svg.press(mark.press, mark.key);
  });
  svg.addEventListener("keydown", (event) => {
    const mark = target(event);
    if (!mark || event.altKey || event.ctrlKey || event.metaKey) return;
    if (ARROWS[event.key]) {
      event.preventDefault();
      const key = mark.go?.[ARROWS[event.key]];
      if (key) focusMark(svg, key);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      svg.press(mark.press, mark.key);
    }
  });
}

export function newPicture(label) {
  return shape("svg", { class: "picture", role: "group", "aria-label": label });
}

export function sizePicture(svg, width, height) {
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("width", width);
  svg.setAttribute("height", height);
}
