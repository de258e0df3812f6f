"""The two totals of an attack, as they stand and as they would stand."""

from __future__ import annotations

from typing import NamedTuple

from tutor.engine.core import Part, Sum, told
from tutor.games.grave_robbers import powers
from tutor.games.grave_robbers.rules.traits import guns_switched_off, total_defence
from tutor.games.grave_robbers.rules.traits_psycho import boost_of, foreseen, is_psycho
from tutor.games.grave_robbers.table import Attack, Studio
from tutor.games.grave_robbers.values import has_trait


class Totals(NamedTuple):
    """The two numbers that are compared."""

    attack: Sum
    defence: Sum


class Foreseen(NamedTuple):
    """How an attack would end if nobody added anything."""

    totals: Totals
    outcome: str
    """What would become of the attack, in words that can follow “would”."""


def totals(g: Studio) -> Totals:
    """Attack and defence as they stand."""
    attack = g.attack
    assert attack is not None
    return Totals(attack_total(g, attack), defence_total(g, attack))


def attack_total(g: Studio, attack: Attack) -> Sum:
    """The attack of the creature, with what its text, weapons and FX add."""
    card = attack.creature
    creature = g.printed[card]
    parts = [Part(creature.attack, creature.name, "creatures/attack-not-defence", card)]
    power = powers.ATTACK.get(card)
    if power is not None:
        parts.append(Part(power(g, attack), f"{g.called(card):’s} text", "overview/card-text-takes-precedence", card))
    if attack.weapons and is_psycho(g):
        parts += [Part(boost_of(g, one), g.called(one), "traits/psycho-weapons-boost", one) for one in attack.weapons]
    return Sum("attack", *parts, Part(attack.strength, "FX", "attack/modifiers"))


def defence_total(g: Studio, attack: Attack) -> Sum:
    """The defence of the movie under attack with all that has been added for this attack."""
    movie = g.movies[attack.against]
    boosts = [
        Part(n, f"FX on {g.called(card)}", "attack/modifiers", card)
        for card, n in attack.boosts.items()
        if card in movie.characters
    ]
    off = guns_switched_off(g, movie, attack.creature)
    return total_defence(g, movie, off, [*boosts, Part(attack.defence, "FX", "attack/modifiers")])


def always_succeeds(g: Studio, attack: Attack) -> str:
    """The card that makes this attack succeed whatever the numbers say; empty if none does."""
    creature = g.printed[attack.creature]
    for card in g.movies[attack.against].locations():
        if card in creature.always:
            return attack.creature
        if any(has_trait(g, attack.creature, one) or one == attack.creature for one in g.printed[card].always):
            return card
    return ""


def provisional(g: Studio) -> Foreseen:
    """How the attack would end if nobody added anything."""
    then = foreseen(g) if any(entry.direct for entry in g.queue) else g
    assert then.attack is not None
    compared = totals(then)
    if then.attack.eliminated:
        return Foreseen(compared, "be called off")
    if always_succeeds(then, then.attack):
        return Foreseen(compared, "succeed whatever the numbers say")
    return Foreseen(compared, "succeed" if compared.attack >= compared.defence else "fail")


@told
def tell_totals(g: Studio) -> None:
    """Say how the attack stands."""
    if g.attack is None:
        return
    (strength, defence), outcome = provisional(g)
    g.note(
        "attack/total-defence",
        "as things stand, the attack of {strength} against a defence of {defence} would {outcome}",
        also=("attack/modifiers", "creatures/attack-not-defence"),
        strength=strength,
        defence=defence,
        outcome=outcome,
    )
