"""Action 4: submit evidence at the city."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core import Many, Refusal, Value
from tutor.games.alien_conspiracy.book import rule
from tutor.games.alien_conspiracy.layout import CITY, at
from tutor.games.alien_conspiracy.rules.actions import Action
from tutor.games.alien_conspiracy.rules.decks import events_are_gone
from tutor.games.alien_conspiracy.table import Conspiracy, Investigator, added


class Submit(Action):
    """Submit all the evidence in hand."""

    verb = node = "submit"
    words = "Submit all evidence"

    def label(self, g: Conspiracy, hero: Investigator, part: str = "") -> str:
        return f"Submit {g.called(part)} only" if part else self.words

    def tries(self, g: Conspiracy, hero: Investigator) -> Sequence[Value]:
        parts = dict.fromkeys(hero.events) if len(hero.events) > 1 else ()
        return ["submit", *self.each(parts)]

    def refuse(self, g: Conspiracy, hero: Investigator, part: str = "") -> Iterator[Refusal]:
        without = "No more event cards will come, so choose another action."
        if not events_are_gone(g):
            without = "Win an event card with a roll attempt first."
        if hero.at != CITY:
            reason = self.elsewhere(g, hero, CITY, "submit/only-city", "submit evidence")
            if not hero.events:
                won = "Win an event card first, and then take it to the city (!)."
                reason = reason._replace(fix=without if events_are_gone(g) else won, option=None)
            yield reason
        if not hero.events:
            yield Refusal("submit/at-city", "you have no event cards to submit", without)
        elif part:
            count = "both" if len(hero.events) == 2 else f"all {len(hero.events)}"
            here = hero.at == CITY
            fix = f"{'Submit' if here else f'Once you are {at(CITY)}, submit'} {count} of your event cards."
            why = "you can’t keep an event card back when you submit evidence"
            yield Refusal("submit/all-of-them", why, fix, "submit" if here else None)

    @staticmethod
    @rule("submit/at-city")
    def do(g: Conspiracy, hero: Investigator) -> None:
        """All event cards in hand go under the investigator card, where they are safe; items stay."""
        n, card = len(hero.events), g.cards[hero.events[0]].name
        hero.submitted = added(hero.submitted, *hero.events)
        hero.events = ()
        g.note(
            "submit/at-city",
            {1: "{who} submits {card}", 2: "{who} submits both event cards in hand"}.get(
                n, "{who} submits all {n:event card} in hand"
            ),
            also=("submit/all-of-them",),
            who=g.name(hero),
            n=Many(n),
            card=card,
        )
        g.note("submit/safe-forever", "submitted evidence can no longer be lost")
        if hero.items:
            g.note("submit/items-stay", "{who} keeps {n:item} in hand", who=g.name(hero), n=Many(len(hero.items)))
