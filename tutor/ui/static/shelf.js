/** The front page's shelf: one box per game, with the progress in its course and where to go on. */
import { h, stressed } from "./dom.js";
import { shapes } from "./icons.js";

/** The picture of a game's table, for the front page and for a table with nothing on it yet. */
export function drawPicture(picture) {
  return picture?.length > 0 && h("svg", { key: "picture", class: "tablepicture", viewBox: "0 0 400 190", preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true" }, shapes(picture));
}

export function drawShelf(desk) {
  const { shelf } = desk.state;
  if (!shelf) return null;
  return h("section", { key: "shelf", class: "shelf", "aria-label": "The games" },
    h("div", { class: "greeting" },
      shelf.text && h("p", { class: "say" }, stressed(shelf.text)),
      shelf.resume && h("p", { class: "links" }, h("a", { class: "primary", href: shelf.resume.href }, shelf.resume.label))),
    h("ul", { "data-n": shelf.games.length }, shelf.games.map((game) => h("li", { key: game.id, class: "box", style: game.accent ? { "--game-accent": `light-dark(${game.accent.light}, ${game.accent.dark})` } : null },
      drawPicture(game.picture),
      h("h2", { class: "sign bulbs" }, game.title),
      h("p", { class: "theme" }, game.text),
      h("p", { class: "facts" }, game.facts.map((fact) => h("span", { key: fact }, fact, h("span", { class: "sr" }, ". ")))),
      game.done > 0 && h("p", { class: "coursebar" },
        h("span", { class: "bar", role: "progressbar", "aria-label": `${game.title}: course`, "aria-valuemin": 0, "aria-valuemax": game.pages, "aria-valuenow": game.done },
          h("i", { style: { width: `${(100 * game.done) / game.pages}%` } })),
        h("span", null, `${game.done} of ${game.pages} pages`)),
      h("p", { class: "links" }, game.links.map((link, at) => h("a", { key: link.href, class: at === 0 && !shelf.resume ? "primary" : null, href: link.href }, link.label)))))),
    shelf.own?.length > 0 && drawOwn(shelf.own),
    shelf.links?.length > 0 && h("p", { class: "links more" }, shelf.links.map((link) => h("a", { key: link.href, href: link.href }, link.label))));
}

/** The pages of the host's own folder, each with its link or with what is wrong. */
function drawOwn(pages) {
  return h("section", { key: "own", class: "own", "aria-label": "More pages" },
    h("h2", null, "More pages"),
    h("ul", null, pages.map((page) => h("li", { key: page.id },
      page.href ? h("a", { href: page.href }, page.title) : h("b", null, page.title),
      h("p", { class: page.href ? null : "problem" }, page.text)))));
}
