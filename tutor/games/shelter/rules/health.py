"""Health: what cards do to it and to the other attributes, and what empty ones cost."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from tutor.engine.core import Part, Rule, Sum, listed
from tutor.games.shelter.book import rule
from tutor.games.shelter.cards import NEEDS, Line
from tutor.games.shelter.people import Loss, Player
from tutor.games.shelter.rules.death import bury, check_deaths
from tutor.games.shelter.rules.victory import at_once
from tutor.games.shelter.table import Shelter

EACH = tuple(range(len(NEEDS)))
LOST = "health lost"
UNHARMED = Sum(LOST)


def change(g: Shelter, seat: int, line: Line) -> Rule[None]:
    """Raise or lower an attribute."""
    if line.what == "health":
        yield from change_health(g, seat, line.n)
    else:
        change_need(g, seat, NEEDS.index(line.what), line.n)


@rule("health/direct-loss")
def change_health(g: Shelter, seat: int, n: int) -> Rule[None]:
    """A card changes health directly and at once."""
    player = g.players[seat]
    more = g.skill(seat, "heals") if n > 0 else 0
    if more:
        g.note(
            "characters/skill-overrides", "{who} gains {n} more health because of a skill", who=g.names[seat], n=more
        )
    before = player.health
    if before + n < 0:
        _tell_below_zero(g, seat)
    player.health = max(0, before + n + more)
    moves = _moves(before, n + more, player.health)
    high = before <= g.parameters.start < player.health
    g.note("health/direct-loss", "{who}’s health {moves}", also=_no_limit(g, high), who=g.names[seat], moves=moves)
    if high and g.first_day:
        g.note("characters/no-upper-limit", "Attributes have no upper limit, so {now} is allowed", now=player.health)
    if n < 0 and at_once(g):
        g.note("victory/order-of-checks", "After every single change, the players check whether the game is over")
        yield from check_deaths(g)


def _no_limit(g: Shelter, high: bool) -> tuple[str, ...]:
    """Return the rule that lets an attribute rise this high, once no note of its own explains it any more."""
    return ("characters/no-upper-limit",) if high and not g.first_day else ()


def _moves(before: int, n: int, now: int) -> str:
    """Return the words for how an attribute changes by `n`; a loss larger than the attribute ends at 0."""
    if now == before:
        return f"stays at {now}"
    if now - before != n:
        return f"falls to {now}"
    return f"rises by {n}, to {now}" if n > 0 else f"falls by {-n}, to {now}"


def _tell_below_zero(g: Shelter, seat: int) -> None:
    g.note("death/below-zero", "The loss is larger than {who}’s health, so the bar shows 0", who=g.names[seat])


@rule("health/stops-when-raised")
def change_need(g: Shelter, seat: int, i: int, n: int) -> None:
    """A card changes satiety, cleanness or mood. A raised one is no longer empty, and one at 0 is newly empty."""
    player = g.players[seat]
    before = player.needs[i]
    player.needs[i] = max(0, before + n)
    if g.heard:
        _tell_need(g, seat, i, n, before)
    if n > 0:
        player.raised[i] = True
        player.started[i] |= player.overdue[i]
        player.overdue[i] = False


def _tell_need(g: Shelter, seat: int, i: int, n: int, before: int) -> None:
    player, who, what = g.players[seat], g.names[seat], NEEDS[i]
    now = player.needs[i]
    moves = _moves(before, n, now)
    high = before <= g.parameters.start < now
    says = "{who}’s {what} {moves}"
    g.note("furniture/effect-immediate", says, also=_no_limit(g, high), who=who, what=what, moves=moves)
    if n > 0 and player.overdue[i]:
        g.note(
            "health/stops-when-raised",
            "{who}’s {what} is no longer empty, so it does not cost any health while it stays above 0",
            who=who,
            what=what,
        )
    if high and g.first_day:
        g.note("characters/no-upper-limit", "Attributes have no upper limit, so {now} is allowed", now=now)
    if before + n < 0:
        g.note("decay/floor-zero", "{who}’s {what} cannot fall below 0", who=who, what=what)
    if before and not now:
        g.note(
            "health/emptied-by-effect",
            "{who}’s {what} is empty now",
            also=("health/starts-at-first-zero",),
            what=what,
            who=who,
        )


def cost(g: Shelter, empty: tuple[int, ...], charged: tuple[int, ...] | None = None) -> Sum:
    """Return the health that `empty` attributes cost when only those in `charged` count (by default, all)."""
    additive = g.reading("health/one-or-two-empty") == "additive"
    each, three = g.parameters.empty_loss, g.parameters.all_empty_loss
    return _cost(additive, each, three, empty, len(empty if charged is None else charged))


@cache
def _cost(additive: bool, one: int, three: int, empty: tuple[int, ...], charged: int) -> Sum:
    names = [NEEDS[i] for i in empty]
    if additive and charged == len(empty):
        return Sum(LOST, *(Part(one, name, "health/one-or-two-empty") for name in names))
    if charged == len(NEEDS) and not additive:
        return Sum(LOST, Part(three, ", ".join(names), "health/three-empty"))
    n = charged if additive else min(1, charged)
    return Sum(LOST, Part(one * n, ", ".join(names), "health/one-or-two-empty"))


def health_loss(g: Shelter, player: Player, after: Sequence[int]) -> tuple[tuple[int, ...], Sum]:
    """Return which attributes cost health at the end of a round that leaves them `after`, and how much in all."""
    timing = g.reading("health/from-next-round")
    if timing == "next-round-start":
        return (), UNHARMED
    empty = tuple([i for i in EACH if not after[i]])
    again = g.reading("health/delay-restarts") == "no-restart"
    overdue = tuple([i for i in empty if player.overdue[i] or (again and player.started[i])])
    if timing == "same-round":
        return empty, cost(g, empty)
    if timing == "mixed":
        return empty, cost(g, empty, overdue or empty[:1])
    if timing == "late-count":
        return (empty, cost(g, empty)) if overdue else ((), UNHARMED)
    return overdue, cost(g, overdue)


@rule("health/from-next-round")
def loss_at_dawn(g: Shelter) -> Rule[None]:
    """Under one reading, empty attributes cost health at the start of the round, before anyone acts."""
    g.step("dawn-health")
    inside = g.inside()
    for seat in inside:
        player = g.players[seat]
        empty = tuple(i for i, level in enumerate(player.needs) if not level)
        loss = Loss((0,) * len(NEEDS), cost(g, empty), empty)
        tell_health(g, seat, loss)
        player.take(loss)
    yield from bury(g, inside)


def _emptiness(player: Player, counted: tuple[int, ...]) -> str:
    """Return the words for attributes that cost health, even if today’s loss is what empties some of them."""
    be, cost = ("is", "costs") if len(counted) == 1 else ("are", "cost")
    return f"{be} {'0 after today’s losses' if any(player.needs[i] for i in counted) else 'empty'} and {cost}"


def tell_health(g: Shelter, seat: int, loss: Loss) -> None:
    """Say what empty attributes cost."""
    player, who, n = g.players[seat], g.names[seat], loss.health
    if not n:
        return
    three = len(loss.counted) == len(NEEDS) and n == cost(g, EACH)
    g.note(
        "health/three-empty" if three else "health/one-or-two-empty",
        "{who}’s {what} {empty} {n} health",
        also=("health/not-cumulative" if three else "", "health/from-next-round"),
        who=who,
        n=n,
        what=listed([NEEDS[i] for i in loss.counted]),
        empty=_emptiness(player, loss.counted),
    )
    if any(player.started[i] for i in loss.counted):
        g.note("health/every-round", "{who} loses health in every round in which an attribute stays empty", who=who)
    if n > player.health:
        _tell_below_zero(g, seat)
