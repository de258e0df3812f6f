"""Who is who: characters, hands and Life Tokens as they are written in a position for each seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tutor.engine.core.fields import HIDDEN
from tutor.engine.core.placing import Placing
from tutor.engine.core.state import Look
from tutor.games.doppelganger.outcome import revealed_seats

WAYS_OUT = ("", "vote", "unpaid", "infection")
"""The ways in which a player can have left the game; empty for a player who is still in it."""
GUARANTEED = "guaranteed-alien"
"""The variant in which one of the players is certainly the Alien."""


@dataclass(frozen=True, slots=True)
class LaidPlayer:
    """A player in a position; `out` says how they left the game, and is empty if they are still in it."""

    character: str | None = None
    life: int | None = None
    hand: tuple[str, ...] = ()
    out: str = ""
    tainted: bool = False


def read_players(p: Placing, said: dict[str, LaidPlayer], place: str) -> list[int]:
    """Take over characters, hands and who is out; return the Life Tokens."""
    g = p.g
    life = [g.kit.life] * g.seats
    for name, own in said.items():
        seat, at = p.seat(name, place), f"{place}.{name}"
        if own.life is not None:
            p.bounded(own.life, 0, None, f"{at}.life")
            life[seat] = own.life
        g.hands[seat] = p.take(own.hand, f"{at}.hand", "supply")
        g.out[seat] = p.among(own.out, WAYS_OUT, f"{at}.out")
        g.tainted[seat] = own.tainted
        if own.character:
            p.among(own.character, people(g), f"{at}.character")
    for name, character in _dealt(p, said).items():
        g.characters[g.seat(name)] = character
    p.once([who for who in g.characters if who], place)
    if sum(g.person(who).alien for who in g.characters if who) > 1:
        p.implausible(place, "there is only one Alien character")
    return life


def people(g: Any) -> list[str]:
    """Return the ids of all characters of the set."""
    return [person.id for person in g.cards.of_type("character")]


def _dealt(p: Placing, said: Mapping[str, LaidPlayer]) -> dict[str, str]:
    """Return everybody's character; players without one in the position get one of those left over."""
    g = p.g
    named = {name: own.character for name, own in said.items() if own.character is not None}
    in_box = g.box if GUARANTEED in g.variants else g.box[:-1]
    humans = [id for id in people(g) if not g.person(id).alien]
    spare = [id for id in dict.fromkeys([*in_box, *humans]) if id not in named.values()]
    for name in g.names:
        if name not in named:
            if not spare:
                raise p.bad(f"players.{name}.character", "there are no characters left, so say who this is")
            named[name] = spare.pop(0)
    return named


def shown_roles(g: Any, seat: int | None) -> list[bool]:
    """Return for each player whether `seat` sees their character."""
    own = g.reading("setup-characters/look-at-own") == "seen"
    dead = g.reading("secrecy/dead-keep-secrets") == "shown-on-death"
    over = revealed_seats(g)
    return [
        seat is None or (other == seat and own) or (dead and bool(g.out[other])) or other in over
        for other in range(g.seats)
    ]


def shown_at_the_end(g: Any, seat: int, card: str) -> bool:
    """Whether a card in a hand is shown after the game: The Infection, and scoring cards of escaped Humans."""
    if not g.ending:
        return False
    scoring = g.ending == "escape" and seat in g.humans() and g.supply(card).kind in ("trait", "proof")
    return scoring or (card in g.infections and seat in revealed_seats(g))


def write_players(look: Look, life: list[int]) -> dict[str, Any]:
    """Return what everybody has, as far as the viewer knows it."""
    g = look.g
    roles = shown_roles(g, look.seat)
    counts = g.reading("secrecy/contribution-counts-public") == "counts-public"
    stock = g.reading("secrecy/life-tokens-public") == "public"
    found = {}
    for other, name in enumerate(g.names):
        mine = look.seat in (None, other)
        faces = [card if mine or shown_at_the_end(g, other, card) else HIDDEN for card in g.hands[other]]
        found[name] = {
            "character": g.characters[other] if roles[other] or not g.characters[other] else HIDDEN,
            "life": life[other] if mine or stock else HIDDEN,
            "hand": sorted(faces) if mine or counts or g.ending else HIDDEN,
            "out": g.out[other],
            "tainted": g.tainted[other] if mine else False,
        }
    return found
