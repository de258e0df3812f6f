"""The pages as widgets in a notebook, on a match of your own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor.designer.match import Match
from tutor.engine.book.files import BadInput
from tutor.engine.core.game import find_game

if TYPE_CHECKING:
    from tutor.ui.desk import Desk


def Lab(match: Match) -> Desk:  # noqa: N802 (it reads as the thing that it makes)
    """The lab as a widget, on a copy of a match with its steps. What you do in it does not change the match.

    Raises:
        BadInput: if it is given anything but a match.
    """
    from tutor.ui.desks.given import lab_on

    return lab_on(_checked(match)._branch)


def Table(match: Match) -> Desk:  # noqa: N802
    """The practice table as a widget, on a copy of a match, with every seat played by hand.

    Raises:
        BadInput: if it is given anything but a match.
    """
    from tutor.ui.desks.given import table_on

    return table_on(_checked(match)._branch.match.fork())


def Course(game: str) -> Desk:  # noqa: N802
    """The course of a game as a widget.

    Raises:
        BadInput: if there is no such game.
    """
    from tutor.ui.desks.course import course

    return course(find_game(game).id)


def _checked(match: Match) -> Match:
    if not isinstance(match, Match):
        raise BadInput("the widget", "", "expected a match, as tutor.game(…).new() makes one")
    return match
