"""A blow: the dice of its damage, all that is added to them, and what they come to."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from tutor.engine.core import Aim, Names, Part, Roll, Sum, spelled_out, told
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.people import Survivor
from tutor.games.roswell51.rules.spoints import bought
from tutor.games.roswell51.rules.throngs import cards_of
from tutor.games.roswell51.table import Foe, Movie

FACES = 6
PAIR = 2
"""Dice of a roll for SHAD damage."""


class Damage(Sum):
    """What a blow comes to: its dice, and all that is added to them."""

    faces: tuple[int, ...]
    blow: Blow


class Blow(NamedTuple):
    """A hit whose damage is still to be rolled."""

    dice: int
    shad: bool
    doubles: int
    """What the attack's doubles add."""
    added: Sum
    """All that is added to the dice, the doubles first."""

    def least(self) -> int:
        """The least damage that it can do."""
        return self.dice + self.added

    def most(self) -> int:
        """The most damage that it can do."""
        return FACES * self.dice + self.added

    def told(self) -> str:
        """The damage, as in “two dice of SHAD damage plus 3”."""
        return f"{spelled_out(self.dice, 'die|dice')} of {self._kind()}{self._plus()}"

    def rolled(self) -> str:
        """What is rolled for the damage, as in “two dice plus 3 for SHAD damage”."""
        return f"{spelled_out(self.dice, 'die|dice')}{self._plus()} for {self._kind()}"

    def _kind(self) -> str:
        return "SHAD damage" if self.shad else "damage"

    def _plus(self) -> str:
        return f" plus {int(self.added)}" if self.added else ""

    def roll(self, seat: int, wanted: int) -> Roll:
        """The damage dice, which hope for as much as is `wanted`."""
        rule = "shad/two-dice-higher" if self.shad else "damage/one-die"
        return Roll(self.dice, rule, seat, aim=partial(self.aim, wanted))

    def aim(self, wanted: int) -> Aim:
        """What the dice hope for."""
        return Aim(f"the attack does at least {wanted} damage", partial(self.does, wanted), self.added)

    def does(self, wanted: int, faces: tuple[int, ...]) -> bool:
        """Whether these faces come to as much as is wanted."""
        return self.lands(faces) >= wanted

    def lands(self, faces: tuple[int, ...]) -> Damage:
        """What it comes to with these faces."""
        damage = Damage("damage", Part(counted(faces, self.shad), "dice"), *self.added.made_of[1])
        damage.faces, damage.blow = faces, self
        return damage


@rule("shad/two-dice-higher")
def counted(faces: tuple[int, ...], shad: bool) -> int:
    """What damage dice come to: their sum, or with SHAD the higher one unless they are equal."""
    if shad and faces[0] != faces[1]:
        return max(faces)
    return sum(faces)


def blow_of(g: Movie, who: Survivor, item: str, doubles: int, spoints: int) -> Blow:
    """A survivor's blow: the dice and the bonus of the item, power plays and spoints."""
    weapon = g.cards[item] if item else None
    shad = bool(weapon and weapon.shad)
    dice = PAIR if shad else weapon.dice if weapon else g.parameters.damage_dice
    bonus = Part(weapon.bonus if weapon else 0, "item", card=item)
    extra = bought(spoints, "spoints/plus-one-damage")
    return _blow(dice, shad, doubles, bonus, *plays(g, who, "damage"), extra)


def blow_of_aliens(g: Movie, foe: Foe, doubles: int) -> Blow:
    """A blow of aliens: SHAD with a Familiar Face among them, and the bonus of items that they use."""
    cards = cards_of(g, foe)
    shad = any(g.cards.type_of(card) == "survivor" for card in cards)
    items = [card for card in cards if g.cards.type_of(card) == "item"]
    bonuses = [Part(g.cards[card].bonus, "alien technology", card=card) for card in items]
    return _blow(PAIR if shad else g.parameters.damage_dice, shad, doubles, *bonuses)


def _blow(dice: int, shad: bool, doubles: int, *more: Part) -> Blow:
    added = Sum("added to the dice", Part(doubles, "doubles", "doubles/twos-to-fives-bonus"), *more)
    return Blow(dice, shad, doubles, added)


def is_play(g: Movie, card: str, effect: str) -> bool:
    """Whether a held card is a power play with this effect."""
    return g.cards.type_of(card) == "power-play" and g.cards[card].effect == effect


def plays(g: Movie, who: Survivor, effect: str) -> list[Part]:
    """What the power plays of a survivor add to a total."""
    return [Part(g.cards[card].amount, "power play", card=card) for card in who.held if is_play(g, card, effect)]


def annihilates(g: Movie, total: int) -> bool:
    """Whether so much damage annihilates (annihilation/threshold-ten)."""
    return total >= g.parameters.annihilation


@told
def tell_damage(g: Movie, damage: Damage, mortal: bool = True) -> None:
    """Say how a damage total came about; `mortal`: its target can be annihilated."""
    faces = damage.faces
    base, *added = damage.parts
    words = {
        "faces": Names(faces),
        "total": damage,
        "base": base.n,
        "extra": Names(f"{part.n} from {g.spoken(part.card) if part.card else part.text}" for part in added),
    }
    if damage.blow.shad:
        same = faces[0] == faces[1]
        also = ("shad/damage-doubles-no-head-shot" if same else "", "shad/examples")
        first = "shad/doubles-summed" if same else "shad/two-dice-higher"
        words["how"] = "and doubles are added together" if same else "and only the higher one counts"
        g.note(first, "the SHAD dice show {faces}, {how}, which makes {base}", also=also, **words)
    elif len(faces) > 1:
        g.note("shad/not-two-dice-damage", "the damage dice show {faces} and are added, which makes {base}", **words)
    else:
        g.note("damage/one-die", "the damage die shows {base}", **words)
    if added:
        rules = [part.rule for part in added if part.rule]
        if damage.blow.shad and damage.blow.doubles:
            rules.append("shad/attack-bonus-adds")
        if "spoints/plus-one-damage" in rules:
            rules.append("spoints/damage-not-item-effect")
        g.note("damage/modifiers-add", "with {extra}, the damage is {total}", also=rules, **words)
    if mortal and annihilates(g, damage):
        g.note(
            "annihilation/threshold-ten",
            "{total} damage is enough for annihilation",
            also=("annihilation/all-modifiers-count",),
            **words,
        )
