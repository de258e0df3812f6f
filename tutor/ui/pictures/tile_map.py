"""A map of tiles as a picture: from plain data to marks and to SVG (`docs/pictures.md` describes the data).

Everything that a visitor can switch on the page (the map's question, the turn of the tile in hand) is already in
the marks: a mark with `when` is drawn only in that case. Switching therefore needs no answer from the kernel.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from tutor.ui.pictures import marks, tile_marks
from tutor.ui.pictures.lettering import clipped, text_width
from tutor.ui.pictures.marks import Mark, area, art, line, text
from tutor.ui.pictures.tile_marks import PITCH, TURNS, place

Data = Mapping[str, Any]

STATIC = Path(__file__).resolve().parent.parent / "static"
BAND = 54
BAND_LETTERS = 18
NO_QUESTION = ""
PLACING = "placing"
"""The question during which the tile in hand stays in the picture."""
HAND_ASKS = [NO_QUESTION, PLACING]


@dataclass(frozen=True)
class TilePicture:
    """A map of tiles from its plain data, optionally with one of its questions answered.

    Raises ValueError if `question` is not one of the map's.
    """

    data: Data
    question: str = NO_QUESTION

    def __post_init__(self) -> None:
        known = [question["id"] for question in self.data["questions"]]
        if self.question and self.question not in known:
            raise ValueError(f"expected one of the questions {', '.join(known)}, got “{self.question}”")

    def state(self) -> dict[str, Any]:
        """What the page draws: the data with marks, sizes, and what is switched on."""
        found = {**self.data, **drawn(self.data)}
        found["shown"] = self.question or self.data.get("shown", NO_QUESTION)
        return found

    def svg(self) -> str:
        """The picture as SVG text: the map, and in a band below it the answer to the question asked."""
        state = self.state()
        box, shown = state["box"], state["shown"]
        turn = (state.get("hand") or {}).get("turn", 0)
        seen = [mark for mark in state["marks"] if holds(mark, shown, turn)]
        answers = {question["id"]: f"{question['label']} {question['answer']}" for question in self.data["questions"]}
        seen += _band(box, answers.get(shown or "") or str(self.data["summary"]))
        return marks.svg(
            seen,
            box["width"],
            box["height"] + BAND,
            self.data["title"],
            " ".join([self.data["summary"], answers.get(shown, "")]).strip(),
            corner=(box["x"], box["y"]),
            look=f"tiles asking asking-{shown}" if shown else "tiles",
            styles=(STATIC / "tilemap.css").read_text(encoding="utf-8"),
            sheet=sheet(),
        )


def offered(data: Data, options: Iterable[Data]) -> dict[str, Any]:
    """The map with what pressing each cell does now, given the `options` of the question.

    A press gives the first open answer that the cell stands for; if there is none, the first closed one says why.
    """
    known = {option["id"]: option for option in options}
    found = {**data}
    for part in ("tiles", "rim"):
        found[part] = [_offered(cell, known) for cell in data[part]]
    if hand := data.get("hand"):
        spots = [{**spot, "turns": [_known(turn, known) for turn in spot["turns"]]} for spot in hand["spots"]]
        found["hand"] = {**hand, "spots": spots}
    return found


def _offered(cell: Data, known: Mapping[str, Data]) -> Data:
    asked = [known[id] for id in cell.get("options", ()) if id in known]
    option = next((option for option in asked if not option.get("refusals")), asked[0] if asked else None)
    if option is None:
        return cell
    reasons = [{"text": refusal["why"], "rule": refusal["rule"]} for refusal in option.get("refusals", ())]
    return {**cell, "option": option["id"], "does": option["label"], "reasons": reasons}


def _known(turn: Data, known: Mapping[str, Data]) -> Data:
    return {key: value for key, value in turn.items() if key != "option" or value in known}


def mark_changed(state: dict[str, Any], before: Data) -> None:
    """Mark on a map of tiles, as the page draws it, what has changed: changed tiles, and a piece's way.

    Args:
        state: The map with its marks; changed in place.
        before: The earlier data of the same map.
    """
    tiles = {tile["name"]: tile["label"] for tile in before["tiles"]}
    for tile in state["tiles"]:
        if tiles.get(tile["name"]) != tile["label"]:
            frame = art(f"changed:{tile['name']}", *place(tile["cell"]), "quiet", [{"art": "tm-frame"}])
            state["marks"].append(frame)
    was = {piece["label"]: piece["cell"] for piece in before["pieces"]}
    for piece in state["pieces"]:
        start = was.get(piece["label"], piece["cell"])
        if list(start) != list(piece["cell"]):
            path = _segment(place(start), place(piece["cell"]))
            over = ("sign:", "piece:")
            at = next(n for n, mark in enumerate(state["marks"]) if mark["key"].startswith(over))
            state["marks"][at:at] = [line("came-case", path, "trail-case"), line("came", path, "trail")]


def cited(part: Any) -> list[str]:
    """The ids of all rules that a map mentions, in order and each once."""
    ids: dict[str, None] = {}
    _cite(part, ids)
    return list(ids)


def _cite(part: dict[str, Any] | list[Any], ids: dict[str, None]) -> None:
    if isinstance(part, dict):
        if rule := part.get("rule"):
            ids[rule] = None
        if isinstance(rules := part.get("rules"), list):
            ids.update(dict.fromkeys(rules))
        part = list(part.values())
    for inner in part:
        if isinstance(inner, dict | list):
            _cite(inner, ids)


def sheet() -> str:
    """The drawings that art marks of a map refer to, as the content of an SVG `defs`."""
    return (STATIC / "tileart.js").read_text(encoding="utf-8").split("`")[1]


def holds(mark: Data, question: str, turn: int) -> bool:
    """Whether a mark is drawn while this question is chosen and the tile in hand is turned like this."""
    when = mark.get("when", {})
    return question in when.get("asks", [question]) and turn == when.get("turn", turn)


def drawn(data: Data) -> dict[str, Any]:
    """Marks and sizes of a map: {marks, box, home, legend, hand}, where each picture has marks of its own."""
    cells = [*data["tiles"], *data["rim"]]
    box = tile_marks.box_of(cell["cell"] for cell in cells)
    found: dict[str, Any] = {"box": box, "marks": list(_all_marks(data, box))}
    found["home"] = list(place(data["pieces"][0]["cell"] if data["pieces"] else (0, 0)))
    found["legend"] = [{**entry, "marks": [_sample(entry)]} for entry in data.get("legend", ())]
    if data.get("hand"):
        shown = [tile_marks.held_mark(data["hand"], turn) for turn in TURNS]
        found["hand"] = {"turn": 0, **data["hand"], "marks": shown}
    return found


def _sample(entry: Data) -> Mark:
    """One picture of the legend: a tile, or the drawings that it names."""
    if "tile" not in entry:
        return art("sample", 0, 0, "quiet", [{"art": name} for name in entry["drawings"]])
    arts, texts = tile_marks.tile_drawing({"cell": (0, 0), "name": "", "signs": [], **entry["tile"]})
    return art("sample", 0, 0, f"quiet tile {entry['tile']['state']}", arts, texts)


def _all_marks(data: Data, box: Mapping[str, int]) -> Iterator[Mark]:
    yield from tile_marks.sky(**box)
    yield from _cells(data)
    for question in data["questions"]:
        yield from _asked(question, _under(data, question))
    for tile in data["tiles"]:
        yield from tile_marks.sign_mark(tile)
    for piece in data["pieces"]:
        x, y = place(piece["cell"])
        under = next((tile for tile in data["tiles"] if list(tile["cell"]) == list(piece["cell"])), None)
        yield art(f"piece:{piece['label']}", x, y, "quiet piece", [{"art": "tm-pawn", **tile_marks.standing(under)}])
    for question in data["questions"]:
        yield from _asked(question, _over(data, question))
    yield from tile_marks.axes(data, box)


def _cells(data: Data) -> Iterator[Mark]:
    """The open cells, the cells in which the tile in hand may be tried, and the tiles, all of which can be pressed."""
    hand = data.get("hand")
    spots = {tuple(spot["cell"]) for spot in hand["spots"]} if hand else set()
    rim = {tuple(cell["cell"]): cell for cell in data["rim"]}
    every = [*data["tiles"], *data["rim"], *(hand["spots"] if hand else ())]
    go = tile_marks.ways([cell["cell"] for cell in every], {tuple(cell["cell"]): cell["name"] for cell in every})
    others = [question["id"] for question in data["questions"] if question["id"] != PLACING]
    for at, cell in rim.items():
        away = {"when": {"asks": others}} if at in spots else {}
        yield tile_marks.open_mark(data["id"], cell, go[at], **away)
    if hand:
        yield from tile_marks.hand_marks(data, go, {"asks": HAND_ASKS})
    for tile in data["tiles"]:
        here = [piece["label"] for piece in data["pieces"] if list(piece["cell"]) == list(tile["cell"])]
        yield tile_marks.tile_mark(data["id"], tile, go[tuple(tile["cell"])], here)


# -- the questions: what each lays over the tiles ----------------------------------------------------------------------


def _asked(question: Data, found: Iterable[Mark]) -> Iterator[Mark]:
    for mark in found:
        key = f"{question['id']}:{mark['key']}"
        yield {**mark, "key": key, "when": {**mark.get("when", {}), "asks": [question["id"]]}}


def _places(data: Data) -> dict[str, tuple[int, int]]:
    return {cell["name"]: place(cell["cell"]) for cell in (*data["tiles"], *data["rim"])}


def _under(data: Data, question: Data) -> Iterator[Mark]:
    """What is drawn under the pieces: a region's background, the links of a graph, trails."""
    at, draw = _places(data), question.get("draw", {})
    half = PITCH // 2
    if draw.get("region"):
        squares = (f"M{at[name][0] - half} {at[name][1] - half}h{PITCH}v{PITCH}h-{PITCH}z" for name in draw["region"])
        yield line("region", "".join(squares), "region")
    for look in ("link", "walk"):
        if pairs := draw.get(f"{look}s"):
            yield line(f"{look}s", "".join(_segment(at[a], at[b]) for a, b in pairs), look)
    if way := draw.get("way"):
        path = "".join(_segment(at[a], at[b]) for a, b in pairwise(way))
        yield line("trail-case", path, "trail-case")
        yield line("trail", path, "trail")


def _segment(start: tuple[int, int], end: tuple[int, int]) -> str:
    return f"M{start[0]} {start[1]}L{end[0]} {end[1]}"


def _over(data: Data, question: Data) -> Iterator[Mark]:
    """What is drawn over the pieces: numbers, bars, gates and walls."""
    at, draw = _places(data), question.get("draw", {})
    aside = {tile["name"]: tile_marks.beside_signs(tile) for tile in data["tiles"]}
    for n, name in enumerate(draw.get("way", ())[1:], start=1):
        yield _disc(name, at[name], str(n), "step", aside.get(name, 0))
    for badge in draw.get("badges", ()):
        key = f"{badge['at']}:{badge.get('turn', '')}"
        when = {"when": {"turn": badge["turn"]}} if "turn" in badge else {}
        yield {**_disc(key, at[badge["at"]], badge["text"], badge["look"], aside.get(badge["at"], 0)), **when}
    for name in draw.get("bars", ()):
        x, y = at[name]
        yield art(f"bar:{name}", x, y, "quiet", [{"art": "tm-bar", "y": aside.get(name, 0)}])
    for look in ("gate", "wall"):
        for name, side in draw.get(f"{look}s", ()):
            x, y = at[name]
            yield art(f"{look}:{name}:{side}", x, y, "quiet", [{"art": f"tm-{look}", "turn": 90 * side}])


def _disc(name: str, at: tuple[int, int], words: str, look: str, lower: int) -> Mark:
    label = {"x": 0, "y": lower + 7.5, "text": words, "look": f"tm-disc-text {look}"}
    return art(f"disc:{name}", *at, "quiet", [{"art": f"tm-disc-{look}", "y": lower}], [label])


def _band(box: Mapping[str, int], words: str) -> Iterator[Mark]:
    """The sentence under a separate picture."""
    y = box["y"] + box["height"]
    yield area("band", box["x"], y, box["width"], BAND, "band")
    shown = clipped(words, BAND_LETTERS, box["width"] - 36, "bold")
    length = text_width(shown, BAND_LETTERS, "bold")
    yield text("answer", box["x"] + 18, y + 34, shown, "band-text start", length=length)
