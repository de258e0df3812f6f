"""The nouns of Shelter: the table, the players, and the places that a character token can stand on."""

from __future__ import annotations

from dataclasses import dataclass, field

from tutor.engine.piles import Pile
from tutor.engine.table import Table, Task
from tutor.games.shelter.cards import ARK, LIMIT_OF_ITEMS, LOTTERY_BOX, ROOM, read_line

ENDLESS = -1
"""The durability of a place that never wears out."""

NOBODY = -1
"""Who acts between turns."""

PROGRESS_A_PLAYER = 7

DEAD, ARK_WIN, SHIP_WIN, LAST_WIN = "dead", "escaped in the ark", "left in the spaceship", "last survivor"
"""What can become of a player; an empty fate means alive and in the shelter."""

ASIDE = "back beside the table"
"""Where a special card goes that leaves play: it belongs to no discard pile."""


@dataclass(slots=True)
class Player:
    """One player: a character with a personality, four attributes, items, and what was done this round."""

    character: str = ""
    personality: str = ""
    health: int = 3
    needs: list[int] = field(default_factory=lambda: [3, 3, 3])
    """Satiety, cleanness and mood."""
    overdue: list[bool] = field(default_factory=lambda: [False, False, False])
    """Which of the three have been 0 since before this round."""
    started: list[bool] = field(default_factory=lambda: [False, False, False])
    """Which of the three have cost health before."""
    raised: list[bool] = field(default_factory=lambda: [False, False, False])
    """Which of the three were raised this round."""
    spared: list[bool] = field(default_factory=lambda: [False, False, False])
    """Which of the three an effect keeps from falling at the end of this round."""
    items: list[str] = field(default_factory=list)
    fate: str = ""
    skips: int = 0
    """Rounds still to be missed."""
    skipping: bool = False
    items_used: int = 0
    """Items used this round."""
    gained: list[str] = field(default_factory=list)
    """Items that came this round."""
    place: str = ""
    """Where the character token stands; empty: nowhere."""
    done: bool = False
    """Whether this round's turn is over."""
    turned_down: dict[str, list[int]] = field(default_factory=dict)
    """Who declined this turn to come along, by place."""
    code_shown: bool = False
    """Whether the ark code was used as this round's item."""

    def copy(self) -> Player:
        """Return an independent player in the same state."""
        return Player(
            self.character,
            self.personality,
            self.health,
            self.needs.copy(),
            self.overdue.copy(),
            self.started.copy(),
            self.raised.copy(),
            self.spared.copy(),
            self.items.copy(),
            self.fate,
            self.skips,
            self.skipping,
            self.items_used,
            self.gained.copy(),
            self.place,
            self.done,
            {key: seats.copy() for key, seats in self.turned_down.items()},
            self.code_shown,
        )


@dataclass(slots=True)
class Place:
    """A face-up card that tokens can stand on: furniture, special furniture or the construction room."""

    card: str
    answer: tuple[str, str]
    """How a player says to go here."""
    limit: int
    """The number of users or the required number; on the room the bar that shows the builders required."""
    shared: bool
    """Whether the limit is a required number: all on it use it together."""
    durability: int
    tokens: list[int] = field(default_factory=list)
    """The seats whose tokens stand here, in the order of arrival."""
    taken: int = 0
    """How many of its places are taken this round, by the tokens here and by users whose token has left since."""
    worked: bool = False
    """Whether a required number was reached this round."""
    cover: str = ""
    """The special furniture that lies over it and blocks it."""
    used_by: list[int] = field(default_factory=list)
    """Who has used it, where each player may use it once."""
    plain: bool = True
    """Whether it is mere furniture: no ark, no room, and not for use once."""
    untouched: bool = field(default=False, compare=False)
    """Whether anybody may come for certain: seen by `look_over`, and over with whatever may close the place."""

    def look_over(self) -> None:
        """See whether the place is open whoever comes: nobody is there, and it is mere furniture for single users."""
        self.untouched = self.plain and not (self.shared or self.taken or self.cover or not self.durability)

    def copy(self) -> Place:
        """Return an independent place in the same state."""
        return Place(
            self.card,
            self.answer,
            self.limit,
            self.shared,
            self.durability,
            self.tokens.copy(),
            self.taken,
            self.worked,
            self.cover,
            self.used_by.copy(),
            self.plain,
            self.untouched,
        )

    @property
    def spent(self) -> int:
        """Places used this round by players whose token has left the table since."""
        return self.taken - len(self.tokens)


@dataclass(slots=True)
class Shelter(Table):
    """The shared table."""

    day: int = 0
    players: list[Player] = field(default_factory=list)
    places: dict[str, Place] = field(default_factory=dict)
    """Everything face up that can be chosen, by key: a card's id, with a number from the second copy on."""
    progress: int = 0
    ready: bool = False
    """Whether the finished ship waits for its launch."""
    order: list[int] = field(default_factory=list)
    """This round's order of action."""
    acting: int = NOBODY
    """The seat that is doing something in a turn, or `NOBODY`."""
    running: Task | None = None
    """The turn or the phase that is under way, as the agenda had it."""
    furniture_deck: Pile = field(default_factory=Pile)
    furniture_discard: list[str] = field(default_factory=list)
    item_deck: Pile = field(default_factory=Pile)
    item_discard: list[str] = field(default_factory=list)
    specials: list[str] = field(default_factory=list)
    """Special cards that lie face up beside the table."""
    removed: list[str] = field(default_factory=list)
    """Cards that have left the game."""
    characters: Pile = field(default_factory=Pile)
    personalities: Pile = field(default_factory=Pile)
    over: str = ""
    """How the game ended; empty while it goes on."""

    def copy(self) -> Shelter:
        return Shelter(
            self.names,
            self.readings,
            self.variants,
            self.cards,
            self.agenda.copy(),
            day=self.day,
            players=[player.copy() for player in self.players],
            places={key: place.copy() for key, place in self.places.items()},
            progress=self.progress,
            ready=self.ready,
            order=self.order.copy(),
            acting=self.acting,
            running=self.running,
            furniture_deck=self.furniture_deck.copy(),
            furniture_discard=self.furniture_discard.copy(),
            item_deck=self.item_deck.copy(),
            item_discard=self.item_discard.copy(),
            specials=self.specials.copy(),
            removed=self.removed.copy(),
            characters=self.characters.copy(),
            personalities=self.personalities.copy(),
            over=self.over,
        )

    def inside(self) -> list[int]:
        """The seats that are alive and in the shelter."""
        return [seat for seat, player in enumerate(self.players) if not player.fate]

    def survivors(self) -> int:
        """How many survivors there are for the builders required and for the last-survivor win."""
        gone = (DEAD,) if self.readings["ark/escaped-not-survivor"] == "counted" else (DEAD, ARK_WIN)
        return len([player for player in self.players if player.fate not in gone])

    def target(self) -> int:
        """The construction progress at which the spaceship is finished."""
        if self.readings["spaceship/target-fixed"] == "current-survivors":
            return PROGRESS_A_PLAYER * self.survivors()
        return PROGRESS_A_PLAYER * len(self.names)

    def shown(self) -> int:
        """Where the progress bar stands, counting up or down."""
        if self.readings["setup/room-progress-bar"] == "count-down":
            return max(0, self.target() - self.progress)
        return self.progress

    def skill(self, seat: int, verb: str) -> int:
        """How strong the skill `verb` of this seat is; 0 if it has another one."""
        character = self.players[seat].character
        if not character:
            return 0
        line = read_line(self.cards[character].skill)
        return line.n if line.verb == verb else 0

    def skill_what(self, seat: int, verb: str) -> str:
        """What the skill `verb` of this seat acts on; empty if it has another one."""
        character = self.players[seat].character
        line = read_line(self.cards[character].skill) if character else None
        return line.what if line is not None and line.verb == verb else ""

    def hand_limit(self, seat: int) -> int:
        """How many items this seat can hold."""
        return self.skill(seat, "hand-limit") or LIMIT_OF_ITEMS

    def title(self, key: str) -> str:
        """The name of a card, or of the card in a place, as players say it."""
        place = self.places.get(key)
        if place is None:
            return str(self.cards[key].name)
        name = str(self.cards[place.card].name)
        return name if key == place.card else f"{name} {key.removeprefix(place.card + '-')}"

    def lay(self, card: str, key: str = "") -> str:
        """Put a furniture card face up with its durability and return the key of the place, the next free one."""
        facts = self.cards[card]
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
        """The durability that a furniture card starts with."""
        if card == ROOM:
            return ENDLESS
        facts = self.cards[card]
        if card == ARK:
            return len(self.names) if self.readings["ark/once"] == "each-code" else 1
        if facts.once:
            return len(self.names) if self.readings["furniture/some-once-only"] == "once-per-player" else 1
        if card == LOTTERY_BOX and self.readings["durability/special-furniture"] == "endless-lottery":
            return ENDLESS
        return int(facts.durability)
