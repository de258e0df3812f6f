"""A survivor is shot in the head: it becomes a Familiar Face at once."""

from __future__ import annotations

from tutor.engine.core import Rule
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.people import DIRECTOR, Survivor
from tutor.games.roswell51.rules.elimination import aftermath, lose
from tutor.games.roswell51.rules.foes import foe_name, one_of
from tutor.games.roswell51.rules.throngs import open_slots, place_card, there
from tutor.games.roswell51.rules.weapons import Weapon
from tutor.games.roswell51.table import Foe, Movie

JOINED = "the card joins a throng that already had cards, so there is no extra attack"


@rule("doubles/head-shot-survivor-spored")
def head_shot(g: Movie, foe: Foe, who: Survivor) -> Rule[Foe | None]:
    """The victim cannot defend itself; return the new throng it starts, if that may attack at once."""
    g.step("ma-head-shot")
    g.note(
        "doubles/snake-eyes-head-shot",
        "{who} suffers a head shot and is spored",
        also=(
            "doubles/head-shot-survivor-spored",
            "doubles/head-shot-no-negate-no-flail",
            "horror-star/not-head-shot",
            "doubles/head-shot-no-damage-roll",
        ),
        who=g.named(who.card),
    )
    taker = foe.seat
    lose(g, who)
    slot = yield from take_face(g, taker, who.card)
    yield from aftermath(g, who.seat, taker)
    if slot is None or len(g.people[taker].throngs[slot]) > 1:
        if slot is not None:
            g.note("doubles/head-shot-joins-used-throng", JOINED)
        return None
    new = Foe("throng", taker, slot)
    if not there(g, new):  # exception alternate-rules/monster-migration: it has been handed over
        return None
    if taker != (DIRECTOR if g.extra else g.turn):
        g.note(
            "doubles/head-shot-off-turn-no-attack",
            "it is not {who}’s turn, so the new throng does not attack",
            who=g.names[taker],
        )
        return None
    if taker == DIRECTOR and g.reading("doubles/head-shot-new-throng-attacks") == "pod-players":
        template = "only a Pod Player’s new throng may attack at once, so this one does not"
        g.note("doubles/head-shot-new-throng-attacks", template)
        return None
    return new


@rule("doubles/head-shot-taken-by")
def take_face(g: Movie, taker: int, card: str) -> Rule[int | None]:
    """The taker lays the Familiar Face in a legal slot; without one it is discarded. Return the slot."""
    person = g.people[taker]
    words = {"card": g.named(card), "who": g.names[taker]}
    if not open_slots(g, person):
        gone = g.reading("doubles/head-shot-no-room") == "removed"
        if gone:
            g.graveyard.append(card)
        else:
            g.discard(card)
        g.note(
            "doubles/head-shot-no-room",
            "{who}’s throngs have no room for {card}, so the card is {what}",
            also=("throngs/eighteen-max",),
            what="removed from play" if gone else "discarded",
            **words,
        )
        return None
    g.step("ma-head-shot-place")
    also = ("doubles/head-shot-placed-normally", "familiar-face/instant-by-head-shot")
    _, slot = yield from place_card(g, taker, card, [person], "doubles/head-shot-taken-by", also=also)
    return slot


def may(g: Movie) -> str:
    """Whether a counterstrike may be made or must be, by the reading in force."""
    return "may" if g.reading("doubles/counterstrike-optional") == "optional" else "must"


@rule("doubles/counterstrike-single-card")
def who_strikes(g: Movie, weapon: Weapon, foe: Foe) -> Foe:
    """The card that was aimed at strikes back; its whole throng does after a fumble with the dynamite."""
    if foe.place != "throng":
        return foe
    whole = one_of(foe, "")
    thrown = bool(weapon.item) and g.cards[weapon.item].throng
    if not foe.card or (thrown and g.reading("doubles/dynamite-fumble-whole-throng") == "any-use"):
        g.note("doubles/dynamite-fumble-whole-throng", "the whole throng {may} strike back", may=may(g))
        return whole
    striker = whole if g.reading("doubles/counterstrike-single-card") == "whole-throng" else foe
    g.note("doubles/counterstrike-single-card", "{foe} {may} strike back", foe=foe_name(g, striker), may=may(g))
    return striker
