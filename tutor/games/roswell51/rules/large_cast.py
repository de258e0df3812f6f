"""Large casts: a Familiar Face from the start, and Monsters Among Us, one in the survivor pile."""

from __future__ import annotations

from tutor.engine.core import Choose, Roll, Rule, draw, shuffle
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.people import DIRECTOR
from tutor.games.roswell51.rules.monster_attack import monster_attack
from tutor.games.roswell51.rules.random_victims import choose_at_random
from tutor.games.roswell51.rules.throngs import can_place, place_card
from tutor.games.roswell51.table import Foe, Movie

FIRST_FACE = "reel-1-familiar-face"
AMONG_US = "monsters-among-us"
AMONG_US_CHOICE = "monsters-among-us-choice"
FULL_CAST = 12


def before_the_game(g: Movie) -> Rule[str]:
    """For large casts, put a Familiar Face in the deck or set a monster aside; return that monster."""
    g.step("pre-game-variants")
    if FIRST_FACE in g.variants and len(g.players) < FULL_CAST:  # variant large-cast/reel-1-familiar-face
        (face,) = yield from draw(g.survivor_pile, 1, "large-cast/reel-1-familiar-face")
        g.discard_pile.mix_in([face])
        g.note(
            "large-cast/reel-1-familiar-face",
            "{who} is a Familiar Face in the movie deck from the start",
            also=("large-cast/reel-1-familiar-face-shuffle", "familiar-face/lost-survivors-too"),
            who=g.named(face),
        )
    elif FIRST_FACE in g.variants:
        template = "twelve players need all twelve survivors, so no Familiar Face is put in the deck"
        g.note("large-cast/reel-1-familiar-face-twelve", template)
    if g.variants.isdisjoint((AMONG_US, AMONG_US_CHOICE)):  # variant large-cast/among-us-die
        return ""
    return (yield from set_aside(g))


@rule("large-cast/among-us-die")
def set_aside(g: Movie) -> Rule[str]:
    """A die, or the Director, chooses the monster that will hide among the survivors."""
    monsters = [card.id for card in g.cards.of_type("monster")]
    if AMONG_US_CHOICE in g.variants:
        prompt = "Which monster do you hide among the survivors?"
        card = yield Choose(DIRECTOR, "large-cast/among-us-choice", monsters, prompt, [*map(g.named, monsters)])
    else:
        face = 1
        while face == 1:
            (face,) = yield Roll(1, "large-cast/among-us-die", DIRECTOR)
        card = next(id for id in monsters if g.cards[id].value == face)
        g.note("large-cast/among-us-die", "the die shows {n}, so {card:is|are} set aside", n=face, card=g.named(card))
    g.discard_pile.take_any(card)
    g.drawn.append(card)
    return str(card)


@rule("large-cast/among-us-shuffle")
def hide_monster(g: Movie, card: str) -> Rule[None]:
    """The monster that was set aside is shuffled into the survivor pile."""
    g.step("shuffle-among-us")
    g.drawn.remove(card)
    g.survivor_pile.mix_in([card])
    yield from shuffle(g.survivor_pile, "large-cast/among-us-shuffle")
    g.note("large-cast/among-us-shuffle", "{card:hides|hide} in the survivor pile", card=g.named(card))


@rule("large-cast/among-us-attack")
def hidden_monster(g: Movie, card: str) -> Rule[None]:
    """The hidden monster is drawn: it attacks a random victim, then joins a throng; then the player draws again."""
    g.step("ta-hidden-monster")
    g.note("large-cast/among-us-attack", "{card:was|were} hidden among the survivors", card=g.named(card))
    g.drawn.append(card)
    victim = yield from choose_at_random(g, [who for who in g.survivors() if not who.at])
    if victim is not None:
        yield from monster_attack(g, Foe("drawn", DIRECTOR, 0, card), victim)
    else:
        where = "outside a sanctuary" if g.survivors() else "in play"
        template = f"there are no survivors {where}, so {{card:does|do}} not attack"
        g.note("large-cast/among-us-attack", template, card=g.named(card))
    director = g.people[DIRECTOR]
    if card in g.drawn and can_place(g, [director]):
        yield from place_card(g, DIRECTOR, card, [director], "large-cast/among-us-throng")
    elif card in g.drawn:
        g.discard(card)
        g.note(
            "large-cast/among-us-throng",
            "the Director’s throngs have no room for {card}, so the card is discarded",
            also=("throngs/all-full",),
            card=g.named(card),
        )
    if g.survivor_pile:
        g.note("large-cast/among-us-draw-next", "{who} draws again", who=g.names[g.turn])
