"""Attempting to clear: the leader's top-up, the roll, and what a success means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core import Aim, Choose, Decline, Many, ManyOrNo, Menu, Moves, Refusal, Roll, Rule, Sum, Value
from tutor.games.doppelganger.book import rule
from tutor.games.doppelganger.cards import OBSTACLES, a_trait
from tutor.games.doppelganger.desert import Cell, cell_name
from tutor.games.doppelganger.knowledge import forget_one
from tutor.games.doppelganger.prospects import LIFE, in_sight
from tutor.games.doppelganger.rules.clear_contribute import Contribution
from tutor.games.doppelganger.rules.crash import take_map_token
from tutor.games.doppelganger.rules.death import check_last_tokens
from tutor.games.doppelganger.rules.dice import (
    HELPING,
    adds_a_die,
    count_dice,
    dice_to_roll,
    full,
    target,
    target_tile,
    tell_count,
)
from tutor.games.doppelganger.rules.end import check_humans
from tutor.games.doppelganger.rules.secrecy import TALK, decide
from tutor.games.doppelganger.table import Expedition, Rolled

ROLL = "roll"


class TopUp(Contribution):
    """Add one thing face up after the pile has been revealed."""

    def open(self, g: Expedition, leader: int) -> Sequence[Value]:
        room = not full(g)
        obstacle = target_tile(g).obstacle
        anything = g.reading("dice/top-up-must-add") == "any-card"
        values: list[Value] = []
        for card in dict.fromkeys(g.hands[leader]):
            helps = adds_a_die(g, card, obstacle)
            if (room if helps else anything) and next(unplayable(g, card), None) is None:
                values.append(("add", card))
        if room and g.life[leader]:
            values.append(("add", LIFE))
        return values

    def refuse(self, g: Expedition, leader: int, thing: str) -> Iterator[Refusal]:
        helps = thing == LIFE
        fix = self._instead(g, leader)
        if thing == LIFE:
            if not g.life[leader]:
                yield Refusal("dice/top-up", "you have no Life Tokens left", fix, ROLL)
        else:
            obstacle = target_tile(g).obstacle
            helps = adds_a_die(g, thing, obstacle)
            locked = list(unplayable(g, thing, fix))
            yield from locked
            if not locked and not helps and g.reading("dice/top-up-must-add") == "must-add":
                why = f"{g.the(thing)} doesn’t add a die against {OBSTACLES[obstacle]}"
                yield Refusal("dice/top-up-must-add", why, fix, ROLL)
        if helps and full(g):
            count, most = count_dice(g), g.parameters.most_dice
            why = f"you already have {Many(count):die|dice}, and you can’t roll more than {most}"
            if count < most:
                why = f"you already have {Many(most):die|dice} before wrong Tools take any away, and that’s the limit"
            yield Refusal("dice/top-up-cap", why, "Roll the dice.", ROLL)

    def _instead(self, g: Expedition, leader: int) -> str:
        """Return what the leader can do instead of adding something that cannot be added."""
        open_now = self.open(g, leader)
        others = [thing for thing in (*g.hands[leader], LIFE) if ("add", thing) in open_now]
        obstacle = target_tile(g).obstacle
        if any(thing == LIFE or adds_a_die(g, thing, obstacle) for thing in others):
            return "Add something that gives you a die, or roll the dice."
        return "Add something else, or roll the dice." if others else "Roll the dice."

    def prospects(self, g: Expedition, leader: int, thing: str) -> str:
        return in_sight(g, thing)

    @staticmethod
    def do(g: Expedition, leader: int, thing: str) -> None:
        if thing == LIFE:
            g.life[leader] -= 1
            g.running.open_tokens += 1
        else:
            g.hands[leader].remove(thing)
            g.running.open_cards.append(thing)
            forget_one(g, leader, thing)
        g.note(
            "dice/top-up",
            "{who} adds {thing}, which only the leader can do now",
            also=("dice/top-up-leader-only", "dice/top-up-must-add"),
            who=g.names[leader],
            thing="a Life Token" if thing == LIFE else f"{g.one(thing)} face up",
        )
        g.step("clear-count")
        tell_count(g)
        g.step("clear-top-up")


def unplayable(g: Expedition, card: str, fix: str = "") -> Iterator[Refusal]:
    """Yield why a card cannot be used in the top-up, whatever the obstacle; `fix` is what to do instead."""
    facts = g.supply(card)
    if facts.kind == "trait":
        why = f"you can’t add {g.the(card)}, because it’s {a_trait(facts)}"
        yield Refusal("dice/top-up-no-traits", why, fix, ROLL)
    elif facts.kind == "recovery" and g.reading("supplies/recovery-in-pile") == "not-allowed":
        why = "under the chosen reading, you can’t play a Recovery card in an attempt to clear a tile"
        yield Refusal("supplies/recovery-in-pile", why, "Keep the card to pay with after a failed attempt.")


class RollNow(Decline):
    """Roll the dice that have been counted."""

    def prospects(self, g: Expedition, leader: int) -> str:
        return in_sight(g)


TOP_UP = Menu(TopUp(), TALK, RollNow(ROLL, "Roll the dice"))


def top_up_or_roll(g: Expedition) -> Moves[Expedition, int]:
    """Ask the leader to add more dice or to roll."""

    def prompt() -> str:
        count, most = count_dice(g), g.parameters.most_dice
        have = f"You have {ManyOrNo(count):die|dice}"
        if count < 0:
            have = f"You are {Many(-count):die|dice} below zero"
        elif count > most:
            have = f"You have enough for {Many(count):die|dice}, but you can roll only {most}"
        return f"{have}, and the total has to be more than {target(g)}. Do you add anything?"

    return Moves(g.leader, "dice/top-up", TOP_UP, g, g.leader, prompt)


@rule("dice/top-up")
def top_up(g: Expedition) -> Rule[None]:
    """After the reveal, only the leader may add Life Tokens and supplies of their own, face up."""
    attempt = g.running
    g.step("clear-count")
    tell_count(g)
    if g.out[g.leader]:
        return
    if g.reading("dice/deficit-before-top-up") == "raised-to-zero":
        attempt.raised = max(0, -count_dice(g))
    g.step("clear-top-up")
    while (yield from decide(top_up_or_roll(g))) != ROLL:
        pass
    check_last_tokens(g, [g.leader] if attempt.open_tokens else [])
    yield from check_humans(g)


@rule("dice/sum")
def count_and_roll(g: Expedition) -> Rule[bool]:
    """All counted dice are rolled at once and added up; more than the value clears the tile."""
    yield from top_up(g)
    count = count_dice(g)
    counted = dice_to_roll(g, count)
    dice = int(counted)
    if g.reading("dice/count-not-optional") == "may-roll-fewer" and dice and not g.out[g.leader]:
        values: list[Value] = [(ROLL, n) for n in range(dice, -1, -1)]
        _, dice = yield Choose(
            g.leader,
            "dice/count-not-optional",
            values,
            "You have 1 die. Do you roll it?" if dice == 1 else f"You have {dice} dice. How many of them do you roll?",
        )
    g.step("clear-roll")
    value = target(g)
    faces: tuple[int, ...] = ()
    if dice:
        faces = yield Roll(dice, "dice/sum", g.leader, aim=lambda: _aim(g, value, count, counted - dice))
    if g.rolled is None:
        g.rolled = Rolled(g.leader, g.running.target)
    g.rolled.faces = faces
    total = sum(faces)
    g.note(
        "dice/sum",
        "{dice} rolled, and the total is {total} ({sum})"
        if dice > 1
        else "{dice} rolled, and the total is {total}"
        if dice
        else "no dice are rolled, so the total is 0",
        also=(
            "dice/count-not-optional",
            "dice/no-top-up-after-roll",
            "dice/cap-ten" if count > g.parameters.most_dice else "",
            "dice/not-below-zero" if count < 0 else "",
            "dice/cap-and-mismatch-order" if any(part.text not in HELPING for part in count.parts) else "",
        ),
        dice=f"{Many(dice):die is|dice are}"
        if dice == count
        else f"{dice} of the {count} counted dice {'is' if dice == 1 else 'are'}",
        total=total,
        sum=" + ".join(map(str, faces)),
    )
    return judge(g, total, value, dice)


def _aim(g: Expedition, value: int, count: Sum, left_out: int) -> Aim:
    dice = dice_to_roll(g, count, left_out)
    return Aim(f"the dice clear it with more than {value}", lambda faces: sum(faces) > value, dice)


@rule("dice/success-strictly-greater")
def judge(g: Expedition, total: int, value: int, dice: int) -> bool:
    """A total greater than the value clears the tile; an equal one fails."""
    g.step("clear-compare")
    attempt = g.running
    if total <= value:
        g.note(
            "dice/equal-fails" if total == value else "dice/success-strictly-greater",
            "the total of {total} is not more than {value}, so the attempt fails",
            also=("" if dice else "dice/zero-dice-fail",),
            total=total,
            value=value,
        )
        return False
    g.step("clear-success")
    if take_map_token(g):
        g.desert.cleared.add(attempt.target)
        if g.reading("tiles/one-icon-each") == "one-marker":
            g.desert.explored.add(attempt.target)
    tile = g.desert.placed[attempt.target].tile
    g.note(
        "dice/success-strictly-greater",
        "the total of {total} is more than {value}, so a Map Token is put on {cell}, but the Team stays where it is",
        also=(
            "dice/success-map-token",
            "dice/success-does-not-move",
            "dice/success-no-penalty",
            "tiles/one-icon-each" if tile.crash else "",
            *what_follows(g, attempt.target),
        ),
        total=total,
        value=value,
        cell=cell_name(attempt.target),
    )
    return True


def what_follows(g: Expedition, cell: Cell) -> tuple[str, ...]:
    """Return the rules that say whether the leader can enter a tile straight after clearing it."""
    kind = g.desert.placed[cell].tile.kind
    if kind == "canyon":
        return ("tiles/canyon-no-icon", "move/canyon-never")
    enough = g.points >= g.desert.cost(cell) and not g.out[g.leader]
    if kind == "mountain":
        return () if enough else ("move/clear-mountain-then-wait",)
    return ("move/clear-then-enter",) if enough else ()
