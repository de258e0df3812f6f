"""Monster Mash: a card from a throng in play instead of one from the screen."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.engine.asks import Choose, Refusal, Rule, Value
from tutor.engine.table import Many
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.numbers import THRONG
from tutor.games.roswell51.people import DIRECTOR, Person
from tutor.games.roswell51.rules import monster_attack, pod_players
from tutor.games.roswell51.rules.throngs import can_place, established, place_card
from tutor.games.roswell51.table import Foe, Movie

MASH_1, MASH_2 = "monster-mash-1", "monster-mash-2"
YES, NO = "yes", "no"


def room_beside(person: Person, slot: int) -> list[int]:
    """The other established throngs of a person that have room for a card."""
    return [other for other in established(person) if other != slot and len(person.throngs[other]) < THRONG]


def leaves_item_alone(g: Movie, throng: list[str]) -> bool:
    """Whether a throng without one of its monsters would be an item only."""
    return len(throng) > 1 and sum(g.is_alien(card) for card in throng) == 1


def mashes(g: Movie, person: Person) -> Iterator[Value]:
    """Every card that a person could try to take from a throng, as an answer."""
    if MASH_1 in g.variants:
        for slot in established(person):
            yield from (("mash", str(slot + 1), card) for card in person.throngs[slot] if g.is_alien(card))
    if MASH_2 in g.variants:
        for other in g.people:
            if other.seat != person.seat:
                yield from (
                    ("steal", g.names[other.seat], card) for t in other.throngs for card in t if g.is_alien(card)
                )


def refuse_mash(g: Movie, person: Person, slot: int) -> Iterator[Refusal]:
    """Why a card cannot be moved from one of one's own throngs to another."""
    if not room_beside(person, slot):
        yield Refusal("alternate-rules/monster-mash-1", "no other throng of yours has room for a card")
    if leaves_item_alone(g, person.throngs[slot]):
        yield Refusal("alternate-rules/monster-mash-1", "an item cannot be left without a monster")


def refuse_steal(g: Movie, person: Person, owner: str, card: str) -> Iterator[Refusal]:
    """Why a card cannot be taken from somebody else's throng."""
    if established(person):
        n = Many(len(established(person)))
        yield Refusal(
            "alternate-rules/monster-mash-2", f"you have {n:throng} of your own", "Attack with them.", "all-out"
        )
    if any(frame.top and g.is_alien(frame.top) for frame in g.screen):
        yield Refusal("alternate-rules/monster-mash-2", "there is a monster on the screen", "Take it.")
    if any(card in throng and leaves_item_alone(g, throng) for throng in g.player(owner).throngs):
        yield Refusal("alternate-rules/monster-mash-2", "an item cannot be left without a monster")
    if not can_place(g, [person]):
        yield Refusal("throngs/all-full", "all 18 places in your throngs are taken")


@rule("alternate-rules/monster-mash-1")
def mash(g: Movie, person: Person, slot: int, card: str) -> Rule[None]:
    """A card moves from one of one's own throngs to another, which then attacks."""
    g.step("dt-desperate" if person.seat == DIRECTOR else "pp-mash")
    slots = [str(other + 1) for other in room_beside(person, slot)]
    answer = slots[0]
    if len(slots) > 1:
        labels = tuple(f"Throng {other}" for other in slots)
        answer = yield Choose(person.seat, "alternate-rules/monster-mash-1", slots, "To which throng?", labels)
    other = int(answer) - 1
    person.throngs[slot].remove(card)
    person.throngs[other].append(card)
    words = {"who": g.names[person.seat], "card": g.named(card), "n": slot + 1, "m": answer}
    rules = "alternate-rules/monster-mash-1 alternate-rules/monster-mash-1-who"
    g.note(rules, "{who} moves {card} from throng {n} to throng {m}, which attacks", **words)
    yield from monster_attack.monster_attack(g, Foe("throng", person.seat, other))


@rule("alternate-rules/monster-mash-2")
def steal(g: Movie, person: Person, owner: str, card: str) -> Rule[None]:
    """With the Director's permission a card is taken from another's throng; its attack ends the turn."""
    g.step("dt-desperate" if person.seat == DIRECTOR else "pp-mash")
    words = {"who": g.names[person.seat], "card": g.named(card), "owner": owner}
    if person.seat != DIRECTOR:
        prompt = f"May {words['who']} take {words['card']}?"
        answer = yield Choose(DIRECTOR, "alternate-rules/monster-mash-2-permission", (YES, NO), prompt, ("Yes", "No"))
        g.note("alternate-rules/monster-mash-2-permission", "the Director says {answer}", answer=answer)
        if answer == NO:
            return
    throng = next(throng for throng in g.player(owner).throngs if card in throng)
    throng.remove(card)
    rules = "alternate-rules/monster-mash-2 alternate-rules/monster-mash-2-ends-turn"
    g.note(rules, "{who} takes {card} from {owner}", **words)
    _, slot = yield from place_card(g, person.seat, card, [person], "alternate-rules/monster-mash-2")
    yield from pod_players.receive(g, person)
    yield from monster_attack.monster_attack(g, Foe("throng", person.seat, slot))
