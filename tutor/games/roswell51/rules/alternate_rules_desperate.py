"""Desperate Measures: without any throng, the monsters on the screen attack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core import Many, Move, Refusal, Rule, Value
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.people import DIRECTOR, Person
from tutor.games.roswell51.rules import monster_attack, turning_point
from tutor.games.roswell51.rules.throngs import established, there
from tutor.games.roswell51.table import Foe, Movie

DESPERATE = "desperate-measures"


class Desperate(Move[Movie, Person]):
    """Without any throng, attack with each monster on the screen."""

    verb, words = DESPERATE, "All-Out Attack with the monsters on the screen"

    def tries(self, g: Movie, person: Person) -> Sequence[Value]:
        return (DESPERATE,) if DESPERATE in g.variants and person.seat == DIRECTOR else ()

    def refuse(self, g: Movie, person: Person) -> Iterator[Refusal]:
        if established(person):
            have = f"and you have {Many(len(established(person))):throng}"
            why = f"you can attack with the monsters on the screen only while you have no throngs, {have}"
            yield Refusal("alternate-rules/desperate-measures", why, "Make an All-Out Attack.", "all-out")
        elif not any(frame.top and g.is_alien(frame.top) for frame in g.screen):
            why = "there are no monsters on the screen to attack with"
            yield Refusal("alternate-rules/desperate-measures", why, "Take another action if you can, or do nothing.")

    @staticmethod
    def do(g: Movie, person: Person) -> Rule[None]:
        return desperate(g)


@rule("alternate-rules/desperate-measures")
def desperate(g: Movie) -> Rule[None]:
    """Without a throng, each monster on the screen attacks."""
    g.series += 1
    for n, card in enumerate([frame.top for frame in g.screen]):
        foe = Foe("screen", DIRECTOR, n, card)
        if card and g.is_alien(card) and there(g, foe):
            g.step("dt-desperate")
            g.note("alternate-rules/desperate-measures", "{card:attacks|attack} from the screen", card=g.named(card))
            yield from monster_attack.monster_attack(g, foe)
    yield from turning_point.series_over(g)
