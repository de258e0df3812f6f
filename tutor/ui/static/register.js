/** The register of unclear rules: what is unclear, every reading, which is ours and why, and whether it matters. */
import { h, stressed } from "./dom.js";

/** The verdicts whose words do not begin with the verdict itself. */
const VERDICTS = { undecided: "Undecided", unchanged: "Nothing changed", nothing: "No answer" };
const STATES = { running: "Measuring", done: "Measured", cancelled: "Cancelled", stopped: "Stopped", failed: "Failed", refused: "Not started" };

/** The rulebook, which is sent once as text beside the desk's state, and parsed once. */
export function bookOf(desk) {
  const text = desk.model.get("book");
  if (text !== desk.local.bookText) Object.assign(desk.local, { bookText: text, book: JSON.parse(text) });
  return desk.local.book;
}

export function drawRegister(desk, found) {
  const rules = found.filter((rule) => rule.unclear);
  return h("ol", { key: "register", class: "register", "aria-label": "Unclear rules" }, rules.map((rule) => drawEntry(desk, rule)));
}

function drawEntry(desk, rule) {
  const [page] = bookOf(desk).pages[rule.id] ?? [];
  return h("li", { key: rule.id, class: "box", "data-unclear": rule.id }, h("div", { class: "told" },
    h("p", { class: "label" }, rule.region),
    h("h2", null, rule.name),
    h("p", { class: "ruleid" }, rule.id, " · rulebook ", rule.source),
    h("p", { class: "ruletold" }, stressed(rule.unclear)),
    h("ul", { class: "readings" },
      rule.readings?.length ? rule.readings.map((reading) => h("li", { key: reading.id, class: reading.default ? "ours" : null }, h("b", null, reading.default ? "Ours: " : "Or: "), reading.text)) : h("li", { class: "ours" }, h("b", null, "Ours: "), rule.text)),
    rule.ruling && h("p", null, h("b", null, "Our reading: "), rule.ruling),
    h("p", { class: "links" }, page ? h("a", { class: "go", href: page.href }, `Taught in ${page.label}`) : "No page teaches this rule yet.", drawWay(rule))),
    rule.readings?.length > 1 && drawDoubt(desk, rule));
}

/** The link to a position in which the readings of a rule differ. */
export function drawWay(rule) {
  return rule.lab?.href && h("a", { class: "go", href: rule.lab.href }, "Try the readings in the lab");
}

// does it matter?

function drawDoubt(desk, rule) {
  const { measured } = desk.state.rulemap;
  const mine = measured?.rule === rule.id ? measured : null;
  return h("details", { key: "doubt", class: "doubt" },
    h("summary", null, "Does the reading matter?"),
    h("p", { class: "soft" }, seldom(desk, rule)),
    drawForm(desk, rule, mine),
    mine && drawMeasured(desk, rule, mine));
}

/** How often a rule comes up, with a warning if that is too seldom for a simulation to show much. */
function seldom(desk, rule) {
  const { games } = bookOf(desk).made;
  const cameUp = rule.reached === null ? "No game can reach this rule" : `This rule came up in ${rule.reached} of ${games} random games`;
  const less = rule.reached === null || rule.reached < games / 100;
  return `${cameUp}${less ? ", so whole games will hardly show a difference." : "."} Bots play pairs of games from the same start, one with our reading and one with the other.`;
}

function drawForm(desk, rule, mine) {
  const { games, bots, seats } = bookOf(desk).measuring;
  const running = desk.state.rulemap.measured?.state === "running";
  const begin = (event) => {
    event.preventDefault();
    if (running) return;
    const values = Object.fromEntries([...event.currentTarget.elements].filter((field) => field.name).map((field) => [field.name, field.value]));
    desk.send({ type: "form", id: `measure:${rule.id}`, values });
  };
  const choice = (name, label, options, first) => h("label", { key: name }, h("span", null, label), h("select", { name }, options.map(([id, text]) =>
    h("option", { key: id, value: id, selected: String(id) === String(first) }, text))));
  return h("form", { key: "form", class: "doubtform", "aria-label": `Does the reading matter: ${rule.name}`, onSubmit: begin },
    choice("reading", "Compare ours with", rule.readings.filter((reading) => !reading.default).map((reading) => [reading.id, reading.text]), mine?.reading),
    choice("players", "Players", (seats[rule.id] ?? []).map((n) => [n, String(n)]), mine?.players),
    choice("games", "Games per side", games.map((n) => [n, n.toLocaleString("en")]), mine ? mine.total / 2 : games[0]),
    choice("bots", "Bots", bots.map((bot) => [bot.id, bot.label])),
    h("button", { key: "begin", type: "submit", class: "main", "aria-disabled": running ? "true" : null }, "Measure"));
}

function drawMeasured(desk, rule, measured) {
  const { state, done, total, why } = measured;
  const running = state === "running";
  return h("div", { key: "measured", class: "measured", "data-state": state, "data-verdict": measured.verdict ?? null },
    total > 0 && h("div", { key: "progress", class: "howfar" },
      h("span", { class: "bar", role: "progressbar", "aria-label": "Games played", "aria-valuemin": 0, "aria-valuemax": total, "aria-valuenow": done, "aria-valuetext": `${done} of ${total} games` }, h("i", { style: { "--share": done / total } })),
      h("span", { class: "count" }, `${done.toLocaleString("en")} of ${total.toLocaleString("en")} games`),
      running && h("button", { key: "cancel", type: "button", class: "cancel", onClick: () => desk.send({ type: "tool", id: "cancel" }) }, "Cancel")),
    h("p", { key: "said", role: "status", class: "verdictline" }, h("b", null, (!running && VERDICTS[measured.verdict]) || STATES[state]), measured.words ? `. ${measured.words}` : "", why ? ` ${why}` : ""),
    !running && measured.measures?.length > 0 && drawMeasures(measured));
}

function drawMeasures(measured) {
  return h("div", { key: "measures", class: "scrolls", tabindex: "0", role: "region", "aria-label": "What was measured" }, h("table", null,
    h("thead", null, h("tr", null, ["What", "Ours", "Other", "Difference, 95%", "Verdict"].map((name) => h("th", { key: name, scope: "col" }, name)))),
    h("tbody", null, measured.measures.map((one) => h("tr", { key: one.measure, "data-verdict": one.verdict },
      h("th", { scope: "row" }, one.words),
      h("td", { class: "number" }, spelled(one.first.value, one.share)),
      h("td", { class: "number" }, spelled(one.second.value, one.share)),
      h("td", null, drawInterval(one), `${signed(one.difference.value, one.share)} (${signed(one.difference.low, one.share)} to ${signed(one.difference.high, one.share)})`),
      h("td", null, one.changed === 0 ? "no pair differs" : { differs: "differs", same: "does not matter", undecided: one.more === null ? "undecided" : `undecided; ${one.more === 1 ? "1 more game" : `${one.more.toLocaleString("en")} more games`} needed` }[one.verdict])))))); 
}

/** The interval of a difference as a line around zero; the band shows the differences that would not matter. */
function drawInterval({ difference, margin }) {
  const reach = 1.15 * Math.max(Math.abs(difference.low), Math.abs(difference.high), margin) || 1;
  const x = (value) => 60 + (56 * value) / reach;
  return h("svg", { class: "interval", viewBox: "0 0 120 16", "aria-hidden": "true" },
    h("rect", { class: "band", x: x(-margin), y: 1, width: x(margin) - x(-margin), height: 14 }),
    h("line", { class: "zero", x1: 60, x2: 60, y1: 0, y2: 16 }),
    h("line", { class: "span", x1: x(difference.low), x2: x(difference.high), y1: 8, y2: 8 }),
    h("circle", { class: "dot", cx: x(difference.value), cy: 8, r: 3 }));
}

function spelled(value, share) {
  return share ? `${(100 * value).toFixed(1)}%` : value.toFixed(value < 10 ? 2 : 1);
}

function signed(value, share) {
  const sign = value > 0 ? "+" : value < 0 ? "−" : "";
  return sign + (share ? `${(100 * Math.abs(value)).toFixed(1)}` : Math.abs(value).toFixed(Math.abs(value) < 10 ? 2 : 1));
}
