"""Attempting to clear: counting dice."""

from __future__ import annotations

from tutor.engine.core.table import told
from tutor.games.doppelganger.book import rule
from tutor.games.doppelganger.cards import OBSTACLES, WATER
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
"""The Sandstorm's list where Water is read as a card of its own."""
PROOF_HELPS = "alien-probe"


def usable(g: Expedition, obstacle: str) -> tuple[str, ...]:
    """The Tools that the obstacle lists under the reading in force."""
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
    if wrong and g.seats >= g.parameters.mismatch_seats:
        parts.append((-wrong, "mismatched Tools"))
    if attempt.raised:
        parts.append((attempt.raised, "raised to zero"))
    return parts


def count_dice(g: Expedition) -> int:
    """The running count before it is limited to 0 to 10; capped before subtracting under the reading that says so."""
    parts = dice_parts(g)
    if g.reading("dice/cap-and-mismatch-order") == "cap-first":
        return min(g.parameters.most_dice, parts[0][0] + parts[1][0]) + sum(n for n, _ in parts[2:])
    return sum(n for n, _ in parts)


def full(g: Expedition) -> bool:
    """Whether one more Life Token or listed card would add no die."""
    cap_first = g.reading("dice/cap-and-mismatch-order") == "cap-first"
    adding = dice_parts(g)[:2] if cap_first else dice_parts(g)
    return sum(n for n, _ in adding) >= g.parameters.most_dice


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
    """One die for each Life Token and each listed card; in games begun with five or six, one less for a wrong Tool."""
    attempt = g.attempt
    assert attempt is not None
    obstacle, _ = target_tile(g)
    parts = {name: n for n, name in dice_parts(g)}
    played = attempt.shown + attempt.open_cards
    kinds = {g.supply(card).kind for card in played if not adds_a_die(g, card, obstacle)}
    tokens, matching = parts["Life Tokens"], parts["matching cards"]
    five = g.seats >= g.parameters.mismatch_seats
    recovery = any(g.supply(card).kind == "recovery" for card in played)
    about, *also = COUNT_RULES[obstacle]
    g.note(
        about,
        "{sum} make {n} dice against {obstacle}",
        also=(
            *also,
            "dice/one-per-life-token" if tokens else "",
            *(("dice/one-per-matching-card", "supplies/tools-clear") if matching else ()),
            "dice/duplicates-count" if matching > 1 else "",
            "dice/non-matching-adds-nothing" if kinds else "",
            "dice/mismatch-subtracts" if five and "tool" in kinds else "",
            "dice/mismatch-needs-five-at-start" if not five and "tool" in kinds else "",
            "dice/only-tools-subtract" if kinds & {"proof", "recovery"} else "",
            *(("supplies/recovery-in-pile", "supplies/recovery-replaces-token") if recovery else ()),
            "dice/deficit-before-top-up" if count_dice(g) < 0 or attempt.raised else "",
        ),
        sum=" + ".join(f"{n} {name}" for name, n in parts.items()),
        n=count_dice(g),
        obstacle=OBSTACLES[obstacle],
    )
