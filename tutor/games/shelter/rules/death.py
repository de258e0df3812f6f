"""Dying, and what that changes for everybody else."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.engine.core import Many, Rule
from tutor.games.shelter.book import rule
from tutor.games.shelter.cards import ROOM
from tutor.games.shelter.people import DEAD, special
from tutor.games.shelter.rules.spaceship import builders_of, check_ship, recheck, update_required
from tutor.games.shelter.rules.victory import count_survivors
from tutor.games.shelter.table import ASIDE, Shelter


@rule("death/health-zero")
def check_deaths(g: Shelter) -> Rule[None]:
    """Whoever is at 0 health dies at once."""
    g.step("death-check")
    dying = [seat for seat in g.inside() if g.players[seat].health <= 0]
    if not dying:
        return
    g.step("death")
    if g.acting in dying and g.running and g.acting == g.running[1]:
        g.note("death/at-once", "{who} dies and loses the rest of the turn", who=g.names[g.acting])
    die(g, dying)
    yield from count_survivors(g, dying)
    yield from recheck(g)


@rule("death/simultaneous")
def bury(g: Shelter, seats: Sequence[int]) -> Rule[None]:
    """Those at 0 health after the losses die together."""
    g.step("end-death-check")
    dying = [seat for seat in seats if g.players[seat].health <= 0]
    for seat in seats if g.heard else ():
        if not any(g.players[seat].needs) and seat not in dying:
            g.note(
                "death/empty-attributes-do-not-kill",
                "{who}’s satiety, cleanness and mood are all 0, but {who} still has {n} health and so stays alive",
                who=g.names[seat],
                n=g.players[seat].health,
            )
    if not dying:
        return
    g.step("end-death")
    if len(dying) > 1:
        g.note("death/simultaneous", "{n} players die together", n=len(dying))
    die(g, dying)
    yield from count_survivors(g, dying)
    if g.reading("spaceship/target-fixed") == "current-survivors":
        yield from check_ship(g)


@rule("death/out-of-the-game")
def die(g: Shelter, seats: Sequence[int]) -> None:
    """The dead leave the table with their tokens and items; survivors and builders are counted again."""
    for seat in seats:
        g.players[seat].fate = DEAD
        g.note(
            "death/health-zero",
            "With 0 health, {who} dies and no longer rolls or takes turns",
            also=("death/out-of-the-game",),
            who=g.names[seat],
        )
        drop_all(g, seat, gone=g.reading("death/items") == "remove")
        lift_token(g, seat)
    left = Many(len(g.inside()))
    says = "{n:survivor is|survivors are} left in the shelter" if left else "Nobody is left in the shelter"
    g.note("death/fewer-survivors", says, n=left)
    update_required(g)


@rule("death/items")
def drop_all(g: Shelter, seat: int, gone: bool) -> None:
    """The items of the dead stay in circulation, or leave the game."""
    items = g.players[seat].items
    g.players[seat].gained.clear()
    aside = 0 if gone else sum(special(g, item) for item in items)
    if n := len(items) - aside:
        sort = "ordinary item" if aside else "item"
        held = f"only {sort} is" if n == 1 else f"{n} {sort}s are"
        where = "removed from the game" if gone else "put on the discard pile"
        g.note("death/items", "{who}’s {items} {where}", who=g.names[seat], items=held, where=where)
    for item in items:
        if special(g, item) and not gone:
            g.note("death/items", "{card} is put " + ASIDE, also=("special/not-in-decks",), card=g.the(item))
        g.discard(item, gone)
    items.clear()


@rule("death/token-and-place")
def lift_token(g: Shelter, seat: int) -> None:
    """A place that was used stays taken for the round, but a player who only waited no longer counts."""
    key = g.players[seat].place
    if not key:
        return
    place = g.places[key]
    place.tokens.remove(seat)
    g.players[seat].place = ""
    used = place.worked if place.shared or key == ROOM else True
    spent = used and g.reading("death/token-and-place") == "place-spent"
    if not spent:
        place.taken -= 1
    elif key == ROOM:
        place.taken += builders_of(g, seat) - 1
    g.note(
        "death/token-and-place",
        "{who}’s token is removed from {place}, {state}",
        who=g.names[seat],
        place=g.the(key),
        state="but that spot stays taken for the rest of the round" if spent else "so that spot is free again",
    )
