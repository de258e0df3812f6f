"""What the tutor knows about a game, and how it finds games: each game is a folder with one `GAME`."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from tutor.engine.book.ahead import ahead
from tutor.engine.book.cards import Card, CardSet, Check, CheckCard, Types, load_cards
from tutor.engine.book.files import BadInput
from tutor.engine.book.rulebook import Rulebook, load_rulebook
from tutor.engine.core.asks import Choose, Random, Rule, Value
from tutor.engine.core.parameters import Parameters
from tutor.engine.core.rules import Rules
from tutor.engine.core.state import conserved, place, position
from tutor.engine.core.sums import Sum
from tutor.engine.core.table import SEAT_NAMES, Note

GAMES = "tutor.games"  # by name, because the engine imports nothing from the layers above it

View: TypeAlias = dict[str, Any]
"""What a seat may see, as plain data for the desk to draw: zones, tracks, graph, map of tiles (`docs/desk.md`)."""

Position: TypeAlias = dict[str, Any]
"""A position in the vocabulary of the game's scenes (`docs/formats.md`); "?" stands for a card a seat cannot see."""

Bot: TypeAlias = Callable[[Choose, Callable[[], Position], Random], Value]
"""Called with the question, a way to see what its seat knows and a source of chance; returns an open value."""

RANDOM = "random"
"""The name of the bot that every game has: `at_random`."""


def cards_in(zone: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return all cards of a zone of a `View`, including those in its slots."""
    return [*zone.get("cards", []), *(card for slot in zone.get("slots", []) for card in slot["cards"])]


def face_up(card: Card, kind: str, label: str, key: str, **more: Any) -> dict[str, Any]:
    """Return a card of a `View`: its type as the desk draws it and in words, its key in the view, and `more`."""
    printed = {"id": card.id, "origin": card.origin, "name": card.name}
    return {"key": key, "type": kind, "type_label": label, "face": "up", **printed, **more}


def zone(id: str, label: str, cards: Sequence[dict[str, Any]] = (), layout: str = "row", **more: Any) -> dict[str, Any]:
    """Return a zone of a `View`: cards side by side, unless it has another layout, and `more`."""
    return {"id": id, "label": label, "layout": layout, "cards": list(cards), **more}


def marked(label: str, seat: int, viewer: int | None) -> str:
    """Return the label of what belongs to a seat, marked for the player who sits there."""
    return f"{label} (you)" if seat == viewer else label


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game stands."""

    over: bool
    scores: tuple[int, ...]
    """The points by seat, as if the game ended now; empty for a game without points."""
    winners: tuple[int, ...] = ()
    """The seats that have won; empty while the game goes on or if nobody wins."""
    reason: str = ""
    """How it ended, in a few words."""
    open_scores: tuple[int, ...] = ()
    """The points that everybody can see, if `scores` also counts hidden cards; empty if nothing is hidden."""


class Fate(NamedTuple):
    """How a player's character died, while the game may go on without them."""

    note: int
    """The number of the note that says so."""
    text: str
    """When and how it happened, in a sentence."""

    @staticmethod
    def told(notes: Sequence[Note], rule: str, name: str) -> int | None:
        """Return the number of the first note in which a rule says something of the player with this name, if any."""
        return next((n for n, note in enumerate(notes) if note.rule == rule and note.values["who"] == name), None)


@dataclass(frozen=True, slots=True)
class Measure:
    """Something about one seat that odds and simulations count."""

    id: str
    text: str
    of: Callable[[Any, Any, int], bool]
    """Called with the table before, the table after and a seat; returns whether it happened."""

    @classmethod
    def begins(cls, id: str, text: str, holds: Callable[[Any, int], Any]) -> Measure:
        """Return a measure of something that begins to hold; `holds` is called with a table and the seat."""
        return cls(id, text, lambda before, after, seat: bool(holds(after, seat)) and not holds(before, seat))

    @classmethod
    def rises(cls, id: str, text: str, count: Callable[[Any, int], Any]) -> Measure:
        """Return a measure of a number or set that becomes larger; `count` is called with a table and the seat."""
        return cls(id, text, lambda before, after, seat: bool(count(after, seat) > count(before, seat)))

    @classmethod
    def falls(cls, id: str, text: str, count: Callable[[Any, int], Any]) -> Measure:
        """Return a measure of a number that becomes smaller; `count` is called with a table and the seat."""
        return cls(id, text, lambda before, after, seat: bool(count(after, seat) < count(before, seat)))


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything that is decided before the first rule runs."""

    names: tuple[str, ...]
    readings: dict[str, str]
    variants: frozenset[str]
    cards: CardSet[Any]
    parameters: Parameters = field(default_factory=Parameters)

    @property
    def shared(self) -> tuple[tuple[str, ...], dict[str, str], frozenset[str], CardSet[Any]]:
        """What every game's table begins with: names, readings, variants and cards."""
        return self.names, self.readings, self.variants, self.cards


@dataclass(frozen=True, repr=False)
class Game:
    """A game as the engine, the lessons and the lab see it. Each game's folder defines one, called `GAME`."""

    id: str
    """The name of the game's folder."""
    title: str
    seats: range
    folder: Path
    rules: Rules
    card_types: Types
    check_cards: Check
    """Finds what a whole set lacks, besides the faults in single cards."""
    table: Callable[[Setup], Any]
    """The empty table: seats, cards and decks, nothing dealt, nothing on the agenda."""
    begin: Callable[[Any], None]
    """Put the setup of the game on the agenda of an empty table."""
    view: Callable[[Any, int | None], View]
    """Shows what `seat` sees (None: everything)."""
    determinize: Callable[[Any, int], Rule[None]]
    """A rule that deals again what `seat` cannot know; chance then produces every table that looks the same to it."""
    outcome: Callable[[Any], Outcome]
    place: Callable[[Any, Position, str], None] = place
    """Lay out an empty table as a scene's [table] says; the third argument is the file to name in a `BadInput`."""
    position: Callable[[Any, int | None], Position] = position
    """The inverse of `place`: the position as a scene would write it, as `seat` knows it (None: as it is)."""
    conserved: Callable[[Any], Any] = conserved
    """A value that every legal position of one game shares: all cards and tokens, wherever they are."""
    check_card: CheckCard = lambda cards, card: ()
    """Finds faults in a single card of a set."""
    totals: Callable[[Any], Iterable[Sum]] = lambda g: ()
    """The totals of a position that players compare or calculate with, each with its parts and a name of its own."""
    measures: tuple[Measure, ...] = ()
    wants: Callable[[Any, int], str] = lambda g, seat: ""
    """Says what the player in a seat wants at the beginning of a game, in a sentence that begins with “you”."""
    fate: Callable[[Sequence[Note], str], Fate | None] = lambda notes, name: None
    """Finds in the notes of a game how the player of this name died; None if they have not."""
    variants: Mapping[str, str] = field(default_factory=dict)
    """Optional rules: id → what they change."""
    bots: Mapping[str, Bot] = field(default_factory=dict)
    """The game's own bots by name, beside the random one that every game has."""
    accent: Mapping[str, str] = field(default_factory=dict)
    """The game's accent colour on screen: `light` and `dark`."""
    newcomer: int = 0
    """The seat for somebody who plays the game for the first time."""
    short: str = ""
    """A shorter title for places where the whole title takes too much room; empty if the title is short itself."""
    parameters: type[Parameters] = Parameters
    """The numbers of the book that can be changed."""
    seats_with: Callable[[Mapping[str, str], frozenset[str]], range] | None = None
    """Returns the numbers of players with these readings and variants; None if these never change them."""

    def __repr__(self) -> str:
        return f"<game {self.id}: {self.title}, {_count(self.seats)} players>"

    @property
    def sign(self) -> str:
        """The title, or the shorter one, which has to fit into the head of a page."""
        return self.short or self.title

    @cached_property
    def book(self) -> Rulebook:
        """The rulebook index."""
        return ahead(f"{self.id}.book", lambda: load_rulebook(self.folder / "rulebook.toml"))

    @cached_property
    def cards(self) -> CardSet[Any]:
        """The stand-in card set."""
        return ahead(f"{self.id}.cards", lambda: self.load_cards(self.folder / "cards", "stand-in"))

    def load_cards(self, folder: Path, name: str = "") -> CardSet[Any]:
        """Read a folder of the owner's cards.

        Raises:
            BadInput: naming file, card and field.
        """
        return load_cards(folder, self.card_types, self.faults_in, name)

    def faults_in(self, cards: CardSet[Any]) -> Iterator[str]:
        """Yield what keeps a set from being played with: first what is wrong with single cards."""
        for card in cards.values():
            yield from self.check_card(cards, card)
        yield from self.check_cards(cards)

    def seat_counts(self, readings: Mapping[str, str], variants: Sequence[str] = ()) -> range:
        """Return the numbers of players with these variants and readings; other rules have their default readings."""
        if self.seats_with is None:
            return self.seats
        return self.seats_with({**self.book.defaults, **readings}, frozenset(variants))

    def setup(
        self,
        seats: int | Sequence[str],
        readings: Mapping[str, str] | None = None,
        variants: Sequence[str] = (),
        cards: CardSet[Any] | None = None,
        file: str = "setup",
        parameters: Mapping[str, Any] | None = None,
    ) -> Setup:
        """Decide what a game is played with.

        Args:
            seats: How many players, or their names.
            readings: Readings other than the defaults.
            variants: The optional rules in play.
            cards: The card set; the stand-in set if None.
            file: The file to name in an error.
            parameters: Numbers other than the book's, by the rules that set them.

        Raises:
            BadInput: if the number of players, a name, a reading, a variant or a number does not fit.
        """
        names = tuple(SEAT_NAMES[:seats] if isinstance(seats, int) else seats)
        chosen = self.book.readings(readings or {}, file)
        for variant in variants:
            if variant not in self.variants:
                known = ", ".join(self.variants) or "none"
                raise BadInput(file, "variants", f"unknown variant “{variant}”; known: {known}")
        allowed = self.seat_counts(chosen, variants)
        asked = seats if isinstance(seats, int) else len(names)
        if asked not in allowed:
            raise BadInput(file, "players", f"{self.title} is for {_count(allowed)} players, not {asked}")
        if len({name.casefold() for name in names}) < len(names) or not all(map(_is_name, names)):
            raise BadInput(
                file, "players", "every player needs a name of their own, without : ; [ ] or spaces at its ends"
            )
        numbers = self.parameters.chosen(parameters or {}, file)
        return Setup(names, chosen, frozenset(variants), self.cards if cards is None else cards, numbers)

    def empty(self, setup: Setup) -> Any:
        """Return a table on which nothing has been dealt and nothing comes next."""
        table = self.table(setup)
        table.parameters = setup.parameters
        return table

    def new(self, setup: Setup) -> Any:
        """Return a table that is about to be set up."""
        table = self.empty(setup)
        self.begin(table)
        return table


def at_random(ask: Choose, look: Callable[[], Any], random: Random) -> Value:
    """Answer with any open option; all of them are equally likely."""
    values = ask.open()
    return values[int(random() * len(values))]


def bots_of(game: Game) -> Mapping[str, Bot]:
    """The bots that can sit in a game's seats, by name; the game's own come first."""
    return {**game.bots, RANDOM: at_random}


def _is_name(name: str) -> bool:
    return bool(name) and name.isprintable() and name == " ".join(name.split()) and not set(name) & set(":;[]")


def _count(allowed: range) -> str:
    return str(allowed[0]) if len(allowed) == 1 else f"{allowed[0]} to {allowed[-1]}"


def games() -> dict[str, Game]:
    """Find every game by its folder in `tutor/games`, in the order of their titles."""
    return {game.id: game for game in _found()}


@cache
def _found() -> tuple[Game, ...]:
    found = [game for name in _folders() if (game := _in_folder(name))]
    return tuple(sorted(found, key=lambda game: game.title))


@cache
def _folders() -> tuple[str, ...]:
    modules = pkgutil.iter_modules(importlib.import_module(GAMES).__path__)
    return tuple(module.name for module in modules if module.ispkg)


@cache
def _in_folder(name: str) -> Game | None:
    game = getattr(importlib.import_module(f"{GAMES}.{name}"), "GAME", None)
    return game if isinstance(game, Game) else None


def find_game(id: str) -> Game:
    """Return the game with this id.

    Raises:
        BadInput: if there is no such game; the message lists the existing games.
    """
    game = _in_folder(id) if id in _folders() else None
    if game and game.id == id:
        return game  # the others need not be imported, which takes a second
    found = games()
    if id not in found:
        raise BadInput("game", id[:40], f"no such game; known: {', '.join(found)}")
    return found[id]
