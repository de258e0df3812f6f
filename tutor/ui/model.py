"""What the desk draws and the messages that it sends, as plain typed data; see `docs/desk.md`.

Every state is JSON: dicts, lists, text, numbers and truth values. Nothing in it names a game. Texts are plain;
`*word*` in a text marks the word to be stressed, and everything else is shown as it is.
The table, the question, the panels and the sheets have modules of their own (`model_table` and so on).
"""

from typing import Any, Literal, NotRequired, TypedDict

from tutor.lessons.recap import Recap
from tutor.ui.model_panel import Choice, Dialog, RuleText, TermText
from tutor.ui.model_question import Intro, Link, Playing, Question, Reminder
from tutor.ui.model_sheet import Sheet
from tutor.ui.model_table import Graph, Note, Roll, Rolled, Track, Zone, ZoneWords

Reached = Literal["done", "now", "next"]


class Accent(TypedDict):
    """A game's own accent, as CSS colours for paper and for night."""

    light: str
    dark: str


class Chapter(TypedDict):
    """One page in the table of contents of a course."""

    page: int | str
    title: str
    part: NotRequired[str]
    state: NotRequired[Reached]
    minutes: NotRequired[int]


class FoldedStep(TypedDict):
    """A step outside the core of a page: its number on the page, what it is about, and whether it has been taken."""

    step: int
    title: str
    done: bool


class Folded(TypedDict):
    """A part of a page besides its core, which nobody has to take."""

    part: str
    title: str
    steps: list[FoldedStep]


class Head(TypedDict, total=False):
    """The sign, the section, the progress in the course, whether undo and redo are possible, and neighbouring pages.

    `step` of `steps` counts in the current part of the page, and `part` is the word for one of its steps.
    `minutes` is about how long the page takes; a whole game, which is not one of several pages, shows its steps as a
    bar. `folded` has the parts of the page besides its core. `saves` says that the app has a tool `save`, which gives
    out what it stores as text.
    """

    game: str
    home: str
    section: str
    page: int
    pages: int
    step: int
    steps: int
    part: str
    minutes: int
    folded: list[Folded]
    can_undo: bool
    can_redo: bool
    contents: list[Chapter]
    before: int | str
    after: int | str
    saves: bool


class FlowStop(TypedDict):
    """One place of the turn, on the line above the table."""

    id: str
    label: str
    state: Reached


class Flow(TypedDict):
    """The turn as a line: the walk taken so far and the likely rest."""

    nodes: list[FlowStop]


class Excerpt(TypedDict):
    """What the rulebook says, in our own words, with the lines to look up."""

    text: str
    rule: NotRequired[str]
    lines: NotRequired[str]


class Words(TypedDict):
    """The host's words, with a prompt; `fold` is more text, shown on request.

    `before` is what just happened, and `earlier` what happened before that, shown on request. `new_table` says why
    there is a new table (it may be empty). `past` words describe the position before the learner’s moves. `brief` words
    take less room, because they are a line beside the question rather than a step's text.
    """

    kind: Literal["say", "show", "do", "predict", "odds", "quiz", "spot", "free", "end", "happens", "compare"]
    text: str
    new_table: NotRequired[str]
    before: NotRequired[str]
    earlier: NotRequired[str]
    prompt: NotRequired[str]
    fold: NotRequired[str]
    fold_label: NotRequired[str]
    brief: NotRequired[bool]
    past: NotRequired[bool]
    rulebook: NotRequired[Excerpt]


class Seat(TypedDict):
    """A seat at the table."""

    index: int
    name: str
    kind: Literal["you", "bot", "person"]
    out: NotRequired[bool]


class Seats(TypedDict):
    """Who sits where and whose view is shown; if `me` is None, it is the open table's."""

    me: int | None
    list: list[Seat]
    open: NotRequired[bool]


class Tool(TypedDict):
    """A button of the app: save, load, odds. With `href`, it leads elsewhere; it is closed for `wait` seconds.

    Its `place` is in the head or in the row of parts below; without a place it is in the menu.
    """

    id: str
    label: str
    pressed: NotRequired[bool]
    disabled: NotRequired[bool]
    href: NotRequired[str]
    wait: NotRequired[float]
    place: NotRequired[Literal["hand", "row"]]


class ShelfGame(TypedDict):
    """One game on the front page's shelf; the first link is the one to follow, and `picture` is drawn of its table."""

    id: str
    title: str
    text: str
    facts: list[str]
    pages: int
    done: int
    links: list[Link]
    picture: NotRequired[list[Any]]
    accent: NotRequired[Accent | None]


class ShelfPage(TypedDict):
    """One of the host's own pages on the front page; a page without an address is broken, and its text says why."""

    id: str
    title: str
    text: str
    href: NotRequired[str]


class Shelf(TypedDict):
    """The front page: all games, and below them the pages of the host's own folder."""

    text: str
    games: list[ShelfGame]
    own: NotRequired[list[ShelfPage]]
    resume: NotRequired[Link]
    links: NotRequired[list[Link]]


class Lab(TypedDict):
    """The workbench beside the table: its tabs, the rules in force, and the open tab's blocks (`lab_panels`)."""

    tab: str
    tabs: list[Choice]
    trail: list[str]
    blocks: list[Any]


class Beside(TypedDict):
    """A second table beside the first, in the lab; `mine` is the name of the first."""

    mine: str
    name: str
    zones: NotRequired[list[Zone]]
    tracks: NotRequired[list[Track]]
    graph: NotRequired[Graph]
    map: NotRequired[dict[str, Any]]


class State(TypedDict, total=False):
    """Everything on the desk; a part that is absent is not drawn."""

    accent: Accent
    head: Head
    shelf: Shelf
    sheet: Sheet
    address: str
    rulemap: dict[str, Any]
    flow: Flow
    words: Words
    intro: Intro
    reminder: Reminder
    question: Question
    playing: Playing
    recap: Recap
    folded: list[Folded]
    zones: list[Zone]
    tracks: list[Track]
    roll: Roll
    rolled: list[Rolled]
    graph: Graph
    map: dict[str, Any]
    picture: list[Any]
    flowmap: dict[str, Any]
    notes: list[Note]
    note_count: int
    rules: dict[str, RuleText]
    terms: list[TermText]
    words_table: list[ZoneWords]
    seats: Seats
    tools: list[Tool]
    dialog: Dialog
    lab: Lab
    beside: Beside


class Hello(TypedDict):
    """The page is open: its query string, and what this browser has stored."""

    type: Literal["hello"]
    search: str
    stored: dict[str, str]


class Elsewhere(TypedDict):
    """Another tab wrote these stored texts; None for each one that it deleted."""

    type: Literal["elsewhere"]
    changes: dict[str, str | None]


class Again(TypedDict):
    """The connection was broken: the page `by` asks for everything that it may have missed."""

    type: Literal["again"]
    by: str


class Answer(TypedDict):
    """An option of the question `ask` was pressed, a prediction was made, or a closed option was tried."""

    type: Literal["answer", "predict", "try"]
    ask: str
    option: str


class Typed(TypedDict):
    """The question `ask` was answered with a typed text."""

    type: Literal["input"]
    ask: str
    text: str


class Press(TypedDict):
    """A message without further fields."""

    type: Literal["undo", "redo", "back", "ping"]


class GoOn(TypedDict):
    """The button that leads on from the question `ask` was pressed."""

    type: Literal["next"]
    ask: NotRequired[str]


class GoTo(TypedDict):
    """A page of the course was chosen."""

    type: Literal["goto"]
    page: int | str
    step: int


class Named(TypedDict):
    """The tool with this id was pressed."""

    type: Literal["tool"]
    id: str


class SeatChosen(TypedDict):
    """The view of a seat, or of the open table, was asked for."""

    type: Literal["seat"]
    index: int | None


class NodePressed(TypedDict):
    """A node of a graph was pressed."""

    type: Literal["node"]
    graph: str
    id: str


class DialogPressed(TypedDict):
    """A button of the panel was pressed; `text` is the content of its field."""

    type: Literal["dialog"]
    id: str
    text: str


class FormSent(TypedDict):
    """The panel's fields were sent, by a button or by a live field."""

    type: Literal["form"]
    id: str
    values: dict[str, str]


class GroupPressed(TypedDict):
    """A group of the turn flow was opened; None goes back to the current group."""

    type: Literal["group"]
    id: str | None


class NotesPressed(TypedDict):
    """All notes were asked for, or only the newest again."""

    type: Literal["notes"]
    all: bool


class Upload(TypedDict):
    """A file was chosen in the panel."""

    type: Literal["upload"]
    name: str
    text: str


Message = (
    Hello
    | Elsewhere
    | Again
    | Answer
    | Typed
    | Press
    | GoOn
    | GoTo
    | Named
    | SeatChosen
    | NodePressed
    | GroupPressed
    | NotesPressed
    | DialogPressed
    | FormSent
    | Upload
)
