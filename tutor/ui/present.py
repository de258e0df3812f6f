"""Turns a match and a seat's view of it into plain data for the desk. It needs no browser and knows no game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, cast
from weakref import WeakKeyDictionary

from tutor.engine.book.flow import Flow as TurnFlow
from tutor.engine.book.names import listed
from tutor.engine.book.rulebook import Rulebook
from tutor.engine.core.asks import Ask, Chance, Draw, Roll
from tutor.engine.core.match import Match
from tutor.engine.core.table import Note as Told
from tutor.engine.play.chance import Odds
from tutor.engine.play.expecting import choices
from tutor.lessons.asked import Asked
from tutor.lessons.coach import asked_option, rule_name
from tutor.lessons.questions import to_hit, ways_of
from tutor.ui.choosing import grouped, meant, set_aside
from tutor.ui.model import State
from tutor.ui.model_panel import RuleText
from tutor.ui.model_question import Option, OptionOdds, Question
from tutor.ui.model_table import Graph, Note, Zone
from tutor.ui.model_table import Roll as RollPanel
from tutor.ui.pictures.drawn import picture_of
from tutor.ui.pictures.graph_picture import drawn
from tutor.ui.pictures.tile_map import TilePicture, offered
from tutor.ui.pictures.tile_map import cited as cited_on_map
from tutor.ui.turn_line import flow_of
from tutor.ui.words import in_sight, words_of

LUCK = "luck"
"""The option of a pending roll, draw or shuffle: let chance answer."""

NEWEST_NOTES = 3
"""How many notes are sent with every draw, unless all are requested."""

SMALL_DENOMINATOR = 10_000
"""Fractions with a larger denominator are shown as a percentage alone."""

NESTED = (dict, list)

_maps: WeakKeyDictionary[Match, tuple[Mapping[str, Any], dict[str, Any]]] = WeakKeyDictionary()
"""For each match, the map that was drawn last and what the desk drew for it, because few presses change the map."""

Teaches = Callable[[str], Mapping[str, Any]]
"""Where a rule is taught, in the form that its fold needs: `page` and `step`, or `href`; empty if nowhere."""


def present(
    match: Match,
    seat: int | None,
    flow: TurnFlow | None = None,
    odds: Mapping[str, str] | None = None,
    player: int | None = None,
    most: int | None = None,
    asked: Asked | None = None,
) -> State:
    """Return the parts of the desk that follow from the match alone; `with_rules` then adds the rules they mention.

    Args:
        match: The match.
        seat: Whose eyes to look through; None for the open table.
        flow: The game's turn-flow graph, for the line above the table.
        odds: Words on the odds of an option, by the option's id.
        player: Who answers on this screen; None for everybody.
        most: How many of the newest notes to show; None for all.
        asked: The question to the player, if its options have been worked out.
    """
    question = question_of(match, player, odds or {}, asked)
    state = table_of(match, seat, question, flow, most)
    state["question"] = question
    return state


def with_rules(state: State, book: Rulebook, readings: Mapping[str, str], teaches: Teaches) -> State:
    """Add the text of every rule that the state mentions."""
    state["rules"] = {id: rule_note(book, id, readings, teaches) for id in cited(state) if id in book}
    return state


def table_of(
    match: Match, seat: int | None, question: Question | None, flow: TurnFlow | None, most: int | None = None
) -> State:
    """Return the table as `seat` sees it, with what the question offers to press, the last roll, notes and the turn."""
    notes, count = notes_of(match.notes, seat, most)
    view = match.game.view(match.table, seat)
    known = {option["id"] for option in question["options"]} if question else set()
    zones = meant(in_sight(view), question, _asking_rule(match, question))
    state: State = {
        "zones": [cast("Zone", _pressable(zone, known)) for zone in set_aside(zones, seat)],
        "tracks": view.get("tracks", []),
        "notes": notes,
        "note_count": count,
        "words_table": words_of(view),
    }
    if "map" in view:
        state["map"] = map_state(match, view["map"], question)
    if _bare(view):
        state["picture"] = picture_of(match.game)
    if "graph" in view:
        state["graph"] = cast("Graph", drawn(_pressable(view["graph"], known)))
    if rolled := view.get("rolled"):
        state["rolled"] = rolled
    if (roll := roll_of(match)) and not (rolled and roll["dice"]):
        state["roll"] = roll
    if flow is not None and match.steps:
        state["flow"] = flow_of(flow, match.steps, match.table.variants)
    if match.game.accent:
        state["accent"] = cast("Any", dict(match.game.accent))
    return state


def _asking_rule(match: Match, question: Question | None) -> str:
    """The rule that asks a question of the match; empty for a question of its own, as in a quiz."""
    if question is None or question["mode"] != "answer" or "seat" not in question:
        return ""
    ask = match.asked(question["seat"]["index"])
    return "" if ask is None else ask.rule


def _bare(view: Mapping[str, Any]) -> bool:
    """Whether there is nothing on the table to look at yet: no card, no place on it, and no map."""
    zones = view.get("zones", [])
    slots = [slot for zone in zones for slot in zone.get("slots", ())]
    return "map" not in view and not any(part.get("cards") or part.get("place") for part in (*zones, *slots))


def map_state(match: Match, data: Mapping[str, Any], question: Question | None) -> dict[str, Any]:
    """Return a map of tiles as the desk draws it, with what pressing a cell means now and the texts of its rules."""
    found = offered(data, cast("Any", question["options"]) if question else ())
    if match not in _maps or _maps[match][0] != found:
        book = match.game.book
        cites = [book[id] for id in cited_on_map(found) if id in book]
        rules = {rule.id: {"section": book.section(rule.section).title, "text": rule.text} for rule in cites}
        _maps[match] = found, TilePicture({**found, "rules": rules}).state()
    state = _maps[match][1]
    return {**state, "marks": [*state["marks"]]}  # to which playback adds what a press has changed


# -- the question ----------------------------------------------------------------------------------


def question_of(match: Match, seat: int | None, odds: Mapping[str, str], asked: Asked | None = None) -> Question:
    """Return the question to `seat` (None: to anybody), or for whom the table is waiting."""
    ask = match.ask
    id = f"{len(match.log)}.{len(match.pending)}"
    if ask is None:
        return {"id": id, "title": "The game is over", "mode": "wait", "options": []}
    if isinstance(ask, Chance):
        return {"id": id, "title": _chance_title(match, ask), "mode": "answer", "options": [_luck(ask)]}
    asked = asked or asked_of(match, seat)
    if asked is None:
        return {"id": id, "title": f"Waiting for {_waited_for(match, ask)}", "mode": "wait", "options": []}
    part = asked.ask
    return {
        "id": f"{id}.{part.seat}",
        "title": part.prompt(),
        "mode": "answer",
        "options": grouped([_with_odds(cast("Option", asked_option(option)), odds) for option in asked.options]),
        "seat": {"index": part.seat, "name": match.table.names[part.seat]},
    }


def asked_of(match: Match, seat: int | None, known: Asked | None = None) -> Asked | None:
    """The question to `seat` (None: to whoever is asked first), with its options; known options are kept."""
    part = match.asked(seat)
    if part is None:
        return None
    return known if known is not None and known.ask is part else Asked(part)


def _waited_for(match: Match, ask: Ask) -> str:
    return listed([match.table.names[part.seat] for part in choices(ask)])


def _with_odds(option: Option, odds: Mapping[str, str]) -> Option:
    if option["id"] in odds:
        option["detail"] = " · ".join(filter(None, (option.get("detail"), odds[option["id"]])))
    return option


def _chance_title(match: Match, ask: Chance) -> str:
    if isinstance(ask, Roll):
        dice = "one die" if ask.dice == 1 else f"{ask.dice} dice"
        says = f"{match.table.names[ask.roller]} rolls {dice}" if ask.roller is not None else f"Roll {dice}"
        return f"{says} {ask.purpose}".rstrip()
    if isinstance(ask, Draw):
        return "Draw a card" if ask.n == 1 else f"Draw {ask.n} cards"
    return "Shuffle"


def _luck(ask: Chance) -> Option:
    if isinstance(ask, Roll):
        option: Option = {"id": LUCK, "label": "Roll the die" if ask.dice == 1 else f"Roll {ask.dice} dice"}
        if ask.aim is not None:
            aim = ask.aim()
            chance = to_hit(ask).low
            if chance < 1:  # what is certain is left out
                option["odds"] = odds_of(chance, ask.sides**ask.dice)
                option["odds"]["text"] = f"chance that {aim.text}: {working(chance, ask.sides**ask.dice)}"
        return option
    if isinstance(ask, Draw):
        return {"id": LUCK, "label": "Draw the card" if ask.n == 1 else f"Draw {ask.n} cards"}
    return {"id": LUCK, "label": "Shuffle"}


# -- odds -------------------------------------------------------------------------------------------------------


def odds_of(chance: Fraction, total: int = 0) -> OptionOdds:
    """Return an exact chance beside an option; `total` is the number of equally likely ways, if it is known."""
    ways, of = ways_of(chance, total)
    return {"ways": ways, "of": of}


def working(chance: Fraction, total: int = 0) -> str:
    """Return an exact chance with its working, such as `21/36 = 58.33%`."""
    ways, of = ways_of(chance, total)
    percent = f"{float(chance) * 100:.2f}%"
    return percent if of > SMALL_DENOMINATOR else f"{ways}/{of} = {percent}"


def said_odds(odds: Odds) -> str:
    """Return odds in a few words: the working if they are exact, otherwise the estimate with its interval."""
    if odds.exact and odds.low == odds.high:
        return working(odds.low)
    if odds.exact:
        return f"{float(odds.low) * 100:.2f} to {float(odds.high) * 100:.2f}%"
    low, high = float(odds.low) * 100, float(odds.high) * 100
    return f"about {float(odds.estimate) * 100:.1f}% ({low:.1f} to {high:.1f}%, {odds.samples:,} tries)"


def roll_of(match: Match) -> RollPanel | None:
    """Return the pending roll with its odds or, if there is none, the last roll since the last choice."""
    ask = match.ask
    if isinstance(ask, Roll):
        return _pending_roll(match, ask)
    for n in range(len(match.log) - 1, -1, -1):
        entry = match.log[n]
        if entry.seat is not None:
            return None
        if isinstance(entry.value, tuple) and entry.value and all(isinstance(face, int) for face in entry.value):
            return {"id": f"roll{n}", "title": "The last roll", "dice": list(entry.value), "sides": 6}
    return None


def without_odds(roll: RollPanel) -> RollPanel:
    """A roll without its odds, because a question may be about them."""
    told = ("ways", "hits", "base_hits", "working")
    return cast("RollPanel", {key: value for key, value in roll.items() if key not in told})


def _pending_roll(match: Match, ask: Roll) -> RollPanel:
    panel: RollPanel = {"id": f"roll{len(match.log)}", "title": _chance_title(match, ask), "dice": []}
    panel["sides"] = ask.sides
    if ask.aim is None:
        return panel
    aim = ask.aim()
    chance = to_hit(ask).low
    if chance < 1:  # what is certain is left out
        panel["text"] = f"Chance that {aim.text}:"
        panel["working"] = working(chance, ask.sides**ask.dice)
    if aim.total is not None and aim.total.parts:
        panel["parts"] = [{"n": part.n, "label": part.text} for part in aim.total.parts]
        panel["target"] = {"n": int(aim.total), "label": aim.total.name}
        if aim.total.bound:
            panel["cap"] = {"text": aim.total.bound}
    ways, hits = _by_sum(ask, aim.hit)
    if hits is not None and chance < 1:
        panel["ways"] = ways
        panel["hits"] = hits
    return panel


def _by_sum(ask: Roll, hit: Any) -> tuple[dict[str, int], list[int] | None]:
    """Count the ways to roll each sum; the sums that hit are None if the sum alone does not decide."""
    ways: Counter[int] = Counter()
    hitting: dict[int, set[bool]] = {}
    for faces, p in ask.outcomes():
        ways[sum(faces)] += int(p * ask.sides**ask.dice)
        hitting.setdefault(sum(faces), set()).add(bool(hit(faces)))
    if any(len(verdicts) > 1 for verdicts in hitting.values()):
        return {}, None
    return {str(s): n for s, n in sorted(ways.items())}, sorted(
        s for s, verdicts in hitting.items() if True in verdicts
    )


# -- notes, rules, words ---------------------------------------------------------------------------


def notes_of(notes: Sequence[Told], seat: int | None, most: int | None = None) -> tuple[list[Note], int]:
    """Return the newest notes that `seat` may read (None: all of them), newest first, and how many there are."""
    readable = [(n, told) for n, told in enumerate(notes) if told.read_by(seat)]
    newest = readable[::-1][:most]
    return [_note(n, told) for n, told in newest], len(readable)


def _note(n: int, told: Told) -> Note:
    text = told.text[:1].upper() + told.text[1:]
    note: Note = {"id": f"n{n}", "text": text, "rule": told.rule}
    if told.to is not None:
        note["private"] = True
    return note


def cited(state: State) -> list[str]:
    """Return the ids of all rules that the state mentions, in order and each once."""
    ids: dict[str, None] = {}
    question = state.get("question")
    for option in question["options"] if question else []:
        ids.update(dict.fromkeys(refusal["rule"] for refusal in option.get("refusals", [])))
    if "dialog" in state:
        ids.update(dict.fromkeys(entry["rule"] for entry in state["dialog"].get("entries", [])))
        ids.update(dict.fromkeys(id for entry in state["dialog"].get("entries", []) for id in entry.get("related", [])))
        ids.update(dict.fromkeys(term["rule"] for term in state["dialog"].get("words", [])))
    ids.update(dict.fromkeys(note.get("rule", "") for note in state.get("notes", [])))
    return [id for id in ids if id]


def rule_note(book: Rulebook, id: str, readings: Mapping[str, str], teaches: Teaches) -> RuleText:
    """Return a rule's text with its source, what is unclear about it, and the page that teaches it."""
    entry = book[id]
    name, section = rule_name(id).capitalize(), book.section(entry.section).title
    note: RuleText = {"text": entry.text, "name": name, "source": entry.source, "section": section}
    if entry.unclear:
        note |= {"unclear": entry.unclear, "ruling": entry.ruling}
    if entry.options:
        note["readings"] = [{"id": o.id, "text": o.text, "chosen": o.id == readings[id]} for o in entry.options]
    return cast("RuleText", {**note, **teaches(id)})


def _pressable(part: Any, known: set[str]) -> Any:
    """Return the view's data, in which only what the question offers can be pressed."""
    if isinstance(part, list):
        return [_pressable(value, known) if isinstance(value, NESTED) else value for value in part]
    return {
        key: _pressable(value, known) if isinstance(value, NESTED) else value
        for key, value in part.items()
        if key != "option" or value in known
    }
