"""Health: every rolled number is compared with the roller's own health dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb

from tutor.engine.core import Aim, Many, Names, Roll, Rule, told, whole_percent
from tutor.games.alien_conspiracy.book import rule
from tutor.games.alien_conspiracy.table import Conspiracy, Investigator

FACES = range(1, 7)
ONE_PERCENT = Fraction(1, 100)


def risky_roll(g: Conspiracy, hero: Investigator, dice: int, because: str, purpose: str) -> Rule[None]:
    """A player rolls dice that can hurt; `because` is the rule that calls for them, `purpose` what they are for."""
    purpose = f"{purpose}, and can lose {at_risk(dice)}"
    faces = yield Roll(dice, because, hero.seat, aim=unhurt(hero), purpose=purpose)
    compare(g, hero, faces)


def at_risk(dice: int) -> str:
    """Return the words for what a roll of so many dice can cost: “a health die” or “health dice”."""
    return "a health die" if dice == 1 else "health dice"


def unhurt(hero: Investigator) -> Callable[[], Aim]:
    """What the roller hopes for: that no rolled number is among the health dice."""

    def aim() -> Aim:
        health = hero.health
        return Aim("no health die is lost", lambda faces: not any(face in health for face in faces))

    return aim


@lru_cache
def _ways(dice: int, needed: tuple[int, ...]) -> int:
    """Return in how many ways so many dice show each number at least as often as `needed` says, number by number."""
    if not needed:
        return int(dice == 0)
    return sum(comb(dice, n) * _ways(dice - n, needed[1:]) for n in range(needed[0], dice + 1))


def deadly(g: Conspiracy, hero: Investigator, dice: int) -> Fraction:
    """Return the chance that a roll of so many dice costs a player the last health die."""
    needed = tuple(hero.health.count(face) for face in FACES)
    if g.reading("health/several-equal-rolls") == "per-number" and max(needed) > 1:
        return Fraction(0)
    return Fraction(_ways(dice, needed), len(FACES) ** dice)


def danger(g: Conspiracy, hero: Investigator, dice: int) -> str:
    """Say how likely so many dice are to kill a player; nothing if they cannot."""
    chance = deadly(g, hero, dice)
    if not chance:
        return ""
    return f"{'less than 1%' if chance < ONE_PERCENT else whole_percent(chance)} chance that this roll kills you"


@rule("health/compare")
def compare(g: Conspiracy, hero: Investigator, faces: Sequence[int]) -> None:
    """Each rolled number that equals a health die of the roller removes one such die, all at once."""
    health, lost = list(hero.health), []
    each_number_once = g.reading("health/several-equal-rolls") == "per-number"
    for face in dict.fromkeys(faces) if each_number_once else faces:
        if face in health:
            health.remove(face)
            lost.append(face)
    if lost:
        hero.health = tuple(health)
        tell_damage(g, hero, faces, lost)
    else:
        g.note(
            "health/compare",
            "{who} rolls {faces} and does not lose anything, because the health {dice} {health}",
            also=("health/no-match-no-damage",),
            who=g.name(hero),
            faces=Names(faces),
            dice="die shows" if len(health) == 1 else "dice show",
            health=Names(health),
        )


@told
def tell_damage(g: Conspiracy, hero: Investigator, faces: Sequence[int], lost: list[int]) -> None:
    """Write the notes on which dice matched and what equal numbers did."""
    apart = set(lost).isdisjoint(hero.health)
    one, several = ("the health die", "the health dice") if apart else ("a health die", "health dice")
    others = ("those" if apart else "others") if len(hero.health) > 1 else ("the one" if apart else "one")
    g.note(
        "health/match-removes",
        "{who} rolls {faces} and loses {dice} showing {lost}, {left}",
        also=("health/compare",),
        who=g.name(hero),
        faces=Names(faces),
        dice=one if len(lost) == 1 else several,
        lost=Names(lost),
        left=f"but keeps {others} showing {Names(hero.health)}" if hero.health else "which leaves none",
    )
    for number in dict.fromkeys(lost):
        rolled, gone, kept = faces.count(number), lost.count(number), hero.health.count(number)
        words = {"who": g.name(hero), "number": number, "rolled": Many(rolled), "gone": Many(gone), "kept": Many(kept)}
        if kept and gone == rolled:
            g.note(
                "health/one-die-per-match",
                "each {number} that is rolled removes only one health die, "
                "so {who} keeps {kept:health die|health dice} showing {number}",
                **words,
            )
        if rolled > 1 and (gone > 1 or kept):
            g.note(
                "health/several-equal-rolls",
                "{rolled:rolled die shows|rolled dice show} {number}, "
                + ("but they count as only one match, so " if kept and gone < rolled else "so ")
                + "{who} loses {gone:health die|health dice} showing {number} "
                + ("and keeps {kept:other}" if kept else "and has no others"),
                **words,
            )
        if rolled > gone and not kept:
            g.note(
                "health/surplus-matches",
                "{rolled:rolled die shows|rolled dice show} {number}, "
                "but {who} had only {gone:health die|health dice} showing {number}",
                **words,
            )
