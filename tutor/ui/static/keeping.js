/** What this browser keeps for the tutor. A text is written only over the one that this page knows to be there, so
 * that no tab writes over what another one wrote; and a press is kept until what came of it is. */
const PREFIX = "rules-tutor/";
const PRESSES = `${PREFIX}presses`;
const RELOADS = `${PREFIX}reloads`;
const MOST_RELOADS = 3;
const RELOADS_WITHIN = 120000; // ms

export class Keeping {
  constructor() {
    this.shelf = storage("localStorage");
    this.pocket = storage("sessionStorage"); // of this tab alone; it survives a reload
    this.known = new Map();
    this.owed = new Map(); // texts for which there was no room
  }

  /** Why the browser does not store everything: "forbidden" or "full"; null if it does. */
  get trouble() {
    if (!this.shelf) return "forbidden";
    return this.owed.size > 0 ? "full" : null;
  }

  read(key) {
    return attempt(() => this.shelf.getItem(PREFIX + key)) ?? null;
  }

  /** Return all stored texts, which the page knows from now on. */
  all() {
    const keys = attempt(() => Object.keys(this.shelf)) ?? [];
    const ours = keys.filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length));
    this.known = new Map(ours.map((key) => [key, this.read(key)]).filter(([, text]) => text !== null));
    return Object.fromEntries(this.known);
  }

  /** Write texts (null deletes one). Returns those that were refused, as another tab left them, and the deleted ones. */
  write(texts) {
    const elsewhere = {};
    const absent = (key) => this.known.has(key) && this.read(key) === null;
    if (Object.keys(texts).some(absent)) {
      for (const key of [...this.known.keys()].filter(absent)) this.learn(elsewhere, key, null);
    }
    for (const [key, text] of [...this.owed, ...Object.entries(texts)]) {
      const there = this.read(key);
      if (there === null || there === text || there === this.known.get(key)) this.put(key, text);
      else this.learn(elsewhere, key, there);
    }
    return elsewhere;
  }

  put(key, text) {
    const written = attempt(() => (text === null ? this.shelf.removeItem(PREFIX + key) : this.shelf.setItem(PREFIX + key, text), true));
    if (written) this.learn({}, key, text);
    else if (this.shelf) this.owed.set(key, text);
  }

  learn(changes, key, text) {
    changes[key] = text;
    this.owed.delete(key);
    if (text === null) this.known.delete(key);
    else this.known.set(key, text);
  }

  /** Return what another tab wrote or deleted according to a storage event, if it is new to this page. */
  noticed({ key, newValue, storageArea }) {
    const changes = {};
    if (!this.shelf || storageArea !== this.shelf) return changes;
    if (key === null) for (const name of [...this.known.keys()]) this.learn(changes, name, null);
    else if (key.startsWith(PREFIX)) {
      const name = key.slice(PREFIX.length);
      if (newValue !== (this.known.get(name) ?? null)) this.learn(changes, name, newValue);
    }
    return changes;
  }

  /** Store the presses that have not been answered yet, only for this page's address. */
  pocketPresses(presses) {
    attempt(() => (presses.length ? this.pocket.setItem(PRESSES, JSON.stringify({ page: location.href, presses })) : this.pocket.removeItem(PRESSES)));
  }

  /** Return the presses that a reload interrupted, and forget them. */
  interrupted() {
    const found = attempt(() => JSON.parse(this.pocket.getItem(PRESSES)));
    this.pocketPresses([]);
    return found?.page === location.href ? found.presses : [];
  }

  /** Whether the page may reload itself: not again and again, and not if that would lose everything. */
  mayReload() {
    if (this.trouble || !this.pocket) return false;
    const now = Date.now();
    const times = (attempt(() => JSON.parse(this.pocket.getItem(RELOADS))) ?? []).filter((time) => now - time < RELOADS_WITHIN);
    return times.length < MOST_RELOADS && attempt(() => (this.pocket.setItem(RELOADS, JSON.stringify([...times, now])), true)) === true;
  }
}

/** One of the browser's two stores, or null if the browser forbids it. */
function storage(name) {
  return attempt(() => (window[name].getItem(PREFIX), window[name])) ?? null;
}

function attempt(doing) {
  try {
    return doing();
  } catch {
    return undefined;
  }
}
