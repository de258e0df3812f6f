"""Psycho: anybody adds weapons from hand to the attack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core import Refusal, Value, ordinal
from tutor.games.grave_robbers.book import rule, words_of
from tutor.games.grave_robbers.cards import PROP, PSYCHO, WEAPON, being
from tutor.games.grave_robbers.rules.fx_effects import apply
from tutor.games.grave_robbers.rules.fx_queue import cancelled, effect_of
from tutor.games.grave_robbers.rules.timing import Act, Speaker, on_own_turn
from tutor.games.grave_robbers.table import Studio, each_once
from tutor.games.grave_robbers.values import has_trait


def foreseen(g: Studio) -> Studio:
    """A copy of the table on which all direct FX that are not cancelled have taken effect."""
    new = g.copy()
    gone = cancelled(new)
    for entry in new.queue:
        if entry.direct and entry.key not in gone:
            apply(new, entry)
    new.queue = []
    return new


def is_psycho(g: Studio) -> bool:
    """Whether the attacking creature is a Psycho, with what is pending counted in."""
    if g.attack is None:
        return False
    psycho = has_trait(g, g.attack.creature, PSYCHO)
    for entry in g.queue:
        effect = effect_of(g, entry.card, entry.ability)
        if effect.target == "creature" and effect.trait == PSYCHO and entry.direct and entry.key not in cancelled(g):
            psycho = effect.verb == "grant"
    return psycho


def boost_of(g: Studio, weapon: str) -> int:
    """What a weapon adds to a psycho's attack."""
    by_attack = g.reading("traits/psycho-boost-size") == "attack-bonus"
    boost: int = g.printed[weapon].attack if by_attack else g.printed[weapon].defence
    return boost


class AddWeapon(Act):
    """Add a weapon from hand to a Psycho's attack."""

    verb, words = "weapon", "Add {} to the attack"

    def group(self, g: Studio, who: Speaker, card: str) -> str:
        return g.called(card)

    def tries(self, g: Studio, who: Speaker) -> Sequence[Value]:
        if g.attack is None:
            return ()
        return self.each([card for card in each_once(g.movies[who.seat].hand) if g.cards.type_of(card) == PROP])

    def open(self, g: Studio, who: Speaker) -> Sequence[Value]:
        if not is_psycho(g):
            return ()
        return [value for value in self.tries(g, who) if has_trait(g, words_of(value)[1], WEAPON)]

    def refuse(self, g: Studio, who: Speaker, card: str) -> Iterator[Refusal]:
        assert g.attack is not None
        name, weapon = g.called(card), has_trait(g, card, WEAPON)
        fix = f"Keep {name} for a Psycho’s attack." if weapon else f"Keep {name} for one of your characters."
        if not weapon and who.seat != g.turn:
            fix = on_own_turn(g, who.seat, f"You can give {name} to a character on your own turn.")
        if not is_psycho(g):
            creature = g.called(g.attack.creature)
            what = f"{creature:isn’t|aren’t} {being(PSYCHO, creature.several)}"
            why = f"{what}, so you can’t add {'Weapons' if weapon else 'props'} to this attack"
            yield Refusal("traits/psycho-only-weapons", why, fix)
        if not weapon:
            what = f"{name:isn’t|aren’t} {being(WEAPON, name.several)}"
            why = f"{what}, and you can add only Weapons to a Psycho’s attack"
            yield Refusal("traits/psycho-only-weapons", why, fix)

    @staticmethod
    @rule("traits/psycho-weapons-boost")
    def do(g: Studio, seat: int, card: str) -> None:
        """Anybody adds a weapon from hand to a psycho's attack, free, for as long as the attack lasts."""
        assert g.attack is not None
        g.step("attack-weapon-check")
        g.movies[seat].hand.remove(card)
        g.attack.weapons.append(card)
        g.step("attack-weapon-added")
        tail = "and this {nth} Weapon makes the attack {n} stronger"
        if not boost_of(g, card):
            tail = "but this {nth} Weapon does not make the attack any stronger"
        g.note(
            "traits/psycho-weapons-boost",
            "{who} adds {card} to the Psycho’s attack for free, " + tail,
            also=(
                "traits/psycho-boost-size",
                "traits/psycho-weapons-free",
                "traits/psycho-no-weapon-limit",
                "traits/psycho-weapons-not-given-to-characters",
                "traits/psycho-weapons-are-not-fx",
                "traits/psycho-any-player",
                "turn/off-turn-exceptions" if seat != g.turn else "",
            ),
            who=g.names[seat],
            card=g.called(card),
            n=boost_of(g, card),
            nth=ordinal(len(g.attack.weapons)),
        )
