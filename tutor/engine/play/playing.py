"""Playing a scene: its steps on a match, and what must hold; if something does not, the error shows the position."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import Any

from tutor.engine.book.bounds import MOST_ANSWERS
from tutor.engine.book.files import BROKEN, BadInput, check_numbers, naming, structure
from tutor.engine.core.asks import PASS, Ask, Chance, Choose, Draw, Refusal, Roll, Shuffle, Together, Value, spell
from tutor.engine.core.game import Game, find_game
from tutor.engine.core.match import Illegal, Match
from tutor.engine.core.table import Many
from tutor.engine.play.expectations import check_expected, plainly
from tutor.engine.play.expecting import choices, complaints
from tutor.engine.play.scene import Scene


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a scene: an answer, a refused try, or what must hold."""

    answer: str | None = None
    """The text of the answer to the pending question: `move 3`, `3 5 5` for dice, card ids for a draw."""
    luck: bool = False
    """Let the scene's seed answer for chance."""
    times: int = 1
    """How often the answer is given."""
    refused: str | None = None
    """An answer that is understood here, but that the rules must refuse."""
    rule: str = ""
    """The rule that must be among the reasons of the refusal."""
    no_rule: str = ""
    """A rule that must not be among the reasons."""
    why: str = ""
    """Words that the reasons must contain."""
    fix: str = ""
    """Words that the nearest legal moves must contain."""
    instead: str = ""
    """The open answer that the refusal must offer in its place."""
    seat: str = ""
    """The player who answers or tries; it is checked, and needed if several are asked together."""
    undo: int = 0
    """Take back this many answers."""
    expect: dict[str, Any] | None = None
    """What must hold; see `EXPECTATIONS` in `tutor.engine.play.expectations`."""


DEEDS = ("answer", "luck", "refused", "undo", "expect")
"""The keys of a step that do something; every step has exactly one of them."""

DETAILS = {
    "answer": ("seat", "times"),
    "luck": ("times",),
    "refused": ("seat", "rule", "no_rule", "why", "fix", "instead"),
}
"""The keys that may go with each of these deeds."""


class Unmet(AssertionError):
    """Something that a scene expects does not hold; the message shows the position."""

    def as_input(self, file: str) -> BadInput:
        """Return the same as an error in the file, without the position."""
        return BadInput(file, "", str(self).partition("\n")[0].removeprefix(file).strip(" :"))


class Player:
    """Plays a scene's steps on a match and checks what must hold."""

    def __init__(self, scene: Scene, match: Match, report: Callable[[str], None] | None = None) -> None:
        """Args: the scene, a match in its position, and a function called with the id of every rule that comes up."""
        self.scene = scene
        self.match = match
        self.report = report
        self.refusals: list[tuple[str, tuple[Refusal, ...]]] = []
        """Every refused try of the scene with its reasons."""
        self._begun = match.table.copy()
        self._noted = self._walked = 0
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
        """Turn a step as written into a `Step`.

        Raises:
            BadInput: if it makes no sense, names a rule or a player that does not exist, or could not fail.
        """
        place = f"play[{n}]"
        check_numbers(raw, self.scene.file, place)
        step = Step(answer=raw) if isinstance(raw, str) else structure(raw, Step, self.scene.file, f"$.{place}")
        if not isinstance(raw, str):
            self._check(step, raw, place)
        text = step.answer if step.answer is not None else step.refused
        name, addressed = self._addressed(text or "")
        if not name:
            return step
        if step.seat not in ("", name):
            raise BadInput(self.scene.file, f"{place}.seat", f"“{text}” names {name}, not {step.seat}")
        if step.answer is not None:
            return replace(step, answer=addressed, seat=name)
        return replace(step, refused=addressed, seat=name)

    def _check(self, step: Step, raw: Mapping[str, Any], place: str) -> None:
        file, book, names = self.scene.file, self.match.game.book, self.match.table.names
        deeds = [key for key in DEEDS if key in raw]
        if len(deeds) != 1:
            raise BadInput(file, place, f"expected one of {', '.join(DEEDS)}, got {' and '.join(deeds) or 'none'}")
        if strays := [key for key in raw if key not in (deeds[0], *DETAILS.get(deeds[0], ()))]:
            raise BadInput(file, f"{place}.{strays[0]}", f"this has no meaning beside `{deeds[0]}`")
        if step.times < 1 or ("undo" in raw and step.undo < 1) or ("luck" in raw and not step.luck):
            raise BadInput(file, place, "this would do nothing")
        if step.seat and step.seat not in names:
            raise BadInput(file, f"{place}.seat", f"no player “{step.seat}”; the players are {', '.join(names)}")
        book.check([step.rule] if step.rule else [], file, f"{place}.rule")
        book.check([step.no_rule] if step.no_rule else [], file, f"{place}.no_rule")
        if step.expect is not None:
            check_expected(step.expect, book, names, file, f"{place}.expect")

    def _addressed(self, text: str) -> tuple[str, str]:
        """The player whom an answer names, and the rest of it; nobody if there are several answers on one line."""
        name, colon, answer = text.partition(":")
        named = bool(colon) and ";" not in text and name.strip() in self.match.table.names
        return (name.strip(), answer.strip()) if named else ("", text)

    def step(self, step: Step, n: int = 0) -> None:
        """Play one step; `n` is its place, for errors."""
        self._place = f"play[{n}]"
        try:
            if step.undo:
                self._undo(step.undo)
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
            raise BadInput(self.scene.file, self._place, "the rules break down in this position") from error

    def _undo(self, answers: int) -> None:
        given = len(self.match.log) + bool(self.match.pending)
        if answers > given:
            before = f"only {given} came before" if given else "no answer came before"
            raise Unmet(f"{Many(answers):answer} cannot be taken back, because {before}")
        self.match.undo(answers)
        self._noted = min(self._noted, len(self.match.notes))
        self._walked = min(self._walked, len(self.match.steps))

    def _settled(self, text: str, name: str = "") -> Ask | None:
        """The pending ask, after everything has been answered that answers itself.

        A shuffle that the step names, and a question to the player `name` who can only pass, are left to the step.
        """
        match = self.match
        spoken_of = text.strip() in ("", "shuffle")
        while not (spoken_of and isinstance(match.ask, Shuffle)) and go_by_itself(match, name):
            self._hear_ask()
        return match.ask

    def _answer(self, step: Step) -> None:
        self._answers += 1
        if self._answers > MOST_ANSWERS:
            raise BadInput(self.scene.file, self._place, f"expected at most {MOST_ANSWERS:,} answers in all, got more")
        if step.luck:
            if not isinstance(self._settled("luck"), Chance):
                raise Unmet("chance is not asked here")
            self.match.answer_by_chance()
            self._hear_ask()
        for name, text in self._parts(step):
            self._give(text, name)

    def _parts(self, step: Step) -> list[tuple[str, str]]:
        """The answers of a step, each with who gives it: `Ada: yes; Ben: no` has two."""
        if step.answer is None:
            return []
        parts = [self._addressed(part.strip()) for part in step.answer.split(";")]
        named = [name for name, _ in parts if name]
        if step.seat or not named:
            return [(step.seat, step.answer)]
        if len(named) < len(parts):
            raise Unmet(f"“{step.answer}” names only some of those who answer")
        return parts

    def _give(self, text: str, name: str) -> None:
        if not self._passed(text, name):
            ask = self._settled(text, name if text.strip() == PASS else "")
            if ask is None:
                raise Unmet(f"the game is over, so “{text}” answers nothing")
            if isinstance(ask, Chance):
                self.match.answer(_meant(ask, _without_verb(text)))
            else:
                self._decide(ask, text, name)
        self._hear_ask()

    def _passed(self, text: str, name: str) -> bool:
        """Whether a pass without a name has happened by itself, and there is nobody who could pass after it."""
        if text.strip() != PASS or name or not isinstance(self.match.ask, Choose):
            return False
        answers = len(self.match.log)
        ask = self._settled(text)
        return len(self.match.log) > answers and not (isinstance(ask, Choose) and PASS in ask.open())

    def _decide(self, ask: Ask, text: str, name: str) -> None:
        if not isinstance(ask, Together) or name:
            part = self._asked(ask, name)
            value = _meant(part, text)
            _agree(part, value)
            self.match.answer(value, part.seat)
        else:
            self.match.answer(_meant(ask, text))

    def _asked(self, ask: Ask, name: str) -> Choose:
        """The question to the player called `name` or, without a name, to the only player who is asked."""
        part = self.match.asked(self._seat(name)) if name else ask
        if isinstance(part, Choose):
            return part
        raise Unmet(f"{name} is not asked now" if name else "several players are asked at once; name the player")

    def _try(self, step: Step) -> None:
        text = step.refused or ""
        ask = self._settled(text, step.seat)
        if ask is None:
            raise Unmet(f"the game is over, so nobody can try “{text}”")
        if isinstance(ask, Chance) and not step.seat:
            reasons = self._impossible(ask, text)
        else:
            part = self._asked(ask, step.seat)
            value = _meant(part, text)
            _agree(part, value)
            reasons = part.why_not(value)
        if not reasons:
            raise Unmet(f"“{text}” should be refused, but is open")
        self.refusals.append((text, reasons))
        for reason in reasons:
            self._hear(reason.rule)
        if step.rule and step.rule not in [reason.rule for reason in reasons]:
            raise Unmet(f"“{text}” should be refused by {step.rule}, but is refused by {_said(reasons)}")
        if step.no_rule in [reason.rule for reason in reasons]:
            raise Unmet(f"“{text}” should not be refused by {step.no_rule}")
        for wanted, said in ((step.why, [r.why for r in reasons]), (step.fix, [r.fix for r in reasons])):
            if wanted and not any(plainly(wanted) in plainly(words) for words in said):
                raise Unmet(f"the refusal of “{text}” should say “{wanted}”, but says {_said(reasons)}")
        offered = [spell(reason.option) for reason in reasons if reason.option is not None]
        if step.instead and step.instead not in offered:
            found = ", ".join(offered) or "nothing"
            raise Unmet(f"the refusal of “{text}” should offer “{step.instead}” instead, but offers {found}")

    def _impossible(self, ask: Chance, text: str) -> tuple[Refusal, ...]:
        """Why dice or cards are impossible; other texts are errors, so that a misspelling is not taken for a refusal.

        Raises:
            Unmet: if the text names neither faces nor cards.
        """
        words = _without_verb(text).replace(",", " ").split()
        cards = self.match.table.cards
        if not (isinstance(ask, Roll) and all(word.isdecimal() for word in words)) and not (
            isinstance(ask, Draw) and all(word in cards for word in words)
        ):
            raise Unmet(f"“{text}” is not understood here, where {ask.rule} asks chance")
        try:
            ask.parse(_without_verb(text))
        except ValueError as error:
            return (Refusal(ask.rule, str(error)),)
        return ()

    def _seat(self, name: str) -> int:
        names = self.match.table.names
        if name not in names:
            wrong = f"no player “{name}”; the players are {', '.join(names)}"
            raise BadInput(self.scene.file, f"{self._place}.seat", wrong)
        return names.index(name)

    def _expect(self, expected: Mapping[str, Any]) -> None:
        self._settled("expect")
        self._hear_notes()
        with naming(self.scene.file, f"{self._place}.expect"):
            notes, walk = self.match.notes[self._noted :], self.match.steps[self._walked :]
            amiss = list(complaints(expected, self.match, notes, walk, self._begun))
        self._noted, self._walked = len(self.match.notes), len(self.match.steps)
        if amiss:
            raise Unmet("; ".join(amiss))

    # -- reporting ------------------------------------------------------------------------------

    def _hear(self, id: str) -> None:
        if self.report and id:
            self.report(id)

    def _hear_ask(self) -> None:
        ask = self.match.ask
        if self.report and ask is not None:
            for part in (ask, *choices(ask)):
                self._hear(part.rule)

    def _hear_notes(self) -> None:
        if self.report:
            for note in self.match.notes:
                for id in note.rules.split():
                    self.report(id)


def go_by_itself(match: Match, but: str = "") -> bool:
    """Answer everything that leaves no choice, and return whether there was anything.

    These are shuffles, and questions that only keep silence from revealing something, except those to the player `but`.
    """
    ask = match.ask
    if isinstance(ask, Shuffle):
        match.answer(())
        return True
    left = [part for part in choices(ask) if match.asked(part.seat) is part]
    if not left or not all(part.idle and match.table.names[part.seat] != but for part in left):
        return False
    for part in left:
        match.answer(part.open()[0], part.seat)
    return True


def _meant(ask: Ask, text: str) -> Any:
    """The answer that a text spells."""
    try:
        return ask.parse(text)
    except ValueError as error:
        raise Unmet(str(error)) from None


def _without_verb(text: str) -> str:
    """Return dice or cards without the verb that they may be written with: `roll 3 5`, `draw camera`."""
    verb, _, rest = text.strip().partition(" ")
    return rest if verb in ("roll", "draw", "shuffle") else text


def _agree(part: Choose, value: Value) -> None:
    """Check that a question lists as open what it accepts, because bots use the list and scenes what is accepted."""
    if (value in part.open()) != part.accepts(value):
        raise Unmet(f"{part.rule} contradicts itself: open() and refuse() do not agree about “{spell(value)}”")


def _said(reasons: Iterable[Refusal]) -> str:
    return "; ".join(f"{r.rule}: {r.why}" + (f". {r.fix}" if r.fix else "") for r in reasons)


def describe(match: Match) -> str:
    """Return what is asked, every option with its refusals, and the rules in force, for failure messages."""
    ask = match.ask
    if ask is None:
        return "  the game is over"
    lines = [f"  in force: {' > '.join(match.trail)}", f"  asked: {ask.rule} ({type(ask).__name__})"]
    for part in choices(ask):
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
        with game.rules.entered(report):  # rules that run before the first ask count, too
            match = scene.match(game, cards=cards)
    else:
        match = scene.match(game, cards=cards)
    player = Player(scene, match, report)
    player.run()
    return player
