"""The two totals of an attack, as they stand and as they would stand."""

from __future__ import annotations

from tutor.engine.core.table import told
from tutor.games.grave_robbers import powers
from tutor.games.grave_robbers.rules.psycho import boost_of, foreseen, is_psycho
from tutor.games.grave_robbers.rules.traits import guns_switched_off, own_defence, total_defence
from tutor.games.grave_robbers.table import Attack, Studio
from tutor.games.grave_robbers.values import has_trait


def attack_parts(g: Studio, attack: Attack) -> list[tuple[int, str]]:
    """What the attack is made of, as number and name."""
    creature = g.printed[attack.creature]
    parts = [(creature.attack, creature.name)]
    power = powers.ATTACK.get(attack.creature)
    if power is not None:
        parts.append((power(g, attack), f"{creature.name}’s text"))
    if is_psycho(g):
        parts += [(boost_of(g, card), g.called(card)) for card in attack.weapons]
    return [*parts, (attack.strength, "FX")]


def defence_total(g: Studio, attack: Attack) -> int:
    """The defence of the movie under attack with all that has been added for this attack."""
    movie = g.movies[attack.against]
    guns = sum(own_defence(g, movie, card) for card in guns_switched_off(g, movie, attack.creature))
    boosts = sum(n for card, n in attack.boosts.items() if card in movie.characters)
    return total_defence(g, movie) - guns + boosts + attack.defence


def totals(g: Studio) -> tuple[int, int]:
    """Attack and defence as they stand."""
    assert g.attack is not None
    return sum(n for n, _ in attack_parts(g, g.attack)), defence_total(g, g.attack)


def always_succeeds(g: Studio, attack: Attack) -> str:
    """The card that makes this attack succeed whatever the numbers say; empty if none does."""
    creature = g.printed[attack.creature]
    for card in g.movies[attack.against].locations():
        if card in creature.always:
            return attack.creature
        if any(has_trait(g, attack.creature, one) or one == attack.creature for one in g.printed[card].always):
            return card
    return ""


def provisional(g: Studio) -> tuple[int, int, str]:
    """Attack and defence as they would stand if nobody added anything, and what would become of the attack."""
    then = foreseen(g) if any(entry.direct for entry in g.queue) else g
    attack = then.attack
    assert attack is not None
    strength, defence = totals(then)
    if attack.eliminated:
        return strength, defence, "be eliminated"
    if always_succeeds(then, attack):
        return strength, defence, "succeed whatever the numbers say"
    return strength, defence, "succeed" if strength >= defence else "fail"


@told
def tell_totals(g: Studio) -> None:
    """Say how the attack stands."""
    if g.attack is None:
        return
    strength, defence, outcome = provisional(g)
    g.note(
        "attack/total-defence",
        "attack {strength} against defence {defence}: as it stands the attack would {outcome}",
        also=(
            "attack/modifiers",
            "creatures/attack-not-defence",
        ),
        strength=strength,
        defence=defence,
        outcome=outcome,
    )
