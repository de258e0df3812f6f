/** The desk as a widget: it draws the state that it receives, stores what only this page knows, and reports presses. */
import { h, kinds, redraw } from "./dom.js";
import { drawBench, drawHead } from "./head.js";
import { drawIntro, drawQuestion, drawWords } from "./question.js";
import { drawTable, drawTwin } from "./table.js";
import { drawDice, drawRoll, isPast } from "./roll.js";
import { justCame, keepPace, NEXT_PIECE } from "./playback.js";
import { magnify } from "./magnify.js";
import { look, move } from "./motion.js";
import { drawFolded, drawRecap } from "./recap.js";
import { drawNotes } from "./notes.js";
import { drawDialog } from "./dialog.js";
import { drawShelf } from "./shelf.js";
import { drawSheet } from "./sheet.js";
import { drawFlow } from "./flow.js";
import { drawRulemap } from "./rulemap.js";
import { drawLab } from "./lab.js";
import { Keeping } from "./keeping.js";
import { drawTrouble } from "./trouble.js";

const PATIENCE = 1500; // ms without an answer before the page asks whether the table is still there
const SILENCE = 5000; // ms after which it says that nobody answers
const LONG_SILENCE = 60000; // ms after which coming back to the page asks whether the table is still there
const FOLDS = [["mid", 1239], ["small", 900], ["phone", 700], ["tiny", 374]]; // largest width of each, px

const OF_STEP = /^(?:before|words|fold|excerpt|intro|feedback)\b/; // explanations that are open only until the next question
const FOOT = 60; // height in px of the bar at the bottom of a phone

let desks = 0;

class Desk {
  constructor(model, root, still) {
    this.model = model;
    this.root = root;
    this.still = still; // keeps a press while this is only a picture of a desk
    this.name = `desk${(desks += 1)}`;
    this.ids = new Map();
    this.page = document.body.hasAttribute("data-desk-page");
    this.keeping = new Keeping();
    this.id = crypto.getRandomValues(new Uint32Array(2)).join("");
    this.count = 0;
    this.unanswered = []; // messages that may not have arrived
    this.local = { openRules: new Set(), looked: new Set(), news: [], tried: null, said: "", saidTimes: 0, allNotes: false, closedOpen: false, line: null, sought: "", fileProblem: null, waits: new Map() };
    this.heard = Date.now();
    this.sendFromGraph = (message) => this.pressNode(message);
    this.sendFromMap = (message) => this.pressCell(message);
    this.sendFromFlow = ({ type, id, page, step }) => this.send({ group: { type, id }, node: { type, graph: "flow", id }, goto: { type, page, step: step ?? 0 } }[type]);
  }

  /** The last state from the kernel; it is sent as text, so that the widget machinery need not walk through it. */
  get state() {
    const text = this.model.get("state");
    if (text !== this.text) {
      this.text = text;
      this.read = JSON.parse(text);
    }
    return this.read;
  }

  /** The mark of a card of this game, by its name or its type; undefined without one. */
  markOf(card) {
    const { marks, of } = this.model.get("marks") ?? {};
    return marks?.[of[card.id] ?? of[card.type]];
  }

  /** The mark of the card that an option is about: the first that it names by its id, or the one that stands for it. */
  markMeant(option) {
    const { marks, of } = this.model.get("marks") ?? {};
    if (!marks) return undefined;
    const cards = cardsOf(this.state);
    const named = option.id.split(" ").find((word) => word in of || cards.some((card) => card.id === word));
    const card = cards.find((card) => (named ? card.id === named : card.option === option.id));
    return card ? this.markOf(card) : named && this.markOf({ id: named });
  }

  /** An id for a name, unique on the page, whatever characters the name contains. */
  idFor(name) {
    if (!this.ids.has(name)) this.ids.set(name, `${this.name}-${this.ids.size}`);
    return this.ids.get(name);
  }

  optionId(option) {
    return this.idFor(`option ${option}`);
  }

  // what is drawn

  draw() {
    const { state } = this;
    const started = Object.keys(state).length > 0;
    redraw(this.root, [
      drawTrouble(this),
      started ? this.drawParts() : h("p", { key: "opening", class: "opening", role: "status" }, "Setting the table…"),
    ]);
    if (this.isPhone()) this.orderZones();
  }

  /** Say which parts of the table come first on a phone: those that can be pressed, then those that are lit. */
  orderZones() {
    for (const zone of this.root.querySelectorAll(".zones > *")) {
      const calls = zone.querySelector(".pick:not(.shut)") ? "press" : zone.matches(".lit") || zone.querySelector(".lit") ? "look" : null;
      if (calls) zone.dataset.calls = calls;
      else delete zone.dataset.calls;
    }
  }

  /** Receive a new state: store the texts that came with it, draw it, and set the focus where the visitor goes on. */
  take() {
    this.keep();
    this.answered();
    this.forget();
    this.wearAccent();
    this.wearAddress();
    this.hearNews();
    const before = look(this.root);
    this.draw();
    this.magnify();
    if (before) requestAnimationFrame(() => move(this.root, before)); // measured while the page is laid out anyway
    this.settle();
    keepPace(this);
  }

  drawParts() {
    return [
      drawHead(this),
      drawBench(this),
      this.state.flowmap && h("section", { key: "flowmap", class: "flowmap", "aria-label": "The turn flow" }, h("div", { island: (node) => drawFlow(node, this.state.flowmap, this.sendFromFlow) })),
      this.drawMain(),
    ];
  }

  drawMain() {
    const landmark = this.page ? "main" : "div";
    if (this.state.rulemap) return drawRulemap(this, landmark);
    if (this.state.shelf || this.state.sheet) return h(landmark, { key: "main" }, drawDialog(this), drawShelf(this), drawSheet(this));
    const beside = [drawDialog(this), drawWords(this), drawLab(this), drawDice(this), drawIntro(this), drawQuestion(this), drawFolded(this), drawRecap(this)];
    const table = [drawTable(this), drawRoll(this)];
    const side = h("div", { key: "side", class: "side", "data-holds": kinds(beside) }, beside);
    const left = h("div", { key: "left", class: "left", "data-holds": kinds(table) }, table);
    const notes = drawNotes(this);
    const past = isPast(this.state) && { key: "past" };
    return h(landmark, { key: "main", class: "main", "data-holds": kinds(side, beside, left, table, notes, past) }, side, left, notes, drawTwin(this));
  }

  /** The notes that are new since the last state, the oldest first, for screen readers. */
  hearNews() {
    const { notes } = this.state;
    if (!notes || notes[0]?.id === this.newest) return;
    const known = notes.findIndex((note) => note.id === this.newest);
    this.local.news = this.newest === undefined ? [] : notes.slice(0, known < 0 ? undefined : known).reverse();
    this.newest = notes[0]?.id ?? null;
  }

  /** A new question begins with nothing tried and nothing unfolded; a try that was only explained changes nothing. */
  forget() {
    const { question } = this.state;
    const ask = question?.id;
    if (ask === this.asking) return;
    this.asking = ask;
    const { tried } = this.local;
    if (!this.pressed && question?.options.some((option) => option.id === tried && option.refusals?.length)) return;
    Object.assign(this.local, { tried: null, said: "", sought: "", closedOpen: false });
    for (const name of this.local.openRules) if (OF_STEP.test(name)) this.local.openRules.delete(name);
    this.asked = this.pressed;
  }

  /** After an answer, focus the question unless the visitor has moved on; a panel takes the focus and gives it back. */
  settle() {
    const dialog = this.state.dialog?.id;
    const turned = this.turnsPage();
    if (turned) scrollTo(0, 0);
    if (dialog !== this.dialog) {
      this.focusDialog(dialog);
      this.dialog = dialog;
    } else if (this.asked && [this.from, document.body].includes(document.activeElement)) requestAnimationFrame(() => this.focusQuestion(!turned)); // the layout can wait until the page is drawn
    this.asked = false;
    this.pressed = false;
    const flow = Boolean(this.state.flowmap);
    if (flow && !this.flow) requestAnimationFrame(() => this.showPlace());
    this.flow = flow;
  }

  /** Whether the visitor has just come to another page of ours, which is to be read from its top. */
  turnsPage() {
    const { head } = this.state;
    if (!head) return false;
    const title = `${head.game} ${head.section}`;
    const turned = this.page && this.title !== undefined && title !== this.title;
    this.title = title;
    return turned;
  }

  /** When the turn flow has been opened, scroll to the place where the game is, above the bar at the bottom. */
  showPlace() {
    const place = this.root.querySelector(".flow-right .picture [aria-current]");
    if (place && place.getBoundingClientRect().bottom > document.documentElement.clientHeight - FOOT) place.scrollIntoView({ block: "center", behavior: this.glide() });
  }

  focusQuestion(scrolls = true) {
    const title = this.root.querySelector(".asktitle");
    if (!title) return;
    title.focus({ preventScroll: true });
    if (!scrolls) return;
    const words = this.state.playing && this.root.querySelector(".words"); // the news is read first
    const box = (words || title).getBoundingClientRect();
    if (box.top < 0 || box.bottom > innerHeight) (words || title).scrollIntoView({ block: words ? "start" : "center", behavior: this.glide() });
  }

  focusDialog(dialog) {
    if (dialog) {
      this.before = document.activeElement;
      this.root.querySelector(".dialog h2")?.focus();
    } else if (this.before?.isConnected) this.before.focus({ preventScroll: true });
  }

  glide() {
    return matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
  }

  jump(part) {
    const place = document.getElementById(this.idFor(part));
    place?.scrollIntoView({ block: "start", behavior: this.glide() });
    (part === "ask" ? place?.querySelector(".asktitle") : place)?.focus({ preventScroll: true });
  }

  // what is pressed

  /** A press is stored until it is answered, so that no reload or broken connection loses it or counts it twice. */
  send(message) {
    if (this.still) return this.still(message);
    const { line } = this.local;
    if (line && line !== "silent") return this.refuse();
    if (this.pressed) this.from = document.activeElement;
    this.say(message, true);
    this.watch();
  }

  /** Without a table, a press has no effect; scroll to the message that says so. */
  refuse() {
    this.root.querySelector(".gone")?.scrollIntoView({ block: "nearest", behavior: this.glide() });
  }

  say(message, pressed = false) {
    const numbered = { at: Date.now(), ...message, by: this.id, n: (this.count += 1) };
    this.unanswered.push({ message: numbered, pressed });
    if (pressed) this.pocket();
    this.model.send(numbered);
  }

  pocket() {
    this.keeping.pocketPresses(this.unanswered.filter(({ pressed }) => pressed).map(({ message }) => message));
  }

  answer(option) {
    this.pressed = true;
    this.send({ type: "answer", ask: this.state.question.id, option });
  }

  answerWith(text) {
    this.pressed = true;
    this.send({ type: "input", ask: this.state.question.id, text });
  }

  goOn(type) {
    this.pressed = true;
    this.send({ type, ask: this.state.question.id });
  }

  /** A tool that leads on from the question. */
  useTool(id) {
    this.pressed = true;
    this.send({ type: "tool", id });
  }

  /** A closed option changes nothing: its reason is marked, scrolled into view and announced again. */
  tryClosed(option) {
    this.markClosed(this.state.question.options.find((candidate) => candidate.id === option));
    this.bringIntoView(document.getElementById(this.optionId(option)));
  }

  markClosed({ id, refusals }) {
    Object.assign(this.local, { tried: id, said: refusals.map((refusal) => refusal.why).join(" "), saidTimes: this.local.saidTimes + 1 });
    this.draw();
    this.send({ type: "try", ask: this.state.question.id, option: id });
  }

  bringIntoView(element) {
    element?.closest("li").scrollIntoView({ block: "nearest", behavior: this.glide() });
  }

  goToOption(event, option) {
    const button = document.getElementById(this.optionId(option));
    event.preventDefault();
    button?.focus({ preventScroll: true });
    this.bringIntoView(button);
  }

  pressNode(message) {
    const node = this.state.graph?.nodes.find((candidate) => candidate.id === message.id);
    const option = this.state.question?.options.find((candidate) => candidate.id === node?.option);
    if (!option) this.send(message);
    else if (option.refusals?.length) this.tryClosed(option.id);
    else this.answer(option.id);
  }

  /** Answer with a cell of a map, or say beside it why it is closed; the focus stays there. Returns whether it spoke. */
  pressCell(message) {
    const { question } = this.state;
    const option = question?.options.find((candidate) => candidate.id === message.option);
    if (!option) this.send(message);
    else if (option.refusals?.length) this.markClosed(option);
    else this.send({ type: "answer", ask: question.id, option: option.id });
    return Boolean(option);
  }

  /** Dismiss the card above the question that the visitor has read. */
  gotIntro() {
    this.send({ type: "tool", id: "got" });
    this.focusQuestion();
  }

  /** Digits press the open options, `u` and `r` undo and redo, Enter puts a card away that was read,
   * and goes on to the next piece of what happens, as space does: never while typing. */
  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return;
    this.root.dataset.keys = ""; // the digits are shown as long as the keyboard is in use
    if (event.defaultPrevented) return;
    if (event.key === "u" || event.key === "r") {
      const type = event.key === "u" ? "undo" : "redo";
      if (this.state.head?.[`can_${type}`]) this.send({ type });
    } else if (/^[0-9]$/.test(event.key)) {
      this.meantBy(event.key)?.click();
    } else if (event.key === "Enter" && this.state.intro && !this.state.dialog && !isPressable(event.target)) {
      this.gotIntro();
    } else if ((event.key === "Enter" || event.key === " ") && !this.state.dialog && !isPressable(event.target) && this.root.querySelector(NEXT_PIECE)) {
      this.root.querySelector(NEXT_PIECE).click();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** What a digit presses: the option that shows it or, without such options, what has this place. */
  meantBy(digit) {
    const open = [...this.root.querySelectorAll(".ask [data-open]")];
    const shown = open.filter((element) => element.matches("[aria-keyshortcuts]"));
    return shown.find((element) => element.getAttribute("aria-keyshortcuts") === digit) ?? open.filter((element) => !shown.includes(element))[Number(digit) - 1 - shown.length];
  }

  /** A press that was meant for a button of the piece before goes nowhere, so that no piece is passed by. */
  stopLatePress(event) {
    if (!justCame(this) || !event.target.closest(".ask")) return;
    event.preventDefault();
    event.stopPropagation();
  }

  // what only this page knows

  toggleRule(name) {
    if (!this.local.openRules.delete(name)) this.local.openRules.add(name);
    this.draw();
  }

  /** Whether a tool cannot be pressed yet, because it waits some seconds after it first appears. */
  waits(tool) {
    if (!tool.wait) return false;
    const name = `${this.ask} ${tool.label}`;
    const { waits } = this.local;
    if (!waits.has(name)) {
      waits.set(name, Date.now() + 1000 * tool.wait);
      setTimeout(() => this.draw(), 1000 * tool.wait + 20);
    }
    return Date.now() < waits.get(name);
  }

  toggleNotes() {
    this.local.allNotes = !this.local.allNotes;
    if (this.state.note_count !== undefined) this.send({ type: "notes", all: this.local.allNotes });
    this.draw();
  }

  foldClosed(open) {
    this.local.closedOpen = open;
    this.draw();
  }

  seek(text) {
    this.local.sought = text;
    this.draw();
  }

  /** Show only the options of a long list that name the pressed card. */
  seekOnTable(name) {
    this.seek(name);
    this.jump("ask");
  }

  /** Enlarge another player's side or make it small again, until there is a new table. */
  lookAt(zone) {
    const { looked } = this.local;
    if (!looked.delete(zone)) looked.add(zone);
    this.draw();
  }

  refuseFile(problem) {
    this.local.fileProblem = problem;
    this.draw();
  }

  switchTheme() {
    const night = getComputedStyle(this.root).colorScheme === "dark" || (getComputedStyle(this.root).colorScheme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
    this.theme = night ? "paper" : "night";
    this.keeping.put("theme", this.theme);
    this.wearTheme();
  }

  wearTheme() {
    const kept = this.keeping.read("theme") ?? this.theme;
    const around = document.body.dataset.jpThemeLight;
    const theme = kept ?? (this.page || around === undefined ? null : around === "true" ? "paper" : "night");
    for (const element of this.page ? [this.root, document.documentElement] : [this.root]) {
      if (theme) element.dataset.theme = theme;
      else delete element.dataset.theme;
    }
  }

  wearAccent() {
    const { accent } = this.state;
    if (accent) this.root.style.setProperty("--game-accent", `light-dark(${accent.light}, ${accent.dark})`);
    else this.root.style.removeProperty("--game-accent");
    this.root.toggleAttribute("data-accent", Boolean(accent));
  }

  /** Set the page's address, if the app has one for what it shows, so that it can be reloaded, kept and shared. */
  wearAddress() {
    const { address } = this.state;
    if (this.page && address !== undefined && address !== location.search) history.replaceState(null, "", address || location.pathname);
  }

  fold(width) {
    const phone = this.isPhone();
    this.root.dataset.fold = FOLDS.filter(([, most]) => width <= most).map(([name]) => name).join(" ") || "wide";
    if (!this.text) return;
    if (phone !== this.isPhone()) this.draw();
    this.magnify();
  }

  /** Magnify a table beside the question on our own pages, but not a map, which can be zoomed, or the lab's table. */
  magnify() {
    const { head, map, lab, picture } = this.state;
    const alone = this.page && this.root.dataset.fold === "wide" && !map && !lab && !picture;
    magnify(this.root, alone && `${head?.game} ${head?.section} ${innerWidth} ${innerHeight}`);
  }

  /** Whether the desk is as narrow as a phone. */
  isPhone() {
    return this.root.dataset.fold?.split(" ").includes("phone") ?? false;
  }

  /** Store the kernel's texts, except where another tab has written something else; tell the kernel about that. */
  keep() {
    const store = this.model.get("store");
    if (store === this.store) return;
    this.store = store;
    const { by, heard = 0, texts = {} } = store;
    const before = this.keeping.trouble;
    if (by === this.id) this.unanswered = this.unanswered.filter(({ message }) => message.n > heard);
    const unheard = new Set(this.unanswered.flatMap(({ message }) => Object.keys(message.changes ?? {})));
    this.tellElsewhere(this.keeping.write(Object.fromEntries(Object.entries(texts).filter(([key]) => !unheard.has(key)))));
    this.pocket();
    if (this.keeping.trouble !== before) this.draw();
    this.answered();
    if (by === this.id) this.root.dispatchEvent(new CustomEvent("desk-heard", { bubbles: true, detail: { text: this.model.get("state") } }));
  }

  notice(event) {
    this.tellElsewhere(this.keeping.noticed(event));
  }

  tellElsewhere(changes) {
    if (Object.keys(changes).length) this.say({ type: "elsewhere", changes });
  }

  /** Repeat, once, the presses that a reload interrupted before they were answered. */
  greet() {
    const interrupted = this.keeping.interrupted();
    this.say({ type: "hello", search: location.search, stored: this.keeping.all() });
    for (const { by, n, ...message } of interrupted) this.say(message, true);
  }

  // the connection to the table: broken, restored or closed for good

  hearLine(line) {
    if (line === "up") this.goOnTalking();
    else if (line === "gone" && this.keeping.mayReload()) whenSeen(() => location.reload());
    else {
      if (typeof line === "number") this.dropPresses();
      this.local.line = line;
      this.draw();
    }
  }

  /** After a break, repeat what may not have arrived, and ask for what this page may have missed. */
  goOnTalking() {
    this.local.line = null;
    if (this.store.by) this.model.send({ type: "again", by: this.id });
    for (const { message } of this.unanswered) this.model.send(message);
    this.draw();
  }

  /** Do not repeat a press that ended the table. */
  dropPresses() {
    this.unanswered = [];
    this.pocket();
  }

  // whether the table is still there: asked after a press and on coming back, never on a clock, so that an idle
  // page can be put away

  watch() {
    this.waiting ??= setTimeout(() => this.knock(), PATIENCE);
  }

  knock() {
    this.model.send({ type: "ping" });
    this.model.check?.();
    this.waiting = setTimeout(() => this.miss(), SILENCE);
  }

  miss() {
    this.waiting = null;
    this.local.line ??= "silent";
    this.draw();
    this.model.send({ type: "ping" });
  }

  answered() {
    clearTimeout(this.waiting);
    this.waiting = null;
    this.heard = Date.now();
    if (!this.local.line) return;
    this.local.line = null;
    this.draw();
  }

  comeBack() {
    if (document.visibilityState === "visible" && Date.now() - this.heard > LONG_SILENCE) this.watch();
  }
}

/** The cards that are face up in the zones of a table. */
function cardsOf({ zones = [] }) {
  return zones.flatMap((zone) => [...(zone.cards ?? []), ...(zone.slots ?? []).flatMap((slot) => slot.cards)]).filter((card) => card.face !== "down");
}

/** Do something as soon as the page is visible. */
function whenSeen(doing) {
  if (document.visibilityState === "visible") doing();
  else document.addEventListener("visibilitychange", doing, { once: true });
}

function isTyping(target) {
  return target.isContentEditable || target.matches?.("textarea, select, input:not([type=radio], [type=checkbox], [type=button])");
}

/** Whether Enter activates the element itself. */
function isPressable(target) {
  return Boolean(target.closest?.("a, button, summary, [role], [tabindex='0']"));
}

/** Draw the desk of a widget or, with `still`, a picture of it that passes all presses there. Returns the clean-up. */
export function render({ model, el, still }) {
  const root = document.createElement("div");
  root.className = "desk";
  if (still) root.dataset.still = "";
  root.dataset.lmSuppressShortcuts = "true";
  el.append(root);
  const shown = still ? "still-shown" : "desk-shown"; // on the body, for what stands there until then
  if (document.body.hasAttribute("data-desk-page")) document.body.classList.add(shown);
  const desk = new Desk(model, root, still);
  root.dataset.place = desk.page ? "page" : "notebook";
  desk.wearTheme();
  desk.fold(el.clientWidth || innerWidth);

  const onState = () => desk.take();
  const onStore = () => desk.keep();
  const onMessage = (message) => message.type === "pong" && desk.answered();
  const onKey = (event) => desk.key(event);
  const onReturn = () => desk.comeBack();
  const onLine = (line) => desk.hearLine(line);
  const onElsewhere = (event) => desk.notice(event);
  const onPress = ({ detail }) => desk.send(detail);
  const keyboard = desk.page ? document : root;
  const onResize = () => desk.magnify(); // a window that becomes only higher or lower does not change the width
  const width = new ResizeObserver(([entry]) => desk.fold(entry.contentRect.width));
  model.on("change:state", onState);
  model.on("change:store", onStore);
  model.on("msg:custom", onMessage);
  model.on("line", onLine);
  keyboard.addEventListener("keydown", onKey);
  document.addEventListener("visibilitychange", onReturn);
  addEventListener("storage", onElsewhere);
  addEventListener("resize", onResize);
  root.addEventListener("pointerdown", onReturn);
  root.addEventListener("pointerdown", () => delete root.dataset.keys);
  root.addEventListener("desk-press", onPress);
  root.addEventListener("click", (event) => desk.stopLatePress(event), true);
  width.observe(el);

  desk.store = model.get("store"); // made before the kernel knew what is stored, so it must not be written
  onState();
  if (!still) desk.greet();
  return () => {
    document.body.classList.remove(shown);
    model.off("change:state", onState);
    model.off("change:store", onStore);
    model.off("msg:custom", onMessage);
    model.off("line", onLine);
    keyboard.removeEventListener("keydown", onKey);
    document.removeEventListener("visibilitychange", onReturn);
    removeEventListener("storage", onElsewhere);
    removeEventListener("resize", onResize);
    width.disconnect();
  };
}
