"""Damage to aliens and what it destroys; damage of aliens."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.engine.core import Many, Rule
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.numbers import SPOINTS
from tutor.games.roswell51.people import Survivor
from tutor.games.roswell51.rules.alternate_rules_alien_technology import win_items
from tutor.games.roswell51.rules.blows import Damage, annihilates, blow_of, tell_damage
from tutor.games.roswell51.rules.foes import empty_frame, foe_name, is_blob, one_of
from tutor.games.roswell51.rules.named_cards import hurt_blob
from tutor.games.roswell51.rules.spoints import collect
from tutor.games.roswell51.rules.throngs import cards_of, value_of
from tutor.games.roswell51.table import Foe, Movie


def parts_of(g: Movie, foe: Foe) -> list[Foe]:
    """The single cards that an attack is compared with."""
    if foe.card:
        return [foe]
    return [one_of(foe, card) for card in cards_of(g, foe) if g.is_alien(card)]


@rule("doubles/head-shot-alien-removed")
def behead(g: Movie, victims: Sequence[Foe], killer: str) -> None:
    """Aliens that are shot in the head leave the movie; no damage is rolled."""
    for foe in victims:
        face = g.cards.type_of(foe.card) == "survivor"
        g.note(
            "doubles/snake-eyes-head-shot",
            "{foe:is|are} removed from play by a head shot",
            also=(
                "doubles/head-shot-alien-removed",
                "doubles/head-shot-no-damage-roll",
                "familiar-face/head-shot-removes" if face else "",
            ),
            foe=foe_name(g, foe),
        )
        remove(g, foe, killer)
        g.graveyard.append(foe.card)


def remove(g: Movie, foe: Foe, killer: str) -> None:
    """A beaten alien leaves its throng or its frame."""
    if foe.place == "screen":
        empty_frame(g, foe.slot, killer, "screen/leaves-when-monster-eliminated")
        return
    if foe.place == "drawn":
        g.drawn.remove(foe.card)
        return
    if foe.place == "inside":
        for shelter in g.sanctuaries:
            if shelter.monster == foe.card:
                shelter.monster = ""
        return
    throng = g.people[foe.seat].throngs[foe.slot]
    throng.remove(foe.card)
    if g.cards.type_of(foe.card) == "survivor" and throng and not any(g.cards.type_of(c) == "survivor" for c in throng):
        template = "without a Familiar Face, {foe} no longer does SHAD damage"
        g.note("familiar-face/throng-loses-shad", template, foe=foe_name(g, one_of(foe, "")))
    win_items(g, foe, killer)


@rule("damage/modifiers-add")
def damage_aliens(g: Movie, who: Survivor, item: str, parts: Sequence[Foe], double: int) -> Rule[None]:
    """After a hit, offer spoints, roll the damage with all bonuses, and compare it with each target."""
    g.step("sa-damage-boost")
    values = [g.screen[p.slot].points if is_blob(g, p) else value_of(g, p.card) for p in parts]
    least, most = min(values), max(values)

    def case(spent: int) -> str:
        hero = g.named(who.card)
        needs = "need" if hero.several else "needs"
        blow = blow_of(g, who, item, double, spent)
        if is_blob(g, parts[0]):
            fatal = ", so it is certain to be destroyed" if blow.least() >= most else ""
            return f"{hero:rolls|roll} {blow.rolled()}, and the space blob has {Many(most):point} left{fatal}."
        whole = f" for the weakest alien and {most} or more for all of them" if least < most else ""
        lacking = format(Many(most - blow.least()), "more spoint" if spent else "spoint")
        certain = f". With {lacking}, {most} or more is certain"
        if blow.least() >= most:
            certain, ten = ", which is already certain", g.parameters.annihilation
            if blow.least() < ten:
                target = "target" if len(parts) == 1 else "whole throng"
                certain += f". With {ten} or more, the {target} would be out of the movie for good"
        return f"{hero:rolls|roll} {blow.rolled()} and {needs} {least} or more{whole}{certain}."

    spoints = yield from collect(g, who, "spoints/damage-timing", case, SPOINTS)
    g.step("sa-damage")
    blow = blow_of(g, who, item, double, spoints)
    faces = yield blow.roll(who.seat, most)
    damage = blow.lands(faces)
    tell_damage(g, damage, not all(is_blob(g, part) for part in parts))
    g.note("survivor-attack/hit-then-damage", "{who} does {total} damage", who=g.named(who.card), total=damage)
    g.step("sa-compare")
    compare(g, who, parts, damage)


def bury(g: Movie, card: str, for_good: bool) -> None:
    """A card goes to the Graveyard, or else to the discard pile."""
    if for_good:
        if card in g.drawn:
            g.drawn.remove(card)
        g.graveyard.append(card)
    else:
        g.discard(card)


@rule("damage/alien-threshold-equal-or-more")
def compare(g: Movie, who: Survivor, parts: Sequence[Foe], damage: Damage) -> None:
    """Each target whose value is reached is beaten; damage below it is lost."""
    beaten = []
    for foe in parts:
        if is_blob(g, foe):
            hurt_blob(g, foe, damage, who)
        elif reaches(g, foe, damage):
            beaten.append(foe)
    if beaten:
        beat(g, who, beaten, damage)


def reaches(g: Movie, foe: Foe, damage: Damage) -> bool:
    """Whether the damage reaches the value of a target, which is told either way."""
    value = value_of(g, foe.card)
    words = {"foe": foe_name(g, foe), "total": damage, "value": value}
    if damage < value:
        g.note(
            "damage/alien-below-threshold-ignored",
            "{total} damage against a value of {value} is not enough, so nothing happens to {foe}",
            also=("damage/alien-no-accumulation",),
            **words,
        )
    else:
        g.note(
            "damage/alien-threshold-equal-or-more",
            "{total} damage against a value of {value} is enough, so {foe:is|are} beaten",
            **words,
        )
    return damage >= value


def beat(g: Movie, who: Survivor, beaten: Sequence[Foe], damage: Damage) -> None:
    """Beaten aliens go to the discard pile, or with ten or more damage out of play."""
    gone = annihilates(g, damage)
    g.step("sa-annihilated" if gone else "sa-eliminated")
    for foe in beaten:
        remove(g, foe, who.card)
        bury(g, foe.card, gone)
        face = "familiar-face/can-be-eliminated-again" if g.cards.type_of(foe.card) == "survivor" else ""
        if gone:
            g.note("annihilation/alien-removed", "{foe:is|are} removed from play", foe=g.named(foe.card))
        else:
            g.note(
                "damage/alien-eliminated-to-discard",
                "{foe:goes|go} to the discard pile",
                also=("damage/alien-may-return", "card-types/default-to-discard", face),
                foe=g.named(foe.card),
            )
    if gone and len(beaten) > 1:
        g.note("annihilation/throng-attack", "all the beaten aliens are annihilated")
    if any(foe.place == "screen" for foe in beaten):
        g.step("sa-screen-gap")
