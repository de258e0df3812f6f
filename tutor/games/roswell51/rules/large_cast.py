"""Monsters Among Us: the monster in the survivor pile."""

from __future__ import annotations

from tutor.engine.core.asks import Rule
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.people import DIRECTOR
from tutor.games.roswell51.rules.monster_attack import monster_attack
from tutor.games.roswell51.rules.random_victims import choose_at_random
from tutor.games.roswell51.rules.throngs import can_place, place_card
from tutor.games.roswell51.table import Foe, Movie


@rule("large-cast/among-us-attack")
def hidden_monster(g: Movie, card: str) -> Rule[None]:
    """The hidden monster is drawn: it attacks a random victim, then joins a throng; then the player draws again."""
    g.step("ta-hidden-monster")
    g.note("large-cast/among-us-attack", "{card:was|were} among the survivors", card=g.named(card))
    g.drawn.append(card)
    victim = yield from choose_at_random(g, [who for who in g.survivors() if not who.at])
    if victim is not None:
        yield from monster_attack(g, Foe("drawn", DIRECTOR, 0, card), victim)
    director = g.people[DIRECTOR]
    if card in g.drawn and can_place(g, [director]):
        yield from place_card(g, DIRECTOR, card, [director], "large-cast/among-us-throng")
    elif card in g.drawn:
        g.discard(card)
        g.note(
            "large-cast/among-us-throng",
            "no throng has room for {card}",
            also=("throngs/all-full",),
            card=g.named(card),
        )
    g.note("large-cast/among-us-draw-next", "the player draws again")
