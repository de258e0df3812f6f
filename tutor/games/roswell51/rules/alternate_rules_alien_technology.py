"""Alien Technology: items in throngs, and who wins them."""

from __future__ import annotations

from tutor.engine.core import Rule, spelled_out
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.people import DIRECTOR, Person
from tutor.games.roswell51.rules.throngs import established, which_throng
from tutor.games.roswell51.table import Foe, Movie

ALIEN_TECHNOLOGY = "alien-technology"


def slots_with_room(g: Movie, person: Person) -> list[int]:
    """The established throngs that have room for an item."""
    return [slot for slot in established(person) if len(person.throngs[slot]) < g.parameters.throng]


def usable(g: Movie, person: Person, card: str) -> bool:
    """Whether somebody may take this card of the screen as an item for a throng."""
    return person.seat == DIRECTOR and alien_item(g, card)


def alien_item(g: Movie, card: str) -> bool:
    """Whether a card is an item that the Director may give to a throng."""
    return ALIEN_TECHNOLOGY in g.variants and g.cards.type_of(card) == "item" and bool(g.cards[card].alien)


@rule("alternate-rules/alien-technology-take")
def give_item(g: Movie, person: Person, card: str) -> Rule[int]:
    """An item from the screen is given to a throng, as one of its cards; return the slot."""
    slots, prompt = slots_with_room(g, person), f"Which throng takes the {g.named(card)}?"
    g.drawn.append(card)
    slot = yield from which_throng(person.seat, slots, "alternate-rules/alien-technology-take", prompt)
    g.drawn.remove(card)
    person.throngs[slot].append(card)
    g.note(
        "alternate-rules/alien-technology-take",
        "the Director’s throng {n} takes the {item}, which counts as one of the {cards} that a throng can have",
        also=("alternate-rules/alien-technology-counts",),
        n=slot + 1,
        item=g.named(card),
        cards=spelled_out(g.parameters.throng, "card"),
    )
    return slot


def win_items(g: Movie, foe: Foe, killer: str) -> None:
    """When a throng's last monster is gone, whoever beat it wins its items; without a free hand, they are discarded."""
    throng = g.people[foe.seat].throngs[foe.slot]
    if not throng or any(g.is_alien(card) for card in throng):
        return
    winner = g.survivor(killer)
    for item in throng.copy():
        throng.remove(item)
        says = "{who} has no free hand, so the {item:is|are} discarded"
        if winner is not None and len(winner.held) < g.parameters.held:
            winner.held += (item,)
            says = "{who} wins the {item}"
        else:
            g.discard(item)
        g.note("alternate-rules/alien-technology-won", says, item=g.named(item), who=g.named(killer))
