/** The desk's own small drawings: 16 × 16 for buttons and bands, 48 × 48 for the art on cards. */
import { h } from "./dom.js";

const LINE = { fill: "none", stroke: "currentColor", "stroke-width": "1.6", "stroke-linecap": "round", "stroke-linejoin": "round" };

const SMALL = {
  no: [["circle", { cx: 8, cy: 8, r: 6.5 }], ["path", { d: "M3.5 12.5l9-9" }]],
  aim: [["circle", { cx: 8, cy: 8, r: 4.5 }], ["path", { d: "M8 1v4M8 11v4M1 8h4M11 8h4" }]],
  undo: [["path", { d: "M6 3L2.5 6.5 6 10M3 6.5h6.5a4 4 0 0 1 0 8H7" }]],
  redo: [["path", { d: "M10 3l3.5 3.5L10 10M13 6.5H6.5a4 4 0 0 0 0 8H9" }]],
  theme: [["circle", { cx: 8, cy: 8, r: 6 }], ["path", { d: "M8 2a6 6 0 0 1 0 12z", fill: "currentColor" }]],
  right: [["path", { d: "M3 8.5l3.5 3.5L13 4.5" }]],
  wrong: [["path", { d: "M4 4l8 8M12 4l-8 8" }]],
  neutral: [["path", { d: "M3 8h10" }]],
  seat: [["circle", { cx: 8, cy: 5, r: 3 }], ["path", { d: "M2.5 14.5c0-4 2-5.500 5.500-5.500s5.500 1.500 5.500 5.500" }]],
  monster: [["path", { d: "M3 2c0 5 0 8-1 12M8 2c0 6 0 8-1 12M13 2c0 5 0 8-1 12" }]],
  survivor: [["circle", { cx: 8, cy: 4.500, r: 2.800 }], ["path", { d: "M3 14.500c0-4 2-5.500 5-5.500s5 1.500 5 5.500" }]],
  power: [["path", { d: "M9 1.500L3.500 9H8l-1 5.500L12.500 7H8z" }]],
  item: [["path", { d: "M2.500 6h11v8h-11zM6 6V3.500h4V6" }]],
  plot: [["path", { d: "M3.500 1.500h6l3 3v10h-9zM6 7h4M6 10h4" }]],
  horror: [["path", { d: "M1.500 8c3-5 10-5 13 0-3 5-10 5-13 0z" }], ["circle", { cx: 8, cy: 8, r: 1.800 }]],
  sanctuary: [["path", { d: "M2 8l6-5.500L14 8M4 7v7h8V7" }]],
  event: [["path", { d: "M8 1.500l1.700 4.300 4.600.3-3.500 3 1.100 4.500L8 11.200l-3.900 2.400 1.100-4.500-3.500-3 4.600-.3z" }]],
  alien: [["path", { d: "M5 7.500a3 3.500 0 0 1 6 0" }], ["ellipse", { cx: 8, cy: 9, rx: 6.500, ry: 2.300 }], ["path", { d: "M5 13l-1 2M11 13l1 2" }]],
  location: [["path", { d: "M8 14.500C4.500 10.500 3.500 8.500 3.500 6.200a4.500 4.500 0 0 1 9 0c0 2.300-1 4.300-4.500 8.300z" }], ["circle", { cx: 8, cy: 6.200, r: 1.400 }]],
  place: [["path", { d: "M2.500 14V6.500L8 2.500l5.500 4V14zM6.500 14v-4h3v4" }]],
  character: [["circle", { cx: 8, cy: 8, r: 6.200 }], ["path", { d: "M5.500 9.500c1 2 4 2 5 0M6 6v.5M10 6v.5" }]],
  creature: [["path", { d: "M2 4l3 3 3-5 3 5 3-3-1.500 9h-9z" }]],
  prop: [["path", { d: "M2.500 13.500L9 7M7.500 3.500l5 5 1.500-1.500-5-5z" }]],
  fx: [["path", { d: "M8 1.500v4M8 10.500v4M1.500 8h4M10.500 8h4M3.500 3.500l2.500 2.500M10 10l2.500 2.500M12.500 3.500L10 6M6 10l-2.500 2.500" }]],
  furniture: [["path", { d: "M4 1.500v13M4 8h8v6.500M4 8V3.500h6" }]],
  supply: [["path", { d: "M2 5l6-3 6 3v6l-6 3-6-3zM2 5l6 3 6-3M8 8v6" }]],
  tile: [["path", { d: "M2.500 2.500h11v11h-11zM2.500 9l4-3 3 3 4-4" }]],
  skill: [["path", { d: "M3 9l5-5 5 5M3 13.500l5-5 5 5" }]],
  investigator: [["circle", { cx: 6.500, cy: 6.500, r: 4.500 }], ["path", { d: "M10 10l4.500 4.500" }]],
  before: [["path", { d: "M10 3L5 8l5 5" }]],
  after: [["path", { d: "M6 3l5 5-5 5" }]],
  card: [["path", { d: "M4 1.500h8v13H4z" }]],
};

const THICK = { fill: "none", stroke: "currentColor", "stroke-width": "2.8", "stroke-linecap": "round", "stroke-linejoin": "round" };
const FULL = { fill: "currentColor" };

const LARGE = {
  tentacles: [["path", { ...THICK, d: "M24 46V26c0-8-9-8-9-15 0-5 7-6 7-1M17 46c0-12-9-10-11-17-1-6 6-7 6-2M31 46c0-12 9-10 11-17 1-6-6-7-6-2M29 30c2-7 5-9 4-17-1-5-7-4-6 0" }]],
  saucer: [["path", { ...THICK, d: "M15 20a9 10 0 0 1 18 0M14 34l-4 9M24 34v10M34 34l4 9" }], ["ellipse", { ...FULL, cx: 24, cy: 24, rx: 20, ry: 6.500 }]],
  crowd: [["path", { ...FULL, d: "M14 42c0-13 4-18 10-18s10 5 10 18zM2 42c0-9 2-14 7-14 2 0 4 1 5 3-2 3-3 7-3 11zM46 42c0-9-2-14-7-14-2 0-4 1-5 3 2 3 3 7 3 11z" }], ["circle", { ...FULL, cx: 24, cy: 14, r: 6.500 }], ["circle", { ...FULL, cx: 9, cy: 20, r: 5 }], ["circle", { ...FULL, cx: 39, cy: 20, r: 5 }]],
  eye: [["path", { ...THICK, d: "M3 26c8-13 34-13 42 0-8 13-34 13-42 0zM9 15L5 8M19 10l-2-7M29 10l2-7M39 15l4-7" }], ["circle", { ...FULL, cx: 24, cy: 26, r: 6.500 }]],
  raygun: [["path", { ...THICK, d: "M4 17h20l6 4-6 4H15l-3 15H5l3-15H4zM33 15v12M38 12v18M43 9v24" }]],
  star: [["path", { ...FULL, d: "M24 5l5.500 12.200L43 18.700 33 27.700l2.800 13.200L24 34.300 12.200 40.900 15 27.700 5 18.700l13.500-1.500z" }]],
  camera: [["rect", { ...THICK, x: 5, y: 16, width: 38, height: 25, rx: 3 }], ["circle", { ...THICK, cx: 24, cy: 28.500, r: 7.500 }], ["path", { ...THICK, d: "M15 16l3-6h12l3 6" }], ["circle", { ...FULL, cx: 24, cy: 28.500, r: 3 }]],
  robot: [["rect", { ...THICK, x: 9, y: 16, width: 30, height: 25, rx: 4 }], ["path", { ...THICK, d: "M24 16V8M5 25v8M43 25v8M17 34h14" }], ["circle", { ...FULL, cx: 24, cy: 6, r: 3 }], ["circle", { ...FULL, cx: 18, cy: 25.500, r: 3.200 }], ["circle", { ...FULL, cx: 30, cy: 25.500, r: 3.200 }]],
  flask: [["path", { ...THICK, d: "M18 5h12M20 5v14L8 39c-1 2 0 4 3 4h26c3 0 4-2 3-4L28 19V5" }], ["path", { ...FULL, d: "M14 33h20l4 7H10z" }]],
};

/** A 16 × 16 icon; an unknown name draws a plain card. With `label`, it is an image, otherwise decoration. */
export function icon(name, label) {
  return drawing("icon", 16, LINE, SMALL[name] ?? SMALL.card, label);
}

/** Elements from the plain data of a drawing. */
export function shapes(parts) {
  return parts.map(([tag, props, inside]) => h(tag, props, shapes(inside)));
}

/** The art of a card: its game's mark, or one of our drawings by name, or the icon of its type drawn large. */
export function art(name, type, mark) {
  if (mark) return h("svg", { class: "art", viewBox: "0 0 48 48", "aria-hidden": "true" }, h("g", { ...THICK, "stroke-width": "2.6" }, shapes(mark)));
  const large = LARGE[name];
  return large ? drawing("art", 48, {}, large) : drawing("art", 16, { ...LINE, "stroke-width": "1.1" }, SMALL[name] ?? SMALL[type] ?? SMALL.card);
}

function drawing(kind, size, pen, strokes, label) {
  const named = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return h("svg", { class: kind, viewBox: `0 0 ${size} ${size}`, ...named },
    h("g", pen, strokes.map(([tag, props]) => h(tag, props))));
}

const PIPS = { 1: [5], 2: [1, 9], 3: [1, 5, 9], 4: [1, 3, 7, 9], 5: [1, 3, 5, 7, 9], 6: [1, 3, 4, 6, 7, 9] };

/** A die that shows `face`: pips up to six sides, a numeral on a larger one. */
export function die(face, { sides = 6, key, tumble } = {}) {
  const spots = sides <= 6 && PIPS[face];
  return h("svg", { key, class: tumble ? "die tumble" : "die", viewBox: "0 0 40 40", role: "img", "aria-label": `die shows ${face}` },
    h("rect", { class: "face", x: 1, y: 1, width: 38, height: 38, rx: 8 }),
    spots
      ? spots.map((at) => h("circle", { class: "pip", cx: 12 + 8 * ((at - 1) % 3), cy: 12 + 8 * Math.floor((at - 1) / 3), r: 3.6 }))
      : h("text", { class: "pip", x: 20, y: 27, "text-anchor": "middle" }, face));
}
