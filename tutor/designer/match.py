"""A match for designers: play, undo, fork, ask why not, and look at odds and numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tutor.designer.questions import MOST_OUTCOMES, Option, Options, Question, Refusals
from tutor.designer.shown import Shown
from tutor.designer.sources import with_rules
from tutor.designer.views import Map, View
from tutor.engine.book.files import BadInput
from tutor.engine.core.table import Many

if TYPE_CHECKING:
    from tutor.designer.game import Game
    from tutor.designer.numbers import Numbers, OddsTable
    from tutor.engine.core.table import Table
    from tutor.lab.branch import Branch
    from tutor.lessons.asked import Asked

NEWEST = 4
"""How many of the newest notes are shown with the table."""


class Match(Shown):
    """A game being played. `tutor.game(…).new()` and `.scene(…)` make one; a notebook draws its table.

    Every answer is a text, as a scene writes it: `"attack"`, `"Ada: yes"`, `"roll 6 6"`, `"draw sand"`.
    """

    def __init__(self, branch: Branch) -> None:
        """Args: the line of play that the match shows; see `Game.new`, `Game.scene` and `tutor.load`."""
        self._branch = branch

    # -- looking ------------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game that is played."""
        from tutor.designer.game import Game

        return Game(self._branch.game)

    @property
    def names(self) -> tuple[str, ...]:
        """The players, in the order of their seats."""
        return self._branch.match.table.names

    @property
    def steps(self) -> tuple[Any, ...]:
        """The answers given so far, each as a scene writes it."""
        return tuple(self._branch.steps)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._branch.here.ask is None

    @property
    def notes(self) -> tuple[str, ...]:
        """What happened, in sentences, the newest last."""
        return tuple(note.text for note in self._branch.here.notes)

    @property
    def scores(self) -> dict[str, int]:
        """The points by player, as if the game ended now; empty for a game without points."""
        here = self._branch.here
        return dict(zip(self.names, here.game.outcome(here.table).scores, strict=False))

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won; nobody while the game goes on."""
        here = self._branch.here
        return tuple(self.names[seat] for seat in here.game.outcome(here.table).winners)

    @property
    def readings(self) -> dict[str, str]:
        """The readings in force that are not the default: rule id → reading."""
        table = self._branch.match.table
        return dict(self._branch.game.book.changed(table.readings))

    @property
    def table(self) -> Table:
        """The engine's own table, for anything that this class does not show; undo discards any change to it."""
        return self._branch.here.table

    def seen_by(self, player: str) -> View:
        """Return the table from a player's point of view.

        Raises:
            BadInput: if no player has this name.
        """
        here = self._branch.here
        return View(f"{here.game.title}, as {player} sees it", here.game.view(here.table, self._seat(player)))

    def position(self, player: str | None = None) -> dict[str, Any]:
        """Return the position as a scene's `[table]`; "?" means what `player` does not know (None: show everything).

        Raises:
            BadInput: if no player has this name.
        """
        here = self._branch.here
        return dict(here.game.position(here.table, None if player is None else self._seat(player)))

    @property
    def questions(self) -> tuple[Question, ...]:
        """All pending questions: several if players decide together, otherwise one or none."""
        here = self._branch.here
        asked = [part for seat in range(here.table.seats) if (part := self._branch.asked(seat)) is not None]
        if asked:
            return tuple(map(self._question, asked))
        return () if here.ask is None else (self._chance(),)

    @property
    def question(self) -> Question:
        """The pending question; the first one if there are several."""
        return next(iter(self.questions), Question("", "The game is over", "", Options(())))

    @property
    def options(self) -> Options:
        """What can be tried now, open or closed with every reason; for chance, all results unless they are too many."""
        return self.question.options

    def _question(self, asked: Asked) -> Question:
        from tutor.engine.core.asks import spell

        options = [Option(spell(one.value), one.label, Refusals(one.refusals)) for one in asked.options]
        return Question(self.names[asked.ask.seat], asked.ask.prompt(), asked.ask.rule, Options(options))

    def _chance(self) -> Question:
        from tutor.engine.core.asks import Chance, spell
        from tutor.ui.present import question_of

        here = self._branch.here
        ask = here.ask
        assert isinstance(ask, Chance)
        outcomes = ask.outcomes() if ask.count() <= MOST_OUTCOMES else ()
        options = [Option(spell(value), spell(value), chance=chance) for value, chance in outcomes]
        return Question("", str(question_of(here, None, {})["title"]), ask.rule, Options(options))

    def why_not(self, answer: str, player: str | None = None) -> Refusals:
        """Return every reason why an answer cannot be given now; empty if it can.

        Args:
            answer: The answer, as `play` takes it.
            player: Who would give it; by default, the first player who is asked.

        Raises:
            BadInput: if nobody is asked, or there is no such answer here.
        """
        name, colon, rest = answer.partition(":")
        if player is None and colon and name.strip() in self.names:
            player, answer = name.strip(), rest.strip()
        asked = self._branch.asked(None if player is None else self._seat(player))
        if asked is None:
            waits_for = f"{self.question.who} decides" if self.question.who else self.question.prompt
            raise BadInput("the answer", answer, f"{player or 'nobody'} is not asked now; {waits_for}")
        try:
            return Refusals(asked.option(answer).refusals)
        except ValueError as error:
            raise BadInput("the answer", "", _nearest(str(error), answer, self.options)) from None

    # -- playing ------------------------------------------------------------------------------------------------

    def play(self, *answers: Any) -> Match:
        """Give answers for the players who are asked; dice and cards are given as `roll 3 4` and `draw ID`.

        Args:
            answers: Texts, or steps as a scene has them (`{"refused": "…", "rule": "…"}`, `{"expect": {…}}`).

        Returns:
            This match, so that a cell shows its table.

        Raises:
            BadInput: if one of them does not fit; in that case, none of them is given.
        """
        branch = self._branch
        undone, begun = list(branch.undone), len(branch.steps)
        for answer in answers:
            try:
                branch.take(answer)
            except BadInput as error:
                options = self.options
                branch.go_to(begun)
                branch.undone[:] = undone
                text = answer if isinstance(answer, str) else str(dict(answer))
                raise BadInput("the answer", text, _nearest(error.expected, text, options)) from None
        return self

    def luck(self) -> Match:
        """Let the seed decide about dice and cards until a player has to decide; every roll and draw is a step."""
        from tutor.engine.core.asks import Chance

        while isinstance(self._branch.here.ask, Chance):
            self._branch.leave_to_luck()
        return self

    def undo(self, steps: int = 1) -> Match:
        """Take back this many of the last answers, or all if there are fewer."""
        self._branch.go_to(len(self._branch.steps) - steps)
        return self

    def redo(self, steps: int = 1) -> Match:
        """Give answers again that were taken back."""
        self._branch.go_to(len(self._branch.steps) + steps)
        return self

    def fork(
        self,
        readings: Mapping[str, str] | None = None,
        variants: Sequence[str] | None = None,
        parameters: Mapping[str, int] | None = None,
    ) -> Match:
        """Return an independent match in the same position, perhaps with other readings, variants or parameters.

        In that case, the table is laid out as it was when the current turn or phase began, and the answers since are
        given again.

        Raises:
            BadInput: if they do not fit, or an answer is not open with them.
        """
        from tutor.lab.branch import Branch, settled
        from tutor.lab.scenes import taken_from

        branch = self._branch
        if readings is None and variants is None and parameters is None:
            return Match(branch.copy(branch.name))
        doc, steps = taken_from(settled(branch.match), branch.doc)
        return Match(Branch(branch.name, with_rules(doc, readings, variants, parameters), steps, branch.find))

    # -- odds and numbers ---------------------------------------------------------------------------------------

    def odds(
        self, events: Mapping[str, Callable[[Any], bool]] | None = None, player: str | None = None, samples: int = 4000
    ) -> OddsTable:
        """Return the chances of what can happen before the next decision, for every answer or for the pending chance.

        Args:
            events: What can happen, in words, each with a function that looks at the engine's table and
                says whether it has happened; by default, what the game measures for every player.
            player: From whose point of view to look; by default, everything is known.
            samples: How many random playthroughs to make if there are too many outcomes.

        Returns:
            Exact fractions if all outcomes were counted, otherwise estimates with their 95% intervals.

        Raises:
            BadInput: if no player has this name.
        """
        from tutor.designer.numbers import OddsTable
        from tutor.lab.chances import chances

        seat = None if player is None else self._seat(player)
        rows = chances(self._branch.here, seat, samples=samples, events=events)
        if events is not None:  # the aim of a roll is among the game's own events
            rows = {answer: {event: found[event] for event in events} for answer, found in rows.items()}
        return OddsTable(rows)

    def numbers(self, changed: bool = False) -> Numbers:
        """Take every total of the position apart: each part with its number, rule and card.

        Args:
            changed: Instead, return every number that has changed since the beginning, with the steps that changed it.
        """
        from tutor.designer.numbers import Numbers
        from tutor.lab.numbers import numbers_of, totals_of

        return Numbers(numbers_of(self._branch) if changed else list(totals_of(self._branch.here).values()))

    def map(self, question: str = "", player: str | None = None) -> Map:
        """Return the map of tiles or the ring of places; `question` is one of its `questions`, which the map answers.

        Raises:
            BadInput: if the game has no map, or there is no such question or player.
        """
        here = self._branch.here
        return Map(here.game.view(here.table, None if player is None else self._seat(player)), question)

    # -- keeping ------------------------------------------------------------------------------------------------

    def save(self, path: str | Path) -> Path:
        """Write the match as a record, which `tutor.load` reads, and return its path.

        Raises:
            BadInput: if the file cannot be written.
        """
        from tutor.engine.play.record import save

        try:
            Path(path).write_text(save(self._branch.match), encoding="utf-8")
        except OSError as error:
            raise BadInput(str(path), "", error.strerror or "cannot be written") from None
        return Path(path)

    def scene(self) -> str:
        """Return the beginning and all steps as the text of a scene."""
        return self._branch.text()

    def test(self, title: str = "", about: str = "") -> str:
        """Return a scenario with what was done and what resulted, for `rules-tutor place`.

        Raises:
            BadInput: if nothing has been done yet.
        """
        from tutor.lab.export import as_test

        return as_test(self._branch, title, about)

    def _seat(self, player: str) -> int:
        if player not in self.names:
            raise BadInput("player", player, f"nobody is called that; the players are {', '.join(self.names)}")
        return self.names.index(player)

    # -- showing ------------------------------------------------------------------------------------------------

    def _view(self) -> View:
        here = self._branch.here
        title = f"{here.game.title}: {', '.join(self.names)}"
        points = ", ".join(f"{name} {score}" for name, score in self.scores.items())
        return View(f"{title} ({points} points)" if points else title, here.game.view(here.table, None))

    def __repr__(self) -> str:
        now = "over" if self.over else self.question.rule
        return f"<match of {self._branch.game.id}: {', '.join(self.names)}; {Many(len(self.steps)):step}; {now}>"

    def __str__(self) -> str:
        parts = [str(self._view()), *map(str, self.notes[-NEWEST:])]
        return "\n".join([*parts, *map(str, self.questions or (self.question,))])

    def html(self) -> str:
        notes = "".join(f"<li>{escape(note)}</li>" for note in self.notes[-NEWEST:])
        asked = "".join(one.html() for one in self.questions or (self.question,))
        return f"{self._view().html()}{f'<ul class=soft>{notes}</ul>' if notes else ''}{asked}"


def _nearest(said: str, answer: str, options: Options) -> str:
    """What is wrong with an answer, with open answers that look like it."""
    from difflib import get_close_matches

    near = get_close_matches(answer[:80].partition(": ")[2] or answer[:80], [one.answer for one in options], n=3)
    return f"did you mean {' or '.join(near)}? {said}" if near and answer not in near else said
