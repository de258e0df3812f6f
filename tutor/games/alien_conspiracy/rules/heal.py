"""Action 6: regain one health die."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.engine.core import Choose, Many, Refusal, Roll, Rule
from tutor.games.alien_conspiracy.book import rule
from tutor.games.alien_conspiracy.rules.actions import Action
from tutor.games.alien_conspiracy.rules.death import die
from tutor.games.alien_conspiracy.rules.health import at_risk, compare
from tutor.games.alien_conspiracy.table import Conspiracy, Investigator, added

FACES = (1, 2, 3, 4, 5, 6)


class Heal(Action):
    """Regain one health die."""

    verb = node = "heal"
    words = "Regain one health die"

    def refuse(self, g: Conspiracy, hero: Investigator) -> Iterator[Refusal]:
        most = g.parameters.most_health
        if len(hero.health) >= most:
            over = len(hero.health) - most
            lost = f"{Many(over + 1):health die|health dice}" if over else "a health die"
            fix = f"You can regain health once you have lost {lost}."
            limit = f"the limit is {most}" if over else "that is the limit"
            why = f"you already have {Many(len(hero.health)):health die|health dice}, and {limit}"
            yield Refusal("heal/at-most-five", why, fix)
            beyond = "regain health beyond" if over else "have more than"
            yield Refusal("health/max-five", f"you can’t {beyond} {Many(most):health die|health dice}", fix)

    @staticmethod
    @rule("heal/one")
    def do(g: Conspiracy, hero: Investigator) -> Rule[None]:
        """The player regains one health die."""
        face = yield from number_of_the_die(g, hero)
        if not hero.health:
            yield from die(g, hero)
        hero.health = added(hero.health, face)
        g.note("heal/one", "{who} now has {n:health die|health dice}", who=g.name(hero), n=Many(len(hero.health)))


@rule("heal/number-of-the-die")
def number_of_the_die(g: Conspiracy, hero: Investigator) -> Rule[int]:
    """The new die is rolled as at setup and does not hurt, unless another reading is set."""
    reading = g.reading("heal/number-of-the-die")
    if reading == "choose":
        chosen: int = yield Choose(
            hero.seat, "heal/number-of-the-die", FACES, "Which number do you choose for your new health die?"
        )
        g.note("heal/number-of-the-die", "{who} sets the new die to {face}", who=g.name(hero), face=chosen)
        return chosen
    hurts = reading == "roll-with-damage"
    purpose = f"to regain health, and {f'can lose {at_risk(1)}' if hurts else 'can’t lose health dice'}"
    (face,) = yield Roll(1, "heal/number-of-the-die", hero.seat, purpose=purpose)
    if hurts:
        says = "the new die is compared with {who}’s health dice before it is added"
        g.note("heal/number-of-the-die", says, who=g.name(hero))
        compare(g, hero, (face,))
    else:
        g.note(
            "heal/number-of-the-die",
            "{who} rolls a {face} for a new health die, and this roll cannot hurt anybody",
            who=g.name(hero),
            face=face,
        )
    return int(face)
