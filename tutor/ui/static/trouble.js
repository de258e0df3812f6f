/** What is wrong, shown above the table: its connection is lost, it was ended, or this browser stores nothing. */
import { h } from "./dom.js";

/** Why the server ended the table, by its close code. */
export const ENDED = {
  4001: "Your last press took too long to work out, so the table was closed.",
  4002: "Your last press needed more memory than a table may have, so the table was closed.",
  4003: "Nobody pressed anything here for a long time, so the table was cleared.",
  4004: "This page sent something that the table does not accept, so the connection was closed.",
  4005: "The table’s program stopped unexpectedly.",
};

const SAID = {
  silent: "The table isn’t answering. It may be busy, or its server may have stopped.",
  cut: "The connection to the table has been lost. This page keeps trying to reconnect. Until then, presses have no effect.",
  gone: "The table no longer exists.",
};

const KEEPS_NOTHING = {
  forbidden: "This browser does not let pages store anything, so what you do here will be lost when you close or reload this page.",
  full: "This browser’s storage is full, so what you do from now on will be lost when you close or reload this page.",
};

export function drawTrouble(desk) {
  return [drawLineTrouble(desk), drawKeepingTrouble(desk)];
}

function drawLineTrouble(desk) {
  const { line } = desk.local;
  if (!line) return null;
  const what = SAID[line] ?? ENDED[line] ?? "The server closed the table.";
  const kept = desk.keeping.trouble ? "This browser could not keep what you did." : "What you did is kept in this browser.";
  return h("p", { key: "gone", class: "gone", role: "alert" }, `${what} ${kept} `,
    !desk.page && "If this message stays, run this cell again.",
    desk.page && line !== "cut" && h("button", { type: "button", onClick: () => location.reload() }, "Set up the table again"));
}

function drawKeepingTrouble(desk) {
  const { trouble } = desk.keeping;
  if (!trouble) return null;
  const saves = desk.state.tools?.some((tool) => tool.id === "save") || desk.state.head?.saves;
  return h("p", { key: `keeps ${trouble}`, class: "gone", role: "alert" }, `${KEEPS_NOTHING[trouble]} `,
    saves && h("button", { type: "button", onClick: () => desk.send({ type: "tool", id: "save" }) }, "Save as text"));
}
