"""What a hit by aliens does: the damage that they roll, and who has to face it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor.engine.core import Choose, Rule, told
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.people import Survivor
from tutor.games.roswell51.rules import sanctuaries
from tutor.games.roswell51.rules.blows import Blow, Damage, annihilates, blow_of_aliens, is_play, tell_damage
from tutor.games.roswell51.rules.foes import foe_name
from tutor.games.roswell51.rules.throngs import cards_of
from tutor.games.roswell51.table import Foe, Movie

if TYPE_CHECKING:
    from tutor.games.roswell51.rules.monster_attack import Target
from tutor.games.roswell51.rules.flail import defend, flail

SKIP, ROLL = "skip", "roll"


@rule("monster-attack/hit-then-damage")
def suffer(g: Movie, foe: Foe, target: Target, double: int) -> Rule[None]:
    """After a hit, aliens roll damage; a survivor pays all of it or flails, a sanctuary loses points."""
    blow = blow_of_aliens(g, foe, double)
    if isinstance(target, Survivor):
        g.step("ma-skip")
        skipped = yield from skip_damage(g, foe, target, blow)
        if skipped:
            yield from flail(g, target, 0, foe.seat)
            return
    g.step("ma-damage")
    faces = yield blow.roll(foe.seat, 1)
    damage = blow.lands(faces)
    tell_damage(g, damage, isinstance(target, Survivor))
    tell_suffering(g, foe, damage)
    if isinstance(target, Survivor):
        yield from defend(g, target, damage, foe.seat)
    else:
        yield from sanctuaries.lose_points(g, target, damage, bool(double))


@told
def tell_suffering(g: Movie, foe: Foe, damage: Damage) -> None:
    """Say how much damage aliens do, and by which rules."""
    familiar = sum(g.cards.type_of(card) == "survivor" for card in cards_of(g, foe))
    doubles = damage.blow.doubles
    g.note(
        "monster-attack/hit-then-damage",
        "{foe:does|do} {total} damage",
        also=(
            "damage/modifiers-for-aliens-too",
            "doubles/bonus-for-aliens-too" if doubles else "",
            "familiar-face/shad-damage" if familiar else "",
            "familiar-face/throng-gains-shad" if familiar else "",
            "alternate-rules/alien-technology-bonus" if damage.blow.added > doubles else "",
            "familiar-face/shad-not-cumulative" if familiar > 1 else "",
        ),
        foe=foe_name(g, foe),
        total=damage,
    )


def skip_damage(g: Movie, foe: Foe, who: Survivor, blow: Blow) -> Rule[bool]:
    """If nobody can help, the damage roll may be skipped, unless it could annihilate. Return whether it was."""
    if who.rest or any(is_play(g, card, "escape") for card in who.held):
        return False
    if any(person.power and not person.pod for person in g.people):
        g.note("damage/must-roll-with-any-power", "there are power spoints left to pay with, so the damage is rolled")
        return False
    if annihilates(g, blow.most()):
        g.note(
            "damage/must-roll-if-ten-possible",
            "the damage can be as much as {most}, which could annihilate the survivor, so it has to be rolled",
            also=("damage/skip-arithmetic",),
            most=blow.most(),
        )
        return False
    prompt = f"Nobody can pay for the damage to {g.named(who.card)}. Do you still roll for damage?"
    labels = ("Skip the damage roll", "Roll for damage")
    answer = yield Choose(foe.seat, "damage/skip-roll-when-helpless", (SKIP, ROLL), prompt, labels)
    if answer == ROLL:
        return False
    g.note(
        "damage/skip-roll-when-helpless",
        "nobody can pay for the damage, so {who} flails at once",
        who=g.named(who.card),
    )
    return True
