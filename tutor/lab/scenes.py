"""Scenes as plain data: read, written down, and taken from the position of a match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields
from typing import Any

from tutor.engine.book.bounds import MOST_STEPS
from tutor.engine.book.files import BadInput, check_numbers, parse_toml, structure
from tutor.engine.core.asks import PASS, Ask, Choose, Shuffle, Together, Value, spell
from tutor.engine.core.match import Illegal, Match, Run
from tutor.engine.core.own_cards import set_names
from tutor.engine.core.table import Table
from tutor.engine.play.record import parse
from tutor.engine.play.scene import Scene, Start, checked_cases, with_case
from tutor.lab.writing import Doc, told

FILE = "the scene"
"""What errors call a scene that has no file."""


def scene_of(doc: Mapping[str, Any], file: str = FILE) -> Scene:
    """Read a scene that is already plain data.

    Raises:
        BadInput: naming the place and what was expected.
    """
    check_numbers({key: value for key, value in doc.items() if key != "seed"}, file)
    return structure({**doc, "file": file}, Scene, file)


def doc_of(scene: Scene) -> Doc:
    """A scene as plain data, without what is left at its default."""
    doc: Doc = {}
    for one in fields(Scene):
        value = getattr(scene, one.name)
        default = one.default_factory() if one.default_factory is not MISSING else one.default
        if one.name != "file" and value != default:
            doc[one.name] = _plain(value)
    return doc


def _plain(value: Any) -> Any:
    if isinstance(value, Start):
        return {"rule": value.rule, "args": list(value.args)}
    return list(value) if isinstance(value, tuple) else value


# -- reading files -------------------------------------------------------------------------------------------


def read(text: str, file: str) -> Doc:
    """Read a scene, a scenario file or a record as plain data.

    Raises:
        BadInput: if it is too long, not TOML, or none of these.
    """
    document = parse_toml(text, file)
    if "step" in document or "teaches" in document:
        raise BadInput(file, "", "is a page, so open it by its link, `lab.ipynb?game=GAME&page=SLUG`")
    if not isinstance(document.get("game"), str):
        raise BadInput(file, "game", 'expected a scene or a record, which names its game: `game = "…"`')
    steps = document.get("play", document.get("answers", []))
    if isinstance(steps, list) and len(steps) > MOST_STEPS:
        raise BadInput(file, "play", f"expected at most {MOST_STEPS:,} steps, got {len(steps):,}")
    return document


def cases_of(document: Mapping[str, Any], file: str) -> list[tuple[str, Doc]]:
    """The scenes of a scene file, each with its title.

    Raises:
        BadInput: if its cases are not tables of scenes.
    """
    common = {key: value for key, value in document.items() if key != "case"}
    if "case" not in document:
        return [(str(common.get("title", file)), common)]
    return [
        (str(case.get("title", f"case {n + 1}")), with_case(common, case, f"case[{n}]", file))
        for n, case in enumerate(checked_cases(document["case"], file))
    ]


def scene_and_steps(doc: Doc, anyway: bool) -> tuple[Doc, list[Any]]:
    """A scene without its steps, and its steps; `anyway` accepts the scene whatever is wrong with its position."""
    steps = doc.get("play", [])
    if not isinstance(steps, list):
        raise BadInput("the scene", "play", "expected a list of steps")
    allowed = {"anyway": True} if anyway and doc.get("table") else {}
    return {**{key: value for key, value in doc.items() if key != "play"}, **allowed}, steps


def begun_with(text: str, file: str) -> Doc:
    """The scene that a record began with."""
    record = parse(text, file)
    if record.scene:
        return cases_of(parse_toml(record.scene, file), file)[0][1]
    begun: Doc = {"game": record.game, "players": list(record.players), "seed": record.seed}
    if (name := record.cards.rpartition("@")[0]) in set_names(record.game):
        begun["card_set"] = name
    changed = {"variants": list(record.variants), "readings": record.readings, "parameters": record.parameters}
    return {**begun, **told(changed)}


# -- any match as a scene ------------------------------------------------------------------------------------


def taken_from(match: Match, begun: Mapping[str, Any]) -> tuple[Doc, list[str]]:
    """Write the position of a match as a scene: the table when the running turn began, and the answers since.

    Args:
        match: The match.
        begun: The scene that it began with, for its test cards, and for use if the table cannot be written.

    Returns:
        The scene without steps, and the steps that lead from it to the position.
    """
    table, answers = since_the_item(match)
    doc: Doc = {**{key: begun[key] for key in ("game", "card_set", "cards", "anyway") if key in begun}, **_head(match)}
    doc["table"] = match.game.position(table, None)
    try:
        laid = scene_of(doc).match(match.game)
    except BadInput:
        laid = None
    if laid is not None and (steps := _leads_to(laid, answers, match)) is not None:
        return doc, steps
    first = scene_of({key: value for key, value in begun.items() if key != "play"}).match(match.game)
    return {key: value for key, value in begun.items() if key != "play"}, steps_of(first, _values(match), match)


def _values(match: Match) -> list[Any]:
    return [entry.value for entry in match.log]


def _head(match: Match) -> Doc:
    table = match.table
    return told(
        {
            "game": match.game.id,
            "players": list(table.names),
            "variants": sorted(table.variants),
            "readings": match.game.book.changed(table.readings),
            "parameters": table.parameters.changed(),
            "seed": match.seed,
        }
    )


def since_the_item(match: Match) -> tuple[Table, list[Any]]:
    """The table when the running item of the agenda began, and the answers given since."""
    kept, answers = match.since_checkpoint()
    table, given = kept.copy(), 0
    begun: list[tuple[int, Table]] = []
    run = Run(match.game.rules, table, lambda: begun.append((given, table.copy())))
    for given, answer in enumerate(answers, 1):  # noqa: B007 (heard by the run's listener)
        run.send(answer)
    if match.ask is None or not begun:
        return match.table.copy(), []
    return begun[-1][1], list(answers[begun[-1][0] :])


def _leads_to(laid: Match, answers: Sequence[Any], match: Match) -> list[str] | None:
    """The steps from a position to that of a match; None if they lead elsewhere."""
    game = match.game
    try:
        steps = steps_of(laid, answers, match)
        end = laid.fork(*answers)
    except (Illegal, AssertionError, ValueError):
        return None
    same = (
        game.position(end.table, None) == game.position(match.table, None)
        and end.trail == match.trail
        and (end.ask and end.ask.rule) == (match.ask and match.ask.rule)
    )
    return steps if same else None


def steps_of(start: Match, answers: Sequence[Any], end: Match) -> list[str]:
    """Write answers as a scene's steps, without what answers itself."""
    here = start.fork()
    steps = []
    for value in answers:
        ask = here.ask
        assert ask is not None
        if not goes_by_itself(ask):
            steps.append(written_answer(ask, "" if ask.seat is None else here.table.names[ask.seat], value))
        here.answer(value)
    if isinstance(end.ask, Together):
        steps += [f"{end.table.names[end.ask.asks[i].seat]}: {spell(v)}" for i, v in sorted(end.pending.items())]
    return steps


def goes_by_itself(ask: Ask) -> bool:
    """Whether nobody has to answer: a shuffle, or a question whose player can only pass."""
    parts = ask.asks if isinstance(ask, Together) else (ask,)
    return isinstance(ask, Shuffle) or all(isinstance(part, Choose) and part.idle for part in parts)


def written_answer(ask: Ask | None, name: str, value: Value) -> str:
    """An answer as a step, with the player's name; a pass has no name, because it is from whoever may pass now."""
    if isinstance(ask, Choose):
        return PASS if value == PASS else f"{name}: {spell(value)}"
    if isinstance(ask, Together) and name:
        return f"{name}: {spell(value)}"
    return "; ".join(map(spell, value)) if isinstance(ask, Together) and isinstance(value, tuple) else spell(value)
