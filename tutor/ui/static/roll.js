/** The roll: dice alone are beside the question; a target taken apart and the ways to roll each sum are below the table. */
import { h, stressed } from "./dom.js";
import { die } from "./icons.js";
import { percent } from "./question.js";
import { ruleChip } from "./rules.js";

const BAR = 48; // height of the tallest bar, in the picture's units
const STEP = 31.2;

/** Only the dice, if one line is enough for them, and those that stay in sight. */
export function drawDice(desk) {
  const { roll, rolled = [] } = desk.state;
  const due = roll && !roll.ways && hasMore(roll) && drawApart(desk, roll);
  return (due || rolled.length > 0) && h("section", { key: "dice", class: "thrown", "aria-label": "The roll" }, due, rolled.map(drawRolled));
}

/** Dice that stay in sight in one line, each with the name of the player who rolled it if it is not the leader’s. */
function drawRolled({ title, dice, names, text }) {
  return h("div", { key: title, class: "apart past rolled" },
    h("h2", { class: "label" }, title),
    h("div", { class: "result" },
      dice.map((face, at) => h("span", { key: `${at}`, class: "own" }, names?.[at], die(face, { key: `${face}`, tumble: true }))),
      text && h("p", null, stressed(text))));
}

/** A roll with its odds, which stays in sight while a tall table is scrolled. */
export function drawRoll(desk) {
  const { roll } = desk.state;
  return roll?.ways && h("section", { key: "roll", class: "roll", "aria-label": "The roll" }, hasMore(roll) && drawApart(desk, roll), drawOdds(roll));
}

function hasMore(roll) {
  return roll.parts?.length > 0 || roll.dice?.length > 0 || roll.text || roll.working || roll.cap;
}

/** Whether the dice on the desk have been rolled already. */
export function isPast({ roll, rolled }) {
  return rolled ? !roll : roll && hasMore(roll) && !roll.parts?.length && !roll.text && !roll.working;
}

function drawApart(desk, roll) {
  const { chip, panel } = ruleChip(desk, roll.cap?.rule, "cap");
  return h("div", { class: isPast({ roll }) ? "apart past" : "apart" },
    h("h2", { class: "label" }, roll.title ?? "The roll"),
    roll.parts?.length > 0 && drawSum(roll),
    h("div", { class: "result" }, roll.dice?.map((face, at) => die(face, { sides: roll.sides, key: `${roll.id ?? ""} ${at} ${face}`, tumble: true })),
      (roll.text || roll.working) && h("div", null, roll.text && h("p", null, h("b", null, stressed(roll.text))), roll.working && h("p", null, stressed(roll.working)))),
    roll.cap && h("p", { class: "cap" }, stressed(roll.cap.text), " ", chip), panel);
}

/** A sum with its parts; a total with a single part needs no second number. */
function drawSum(roll) {
  const [only, ...others] = roll.parts;
  const single = roll.target && others.length === 0 && `${roll.target.n}` === `${only.n}`;
  const box = (part, kind) => h("div", { class: kind }, h("span", { class: "big" }, part.n), part.label);
  if (single) return h("div", { class: "sum" }, box({ n: only.n, label: `${roll.target.label}: ${only.label}` }, "whole"));
  return h("div", { class: "sum" },
    roll.target && [box(roll.target, "whole"), "="],
    roll.parts.map((part, at) => [at > 0 && h("span", { class: "plus" }, part.n < 0 ? "−" : "+"), box({ ...part, n: at > 0 ? Math.abs(part.n) : part.n }, at ? "b" : "a")]));
}

function drawOdds(roll) {
  const sums = Object.keys(roll.ways).map(Number).sort((a, b) => a - b);
  const base = new Set(roll.base_hits ?? roll.hits ?? []);
  const hits = new Set(roll.hits ?? []);
  const rolled = roll.dice?.length ? roll.dice.reduce((sum, face) => sum + face, 0) : null;
  const total = sums.reduce((sum, at) => sum + roll.ways[at], 0);
  const count = (chosen) => sums.filter((sum) => chosen.has(sum)).reduce((ways, sum) => ways + roll.ways[sum], 0);
  const share = (ways) => `${ways}/${total} = ${percent(ways, total)}`;
  const added = base.size !== hits.size;
  return h("figure", { class: "odds" },
    h("h2", { class: "label" }, "Odds of this roll"),
    drawBars(roll, sums, base, hits, rolled),
    roll.hits && (added || !roll.working) && h("p", null, added && h("span", null, share(count(base))), h("span", null, added && h("span", { class: "sr" }, "became "), h("b", null, share(count(hits))))));
}

function drawBars(roll, sums, base, hits, rolled) {
  const most = Math.max(...sums.map((sum) => roll.ways[sum]));
  const kind = (sum) => (base.has(sum) ? "a" : hits.has(sum) ? "b" : "c");
  const says = sums.map((sum) => `${sum}: ${roll.ways[sum]}`).join(", ");
  const serve = roll.hits ? ` These sums succeed: ${roll.hits.join(", ") || "none"}.` : "";
  const width = Math.max(STEP * sums.length, 11 * STEP);
  return h("svg", { viewBox: `0 0 ${width} 84`, role: "img", "aria-label": `Ways to roll each sum. ${says}.${serve}${rolled === null ? "" : ` Rolled ${rolled}.`}` },
    sums.map((sum, at) => {
      const tall = (BAR * roll.ways[sum]) / most;
      const middle = STEP * (at + 0.5);
      return h("g", { key: sum },
        h("rect", { class: kind(sum), x: middle - 12, y: 62 - tall, width: 24, height: tall }),
        most > 1 && h("text", { x: middle, y: 58 - tall }, roll.ways[sum]),
        sum === rolled && h("rect", { class: "here", x: middle - 13, y: 65, width: 26, height: 17, rx: 3 }),
        h("text", { class: sum === rolled ? "now" : "sum", x: middle, y: 78 }, sum));
    }),
    roll.cap && sums.includes(roll.cap.n) && h("path", { class: "capline", d: `M${STEP * (sums.indexOf(roll.cap.n) + 1)} 4V84` }));
}
