"""Action 2: flip the card at the player’s location, or make a roll attempt on a card that is face up."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.engine.core import Refusal, Rule
from tutor.games.alien_conspiracy.book import rule
from tutor.games.alien_conspiracy.layout import NUMBERED, any_of, at
from tutor.games.alien_conspiracy.rules.actions import Action
from tutor.games.alien_conspiracy.rules.aliens import meet_alien
from tutor.games.alien_conspiracy.rules.death import die
from tutor.games.alien_conspiracy.rules.decks import events_are_gone
from tutor.games.alien_conspiracy.rules.effects import carry_out
from tutor.games.alien_conspiracy.rules.investigate_attempt import any_attempt, attempt
from tutor.games.alien_conspiracy.rules.items_camera import camera_of, offer_camera, photograph
from tutor.games.alien_conspiracy.rules.items_phone import at_any_moment, phone_window
from tutor.games.alien_conspiracy.table import Conspiracy, Investigator, Lying


class Flip(Action):
    """Flip the face-down card here and attempt it."""

    verb, words = "flip", "Flip the card here and attempt it"

    def label(self, g: Conspiracy, hero: Investigator) -> str:
        return "Flip the alien here" if knows_alien(g, hero) else self.words

    def refuse(self, g: Conspiracy, hero: Investigator) -> Iterator[Refusal]:
        yield from refuse_empty(g, hero)
        if hero.at in g.lying and g.lying[hero.at].up:
            why = f"the card {at(hero.at)} is already face up, so you can’t flip it"
            yield Refusal("investigate/face-up-card", why, "You can attempt it without flipping it.", "attempt")

    @staticmethod
    @rule("investigate/flip")
    def do(g: Conspiracy, hero: Investigator) -> Rule[None]:
        """The face-down card here is turned up. An alien joins the countdown, and an event has to be attempted."""
        place = hero.at
        g.step("card-here")
        g.step("flip")
        card = g.lying[place].card
        g.lying[place] = Lying(card, up=True)
        g.note(
            "investigate/flip",
            "{who} flips {card} on location {place}",
            who=g.name(hero),
            card=g.cards[card].name,
            place=place,
        )
        g.step("flip-what")
        if at_any_moment(g) and not (g.is_alien(card) and len(g.countdown) == g.parameters.invasion - 1):
            yield from phone_window(g, g.clockwise(g.turn), "flip-what")
        if g.is_alien(card):
            yield from meet_alien(g, hero, place, card)
        else:
            yield from meet_event(g, hero, place, card)


class Attempt(Action):
    """Attempt a card that is already face up, without repeating its effect."""

    verb, words = "attempt", "Attempt the face-up card here"

    def refuse(self, g: Conspiracy, hero: Investigator) -> Iterator[Refusal]:
        yield from refuse_empty(g, hero)
        if hero.at in g.lying and not g.lying[hero.at].up:
            why = f"the card {at(hero.at)} is still face down, and this action is only for a card that is face up"
            yield Refusal("investigate/flip", why, "Flip it instead.", "flip")

    @staticmethod
    def do(g: Conspiracy, hero: Investigator) -> Rule[None]:
        """The card is only attempted. Nothing is flipped."""
        g.step("card-here")
        g.note(
            "investigate/face-up-card",
            "{card} is already face up, so {who} only attempts it, and its effect does not happen",
            also=("investigate/effect-only-on-flip",),
            card=g.cards[g.lying[hero.at].card].name,
            who=g.name(hero),
        )
        yield from attempt(g, hero, hero.at, flipped=False)


def knows_alien(g: Conspiracy, hero: Investigator) -> bool:
    """Whether this investigator has looked at the face-down card here and knows that it is an alien."""
    lying = g.lying.get(hero.at)
    return lying is not None and hero.seat in lying.seen and g.is_alien(lying.card)


def refuse_empty(g: Conspiracy, hero: Investigator) -> Iterator[Refusal]:
    """Yield why there is no card at this investigator's location."""
    if hero.at not in g.lying:
        there = sorted(g.lying, key=lambda place: (len(g.layout.way(hero.at, place)), place))
        step = g.layout.way(hero.at, there[0])[0] if there else ""
        if there:
            ups = {g.lying[place].up for place in there}
            what = "flip or attempt" if len(ups) > 1 else "attempt" if True in ups else "flip"
            fix = f"Go to {any_of(sorted(there) if there[2:] else there)}, where there is a card to {what}."
        elif events_are_gone(g):
            fix = "No more cards will come, so choose another action."
        else:
            fix = "Choose another action for now. A new card will be placed at the start of the next round."
        yield Refusal(
            "investigate/needs-a-card", f"there is no card {at(hero.at)}", fix, ("move", step) if step else None
        )
        if hero.at not in NUMBERED:
            why = f"event cards are placed only on locations 1 to 6, never {at(hero.at)}"
            yield Refusal("board/events-only-on-numbers", why, fix)


@rule("investigate/effect-before-attempt")
def meet_event(g: Conspiracy, hero: Investigator, place: str, card: str) -> Rule[None]:
    """The effect comes first, unless a camera avoids its roll, and then the roll attempt."""
    order = g.reading("investigate/effect-before-attempt")
    g.step("event-needs-roll")
    if g.cards[card].rolls:
        g.step("event-camera")
        camera = yield from offer_camera(g, hero, "items/camera-event", card)
        if camera:
            photograph(g, hero, place, camera)
            return
        if order == "attempt-is-the-effect":
            g.note("investigate/effect-before-attempt", "the attempt itself is the roll that the card calls for")
            yield from attempt(g, hero, place, flipped=True)
            return
    elif camera_of(g, hero) and not any_attempt(g):
        g.note(
            "items/camera-no-roll-event",
            "your camera does not help, because the card does not call for a roll",
            to=(hero.seat,),
        )
    if order == "attempt-first":
        g.note("investigate/effect-before-attempt", "the attempt to win a card comes before the card’s effect")
        yield from attempt(g, hero, place, flipped=True)
        yield from suffer(g, hero, card)
    else:
        g.note("investigate/effect-before-attempt", "a card’s effect comes before the attempt to win the card")
        yield from suffer(g, hero, card)
        yield from attempt(g, hero, place, flipped=True)


def suffer(g: Conspiracy, hero: Investigator, card: str) -> Rule[None]:
    """The flipper is affected by the card, and may die of it."""
    g.step("event-effect")
    yield from carry_out(g, hero, card)
    g.step("event-alive")
    if not hero.health:
        yield from die(g, hero)
