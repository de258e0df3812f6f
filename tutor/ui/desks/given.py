"""Desks for something that a notebook has: the notebook decides what is on them, and no browser stores it."""

from __future__ import annotations

from tutor.engine.core.game import bots_of
from tutor.engine.core.match import Match
from tutor.lab.branch import Branch
from tutor.ui.desk import Desk, settled
from tutor.ui.desks.lab import Lab
from tutor.ui.desks.practice import Practice
from tutor.ui.screen import Screen


class Given(Screen):
    """A screen on which the notebook decides what is shown."""

    def hello(self, search: str) -> None:
        self.draw()

    def keep(self) -> None:
        """Nothing is kept."""


class LabOn(Given, Lab):
    """The lab with a copy of a branch on its bench."""

    def __init__(self, branch: Branch) -> None:
        super().__init__(branch.game.id)
        self.bench.open(branch.doc, branch.steps)
        self.draw()


class TableOn(Given, Practice):
    """The practice table with a match on it, on which every seat is played by hand."""

    def __init__(self, match: Match) -> None:
        super().__init__(match.game.id)
        self._sit(match, None, next(iter(bots_of(match.game))))
        self.draw()


def lab_on(branch: Branch) -> Desk:
    """Return the lab for a notebook, with a copy of a branch on its bench."""
    return settled(LabOn(branch).desk)


def table_on(match: Match) -> Desk:
    """Return a practice table for a notebook, on which a match is played on."""
    return settled(TableOn(match).desk)
