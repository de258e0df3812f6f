"""Attempting to clear: counting dice, the leader's top-up, and the roll."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.asks import Aim, Choose, Refusal, Roll, Rule, Value
from tutor.games.doppelganger.book import rule
from tutor.games.doppelganger.cards import OBSTACLES, WATER
from tutor.games.doppelganger.desert import cell_name
from tutor.games.doppelganger.knowledge import forget_one
from tutor.games.doppelganger.rules.crash import take_map_token
from tutor.games.doppelganger.rules.death import check_last_tokens
from tutor.games.doppelganger.table import Expedition

MOST_DICE = 10
MISMATCH_FROM = 5
"""Wrong Tools take dice away in games begun with at least so many players."""
USABLE = {
    "high-heat": ("canteen",),
    "flash-flood": ("rope", "compass"),
    "rocky-terrain": ("rope", "canteen", "shovel"),
    "sandstorm": ("canteen", "compass"),
    "animal-attack": ("shovel",),
    "alien-probe": ("shovel",),
}
"""The Tools that each obstacle lists."""
WATER_READING = {"sandstorm": (WATER, "compass")}
"""The Sandstorm's list where Water is read as a card of its own."""
THEN = {"mountain": "move/clear-mountain-then-wait", "canyon": "tiles/canyon-no-icon move/canyon-never"}
"""What a success means for entering ground that is not just open."""
PROOF_HELPS = "alien-probe"
LIFE = "life"
ROLL = "roll"


def usable(g: Expedition, obstacle: str) -> tuple[str, ...]:
    """The Tools that the obstacle lists under the reading in force."""
    if g.reading("dice/sandstorm") == "own-card":
        return WATER_READING.get(obstacle, USABLE[obstacle])
    return USABLE[obstacle]


def adds_a_die(g: Expedition, card: str, obstacle: str) -> bool:
    """Whether a played card adds a die against the obstacle."""
    facts = g.supply(card)
    match facts.kind:
        case "tool":
            return facts.tool in usable(g, obstacle)
        case "proof":
            return obstacle == PROOF_HELPS
        case "recovery":
            return g.reading("supplies/recovery-in-pile") == "adds-a-die"
    return False


def target_tile(g: Expedition) -> tuple[str, int]:
    """The obstacle and the value of the tile that is being attempted."""
    assert g.attempt is not None
    tile = g.desert.placed[g.attempt.target].tile
    return tile.obstacle, tile.value


def dice_parts(g: Expedition) -> list[tuple[int, str]]:
    """The count of dice taken apart: Life Tokens, matching cards, mismatched Tools, and what was raised to zero."""
    attempt = g.attempt
    assert attempt is not None
    obstacle, _ = target_tile(g)
    played = attempt.shown + attempt.open_cards
    matching = sum(adds_a_die(g, card, obstacle) for card in played)
    wrong = sum(g.supply(card).kind == "tool" and not adds_a_die(g, card, obstacle) for card in played)
    parts = [(sum(attempt.tokens) + attempt.open_tokens, "Life Tokens"), (matching, "matching cards")]
    if wrong and g.seats >= MISMATCH_FROM:
        parts.append((-wrong, "mismatched Tools"))
    if attempt.raised:
        parts.append((attempt.raised, "raised to zero"))
    return parts


def count_dice(g: Expedition) -> int:
    """The running count before it is limited to 0 to 10; capped before subtracting under the reading that says so."""
    parts = dice_parts(g)
    if g.reading("dice/cap-and-mismatch-order") == "cap-first":
        return min(MOST_DICE, parts[0][0] + parts[1][0]) + sum(n for n, _ in parts[2:])
    return sum(n for n, _ in parts)


def full(g: Expedition) -> bool:
    """Whether one more Life Token or listed card would add no die."""
    cap_first = g.reading("dice/cap-and-mismatch-order") == "cap-first"
    adding = dice_parts(g)[:2] if cap_first else dice_parts(g)
    return sum(n for n, _ in adding) >= MOST_DICE


class TopUp(Choose):
    """What the leader adds face up, now that the pile is seen."""

    __slots__ = ("g",)

    def __init__(self, g: Expedition) -> None:
        self.g = g
        self.seat = g.leader
        self.rule = "dice/top-up"

    def prompt(self) -> str:
        return f"{count_dice(self.g)} dice against {target_tile(self.g)[1]}: add more?"

    def label(self, value: Value) -> str:
        if value == ROLL:
            return "Roll"
        return "Add a Life Token" if value[1] == LIFE else f"Add {self.g.name(str(value[1]))}"  # type: ignore[index]

    def candidates(self) -> Sequence[Value]:
        return [*(("add", card) for card in dict.fromkeys(self.g.hands[self.seat])), ("add", LIFE), ROLL]

    def refuse(self, value: Value) -> Iterator[Refusal]:
        if value == ROLL:
            return
        g, thing = self.g, str(value[1])  # type: ignore[index]
        count = count_dice(g)
        helps = thing == LIFE
        if thing == LIFE:
            if not g.life[self.seat]:
                yield Refusal("dice/top-up", "you have 0 Life Tokens", "Roll.", ROLL)
        else:
            facts = g.supply(thing)
            obstacle, _ = target_tile(g)
            helps = adds_a_die(g, thing, obstacle)
            if facts.kind == "trait":
                yield Refusal("dice/top-up-no-traits", f"{facts.name} is a Human Scoring Trait", "Roll.", ROLL)
            elif facts.kind == "recovery" and g.reading("supplies/recovery-in-pile") == "not-allowed":
                yield Refusal("supplies/recovery-in-pile", "by the reading in force Recovery is not played here")
            elif not helps and g.reading("dice/top-up-must-add") == "must-add":
                why = f"{facts.name} adds no die against {OBSTACLES[obstacle]}"
                yield Refusal("dice/top-up-must-add", why, "Add a Life Token or a listed card.")
        if helps and full(g):
            yield Refusal("dice/top-up-cap", f"{count} dice are counted, {MOST_DICE} are rolled at most", "Roll.", ROLL)


COUNT_RULES = {
    "high-heat": "dice/high-heat",
    "flash-flood": "dice/flash-flood",
    "rocky-terrain": "dice/rocky-terrain examples/rocky-terrain",
    "sandstorm": "dice/sandstorm",
    "animal-attack": "dice/animal-attack",
    "alien-probe": "dice/alien-probe supplies/alien-proof-probe examples/alien-probe",
}


@rule("dice/one-per-matching-card")
def tell_count(g: Expedition) -> None:
    """One die for each Life Token and each listed card; in games begun with five or six, one less for a wrong Tool."""
    g.step("clear-count")
    attempt = g.attempt
    assert attempt is not None
    obstacle, _ = target_tile(g)
    parts = {name: n for n, name in dice_parts(g)}
    played = attempt.shown + attempt.open_cards
    kinds = {g.supply(card).kind for card in played if not adds_a_die(g, card, obstacle)}
    ids = [COUNT_RULES[obstacle]]
    ids += ["dice/one-per-life-token"] if parts["Life Tokens"] else []
    ids += ["dice/one-per-matching-card", "supplies/tools-clear"] if parts["matching cards"] else []
    ids += ["dice/duplicates-count"] if parts["matching cards"] > 1 else []
    ids += ["dice/non-matching-adds-nothing"] if kinds else []
    wrong = ["dice/mismatch-subtracts"] if g.seats >= MISMATCH_FROM else ["dice/mismatch-needs-five-at-start"]
    ids += wrong if "tool" in kinds else []
    ids += ["dice/only-tools-subtract"] if kinds & {"proof", "recovery"} else []
    if any(g.supply(card).kind == "recovery" for card in played):
        ids += ["supplies/recovery-in-pile", "supplies/recovery-replaces-token"]
    ids += ["dice/deficit-before-top-up"] if count_dice(g) < 0 or attempt.raised else []
    g.note(
        " ".join(ids),
        "{sum} make {n} dice against {obstacle}",
        sum=" + ".join(f"{n} {name}" for name, n in parts.items()),
        n=count_dice(g),
        obstacle=OBSTACLES[obstacle],
    )


@rule("dice/top-up")
def top_up(g: Expedition) -> Rule[None]:
    """After the reveal the leader alone may add own Life Tokens and supplies, face up."""
    attempt = g.attempt
    assert attempt is not None
    tell_count(g)
    if g.out[g.leader]:
        return
    if g.reading("dice/deficit-before-top-up") == "raised-to-zero":
        attempt.raised = max(0, -count_dice(g))
    g.step("clear-top-up")
    while (value := (yield TopUp(g))) != ROLL:
        if value[1] == LIFE:
            g.life[g.leader] -= 1
            attempt.open_tokens += 1
        else:
            g.hands[g.leader].remove(value[1])
            attempt.open_cards.append(value[1])
            forget_one(g, g.leader, value[1])
        g.note(
            "dice/top-up dice/top-up-leader-only dice/top-up-must-add",
            "{who} adds {thing} face up; nobody else may add now",
            who=g.names[g.leader],
            thing="a Life Token" if value[1] == LIFE else g.name(value[1]),
        )
        tell_count(g)
        g.step("clear-top-up")
    check_last_tokens(g)


@rule("dice/sum")
def count_and_roll(g: Expedition) -> Rule[bool]:
    """All counted dice are rolled at once and added up; more than the value clears the tile."""
    yield from top_up(g)
    count = count_dice(g)
    dice = max(0, min(MOST_DICE, count))
    if g.reading("dice/count-not-optional") == "may-roll-fewer" and dice and not g.out[g.leader]:
        values: list[Value] = [(ROLL, n) for n in range(dice, -1, -1)]
        _, dice = yield Choose(g.leader, "dice/count-not-optional", values, "Roll how many dice?")
    g.step("clear-roll")
    ids = "dice/sum dice/count-not-optional dice/no-top-up-after-roll"
    ids += " dice/cap-ten" if count > MOST_DICE else ""
    ids += " dice/not-below-zero" if count < 0 else ""
    ids += " dice/cap-and-mismatch-order" if len(dice_parts(g)) > 2 else ""
    _, value = target_tile(g)
    faces: tuple[int, ...] = ()
    if dice:
        faces = yield Roll(dice, "dice/sum", roller=g.leader, aim=lambda: _aim(g, value))
    total = sum(faces)
    g.note(ids, "{n} of {count} counted dice are rolled: {total}", n=dice, count=count, total=total)
    return judge(g, total, value, dice)


def _aim(g: Expedition, value: int) -> Aim:
    return Aim(
        f"clear it with more than {value}", lambda faces: sum(faces) > value, tuple(dice_parts(g)), cap=MOST_DICE
    )


@rule("dice/success-strictly-greater")
def judge(g: Expedition, total: int, value: int, dice: int) -> bool:
    """A total greater than the value clears the tile; an equal one fails."""
    g.step("clear-compare")
    attempt = g.attempt
    assert attempt is not None
    if total <= value:
        ids = "dice/equal-fails" if total == value else "dice/success-strictly-greater"
        ids += "" if dice else " dice/zero-dice-fail"
        g.note(ids, "{total} is not more than {value}: the attempt fails", total=total, value=value)
        return False
    g.step("clear-success")
    if take_map_token(g):
        g.desert.cleared.add(attempt.target)
        if g.reading("tiles/one-icon-each") == "one-marker":
            g.desert.explored.add(attempt.target)
    tile = g.desert.placed[attempt.target].tile
    then = "tiles/one-icon-each " if tile.crash else ""
    then += THEN.get(tile.kind, "move/clear-then-enter" if g.points else "")
    g.note(
        "dice/success-strictly-greater dice/success-map-token dice/success-does-not-move dice/success-no-penalty"
        f" {then}",
        "{total} is more than {value}: a Map Token goes on {cell}; the Team stays where it is",
        total=total,
        value=value,
        cell=cell_name(attempt.target),
    )
    return True
