"""Back Seat Surprise: a card hidden beneath a sanctuary."""

from __future__ import annotations

from tutor.engine.core import PASS, Choose, Rule, draw, shuffle
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.cards import EVENTS
from tutor.games.roswell51.people import DIRECTOR, Survivor
from tutor.games.roswell51.rules import monster_attack, sanctuaries
from tutor.games.roswell51.rules.foes import lurking
from tutor.games.roswell51.table import Movie, Shelter

BACK_SEAT = "back-seat-surprise"
NEEDS_FRAME = ("blob", "shuffler")
"""Events that mean nothing off the screen."""
DISCARD = "discard"


@rule("alternate-rules/back-seat-place")
def hide(g: Movie, shelter: Shelter) -> Rule[None]:
    """A random card of the discard pile is put beneath the first sanctuary, unseen."""
    if BACK_SEAT not in g.variants or g.surprised or not g.discard_pile:
        return
    g.surprised = True
    yield from shuffle(g.discard_pile, "alternate-rules/back-seat-place")
    (shelter.beneath,) = yield from draw(g.discard_pile, 1, "alternate-rules/back-seat-place", seen_by=())
    g.discards.clear()
    g.note(
        "alternate-rules/back-seat-place",
        "a card from the discard pile is put face down beneath {place}",
        also=("alternate-rules/back-seat-once",),
        place=g.named(shelter.card),
    )


@rule("alternate-rules/back-seat-reveal")
def enter(g: Movie, who: Survivor) -> Rule[None]:
    """The first survivor inside reveals the card: a monster attacks, an event is resolved, and all else is stored."""
    shelter = g.shelter(who.at)
    card, shelter.beneath = shelter.beneath, ""
    if not card:
        return
    g.step("back-seat")
    g.show(card)
    words = {"who": g.named(who.card), "card": g.spoken(card), "place": g.named(shelter.card)}
    g.note("alternate-rules/back-seat-reveal", "{who} finds {card} in {place}", **words)
    if g.is_alien(card):
        shelter.monster = card
        inside = ("alternate-rules/back-seat-monster-inside",)
        template = "{card:attacks|attack} at once and, unless beaten, will stay in {place}"
        g.note("alternate-rules/back-seat-monster-attacks", template, also=inside, **words)
        yield from monster_attack.monster_attack(g, lurking(shelter), who)
    elif g.cards.type_of(card) in EVENTS:
        g.note("alternate-rules/back-seat-other-cards", "the event is resolved at once", **words)
        yield from resolve_inside(g, card, who)
    else:
        taken = g.reading("alternate-rules/back-seat-other-cards") == "taken" and len(who.held) < g.parameters.held
        if taken:
            who.held += (card,)
        else:
            shelter.items += (card,)
        template = "{who} takes {card}" if taken else "{card:is|are} stored in the sanctuary"
        g.note("alternate-rules/back-seat-other-cards", template, **words)
        if g.cards.type_of(card) == "item":
            sanctuaries.refresh(g, card)


def resolve_inside(g: Movie, card: str, who: Survivor) -> Rule[None]:
    """An event from beneath a sanctuary is resolved, unless it needs a frame of the screen."""
    g.step("ev-type")
    if g.cards.type_of(card) != "sanctuary" and g.cards[card].effect in NEEDS_FRAME:
        g.discard(card)
        g.note(
            "alternate-rules/back-seat-other-cards",
            "{card:needs|need} a frame on the screen, so the card is discarded",
            card=g.named(card),
        )
        g.step("ev-done")
        return
    yield from rule["card-types/event-cards"](g, card, who.card)


@rule("alternate-rules/back-seat-directors-turn")
def directors_turn(g: Movie) -> Rule[None]:
    """In the Director's turn, a monster inside may attack somebody inside."""
    for shelter in g.sanctuaries.copy():
        inside = [who.card for who in g.inside(shelter.card)]
        if not shelter.monster or not inside:
            continue
        g.step("dt-back-seat")
        name = g.named(shelter.monster)
        words = {"card": name, "place": g.named(shelter.card)}
        labels = (*map(g.named, inside), "Nobody")
        answer = yield Choose(
            DIRECTOR, "alternate-rules/back-seat-directors-turn", (*inside, PASS), f"Who should {name} attack?", labels
        )
        who = None if answer == PASS else g.survivor(answer)
        if who is not None:
            g.note("alternate-rules/back-seat-directors-turn", "{card:attacks|attack} inside {place}", **words)
            yield from monster_attack.monster_attack(g, lurking(shelter), who)


@rule("alternate-rules/back-seat-reel-end")
def reel_end(g: Movie) -> Rule[None]:
    """At the end of a reel, the Director may discard a monster that lurks inside."""
    for shelter in g.sanctuaries:
        if shelter.monster:
            name = g.named(shelter.monster)
            answer = yield Choose(
                DIRECTOR,
                "alternate-rules/back-seat-reel-end",
                (DISCARD, PASS),
                f"{name:is|are} inside {g.named(shelter.card)}. Do you discard this monster?",
                ("Discard the monster", "Leave the monster inside"),
            )
            if answer == DISCARD:
                g.discard(shelter.monster)
                shelter.monster = ""
                g.note("alternate-rules/back-seat-reel-end", "{card:is|are} discarded", card=name)
