"""Dying, leaving in the ark, and what that changes for everybody else."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.engine.core.asks import Rule
from tutor.engine.core.table import Many
from tutor.games.shelter.book import rule
from tutor.games.shelter.cards import ROOM
from tutor.games.shelter.people import ARK_WIN, DEAD, LAST_WIN, special
from tutor.games.shelter.rules.spaceship import builders_of, check_ship, end, recheck, update_required
from tutor.games.shelter.table import ASIDE, Shelter


@rule("death/health-zero")
def check_deaths(g: Shelter) -> Rule[None]:
    """Whoever is at 0 health dies at once."""
    g.step("death-check")
    dying = [seat for seat in g.inside() if g.players[seat].health <= 0]
    if not dying:
        return
    g.step("death")
    if g.acting in dying:
        g.note("death/at-once", "{who} dies in mid-turn; the rest of the turn is lost", who=g.names[g.acting])
    die(g, dying)
    yield from count_survivors(g, dying)
    yield from recheck(g)


@rule("death/out-of-the-game")
def die(g: Shelter, seats: Sequence[int]) -> None:
    """The dead leave the table with their tokens and items; survivors and builders are counted anew."""
    for seat in seats:
        g.players[seat].fate = DEAD
        g.note(
            "death/health-zero death/out-of-the-game",
            "{who} is at 0 health and dies: no more rolls or turns",
            who=g.names[seat],
        )
        drop_all(g, seat, gone=g.reading("death/items") == "remove")
        lift_token(g, seat)
    g.note("death/fewer-survivors", "{n:survivor} left in the shelter", n=Many(len(g.inside())))
    update_required(g)


@rule("death/items")
def drop_all(g: Shelter, seat: int, gone: bool) -> None:
    """The items of the dead stay in circulation, or leave the game."""
    items = g.players[seat].items
    g.players[seat].gained.clear()
    if items:
        where = "out of the game" if gone else "to the discard pile"
        g.note("death/items", "{n:item} of {who}: {where}", n=Many(len(items)), who=g.names[seat], where=where)
    for item in items:
        if special(g, item) and not gone:
            g.note("death/items special/not-in-decks", "{card} goes " + ASIDE, card=g.cards[item].name)
        discard(g, item, gone)
    items.clear()


def discard(g: Shelter, item: str, gone: bool = False) -> None:
    """Put an item on the discard pile or out of the game; a special item lies face up beside the table again."""
    (g.removed if gone else g.specials if special(g, item) else g.item_discard).append(item)


@rule("death/token-and-place")
def lift_token(g: Shelter, seat: int) -> None:
    """A finished use keeps its place spent for the round; a player who only waited counts no more."""
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
        "The token of {who} leaves {place}; its place there is {state}",
        who=g.names[seat],
        place=g.title(key),
        state="spent for this round" if spent else "free",
    )


@rule("victory/last-survivor")
def count_survivors(g: Shelter, dying: Sequence[int] = ()) -> Rule[None]:
    """One survivor left wins at once; none left ends the game."""
    g.step("survivor-check")
    inside = g.inside()
    if not inside:
        yield from nobody_left(g, dying)
    if g.survivors() > 1:
        return
    (last,) = inside
    if g.reading("victory/last-after-ark") == "needs-deaths" and any(p.fate == ARK_WIN for p in g.players):
        g.note("victory/last-after-ark", "{who} is alone, but the ark made it so: no win", who=g.names[last])
        return
    g.step("end-last")
    g.players[last].fate = LAST_WIN
    if any(player.fate == ARK_WIN for player in g.players):
        g.note("victory/last-after-ark", "{who} was left behind and wins too", who=g.names[last])
    g.note(
        "victory/last-survivor victory/last-survivor-at-once victory/three-ways",
        "{who} is the only survivor left and wins at once",
        who=g.names[last],
    )
    yield from end(g, "last survivor", "victory/last-survivor")


@rule("victory/all-dead")
def nobody_left(g: Shelter, dying: Sequence[int]) -> Rule[None]:
    """If the last survivors die together none of them wins, unless the reading lets them share."""
    g.step("end-nobody")
    if g.reading("victory/all-dead") == "shared" and len(dying) > 1:
        for seat in dying:
            g.players[seat].fate = LAST_WIN
        g.note("victory/all-dead", "The last {n} die together and share the win", n=len(dying))
    else:
        none_wins = "Nobody is left in the shelter, so none of the last survivors wins"
        g.note("victory/all-dead", none_wins if dying else "The game is over, because nobody is left in the shelter")
    yield from end(g, "nobody left", "victory/all-dead")


@rule("victory/order-of-checks")
def settle(g: Shelter) -> Rule[None]:
    """Under the reading that a whole effect comes first: deaths, then wins."""
    g.note("victory/order-of-checks", "The whole effect is done; now deaths, then wins")
    yield from check_deaths(g)
    yield from check_ship(g)
