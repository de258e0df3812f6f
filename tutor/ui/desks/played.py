"""A game being played here: the visitor answers for a seat or for all, bots and chance answer for the rest."""

from __future__ import annotations

from functools import partial

from tutor.engine.core.asks import PASS, Ask, Chance, Choose, Roll
from tutor.engine.core.game import bots_of
from tutor.engine.core.match import Illegal, Match, chance_at
from tutor.lessons.asked import Asked
from tutor.lessons.introducing import Decision
from tutor.ui.present import LUCK, asked_of


class Played:
    """A match with its visitor and its bots. It is always at a question to the visitor, or at its end.

    Whatever the visitor does, the match goes on to the next such place at once.
    """

    def __init__(self, match: Match, player: int | None, bot: str, forcing: bool = False) -> None:
        """Args: the match; the visitor's seat (None: all); the others' bot; whether dice and cards are chosen."""
        self.match = match
        self.player = player
        self.bot = bot
        self._forcing = forcing
        self._earliest: int | None = None
        """The first place, in answers, at which the visitor is known to have been asked."""
        self._asked: Asked | None = None
        self._last: tuple[int, int] | None = None
        """The numbers of answers and notes when the visitor last decided, if they are known."""
        self.run_on()

    @property
    def asked(self) -> Asked | None:
        """What the visitor has to choose now."""
        self._asked = asked_of(self.match, self.player, self._asked)
        return self._asked

    def run_on(self) -> None:
        """Let the bots and chance answer until the visitor is asked."""
        while (ask := self.match.ask) is not None and not self._is_mine(self.match, ask):
            if isinstance(ask, Chance):
                self.match.answer_by_chance()
            else:
                self._bots_answer()

    def _is_mine(self, match: Match, ask: Ask) -> bool:
        """Whether the visitor answers this question of a match."""
        if isinstance(ask, Roll):
            return self.player is None or ask.roller == self.player or self._forcing
        if isinstance(ask, Chance):
            return self._forcing
        if match is self.match:
            asked = self.asked
            return asked is not None and not asked.idle and not self._decided(asked.ask)
        part = match.asked(self.player)
        return part is not None and not part.idle and not self._decided(part)

    def _decided(self, part: Choose) -> bool:
        """Whether a visitor who plays one seat has nothing to decide here."""
        return self._acts_alone(part) or (self.player is not None and part.formality)

    def _acts_alone(self, part: Choose) -> bool:
        """Whether this asks which player acts, at a table where everybody acts for themselves."""
        return self.player is not None and part.own is not None

    def _bots_answer(self) -> None:
        match, game = self.match, self.match.game
        bot = bots_of(game)[self.bot]
        random = chance_at(match.seed + 1, len(match.log))
        for seat in range(match.table.seats):
            part = match.asked(seat)
            if part is None:
                continue
            if self._acts_alone(part):
                answer = part.own
            elif seat != self.player:
                answer = bot(part, partial(game.position, match.table, seat), random)
            elif part.idle or part.formality:
                answer = part.open()[0]
            else:
                continue
            match.answer(answer, seat)
            return

    # -- what the visitor does ------------------------------------------------------------------------------------

    def answer(self, option: str) -> None:
        """Answer for the visitor, or let luck decide.

        Raises:
            Illegal: if the option is closed.
            ValueError: if there is no such option.
        """
        here = len(self.match.log), len(self.match.notes)
        if isinstance(self.match.ask, Chance) and option == LUCK:
            self.match.answer_by_chance()
        elif (asked := self.asked) is not None:
            chosen = asked.option(option)
            if chosen.refusals:
                raise Illegal(asked.ask, chosen.value, chosen.refusals)
            self.match.answer(chosen.value, asked.ask.seat)
        else:
            raise ValueError(f"“{option}” is not one of the answers here")
        self._last = here
        self.run_on()

    @property
    def may_pass_on(self) -> bool:
        """Whether the visitor may keep passing, because everybody is asked this again and again and need not act."""
        if self.player is None or (asked := self.asked) is None or not asked.ask.hidden_pass:
            return False
        return any(option.value == PASS and not option.refusals for option in asked.options)

    def pass_on(self) -> None:
        """Pass for the visitor as long as the occasion is the same, or until they are asked something else."""
        here = len(self.match.log), len(self.match.notes)
        occasion = _occasion(self.asked.ask) if self.asked else ""
        while self.may_pass_on and (asked := self.asked) and _occasion(asked.ask) == occasion:
            self.match.answer(PASS, asked.ask.seat)
            self.run_on()
        self._last = here

    def settle(self) -> None:
        """Give for the visitor all the answers with which their question can be settled at once."""
        here = len(self.match.log), len(self.match.notes)
        if asked := self.asked:
            for value in asked.ask.at_once()[1]:
                self.match.answer(value, asked.ask.seat)
        self._last = here
        self.run_on()

    def let_come(self, text: str) -> bool:
        """Choose this result of the dice or cards that are due, and return whether any are due.

        Raises:
            ValueError: if it is impossible.
        """
        ask = self.match.ask
        if not isinstance(ask, Chance):
            return False
        here = len(self.match.log), len(self.match.notes)
        self.match.answer(ask.parse(text))
        self._last = here
        self.run_on()
        return True

    def force(self, forcing: bool) -> None:
        """Set whether the visitor chooses the results of dice and cards from now on."""
        self._forcing = forcing
        self._earliest = self._last = None
        self.run_on()

    @property
    def decision(self) -> Decision | None:
        """What the visitor has to decide now, with the notes since their last decision; None if the game is over."""
        match, ask = self.match, self.match.ask
        told = match.notes[self.since[1] :]
        if isinstance(ask, Chance):
            return Decision(match, ask, ask.roller if isinstance(ask, Roll) else None, told)
        asked = self.asked
        return Decision(match, asked.ask, asked.ask.seat, told) if asked is not None else None

    @property
    def begins(self) -> bool:
        """Whether the visitor has decided nothing yet."""
        return self.since == (0, 0) and not self.can_undo

    @property
    def since(self) -> tuple[int, int]:
        """The numbers of answers and notes when the visitor last decided; 0 if they never have."""
        if self._last is None:
            steps, earlier = self._earlier()
            self._last = (len(earlier.log), len(earlier.notes)) if steps else (0, 0)
        return self._last

    # -- there and back -------------------------------------------------------------------------------------------

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back."""
        return bool(self.match.undone)

    @property
    def can_undo(self) -> bool:
        """Whether the visitor was asked before; the match is searched only if no earlier place is known."""
        here = len(self.match.log) + len(self.match.pending)
        if self._earliest is None or here <= self._earliest:
            self._earliest = here - self._earlier()[0]
        return here > self._earliest

    def _earlier(self) -> tuple[int, Match]:
        """How many answers ago the visitor was last asked, and how the game stood then; 0 if never."""
        earlier = self.match.fork()
        steps = 0
        while earlier.log or earlier.pending:
            earlier.undo()
            steps += 1
            if earlier.ask is not None and self._is_mine(earlier, earlier.ask):
                return steps, earlier
        return 0, earlier

    def undo(self) -> None:
        """Go back to where the visitor was last asked."""
        for _ in range(self._earlier()[0]):
            self.match.undo()
        self._last = None

    def redo(self) -> None:
        """Go forward again to where the visitor was asked next."""
        match = self.match
        match.redo()
        self._last = None
        while match.undone and match.ask is not None and not self._is_mine(match, match.ask):
            match.redo()
        if not match.undone:
            self.run_on()


def _occasion(ask: Choose) -> str:
    """What stays the same as long as a visitor who passes on is not asked again."""
    return ask.occasion() or ask.prompt()
