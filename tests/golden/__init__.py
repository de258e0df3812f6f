"""Golden playthroughs and counts of positions: what the rules of every game do today, stored as text.

`python -m tests.golden` plays and counts again; the diff then shows the effect of a change to the rules.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from pathlib import Path
from typing import Any

from tutor.engine.core.asks import Chance, Choose, Together, spell
from tutor.engine.core.game import Game, Setup, games
from tutor.engine.core.match import Match, chance_at
from tutor.engine.play.chance import line_of, perft
from tutor.engine.play.scene import load_scenes
from tutor.lab.writing import scene_text, toml_value

FOLDER = Path(__file__).parent
SEED = 20
LEAST_POSITIONS = 100
MOST_POSITIONS = 1500
DEPTH_KEPT = 2
MOST_OUTCOMES = 60
"""If chance has more outcomes than this, only their number is written."""


@dataclass(frozen=True)
class Playthrough:
    """A recorded game: its players and its rules."""

    game: Game
    kind: str
    setup: Setup

    @property
    def file(self) -> Path:
        """The file with its text."""
        return FOLDER / self.game.id / f"{self.kind}.txt"


def playthroughs() -> Iterator[Playthrough]:
    """Yield three games of every game: with the fewest players, with the most, and with the most variants."""
    for game in games().values():
        few, most = min(game.seats), max(game.seats)
        yield Playthrough(game, "fewest-players", game.setup(few))
        yield Playthrough(game, "most-players", game.setup(most))
        yield Playthrough(game, "most-variants", _varied(game, sorted(game.seats)[len(game.seats) // 2]))


def _varied(game: Game, players: int) -> Setup:
    """Return the setup with as many variants as can be combined."""
    variants: list[str] = []
    for variant in sorted(game.variants):
        try:
            game.setup(players, variants=[*variants, variant])
        except ValueError:
            continue
        variants.append(variant)
    return game.setup(players, variants=variants)


def told(playthrough: Playthrough) -> Iterator[str]:
    """Play a game between bots and yield its lines.

    For each answer, the lines say what has changed in each seat's position, who is asked what, which options are open,
    which are closed by which rules, what chance can bring, what was answered, and which rules the notes cite for whom.
    The words of notes and refusals are left out, because they can be improved without a change to the rules.
    """
    game, setup = playthrough.game, playthrough.setup
    match = Match(game, game.new(setup), SEED)
    bot = next(iter(game.bots.values()))
    yield f"{game.title}: {', '.join(setup.names)}; seed {SEED}"
    yield f"variants: {', '.join(sorted(setup.variants)) or 'none'}"
    for id, ruling in sorted(setup.readings.items()):
        yield f"{id} = {ruling}"
    before: dict[str, dict[str, str]] = {}
    flattened: Flattened = {}
    closed: dict[tuple[int, str], list[str]] = {}
    heard = 0
    while match.ask is not None:
        yield ""
        yield f"{len(match.log) + 1}. {' > '.join(match.trail)}"
        after = _seen(match, flattened)
        yield from _changes(before, after, setup.names)
        before = after
        yield from _asked(match, closed)
        random = chance_at(SEED, len(match.log))

        def choose(ask: Choose, random: Any = random) -> Any:
            return bot(ask, lambda: game.position(match.table, ask.seat), random)

        answer = match.ask.resolve(choose, random)
        match.answer(answer)
        yield f"  => {'; '.join(map(spell, answer)) if match.log[-1].together else spell(answer)}"
        for note in match.notes[heard:]:
            to = "" if note.to is None else f"  to {', '.join(setup.names[seat] for seat in note.to) or 'nobody'}"
            yield f"  note {note.rules or 'without a rule'}{to}"
        heard = len(match.notes)
    outcome = game.outcome(match.table)
    yield ""
    yield from _changes(before, _seen(match, flattened), setup.names)
    yield f"The end. Scores: {list(outcome.scores)}. Winners: {[setup.names[seat] for seat in outcome.winners]}"


Flattened = dict[tuple[str, str], tuple[Any, list[tuple[str, str]]]]
"""Who sees a part of the position, and its place → the part, and its leaves."""


def _seen(match: Match, flattened: Flattened) -> dict[str, dict[str, str]]:
    """Return what each seat and the open table see: place in the position → value.

    What is deeper than `DEPTH_KEPT` is flattened again only if it has changed since the last time.
    """
    seats: list[int | None] = [None, *range(match.table.seats)]
    names = ["the table", *match.table.names]

    def leaves(who: str, value: Any, depth: int, place: str = "") -> Iterator[tuple[str, str]]:
        if isinstance(value, Mapping) and value and depth:
            for key, part in value.items():
                yield from leaves(who, part, depth - 1, f"{place}.{key}" if place else str(key))
        else:
            known = flattened.get((who, place))
            if known is None or known[0] != value:
                known = flattened[who, place] = value, [*_leaves(value, place)]
            yield from known[1]

    return {
        name: dict(leaves(name, match.game.position(match.table, seat), DEPTH_KEPT))
        for name, seat in zip(names, seats, strict=True)
    }


def _leaves(value: Any, place: str) -> Iterator[tuple[str, str]]:
    """Yield the places of a part of a position with their values as JSON."""
    if isinstance(value, Mapping) and value:
        for key, part in value.items():
            yield from _leaves(part, f"{place}.{key}")
    else:
        yield place, json.dumps(value, ensure_ascii=False)


def _changes(
    before: Mapping[str, Mapping[str, str]], after: Mapping[str, Mapping[str, str]], names: Sequence[str]
) -> Iterator[str]:
    """Yield what has changed, grouping the seats that see the same."""
    changed: set[str] = set()
    for who, seen in after.items():
        changed.update(place for place, _ in seen.items() ^ before.get(who, {}).items())
    places = dict.fromkeys(place for seen in (*after.values(), *before.values()) for place in seen)
    for place in places:
        if place not in changed:
            continue
        now = {who: seen.get(place) for who, seen in after.items()}
        told = {who: _change(before.get(who, {}).get(place), value) for who, value in now.items()}
        for change in dict.fromkeys(told.values()):
            whose = [who for who in told if told[who] == change]
            if change:
                yield f"  {place} {change}" + ("" if len(whose) == len(now) else f"  ({', '.join(whose)})")


def _change(before: str | None, after: str | None) -> str:
    """Return the change of a value; for a list, only what was removed and appended, if nothing else changed."""
    if before == after:
        return ""
    if after is None:
        return "is gone"
    old, new = (json.loads(value) if value else None for value in (before, after))
    if isinstance(old, list) and isinstance(new, list) and old:
        left, stayed = [], 0
        for one in old:
            if stayed < len(new) and new[stayed] == one:
                stayed += 1
            else:
                left.append(one)
        if stayed or not new:
            return " ".join(
                f"{sign} {json.dumps(some)[1:-1]}" for sign, some in (("-", left), ("+", new[stayed:])) if some
            )
    return f"= {after}"


def _asked(match: Match, closed: dict[tuple[int, str], list[str]]) -> Iterator[str]:
    """Yield the questions; `closed` has what each seat's last question closed, so that it is written only once."""
    ask = match.ask
    if isinstance(ask, Chance):
        yield f"  chance is asked by {ask.rule}: {_outcomes(ask)}"
    for part in ask.asks if isinstance(ask, Together) else [ask] if isinstance(ask, Choose) else []:
        yield f"  {match.table.names[part.seat]} is asked by {part.rule}"
        by: dict[str, list[str]] = {}
        for option in part.options():
            by.setdefault(" ".join(refusal.rule for refusal in option.refusals), []).append(spell(option.value))
        yield f"    open: {', '.join(by.pop('', []))}"
        now = [f"    closed by {rules}: {', '.join(values)}" for rules, values in sorted(by.items())]
        yield from (
            ["    closed: the same as when this was last asked"]
            if now == closed.get((part.seat, part.rule)) and now
            else now
        )
        closed[part.seat, part.rule] = now


def _outcomes(ask: Chance) -> str:
    listed = [f"{spell(outcome)} ({chance})" for outcome, chance in islice(ask.outcomes(), MOST_OUTCOMES + 1)]
    return ", ".join(listed) if len(listed) <= MOST_OUTCOMES else f"more than {MOST_OUTCOMES} outcomes"


# -- counts --------------------------------------------------------------------------------------------------------


def perft_file(game: Game) -> Path:
    """Return the file with the counts of a game."""
    return FOLDER / game.id / "perft.toml"


def perft_cases(game: Game) -> list[dict[str, Any]]:
    """Return the stored positions of a game with their counts."""
    cases: list[dict[str, Any]] = tomllib.loads(perft_file(game).read_text(encoding="utf-8"))["case"]
    return cases


def counted(game: Game, scene: str, depth: int) -> dict[str, int]:
    """Count the positions within `depth` answers of a scene's position."""
    return dict(perft(line_of(load_scenes(scene, "perft")[0].match(game)), depth))


def chosen_positions(game: Game) -> Iterator[dict[str, Any]]:
    """Choose three positions of a game between bots (early, middle and late), each as deep as is quick to count."""
    match = Match(game, game.new(game.setup(min(game.seats))), SEED)
    bot = next(iter(game.bots.values()))
    scenes: list[str] = []
    chosen: list[str] = []
    while match.ask is not None:
        table, since = match.since_checkpoint()
        if not since:
            document = {"game": game.id, "players": [*table.names], "table": game.position(table, None)}
            scene = scene_text(document)
            if load_scenes(scene, "perft")[0].lay_out(game).agenda == table.agenda:  # not in the middle of a setup
                scenes.append(scene)
        random = chance_at(SEED, len(match.log))
        match.answer(
            match.ask.resolve(lambda ask, r=random: bot(ask, lambda: game.position(match.table, ask.seat), r), random)
        )
    for part in range(3):
        for scene in scenes[part * len(scenes) // 3 :]:
            if scene not in chosen and (case := _deep_enough(game, scene)):
                chosen.append(scene)
                yield {"title": ("early", "in the middle", "late")[part], **case}
                break


def _deep_enough(game: Game, scene: str) -> dict[str, Any] | None:
    for depth in range(3, 7):
        if _is_too_wide(game, scene, depth):
            return None
        counts = counted(game, scene, depth)
        if sum(counts.values()) >= LEAST_POSITIONS:
            return {"depth": depth, "scene": scene, "counts": counts}
    return None


def _is_too_wide(game: Game, scene: str, depth: int) -> bool:
    """Return whether there are more than `MOST_POSITIONS` positions at this depth, level by level."""
    lines = [line_of(load_scenes(scene, "perft")[0].match(game))]
    for _ in range(depth):
        pairs = ((line, answer) for line in lines if line.ask is not None for answer in _some_answers(line.ask))
        following = [line.then(answer) for line, answer in islice(pairs, MOST_POSITIONS + 1)]
        if len(following) > MOST_POSITIONS:
            return True
        lines = following
    return False


def _some_answers(ask: Any) -> list[Any]:
    """Return the answers to an ask; if there are too many, one more than the limit."""
    if isinstance(ask, Chance):
        return [outcome for outcome, _ in islice(ask.outcomes(), MOST_POSITIONS + 1)]
    parts = [part.open() for part in ask.asks] if isinstance(ask, Together) else []
    return list(islice(product(*parts), MOST_POSITIONS + 1)) if parts else list(ask.open())


def perft_text(game: Game, cases: Sequence[Mapping[str, Any]]) -> str:
    """Return positions and their counts as the text of a file."""
    lines = ["# How many choices, chance asks, ends and cut-off positions lie within so many answers of a position."]
    for case in cases:
        lines += ["", "[[case]]", f'title = "{case["title"]}"', f"depth = {case['depth']}"]
        lines += [f"counts = {toml_value(case['counts'])}", f"scene = '''\n{case['scene']}'''"]
    return "\n".join(lines) + "\n"
