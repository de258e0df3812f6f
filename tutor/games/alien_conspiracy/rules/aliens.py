"""Alien cards: they go to the countdown, and the third one ends the game."""

from __future__ import annotations

from tutor.engine.core import NOBODY, Choose, Cut, Many, Rule, spelled_out
from tutor.games.alien_conspiracy.book import rule
from tutor.games.alien_conspiracy.rules.death import die, leave
from tutor.games.alien_conspiracy.rules.health import at_risk, risky_roll
from tutor.games.alien_conspiracy.rules.items_camera import offer_camera
from tutor.games.alien_conspiracy.rules.items_phone import discard_item, owns_phone, use_phones
from tutor.games.alien_conspiracy.table import INVADED, Conspiracy, Dice, Investigator

MOST_DICE = 6


def add_alien(g: Conspiracy, card: str, because: str, *also: str) -> bool:
    """An alien joins the countdown; return whether it is the third."""
    g.countdown.append(card)
    name = g.cards[card].name
    there, most = len(g.countdown), g.parameters.invasion
    g.note(because, "{card} joins the countdown as alien {n} of {most}", also=also, card=name, n=there, most=most)
    return there >= most


@rule("aliens/third-ends-game")
def invade(g: Conspiracy) -> Rule[None]:
    """All players die whatever their health; phones save two event cards each; the game is over at once."""
    g.step("invasion")
    g.note(
        "aliens/third-ends-game",
        "there {be} {aliens} in the countdown, so the invasion ends the game at once",
        also=("aliens/third-at-once",),
        be="is" if len(g.countdown) == 1 else "are",
        aliens=spelled_out(len(g.countdown), "alien"),
    )
    g.ended = INVADED
    for seat in g.clockwise(g.first):
        hero = g.investigators[seat]
        if hero.dead:
            continue
        if owns_phone(g, hero):
            yield from use_phones(g, hero, "items/phone-on-invasion")
        g.note(
            "aliens/all-die",
            "{who} dies with {n:health die|health dice} left",
            who=g.name(hero),
            n=Many(len(hero.health)),
        )
        leave(g, hero)
    g.turn, g.actions, g.waiting = NOBODY, 0, []
    g.agenda[:] = [("scoring/game-over",)]
    yield Cut("aliens/third-ends-game")


@rule("aliens/flipped")
def meet_alien(g: Conspiracy, hero: Investigator, place: str, card: str) -> Rule[None]:
    """A flipped alien leaves for the countdown; its flipper then rolls dice, unless a camera prevents it."""
    g.step("flip-countdown")
    del g.lying[place]
    third = add_alien(g, card, "aliens/flipped", "aliens/leaves-location", "aliens/never-in-hand")
    g.step("flip-three")
    if third:
        yield from invade(g)
    g.step("alien-camera")
    dice = dice_to_roll(g, card)
    if dice is None:
        g.note("aliens/roll-when-flipped", "{card} does not call for a roll", card=g.cards[card].name)
        return
    camera = yield from offer_camera(g, hero, "items/camera-alien", card)
    if camera:
        g.step("alien-camera-used")
        g.note(
            "items/camera-alien",
            "{who} uses the {camera} and does not roll, but the alien stays in the countdown",
            also=("items/camera-alien-still-counts",),
            who=g.name(hero),
            camera=g.cards[camera].name,
        )
        discard_item(g, hero, camera, told_to=True)
        return
    yield from roll_for_alien(g, hero, dice, card)


def dice_to_roll(g: Conspiracy, card: str) -> int | None:
    """Return how many dice this alien makes its flipper roll: 0 if the player chooses, None if there is no roll."""
    said: int = g.cards[card].dice
    reading = g.reading("aliens/roll-when-flipped")
    if reading == "free-choice":
        return 0
    if reading == "no-roll":
        return said or None
    return said


@rule("aliens/roll-when-flipped")
def roll_for_alien(g: Conspiracy, hero: Investigator, dice: int, card: str = "") -> Rule[None]:
    """The flipper rolls as many dice as the alien says, or 1 to 6 if it says nothing; they can hurt."""
    g.step("alien-roll")
    if not dice:
        numbers = range(1, MOST_DICE + 1)
        alien = g.cards[card].name if card else "this alien"
        prompt = f"How many dice do you roll for {alien}?"
        dice = yield Choose(hero.seat, "aliens/roll-when-flipped", numbers, prompt)
    g.note(
        "aliens/roll-when-flipped",
        "{who} has to roll {dice} for the alien and can lose {lost}, but there is nothing to win",
        also=("health/effect-rolls-count",),
        who=g.name(hero),
        dice=Dice(dice),
        lost=at_risk(dice),
    )
    yield from risky_roll(g, hero, dice, "aliens/roll-when-flipped", "for the alien")
    g.step("alien-alive")
    if not hero.health:
        yield from die(g, hero)
