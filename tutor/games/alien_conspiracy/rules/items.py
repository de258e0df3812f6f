"""Items: a player can use any number of them on their own turn, and this costs no action."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core import Decline, Menu, Move, Moves, Refusal, Rule, Value
from tutor.games.alien_conspiracy.book import rule
from tutor.games.alien_conspiracy.rules.aliens import dice_to_roll
from tutor.games.alien_conspiracy.rules.death import die
from tutor.games.alien_conspiracy.rules.decks import events_are_gone
from tutor.games.alien_conspiracy.rules.heal import Heal
from tutor.games.alien_conspiracy.rules.health import at_risk, risky_roll
from tutor.games.alien_conspiracy.rules.investigate_attempt import any_attempt
from tutor.games.alien_conspiracy.rules.items_phone import at_any_moment, discard_item, save_events
from tutor.games.alien_conspiracy.rules.move import Go
from tutor.games.alien_conspiracy.table import Conspiracy, Dice, Investigator

HEAL = Heal()


class Use(Move[Conspiracy, Investigator]):
    """Use an item on the player's own turn, which costs no action."""

    verb, words, heading = "use", "Use the {}", "Items (free)"

    def tries(self, g: Conspiracy, hero: Investigator) -> Sequence[Value]:
        return self.each(dict.fromkeys(hero.items))

    def refuse(self, g: Conspiracy, hero: Investigator, item: str) -> Iterator[Refusal]:
        use = g.cards[item].use
        if use == "camera":
            moment = "flip" if g.reading("items/camera-timing") == "on-flip" else "flip or attempt"
            why = f"you can use a camera only when you {moment} a card, after you see the card and before you roll"
            yield Refusal("items/camera-timing", why, camera_fix(g, hero))
        elif use == "phone" and not at_any_moment(g):
            yield Refusal(
                "items/phone-not-voluntary",
                "you can use the phone only when you die or the invasion comes",
                "Keep the phone until that happens.",
            )
        elif use == "phone" and not hero.events:
            fix = "Win an event card first."
            if events_are_gone(g):
                fix = "No more event cards will come, so do something else."
            yield Refusal("items/phone-fewer-cards", "you have no event cards to save", fix)
        elif use == "heal":
            yield from HEAL.refuse(g, hero)

    @staticmethod
    @rule("items/own-turn")
    def do(g: Conspiracy, hero: Investigator, item: str) -> Rule[None]:
        """A player uses an item on their own turn. It costs no action and is discarded, and its dice can hurt."""
        g.step("use-item")
        card = g.cards[item]
        g.note(
            "items/own-turn",
            "{who} uses the {item} without spending an action",
            also=("items/any-number", "turn/items-are-free"),
            who=g.name(hero),
            item=card.name,
        )
        if card.use == "phone":
            yield from save_events(g, hero, "items/phone-not-voluntary", phone=item)
        else:
            discard_item(g, hero, item)
        g.step("item-roll")
        if card.dice:
            g.note(
                "health/effect-rolls-count",
                "{who} has to roll {n} to use the {item} and can lose {lost}",
                who=g.name(hero),
                n=Dice(card.dice),
                item=card.name,
                lost=at_risk(card.dice),
            )
            yield from risky_roll(g, hero, card.dice, "health/effect-rolls-count", f"to use the {card.name}")
            if not hero.health:
                yield from die(g, hero)
        if card.use == "move":
            yield from travel(g, hero, card.amount)
        elif card.use == "heal":
            for _ in range(card.amount):
                if len(hero.health) < g.parameters.most_health:
                    yield from Heal.do(g, hero)


def camera_fix(g: Conspiracy, hero: Investigator) -> str:
    """Return the remedy that says when this player can use the camera."""
    here = g.lying.get(hero.at)
    if not g.actions:
        return "Keep the camera for a later turn."
    if here is None:
        return "There is no card here, so keep the camera for later."
    if here.up and g.reading("items/camera-timing") == "on-flip":
        return "The card here is already face up, so keep the camera until you flip another."
    if here.known_to(hero.seat) and not helps(g, here.card):
        return "The camera doesn’t help with the card here, so keep it for later."
    if not here.up:
        return "Flip the card here first."
    return "Attempt the card here, and use the camera before you roll."


def helps(g: Conspiracy, card: str) -> bool:
    """Whether a camera can spare the player who investigates this card a roll."""
    if g.is_alien(card):
        return len(g.countdown) < g.parameters.invasion - 1 and dice_to_roll(g, card) is not None
    return g.cards[card].rolls or any_attempt(g)


class Ride(Go):
    """Take a step that an item grants, which costs no action."""

    heading = node = ""


STAY = "stay"
TRAVEL = Menu(Ride(), Decline(STAY, "Stay here"))


def travel(g: Conspiracy, hero: Investigator, steps: int) -> Rule[None]:
    """Offer up to `steps` moves of one step each, which cost no action."""
    for _ in range(steps):
        ask = Moves(hero.seat, "move/one-step", TRAVEL, g, hero, "Your item lets you take a step. Where do you go?")
        answer = yield ask
        if answer == STAY:
            return
        yield from ask.do(answer)
