"""What is on the table, as plain data: cards in their zones, counters, dice, graphs, notes, and the same in words."""

from typing import Literal, NotRequired, TypedDict

Origin = Literal["printed", "derived", "stand-in"]


class Stat(TypedDict):
    """A printed number of a card; if `value` is None, it is a dash."""

    label: str
    value: int | str | None
    lit: NotRequired[bool]


class Track(TypedDict):
    """Counters of one kind: up to ten discs, or a bar for more if there is a largest number, always with the number.

    `spent` are just spent and not part of `n`; `falls` are those of `n` that will be lost if nothing is done; `was` is
    the number before the last event. A `pile` is drawn as a pile of `n` cards, face down or face up.
    """

    label: str
    n: int
    spent: NotRequired[int]
    falls: NotRequired[int]
    was: NotRequired[int]
    max: NotRequired[int]
    pile: NotRequired[Literal["down", "up"]]


class Held(TypedDict):
    """A card held by another card."""

    name: str
    type: str
    origin: NotRequired[Origin]
    fresh: NotRequired[bool]


class Hand(TypedDict):
    """What pressing a card or a zone sends if it can be moved by hand: a form of this id with these values."""

    id: str
    values: dict[str, str]
    label: str


class Card(TypedDict):
    """A card on the table. Face down, it shows only its name, which must not reveal it. `fresh`: it has just changed.

    A face-down card that the viewer has `seen` shows everything, and its `tag` says that it is face down.
    `option` is the option for which it stands; `choices` says how many options of a long list name it, which a press
    then searches for. `gist` is what a card drawn small shows beside its name.
    """

    key: str
    id: NotRequired[str]
    type: str
    type_label: NotRequired[str]
    origin: NotRequired[Origin]
    name: str
    icon: NotRequired[str]
    value: NotRequired[int | str | None]
    stats: NotRequired[list[Stat]]
    tokens: NotRequired[list[Track]]
    dice: NotRequired[list[int]]
    text: NotRequired[str]
    held: NotRequired[list[Held]]
    state: NotRequired[Literal["acting", "target", "out"]]
    tag: NotRequired[str]
    gist: NotRequired[str]
    face: NotRequired[Literal["up", "down", "seen"]]
    fresh: NotRequired[bool]
    caption: NotRequired[str]
    option: NotRequired[str]
    choices: NotRequired[int]
    hand: NotRequired[Hand]


class Slot(TypedDict):
    """One place of a `stacks` zone; `empty` is the text of an empty one, and `option` is what a press chooses."""

    id: str
    label: str
    cards: list[Card]
    empty: NotRequired[str]
    option: NotRequired[str]


class Cell(TypedDict):
    """Where a zone is in a ring, counted from 1."""

    row: int
    column: int


class Badge(TypedDict):
    """A piece on a zone."""

    label: str
    name: NotRequired[str]
    lit: NotRequired[bool]
    fresh: NotRequired[bool]


class Zone(TypedDict):
    """A labelled part of the table. `span` is its share of twelve columns, `rows` how many rows it spans.

    `whose` is the seat whose side it is. A zone that is `aside` is drawn small until the visitor enlarges it or
    something happens there. A zone with `near` comes before a map.
    """

    id: str
    label: str
    layout: Literal["frames", "stacks", "row", "crowd", "slot", "ring", "list"]
    cards: NotRequired[list[Card]]
    slots: NotRequired[list[Slot]]
    note: NotRequired[str]
    empty: NotRequired[str]
    tracks: NotRequired[list[Track]]
    badges: NotRequired[list[Badge]]
    place: NotRequired[Cell]
    lit: NotRequired[bool]
    span: NotRequired[int]
    rows: NotRequired[int]
    whose: NotRequired[int]
    aside: NotRequired[bool]
    near: NotRequired[bool]
    option: NotRequired[str]
    hand: NotRequired[Hand]


class Part(TypedDict):
    """One number of a sum, and what it is."""

    n: int
    label: str


class Cap(TypedDict):
    """The largest value of a sum."""

    n: NotRequired[int]
    text: str
    rule: NotRequired[str]


class Roll(TypedDict, total=False):
    """A roll: its target taken apart, the faces, and the odds.

    `ways` maps each possible sum to the number of ways to roll it; `hits` are the sums that succeed, and `base_hits`
    those that would succeed without what was added.
    """

    id: str
    title: str
    dice: list[int]
    sides: int
    target: Part
    parts: list[Part]
    cap: Cap
    ways: dict[str, int]
    hits: list[int]
    base_hits: list[int]
    text: str
    working: str


class Rolled(TypedDict):
    """Dice that have been rolled and stay in sight: their purpose, the faces, whose die each is, and the result."""

    title: str
    dice: list[int]
    names: NotRequired[list[str]]
    text: NotRequired[str]


class Note(TypedDict):
    """What just happened, with the rule behind it; a `private` note is for this seat only."""

    id: str
    text: str
    rule: NotRequired[str]
    private: NotRequired[bool]


class ZoneWords(TypedDict):
    """A zone as a sentence or two."""

    zone: str
    text: str


class GraphNode(TypedDict):
    """A node of a drawn graph; `option` is the option for which it stands, and `text` its words."""

    id: str
    label: str
    x: float
    y: float
    text: NotRequired[str]
    state: NotRequired[Literal["now", "reach", "plain"]]
    badges: NotRequired[list[str]]
    tokens: NotRequired[list[str]]
    option: NotRequired[str]


GraphEdge = TypedDict("GraphEdge", {"from": str, "to": str})
"""An edge of a drawn graph, without a direction."""


class Graph(TypedDict):
    """A graph with positions, and in `twin` the same in sentences."""

    id: str
    title: str
    nodes: list[GraphNode]
    edges: list[GraphEdge]
    width: float
    height: float
    twin: list[str]
