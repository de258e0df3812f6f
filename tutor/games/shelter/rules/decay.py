"""The end of the round: attributes fall, empty ones cost health, tokens come back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import sub
from typing import NamedTuple

from tutor.engine.core.asks import Rule
from tutor.engine.core.table import Many
from tutor.games.shelter.book import rule
from tutor.games.shelter.cards import NEEDS, ROOM
from tutor.games.shelter.people import Player
from tutor.games.shelter.rules.death import count_survivors, die
from tutor.games.shelter.rules.furniture import work_together
from tutor.games.shelter.rules.spaceship import builders, check_ship, work
from tutor.games.shelter.table import Shelter

DAILY = 1
"""What satiety, cleanness and mood lose every day."""
EACH = range(len(NEEDS))

HEALTH_LOSS = {"up-to-two": (0, 1, 1, 2), "additive": (0, 1, 2, 3)}
"""Health lost by the number of empty attributes."""


class Loss(NamedTuple):
    """What the end of a round takes from one player."""

    needs: tuple[int, ...]
    health: int
    counted: tuple[int, ...]
    """Which of the three cost health."""


def amount(g: Shelter, empty: int) -> int:
    """The health that so many empty attributes cost."""
    return HEALTH_LOSS[g.readings["health/one-or-two-empty"]][empty]


def loss_of(g: Shelter, seat: int, player: Player) -> Loss:
    """What this player loses at the end of the round as things are: nothing of what an effect or a skill keeps."""
    levels, spared = player.needs, player.spared
    kept = g.skill_what(seat, "keeps")
    if g.readings["decay/support"] == "raised-is-supported":
        spared = [spared[i] or player.raised[i] for i in EACH]
    needs = [min(level, DAILY) for level in levels]
    if kept or True in spared:
        needs = [0 if spared[i] or NEEDS[i] == kept else needs[i] for i in EACH]
    after = list(map(sub, levels, needs))
    counted, health = health_loss(g, player, after) if 0 in after else ((), 0)
    return Loss(tuple(needs), health, counted)


def health_loss(g: Shelter, player: Player, after: Sequence[int]) -> tuple[tuple[int, ...], int]:
    """Return which attributes cost health at the end of a round that leaves them `after`, and how much in all."""
    timing = g.readings["health/from-next-round"]
    if timing == "next-round-start":
        return (), 0
    empty = tuple([i for i in EACH if not after[i]])
    again = g.readings["health/delay-restarts"] == "no-restart"
    overdue = tuple([i for i in empty if player.overdue[i] or (again and player.started[i])])
    if timing == "same-round":
        return empty, amount(g, len(empty))
    if timing == "mixed":
        return empty, max(amount(g, min(1, len(empty))), amount(g, len(overdue)))
    if timing == "late-count":
        return (empty, amount(g, len(empty))) if overdue else ((), 0)
    return overdue, amount(g, len(overdue))


def take(player: Player, loss: Loss) -> None:
    """Take a loss from a player."""
    player.needs = list(map(sub, player.needs, loss.needs))
    if loss.health:
        player.health = max(0, player.health - loss.health)
        for i in loss.counted:
            player.started[i] = True


def dawn(player: Player) -> None:
    """Begin a player's round: what is empty now is overdue from now on; everything of the round before is over."""
    player.overdue = [not level for level in player.needs]
    player.raised = [False, False, False]
    player.spared = [False, False, False]
    player.items_used = 0
    player.gained = []
    player.done = player.code_shown = False
    player.turned_down = {}


@rule("turn/end-of-round-sequence")
def end_of_round(g: Shelter) -> Rule[None]:
    """Groups that are not complete get nothing, all lose, the dead leave, and the tokens come back."""
    g.step("end-round")
    g.note("turn/round-end turn/once-per-round decay/when", "All turns are over: day {n} ends", n=g.day)
    yield from close_groups(g)
    everybody = [*g.order, *(seat for seat in range(g.seats) if seat not in g.order)]
    inside = [seat for seat in everybody if not g.players[seat].fate]
    if len(inside) < g.seats:
        g.note("decay/not-the-gone", "Those who died or left lose nothing any more")
    if g.reading("decay/together") == "simultaneous":
        yield from fall(g, inside)
    else:
        for seat in inside:
            g.note("decay/together", "{who} loses now; the others follow in the order of action", who=g.names[seat])
            yield from fall(g, [seat])
    clear_places(g)
    g.note(
        "overview/survival-is-not-winning", "{n:survivor} left; being alive wins nothing yet", n=Many(len(g.inside()))
    )
    g.agenda.append(("order/roll-each-round",))


@rule("capacity/required-unmet-no-effect")
def close_groups(g: Shelter) -> Rule[None]:
    """Whoever waited in vain gets nothing; under some readings complete groups get their effect only now."""
    g.step("end-unmet")
    room = g.places[ROOM]
    for key, place in [(key, place) for key, place in g.places.items() if place.shared and place.tokens]:
        if place.worked or not place.tokens or key == ROOM:
            continue
        if place.taken >= place.limit:
            yield from work_together(g, key, tuple(place.tokens))
            g.step("end-unmet")
            continue
        g.note(
            "capacity/required-unmet-no-effect capacity/required-unmet-choice-spent durability/required-unmet-none",
            "{place} had {here} of {n}: no effect, no durability lost, but their choice is spent",
            place=g.title(key),
            here=len(place.tokens),
            n=place.limit,
        )
    if not room.tokens or room.worked:
        return
    if builders(g) >= room.limit and g.reading("spaceship/timing") == "end-of-round":
        yield from work(g)
        g.step("end-unmet")
    else:
        g.note(
            "spaceship/too-few-builders",
            "The room had {here} of {n} builders: no progress, and their choice is spent",
            here=builders(g),
            n=room.limit,
        )


@rule("decay/one-each")
def fall(g: Shelter, seats: Sequence[int]) -> Rule[None]:
    """These players lose together; whoever is at 0 health then dies."""
    g.step("end-support")
    losses = {seat: loss_of(g, seat, g.players[seat]) for seat in seats}
    g.step("end-health")
    if g.heard:
        for seat, loss in losses.items():
            _tell_health(g, seat, loss)
    g.step("end-decay")
    for seat, loss in losses.items():
        if g.heard:
            _tell_needs(g, seat, loss)
        take(g.players[seat], loss)
    if len(seats) > 1:
        g.note("decay/together decay/everyone", "All {n} lose at the same time", n=len(seats))
    yield from bury(g, seats)


@rule("death/simultaneous")
def bury(g: Shelter, seats: Sequence[int]) -> Rule[None]:
    """Those at 0 health after the losses die together."""
    g.step("end-death-check")
    dying = [seat for seat in seats if g.players[seat].health <= 0]
    for seat in seats if g.heard else ():
        if not any(g.players[seat].needs) and seat not in dying:
            g.note("death/empty-attributes-do-not-kill", "{who} is out of everything, but alive", who=g.names[seat])
    if not dying:
        return
    g.step("end-death")
    if len(dying) > 1:
        g.note("death/simultaneous", "{n} players die together", n=len(dying))
    die(g, dying)
    yield from count_survivors(g, dying)
    if g.reading("spaceship/target-fixed") == "current-survivors":
        yield from check_ship(g)


def _tell_needs(g: Shelter, seat: int, loss: Loss) -> None:
    player, who = g.players[seat], g.names[seat]
    kept = [i for i in EACH if player.needs[i] and not loss.needs[i]]
    fallen = _list(f"1 {NEEDS[i]}" for i, n in enumerate(loss.needs) if n)
    says = "{who} loses {what}; health does not fall with them" if fallen else "{who}'s three needs do not fall today"
    g.note("decay/one-each decay/not-health", says, who=who, what=fallen)
    if player.skipping:
        g.note("skip/still-decays", "{who} missed the round, but not its losses", who=who)
    if kept:
        _tell_kept(g, seat, kept, any(loss.needs))
    for i, level in enumerate(player.needs):
        if not level:
            g.note("decay/floor-zero", "{what} of {who} stays at 0", what=NEEDS[i], who=who)
        elif level == loss.needs[i]:
            _tell_emptied(g, seat, i, loss)


def _tell_kept(g: Shelter, seat: int, kept: list[int], rest: bool) -> None:
    """Say what does not fall, and whether a skill or an effect keeps it."""
    by_skill = all(NEEDS[i] == g.skill_what(seat, "keeps") for i in kept)
    g.note(
        ("characters/skill-overrides" if by_skill else "decay/support") + (" decay/partial-support" if rest else ""),
        "{who} keeps {kept}{rest}",
        who=g.names[seat],
        kept=_list(NEEDS[i] for i in kept),
        rest="; the rest falls" if rest else "",
    )


def _tell_emptied(g: Shelter, seat: int, i: int, loss: Loss) -> None:
    """Say what it means that an attribute has just reached 0."""
    player, who = g.players[seat], g.names[seat]
    if i not in loss.counted:
        g.note(
            "health/starts-at-first-zero health/from-next-round",
            "{what} of {who} reaches 0: from the next round on it costs health",
            what=NEEDS[i],
            who=who,
        )
    if player.started[i]:
        g.note(
            "health/delay-restarts",
            "{what} is empty anew, and the delay {starts}",
            what=NEEDS[i],
            starts="does not start again" if i in loss.counted else "starts afresh",
        )
    if loss.health and i not in loss.counted:
        g.note("health/step-up-delayed", "One more empty attribute costs nothing more this round")


def _tell_health(g: Shelter, seat: int, loss: Loss) -> None:
    player, who, n = g.players[seat], g.names[seat], loss.health
    if not n:
        return
    three = len(loss.counted) == len(NEEDS) and n == amount(g, len(NEEDS))
    g.note(
        ("health/three-empty health/not-cumulative" if three else "health/one-or-two-empty")
        + " health/from-next-round",
        "{who} loses {n} health for {empty} empty",
        who=who,
        n=n,
        empty=_list(NEEDS[i] for i in loss.counted),
    )
    if any(player.started[i] for i in loss.counted):
        g.note("health/every-round", "It repeats every round while an attribute is empty")
    if n > player.health:
        g.note("death/below-zero", "The loss is larger than what is left; health shows 0")


def _list(parts: Iterable[str]) -> str:
    return ", ".join(parts)


@rule("health/from-next-round")
def loss_at_dawn(g: Shelter) -> Rule[None]:
    """Under that reading empty attributes cost health at the start of the round, before anyone acts."""
    g.step("dawn-health")
    inside = g.inside()
    for seat in inside:
        player = g.players[seat]
        empty = tuple(i for i, level in enumerate(player.needs) if not level)
        loss = Loss((0,) * len(NEEDS), amount(g, len(empty)), empty)
        _tell_health(g, seat, loss)
        take(player, loss)
    yield from bury(g, inside)


@rule("furniture/places-clear-each-round")
def clear_places(g: Shelter) -> None:
    """All tokens come back; nobody waits on into the next round."""
    g.step("end-clear")
    for place in g.places.values():
        if place.taken or place.worked:
            place.tokens.clear()
            place.taken = 0
            place.worked = False
            place.look_over()
    for player in g.players:
        player.place = ""
    g.note(
        "furniture/places-clear-each-round capacity/no-carry-over", "All tokens come back; every place is free again"
    )
