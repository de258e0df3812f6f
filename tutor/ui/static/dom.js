/**
 * Elements from plain data. `h` describes an element, `patch` makes the page agree with a description and keeps
 * the elements that have the same key (or, without keys, the same place), so focus, scroll and folds survive.
 * Text only ever becomes text nodes and attribute values: nothing is parsed as HTML.
 */
const SVG = "http://www.w3.org/2000/svg";
const DESCRIBED = Symbol("description");

/** Describe an element. `on…` props are listeners, `island` is a function that owns what is inside. */
export function h(tag, props, ...children) {
  const { key, ...rest } = props ?? {};
  return { tag, key, props: rest, children: children.flat(Infinity).filter(isDrawn) };
}

/**
 * Describe a part that depends on the text `on` alone. `draw` describes it with `h`; while `on` and the key stay the
 * same it is not asked again, and what stands on the page stays as it is.
 */
export function lasting(key, on, draw) {
  return { key, on, draw };
}

/**
 * The kinds of the parts of an element, by the first words of their keys. An element whose look depends on them says them
 * in `data-holds`: with `:has()` in a style sheet, a browser styles the whole page again whenever anything changes.
 */
export function kinds(...parts) {
  return parts.flat(Infinity).filter((part) => isDrawn(part) && part.key && part.children?.length !== 0).map((part) => part.key.split(" ")[0]).join(" ");
}

function isDrawn(child) {
  return child !== null && child !== undefined && child !== false && child !== true && child !== "";
}

/** Make `root` contain `children`; the element with the focus keeps it if it is still there. */
export function redraw(root, children) {
  const active = document.activeElement;
  patch(root, children.flat(Infinity).filter(isDrawn));
  if (active !== document.activeElement && active?.isConnected && root.contains(active)) {
    active.focus({ preventScroll: true });
  }
}

function patch(parent, wanted) {
  const first = parent.firstChild;
  if (!first && !wanted.length) return;
  if (first && !first.nextSibling && wanted.length === 1 && typeof wanted[0] !== "object" && first.nodeType === Node.TEXT_NODE) {
    write(first, String(wanted[0]));
    return;
  }
  const keyed = new Map();
  const loose = [];
  for (let node = first; node; node = node.nextSibling) {
    const key = node[DESCRIBED]?.key;
    if (key === undefined || keyed.has(key)) loose.push(node);
    else keyed.set(key, node);
  }
  const nodes = wanted.map((child) => match(parent, child, keyed, loose));
  for (const node of loose) node.remove();
  for (const node of keyed.values()) node.remove();
  let place = parent.firstChild;
  for (const node of nodes) {
    if (node === place) place = place.nextSibling;
    else parent.insertBefore(node, place);
  }
}

function match(parent, child, keyed, loose) {
  if (typeof child !== "object") return matchText(String(child), loose);
  if (child.draw) {
    const stays = keyed.get(child.key);
    if (stays && stays[DESCRIBED].on === child.on) {
      keyed.delete(child.key);
      return stays;
    }
    child = { ...child.draw(), key: child.key, on: child.on };
  }
  let node;
  if (child.key !== undefined) {
    node = keyed.get(child.key);
    keyed.delete(child.key);
  } else {
    const at = loose.findIndex((candidate) => candidate.localName === child.tag);
    if (at >= 0) [node] = loose.splice(at, 1);
  }
  if (node?.localName !== child.tag) {
    node?.remove();
    node = create(parent, child);
  }
  update(node, child);
  return node;
}

function matchText(text, loose) {
  const at = loose.findIndex((candidate) => candidate.nodeType === Node.TEXT_NODE);
  const node = at >= 0 ? loose.splice(at, 1)[0] : document.createTextNode(text);
  write(node, text);
  return node;
}

function write(node, text) {
  if (node.data !== text) node.data = text;
}

function create(parent, child) {
  const inSvg = child.tag === "svg" || (parent.namespaceURI === SVG && parent.localName !== "foreignObject");
  const node = inSvg ? document.createElementNS(SVG, child.tag) : document.createElement(child.tag);
  node[DESCRIBED] = { props: {} };
  return node;
}

function update(node, child) {
  const before = node[DESCRIBED].props;
  node[DESCRIBED] = { key: child.key, props: child.props, on: child.on };
  for (const name of Object.keys(before)) if (!(name in child.props)) setProp(node, name, null, before[name]);
  for (const [name, value] of Object.entries(child.props)) {
    if (value !== before[name]) setProp(node, name, value, before[name]);
  }
  if (child.props.island) child.props.island(node);
  else patch(node, child.children);
}

function setProp(node, name, value, before) {
  if (name === "island") return;
  if (name.startsWith("on")) listen(node, name, before);
  else if (name === "style") setStyle(node, value ?? {}, before ?? {});
  else if (name === "value" && isBeingWritten(node, before)) return;
  else if (name === "value" || name === "checked") node[name] = value ?? "";
  else if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value === true ? "" : String(value));
}

/** A field that the visitor has gone on editing keeps their text, because a late answer belongs to an older one. */
function isBeingWritten(node, before) {
  return node.localName === "textarea" && node === document.activeElement && node.value !== (before ?? "");
}

/** One listener per event and element, which looks up what to do when the event occurs. */
function listen(node, name, before) {
  if (before) return;
  const event = name.slice(2).toLowerCase();
  node.addEventListener(event, (happening) => node[DESCRIBED].props[name]?.(happening));
}

function setStyle(node, style, before) {
  for (const name of Object.keys(before)) if (!(name in style)) node.style.removeProperty(name);
  for (const [name, value] of Object.entries(style)) if (value !== before[name]) node.style.setProperty(name, String(value));
}

/** Split `text` at its stressed words, which are between asterisks. */
export function stressed(text) {
  return String(text ?? "")
    .split(/\*([^*\s](?:[^*]*[^*\s])?)\*/)
    .map((piece, at) => (at % 2 ? h("b", null, piece) : piece));
}
