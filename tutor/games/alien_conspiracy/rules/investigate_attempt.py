"""A roll attempt on an event card: how many dice, what they do to health, and the single die that decides."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from tutor.engine.core import Aim, Part, Pick, Refusal, Roll, Rule, Sum, Value, whole_percent
from tutor.games.alien_conspiracy.book import rule
from tutor.games.alien_conspiracy.rules.death import die
from tutor.games.alien_conspiracy.rules.health import danger, deadly, risky_roll
from tutor.games.alien_conspiracy.rules.items_camera import camera_of, photograph
from tutor.games.alien_conspiracy.table import Conspiracy, Dice, Investigator, added

MOST_DICE = 6
CAMERA = "camera"


def any_attempt(g: Conspiracy) -> bool:
    """Whether a camera may replace the roll attempt on any event card."""
    return g.reading("items/camera-no-roll-event") == "any-attempt"


def in_words(dice: Any) -> str:
    """Return the label of an answer: a number of dice to risk, or the camera."""
    return "Use the camera instead" if dice == CAMERA else f"{Dice(dice)}".capitalize()


def refuse_dice(g: Conspiracy, value: Value, rolls: bool, flipped: bool) -> Iterator[Refusal]:
    """Yield why so many dice cannot be risked, or why the camera cannot replace this attempt."""
    if value == CAMERA:
        if not rolls and not any_attempt(g):
            yield Refusal(
                "items/camera-no-roll-event",
                "you can use the camera only on a card whose text calls for a roll, and this card’s text doesn’t",
                "Roll the dice for your attempt instead.",
                1,
            )
        if not flipped and g.reading("items/camera-timing") == "on-flip":
            yield Refusal(
                "items/camera-timing",
                "this card was flipped earlier, and you can use a camera only when you flip a card",
                "Roll the dice for your attempt instead.",
                1,
            )
        if flipped and rolls and not any_attempt(g):
            yield Refusal(
                "items/camera-timing",
                "you chose to roll when you flipped this card, so you can’t use the camera for the attempt",
                "Roll the dice for your attempt.",
                1,
            )
    elif value == 0:
        fix = "Roll one die if you want to risk as little as possible."
        yield Refusal("investigate/dice-limits", "an attempt takes at least one die", fix, 1)
        if flipped:
            why = "you flipped the card, so you have to attempt it"
            yield Refusal("investigate/attempt-compulsory", why, "Roll one die or more.", 1)
    elif isinstance(value, int) and value > MOST_DICE:
        why = f"you can’t roll more than {MOST_DICE} dice for an attempt"
        fix = f"Roll {MOST_DICE} dice. With {MOST_DICE}, you are sure to win the card if you survive the roll."
        yield Refusal("investigate/dice-limits", why, fix, MOST_DICE)


def prospects(g: Conspiracy, hero: Investigator, dice: int) -> str:
    """Say how likely a player is to win the card with so many dice, and how likely the dice are to kill."""
    needs_life = g.reading("investigate/dead-attempt-ends") == "stop-at-death"
    wins = Fraction(dice, MOST_DICE) * (1 - deadly(g, hero, dice) if needs_life else 1)
    return "; ".join(filter(None, (f"{whole_percent(wins)} chance of winning the card", danger(g, hero, dice))))


@rule("investigate/choose-dice")
def attempt(g: Conspiracy, hero: Investigator, place: str, flipped: bool) -> Rule[None]:
    """The player risks 1 to 6 dice, and then a harmless single die must not exceed their number."""
    g.step("attempt-dice")
    event = g.cards[g.lying[place].card]
    camera = hero.items and camera_of(g, hero)
    dice = yield Pick(
        hero.seat,
        "investigate/choose-dice",
        [*range(MOST_DICE + 2), CAMERA] if camera else range(MOST_DICE + 2),
        lambda: f"How many dice do you risk to win {event.name}?",
        lambda value: refuse_dice(g, value, event.rolls, flipped),
        in_words,
        None if camera else range(1, MOST_DICE + 1),
        details=lambda value: "" if value == CAMERA else prospects(g, hero, value),
        tells="dies",
        follows=("health/compare",),
    )
    if dice == CAMERA:
        reading = "items/camera-no-roll-event" if flipped else "items/camera-timing"
        g.note(reading, "this reading lets {who} use the camera instead of making an attempt", who=g.name(hero))
        photograph(g, hero, place, camera_of(g, hero), "without a roll attempt")
        return
    g.step("attempt-roll")
    g.note(
        "investigate/dice-deal-damage",
        "{who} risks {dice} to win {card}",
        who=g.name(hero),
        dice=Dice(dice),
        card=event.name,
    )
    yield from risky_roll(g, hero, dice, "investigate/dice-deal-damage", f"for the attempt on {event.name}")
    g.step("attempt-alive")
    if not hero.health:
        stop = g.reading("investigate/dead-attempt-ends") == "stop-at-death"
        what = "so the attempt ends before the single die is rolled" if stop else "but finishes the attempt first"
        g.note("investigate/dead-attempt-ends", "{who} has no health dice left, {what}", who=g.name(hero), what=what)
        if stop:
            yield from die(g, hero)
    yield from decide(g, hero, place, dice)
    if not hero.health:
        yield from die(g, hero)


def at_most(dice: int) -> Callable[[], Aim]:
    """Return the aim of the single die: a number that is not higher than `dice`."""
    total = Sum("target", Part(dice, "dice risked", "investigate/single-die"), most=MOST_DICE)
    return lambda: Aim(f"the single die shows {dice} or less", lambda faces: faces[0] <= dice, total)


@rule("investigate/single-die")
def decide(g: Conspiracy, hero: Investigator, place: str, dice: int) -> Rule[None]:
    """The single die wins the card if it does not exceed the number of dice risked."""
    g.step("attempt-single")
    purpose = f"to decide the attempt on {g.cards[g.lying[place].card].name}, and can’t lose health dice"
    (single,) = yield Roll(1, "investigate/single-die", hero.seat, aim=at_most(dice), purpose=purpose)
    g.note(
        "investigate/single-die",
        "{who} has risked {dice}, and now the single die, which cannot hurt anybody, shows {single}",
        also=("health/exempt-single-die", "investigate/values-irrelevant"),
        who=g.name(hero),
        single=single,
        dice=Dice(dice),
    )
    if dice == MOST_DICE:
        g.note("investigate/six-always-succeeds", "with six dice, the attempt cannot fail")
    g.step("attempt-compare")
    card = g.lying[place].card
    name = g.cards[card].name
    if single <= dice:
        g.step("attempt-won")
        del g.lying[place]
        hero.events = added(hero.events, card)
        g.note(
            "investigate/success",
            "{single} is not more than {dice}, so {who} wins {card}",
            single=single,
            dice=dice,
            who=g.name(hero),
            card=name,
        )
        g.note(
            "investigate/location-empties",
            "{card} goes from location {place} to {who}’s hand, but it is not safe there",
            also=("investigate/hand-is-not-banked",),
            card=name,
            place=place,
            who=g.name(hero),
        )
    else:
        g.step("attempt-lost")
        g.note(
            "investigate/failure",
            "{single} is more than {dice}, so {who} does not win {card}. It stays face up on location {place}, "
            "and anyone can attempt it",
            also=("investigate/anyone-may-retry",),
            who=g.name(hero),
            single=single,
            dice=dice,
            card=name,
            place=place,
        )
