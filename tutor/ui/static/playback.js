/** Playback: what happened, one piece at a time, at the visitor's pace, and again on request. */
import { h } from "./dom.js";

/** The button that goes on to the next piece. */
export const NEXT_PIECE = ".playback .main";

const KEPT = "pace";
const PACES = [["step", "Step by step"], ["slow", "Slow"], ["fast", "Fast"], ["once", "All at once"]];
const TIMES = { slow: [1500, 260], fast: [700, 90] }; // ms for a piece, and for each of its words
const JUST_NOW = { slow: 1000, fast: 500 }; // ms after a piece came by itself in which a press was meant for what was there before

function paceOf(desk) {
  const kept = desk.keeping.read(KEPT) ?? desk.local.pace;
  return PACES.some(([pace]) => pace === kept) ? kept : desk.state.playing.usual ?? "slow";
}

function goTo(desk, at, pressed) {
  const { playing } = desk.state;
  desk.pressed = pressed;
  desk.send({ type: "tool", id: `piece ${playing.name} ${at}` });
}

/** A row with the next piece, the button to repeat everything, and the pace. */
export function drawPlayback(desk) {
  const { playing } = desk.state;
  if (!playing) return null;
  const more = playing.at < playing.of - 1;
  const count = playing.of > 1 && h("span", { key: "count", class: "count" }, `${playing.at + 1} of ${playing.of}`);
  const choose = (event) => {
    desk.local.pace = event.currentTarget.value;
    desk.keeping.put(KEPT, desk.local.pace);
    desk.send({ type: "tool", id: `pace ${desk.local.pace}` });
  };
  return h("div", { key: "playback", class: "playback", role: "group", "aria-label": "What just happened" },
    count,
    more && h("button", { key: "piece", type: "button", class: "main", "data-open": "", onClick: () => goTo(desk, playing.at + 1, true) }, "Next"),
    (playing.at > 0 || !more) && h("button", { key: "more", type: "button", class: "quiet", onClick: () => goTo(desk, 0, true) }, playing.text ? "Watch again" : "Watch what happened"),
    h("label", { key: "pace" }, h("span", null, "Pace"),
      h("select", { onChange: choose }, PACES.map(([pace, label]) => h("option", { key: pace, value: pace, selected: pace === paceOf(desk) }, label)))));
}

/** Ask for the next piece when this one has been shown long enough; called for every new state. */
export function keepPace(desk) {
  clearTimeout(desk.local.timer);
  if (desk.local.byItself) desk.local.takesPresses = Date.now() + JUST_NOW[desk.local.byItself];
  desk.local.byItself = null;
  const { playing, dialog } = desk.state;
  if (!playing || dialog || playing.at >= playing.of - 1 || playing.at === playing.stop) return;
  const pace = paceOf(desk);
  if (pace === "once") goTo(desk, playing.at < playing.stop ? playing.stop : playing.of - 1, false);
  if (!TIMES[pace]) return;
  const [piece, word] = TIMES[pace];
  desk.local.timer = setTimeout(() => {
    if (!desk.root.isConnected) return;
    desk.local.byItself = pace;
    goTo(desk, playing.at + 1, false);
  }, piece + word * playing.text.split(/\s+/).length);
}

/** Whether a piece has only just come by itself, and its buttons have taken the place of those before. */
export function justCame(desk) {
  return Date.now() < (desk.local.takesPresses ?? 0);
}
