"""Teach me as we play: the card at the practice table that explains a rule to a newcomer when it first matters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from tutor.engine.book.rulebook import Entry
from tutor.engine.core.asks import Choose, Refusal
from tutor.engine.core.game import Game
from tutor.engine.core.match import Match
from tutor.lessons.introducing import Backlog, Decision, Kind, is_met, kinds, met_in_play, told_again, told_with
from tutor.lessons.progress import Progress, load_progress, progress_key
from tutor.ui.desk import Desk
from tutor.ui.model_question import Intro, OpenKind, Reminder

ON, OFF = "on", "off"

SETUP = re.compile(r"^Setup \d+: (?=.)")
"""The beginning of the title of a section about a part of the setup."""

MOST = 0.8
"""A learner who has met this share of the introductions that can come in play is not taught unless they ask for it."""


def teaching_key(game: str) -> str:
    """The key under which the browser stores whether a learner is taught at the practice table of a game."""
    return f"teaching:{game}"


class Teaching:
    """What one visitor is taught as they play. A rule counts as met once they go on from the card that explains it."""

    def __init__(self, desk: Desk, teaches: Callable[[str], Mapping[str, str]]) -> None:
        """Args: the desk that stores what was met in the browser; what says where a rule is taught."""
        self._desk = desk
        self._teaches = teaches
        self._progress = Progress("")
        self._place = ""
        """The last decision for which a card was worked out."""
        self._card: Entry | None = None
        self._backlog = Backlog()
        self._tried: tuple[str, Reminder] | None = None
        """The decision at which a closed option was tried, and what is explained again."""

    def sit(self, game: Game) -> None:
        """Sit down at a table of this game."""
        self._progress, _ = load_progress(game.id, self._desk.kept)
        self._place, self._card, self._tried = "", None, None
        self._backlog = Backlog()

    def hear(self, game: Game, changes: Mapping[str, str | None]) -> None:
        """Take in the texts that another tab wrote."""
        if progress_key(game.id) in changes:
            self._progress.merge(load_progress(game.id, self._desk.kept)[0])

    # -- on and off -------------------------------------------------------------------------------

    def on(self, game: Game) -> bool:
        """Whether the visitor is taught: as chosen or, by default, until they have met most of what occurs in play."""
        said = self._desk.kept.get(teaching_key(game.id))
        if said in (ON, OFF):
            return said == ON
        all_there_are, met = met_in_play(game.book), self._progress.met
        return sum(is_met(game.book, entry.id, met) for entry in all_there_are) < MOST * len(all_there_are)

    def declined(self, game: Game) -> bool:
        """Whether the visitor has stopped the teaching."""
        return self._desk.kept.get(teaching_key(game.id)) == OFF

    def toggle(self, game: Game) -> None:
        """Stop or begin teaching."""
        self._desk.keep(teaching_key(game.id), OFF if self.on(game) else ON)
        self._place = ""

    # -- what is shown ----------------------------------------------------------------------------

    def card(self, place: str, decision: Decision) -> Intro | None:
        """The card of a decision, which stays the same until the visitor goes on.

        Args:
            place: What distinguishes this decision from the one before.
            decision: The decision.
        """
        game = decision.match.game
        if not self.on(game):
            return None
        if place != self._place:
            self._place, self._card = place, self._backlog.due(decision, self._progress.met)
            if self._card is not None:
                self._desk.keep(teaching_key(game.id), ON)  # teaching that has begun goes on to the end
        if self._card is None:
            return None
        card: Intro = {"rule": self._card.id, "title": headline(game, self._card), "text": self._card.intro}
        ways = (self._teaches(rule).get("href") for rule in told_with(game.book, self._card))
        if href := next(filter(None, ways), None):
            card["href"] = href
        return card

    def reminder(self, place: str) -> Reminder | None:
        """What is explained again with the refusal that the visitor has just met at a decision."""
        return self._tried[1] if self._tried is not None and self._tried[0] == place else None

    # -- what the visitor does --------------------------------------------------------------------

    def got(self, game: Game) -> None:
        """Note that the visitor has read the card or has gone on."""
        if self._card is not None and self.on(game):
            self._meet(game, self._card)
        self._card = None

    def refuse(self, place: str, option: str, match: Match, refusals: Iterable[Refusal]) -> None:
        """Explain once more, with the refusal, the first rule that closes the option that was just tried."""
        self._tried = None
        if not self.on(match.game):
            return
        book, variants = match.game.book, match.table.variants
        found = (told_again(book, refusal.rule, variants) for refusal in refusals)
        if entry := next((entry for entry in found if entry is not None), None):
            self._meet(match.game, entry)
            self._tried = place, {"option": option, "text": entry.intro}

    def _meet(self, game: Game, entry: Entry) -> None:
        self._progress.tell(told_with(game.book, entry))
        self._desk.keep(progress_key(game.id), self._progress.save())


def headline(game: Game, entry: Entry) -> str:
    """What a card is about: its section, but not which part of the setup; empty for a section about a variant."""
    title = "" if entry.variant else SETUP.sub("", game.book.section(entry.section).title)
    return title[:1].upper() + title[1:]


def open_kinds(match: Match, ask: Choose) -> list[OpenKind]:
    """What can be done at a question, and why: each open kind of move, as explained to a newcomer.

    If moves have no kinds, the question itself is explained. What two kinds have in common is said once.
    """
    found: dict[str, OpenKind] = {}
    for kind in kinds(match.game, ask) or [Kind(ask.rule, ask.prompt())]:
        entry = told_again(match.game.book, kind.rule, match.table.variants)
        if entry is not None:
            found.setdefault(entry.id, {"label": kind.label, "text": entry.intro})
    return list(found.values())
