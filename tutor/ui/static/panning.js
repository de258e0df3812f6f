// Pan and zoom of a picture: buttons, wheel, pinch, dragging, keys. A mark that gets the focus comes into view.
// While all of it is shown, a finger on it scrolls the page; a larger one is moved by one finger, and two fingers that
// go the same way scroll the page.

const NEAREST = 4;

// `svg` fills its place in `frame`. Call `panning.fitTo(box, home, least)` when the picture's measures change:
// `box` is the whole, `home` what is looked at first if the whole would be drawn smaller than `least` (pixels a unit).
export function newPanning(svg, frame) {
  const panning = { svg, frame, box: { x: 0, y: 0, width: 1, height: 1 }, home: null, least: 0, zoom: 1, x: 0, y: 0, touched: false };
  panning.fitTo = (box, home, least = 0) => {
    const same = JSON.stringify(box) === JSON.stringify(panning.box);
    Object.assign(panning, { box, home, least });
    if (!same && !panning.touched) begin(panning);
    else show(panning);
  };
  panning.tools = () => zoomButtons(panning);
  listenForGestures(panning);
  new ResizeObserver(() => {
    panning.place = null;
    if (panning.touched) show(panning);
    else begin(panning);
  }).observe(svg);
  return panning;
}

// The visible part of the picture, in its units, in the proportions of its frame.
function shown(panning, zoom = panning.zoom) {
  const { box } = panning, place = (panning.place ??= panning.svg.getBoundingClientRect()); // measuring forces a layout
  const whole = box.width / box.height, seen = place.height ? place.width / place.height : whole;
  const aspect = Math.abs(seen / whole - 1) < 0.02 ? whole : seen;
  const height = Math.max(box.height, box.width / aspect);
  return { width: rounded((height * aspect) / zoom), height: rounded(height / zoom), place };
}

const rounded = (number) => Math.round(number * 100) / 100;

function show(panning) {
  const { box } = panning, { width, height, place } = shown(panning);
  panning.x = kept(panning.x, box.x, box.width, width);
  panning.y = kept(panning.y, box.y, box.height, height);
  const unit = place.width ? rounded(width / place.width) : 1;
  if (unit !== panning.unit) panning.svg.style.setProperty("--unit", panning.unit = unit);
  const part = [panning.x, panning.y, width, height].map(rounded).join(" ");
  if (panning.svg.getAttribute("viewBox") !== part) panning.svg.setAttribute("viewBox", part); // setting it lays out every text
  panning.frame.classList.toggle("wide", panning.zoom > 1);
  panning.shown?.({ x: panning.x, y: panning.y, width, height, unit });
}

// The visible part stays inside the whole; a picture that is smaller than its frame is centred in it.
function kept(at, start, whole, part) {
  return part >= whole ? start - (part - whole) / 2 : Math.min(Math.max(at, start), start + whole - part);
}

// Shows the whole or, if that would be too small to read, the part around `home`.
function begin(panning) {
  fit(panning);
  const { width, place } = shown(panning);
  if (!panning.home || !place.width || place.width / width >= panning.least) return;
  panning.zoom = Math.min(NEAREST, (panning.least * width) / place.width);
  middle(panning, panning.home);
}

function fit(panning) {
  Object.assign(panning, { zoom: 1, x: panning.box.x, y: panning.box.y, touched: false });
  show(panning);
}

function middle(panning, [x, y]) {
  const { width, height } = shown(panning);
  Object.assign(panning, { x: x - width / 2, y: y - height / 2 });
  show(panning);
}

// Zooms about a point of the visible part, by default its centre.
function zoomBy(panning, factor, px = 0.5, py = 0.5) {
  const zoom = Math.min(NEAREST, Math.max(1, panning.zoom * factor));
  const before = shown(panning), after = shown(panning, zoom);
  panning.x += (before.width - after.width) * px;
  panning.y += (before.height - after.height) * py;
  Object.assign(panning, { zoom, touched: true });
  show(panning);
}

function zoomButtons(panning) {
  return [
    ["Larger picture", "+", () => zoomBy(panning, 1.25)],
    ["Smaller picture", "−", () => zoomBy(panning, 0.8)],
    ["Whole picture", "⤢", () => { fit(panning); panning.touched = true; }],
  ].map(([label, sign, act]) => {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "graph-button", textContent: sign, title: label });
    button.setAttribute("aria-label", label);
    button.addEventListener("click", act);
    return button;
  });
}

function listenForGestures(panning) {
  const { frame, svg } = panning, fingers = new Map();
  let moved = 0;
  const share = (event) => {
    const place = svg.getBoundingClientRect();
    return [(event.clientX - place.left) / place.width, (event.clientY - place.top) / place.height];
  };
  const apart = () => { const [a, b] = [...fingers.values()]; return Math.hypot(a[0] - b[0], a[1] - b[1]); };
  frame.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !frame.contains(document.activeElement)) return;
    event.preventDefault();
    zoomBy(panning, event.deltaY < 0 ? 1.15 : 1 / 1.15, ...share(event));
  }, { passive: false });
  svg.addEventListener("pointerdown", (event) => { fingers.set(event.pointerId, [event.clientX, event.clientY]); moved = 0; });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) frame.addEventListener(end, (event) => {
    fingers.delete(event.pointerId);
    frame.classList.remove("dragged");
  });
  frame.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const gap = fingers.size === 2 ? apart() : 0;
    const step = [event.clientX - before[0], event.clientY - before[1]];
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    moved += Math.hypot(...step);
    if (gap) {
      zoomBy(panning, apart() / gap, ...share(event));
      scrollBy({ top: -step[1] / fingers.size, behavior: "instant" });
    }
    else if (panning.zoom > 1 && moved > 4) {
      const { width, place } = shown(panning), scale = width / place.width;
      frame.classList.add("dragged");
      Object.assign(panning, { x: panning.x - step[0] * scale, y: panning.y - step[1] * scale, touched: true });
      show(panning);
    }
  });
  svg.addEventListener("click", (event) => { if (moved > 4) { event.stopPropagation(); moved = 0; } }, { capture: true });
  frame.addEventListener("keydown", (event) => {
    const act = { "+": () => zoomBy(panning, 1.25), "=": () => zoomBy(panning, 1.25), "-": () => zoomBy(panning, 0.8), 0: () => fit(panning) }[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  });
  svg.addEventListener("focusin", (event) => bringIn(panning, event.target.mark));
}

function bringIn(panning, mark) {
  if (!mark || panning.zoom === 1) return;
  const { width, height } = shown(panning);
  if (mark.x - mark.w / 2 < panning.x || mark.x + mark.w / 2 > panning.x + width) panning.x = mark.x - width / 2;
  if (mark.y - mark.h / 2 < panning.y || mark.y + mark.h / 2 > panning.y + height) panning.y = mark.y - height / 2;
  show(panning);
}
