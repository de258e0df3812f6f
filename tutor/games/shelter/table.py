"""The table of Shelter; players and places have modules of their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from tutor.engine.core import NOBODY, Part, Pile, Setup, Sum, Table, Task, listed
from tutor.engine.core.fields import by_seat, count, fixed, flag, own, quiet, seats, text
from tutor.engine.core.placing import Placing
from tutor.engine.core.state import Look, cards_on, declared
from tutor.engine.core.zones import Deck, cards, stock
from tutor.games.shelter.book import rule
from tutor.games.shelter.cards import ARK, FURNITURE, ITEMS, LOTTERY_BOX, ROOM, Furniture, box, read_line
from tutor.games.shelter.numbers import Numbers
from tutor.games.shelter.people import ARK_WIN, DEAD, Player, special
from tutor.games.shelter.places import ENDLESS, Place, places

ASIDE = "back with the special cards"
"""Where a special card that leaves play is put, because it does not belong on a discard pile."""


def read_task(p: Placing, said: str, place: str) -> Task:
    """Read a rule that comes next, with the player whose turn it is."""
    id, _, name = said.partition(" ")
    if id not in rule:
        raise p.bad(place, f"expected the id of a rule that can come next, got “{id}”")
    takes = sum(not kind.startswith("*") for kind in rule.parameters(id).values())
    if takes != bool(name):
        raise p.bad(place, f"expected {id} {'with the player whose turn it is' if takes else 'alone'}, got “{said}”")
    return (id, p.seat(name, place)) if name else (id,)


def write_tasks(look: Look, tasks: list[Task]) -> list[str]:
    """Write the running turn and the rules that come after it, without rules that only `start` can begin."""
    names = look.g.names
    all_of_them = [look.g.running, *tasks] if look.g.running else tasks
    return [
        " ".join([str(id), *(names[seat] for seat in of)])
        for id, *of in all_of_them
        if all(type(seat) is int and seat < len(names) for seat in of)
    ]


@dataclass(slots=True, kw_only=True)
class Counted(Deck):
    """A deck for which a position gives the number of cards, or the cards if they are not all that are left."""

    def said(self) -> Mapping[str, tuple[Any, Any]]:
        return {self.key: (int | tuple[str, ...] | None, None)}

    def waits(self, laid: Any) -> bool:
        return not isinstance(getattr(laid, self.key), tuple)

    def read(self, laid: Any, p: Placing, place: str) -> Pile:
        said, left = getattr(laid, self.key), p.left_of(getattr(p.g, self.name).cards())
        if isinstance(said, int) and said != len(left):
            p.implausible(self.key, f"{len(left)} cards are left for this deck, not {said}; you can also list them")
        return Pile(p.take(said if isinstance(said, tuple) else left, self.key, *self.of))

    def write(self, value: Pile, look: Look) -> Mapping[str, Any]:
        if look.seat is not None or self._is_the_rest(value, look.g):
            return {self.key: len(value)}
        return {self.key: sorted(value.cards())}

    def _is_the_rest(self, value: Pile, g: Shelter) -> bool:
        """Whether the deck has all of its cards that are nowhere else."""
        here = Counter(value.cards())
        return here == Counter(box(g.cards, g.readings)[self.name]) - (Counter(cards_on(g)) - here)


def counted(*of: str) -> Any:
    """Declare a deck of cards of these types."""
    return declared(Counted(of=of, late=True), default_factory=Pile)


@cache
def progress_needed(each: int, n: int, whom: str, id: str) -> Sum:
    """Return the points of progress needed for `n` players or survivors."""
    return Sum("progress needed", Part(each * n, f"{each} for each {whom}", id))


@dataclass(slots=True)
class Shelter(Table):
    """The shared table."""

    parameters: Numbers = fixed(default_factory=Numbers)
    day: int = count(0, laid=1)
    progress: int = count()
    order: list[int] = seats(laid=None)
    """This round's action order; by default in a position, all players in the shelter, by seat."""
    agenda: list[Task] = own(
        tuple[str, ...],
        lambda p, said, place: [read_task(p, one, place) for one in said],
        write_tasks,
        blank=None,
        key="next",
        after="order",
        default_factory=list,
    )
    players: list[Player] = by_seat(Player)
    places: dict[str, Place] = places(key="furniture", room_after="item_discard")
    """All places, by key, which is the card's id, with a number from the second copy on."""
    specials: list[str] = cards("special_furniture", "special_item", heap=True, rest=True)
    """Special cards that are face up at the side of the table."""
    furniture_deck: Pile = counted(*FURNITURE)
    furniture_discard: list[str] = cards(*FURNITURE, heap=True)
    item_deck: Pile = counted(*ITEMS)
    item_discard: list[str] = cards(*ITEMS, heap=True)
    removed: list[str] = quiet(cards(heap=True))
    """Cards that have left the game."""
    ready: bool = quiet(flag())
    """Whether the finished ship waits for its launch."""
    over: str = quiet(text())
    """How the game ended; empty while it goes on."""
    acting: int = NOBODY
    """The seat that is taking a turn, or `NOBODY`."""
    running: Task | None = field(default=None, compare=False)
    """The task of the turn or phase that is going on."""
    characters: Pile = stock("character")
    personalities: Pile = stock("personality")

    def settle(self, p: Placing, laid: Any, place: str) -> None:
        if len(self.inside()) < 2 and not self.over and all(player.fate != ARK_WIN for player in self.players):
            p.implausible("players", "the game is over as soon as fewer than two survivors are left")
        if laid.order is None:
            self.order = self.inside()
        for seat in dict.fromkeys([*self.order, *range(self.seats)]):
            self._settle_token(p, seat)
        for key, one in self.places.items():
            if one.taken > one.limit and not (one.worked and (one.shared or key == ROOM)):
                there = f"{one.taken} have been there this round, but it has room for {one.limit}"
                p.implausible(f"furniture.{key}", there)
        if laid.next is None:
            waiting = [seat for seat in self.order if not (self.players[seat].done or self.players[seat].place)]
            self.agenda = [*(("turn/sequence", seat) for seat in waiting), ("turn/end-of-round-sequence",)]

    def _settle_token(self, p: Placing, seat: int) -> None:
        """Put a player's token on the place that the position names, which must exist."""
        player, where = self.players[seat], f"players.{self.names[seat]}"
        for key in player.turned_down:
            p.among(key, self.places, f"{where}.turned_down")
        if p.among(player.place, ("", *self.places), f"{where}.place"):
            self.places[player.place].arrive(seat)

    def named(self, seats: Sequence[int]) -> str:
        """Return the names of these seats for a sentence, such as “Ada, Ben and Cleo”."""
        return listed([self.names[seat] for seat in seats])

    def inside(self) -> list[int]:
        """Return the seats that are alive and in the shelter."""
        return [seat for seat, player in enumerate(self.players) if not player.fate]

    @property
    def first_day(self) -> bool:
        """Whether notes still explain what happens in the same way every day."""
        return self.day <= 1

    def survivors(self) -> int:
        """Return the number of survivors that decides the builders required and the last-survivor win."""
        gone = (DEAD,) if self.reading("ark/escaped-not-survivor") == "counted" else (DEAD, ARK_WIN)
        return len([player for player in self.players if player.fate not in gone])

    def target(self) -> Sum:
        """Return the construction progress at which the spaceship is finished."""
        each = self.parameters.progress_a_player
        if self.reading("spaceship/target-fixed") == "current-survivors":
            return progress_needed(each, self.survivors(), "survivor", "spaceship/target-fixed")
        return progress_needed(each, len(self.names), "player", "spaceship/target")

    def ark_places(self) -> Sum:
        """Return how many players the ark carries in the whole game."""
        if self.reading("ark/once") == "each-code":
            return Sum("places on the ark", Part(len(self.names), "one for each player", "ark/once"))
        return Sum("places on the ark", Part(self.parameters.ark_places, "in the whole game", "ark/once"))

    def shown(self) -> int:
        """Return what the progress bar shows, which counts up or down depending on the reading."""
        if self.reading("setup/room-progress-bar") == "count-down":
            return max(0, self.target() - self.progress)
        return self.progress

    def skill(self, seat: int, verb: str) -> int:
        """Return the number of this seat's skill if its verb is `verb`, or else 0."""
        character = self.players[seat].character
        if not character:
            return 0
        line = read_line(self.cards[character].skill)
        return line.n if line.verb == verb else 0

    def skill_what(self, seat: int, verb: str) -> str:
        """Return what this seat's skill affects if its verb is `verb`, or else an empty string."""
        character = self.players[seat].character
        line = read_line(self.cards[character].skill) if character else None
        return line.what if line is not None and line.verb == verb else ""

    def hand_limit(self, seat: int) -> int:
        """Return how many items this seat can hold."""
        return self.skill(seat, "hand-limit") or self.parameters.item_limit

    def items_a_round(self, seat: int) -> int:
        """Return how many items this seat can use in a round."""
        return self.skill(seat, "items-a-round") or self.parameters.items_a_round

    def facts(self, place: Place) -> Furniture:
        """Return the furniture card of a place."""
        card = self.cards[place.card]
        assert isinstance(card, Furniture)
        return card

    def discard(self, item: str, gone: bool = False) -> None:
        """Discard an item, or remove it from the game if `gone`; a special item is put back with the special cards."""
        (self.removed if gone else self.specials if special(self, item) else self.item_discard).append(item)

    def title(self, key: str) -> str:
        """Return the name of a card, or of the card in a place, as players say it."""
        place = self.places.get(key)
        if place is None:
            return str(self.cards[key].name)
        name = str(self.cards[place.card].name)
        return name if key == place.card else f"{name} {key.removeprefix(place.card + '-')}"

    def the(self, key: str) -> str:
        """Return the name of a card or place for use in a sentence: “the stove”, or “stove 2” if there are several."""
        title = self.title(key)
        name = title[:1].lower() + title[1:]
        place = self.places.get(key)
        return f"the {name}" if place is None or key == place.card else name

    def lay(self, card: str, key: str = "") -> str:
        """Put a furniture card face up with its durability, and return the key of its place."""
        facts: Furniture = self.cards[card]
        key, n = key or card, 1
        while key in self.places:
            n += 1
            key = f"{card}-{n}"
        plain = not (facts.once or card in (ROOM, ARK))
        place = Place(
            card, ("go", key), facts.users or facts.required, bool(facts.required), self.full(card), plain=plain
        )
        place.look_over()
        self.places[key] = place
        return key

    def full(self, card: str) -> int:
        """Return the durability that a furniture card starts with."""
        if card == ROOM:
            return ENDLESS
        facts: Furniture = self.cards[card]
        if card == ARK:
            return int(self.ark_places())
        if facts.once:
            return len(self.names) if self.reading("furniture/some-once-only") == "once-per-player" else 1
        if card == LOTTERY_BOX and self.reading("durability/special-furniture") == "endless-lottery":
            return ENDLESS
        return facts.durability


def empty(setup: Setup) -> Shelter:
    """Return a table before setup, with all cards in their decks and the special cards beside it."""
    whole = box(setup.cards, setup.readings)
    return Shelter(
        *setup.shared,
        players=[Player() for _ in setup.names],
        specials=list(whole["specials"]),
        furniture_deck=Pile(whole["furniture_deck"]),
        item_deck=Pile(whole["item_deck"]),
        characters=Pile(whole["characters"]),
        personalities=Pile(whole["personalities"]),
    )
