/** The words and the question: what to know, what is asked, the open options, and the closed ones with their reasons. */
import { h, kinds, stressed } from "./dom.js";
import { art, icon } from "./icons.js";
import { drawPlayback } from "./playback.js";
import { ruleChip, withTerms } from "./rules.js";

const KINDS = { say: "Read", show: "Watch", do: "Your move", predict: "Predict", odds: "Odds", quiz: "Question", spot: "Spot the mistake", free: "Play on", end: "The end", happens: "What happens", compare: "Compare" };
const MOST_CLOSED = 4;
const MOST_REASONS = 5; // reasons for closed options in sight, because a column of them would push the table off the screen
const MOST_OPEN = 16; // open options; more are in a list that scrolls and can be searched
const SEVERAL = 6; // open options that are all in sight even on a phone
const LONG_WORD = /[^\s-]{14}/; // a word that would be broken beside a picture
const SENTENCES = /.+?[.!?…][”’)]*(?:\s+|$)/gs;
const MOST_NEWS = 3; // sentences on what others did that are all in sight even on a phone
const NEWS = 2; // the newest sentences, which are in sight there if there are more
const LONG_WORDS = 90; // characters; longer texts are smaller, so that 25 words never need a fourth line

export function drawWords(desk) {
  const words = desk.state.words && (desk.isPhone() && desk.state.words.brief ? foldedNews(desk.state.words) : desk.state.words);
  if (!words) return null;
  const before = words.before && withTerms(desk, words.before, "before");
  const text = withTerms(desk, words.text, "words");
  const length = `say${words.text.length > LONG_WORDS ? " long" : ""}${words.brief ? " brief" : ""}${words.past ? " bygone" : ""}`;
  return h("section", { key: "words", class: words.brief ? "words brief" : "words", "aria-label": "The step" },
    h("p", { class: "label" }, KINDS[words.kind] ?? words.kind, words.prompt && h("span", { class: "prompt" }, stressed(words.prompt))),
    words.new_table !== undefined && h("p", { key: "newtable", class: "newtable" }, h("b", null, "A new table"), words.new_table && ": ", stressed(words.new_table)),
    words.earlier && h("details", { key: `earlier ${words.earlier}`, class: "fold" }, h("summary", null, "What happened before that"), h("div", { class: "foldtext" }, h("p", null, stressed(words.earlier)))),
    before && h("p", { key: "before", class: "before", "aria-live": "polite" }, before.line),
    before?.panels,
    words.past && h("p", { key: "past", class: "label" }, "Before your move"),
    h("p", { class: length, "aria-live": words.kind === "happens" ? "polite" : null }, text.line),
    text.panels,
    words.fold === "" && h("p", { key: "later", class: "fold later" }, "There’s more on this once you’ve answered."),
    words.fold && h("details", { key: `more ${words.fold}`, class: "fold" }, h("summary", null, words.fold_label ?? "More on this"), drawFold(desk, words.fold)),
    words.brief ? null : drawExcerpt(desk, words.rulebook));
}

/** The words of a phone, where most of a long report is folded, so that the question is in sight. */
function foldedNews(words) {
  const told = words.before?.match(SENTENCES) ?? [];
  if (told.length <= MOST_NEWS) return words;
  const earlier = [words.earlier, ...told.slice(0, -NEWS)].filter(Boolean).map((text) => text.trim()).join(" ");
  return { ...words, earlier, before: told.slice(-NEWS).join("").trim() };
}

function drawFold(desk, fold) {
  const { line, panels } = withTerms(desk, fold, "fold");
  return h("div", { class: "foldtext" }, h("p", null, line), panels);
}

function drawExcerpt(desk, excerpt) {
  if (!excerpt) return h("div", { class: "fold none" });
  const { chip, panel } = ruleChip(desk, excerpt.rule, "excerpt");
  const { line, panels } = withTerms(desk, excerpt.text, "excerpt");
  return h("details", { key: `fold ${excerpt.text}`, class: "fold" },
    h("summary", null, "What the rulebook says"),
    h("div", { class: "foldtext" }, h("p", null, line, excerpt.lines && ` (${excerpt.lines}) `, " ", chip), panels, panel));
}

/** A rule that is new to the visitor, told when it first matters; folded on a phone, where the table would be out of
 * sight below it. Going on without pressing anything here is fine, too. */
export function drawIntro(desk) {
  const { intro } = desk.state;
  if (!intro) return null;
  const { line, panels } = withTerms(desk, intro.text, `intro ${intro.rule}`);
  const title = h("h2", { id: desk.idFor("intro"), class: "label" }, "New to you", intro.title && [": ", h("b", null, intro.title)]);
  const text = [h("p", { class: "say" }, line), panels,
    h("div", { class: "buttons" },
      h("button", { type: "button", class: "main", "data-got": "", onClick: () => desk.gotIntro() }, "Got it", h("kbd", { "aria-hidden": "true" }, "Enter")),
      intro.href && h("a", { href: intro.href }, "Show me"))];
  return h("section", { key: `intro ${intro.rule}`, class: "intro", "aria-labelledby": desk.idFor("intro") },
    desk.isPhone() ? h("details", { key: "folded" }, h("summary", null, title, h("span", { class: "beginning", "aria-hidden": "true" }, stressed(intro.text))), text) : [title, text]);
}

export function drawQuestion(desk) {
  const { question } = desk.state;
  if (!question) return null;
  const open = question.options.filter((option) => !option.refusals?.length);
  const closed = question.options.filter((option) => option.refusals?.length);
  const parts = [
    question.mode === "switch" && drawSwitch(desk, question),
    drawStrip(desk, question),
    question.figures?.length > 0 && drawFigures(question.figures),
    question.mode === "switch" ? null : drawOpen(desk, question, open),
    question.input && drawInput(desk, question),
    drawSteppers(desk, question),
    drawPlayback(desk),
    drawClosed(desk, question, closed),
  ];
  return h("section", { key: "ask", class: `ask ${question.mode}`, id: desk.idFor("ask"), "aria-labelledby": desk.idFor("title"), "data-holds": kinds(parts) },
    h("div", { class: "asktop" },
      h("h2", { id: desk.idFor("title"), tabindex: "-1", class: "asktitle" }, stressed(question.title)),
      question.working && h("p", null, stressed(question.working))),
    parts);
}

/** A row that is always there, so that the options below keep their place. */
function drawStrip(desk, question) {
  if (question.predict) return drawPredict(desk, question);
  if (question.feedback) return drawFeedback(desk, question);
  const seat = question.seat && h("span", { class: "seat" }, icon("seat"), question.seat.you && "You’re ", h("b", null, question.seat.name), question.seat.you ? null : question.mode === "wait" ? " is thinking" : " decides");
  return h("div", { key: "strip", class: "strip" }, seat);
}

function drawFeedback(desk, { feedback, differs }) {
  const { chip, panel } = ruleChip(desk, feedback.rule, "feedback");
  return h("div", { key: "strip", class: `strip verdict ${feedback.verdict}` }, icon(feedback.verdict),
    h("div", null, h("p", null, stressed(feedback.text), " ", chip), panel,
      differs?.length > 0 && h("p", { class: "differs" }, h("b", null, "Marked on the table: "), differs.join("; "), ".")));
}

/** Chances with their working, each as a bar and in figures. */
function drawFigures(figures) {
  return h("dl", { key: "figures", class: "figures" }, figures.map((figure) => h("div", { key: figure.text },
    h("dt", null, stressed(figure.text)),
    h("dd", null, figure.of && h("span", { class: "bar", "aria-hidden": "true" }, h("i", { style: { width: `${(100 * figure.ways) / figure.of}%` } })), h("b", null, figure.working)))));
}

function drawPredict(desk, question) {
  const { predict } = question;
  const choose = (option) => () => desk.send({ type: "predict", ask: question.id, option });
  return h("fieldset", { key: "strip", class: "strip predict" },
    h("legend", null, h("b", null, "Predict"), predict.prompt),
    predict.options.map((guess) => h("label", { key: `${question.id} ${guess.id}` },
      h("input", { type: "radio", name: desk.idFor("predict"), checked: predict.chosen === guess.id, onChange: choose(guess.id) }), h("span", null, guess.label))));
}

/** The ways to play that are compared: the table shows the chosen one, and the arrow keys choose another. */
function drawSwitch(desk, question) {
  const choose = (option) => () => desk.send({ type: "answer", ask: desk.state.question.id, option });
  return h("fieldset", { key: "switch", class: "switch" },
    h("legend", null, "Choose a way to play, and the table shows where it leads:"),
    question.options.map((option) => h("label", { key: option.id },
      h("input", { type: "radio", name: desk.idFor("switch"), id: desk.optionId(option.id), "data-option": option.id, "data-open": "", checked: question.chosen === option.id, onChange: choose(option.id) }),
      h("span", null, h("b", null, stressed(option.label)), option.tag && h("small", { class: "tag" }, option.tag)))));
}

function drawOpen(desk, question, open) {
  if (open.length <= SEVERAL) return drawGroups(desk, question, open);
  if (open.length <= MOST_OPEN) return h("div", { key: `several ${question.id}`, class: "several" }, drawGroups(desk, question, open));
  const found = open.filter((option) => `${option.label} ${option.group ?? ""}`.toLowerCase().includes(desk.local.sought.trim().toLowerCase()));
  const submit = (event) => {
    event.preventDefault();
    if (found.length === 1) desk.answer(found[0].id);
  };
  return [
    h("form", { key: "seek", class: "seek", role: "search", onSubmit: submit },
      h("label", null, h("span", null, `Search ${open.length} options`), h("input", { type: "search", autocomplete: "off", maxlength: 60, value: desk.local.sought, onInput: (event) => desk.seek(event.currentTarget.value) })),
      desk.local.sought && h("p", { role: "status" }, found.length === 1 ? "1 found. Press Enter to choose it." : found.length === 0 ? "No option has these words." : `${found.length} found`)),
    h("div", { key: `many ${question.id}`, class: "many", tabindex: "0", role: "group", "aria-label": "All that you can choose" }, drawGroups(desk, question, found)),
  ];
}

function drawGroups(desk, question, open) {
  const groups = Map.groupBy(open, (option) => option.group ?? "");
  const wide = question.mode === "quiz" || question.mode === "spot" || open.some((option) => option.detail?.length > 60);
  const keys = keysOf([...groups.values()].flat());
  return [...groups].map(([group, options]) => [
    group && h("h3", { key: `group ${group}`, class: "label group" }, group),
    h("ul", { key: `open ${group}`, class: wide || options.length === 1 ? "open one" : "open", "aria-label": group ? null : "Open options" },
      options.map((option) => drawOption(desk, question, option, keys.get(option)))),
  ]);
}

/** The digits that press the options: an option that names an amount has that digit, so that no key contradicts it. */
function keysOf(options) {
  const amounts = new Map(options.map((option) => [option, option.label.match(/\d+/g) ?? []]));
  const named = options.filter((option) => amounts.get(option).length === 1 && amounts.get(option)[0].length === 1);
  const own = new Map(named.map((option) => [option, amounts.get(option)[0]]));
  const amounting = own.size > 1 && 2 * own.size >= options.length && new Set(own.values()).size === own.size;
  if (!amounting) return new Map(options.slice(0, 9).map((option, at) => [option, String(at + 1)]));
  const free = [..."0123456789"].filter((digit) => ![...own.values()].includes(digit));
  return new Map(options.map((option) => [option, own.get(option) ?? free.shift()]));
}

function drawOption(desk, question, option, digit) {
  const answered = Boolean(option.verdict) || question.chosen !== undefined;
  const guessed = question.chosen === option.id;
  const tall = question.mode === "quiz" || question.mode === "spot";
  const mark = drawOptionMark(desk, option);
  return h("li", { key: option.id },
    h("button", { type: "button", id: desk.optionId(option.id), "data-option": option.id, "data-open": answered ? null : "", "aria-disabled": answered ? "true" : null, "aria-keyshortcuts": digit,
      class: [tall ? "tall" : "", mark ? "drawn" : "", guessed ? "guessed" : "", option.verdict ?? ""].join(" ").trim() || null, onClick: () => answered || desk.answer(option.id) },
      mark,
      h("b", null, option.label, digit && !answered && h("kbd", { "aria-hidden": "true" }, digit)),
      guessed && h("span", { class: "tag" }, "your guess"),
      option.odds && drawOptionOdds(option.odds),
      effectOf(desk, option),
      option.detail && h("span", { class: "detail" }, stressed(option.detail)),
      option.verdict && h("span", { class: "detail verdict" }, icon(option.verdict), h("b", null, { right: "Right. ", wrong: "No. ", neutral: "" }[option.verdict]), option.explanation && h("span", null, stressed(option.explanation)))));
}

/** The picture of the card that an option is about. */
function drawOptionMark(desk, option) {
  const mark = !LONG_WORD.test(option.label) && desk.markMeant(option);
  return mark && h("span", { class: "artbox" }, art(null, null, mark));
}

/** What the card behind an option does, shown with the option if the table is out of sight. */
function effectOf(desk, option) {
  const cards = (desk.state.zones ?? []).flatMap((zone) => [...(zone.cards ?? []), ...(zone.slots ?? []).flatMap((slot) => slot.cards)]);
  const text = cards.find((card) => card.option === option.id && card.face !== "down")?.text;
  return text && h("span", { class: "detail effect" }, stressed(text));
}

function drawOptionOdds(odds) {
  const sides = odds.sides ?? 6;
  const faces = Array.from({ length: sides }, (_, at) => at + 1);
  const says = odds.faces && (odds.faces.length === sides ? "any face" : odds.faces.length ? `die ${odds.faces.join(", ")}` : "no face");
  return h("span", { class: "work" },
    odds.faces && h("span", { class: "faces", role: "img", "aria-label": says }, faces.map((face) => h("i", { class: odds.faces.includes(face) ? "y" : null }))),
    h("span", null, odds.text ?? `${odds.ways}/${odds.of} = ${percent(odds.ways, odds.of)}`));
}

/** A fraction as a percentage with two decimal places, except for 0 and 100. */
export function percent(ways, of) {
  const share = (100 * ways) / of;
  return `${Number.isInteger(share) && (share === 0 || share === 100) ? share : share.toFixed(2)}%`;
}

function drawInput(desk, question) {
  const { input } = question;
  const submit = (event) => {
    event.preventDefault();
    desk.answerWith(event.currentTarget.elements.answer.value);
  };
  return h("form", { key: `input ${question.id}`, class: "typed", onSubmit: submit },
    h("label", null, h("span", null, input.label),
      h("input", { name: "answer", type: input.kind === "number" ? "number" : "text", required: true, autocomplete: "off", min: input.min, max: input.max, maxlength: input.max_length ?? 200, value: input.value ?? "" })),
    h("button", { type: "submit", class: "main" }, input.submit));
}

function drawSteppers(desk, question) {
  const next = question.next ?? (question.mode === "next" ? "Next" : null);
  const learning = question.mode === "quiz" || question.mode === "spot";
  if (!next && !question.back && !question.leave && !question.link && !learning) return null;
  return h("div", { key: "steppers", class: "steppers" },
    next && h("button", { key: "next", type: "button", class: "main", "data-open": "", onClick: () => desk.goOn("next") }, next),
    question.link && h("a", { key: "link", href: question.link.href }, question.link.label),
    question.back && h("button", { key: "back", type: "button", onClick: () => desk.goOn("back") }, question.back),
    question.leave && question.leave !== next && h("button", { key: "leave", type: "button", class: "quiet", onClick: () => desk.useTool("leave") }, question.leave));
}

/** Options closed for the same reasons stand together; many fold away, on a phone all of them, but never the one just tried.
 * What can be done here, and why, folds beside them. */
function drawClosed(desk, question, closed) {
  const groups = [...Map.groupBy(closed, (option) => JSON.stringify(option.refusals)).values()];
  const phone = desk.isPhone();
  const folds = phone || closed.length > MOST_CLOSED || groups.reduce((sum, [option]) => sum + option.refusals.length, 0) > MOST_REASONS;
  const shown = phone ? [] : firstFew(groups);
  const lifted = folds && !desk.local.closedOpen ? groups.filter((group) => shown.includes(group) || group.some((option) => option.id === desk.local.tried)) : shown;
  const flat = folds ? lifted : groups;
  const folded = groups.filter((group) => !flat.includes(group));
  const more = [drawFoldedAway(desk, question, folded, flat.length > 0), drawKinds(question)];
  return [
    flat.length > 0 && h("ul", { key: "closed", class: "closed", "aria-label": "Closed options" }, flat.map((group) => drawGroup(desk, question, group))),
    more.some(Boolean) && h("div", { key: "folds", class: "folds" }, more),
  ];
}

function drawFoldedAway(desk, question, groups, more) {
  const hidden = groups.flat().length;
  return hidden > 0 && h("details", { key: `folded ${question.id}`, class: "fold", onToggle: (event) => desk.foldClosed(event.currentTarget.open) },
    h("summary", null, `${hidden === 1 && !more ? "One" : hidden}${more ? " more" : ""} not allowed, and why`),
    h("ul", { class: "closed", "aria-label": "More closed options" }, groups.map((group) => drawGroup(desk, question, group))));
}

/** The first group of closed options, and those after it as long as there are few reasons to read. */
function firstFew(groups) {
  let reasons = 0;
  const few = groups.findIndex(([option]) => (reasons += option.refusals.length) > MOST_CLOSED - 1);
  return few < 0 ? groups : groups.slice(0, Math.max(1, few));
}

/** What each kind of move does; it stays open from one question to the next. */
function drawKinds(question) {
  if (!question.kinds?.length) return null;
  return h("details", { key: "kinds", class: "fold kinds" }, h("summary", null, "What do these moves do?"),
    h("dl", null, question.kinds.map((kind) => [h("dt", { key: `kind ${kind.label}` }, kind.label), h("dd", { key: `why ${kind.label}` }, kind.text)])));
}

function drawGroup(desk, question, group) {
  const [first] = group;
  const why = desk.idFor(`why ${first.id}`);
  const tried = group.some((option) => option.id === desk.local.tried);
  const alone = first.refusals.length === 1 && group.length === 1;
  const reasons = first.refusals.map((refusal, at) => drawReason(desk, refusal, `${question.id} ${first.id} ${at}`, alone));
  return h("li", { key: first.id, class: tried ? "tried" : null }, icon("no"),
    h("div", null,
      h("div", { class: "top" }, group.map((option) => h("button", { key: option.id, type: "button", class: alone ? "try whole" : "try", id: desk.optionId(option.id), "data-option": option.id, "aria-disabled": "true", "aria-describedby": why, onClick: () => desk.tryClosed(option.id) }, option.label)),
        alone && reasons[0].chip),
      h("div", { id: why, class: "why" }, reasons.map((reason) => reason.line), drawReminder(desk.state.reminder, group)),
      reasons.map((reason) => reason.panel)));
}

/** The first rule that refuses the option just tried, explained again. */
function drawReminder(reminder, group) {
  if (!group.some((option) => option.id === reminder?.option)) return null;
  return h("p", { key: "again", class: "again" }, reminder.text);
}

/** A reason and its fix; a single reason has its rule in the line above. */
function drawReason(desk, refusal, where, alone) {
  const { chip, panel } = ruleChip(desk, refusal.rule, where);
  const { fix } = refusal;
  return {
    line: h("p", null, stressed(refusal.why), " ",
      fix && (fix.option
        ? h("a", { class: "fix", href: `#${desk.optionId(fix.option)}`, onClick: (event) => desk.goToOption(event, fix.option) }, fix.text)
        : h("span", { class: "advice" }, fix.text)), alone ? null : [" ", chip]),
    chip,
    panel,
  };
}
