"""The six card types, the verbs that an effect may use, and what a whole deck must have."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

from tutor.engine.book.cards import ID, Card, CardSet

CHARACTER, PROP, LOCATION, CREATURE, FX, CREDITS = "character", "prop", "location", "creature", "fx", "credits"

OPPOSED = {"male": "female", "female": "male", "old": "young", "young": "old", "smart": "dumb", "dumb": "smart"}
"""The pairs of traits that the book names as opposites."""

FAMILY, SWARM, AQUATIC, PSYCHO, GUN, WEAPON = "family", "swarm", "aquatic", "psycho", "gun", "weapon"
"""The traits that have a rule, or that such a rule looks at."""


def being(trait: str, several: bool = False) -> str:
    """What a card with a trait is, after “is”: “Old”, “a Psycho”, “a Family card”; “Psychos” if it is several."""
    name = trait.capitalize()
    if several:
        return f"{name} cards" if trait == FAMILY else f"{name}s" if trait in (PSYCHO, GUN, WEAPON) else being(trait)
    if trait == FAMILY:
        return f"a {name} card"
    return f"a {name}" if trait in (SWARM, PSYCHO, GUN, WEAPON) else name


VERBS = {
    "cancel": "Cancel an FX",
    "counter": "Counter Roll the Credits",
    "end-attack": "The attack is called off and kills nobody",
    "strengthen": "{amount:+} to the attack",
    "defend": "{amount:+} defence for {target}",
    "kill": "Kill {target}",
    "grant": "{target} becomes {trait}",
    "remove": "{target} is no longer {trait}",
    "draw": "Draw {cards}",
    "lose-cards": "{target} discards {cards} at random",
    "wreck": "Send {target} to the graveyard",
    "spill": "Spill all of {target}’s full buckets",
    "fill": "Turn your spilled buckets upright",
}
"""All verbs of effects, with the text they stand for."""

TARGETS = {
    "none": "",
    "fx": "a pending FX",
    "credits": "Roll the Credits",
    "attack": "the attack",
    "own-movie": "your movie under attack",
    "attacked-movie": "the movie under attack",
    "character": "{one} character{where}",
    "creature": "the creature",
    "prop": "{one} prop{where}",
    "location": "{one} location{where}",
    "player": "another player",
}
"""All that an effect can be aimed at, with the words for it."""

AIMS = {
    "cancel": ("fx",),
    "counter": ("credits",),
    "end-attack": ("attack",),
    "strengthen": ("attack",),
    "defend": ("own-movie", "attacked-movie", "character"),
    "kill": ("character",),
    "grant": ("character", "creature"),
    "remove": ("character", "creature"),
    "draw": ("none",),
    "lose-cards": ("player",),
    "wreck": ("prop", "location"),
    "spill": ("player",),
    "fill": ("none",),
}
"""Which targets each verb takes."""

SMALL = ("at", "from", "in", "of", "the")
"""Words that do not begin with a capital in a name."""
VOWELS = tuple("aeiou")

SCOPES = {"any": "", "attacked": " in the movie under attack", "own": " in your movie"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What an FX card or an ability does: a verb, what it is aimed at, and how much."""

    verb: str
    target: str = "none"
    amount: int = 0
    trait: str = ""
    """The trait given or taken away."""
    only: str = ""
    """The trait that the target must have."""
    where: str = "any"
    """In whose movie the target may be."""

    @property
    def text(self) -> str:
        """The effect in words."""
        one = f"{'an' if self.only[:1] in VOWELS else 'a'} {self.only.capitalize()}" if self.only else "a"
        target = TARGETS[self.target].format(one=one, where=SCOPES[self.where])
        cards = "1 card" if self.amount == 1 else f"{self.amount} cards"
        text = VERBS[self.verb].format(amount=self.amount, cards=cards, target=target, trait=being(self.trait))
        return text[0].upper() + text[1:] + "."


@dataclass(frozen=True, slots=True, kw_only=True)
class Ability:
    """An FX ability that costs popcorn."""

    cost: int
    effect: Effect
    own_turn: bool = False
    """Whether the card allows it on its player's own turn only."""

    @property
    def text(self) -> str:
        """The ability in words."""
        return f"{self.cost} popcorn{', on your turn' if self.own_turn else ''}: {self.effect.text}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Printed(Card):
    """What every card of this game bears."""

    kind: ClassVar[str]
    words: tuple[str, ...]
    """The title words at the bottom."""
    plural: bool = field(default=False, repr=False)
    """Whether the name stands for several."""
    cost: int = 0
    """Popcorn kernels."""
    traits: tuple[str, ...] = ()
    says: str = ""
    """A text that a short function in `powers` carries out."""

    def sentences(self) -> list[str]:
        """The parts of the rules text; empty ones are left out."""
        return [self.says]

    @property
    def text(self) -> str:
        """The rules text."""
        return " ".join(sentence for sentence in self.sentences() if sentence)


@dataclass(frozen=True, slots=True, kw_only=True)
class InPlay(Printed):
    """What characters, props and locations share."""

    defence: int
    bucket: bool = False
    ability: Ability | None = None
    hand_limit: int = 0
    """By how much it raises the hand limit of the player whose movie it is in."""

    def sentences(self) -> list[str]:
        limit = f"Your hand limit is {self.hand_limit} higher." if self.hand_limit else ""
        return [self.says, self.ability.text if self.ability else "", limit]


@dataclass(frozen=True, slots=True, kw_only=True)
class Character(InPlay):
    """A stock figure of the genre."""

    kind: ClassVar[str] = CHARACTER
    attack: int = 0
    """The attack value of a creature compatible character; 0 for the others."""
    always: tuple[str, ...] = ()
    """Ids of the locations where it always succeeds as a creature."""
    forced: bool = False
    """Whether this character must be chosen where it is a legal victim."""

    @property
    def negative(self) -> bool:
        """Whether it lowers the total of the movie it is in."""
        return self.defence < 0

    @property
    def may_be_held_back(self) -> bool:
        """Whether it may stay in hand during setup."""
        return self.defence < 0 or self.attack > 0

    def sentences(self) -> list[str]:
        forced = "If a victim is chosen in his movie and he qualifies, it has to be him." if self.forced else ""
        creature = f"May be played as a creature with an attack of {self.attack}." if self.attack else ""
        always = f"Always succeeds at {_named(self.always, 'the ')}." if self.always else ""
        return [*InPlay.sentences(self), forced, creature, always]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prop(InPlay):
    """A weapon or tool, held by a character."""

    kind: ClassVar[str] = PROP
    attack: int = 0
    """The attack bonus printed on a weapon, for the reading in which it counts for psychos."""
    opponents: bool = False
    """Whether it may be given to a character in an opponent’s movie."""

    def sentences(self) -> list[str]:
        opponents = "May be given to a character in another player’s movie." if self.opponents else ""
        return [*InPlay.sentences(self), opponents]


@dataclass(frozen=True, slots=True, kw_only=True)
class Location(InPlay):
    """Where a movie takes place."""

    kind: ClassVar[str] = LOCATION
    add_on: bool = False
    always: tuple[str, ...] = ()
    """Traits or ids of creatures that always succeed here."""

    def sentences(self) -> list[str]:
        always = f"{_named(self.always)} attacks always succeed here." if self.always else ""
        joins = "Joins the location that is there instead of replacing it." if self.add_on else ""
        return [*InPlay.sentences(self), joins, always]


@dataclass(frozen=True, slots=True, kw_only=True)
class Creature(Printed):
    """What attacks a movie."""

    kind: ClassVar[str] = CREATURE
    attack: int
    always: tuple[str, ...] = ()
    """Ids of the locations where it always succeeds."""

    def sentences(self) -> list[str]:
        return [self.says, f"Always succeeds at {_named(self.always, 'the ')}." if self.always else ""]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fx(Printed):
    """An FX card."""

    kind: ClassVar[str] = FX
    effect: Effect

    def sentences(self) -> list[str]:
        return [self.effect.text]


@dataclass(frozen=True, slots=True, kw_only=True)
class Credits(Printed):
    """Roll the Credits."""

    kind: ClassVar[str] = CREDITS


def _named(ids: tuple[str, ...], article: str = "") -> str:
    names = [" ".join(word if word in SMALL else word.title() for word in id.split("-")) for id in ids]
    return " or ".join(f"{article}{name}" for name in names)


CARD_TYPES: dict[str, type[Card]] = {
    CHARACTER: Character,
    PROP: Prop,
    LOCATION: Location,
    CREATURE: Creature,
    FX: Fx,
    CREDITS: Credits,
}

LEAST_CARDS = 64
"""Six hands of eight cards, and sixteen more to draw and redeal."""


def check(cards: CardSet[Any]) -> Iterator[str]:
    """Yield what keeps a set of cards from being played with."""
    if len(cards.deck(*CARD_TYPES)) < LEAST_CARDS:
        yield f"the deck needs at least {LEAST_CARDS} cards"
    if 5 * len(cards.of_type(CHARACTER)) < len(cards.deck(*CARD_TYPES)):
        yield "at least one card in five must be a character, or hands without one are dealt too often"
    if len(cards.deck(CREDITS)) < 1:
        yield "the deck needs a Roll the Credits card"


def check_card(cards: CardSet[Any], card: Any) -> Iterator[str]:
    """Yield what keeps one card from being played with."""
    place = f"{card.kind} {card.id}"
    if not card.words or not all(card.words):
        yield f"{place}: words: expected at least one title word"
    if card.cost < 0:
        yield f"{place}: cost: expected 0 or more, got {card.cost}"
    if card.kind not in (FX, CREDITS) and card.copies > 1:
        yield f"{place}: copies: a card that lies on the table needs an id of its own, so copies = 1"
    for trait in card.traits:
        yield from _check_trait(trait, f"{place}: traits")
    if any(OPPOSED.get(trait) in card.traits for trait in card.traits):
        yield f"{place}: traits: a card cannot have both traits of an opposed pair"
    traits = {trait for other in cards.of_type(*CARD_TYPES) for trait in other.traits}
    for id in getattr(card, "always", ()):
        if id not in cards and id not in traits:
            yield f"{place}: always: expected a card or a trait of the set, got “{id}”"
    yield from _check_effects(card, place)


def _check_trait(trait: str, place: str) -> Iterator[str]:
    if not ID.fullmatch(trait):
        yield f"{place}: expected lower-case words with hyphens, got “{trait}”"


def _check_effects(card: Any, place: str) -> Iterator[str]:
    ability = getattr(card, "ability", None)
    if ability is not None:
        if ability.cost < 1:
            yield f"{place}: ability.cost: expected at least 1, got {ability.cost}"
        yield from _check_effect(ability.effect, f"{place}: ability.effect")
    if card.kind == FX:
        yield from _check_effect(card.effect, f"{place}: effect")


def _check_effect(effect: Effect, place: str) -> Iterator[str]:
    if effect.verb not in VERBS:
        yield f"{place}.verb: expected one of {', '.join(VERBS)}, got “{effect.verb}”"
    elif effect.target not in AIMS[effect.verb]:
        yield f"{place}.target: “{effect.verb}” takes {' or '.join(AIMS[effect.verb])}, got “{effect.target}”"
    elif any(part in VERBS[effect.verb] for part in ("{amount", "{cards")) and not effect.amount:
        yield f"{place}.amount: “{effect.verb}” needs an amount"
    elif effect.verb in ("grant", "remove") and not effect.trait:
        yield f"{place}.trait: “{effect.verb}” needs a trait"
    for trait in filter(None, (effect.trait, effect.only)):
        yield from _check_trait(trait, f"{place}.trait")
    if effect.where not in SCOPES:
        yield f"{place}.where: expected one of {', '.join(SCOPES)}, got “{effect.where}”"
