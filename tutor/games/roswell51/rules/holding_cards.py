"""Holding cards: why a survivor can take no more."""

from __future__ import annotations

from tutor.engine.core.table import spelled_out
from tutor.games.roswell51.people import Survivor
from tutor.games.roswell51.table import Movie


def hands_full(g: Movie, who: Survivor) -> str:
    """Why a survivor who holds as many cards as are allowed can take no more."""
    return f"{g.named(who.card)} already holds {spelled_out(len(who.held), 'card')} and can’t hold any more"
