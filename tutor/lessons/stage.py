"""The positions of a page: where each step begins and ends when the wanted moves are made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from typing import Any

from tutor.engine.book.files import BadInput
from tutor.engine.core.asks import Chance, Choose, Together, Value, spell
from tutor.engine.core.match import Match, chance_at, uniformly
from tutor.engine.play.playing import Player, Unmet, go_by_itself
from tutor.engine.play.playing import Step as Told
from tutor.engine.play.scene import Scene
from tutor.lessons.page import CORE, Page, Step, Way

LUCK = "luck"
"""The answer that lets chance answer by the seed."""

NOTHING = "nothing"
"""Among alternatives, the last one, if there may be nothing to answer."""

OR = " | "
"""What separates alternatives, of which the first that fits is given: `5 4 3 | 5 4`."""


class Stage:
    """The match of every step of a page, laid out when it is first needed."""

    def __init__(self, page: Page, part: str = "step") -> None:
        """Args: the page, and which of its parts is taken: "step" or "test_out"."""
        self.page = page
        self.file = page.file
        self.part = part
        self.steps: tuple[Step, ...] = getattr(page, part)
        self._starts: dict[int, Match] = {}
        self._ends: dict[int, Match] = {}
        self._ways: dict[tuple[int, int], Match] = {}

    def start(self, n: int) -> Match:
        """A separate match in the position in which step `n` begins.

        Raises:
            BadInput: if the page's moves do not fit the position.
        """
        return self._start(n).fork()

    def _start(self, n: int) -> Match:
        """The match in that position, shared by all callers that do not change it."""
        if n not in self._starts:
            match = self._lay_out(n) if self.begins_anew(n) else self.end(n - 1)
            self._starts[n] = match.fork()
        return self._starts[n]

    def begins_anew(self, n: int) -> bool:
        """Whether step `n` begins in a position of its own: a new one, or the page’s at the beginning of a part."""
        step = self.steps[n]
        return n == 0 or step.scene is not None or bool(step.ways) or step.part != self.steps[n - 1].part

    def leads_on(self, n: int) -> bool:
        """Whether another step begins where step `n` ends if the wanted moves are made."""
        return n + 1 < len(self.steps) and not self.begins_anew(n + 1) and self.steps[n + 1].kind != "free"

    def you(self, n: int) -> int:
        """The learner's seat in step `n`."""
        name = next((step.you for step in reversed(self.steps[: n + 1]) if step.you), self.page.you)
        names = self._start(0 if self.page.one_table else n).table.names
        if name and name not in names:
            raise BadInput(self.file, "you", f"no player “{name}” here; the players are {', '.join(names)}")
        return names.index(name) if name else 0

    def way(self, n: int, k: int) -> Match:
        """A separate match in which step `n` has been played in way `k` of those that it compares.

        Raises:
            BadInput: if the moves do not fit the position.
        """
        if (n, k) not in self._ways:
            step = self.steps[n]
            match = self._lay_out(n, step.ways[k])
            own = step.ways[k].play
            for m, move in enumerate(own or step.play):
                self._play(match, n, f"ways[{k}].play[{m}]" if own else f"play[{m}]", move.answers)
            self._ways[n, k] = match
        return self._ways[n, k].fork()

    def _lay_out(self, n: int, way: Way | None = None) -> Match:
        scene = self.page.laid_scene(self.steps[n], way)
        match = scene.match(self.page.subject)
        try:
            return Player(scene, match).run()
        except Unmet as unmet:
            raise self.misfit(n, "scene.play", unmet) from None

    def end(self, n: int) -> Match:
        """The match that step `n` leaves when the wanted moves are made; not to be changed.

        Raises:
            BadInput: if the page's moves do not fit the position.
        """
        if n not in self._ends:
            match = self.start(n)
            when = self.steps[n].when
            passed_over = when is not None and not holds(shuffled(match.fork()), when)
            for place, answers in () if passed_over else self.wanted(n):
                self._play(match, n, place, answers)
            self._ends[n] = match
        return self._ends[n]

    def _play(self, match: Match, n: int, place: str, answers: Iterable[str]) -> None:
        for answer in answers:
            try:
                tell(match, answer)
            except Unmet as unmet:
                raise self.misfit(n, place, unmet) from None

    def wanted(self, n: int) -> list[tuple[str, tuple[str, ...]]]:
        """The answers that step `n` itself gives or wants, each group with its place in the page."""
        step = self.steps[n]
        if step.kind in ("show", "predict"):
            return [(f"play[{k}]", move.answers) for k, move in enumerate(step.play)]
        if step.kind == "do":
            name = self._start(n).table.names[self.you(n)]
            branch = step.on.get(step.accept[0])
            moves = step.then if branch is None or branch.then is None else branch.then
            then = tuple(answer for move in moves for answer in move.answers)
            return [("accept[0]", (f"{name}: {step.accept[0]}",)), ("then", then)]
        return []

    def misfit(self, n: int, place: str, error: object) -> BadInput:
        """The error that names a place of step `n`."""
        what = str(error).strip().partition("\n")[0].removeprefix("play[0]: ")
        return BadInput(self.file, f"{self.place(n)}.{place}".rstrip("."), what)

    def place(self, n: int) -> str:
        """Where step `n` is in the file."""
        return self.page.place(n) if self.part == CORE else f"{self.part}[{n}]"


class Single(Stage):
    """One step that no author wrote, in the position of a match."""

    def __init__(self, step: Step, match: Match, seat: int = 0) -> None:
        """Args: the step; where it begins; the learner's seat."""
        self.file, self.part, self.steps = match.game.title, "step", (step,)
        self._starts, self._ends, self._seat = {0: match}, {}, seat

    def you(self, n: int) -> int:
        return self._seat

    def place(self, n: int) -> str:
        return f"{self.part}[{n}]"


def tell(match: Match, answer: str) -> None:
    """Give a match an answer as a page or a scene writes it.

    `luck` lets its seed answer for chance. Of alternatives, the first that fits is given, and a pattern such as
    `spill *` stands for the first open move that it means.

    Raises:
        Unmet: if it does not fit; the message shows what is asked.
    """
    *others, last = answer.split(OR)
    for other in others:
        try:
            _tell(match.fork(), other)
        except Unmet:
            continue
        return _tell(match, other)
    if last != NOTHING:
        _tell(match, last)
    return None


def _tell(match: Match, answer: str) -> None:
    player = Player(_SCENE, match)
    told = Told(luck=True) if answer == LUCK else player.parse(answer)
    if told.answer is not None and "*" in told.answer:
        told = replace(told, answer=_meant(match, told.seat, told.answer))
    player.step(told)


def _meant(match: Match, name: str, pattern: str) -> str:
    """Return the first open move of a player (empty: of whoever is asked) that a pattern means."""
    ask = shuffled(match).asked(match.table.names.index(name)) if name else shuffled(match).ask
    for value in ask.open() if isinstance(ask, Choose) else ():
        if fnmatchcase(spell(value), pattern):
            return spell(value)
    raise Unmet(f"“{pattern}” means none of the moves that are open here")


def holds(match: Match, expected: dict[str, Any], since: int = 0) -> bool:
    """Return whether everything in `expected` is true; only notes after the first `since` count."""
    here = match.fork()
    del here.notes[:since]
    try:
        Player(_SCENE, here).step(Told(expect=expected))
    except Unmet:
        return False
    return True


_SCENE = Scene("")


def follow(match: Match, answers: Sequence[str]) -> None:
    """Give the answers as far as they fit, and then let chance answer until a seat has to decide."""
    for answer in answers:
        try:
            tell(match, answer)
        except Unmet:
            break
    while isinstance(match.ask, Chance):
        match.answer_by_chance()


def shuffled(match: Match) -> Match:
    """Go past what nobody needs to see, namely shuffles and questions that leave no choice, and return the match."""
    while go_by_itself(match):
        pass
    return match


def run_on(match: Match, seat: int, bot: str) -> None:
    """Let chance and the bots answer until `seat` has to decide or the game is over."""
    while (ask := match.ask) is not None:
        random = chance_at(match.seed, len(match.log))
        if isinstance(ask, Chance):
            match.answer_by_chance()
        elif isinstance(ask, Choose) and ask.own is not None:
            match.answer(ask.own)
        elif match.asked(seat) is not None:
            break
        elif isinstance(ask, Together):
            for part in ask.asks:
                if match.asked(part.seat) is part:
                    match.answer(_chosen(match, part, bot, random), part.seat)
        elif isinstance(ask, Choose):
            match.answer(_chosen(match, ask, bot, random))


def _chosen(match: Match, ask: Choose, bot: str, random: Callable[[], float]) -> Value:
    game = match.game
    if bot not in game.bots:
        return uniformly(random)(ask)
    return game.bots[bot](ask, lambda: game.position(match.table, ask.seat), random)
