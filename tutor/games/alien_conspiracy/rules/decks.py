"""The decks: what happens when there are no cards left, and a game in which nothing can change any more."""

from __future__ import annotations

from tutor.engine.core import NOBODY, Many, Rule, shuffle
from tutor.games.alien_conspiracy.book import rule
from tutor.games.alien_conspiracy.layout import NUMBERED
from tutor.games.alien_conspiracy.rules.aliens import add_alien, invade
from tutor.games.alien_conspiracy.rules.death import die
from tutor.games.alien_conspiracy.rules.effects import carry_out
from tutor.games.alien_conspiracy.table import Conspiracy, Lying


@rule("decks/events-not-reshuffled")
def refill(g: Conspiracy) -> Rule[None]:
    """Leave the discarded events out of the deck, or shuffle them into it under the other reading."""
    n, says = len(g.event_discards), "the event deck is empty"
    if n and g.reading("decks/events-not-reshuffled") == "reshuffle":
        yield from shuffle(g.event_deck, "decks/events-not-reshuffled", g.event_discards)
        says = "{n:discarded event becomes|discarded events are shuffled and become} the new deck"
    elif n:
        says += ", and {n:discarded event stays|discarded events stay} out of play"
    g.note("decks/events-not-reshuffled", says, n=Many(n))


@rule("decks/event-deck-empty")
def flip_all(g: Conspiracy, place: str) -> Rule[None]:
    """When no event card can be drawn, every card on the locations is turned up; aliens go to the countdown."""
    g.step("round-flip-all")
    flips = any(not lying.up for lying in g.lying.values())
    g.note(
        "decks/event-deck-empty",
        "no event card can be drawn, so every face-down card on the locations is flipped"
        if flips
        else "no event card can be drawn, and there are no face-down cards on the locations to flip",
    )
    if place in g.lying:
        g.note(
            "decks/no-replacement-without-card",
            "the card on location {place} is not discarded, because there is no new card to replace it",
            place=place,
        )
    turned = []
    for spot in NUMBERED:
        lying = g.lying.get(spot)
        if lying is None or lying.up:
            continue
        if g.is_alien(lying.card):
            del g.lying[spot]
            if add_alien(g, lying.card, "decks/flip-all-aliens", "aliens/flipped", "aliens/leaves-location"):
                g.step("round-flip-three")
                yield from invade(g)
        else:
            g.lying[spot] = Lying(lying.card, up=True)
            turned.append(spot)
    g.step("round-flip-three")
    yield from suffer_flipped(g, turned)


@rule("decks/flip-all-no-effects")
def suffer_flipped(g: Conspiracy, turned: list[str]) -> Rule[None]:
    """Events turned up this way affect nobody, or the players who are there under the other reading."""
    if g.reading("decks/flip-all-no-effects") == "nobody":
        if turned:
            g.note(
                "decks/flip-all-no-effects",
                "{n:event is turned up, but it does|events are turned up, but they do} not affect anybody, "
                "because no player flipped {them}",
                n=Many(len(turned)),
                them="them" if turned[1:] else "it",
            )
        return
    for spot in turned:
        for seat in g.clockwise(g.first):
            hero = g.investigators[seat]
            if hero.at == spot:
                g.note(
                    "decks/flip-all-no-effects",
                    "{who} is at location {spot}, so the event there takes effect",
                    who=g.name(hero),
                    spot=spot,
                )
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
    g.ended = why = "there are no event cards left to win"
    if nothing_can_change(g):
        g.ended = "nothing can change any more"
        why = "no event card is left to win or submit, and no item is left to find"
    g.turn, g.actions, g.waiting = NOBODY, 0, []
    g.note("decks/stalemate", f"{why}, so the game ends and is scored")
    g.agenda[:] = [("scoring/game-over",)]
