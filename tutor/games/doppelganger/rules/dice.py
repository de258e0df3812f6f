"""Attempting to clear: counting dice."""

from __future__ import annotations

from tutor.engine.core import Many, Part, Sum, listed, told
from tutor.games.doppelganger.book import rule
from tutor.games.doppelganger.cards import OBSTACLES, WATER, Tile
from tutor.games.doppelganger.table import Expedition

FACES = 6
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
"""What Sandstorm lists under the reading in which Water is a card of its own."""
PLURALS = {"canteen": "canteens", "compass": "compasses", "rope": "ropes", "shovel": "shovels", WATER: "Water"}
PROOF_HELPS = "alien-probe"
TOKENS, MATCHING, RECOVERIES, RAISED = "Life Tokens", "matching cards", "Recovery cards", "raised to zero"
HELPING = (TOKENS, MATCHING, RECOVERIES)
"""What one die each is counted for."""
GIVES = {
    TOKENS: "Life Token",
    MATCHING: "matching card",
    RECOVERIES: "Recovery card",
    RAISED: "die added to reach zero|dice added to reach zero",
}
"""The words for what gives dice, as they follow a number."""
WRONG, BEYOND = "wrong Tools", "beyond the limit"
LESS = {WRONG: ("a wrong Tool", "wrong Tools"), BEYOND: ("going over the limit",) * 2}
"""The words for what takes one die or several dice away, as they follow “less 2 for”."""


def usable(g: Expedition, obstacle: str) -> tuple[str, ...]:
    """Return the Tools that the obstacle lists under the current reading."""
    if g.reading("dice/sandstorm") == "own-card":
        return WATER_READING.get(obstacle, USABLE[obstacle])
    return USABLE[obstacle]


def adds_a_die(g: Expedition, card: str, obstacle: str) -> bool:
    """Whether a played card adds a die against the obstacle."""
    facts = g.supply(card)
    if facts.kind == "tool":
        return facts.tool in usable(g, obstacle)
    if facts.kind == "proof":
        return obstacle == PROOF_HELPS
    return facts.kind == "recovery" and g.reading("supplies/recovery-in-pile") == "adds-a-die"


def helpers(g: Expedition, obstacle: str) -> str:
    """Return everything that adds a die against the obstacle, as a list in words."""
    spare = [RECOVERIES] if g.reading("supplies/recovery-in-pile") == "adds-a-die" else []
    return listed([*own_helpers(g, obstacle), *spare, TOKENS])


def own_helpers(g: Expedition, obstacle: str) -> list[str]:
    """Return what adds a die against this obstacle in particular."""
    return [*(PLURALS[tool] for tool in usable(g, obstacle)), *(["Alien Proof"] if obstacle == PROOF_HELPS else [])]


def against(g: Expedition, tile: Tile) -> str:
    """Return the obstacle on a tile and what helps against it in particular."""
    return f"{OBSTACLES[tile.obstacle]} {tile.value}: {listed(own_helpers(g, tile.obstacle))} help"


def target_tile(g: Expedition) -> Tile:
    """Return the tile that the Team attempts to clear."""
    return g.desert.placed[g.running.target].tile


def target(g: Expedition) -> Sum:
    """Return the number that the dice have to beat."""
    tile = target_tile(g)
    return Sum("to beat", Part(tile.value, OBSTACLES[tile.obstacle], "dice/success-strictly-greater", tile.id))


def count_dice(g: Expedition) -> Sum:
    """Return the number of dice counted, before it is limited to what can be rolled."""
    attempt = g.running
    obstacle = target_tile(g).obstacle
    played = attempt.shown + attempt.open_cards
    tokens = sum(attempt.tokens) + attempt.open_tokens
    helping = [g.supply(card).kind for card in played if adds_a_die(g, card, obstacle)]
    recoveries = helping.count("recovery")
    wrong = sum(g.supply(card).kind == "tool" and not adds_a_die(g, card, obstacle) for card in played)
    beyond = max(0, tokens + len(helping) - g.parameters.most_dice) if cap_first(g) else 0
    return Sum(
        "dice counted",
        Part(tokens, TOKENS, "dice/one-per-life-token"),
        Part(len(helping) - recoveries, MATCHING, "dice/one-per-matching-card"),
        Part(recoveries, RECOVERIES, "supplies/recovery-in-pile"),
        Part(-beyond, BEYOND, "dice/cap-and-mismatch-order"),
        Part(-wrong if subtracts(g) else 0, WRONG, "dice/mismatch-subtracts"),
        Part(attempt.raised, RAISED, "dice/deficit-before-top-up"),
    )


def dice_to_roll(g: Expedition, count: Sum, left_out: int = 0) -> Sum:
    """Return the number of dice to roll: those counted, within the limits and without those left out."""
    number = Sum("number of dice", *count.parts, least=0, most=g.parameters.most_dice)
    if not left_out:
        return number
    return Sum(number.name, *count.parts, Part(number - left_out - count, "left out", "dice/count-not-optional"))


def cap_first(g: Expedition) -> bool:
    """Whether the count is limited before wrong Tools take dice away."""
    return g.reading("dice/cap-and-mismatch-order") == "cap-first"


def subtracts(g: Expedition) -> bool:
    """Whether wrong Tools take dice away."""
    return g.seats >= g.parameters.mismatch_seats


def full(g: Expedition) -> bool:
    """Whether one more Life Token or listed card would add no die."""
    attempt, most = g.running, g.parameters.most_dice
    things = sum(attempt.tokens) + attempt.open_tokens + len(attempt.shown) + len(attempt.open_cards)
    if things + attempt.raised < most:  # too few, whatever each adds
        return False
    count = count_dice(g)
    if cap_first(g):
        return sum(part.n for part in count.parts if part.text in HELPING) >= most
    return count >= most


COUNT_RULES = {
    "high-heat": ("dice/high-heat",),
    "flash-flood": ("dice/flash-flood",),
    "rocky-terrain": ("dice/rocky-terrain", "examples/rocky-terrain"),
    "sandstorm": ("dice/sandstorm",),
    "animal-attack": ("dice/animal-attack",),
    "alien-probe": ("dice/alien-probe", "supplies/alien-proof-probe", "examples/alien-probe"),
}
"""The rules that list what helps against an obstacle."""


@told
@rule("dice/one-per-matching-card")
def tell_count(g: Expedition) -> None:
    """Count one die for each Life Token and listed card and, in games for five or six, one less for a wrong Tool."""
    attempt = g.running
    obstacle, count = target_tile(g).obstacle, count_dice(g)
    parts = {TOKENS: 0, MATCHING: 0} | {part.text: part.n for part in count.parts}
    played = attempt.shown + attempt.open_cards
    kinds = {g.supply(card).kind for card in played if not adds_a_die(g, card, obstacle)}
    tokens, matching = parts[TOKENS], parts[MATCHING]
    recovery = any(g.supply(card).kind == "recovery" for card in played)
    about, *also = COUNT_RULES[obstacle]
    gives = [f"{Many(n):{GIVES[name]}}" for name, n in parts.items() if n > 0]
    takes = [f"{-n} for {LESS[name][n < -1]}" for name, n in parts.items() if n < 0]
    g.note(
        about,
        "{sum} {give} {dice} against {obstacle}" + (", because the count is {lost} below zero" if count < 0 else "")
        if gives
        else "nothing in the pile gives a die against {obstacle}, and {lost:die is|dice are} taken away for {wrong}"
        if takes
        else "nothing in the pile gives a die against {obstacle}",
        also=(
            *also,
            "dice/one-per-life-token" if tokens else "",
            *(("dice/one-per-matching-card", "supplies/tools-clear") if matching else ()),
            "dice/duplicates-count" if matching > 1 else "",
            "dice/non-matching-adds-nothing" if kinds else "",
            "dice/mismatch-subtracts" if subtracts(g) and "tool" in kinds else "",
            "dice/mismatch-needs-five-at-start" if not subtracts(g) and "tool" in kinds else "",
            "dice/only-tools-subtract" if kinds & {"proof", "recovery"} else "",
            *(("supplies/recovery-in-pile", "supplies/recovery-replaces-token") if recovery else ()),
            "dice/deficit-before-top-up" if count < 0 or attempt.raised else "",
        ),
        sum=listed(gives) + (f", less {' and '.join(takes)}," if takes else ""),
        give="gives" if sum(n for n in parts.values() if n > 0) == 1 else "give",
        lost=Many(-count),
        wrong=LESS[WRONG][count < -1],
        dice=f"{Many(count):die|dice}" if count > 0 else "no dice",
        obstacle=OBSTACLES[obstacle],
    )
