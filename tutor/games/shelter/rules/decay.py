"""The end of a day: satiety, cleanness and mood fall, unless something keeps them from falling."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.engine.core import Names, Rule, listed
from tutor.games.shelter.book import rule
from tutor.games.shelter.cards import NEEDS, Line
from tutor.games.shelter.people import Loss, Player
from tutor.games.shelter.rules.death import bury
from tutor.games.shelter.rules.health import EACH, UNHARMED, health_loss, tell_health
from tutor.games.shelter.table import Shelter


def loss_of(g: Shelter, seat: int, player: Player) -> Loss:
    """Return what this player would lose at the end of the round, without what an effect or a skill keeps."""
    levels, spared = player.needs, player.spared
    kept = g.skill_what(seat, "keeps")
    if g.reading("decay/support") == "raised-is-supported":
        spared = [spared[i] or player.raised[i] for i in EACH]
    daily = g.parameters.daily_loss
    needs = [level if level < daily else daily for level in levels]
    if kept or True in spared:
        needs = [0 if spared[i] or NEEDS[i] == kept else needs[i] for i in EACH]
    after = [level - n for level, n in zip(levels, needs, strict=True)]
    counted, health = health_loss(g, player, after) if 0 in after else ((), UNHARMED)
    return Loss(tuple(needs), health, counted)


@rule("decay/support")
def spare(g: Shelter, seat: int, line: Line) -> Rule[None]:
    """An attribute is kept from falling at the end of this day."""
    g.players[seat].spared[NEEDS.index(line.what)] = True
    g.note(
        "decay/support",
        "{who}’s {what} does not fall at the end of the day",
        also=("furniture/may-stop-decay", "items/may-stop-decay"),
        what=line.what,
        who=g.names[seat],
    )
    yield from ()


@rule("decay/one-each")
def fall(g: Shelter, seats: Sequence[int]) -> Rule[None]:
    """These players lose together; whoever is at 0 health then dies."""
    g.step("end-support")
    losses = {seat: loss_of(g, seat, g.players[seat]) for seat in seats}
    g.step("end-health")
    if g.heard:
        for seat, loss in losses.items():
            tell_health(g, seat, loss)
    g.step("end-decay")
    for seat, loss in losses.items():
        if g.heard:
            _tell_needs(g, seat, loss, () if len(seats) == 1 or g.first_day else ("decay/together", "decay/everyone"))
        g.players[seat].take(loss)
    if len(seats) > 1 and g.first_day:
        g.note(
            "decay/together",
            "{all} take their losses at the same time",
            also=("decay/everyone",),
            all=_all_of(g, seats),
        )
    yield from bury(g, seats)


def _all_of(g: Shelter, seats: Sequence[int]) -> str:
    others = "" if len(seats) == g.seats else "remaining "
    return f"Both {others}players" if len(seats) == 2 else f"All {len(seats)} {others}players"


def _tell_needs(g: Shelter, seat: int, loss: Loss, together: tuple[str, ...]) -> None:
    """Say what a player loses; `together` names the rules by which others lose at the same time."""
    player, who = g.players[seat], g.names[seat]
    kept = [i for i in EACH if player.needs[i] and not loss.needs[i]]
    fallen = listed([f"{n} {NEEDS[i]}" for i, n in enumerate(loss.needs) if n])
    if fallen:
        says = "{who} loses {what} at the end of the day"
    else:
        says = "{who}’s satiety, cleanness and mood do not fall at the end of the day"
    if fallen or not kept:
        g.note("decay/one-each", says, also=("decay/not-health", *together), who=who, what=fallen)
    if player.skipping:
        g.note("skip/still-decays", "{who} missed the round, but the losses at the end of it still apply", who=who)
    if kept:
        _tell_kept(g, seat, kept, [i for i in EACH if loss.needs[i]])
    for i, level in enumerate(player.needs):
        if not level:
            g.note(
                "decay/floor-zero", "{who}’s {what} is already 0, so it cannot fall any further", what=NEEDS[i], who=who
            )
        elif level == loss.needs[i]:
            _tell_emptied(g, seat, i, loss)


def _tell_kept(g: Shelter, seat: int, kept: list[int], fallen: list[int]) -> None:
    """Say what does not fall, and whether a skill or an effect keeps it."""
    others = f", but {Names(NEEDS[i] for i in fallen):does|do}" if fallen else ""
    by_skill = all(NEEDS[i] == g.skill_what(seat, "keeps") for i in kept)
    g.note(
        "characters/skill-overrides" if by_skill else "decay/support",
        "{who}’s {kept:does|do} not fall at the end of the day{others}",
        also=("decay/partial-support" if others else "",),
        who=g.names[seat],
        kept=Names(NEEDS[i] for i in kept),
        others=others,
    )


def _tell_emptied(g: Shelter, seat: int, i: int, loss: Loss) -> None:
    """Say what it means that an attribute has just reached 0."""
    player, who = g.players[seat], g.names[seat]
    if i not in loss.counted:
        g.note(
            "health/starts-at-first-zero",
            "{who}’s {what} falls to 0, and it can cost health from the next round on if it stays there",
            also=("health/from-next-round",),
            what=NEEDS[i],
            who=who,
        )
    again = g.reading("health/delay-restarts") == "no-restart"
    at_the_end = g.reading("health/from-next-round") in ("next-round-end", "late-count")
    if player.started[i] and at_the_end and again == (i in loss.counted):
        g.note(
            "health/delay-restarts",
            "{who}’s {what} is back at 0, {delay}",
            who=who,
            what=NEEDS[i],
            delay="and it costs health at once, because there is no second delay"
            if again
            else "and once more there is a delay of one round before it costs health",
        )
    if loss.health and i not in loss.counted:
        g.note(
            "health/step-up-delayed",
            "{who}’s {what} has only just become empty, so it does not add to this round’s loss of health",
            who=who,
            what=NEEDS[i],
        )
