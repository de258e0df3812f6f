"""The card types, the verbs that a card's effect may use, the movie deck, and what a whole set must have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from tutor.engine.book.cards import Card, CardSet
from tutor.engine.core.table import Many

STATS = ("muscle", "speed", "brains", "guts")

HORRORS = {
    "blob": "A space blob with {amount:point} for each reel so far fills this frame. Only attacks wear it down.",
    "spore": "The survivor who caused this tests {stat}. If the test fails, the survivor becomes a Familiar Face.",
    "trap": "Until the reel ends, the survivor who caused this is trapped and can only test {stat} to try to escape.",
    "swarm": "The Director draws {amount:card} from the discard pile and puts every monster among them in a throng.",
}
"""All verbs of shuffling horrors, with the text they stand for."""

PLOTS = {
    "full-assault": "Every survivor tests {stat}. If anybody fails, all throngs and all monsters on the screen attack.",
    "attack-cycle": "Every survivor tests {stat}. Each who fails is attacked once, by the Director’s throngs in turn.",
    "lose-items": "A random survivor tests {stat}. If the test fails, everything that the survivor holds is discarded.",
    "lose-power": "A random player loses {amount:power spoint}.",
}
"""All verbs of plot devices."""

PLAYS = {
    "damage": "The holder’s attacks do {amount} more damage.",
    "escape": "The holder can discard this card to avoid all the damage from one hit.",
    "flail": "The holder’s target for a flail is {amount} higher.",
}
"""All verbs of power plays."""

BONUSES = {
    "popcorn": (
        "A survivor who caused this gains {amount:rest spoint}. If none did, the Director draws {amount:card} and "
        "places the monsters."
    ),
    "shuffler": "The Director takes an extra turn, puts any discarded card in this card’s place, or does nothing.",
}
"""All verbs of the other bonus cards."""

DECIDERS = ("director", "players")


@dataclass(frozen=True, slots=True, kw_only=True)
class SurvivorCard(Card):
    """One character. A stat of 0 is one that the card does not have; `rest` is how many rest spoints it begins with."""

    muscle: int
    speed: int = 0
    brains: int = 0
    guts: int = 0
    rest: int = 0

    def stat(self, name: str) -> int:
        """The target number of a stat; a card that lacks it tests Muscle."""
        return getattr(self, name) or self.muscle

    @property
    def text(self) -> str:
        """What it does differently."""
        return "" if self.speed else "Flails with Muscle."


@dataclass(frozen=True, slots=True, kw_only=True)
class Monster(Card):
    """An alien. Head shots have an effect from the reel with the number `head_shot_from` on."""

    value: int
    head_shot_from: int = 1
    plural: bool = True
    """Whether the name is plural."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Item(Card):
    """A weapon: which stats it tests, and its damage."""

    stats: tuple[str, ...]
    bonus: int = 0
    dice: int = 1
    shad: bool = False
    tokens: int = 0
    """How many attacks it is good for; 0 for any number."""
    throng: bool = False
    """Whether it may attack a whole throng."""
    ranged: bool = False
    """Whether it reaches a monster inside a sanctuary from outside (Back Seat Surprise)."""
    alien: bool = False
    """Whether the aliens can use it (Alien Technology)."""
    plural: bool = False
    """Whether the name is plural."""

    @property
    def text(self) -> str:
        """What it does."""
        damage = "SHAD dice" if self.shad else f"{self.dice} dice" if self.dice > 1 else "1 die"
        more = f" + {self.bonus}" if self.bonus else ""
        whole = ", whole throngs" if self.throng else ""
        spent = f", {Many(self.tokens):use}" if self.tokens else ""
        return f"{' or '.join(map(str.capitalize, self.stats))}: {damage}{more}{whole}{spent}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Twist(Card):
    """A card whose text is a verb, an amount and perhaps a stat."""

    verbs: ClassVar[dict[str, str]]
    """What the verbs of this type of card do, in words."""
    effect: str
    amount: int = 0
    stat: str = ""

    @property
    def text(self) -> str:
        """What it does."""
        return self.verbs[self.effect].format(amount=Many(self.amount), stat=self.stat.capitalize())


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerPlay(Twist):
    """A temporary bonus for one survivor."""

    verbs: ClassVar[dict[str, str]] = PLAYS
    bonus: bool = False
    """Whether it is a bonus card, which is used only in place of another card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Horror(Twist):
    """A shuffling horror."""

    verbs: ClassVar[dict[str, str]] = HORRORS


@dataclass(frozen=True, slots=True, kw_only=True)
class PlotDevice(Twist):
    """A plot device. `decider` is who the card says may activate it, for the reading in which the card decides."""

    verbs: ClassVar[dict[str, str]] = PLOTS
    decider: str = "director"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bonus(Twist):
    """Popcorn or the Shuffler."""

    verbs: ClassVar[dict[str, str]] = BONUSES


@dataclass(frozen=True, slots=True, kw_only=True)
class Sanctuary(Card):
    """A place of safety with its sanctuary points."""

    points: int
    capacity: int

    @property
    def text(self) -> str:
        """What it is."""
        return f"{self.points} points, room for {Many(self.capacity):survivor}."


CARD_TYPES: dict[str, type[Card]] = {
    "survivor": SurvivorCard,
    "monster": Monster,
    "item": Item,
    "power-play": PowerPlay,
    "shuffling-horror": Horror,
    "plot-device": PlotDevice,
    "sanctuary": Sanctuary,
    "bonus": Bonus,
}

ALIENS = ("monster", "survivor")
"""The types of card that act as aliens outside the survivors' pools; a survivor card there is a Familiar Face."""
EVENTS = ("plot-device", "shuffling-horror", "sanctuary", "bonus")
"""The types of card that are resolved when they appear."""
TAKEN = ("item", "power-play")
"""The types of card that survivors take."""

COUNTS = {"survivor": 12, "monster": 24, "item": 8, "plot-device": 4, "shuffling-horror": 4, "sanctuary": 2}
"""How many cards of a type the book says there are."""

LEAST_VALUE, MOST_VALUE = 2, 8
POINTS = (8, 12)


SCREAM_QUEENS = ("scream-queen", "scream-queen-fight-or-flight")
"""The variants with the Scream Queen, in the order in which the card set lists the power plays that she replaces."""


def replaced_play(cards: CardSet[Any], variants: Iterable[str]) -> str:
    """The power play that the Scream Queen replaces; empty without her. The later of two variants counts."""
    chosen = set(variants)
    plays = [card.id for card in cards.of_type("power-play") if not card.bonus]
    return next((plays[n] for n in (1, 0) if SCREAM_QUEENS[n] in chosen), "")


def movie_deck(cards: CardSet[Any], variants: Iterable[str]) -> list[str]:
    """The movie deck: without bonus cards, unless they are in play; the Scream Queen replaces a power play."""
    chosen = set(variants)
    plays = [card.id for card in cards.of_type("power-play") if not card.bonus]
    if gone := replaced_play(cards, chosen):
        plays[plays.index(gone)] = next(card.id for card in cards.of_type("power-play") if card.bonus)
    bonus = [card.id for card in cards.of_type("bonus") if card.effect in chosen]
    return [*cards.deck("monster", "item", "plot-device", "shuffling-horror", "sanctuary"), *plays, *bonus]


def check(cards: CardSet[Any]) -> Iterator[str]:
    """Yield what keeps a set of cards from being played with."""
    for kind, n in COUNTS.items():
        if (found := len(cards.of_type(kind))) != n:
            yield f"the set needs {n} cards of the type {kind}, found {found}"
    if (plays := sum(not card.bonus for card in cards.of_type("power-play"))) != 2:
        yield f"the set needs 2 power plays that are not bonus cards, found {plays}"
    missing = [n for n in range(2, 7) if all(card.value != n for card in cards.of_type("monster"))]
    if missing:
        yield f"the set needs a monster of each value from 2 to 6, but none is worth {' or '.join(map(str, missing))}"
    if sorted(card.points for card in cards.of_type("sanctuary")) != list(POINTS):
        yield "the set needs one sanctuary of 8 points and one of 12"


def check_card(cards: CardSet[Any], card: Any) -> Iterator[str]:
    """Yield what keeps one card from being played with."""
    kind = cards.type_of(card.id)
    if card.copies != 1:
        yield f"{card.id}: copies: expected 1, because every card in this game is unique, got {card.copies}"
    if kind == "monster" and not LEAST_VALUE <= card.value <= MOST_VALUE:
        yield f"monster {card.id}: value: expected {LEAST_VALUE} to {MOST_VALUE}, got {card.value}"
    if kind == "item" and (not card.stats or set(card.stats) - set(STATS)):
        yield f"item {card.id}: stats: expected some of {', '.join(STATS)}, got {', '.join(card.stats) or 'none'}"
    if isinstance(card, Twist):
        yield from _check_verb(kind, card, card.verbs)


def _check_verb(kind: str, card: Any, verbs: dict[str, str]) -> Iterator[str]:
    if card.effect not in verbs:
        yield f"{kind} {card.id}: effect: expected one of {', '.join(verbs)}, got “{card.effect}”"
    elif "{stat}" in verbs[card.effect] and card.stat not in STATS:
        yield f"{kind} {card.id}: stat: expected one of {', '.join(STATS)}, got “{card.stat}”"
    elif "{amount" in verbs[card.effect] and card.amount < 1:
        yield f"{kind} {card.id}: amount: “{card.effect}” needs at least 1, got {card.amount}"
    if kind == "plot-device" and card.decider not in DECIDERS:
        yield f"{kind} {card.id}: decider: expected one of {', '.join(DECIDERS)}, got “{card.decider}”"
