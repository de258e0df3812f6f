"""Items: free to use on one's own turn, as many as one has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.asks import Choose, Refusal, Rule, Value
from tutor.games.alien_conspiracy.book import rule, verb_of
from tutor.games.alien_conspiracy.rules.death import die
from tutor.games.alien_conspiracy.rules.heal import MOST_HEALTH, heal, refuse_heal
from tutor.games.alien_conspiracy.rules.health import risky_roll
from tutor.games.alien_conspiracy.rules.move import move, places_to_try, refuse_move
from tutor.games.alien_conspiracy.rules.phone import at_any_moment, discard_item, save_events
from tutor.games.alien_conspiracy.table import Conspiracy, Investigator

STAY = "stay"


def refuse_use(g: Conspiracy, hero: Investigator, item: str) -> Iterator[Refusal]:
    """Yield why this item cannot be used as a free act of one's own turn."""
    use = g.cards[item].use
    if use == "camera":
        why = "a camera is used when a card is flipped, after seeing it and before rolling"
        yield Refusal("items/camera-timing", why, camera_fix(g, hero))
    elif use == "phone" and not at_any_moment(g):
        yield Refusal("items/phone-not-voluntary", "the phone waits for your death or the invasion", "Keep it.")
    elif use == "phone" and not hero.events:
        yield Refusal("items/phone-fewer-cards", "you hold no event card to save", "Win one first.")
    elif use == "heal":
        yield from refuse_heal(g, hero)


def camera_fix(g: Conspiracy, hero: Investigator) -> str:
    """When this player can use the camera."""
    here = g.lying.get(hero.at)
    if here is None:
        return "Keep it until you flip a card."
    if not here.up:
        return "Flip the card here first."
    if g.reading("items/camera-timing") == "on-flip":
        return "Keep it until you flip a card; the card here is face up already."
    return "Attempt the card here; you can use the camera before you roll."


@rule("items/own-turn")
def use_item(g: Conspiracy, hero: Investigator, item: str) -> Rule[None]:
    """An item is carried out on its owner's turn, costs no action and is discarded; its dice can hurt."""
    g.step("use-item")
    card = g.cards[item]
    g.note(
        "items/own-turn items/any-number turn/items-are-free",
        "{who} uses {item}; it costs no action ({actions} left), and any number may be used",
        who=g.name(hero),
        item=card.name,
        actions=g.actions,
    )
    if card.use == "phone":
        yield from save_events(g, hero, "items/phone-not-voluntary")
    else:
        discard_item(g, hero, item)
    g.step("item-roll")
    if card.dice:
        g.note("health/effect-rolls-count", "{item} makes {who} roll, which can hurt", item=card.name, who=g.name(hero))
        yield from risky_roll(g, hero, card.dice, "health/effect-rolls-count")
        if not hero.health:
            yield from die(g, hero)
    if card.use == "move":
        yield from travel(g, hero, card.amount)
    elif card.use == "heal":
        for _ in range(card.amount):
            if len(hero.health) < MOST_HEALTH:
                yield from heal(g, hero)


class Travel(Choose):
    """Where an item takes its user next."""

    __slots__ = ("g", "hero")

    def __init__(self, g: Conspiracy, hero: Investigator) -> None:
        self.g = g
        self.hero = hero
        self.seat = hero.seat
        self.rule = "move/one-step"

    def prompt(self) -> str:
        return "Where do you go?"

    def label(self, value: Value) -> str:
        _, place = verb_of(value)
        return f"Move to {' '.join(place)}" if place else "Stay here"

    def candidates(self) -> Sequence[Value]:
        return [*(("move", place) for place in places_to_try(self.g)), STAY]

    def open(self) -> Sequence[Value]:
        return [*self.g.layout.moves[self.hero.at], STAY]

    def refuse(self, value: Value) -> Iterator[Refusal]:
        for place in verb_of(value)[1]:
            yield from refuse_move(self.g, self.hero, place)


def travel(g: Conspiracy, hero: Investigator, steps: int) -> Rule[None]:
    """Up to so many moves of one step each, without an action."""
    for _ in range(steps):
        answer = yield Travel(g, hero)
        if answer == STAY:
            return
        move(g, hero, answer[1])
