"""Playing a scene: its steps on a match, and what must hold, told with the whole position when it does not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from tutor.engine.asks import PASS, Ask, Chance, Choose, Refusal, Shuffle, Together, spell
from tutor.engine.bounds import MOST_ANSWERS
from tutor.engine.files import BROKEN, BadInput, check_numbers, structure
from tutor.engine.game import Game, find_game
from tutor.engine.match import Illegal, Match
from tutor.engine.scene import Scene, listed


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a scene: an answer, a refused try, or what must hold."""

    answer: str | None = None
    """The answer's text, for whatever is asked: `move 3`, `3 5 5` for dice, card ids for a draw."""
    luck: bool = False
    """Let the scene's seed answer for chance."""
    times: int = 1
    """How often the answer is given."""
    refused: str | None = None
    """A try that the rules must refuse."""
    rule: str = ""
    """The rule that must be among the reasons of the refusal."""
    why: str = ""
    """Words that the reasons must contain."""
    fix: str = ""
    """Words that the nearest legal ways must contain."""
    seat: str = ""
    """The player who answers or tries: checked, and needed where several are asked together."""
    undo: int = 0
    """Take back so many answers."""
    expect: dict[str, Any] | None = None
    """What must hold; see `EXPECTATIONS`."""


EXPECTATIONS = {
    "table": "part of the position, in the words of the game's [table]",
    "seen_by": "the player through whose eyes `table` is looked at",
    "ask": "the rule id of the question that is pending",
    "asked": "the player who is asked, or the list of those asked together",
    "trail": "rule ids that are in force",
    "open": "answers that are open, among others",
    "closed": "answers that are offered but closed, among others",
    "notes": "rule ids that notes have cited since the last expectation",
    "no_notes": "rule ids that no note has cited since then",
    "says": "words that stand in a note since then",
    "over": "whether the game is over",
    "scores": "points by player",
    "winners": "the players who have won",
}
"""What a scene's `expect` may hold."""


class Unmet(AssertionError):
    """Something that a scene expects does not hold; the message shows the position."""

    def as_input(self, file: str) -> BadInput:
        """The same as an error of the file, without the position."""
        return BadInput(file, "", str(self).partition("\n")[0].removeprefix(file).strip(" :"))


class Player:
    """Plays a scene's steps on a match and checks what must hold."""

    def __init__(self, scene: Scene, match: Match, report: Callable[[str], None] | None = None) -> None:
        """Args: the scene, a match in its position, and who is told the id of every rule that comes up."""
        self.scene = scene
        self.match = match
        self.report = report
        self.refusals: list[tuple[str, tuple[Refusal, ...]]] = []
        """Every refused try of the scene with its reasons."""
        self._noted = 0
        self._answers = 0
        self._place = ""

    def run(self) -> Match:
        """Play all steps.

        Raises:
            Unmet: if something expected does not hold.
            BadInput: if a step makes no sense.
        """
        report = self.report
        self._hear_ask()
        with self.match.game.rules.entered(report) if report else nullcontext():
            for n, raw in enumerate(self.scene.play):
                self.step(self.parse(raw, n), n)
        self._hear_notes()
        return self.match

    def parse(self, raw: Any, n: int = 0) -> Step:
        """Turn a step as written into a `Step`."""
        if isinstance(raw, str):
            name, colon, answer = raw.partition(":")
            if colon and name.strip() in self.match.table.names:
                return Step(answer=answer.strip(), seat=name.strip())
            return Step(answer=raw)
        check_numbers(raw, self.scene.file, f"play[{n}]")
        return structure(raw, Step, self.scene.file, f"$.play[{n}]")

    def step(self, step: Step, n: int = 0) -> None:
        """Play one step; `n` is its place, for errors."""
        self._place = f"play[{n}]"
        try:
            if step.undo:
                self.match.undo(step.undo)
                self._noted = min(self._noted, len(self.match.notes))
            for _ in range(step.times if step.answer is not None or step.luck else 0):
                self._answer(step)
            if step.refused is not None:
                self._try(step)
            if step.expect is not None:
                self._expect(step.expect)
        except Unmet as unmet:
            raise Unmet(f"{self.scene.file} {self._place}: {unmet}\n{describe(self.match)}") from None
        except BadInput:
            raise
        except Illegal as error:
            raise Unmet(f"{self.scene.file} {self._place}: {error}\n{describe(self.match)}") from None
        except BROKEN as error:
            what = "the rules cannot go on from here; no game leads to such a position"
            raise BadInput(self.scene.file, self._place, what) from error

    def _settled(self, text: str, name: str = "") -> Ask | None:
        """The pending ask, after what answers itself and the step does not speak of; `name` may pass in words."""
        match = self.match
        spoken_of = text.strip() in ("", "shuffle")
        while not (spoken_of and isinstance(match.ask, Shuffle)) and go_by_itself(match, name):
            self._hear_ask()
        return match.ask

    def _answer(self, step: Step) -> None:
        self._answers += 1
        if self._answers > MOST_ANSWERS:
            raise BadInput(self.scene.file, self._place, f"expected at most {MOST_ANSWERS:,} answers in all, got more")
        text = step.answer or ""
        if step.luck:
            if not isinstance(self.match.ask, Chance):
                raise Unmet("chance is not asked here")
            self.match.answer_by_chance()
        elif not self._passed(text, step.seat):
            ask = self._settled(text, step.seat if text.strip() == PASS else "")
            if ask is None:
                raise Unmet(f"the game is over; “{text}” answers nothing")
            if isinstance(ask, Chance):
                self.match.answer(_meant(ask, _without_verb(text)))
            else:
                self._decide(ask, text, step.seat)
        self._hear_ask()

    def _passed(self, text: str, name: str) -> bool:
        """Whether a pass that is written without a name is one that goes by itself, with nobody to pass after it."""
        if text.strip() != PASS or name or not isinstance(self.match.ask, Choose):
            return False
        answers = len(self.match.log)
        ask = self._settled(text)
        return len(self.match.log) > answers and not (isinstance(ask, Choose) and PASS in ask.open())

    def _decide(self, ask: Ask, text: str, name: str) -> None:
        seat = self._seat(name) if name else None
        if isinstance(ask, Together) and seat is not None:
            part = self.match.asked(seat)
            if part is None:
                raise Unmet(f"{name} is not asked now")
            self.match.answer(_meant(part, text), seat)
            return
        if seat is not None and ask.seat != seat:
            raise Unmet(f"{name} is not asked now")
        self.match.answer(_meant(ask, text))

    def _try(self, step: Step) -> None:
        text = step.refused or ""
        ask = self._settled(text, step.seat)
        seat = self._seat(step.seat) if step.seat else None
        part: Ask | None = self.match.asked(seat) if seat is not None else ask
        if part is None:
            reasons: tuple[Refusal, ...] = (Refusal("", "nothing is asked of this player now"),)
        else:
            reasons = _reasons(part, text)
        if not reasons:
            raise Unmet(f"“{text}” should be refused, but is open")
        self.refusals.append((text, reasons))
        for reason in reasons:
            self._hear(reason.rule)
        if step.rule and step.rule not in [reason.rule for reason in reasons]:
            raise Unmet(f"“{text}” should be refused by {step.rule}, but is refused by {_said(reasons)}")
        for wanted, said in ((step.why, [r.why for r in reasons]), (step.fix, [r.fix for r in reasons])):
            if wanted and not any(wanted in words for words in said):
                raise Unmet(f"the refusal of “{text}” should say “{wanted}”, but says {_said(reasons)}")

    def _seat(self, name: str) -> int:
        names = self.match.table.names
        if name not in names:
            raise BadInput(self.scene.file, f"{self._place}.seat", f"no player “{name}”; there are {', '.join(names)}")
        return names.index(name)

    # -- what must hold ------------------------------------------------------------------------------------------------

    def _expect(self, expected: Mapping[str, Any]) -> None:
        for key in expected:
            if key not in EXPECTATIONS:
                known = ", ".join(EXPECTATIONS)
                raise BadInput(self.scene.file, f"{self._place}.expect.{key}", f"unknown; known are {known}")
        self._settled("expect")
        self._hear_notes()
        complaints = [c for key, value in expected.items() for c in self._complaints(key, value, expected)]
        self._noted = len(self.match.notes)
        if complaints:
            raise Unmet("; ".join(complaints))

    def _complaints(self, key: str, value: Any, expected: Mapping[str, Any]) -> Iterable[str]:
        match, ask = self.match, self.match.ask
        names = match.table.names
        notes = match.notes[self._noted :]
        cited = {id for note in notes for id in note.rules.split()}
        match key:
            case "table":
                seen_by = expected.get("seen_by")
                seat = None if seen_by is None else self._seat(seen_by)
                yield from differences(value, match.game.position(match.table, seat), "table")
            case "ask" if (ask.rule if ask else "") != value:
                yield f"{value or 'nothing'} should be asked, but {ask.rule if ask else 'nothing'} is"
            case "asked":
                asked = [names[a.seat] for a in _choices(ask)]
                if asked != listed(value):
                    yield f"{value} should be asked, but {asked or 'nobody'} is"
            case "trail":
                yield from (f"{id} should be in force, not {match.trail}" for id in _missing(value, match.trail))
            case "open" | "closed":
                found = [
                    spell(o.value) for a in _choices(ask) for o in a.options() if bool(o.refusals) == (key == "closed")
                ]
                yield from (f"“{text}” should be {key}" for text in _missing(value, found))
            case "notes":
                yield from (f"a note should cite {id}, cited are {sorted(cited)}" for id in _missing(value, cited))
            case "no_notes":
                yield from (f"no note should cite {id}" for id in listed(value) if id in cited)
            case "says":
                said = [note.text for note in notes]
                for words in listed(value):
                    if not any(words in text for text in said):
                        yield f"a note should say “{words}”; the notes say {said}"
            case "over" | "scores" | "winners":
                yield from self._standing(key, value)
            case _:
                return

    def _standing(self, key: str, value: Any) -> Iterable[str]:
        standing = self.match.game.standing(self.match.table)
        names = self.match.table.names
        if key == "scores":
            yield from differences(value, dict(zip(names, standing.scores, strict=False)), "scores")
        elif key == "winners":
            winners = [names[seat] for seat in standing.winners]
            if sorted(winners) != sorted(listed(value)):
                yield f"winners should be {value}, but are {winners}"
        elif (self.match.ask is None) != value:
            yield f"the game should {'' if value else 'not '}be over"

    # -- who hears ------------------------------------------------------------------------------

    def _hear(self, id: str) -> None:
        if self.report and id:
            self.report(id)

    def _hear_ask(self) -> None:
        ask = self.match.ask
        if self.report and ask is not None:
            for part in (ask, *_choices(ask)):
                self._hear(part.rule)

    def _hear_notes(self) -> None:
        if self.report:
            for note in self.match.notes:
                for id in note.rules.split():
                    self.report(id)


def go_by_itself(match: Match, but: str = "") -> bool:
    """Answer what leaves no choice, and say whether there was such a thing.

    Those are shuffles, and questions asked out of politeness with one answer open (except to the player called `but`).
    """
    ask = match.ask
    if isinstance(ask, Shuffle):
        match.answer(())
        return True
    left = [part for part in _choices(ask) if match.asked(part.seat) is part]
    if not left or not all(part.idle and match.table.names[part.seat] != but for part in left):
        return False
    for part in left:
        match.answer(part.open()[0], part.seat)
    return True


def _missing(wanted: Any, found: Iterable[str]) -> list[str]:
    there = set(found)
    return [one for one in listed(wanted) if one not in there]


def _choices(ask: Ask | None) -> list[Choose]:
    if isinstance(ask, Together):
        return list(ask.asks)
    return [ask] if isinstance(ask, Choose) else []


def _meant(ask: Ask, text: str) -> Any:
    """The answer that a text spells."""
    try:
        return ask.parse(text)
    except ValueError as error:
        raise Unmet(str(error)) from None


def _reasons(ask: Ask, text: str) -> tuple[Refusal, ...]:
    try:
        value = ask.parse(_without_verb(text) if isinstance(ask, Chance) else text)
    except ValueError as error:
        return (Refusal(ask.rule, str(error)),)
    if isinstance(ask, Choose):
        return ask.why_not(value)
    return () if ask.accepts(value) else (Refusal(ask.rule, f"“{text}” cannot come here"),)


def _without_verb(text: str) -> str:
    """Dice and cards may be written with their verb: `roll 3 5`, `draw camera`."""
    verb, _, rest = text.strip().partition(" ")
    return rest if verb in ("roll", "draw", "shuffle") else text


def _said(reasons: Iterable[Refusal]) -> str:
    return "; ".join(f"{r.rule}: {r.why} {r.fix}".strip() for r in reasons)


def differences(expected: Any, actual: Any, place: str) -> list[str]:
    """Return what of `expected` does not hold in `actual`: tables are compared in part, everything else whole.

    Where a list or a table stands, `{n = 3}` asks for its length, `{has = "x"}` and `{lacks = "x"}` for a member.
    """
    if isinstance(expected, Mapping):
        if isinstance(actual, list | tuple) or (set(expected) <= {"n", "has", "lacks"} and isinstance(actual, Mapping)):
            return _membership(expected, actual, place)
        if not isinstance(actual, Mapping):
            return [f"{place} should be a table, but is {actual!r}"]
        found = []
        for key, value in expected.items():
            if key not in actual:
                found.append(f"{place}.{key} is missing; there are {', '.join(map(str, actual))}")
            else:
                found += differences(value, actual[key], f"{place}.{key}")
        return found
    same = list(actual) == expected if isinstance(expected, list) and isinstance(actual, tuple) else actual == expected
    return [] if same else [f"{place} should be {expected!r}, but is {actual!r}"]


def _membership(expected: Mapping[str, Any], actual: Any, place: str) -> list[str]:
    found = []
    for key, value in expected.items():
        if key == "n" and len(actual) != value:
            found.append(f"{place} should hold {value}, but holds {len(actual)}")
        elif key == "has":
            found += [f"{place} should hold {one!r}, but is {actual!r}" for one in listed(value) if one not in actual]
        elif key == "lacks":
            found += [f"{place} should not hold {one!r}" for one in listed(value) if one in actual]
        elif key != "n":
            found.append(f"{place} is a list: ask for n, has or lacks, not {key}")
    return found


def describe(match: Match) -> str:
    """Return what is asked, with every option and its refusals, and the rules in force: for failure messages."""
    ask = match.ask
    if ask is None:
        return "  the game is over"
    lines = [f"  in force: {' > '.join(match.trail)}", f"  asked: {ask.rule} ({type(ask).__name__})"]
    for part in _choices(ask):
        lines.append(f"  {match.table.names[part.seat]}: {part.prompt()}")
        lines += [
            f"    {spell(o.value)}" + (f"  CLOSED {_said(o.refusals)}" if o.refusals else "") for o in part.options()
        ]
    return "\n".join(lines)


def play_scene(
    scene: Scene, game: Game | None = None, report: Callable[[str], None] | None = None, cards: Any = None
) -> Player:
    """Lay out a scene, play its steps and return the player, with the match in its last position.

    Raises:
        BadInput: if the scene does not fit.
        Unmet: if something expected does not hold.
    """
    if report:
        game = game or find_game(scene.game)
        with game.rules.entered(report):  # rules that run before the first ask count too
            match = scene.match(game, cards=cards)
    else:
        match = scene.match(game, cards=cards)
    player = Player(scene, match, report)
    player.run()
    return player
