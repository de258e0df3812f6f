"""Death: the last health die is lost, and with it everything that was not submitted."""

from __future__ import annotations

from tutor.engine.core import NOBODY, Cut, Many, Rule
from tutor.games.alien_conspiracy.book import rule
from tutor.games.alien_conspiracy.rules.items_phone import owns_phone, use_phones
from tutor.games.alien_conspiracy.table import Conspiracy, Investigator


@rule("death/no-health-dice")
def die(g: Conspiracy, hero: Investigator) -> Rule[None]:
    """A player without health dice is dead. On the player's own turn, the turn ends here."""
    g.step("death")
    g.note("death/no-health-dice", "{who} has no health dice left and dies", who=g.name(hero))
    if owns_phone(g, hero):
        g.step("death-phone")
        yield from use_phones(g, hero, "items/phone-on-death")
    g.step("death-discard")
    leave(g, hero)
    g.step("all-dead")
    if not g.living:
        g.ended = "everybody is dead"
        g.turn, g.actions = NOBODY, 0
        g.note("overview/everyone-dies", "nobody is left alive")
        g.agenda[:] = [("scoring/game-over",)]
        yield Cut("scoring/game-over")
    g.note("death/others-continue", "the game goes on with {n:living player}", n=Many(len(g.living)))
    if hero.seat == g.turn:
        g.turn, g.actions = NOBODY, 0
        g.note("death/turn-ends", "{who} has died, so this turn is over", who=g.name(hero))
        g.agenda[:] = [("turn/one-turn-each",)]
        yield Cut("death/turn-ends")


@rule("death/hand-discarded")
def leave(g: Conspiracy, hero: Investigator) -> None:
    """The dead lose their hand and their piece; what is under the investigator stays."""
    who = g.name(hero)
    if hero.events or hero.items:
        g.note(
            "death/hand-discarded",
            f"{{who}} discards the only {'event card' if hero.events else 'item'} in hand"
            if len(hero.events) + len(hero.items) == 1
            else "{who} discards the whole hand: "
            + " and ".join(["{events:event card}"] * bool(hero.events) + ["{items:item}"] * bool(hero.items)),
            who=who,
            events=Many(len(hero.events)),
            items=Many(len(hero.items)),
        )
    if hero.events:
        g.note(
            "investigate/hand-is-not-banked",
            "the evidence in {who}’s hand was not submitted, so it is worth nothing",
            also=("scoring/hand-worth-nothing",),
            who=who,
        )
    if hero.submitted:
        g.note(
            "death/submitted-stay",
            "{n:event card stays|event cards stay} safe under {who}’s investigator card",
            also=("submit/safe-forever",),
            n=Many(len(hero.submitted)),
            who=who,
        )
    g.event_discards += hero.events
    g.item_discards += hero.items
    hero.events = hero.items = ()
    g.note("death/piece-removed", "{who}’s piece is removed from the board", who=who)
    hero.at = ""
    hero.dead = True
