"""Damage to aliens and what it destroys; damage of aliens."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.engine.core.asks import Aim, Roll, Rule
from tutor.engine.core.sums import Part, Sum
from tutor.engine.core.table import Many
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.people import Survivor
from tutor.games.roswell51.rules.alien_technology import win_items
from tutor.games.roswell51.rules.foes import empty_frame, take_off, told
from tutor.games.roswell51.rules.spoints import collect
from tutor.games.roswell51.rules.throngs import cards_of, value_of
from tutor.games.roswell51.table import Foe, Movie, Names

ANNIHILATION = 10
NO_LIMIT = 99


def parts_of(g: Movie, foe: Foe) -> list[Foe]:
    """The single cards that an attack is compared with."""
    if foe.card:
        return [foe]
    return [foe._replace(card=card) for card in cards_of(g, foe) if g.is_alien(card)]


def is_blob(g: Movie, foe: Foe) -> bool:
    """Whether this is the space blob."""
    return foe.place == "screen" and g.screen[foe.slot].points > 0


def immune(g: Movie, foe: Foe) -> bool:
    """Whether a head shot has no effect on this card."""
    if is_blob(g, foe):
        return True
    return g.cards.type_of(foe.card) == "monster" and g.reel < g.cards[foe.card].head_shot_from


@rule("doubles/head-shot-alien-removed")
def behead(g: Movie, victims: Sequence[Foe], killer: str) -> None:
    """Aliens that are shot in the head leave the movie; no damage is rolled."""
    for foe in victims:
        face = g.cards.type_of(foe.card) == "survivor"
        g.note(
            "doubles/snake-eyes-head-shot",
            "head shot: {foe:is|are} removed from play",
            also=(
                "doubles/head-shot-alien-removed",
                "doubles/head-shot-no-damage-roll",
                "familiar-face/head-shot-removes" if face else "",
            ),
            foe=told(g, foe),
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
    take_off(g, foe)
    throng = g.people[foe.seat].throngs[foe.slot]
    if g.cards.type_of(foe.card) == "survivor" and throng and not any(g.cards.type_of(c) == "survivor" for c in throng):
        g.note("familiar-face/throng-loses-shad", "the throng is back to one damage die")
    win_items(g, foe, killer)


@rule("damage/modifiers-add")
def damage_aliens(g: Movie, who: Survivor, item: str, parts: Sequence[Foe], double: int) -> Rule[None]:
    """After a hit: spoints, the damage roll with all bonuses, and the comparison with each target."""
    g.step("sa-damage-boost")
    spoints = yield from collect(g, who, "spoints/damage-timing", "damage", NO_LIMIT)
    g.step("sa-damage")
    plays = sum(g.cards[card].amount for card in who.held if is_play(g, card, "damage"))
    bonus = g.cards[item].bonus if item else 0
    extra = double + spoints + plays + bonus
    dice, shad = (g.cards[item].dice, g.cards[item].shad) if item else (1, False)
    least = min(g.screen[p.slot].points if is_blob(g, p) else value_of(g, p.card) for p in parts)
    faces = yield damage_roll(g, who.seat, dice, shad, extra, least)
    total = counted(faces, shad) + extra
    tell_damage(
        g, faces, shad, total, ((double, "doubles"), (bonus, "item"), (plays, "power play"), (spoints, "spoints"))
    )
    g.note("survivor-attack/hit-then-damage", "{who} does {total} damage", who=g.named(who.card), total=total)
    if spoints:
        g.note(
            "spoints/plus-one-damage",
            "{n:of it is a spoint|of it are spoints}",
            also=("spoints/damage-not-item-effect",),
            n=Many(spoints),
        )
    g.step("sa-compare")
    compare(g, who, parts, total)


def bury(g: Movie, card: str, for_good: bool) -> None:
    """A card goes to the Graveyard, or else to the discard pile."""
    if for_good:
        if card in g.drawn:
            g.drawn.remove(card)
        g.graveyard.append(card)
    else:
        g.discard(card)


def is_play(g: Movie, card: str, effect: str) -> bool:
    """Whether a held card is a power play with this effect."""
    return g.cards.type_of(card) == "power-play" and g.cards[card].effect == effect


def damage_roll(g: Movie, seat: int, dice: int, shad: bool, extra: int, wanted: int) -> Roll:
    """The damage dice: two for SHAD, else as many as the weapon says."""

    def aim() -> Aim:
        total = Sum("added to the dice", Part(extra, "bonuses"))
        return Aim(f"at least {wanted} damage", lambda faces: counted(faces, shad) + extra >= wanted, total)

    return Roll(2 if shad else dice, "shad/two-dice-higher" if shad else "damage/one-die", seat, aim=aim)


@rule("shad/two-dice-higher")
def counted(faces: tuple[int, ...], shad: bool) -> int:
    """What damage dice come to: their sum, or with SHAD the higher one unless they are equal."""
    if shad and faces[0] != faces[1]:
        return max(faces)
    return sum(faces)


def tell_damage(g: Movie, faces: tuple[int, ...], shad: bool, total: int, extras: Sequence[tuple[int, str]]) -> None:
    """Say how a damage total came about."""
    if not g.heard:
        return
    words = {
        "faces": Names(faces),
        "total": total,
        "base": counted(faces, shad),
        "extra": Names(f"{n} ({name})" for n, name in extras if n),
    }
    if shad:
        same = faces[0] == faces[1]
        also = ("shad/damage-doubles-no-head-shot" if same else "", "shad/examples")
        first = "shad/doubles-summed" if same else "shad/two-dice-higher"
        g.note(first, "SHAD dice {faces} count {base}", also=also, **words)
    elif len(faces) > 1:
        g.note("shad/not-two-dice-damage", "damage dice {faces} are added: {base}", **words)
    else:
        g.note("damage/one-die", "the damage die shows {base}", **words)
    if words["extra"]:
        bonus = "shad/attack-bonus-adds" if shad and extras[0][0] else ""
        g.note("damage/modifiers-add", "with {extra} that is {total}", also=(bonus,), **words)
    if extras[0][0]:
        g.note("doubles/twos-to-fives-bonus", "the attack’s doubles add {n}", n=extras[0][0])
    if total >= ANNIHILATION:
        g.note(
            "annihilation/threshold-ten",
            "{total} damage annihilates",
            also=("annihilation/all-modifiers-count",),
            **words,
        )


@rule("damage/alien-threshold-equal-or-more")
def compare(g: Movie, who: Survivor, parts: Sequence[Foe], total: int) -> None:
    """Each target whose value is reached is beaten; damage below it is lost."""
    beaten = []
    for foe in parts:
        if is_blob(g, foe):
            hurt_blob(g, foe, total, who)
        elif reaches(g, foe, total):
            beaten.append(foe)
    if beaten:
        beat(g, who, beaten, total)


def reaches(g: Movie, foe: Foe, total: int) -> bool:
    """Whether the damage reaches the value of a target, which is told either way."""
    value = value_of(g, foe.card)
    words = {"foe": told(g, foe), "total": total, "value": value}
    if total < value:
        g.note(
            "damage/alien-below-threshold-ignored",
            "{total} damage is less than {value}, so nothing happens to {foe}",
            also=("damage/alien-no-accumulation",),
            **words,
        )
    else:
        g.note("damage/alien-threshold-equal-or-more", "{total} damage against {value}: {foe:is|are} beaten", **words)
    return total >= value


def beat(g: Movie, who: Survivor, beaten: Sequence[Foe], total: int) -> None:
    """Beaten aliens go to the discard pile, or with ten or more damage out of play."""
    gone = total >= ANNIHILATION
    g.step("sa-annihilated" if gone else "sa-eliminated")
    for foe in beaten:
        remove(g, foe, who.card)
        bury(g, foe.card, gone)
        face = "familiar-face/can-be-eliminated-again" if g.cards.type_of(foe.card) == "survivor" else ""
        if gone:
            g.note("annihilation/alien-removed", "{foe:is|are} removed from play", foe=told(g, foe))
        else:
            g.note(
                "damage/alien-eliminated-to-discard",
                "{foe:goes|go} to the discard pile",
                also=("damage/alien-may-return", "card-types/default-to-discard", face),
                foe=told(g, foe),
            )
    if gone and len(beaten) > 1:
        g.note("annihilation/throng-attack", "every card of the throng is annihilated")
    if any(foe.place == "screen" for foe in beaten):
        g.step("sa-screen-gap")


@rule("named-cards/blob-takes-partial-damage")
def hurt_blob(g: Movie, foe: Foe, total: int, who: Survivor) -> None:
    """The space blob loses points; without any it is discarded."""
    g.step("sa-blob")
    frame = g.screen[foe.slot]
    frame.points -= min(total, frame.points)
    g.note("named-cards/blob-takes-partial-damage", "the space blob has {n:point} left", n=Many(frame.points))
    if frame.points:
        return
    card = empty_frame(g, foe.slot, who.card, "named-cards/blob-discarded-when-destroyed")
    g.discard(card)
    exempt = "annihilation/blob-exempt" if total >= ANNIHILATION else ""
    template = "the space blob is destroyed and discarded"
    g.note("named-cards/blob-discarded-when-destroyed", template, also=(exempt,))
    g.step("sa-screen-gap")
