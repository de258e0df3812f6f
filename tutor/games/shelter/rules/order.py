"""Rolling for the action order at the start of every round, and who skips the round."""

from __future__ import annotations

from tutor.engine.core import Roll, Rule, listed
from tutor.games.shelter.book import rule
from tutor.games.shelter.cards import ROOM
from tutor.games.shelter.people import ARK_WIN, DEAD
from tutor.games.shelter.rules.health import loss_at_dawn
from tutor.games.shelter.rules.skip import skippers
from tutor.games.shelter.rules.spaceship import builders_required
from tutor.games.shelter.rules.victory import count_survivors
from tutor.games.shelter.table import Shelter


@rule("order/roll-each-round")
def new_day(g: Shelter) -> Rule[None]:
    """A new round begins, for which all players roll a new order."""
    g.step("round-start")
    g.day += 1
    also = () if g.first_day else ("overview/survival-is-not-winning",)
    g.note("turn/repeat-rounds", "Day {n} begins", also=also, n=g.day)
    g.ready = g.progress >= g.target()
    g.places[ROOM].limit = builders_required(g)
    for player in g.players:
        player.dawn()
    if len(g.inside()) < 2:  # unless the ark took the others, no game comes to this; a table laid out does
        yield from count_survivors(g)
    if g.reading("health/from-next-round") == "next-round-start":
        yield from loss_at_dawn(g)
    rolling = skippers(g)
    g.order = yield from action_order(g, rolling)
    if g.order:
        g.step("order-fixed")
        if g.heard:
            _tell_order(g)
    if g.reading("turn/player-by-player") == "phase-by-phase":
        g.agenda += [("turn/player-by-player", seat) for seat in g.order]
    g.agenda += [("turn/sequence", seat) for seat in g.order]
    g.agenda.append(("turn/end-of-round-sequence",))


def _tell_order(g: Shelter) -> None:
    order = ", then ".join(g.names[seat] for seat in g.order)
    g.note("order/high-first", "The order for this round is {order}", also=("order/fixed-for-round",), order=order)
    if any(player.fate in (DEAD, ARK_WIN) for player in g.players):
        g.note("order/only-survivors-roll", "Players who have died or left no longer roll for the order")


@rule("order/high-first")
def action_order(g: Shelter, seats: list[int]) -> Rule[list[int]]:
    """The highest roll acts first."""
    if not seats:
        return []
    g.step("order-roll")
    return (yield from ranked(g, seats, "order/roll-each-round", again=False))


def _tell_ties(g: Shelter, groups: list[list[int]]) -> None:
    ties = [g.named(group) for group in groups if len(group) > 1]
    if len(ties) > 1:
        g.note(
            "order/separate-ties",
            "{first} rolled the same, and so did {others}, so each tie is settled separately",
            first=ties[0],
            others=", and so did ".join(ties[1:]),
        )


def _tell_reroll(g: Shelter, group: list[int], before: int, again: bool) -> None:
    g.note(
        "order/ties-reroll",
        "{who} rolled the same, so they roll again for places {places} in the order",
        also=("order/reroll-only-tied-places",),
        who=g.named(group),
        places=listed([str(before + n + 1) for n in range(len(group))]),
    )
    if again:
        g.note("order/reroll-repeats", "Only those who are still tied roll again, as often as needed")


@rule("order/ties-reroll")
def ranked(g: Shelter, seats: list[int], id: str, again: bool, before: int = 0) -> Rule[list[int]]:
    """Rank seats by a roll; equal rolls roll again for the places that they share, as often as needed.

    `before` is how many act before all of these seats.
    """
    faces = yield Roll(len(seats), id, ordered=True)
    if len({*faces}) == len(faces):
        return [seat for _, seat in sorted(zip(faces, seats, strict=True), reverse=True)]
    shown: dict[int, list[int]] = {}
    for seat, face in zip(seats, faces, strict=True):
        shown.setdefault(face, []).append(seat)
    groups = [shown[face] for face in sorted(shown, reverse=True)]
    if g.heard:
        _tell_ties(g, groups)
    order: list[int] = []
    for group in groups:
        first = next((seat for seat in group if g.skill(seat, "wins-ties")), None)
        if first is not None and len(group) > 1:
            g.note("characters/skill-overrides", "{who} wins the tie because of a skill", who=g.names[first])
            group.remove(first)
            order.append(first)
        if len(group) > 1:
            g.step("order-reroll")
            ahead = before + len(order)
            if g.heard:
                _tell_reroll(g, group, ahead, again)
            reroll = "order/reroll-repeats" if again else "order/ties-reroll"
            group = yield from ranked(g, group, reroll, again=True, before=ahead)
        order += group
    return order
