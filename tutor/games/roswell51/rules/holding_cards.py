"""Holding cards: why a survivor can take no more, and how one reading makes room."""

from __future__ import annotations

from tutor.engine.core import Choose, Rule, spelled_out
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.people import Survivor, without
from tutor.games.roswell51.table import Movie


def hands_full(g: Movie, who: Survivor) -> str:
    """Why a survivor who holds as many cards as are allowed can take no more."""
    return f"{g.named(who.card)} already holds {spelled_out(len(who.held), 'card')} and can’t hold any more"


def free_hand(g: Movie, who: Survivor, owner: str = "") -> bool:
    """Whether another survivor, who is neither trapped nor the owner of the card, could take a card."""
    others = [one for one in g.survivors() if one is not who and one.card != owner]
    return any(not one.probed and not no_room(g, one) for one in others)


def hand_on(g: Movie, who: Survivor, card: str, owner: str = "") -> str:
    """What can become of a card that a survivor cannot take: a screen card, or one that another survivor holds."""
    if free_hand(g, who, owner):
        return f"Let somebody with a free hand take {g.spoken(card)}."
    return f"Let {g.named(owner)} keep {g.spoken(card)}." if owner else f"Leave {g.spoken(card)} on the screen."


def no_room(g: Movie, who: Survivor) -> bool:
    """Whether a survivor can take no more cards."""
    if len(who.held) < g.parameters.held:
        return False
    return not who.held or g.reading("holding-cards/no-free-discard") == "kept"


@rule("holding-cards/no-free-discard")
def make_room(g: Movie, who: Survivor) -> Rule[None]:
    """In one reading, a survivor with full hands discards a card to take another."""
    if len(who.held) < g.parameters.held:
        return
    card = yield Choose(
        who.seat,
        "holding-cards/no-free-discard",
        who.held,
        f"Which card does {g.named(who.card)} discard to make room?",
        tuple(g.named(card) for card in who.held),
    )
    who.held = without(who.held, card)
    g.discard(str(card))
    words = {"who": g.named(who.card), "card": g.spoken(str(card))}
    g.note("holding-cards/no-free-discard", "{who} discards {card} to make room", **words)
