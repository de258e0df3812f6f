"""Action 3: look at a face-down card without flipping it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core import Many, Refusal, Value
from tutor.games.alien_conspiracy.book import rule
from tutor.games.alien_conspiracy.layout import NUMBERED, at, named
from tutor.games.alien_conspiracy.rules.actions import Action
from tutor.games.alien_conspiracy.table import Conspiracy, Investigator


def face_down(g: Conspiracy, place: str) -> bool:
    """Whether there is a face-down card on `place`."""
    return place in g.lying and not g.lying[place].up


def other_card(g: Conspiracy, hero: Investigator) -> tuple[str, Value | None]:
    """Return what a player who is not at a face-down card can do, and the first move towards it."""
    there = [place for place in NUMBERED if face_down(g, place)]
    if not there:
        return "There is no face-down card anywhere now, so choose another action.", None
    if g.reading("look/own-location") == "anywhere":
        return f"Look at the card {at(there[0])}, for instance.", ("look", there[0])
    nearest = min(there, key=lambda place: len(g.layout.way(hero.at, place)))
    return f"Go to {named(nearest)}, where there is a face-down card.", ("move", g.layout.way(hero.at, nearest)[0])


class Look(Action):
    """Look at a face-down card in secret."""

    verb = node = "look"

    def label(self, g: Conspiracy, hero: Investigator, place: str) -> str:
        return f"Look at the card {at(place)}"

    def tries(self, g: Conspiracy, hero: Investigator) -> Sequence[Value]:
        own = [] if hero.at in NUMBERED else [hero.at]
        return self.each([place for place in NUMBERED if place == hero.at or face_down(g, place)] + own)

    def open(self, g: Conspiracy, hero: Investigator) -> Sequence[Value]:
        if g.reading("look/own-location") == "anywhere":
            return self.each(place for place in NUMBERED if face_down(g, place))
        return (("look", hero.at),) if face_down(g, hero.at) else ()

    def refuse(self, g: Conspiracy, hero: Investigator, place: str) -> Iterator[Refusal]:
        if place != hero.at and g.reading("look/own-location") == "current-location":
            step = g.layout.way(hero.at, place)[0]
            yield Refusal(
                "look/own-location",
                f"you can look only at the card at your own location, and you are {at(hero.at)}, not {at(place)}",
                f"Move to {named(step)}."
                if step == place
                else f"Go to {named(place)} first. Your next step is {named(step)}.",
                ("move", step),
            )
        elif place not in g.lying:
            yield Refusal("look/own-location", f"there is no card {at(place)}", *other_card(g, hero))
        elif g.lying[place].up:
            yield Refusal(
                "look/own-location",
                f"the card {at(place)} is face up, so everybody can see it",
                "Attempt it instead.",
                "attempt",
            )

    @staticmethod
    @rule("look/peek")
    def do(g: Conspiracy, hero: Investigator, place: str) -> None:
        """One player sees the card, which stays face down, and nothing happens."""
        lying = g.lying[place]
        if hero.seat not in lying.seen:
            g.lying[place] = lying._replace(seen=tuple(sorted((*lying.seen, hero.seat))))
        g.note(
            "look/peek",
            "{who} looks at the card on location {place}",
            also=("look/secret",),
            who=g.name(hero),
            place=place,
        )
        card = g.cards[lying.card]
        worth = "" if g.is_alien(lying.card) else f", worth {Many(card.value):point}"
        g.note(
            "look/no-effect",
            "the card is {card}{worth}, and nothing happens",
            to=(hero.seat,),
            card=card.name,
            worth=worth,
        )
        if g.is_alien(lying.card):
            g.note("aliens/looking-does-not-count", "the alien does not join the countdown yet", to=(hero.seat,))
