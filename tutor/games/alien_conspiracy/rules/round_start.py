"""Start of a round: new event cards come to the numbered locations."""

from __future__ import annotations

from tutor.engine.core import Many, Names, Roll, Rule, draw
from tutor.games.alien_conspiracy.book import rule
from tutor.games.alien_conspiracy.rules.aliens import add_alien, invade
from tutor.games.alien_conspiracy.rules.decks import end_here, flip_all, nothing_can_change, refill
from tutor.games.alien_conspiracy.table import Conspiracy, Dice, Lying

FOUR_PLAYERS = 4


@rule("round-start/then-turns")
def start_round(g: Conspiracy) -> Rule[None]:
    """Roll for locations and place an event card on each; then the players take their turns."""
    g.step("round-start")
    places = yield from roll_for_places(g)
    for n, place in enumerate(places):
        g.step("round-next-die")
        placed = yield from place_event(g, place)
        if not placed:
            if n:
                g.note(
                    "decks/one-card-for-two-dice",
                    "the last card was placed for the first die, so there is no card for the second die",
                )
            yield from flip_all(g, place)
            break
    else:
        g.step("round-next-die")
    g.step("stalemate-check")
    if nothing_can_change(g):
        end_here(g)
        return
    g.waiting = list(g.clockwise(g.first))
    g.agenda.append(("turn/one-turn-each",))


@rule("round-start/dice")
def roll_for_places(g: Conspiracy) -> Rule[list[str]]:
    """One die is rolled, or two in a four-player game; return the locations that get a card, in order."""
    g.step("round-roll")
    alive = g.reading("round-start/four-players-counted") == "alive"
    counted = len(g.living) if alive else g.seats
    dice = 2 if counted == FOUR_PLAYERS else 1
    purpose = f"to place {'a new event' if dice == 1 else 'new events'}, and can’t lose health dice"
    faces = yield Roll(dice, "round-start/dice", g.opener, ordered=True, purpose=purpose)
    g.note(
        "round-start/dice",
        "{who} rolls {faces} to place {events}, and this roll cannot hurt anybody",
        also=("round-start/who-rolls", "health/exempt-round-start"),
        who=g.names[g.opener],
        faces=Names(faces),
        events="a new event" if dice == 1 else "new events",
    )
    if g.seats == FOUR_PLAYERS > len(g.living):
        g.note(
            "round-start/four-players-counted",
            "{n:player is|players are} still alive, so {dice} {be} rolled"
            if alive
            else "{n:player|players} began the game, so {dice} {be} rolled",
            n=Many(counted),
            dice=Dice(dice),
            be="is" if dice == 1 else "are",
        )
    face, *others = faces
    if face in others:
        once = g.reading("round-start/same-number-twice") == "only-one"
        g.note(
            "round-start/same-number-twice",
            "both dice show {face}, so they call for {what}",
            face=face,
            what="only one card" if once else "two cards on the same location, one after the other",
        )
        if once:
            faces = (face,)
    return [str(face) for face in faces]


@rule("round-start/place-event")
def place_event(g: Conspiracy, place: str) -> Rule[bool]:
    """A card is placed face down and replaces the one that is there; return whether one could be drawn."""
    g.step("round-can-draw")
    if not g.event_deck:
        yield from refill(g)
        if not g.event_deck:
            return False
    g.step("round-occupied")
    if place in g.lying:
        yield from replace(g, place)
    (card,) = yield from draw(g.event_deck, 1, "round-start/place-event", seen_by=())
    g.step("round-place")
    g.lying[place] = Lying(card, up=False)
    g.note("round-start/place-event", "a card is placed face down on location {place}", place=place)
    return True


@rule("round-start/replace")
def replace(g: Conspiracy, place: str) -> Rule[None]:
    """The card that is there is turned up and discarded, but an alien goes to the countdown instead."""
    g.step("round-discard")
    card, up, _ = g.lying.pop(place)
    name = g.cards[card].name
    g.note(
        "round-start/replace",
        "location {place} can hold only one card, so {card} {leaves} discarded to make room for the new one",
        also=("board/one-event-per-location", *(() if up else ("round-start/discard-is-checked",))),
        place=place,
        card=name,
        leaves="is" if up else "is turned up and",
    )
    g.step("round-old-alien")
    if g.is_alien(card):
        g.step("round-countdown")
        third = add_alien(g, card, "round-start/discarded-alien", "aliens/discarded")
        g.step("round-three")
        if third:
            yield from invade(g)
    else:
        g.event_discards.append(card)
        g.note(
            "round-start/replaced-event-has-no-effect",
            "nobody gets any points for the discarded {card}, because nobody won it"
            if up
            else "the discarded {card} does not affect anybody, because nobody flipped it, "
            "and nobody gets any points for it",
            card=name,
        )
