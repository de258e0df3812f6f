"""Make this a test: what was done in a branch becomes a scenario that holds now and fails if the game changes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tutor.engine.book.files import BadInput
from tutor.engine.core.asks import spell
from tutor.engine.core.game import Game, find_game
from tutor.engine.core.match import Match
from tutor.engine.play.expecting import choices
from tutor.engine.play.playing import Player, Unmet, play_scene
from tutor.engine.play.scene import Scene, load_scenes
from tutor.lab.branch import Branch, settled
from tutor.lab.scenes import scene_of
from tutor.lab.sparing import spared
from tutor.lab.writing import Doc, scene_text
from tutor.lessons.stage import shuffled

LONGEST_NAME = 60


def as_test(branch: Branch, title: str = "", about: str = "", rules: Sequence[str] | None = None) -> str:
    """Return a scenario file: the position, the answers and chosen results, and what every player sees of them.

    Args:
        branch: What was done.
        title: Its title; if empty, the last note.
        about: What it is about, in words.
        rules: The rules that it tests; by default, those that the last step showed.

    Raises:
        BadInput: if nothing was done that it could test, or the book has no such rule.
    """
    rules = rules_shown(branch) if rules is None else list(dict.fromkeys(rules))
    for id in rules:
        if id not in branch.game.book:
            raise BadInput("the test", "rules", f"{branch.game.title} has no rule “{id[:60]}”")
    if not branch.steps:
        raise BadInput("the test", "play", "nothing has been done yet, so answer a question or try a closed move first")
    doc = spared(branch.game, branch.doc) if branch.doc.get("table") else dict(branch.doc)
    for play in (_told(doc, branch), _told(doc, branch, between=False)):
        test = {**doc, "title": title or default_title(branch), "rules": rules, "play": play}
        if about:
            test["about"] = about
        try:
            play_scene(scene_of(test), branch.game)
        except Unmet as error:
            unmet = str(error).splitlines()[0]
        else:
            return scene_text(test)
    raise BadInput("the test", "play", f"does not give the same result twice: {unmet}")


def default_title(branch: Branch) -> str:
    """Return the title of a test without one: the last note, or the question."""
    told = branch.here.notes[-1].text if branch.here.notes else ""
    ask = branch.here.ask
    return (told or (ask.rule if ask else "the end"))[:LONGEST_NAME].rstrip(". ")


def rules_shown(branch: Branch) -> list[str]:
    """Return the rules that the last step showed: those that its notes cite and those that refused something."""
    steps = [n for n, step in enumerate(branch.steps) if not _is_try(step)]
    before = Branch(branch.name, branch.doc, branch.steps[: steps[-1]], branch.find) if steps else branch
    told = len(before.match.notes) if steps else len(branch.here.notes)
    shown = [id for note in branch.here.notes[told:] for id in note.rules.split()]
    shown += [step["rule"] for step in branch.steps if _is_try(step) and step.get("rule")]
    if not shown and branch.here.ask is not None:
        shown = [branch.here.ask.rule]
    return [id for id in dict.fromkeys(shown) if id in branch.game.book]


def _told(doc: Doc, branch: Branch, between: bool = True) -> list[Any]:
    """The steps with what must hold after them: after each if `between`, otherwise only at the end."""
    scene = scene_of(doc)
    player = Player(scene, scene.match(branch.game))
    start = settled(player.match.fork())
    said = 0
    play: list[Any] = []
    for n, step in enumerate(branch.steps):
        player.step(player.parse(step, n), n)
        play.append(step)
        if between and not _is_try(step):
            shuffled(player.match)
            play += _heard(player.match, said)
            said = len(player.match.notes)
    shuffled(player.match)
    return [*play, *([] if between else _heard(player.match, said)), *_holds(start, player.match)]


def _is_try(step: Any) -> bool:
    return isinstance(step, Mapping) and "refused" in step


def _heard(match: Match, said: int) -> list[Doc]:
    """Return what the latest notes cite and say, and the current question."""
    notes = match.notes[said:]
    expected: Doc = {"ask": match.ask.rule if match.ask else ""}
    if notes:
        expected["notes"] = list(dict.fromkeys(id for note in notes for id in note.rules.split()))
        expected["says"] = list(dict.fromkeys(note.text for note in notes))
    return [{"expect": expected}]


def _holds(start: Match, end: Match) -> Iterator[Doc]:
    """What must hold at the end: the question, how the game stands, what has changed, and what each player sees."""
    yield {"expect": {**_question(end), **_standing(end)}}
    whole = _changed(start, end, None)
    for expected in whole:
        yield {"expect": expected}
    for seat, name in enumerate(end.table.names):
        for expected in _changed(start, end, seat):
            if expected not in whole:
                yield {"expect": {"seen_by": name, **expected}}


def _question(match: Match) -> Doc:
    ask = match.ask
    if ask is None:
        return {"ask": "", "over": True}
    asked = choices(ask)
    options = [option for part in asked for option in part.options()]
    found: Doc = {"ask": ask.rule, "over": False}
    if asked:
        found["asked"] = [match.table.names[part.seat] for part in asked]
    if trail := list(match.trail):
        found["trail"] = trail
    for key, closed in (("open", False), ("closed", True)):
        if texts := list(dict.fromkeys(spell(o.value) for o in options if bool(o.refusals) == closed)):
            found[key] = texts
    return found


def _standing(match: Match) -> Doc:
    outcome = match.game.outcome(match.table)
    found: Doc = {}
    if outcome.scores:
        found["scores"] = dict(zip(match.table.names, outcome.scores, strict=True))
    if outcome.over:
        found["winners"] = [match.table.names[seat] for seat in outcome.winners]
    return found


def _changed(start: Match, end: Match, seat: int | None) -> list[Doc]:
    """The changes since the start that a seat sees, each as an expectation."""
    before, after = (match.game.position(match.table, seat) for match in (start, end))
    found = [{"table": changes}] if (changes := changed(before, after)) else []
    return found + [{"table": nest(path, {"lacks": keys})} for path, keys in _gone(before, after, ())]


def changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> Doc:
    """The parts of a position that differ from before."""
    found: Doc = {}
    for key, value in after.items():
        if key in before and before[key] == value:
            continue
        if isinstance(value, Mapping) and isinstance(before.get(key), Mapping):
            if inner := changed(before[key], value):
                found[key] = inner
        else:
            found[key] = _expected(value)
    return found


def _expected(value: Any) -> Any:
    """Return a value as an expectation writes it, because an empty table would expect nothing."""
    if not isinstance(value, Mapping):
        return value
    return {key: _expected(part) for key, part in value.items()} or {"n": 0}


def _gone(before: Any, after: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], list[str]]]:
    """Yield where keys have disappeared, and which."""
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        if path and (keys := [key for key in before if key not in after]):
            yield path, keys
        for key in after:
            yield from _gone(before.get(key), after[key], (*path, key))


def nest(path: tuple[str, ...], value: Any) -> Any:
    """A value under a path of keys."""
    for key in reversed(path):
        value = {key: value}
    return value


# -- putting a test where it belongs ---------------------------------------------------------------------------------


def placed(text: str, file: str, folder: Path | None = None) -> Path:
    """Check a scenario, play it, and put it into its game's folder of scenarios, or into `folder`.

    Returns:
        The path of the new file.

    Raises:
        BadInput: if it is not a scenario, expects nothing or does not hold, or if there is already a file of its name.
    """
    scenes = load_scenes(text, file)
    game = find_game(scenes[0].game)
    for scene in scenes:
        _must_hold(scene, game)
    home = folder or game.folder / "scenarios"
    if not home.is_dir():
        raise BadInput(str(home), "", "expected a folder that exists")
    path = home / f"{slug(scenes[0].title)}.toml"
    if path.exists():
        raise BadInput(str(path), "", "there is already a scenario with this title; give yours another title")
    path.write_text(text, encoding="utf-8")
    return path


def _must_hold(scene: Scene, game: Game) -> None:
    if not scene.title:
        raise BadInput(scene.file, "title", "a scenario needs a title")
    if scene.game != game.id:
        raise BadInput(scene.file, "game", f"all cases of a file must be of one game, {game.id}")
    if not any(isinstance(step, Mapping) and ("expect" in step or "refused" in step) for step in scene.play):
        raise BadInput(
            scene.file,
            "play",
            "nothing is asserted; a scenario has to expect something, or try something that is refused",
        )
    try:
        play_scene(scene, game)
    except Unmet as error:
        raise error.as_input(scene.file) from None


def slug(title: str) -> str:
    """Return a title as the name of a file."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:LONGEST_NAME].strip("-") or "scenario"
