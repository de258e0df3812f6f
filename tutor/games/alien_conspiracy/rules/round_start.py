"""Start of a round: new event cards come to the numbered locations; and what happens when there are none left."""

from __future__ import annotations

from tutor.engine.asks import Roll, Rule, draw, shuffle
from tutor.engine.state import NOBODY
from tutor.engine.table import Many
from tutor.games.alien_conspiracy.book import rule
from tutor.games.alien_conspiracy.layout import NUMBERED
from tutor.games.alien_conspiracy.rules.aliens import add_alien, invade
from tutor.games.alien_conspiracy.rules.death import die
from tutor.games.alien_conspiracy.rules.effects import carry_out
from tutor.games.alien_conspiracy.table import Conspiracy, Dice, Lying, Words

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
                g.note("decks/one-card-for-two-dice", "the last card was placed for the first die")
            yield from flip_all(g, place)
            break
    else:
        g.step("round-next-die")
    g.step("stalemate-check")
    if nothing_can_change(g):
        end_here(g)
        return
    g.waiting = g.clockwise(g.first)
    g.agenda.append(("turn/one-turn-each",))


@rule("round-start/dice")
def roll_for_places(g: Conspiracy) -> Rule[list[str]]:
    """One die is rolled, two in a game of four; return the locations to place a card on, in order."""
    g.step("round-roll")
    alive = g.reading("round-start/four-players-counted") == "alive"
    counted = len(g.living) if alive else g.seats
    dice = 2 if counted == FOUR_PLAYERS else 1
    faces = yield Roll(dice, "round-start/dice", g.opener, ordered=True)
    g.note(
        "round-start/dice round-start/who-rolls health/exempt-round-start",
        "{who} rolls {faces} for new events; this roll hurts nobody",
        who=g.names[g.opener],
        faces=Words(faces),
    )
    if g.seats == FOUR_PLAYERS > len(g.living):
        g.note(
            "round-start/four-players-counted",
            "counting the players {which}, {n}, that makes {dice}",
            which="alive" if alive else "who started",
            n=counted,
            dice=Dice(dice),
        )
    different = tuple(dict.fromkeys(faces))
    if len(different) < dice:
        once = g.reading("round-start/same-number-twice") == "only-one"
        g.note(
            "round-start/same-number-twice",
            "both dice show {face}: {what}",
            face=Words(different),
            what="one card is placed" if once else "the second card will replace the first",
        )
        if once:
            faces = different
    return [str(face) for face in faces]


@rule("round-start/place-event")
def place_event(g: Conspiracy, place: str) -> Rule[bool]:
    """A card comes face down to the location, replacing what lies there; return whether one could be drawn."""
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
    g.note("round-start/place-event", "a card is placed face down on {place}", place=place)
    return True


@rule("round-start/replace")
def replace(g: Conspiracy, place: str) -> Rule[None]:
    """The card that lies there is discarded and turned up; an alien goes to the countdown instead."""
    g.step("round-discard")
    card, up, _ = g.lying.pop(place)
    name = g.cards[card].name
    g.note(
        f"round-start/replace board/one-event-per-location{'' if up else ' round-start/discard-is-checked'}",
        "{place} holds one card only: {card}{hidden} is discarded for the new one",
        place=place,
        card=name,
        hidden="" if up else ", face down and now turned up,",
    )
    g.step("round-old-alien")
    if g.is_alien(card):
        g.step("round-countdown")
        third = add_alien(g, card, "round-start/discarded-alien aliens/discarded")
        g.step("round-three")
        if third:
            yield from invade(g)
    else:
        g.event_discards.append(card)
        g.note("round-start/replaced-event-has-no-effect", "{card} affects nobody and scores for nobody", card=name)


@rule("decks/events-not-reshuffled")
def refill(g: Conspiracy) -> Rule[None]:
    """Discarded events stay out of the deck, unless they are read as to be shuffled again."""
    n = len(g.event_discards)
    if n and g.reading("decks/events-not-reshuffled") == "reshuffle":
        g.event_deck.mix_in(g.event_discards)
        g.event_discards.clear()
        yield from shuffle(g.event_deck, "decks/events-not-reshuffled")
        g.note("decks/events-not-reshuffled", "{n:discarded event} shuffled into a new deck", n=Many(n))
    else:
        g.note(
            "decks/events-not-reshuffled", "the event deck is empty, with {n:discarded event} out of play", n=Many(n)
        )


@rule("decks/event-deck-empty")
def flip_all(g: Conspiracy, place: str) -> Rule[None]:
    """When no event card can be drawn, every card on the locations is turned up; aliens go to the countdown."""
    g.step("round-flip-all")
    g.note("decks/event-deck-empty", "no event card can be drawn: all cards on the locations are flipped")
    if place in g.lying:
        g.note("decks/no-replacement-without-card", "nothing is discarded from {place}", place=place)
    turned = []
    for spot in NUMBERED:
        lying = g.lying.get(spot)
        if lying is None or lying.up:
            continue
        if g.is_alien(lying.card):
            del g.lying[spot]
            if add_alien(g, lying.card, "decks/flip-all-aliens aliens/flipped aliens/leaves-location"):
                g.step("round-flip-three")
                yield from invade(g)
        else:
            g.lying[spot] = Lying(lying.card, up=True)
            turned.append(spot)
    g.step("round-flip-three")
    yield from suffer_flipped(g, turned)


@rule("decks/flip-all-no-effects")
def suffer_flipped(g: Conspiracy, turned: list[str]) -> Rule[None]:
    """Events turned up this way strike nobody, unless read as striking the players who stand there."""
    if g.reading("decks/flip-all-no-effects") == "nobody":
        if turned:
            g.note(
                "decks/flip-all-no-effects",
                "{n:event} face up now; nobody flipped them, so nobody suffers",
                n=Many(len(turned)),
            )
        return
    for spot in turned:
        for seat in g.clockwise(g.first):
            hero = g.investigators[seat]
            if hero.at == spot:
                g.note("decks/flip-all-no-effects", "{who} stands on {spot}", who=g.name(hero), spot=spot)
                yield from carry_out(g, hero, g.lying[spot].card)
                if not hero.health:
                    yield from die(g, hero)


def events_are_gone(g: Conspiracy) -> bool:
    """Whether neither deck nor locations hold a card of the event deck, and none comes back."""
    comes_back = g.event_discards and g.reading("decks/events-not-reshuffled") == "reshuffle"
    return not g.event_deck and not g.lying and not comes_back


def nothing_can_change(g: Conspiracy) -> bool:
    """Whether points and deaths are out of reach for everybody."""
    return events_are_gone(g) and not g.item_deck and not any(hero.events for hero in g.living)


@rule("decks/stalemate")
def end_here(g: Conspiracy) -> None:
    """A game in which nothing can change any more ends and is scored."""
    g.ended = "nothing can change any more"
    g.turn, g.actions, g.waiting = NOBODY, 0, []
    g.note("decks/stalemate", "no event card is left to gain: the game ends and is scored")
    g.agenda[:] = [("scoring/game-over",)]
