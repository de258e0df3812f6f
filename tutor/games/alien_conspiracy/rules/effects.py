"""What event cards do to the player who is affected: one short function for each verb of the cards."""

from __future__ import annotations

from collections.abc import Callable

from tutor.engine.core import Many, Rule, choose, draw
from tutor.games.alien_conspiracy.book import rule
from tutor.games.alien_conspiracy.rules.health import at_risk, risky_roll
from tutor.games.alien_conspiracy.table import Conspiracy, Dice, Investigator, added, taken

UNAVOIDABLE = "investigate/effect-unavoidable"


@rule("investigate/effect-on-flipper")
def carry_out(g: Conspiracy, hero: Investigator, card: str) -> Rule[None]:
    """The effect of an event applies to one player."""
    event = g.cards[card]
    effect = EFFECTS[event.effect]
    g.note(
        "investigate/effect-on-flipper",
        "{card} takes effect on {who}: “{text}”" if effect else "{card} has no effect on {who}",
        also=(UNAVOIDABLE,),
        card=event.name,
        who=g.name(hero),
        text=event.text,
    )
    if effect is not None:
        yield from effect(g, hero, event.amount)


def roll(g: Conspiracy, hero: Investigator, amount: int) -> Rule[None]:
    """The player rolls dice that can hurt."""
    g.note(
        "health/effect-rolls-count",
        "{who} has to roll {n} and can lose {lost}",
        who=g.name(hero),
        n=Dice(amount),
        lost=at_risk(amount),
    )
    yield from risky_roll(g, hero, amount, "health/effect-rolls-count", "for the card’s effect")


def lose_health(g: Conspiracy, hero: Investigator, amount: int) -> Rule[None]:
    """The player loses health dice and chooses which."""
    for _ in range(min(amount, len(hero.health))):
        number = yield from choose(
            hero.seat,
            UNAVOIDABLE,
            sorted(set(hero.health)),
            "This card’s effect costs you a health die. Which one do you lose?",
            lambda number: f"The die showing {number}",
        )
        hero.health = taken(hero.health, number)
        g.note(UNAVOIDABLE, "{who} loses a health die showing {number}", who=g.name(hero), number=number)


def lose_item(g: Conspiracy, hero: Investigator, amount: int) -> Rule[None]:
    """The player discards items, if there are any, and chooses which."""
    if not hero.items:
        g.note(UNAVOIDABLE, "{who} has no items, so nothing is discarded", who=g.name(hero))
    for _ in range(min(amount, len(hero.items))):
        item = yield from choose(
            hero.seat,
            UNAVOIDABLE,
            list(dict.fromkeys(hero.items)),
            "This card’s effect costs you an item. Which one do you discard?",
            lambda item: f"Discard the {g.cards[item].name}",
        )
        hero.items = taken(hero.items, item)
        g.item_discards.append(item)
        g.note(UNAVOIDABLE, "{who} discards the {item}", who=g.name(hero), item=g.cards[item].name)


def lose_action(g: Conspiracy, hero: Investigator, amount: int) -> Rule[None]:
    """The player loses the action after this one, if there is one left."""
    says = "{who} has no actions left to lose"
    if hero.seat != g.turn:
        says = "it is not {who}’s turn, so there is no action to lose"
    elif g.actions:
        g.actions -= 1
        says = "{who} loses one of the other actions of this turn"
        if not g.actions:
            says = "{who} loses the other action of this turn"
    g.note(UNAVOIDABLE, says, who=g.name(hero))
    yield from ()


def find_item(g: Conspiracy, hero: Investigator, amount: int) -> Rule[None]:
    """The player takes items from the deck in secret."""
    found = yield from draw(g.item_deck, amount, UNAVOIDABLE, seen_by=(hero.seat,))
    hero.items = added(hero.items, *found)
    says = "{who} takes {n:item} from the item deck"
    if not found:
        says = "the item deck is empty, so {who} does not take an item"
    g.note(UNAVOIDABLE, says, who=g.name(hero), n=Many(len(found)))


Effect = Callable[[Conspiracy, Investigator, int], Rule[None]]
EFFECTS: dict[str, Effect | None] = {
    "nothing": None,
    "roll": roll,
    "lose-health": lose_health,
    "lose-item": lose_item,
    "lose-action": lose_action,
    "find-item": find_item,
}
"""How each verb of `cards.EFFECTS` is carried out."""
