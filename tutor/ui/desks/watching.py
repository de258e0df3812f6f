"""What the others do at the practice table, watched one action at a time at the visitor's pace."""

from __future__ import annotations

from typing import Protocol

from tutor.engine.core.game import Fate, Game
from tutor.lessons.coach import sentence
from tutor.lessons.stretch import Brief, Stretch, in_brief, since
from tutor.ui.desk import Desk
from tutor.ui.desks.played import Played
from tutor.ui.desks.teaching import Teaching
from tutor.ui.flows import flow_for
from tutor.ui.model import Head, Seats, State
from tutor.ui.model_question import Playing
from tutor.ui.playback import AT_ONCE, PACE, PACES, PIECE, Playback

DEAD = "You’ve died"
"""What is said where the visitor's own character dies."""


class Table(Protocol):
    """The part of the practice table that matters here."""

    desk: Desk
    played: Played
    teaching: Teaching
    eyes: int | None

    @property
    def game(self) -> Game: ...

    @property
    def most_notes(self) -> int | None: ...

    def head(self) -> Head: ...

    def sitting(self) -> Seats: ...


class Watching:
    """What has happened since the visitor last decided."""

    def __init__(self, table: Table) -> None:
        """Args: the table at which it happens."""
        self._table = table
        self._turns = 0
        self._name = ""
        """The name of what can be watched; empty if there is nothing."""
        self._playback: Playback | None = None
        self._untold = False
        """Whether what has happened is told in brief, because no piece tells it."""

    @property
    def pace(self) -> str:
        """The pace that the visitor has chosen; by default slow, or at once if they have stopped the teaching."""
        table = self._table
        kept = table.desk.kept.get(PACE, "")
        return kept if kept in PACES else AT_ONCE if table.teaching.declined(table.game) else "slow"

    @property
    def on(self) -> bool:
        """Whether pieces are still to come."""
        return self._playback is not None and not self._playback.ended

    # -- what the visitor does --------------------------------------------------------------------

    def begin(self) -> None:
        """After the visitor's decision, begin to show what others have done since, or offer to show it."""
        self.offer()
        played = self._table.played
        if played.player is None:
            return
        if self._died_since() or self.pace != AT_ONCE:
            self._name_it()
            self._play()
        if self._playback is not None and self.pace == AT_ONCE:
            self._playback.at = self._playback.stop or 0

    def arrive(self) -> None:
        """At a table that was waiting for the visitor, say what happened last, and offer to show everything."""
        self.begin()
        self.end()

    def offer(self) -> None:
        """Offer to show what others have done since the visitor last decided."""
        self.stop()
        played = self._table.played
        self._untold = played.player is not None and self.pace == AT_ONCE
        later = played.match.log[played.since[0] + 1 :]
        if played.player is not None and any(entry.seat != played.player for entry in later):
            self._name_it()

    def _name_it(self) -> None:
        self._turns += 1
        self._name = str(self._turns)

    def _play(self) -> None:
        played = self._table.played
        stretch = since(played.match, played.since[0], played.player)
        if stretch.pieces:
            self._playback = Playback(self._name, stretch, stop=self._stop(stretch))
        if len(stretch.pieces) <= 1:
            self._name = ""  # a single piece is shown above the question, and there is nothing more to see

    def death(self) -> Fate | None:
        """How the visitor's own character died, if it has."""
        played = self._table.played
        if played.player is None:
            return None
        return self._table.game.fate(played.match.notes, played.match.table.names[played.player])

    def _died_since(self) -> Fate | None:
        """How the visitor's own character died since the visitor last decided, if it has."""
        death = self.death()
        return death if death is not None and death.note >= self._table.played.since[1] else None

    def _stop(self, stretch: Stretch) -> int | None:
        """The piece of a stretch in which the visitor's own character dies; None if it does not."""
        death = self._died_since()
        if death is None:
            return None
        told = sentence(self._table.played.match.notes[death.note].text)
        return next((n for n, piece in enumerate(stretch.pieces) if told in piece.told), None)

    def hear(self, tool: str) -> None:
        """Go to a piece, beginning with the first if all were shown at once, or change the pace."""
        kind, _, rest = tool.partition(" ")
        if kind == PACE and rest in PACES:
            self._table.desk.keep(PACE, rest)
            if rest == AT_ONCE:
                self.end()
        elif kind == PIECE and self._name and rest.startswith(f"{self._name} "):
            if self._playback is None:
                self._play()
            if self._playback is not None:
                self._playback.hear(tool)

    def go_on(self) -> None:
        """Go to the next piece."""
        if self._playback is not None:
            self._playback.go_on()

    def end(self) -> None:
        """Go to the last piece."""
        if self._playback is not None:
            self._playback.end()

    def stop(self) -> None:
        """Forget what there was to watch."""
        self._name, self._playback, self._untold = "", None, False

    # -- what is shown ----------------------------------------------------------------------------

    def state(self) -> State:
        """The table at the piece that is being watched."""
        table, playback = self._table, self._playback
        assert playback is not None, "nothing is being watched"
        state = playback.watched(table.eyes, flow_for(table.game), table.most_notes)
        state["head"] = table.head()
        state["seats"] = table.sitting()
        state["playing"] = self._playing(playback)
        if playback.at == playback.stop:
            state["words"]["prompt"] = DEAD
        return state

    def mark(self, state: State) -> None:
        """Mark what the last piece changed on a table with a question, and offer to show everything once more."""
        playback = self._playback
        if playback is not None:
            playback.mark(state, self._table.eyes)
            state["words"]["before"] = playback.text
        elif self._untold and (brief := self._in_brief()).newest:
            state["words"]["before"] = brief.newest
            if brief.earlier:
                state["words"]["earlier"] = brief.earlier
        if self._name:
            state["playing"] = self._playing(playback)

    def _in_brief(self) -> Brief:
        """What has happened since the visitor last decided, for a visitor who has watched none of it."""
        played = self._table.played
        assert played.player is not None, "there is no player here who could watch the others"
        return in_brief(played.match.notes[played.since[1] :], played.player, played.match.table.names)

    def _playing(self, playback: Playback | None) -> Playing:
        shown: Playing = playback.state() if playback else {"name": self._name, "at": 0, "of": 1, "text": ""}
        return {**shown, "usual": self.pace}
