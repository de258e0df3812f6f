"""The plot devices."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.engine.core import Many, Rule
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.people import DIRECTOR, Survivor
from tutor.games.roswell51.rules import monster_attack, turning_point
from tutor.games.roswell51.rules.action_rolls import test
from tutor.games.roswell51.rules.foes import foe_name
from tutor.games.roswell51.rules.named_cards import tell_inside
from tutor.games.roswell51.rules.random_victims import choose_at_random, ordered_by_director, test_order
from tutor.games.roswell51.rules.throngs import established, there, which_throng
from tutor.games.roswell51.table import Foe, Movie

CAUSED = "events/group-test-starts-with-causer"


@rule("events/group-test-starts-with-causer")
def group_test(g: Movie, card: str, cause: str) -> Rule[list[Survivor]]:
    """Every survivor tests the card's stat, the causer first, then clockwise; return who fails."""
    failed = []
    order = test_order(g, cause)
    first = CAUSED if cause and cause not in g.names else "screen/director-caused-event"
    if not cause:
        first = "opening-scene/test-order-without-causer"
    if first != CAUSED and g.reading(first) == "director":
        order = yield from ordered_by_director(g, order, first)
    for who in order:
        g.step("ev-group-test")
        g.note(
            first,
            "{who} has to test {stat}",
            also=("events/group-test-clockwise", "events/group-test-within-pool", "screen/event-may-hit-group"),
            who=g.named(who.card),
            stat=g.cards[card].stat.capitalize(),
        )
        tell_inside(g, who)
        good = yield from test(g, who, card, "events/group-test-clockwise")
        if not good:
            failed.append(who)
    return failed


@rule("named-cards/theyre-out-there")
def full_assault_test(g: Movie, card: str, cause: str) -> Rule[None]:
    """All test; if anybody fails, the aliens make a full assault."""
    failed = yield from group_test(g, card, cause)
    template = "{n:survivor fails|survivors fail} the test, so there is a full assault"
    if not failed:
        template = "nobody fails the test, so nothing happens"
    g.note("named-cards/theyre-out-there", template, n=Many(len(failed)))
    if failed:
        yield from full_assault(g)


def assault_order(g: Movie) -> Iterator[Foe]:
    """All throngs, the Director's first, then those of Pod Players clockwise, then the screen's monsters."""
    for person in g.people:
        for slot in established(person):
            yield Foe("throng", person.seat, slot)
    for n, frame in enumerate(g.screen):
        if frame.top and g.is_alien(frame.top):
            yield Foe("screen", DIRECTOR, n, frame.top)


@rule("events/full-assault")
def full_assault(g: Movie) -> Rule[None]:
    """Every throng in play and every monster on the screen attacks once, each with a target of its own."""
    g.series += 1
    for foe in list(assault_order(g)):
        if not there(g, foe):
            continue
        g.step("ev-assault")
        g.note(
            "events/full-assault",
            "{foe:takes|take} part in the full assault",
            also=("events/full-assault-not-all-out", "events/full-assault-targets"),
            foe=foe_name(g, foe),
        )
        director = foe.seat != DIRECTOR and g.reading("events/full-assault-targets") == "director"
        yield from monster_attack.monster_attack(g, foe, by=DIRECTOR if director else foe.seat)
    yield from turning_point.series_over(g)


@rule("pittsburgh-68/attack-cycle-several")
def attack_cycle_test(g: Movie, card: str, cause: str) -> Rule[None]:
    """The Director attacks each survivor who fails; every throng attacks once before any attacks again."""
    failed = yield from group_test(g, card, cause)
    director = g.people[DIRECTOR]
    if failed and not established(director):
        g.note("pittsburgh-68/hold-them-back", "the Director has no throngs, so nobody is attacked")
    spent: list[int] = []
    g.series += 1
    for who in failed:
        slots = established(director)
        if not slots or g.survivor(who.card) is not who:
            continue
        fresh = [slot for slot in slots if slot not in spent]
        if not fresh:
            spent, fresh = [], slots
            g.note("pittsburgh-68/attack-cycle-several", "every throng has attacked, so the cycle begins again")
        one = "pittsburgh-68/attack-cycle-one-throng" if len(slots) == 1 else "pittsburgh-68/attack-cycle-several"
        g.step("ev-assault")
        prompt = f"{g.named(who.card):has|have} failed the test. Which of your throngs attacks?"
        slot = yield from which_throng(DIRECTOR, fresh, "pittsburgh-68/attack-cycle-several", prompt)
        spent.append(slot)
        words = {"boss": g.names[DIRECTOR], "n": slot + 1, "who": g.named(who.card)}
        back = ("pittsburgh-68/hold-them-back",)
        g.note(one, "{boss}’s throng {n} attacks {who}, who failed the test", also=back, **words)
        yield from monster_attack.monster_attack(g, Foe("throng", DIRECTOR, slot), who)
    yield from turning_point.series_over(g)


@rule("random-victims/then-within-group")
def lose_items(g: Movie, card: str, cause: str) -> Rule[None]:
    """A random victim tests a stat or loses all it holds."""
    who = yield from choose_at_random(g, list(g.survivors()))
    if who is None:
        return
    tell_inside(g, who)
    good = yield from test(g, who, card, "overview/card-text-beats-rules")
    if not good:
        template = "everything that {who} holds is discarded" if who.held else "{who} has nothing to discard"
        g.discard(*who.held)
        who.held = ()
        g.note("overview/card-text-beats-rules", template, who=g.named(who.card))


@rule("random-victims/players-likewise")
def lose_power(g: Movie, card: str, cause: str) -> Rule[None]:
    """A random player loses power spoints."""
    person = yield from choose_at_random(g, [person for person in g.players if not person.out])
    if person is None:
        return
    n = min(person.power, g.cards[card].amount)
    person.power -= n
    g.pool += n
    template = "{who} loses {n:power spoint}" if n else "{who} has no power spoints to lose"
    g.note("overview/card-text-beats-rules", template, who=g.names[person.seat], n=Many(n))
