"""Monster Mash: a card from a throng in play instead of one from the screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core import Choose, Many, Move, Refusal, Rule, Value
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.people import DIRECTOR, Person
from tutor.games.roswell51.rules import monster_attack, pod_players
from tutor.games.roswell51.rules.throngs import (
    can_place,
    established,
    other_attack,
    place_card,
    refuse_full,
    which_throng,
)
from tutor.games.roswell51.table import Foe, Movie

MASH_1, MASH_2 = "monster-mash-1", "monster-mash-2"
YES, NO = "yes", "no"
ALL_OUT = ("Make an All-Out Attack.", "all-out")
"""What anybody with a throng can always do instead."""
LEFT_ALONE = "you can’t take this card, because its throng would be left with an item but no monster"


def room_beside(g: Movie, person: Person, slot: int) -> list[int]:
    """The other established throngs of a person that have room for a card."""
    return [
        other for other in established(person) if other != slot and len(person.throngs[other]) < g.parameters.throng
    ]


def leaves_item_alone(g: Movie, throng: list[str]) -> bool:
    """Whether a throng without one of its monsters would be an item only."""
    return len(throng) > 1 and sum(g.is_alien(card) for card in throng) == 1


class Mash(Move[Movie, Person]):
    """Move a card from one throng to another, and attack with it."""

    verb, words = "mash", "Take {1} from throng {0} and attack"

    def tries(self, g: Movie, person: Person) -> Sequence[Value]:
        if MASH_1 not in g.variants:
            return ()
        throngs = [(str(slot + 1), person.throngs[slot]) for slot in established(person)]
        return [(self.verb, slot, card) for slot, throng in throngs for card in throng if g.is_alien(card)]

    def refuse(self, g: Movie, person: Person, number: str, card: str) -> Iterator[Refusal]:
        slot = int(number) - 1
        if not room_beside(g, person, slot):
            yield Refusal("alternate-rules/monster-mash-1", "you have no other throng with room for a card", *ALL_OUT)
        if leaves_item_alone(g, person.throngs[slot]):
            yield Refusal("alternate-rules/monster-mash-1", LEFT_ALONE, *ALL_OUT)

    @staticmethod
    def do(g: Movie, person: Person, slot: str, card: str) -> Rule[None]:
        return mash(g, person, int(slot) - 1, card)


class Steal(Move[Movie, Person]):
    """Take a card from somebody else's throng, and attack with it."""

    verb, words = "steal", "Take {1} from {0}’s throng and attack"

    def tries(self, g: Movie, person: Person) -> Sequence[Value]:
        if MASH_2 not in g.variants:
            return ()
        throngs = [(g.names[other.seat], t) for other in g.people if other.seat != person.seat for t in other.throngs]
        return [(self.verb, owner, card) for owner, throng in throngs for card in throng if g.is_alien(card)]

    def refuse(self, g: Movie, person: Person, owner: str, card: str) -> Iterator[Refusal]:
        if established(person):
            own = Many(len(established(person)))
            why = f"you have {own:throng} of your own, so you can’t take a card from somebody else’s throng"
            yield Refusal("alternate-rules/monster-mash-2", why, *ALL_OUT)
        if any(frame.top and g.is_alien(frame.top) for frame in g.screen):
            why = "there is a monster on the screen, so you can’t take one from somebody else’s throng"
            yield Refusal("alternate-rules/monster-mash-2", why, other_attack(g, person))
        if any(card in throng and leaves_item_alone(g, throng) for throng in g.player(owner).throngs):
            others = [throng for other in g.people for throng in other.throngs if throng]
            spare = any(not leaves_item_alone(g, throng) for throng in others)
            fix = "Take another card." if spare else other_attack(g, person)
            yield Refusal("alternate-rules/monster-mash-2", LEFT_ALONE, fix)
        if not can_place(g, [person]):
            yield from refuse_full(g)

    @staticmethod
    @rule("alternate-rules/monster-mash-2")
    def do(g: Movie, person: Person, owner: str, card: str) -> Rule[None]:
        """With the Director's permission, a card is taken from another's throng; its attack ends the turn."""
        g.step("dt-desperate" if person.seat == DIRECTOR else "pp-mash")
        words = {"who": g.names[person.seat], "card": g.named(card), "owner": owner}
        if person.seat != DIRECTOR:
            prompt = f"May {words['who']} take {words['card']} from {owner}’s throng?"
            answer = yield Choose(
                DIRECTOR, "alternate-rules/monster-mash-2-permission", (YES, NO), prompt, ("Allow it", "Don’t allow it")
            )
            lets = "lets" if answer == YES else "does not let"
            template = "the Director {lets} {who} take {card}"
            g.note("alternate-rules/monster-mash-2-permission", template, lets=lets, **words)
            if answer == NO:
                return
        throng = next(throng for throng in g.player(owner).throngs if card in throng)
        throng.remove(card)
        ends = ("alternate-rules/monster-mash-2-ends-turn",)
        g.note("alternate-rules/monster-mash-2", "{who} takes {card} from {owner}’s throng", also=ends, **words)
        _, slot = yield from place_card(g, person.seat, card, [person], "alternate-rules/monster-mash-2")
        yield from pod_players.receive(g, person)
        yield from monster_attack.monster_attack(g, Foe("throng", person.seat, slot))


@rule("alternate-rules/monster-mash-1")
def mash(g: Movie, person: Person, slot: int, card: str) -> Rule[None]:
    """A card moves from one throng to another of the same person, which then attacks."""
    g.step("dt-desperate" if person.seat == DIRECTOR else "pp-mash")
    slots, prompt = room_beside(g, person, slot), f"Which throng do you move {g.named(card)} to?"
    other = yield from which_throng(person.seat, slots, "alternate-rules/monster-mash-1", prompt)
    person.throngs[slot].remove(card)
    person.throngs[other].append(card)
    words = {"who": g.names[person.seat], "card": g.named(card), "n": slot + 1, "m": other + 1}
    template = "{who} moves {card} from throng {n} to throng {m}, which attacks"
    g.note("alternate-rules/monster-mash-1", template, also=("alternate-rules/monster-mash-1-who",), **words)
    yield from monster_attack.monster_attack(g, Foe("throng", person.seat, other))
