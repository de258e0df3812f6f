"""The ark: its code, and who escapes in it."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.engine.core import Many, ManyOrNo, Refusal, Rule, spelled_out
from tutor.games.shelter.book import rule
from tutor.games.shelter.cards import ARK, CODE, CODE_PART, Line
from tutor.games.shelter.people import ARK_WIN
from tutor.games.shelter.places import Place
from tutor.games.shelter.rules.items_hand import draw_items, hand_over
from tutor.games.shelter.rules.spaceship import recheck, update_required
from tutor.games.shelter.rules.special import take_special
from tutor.games.shelter.rules.victory import count_survivors
from tutor.games.shelter.table import Shelter

CODE_PARTS = 2
"""How many parts make up the ark code, under the reading in which it has parts."""


def code_card(g: Shelter) -> str:
    """Return the special item that leads to the ark under the current reading."""
    return CODE_PART if g.reading("ark/how-to-get-code") == "code-parts" else CODE


def has_code(g: Shelter, seat: int) -> bool:
    """Whether this seat has the ark code, whole or in all its parts."""
    items = g.players[seat].items
    if g.reading("ark/how-to-get-code") == "code-parts":
        return items.count(CODE_PART) >= CODE_PARTS
    return CODE in items


def ark_waits(g: Shelter) -> bool:
    """Whether there is an ark that can still carry somebody."""
    return any(place.card == ARK and place.durability for place in g.places.values())


def refuse_no_code(g: Shelter, seat: int) -> Iterator[Refusal]:
    """Yield why this player cannot choose the ark."""
    if not has_code(g, seat):
        part = CODE_PART in g.players[seat].items
        fix = "First find another part of it." if part else "First find a card that gives you the code."
        if not ark_waits(g):
            fix = "Look for another way to win."
        why = "you have only one part of the ark code" if part else "you don’t have the ark code"
        yield Refusal("ark/without-code", why, fix)
        why = "you can go to the ark only to activate it, and you need the code for that"
        yield Refusal("ark/needs-code", why, fix, repeats=True)
    elif g.reading("ark/activation") == "item-then-ark" and ark_waits(g) and not g.players[seat].code_shown:
        use = "In a later round, use" if _items_over(g, seat) else "Use"
        fix = f"{use} the code before you choose a place, and then go to the ark."
        yield Refusal("ark/activation", "you have to use the code as your item first", fix)


def _items_over(g: Shelter, seat: int) -> bool:
    """Whether this player cannot use another item this round."""
    player = g.players[seat]
    only_places = g.reading("turn/player-by-player") == "phase-by-phase" and g.running == ("turn/sequence", seat)
    return only_places or bool(player.place) or player.items_used >= g.items_a_round(seat)


@rule("ark/how-to-get-code")
def take_code(g: Shelter, seat: int, line: Line) -> Rule[None]:
    """The code is a special item, comes in parts, or has to be found in the item deck."""
    if g.reading("ark/how-to-get-code") == "deck-item":
        g.note(
            "ark/how-to-get-code",
            "The code was shuffled into the item deck, so the card lets {who} draw an item instead",
            who=g.names[seat],
        )
        yield from draw_items(g, seat, 1, "items/sources")
    else:
        yield from take_special(g, seat, Line("special", code_card(g)))


@rule("ark/activation")
def activate(g: Shelter, seat: int) -> Rule[None]:
    """A player with the code activates the ark, wins and leaves; the others play on."""
    g.step("ark-activate")
    who = g.names[seat]
    g.note("ark/activation", "{who} shows the code and activates the ark", also=("ark/needs-code",), who=who)
    place = g.places[g.players[seat].place]
    place.durability -= 1
    if place.durability:
        g.note("ark/once", "The ark can take another player who has a code")
    else:
        n = spelled_out(g.ark_places(), "player")
        g.note("ark/once", "The ark takes only {n} in the whole game, so it is gone now", n=n)
    g.step("ark-win")
    g.players[seat].fate = ARK_WIN
    g.note(
        "ark/activator-wins",
        "{who} escapes alone and wins at once",
        also=("victory/ark", "victory/three-ways"),
        who=who,
    )
    board(g, seat, place)
    _tell_survivors(g, seat)
    update_required(g)
    yield from count_survivors(g)
    g.note("ark/others-continue", "{n:player} can play on and can still win", n=Many(len(g.inside())))
    yield from recheck(g)


def _tell_survivors(g: Shelter, seat: int) -> None:
    says = "{who} no longer counts as a survivor, so {n:survivor is|survivors are} left"
    if g.reading("ark/escaped-not-survivor") == "counted":
        says = "{who} still counts as a survivor, so {n:survivor is|survivors are} left"
    g.note("ark/escaped-not-survivor", says, who=g.names[seat], n=ManyOrNo(g.survivors()))


@rule("ark/activator-leaves")
def board(g: Shelter, seat: int, place: Place) -> None:
    """A player who escapes leaves the shelter; their items are discarded, and the place stays used."""
    player = g.players[seat]
    place.tokens.remove(seat)
    player.place = ""
    g.note(
        "ark/activator-leaves",
        "{who} has left the shelter and no longer rolls, takes turns or suffers daily losses",
        who=g.names[seat],
    )
    for item in (*player.items,):
        hand_over(g, seat, item, "{who} discards {card}{where}", "ark/activator-leaves")
