"""What the desk draws and what it says back, as plain typed data: see `docs/desk.md`.

Every state is JSON: dicts, lists, text, numbers and truth values. Nothing in it names a game. Texts are plain;
`*word*` in a text marks the word to be stressed, and everything else is shown as it stands.
"""

from typing import Any, Literal, NotRequired, TypedDict

Origin = Literal["printed", "derived", "stand-in"]
Verdict = Literal["right", "wrong", "neutral"]
Place = Literal["done", "now", "next"]


class Accent(TypedDict):
    """A game's own accent, as CSS colours for paper and for night."""

    light: str
    dark: str


class Chapter(TypedDict):
    """One page in the table of contents of a course."""

    page: int | str
    title: str
    part: NotRequired[str]
    state: NotRequired[Place]


class Head(TypedDict, total=False):
    """The sign, the section, how far the course has come, which way undo can go, the pages before and after."""

    game: str
    home: str
    section: str
    page: int
    pages: int
    step: int
    steps: int
    can_undo: bool
    can_redo: bool
    contents: list[Chapter]
    before: int | str
    after: int | str


class FlowStop(TypedDict):
    """One place of the turn, on the line above the table."""

    id: str
    label: str
    state: Place


class Flow(TypedDict):
    """The turn as a line: the walk taken so far and the likely rest."""

    nodes: list[FlowStop]


class Excerpt(TypedDict):
    """What the rulebook says, in our words, with the lines to look up."""

    text: str
    rule: NotRequired[str]
    lines: NotRequired[str]


class Words(TypedDict):
    """The host's words: at most 25, with a prompt of at most 8; `fold` is more of them, shown when asked for.

    `brief` words may take less room: they are a line beside the question, not a step's text.
    """

    kind: Literal["say", "show", "do", "predict", "odds", "quiz", "spot", "free"]
    text: str
    prompt: NotRequired[str]
    fold: NotRequired[str]
    fold_label: NotRequired[str]
    brief: NotRequired[bool]
    rulebook: NotRequired[Excerpt]


class Fix(TypedDict):
    """The nearest legal way; `option` names the open option that takes it."""

    text: str
    option: NotRequired[str]


class Refused(TypedDict):
    """One reason why an option is closed."""

    rule: str
    why: str
    fix: NotRequired[Fix | None]


class OptionOdds(TypedDict):
    """How likely an option is to do what it is for: `faces` are the faces of one die that serve."""

    ways: int
    of: int
    text: NotRequired[str]
    faces: NotRequired[list[int]]
    sides: NotRequired[int]


class Option(TypedDict):
    """Something a player could try: open when it has no refusals."""

    id: str
    label: str
    refusals: NotRequired[list[Refused]]
    detail: NotRequired[str]
    group: NotRequired[str]
    odds: NotRequired[OptionOdds]
    verdict: NotRequired[Verdict]
    explanation: NotRequired[str]


class Guess(TypedDict):
    """One answer to a prediction."""

    id: str
    label: str


class Predict(TypedDict):
    """What will happen? asked beside a question, before it is answered."""

    prompt: str
    options: list[Guess]
    chosen: NotRequired[str]


class Feedback(TypedDict):
    """What the last answer came to."""

    verdict: Verdict
    text: str
    rule: NotRequired[str]


class SeatName(TypedDict):
    """A seat that decides."""

    index: int
    name: str


class Input(TypedDict):
    """An answer that is typed: a number, or a text such as a film's title."""

    kind: Literal["number", "text"]
    label: str
    submit: str
    value: NotRequired[str]
    min: NotRequired[int]
    max: NotRequired[int]
    max_length: NotRequired[int]


class Figure(TypedDict):
    """The chance of something, with its working; `ways` of `of` where they can be counted."""

    text: str
    working: str
    ways: NotRequired[int]
    of: NotRequired[int]


class Question(TypedDict):
    """What is being asked: the open options as buttons, the closed ones with their reasons."""

    id: str
    title: str
    mode: Literal["answer", "next", "quiz", "spot", "predict", "wait"]
    options: list[Option]
    working: NotRequired[str]
    predict: NotRequired[Predict]
    feedback: NotRequired[Feedback]
    figures: NotRequired[list[Figure]]
    seat: NotRequired[SeatName]
    input: NotRequired[Input]
    next: NotRequired[str]
    back: NotRequired[str]


class Stat(TypedDict):
    """A printed number of a card; `value` None is a dash."""

    label: str
    value: int | str | None
    lit: NotRequired[bool]


class Track(TypedDict):
    """Counters of one kind: discs up to ten, a bar for more where there is a most, always with the number.

    `spent` are just spent and no part of `n`; `falls` are those of `n` that will be gone if nothing is done.
    """

    label: str
    n: int
    spent: NotRequired[int]
    falls: NotRequired[int]
    max: NotRequired[int]


class Held(TypedDict):
    """A card held by another card."""

    name: str
    type: str
    origin: NotRequired[Origin]


class Hand(TypedDict):
    """What pressing a card or a zone sends, where it is moved by hand: a form of that id with these values."""

    id: str
    values: dict[str, str]
    label: str


class Card(TypedDict):
    """A card on the table. Face down, it says its name only, so give none that tells."""

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
    face: NotRequired[Literal["up", "down"]]
    caption: NotRequired[str]
    option: NotRequired[str]
    hand: NotRequired[Hand]


class Slot(TypedDict):
    """One place of a `stacks` zone; `empty` is what an empty one says."""

    id: str
    label: str
    cards: list[Card]
    empty: NotRequired[str]


class Cell(TypedDict):
    """Where a zone lies in a ring, counted from 1."""

    row: int
    column: int


class Badge(TypedDict):
    """A piece that stands on a zone."""

    label: str
    name: NotRequired[str]
    lit: NotRequired[bool]


class Zone(TypedDict):
    """A labelled part of the table. `span` is its share of twelve columns, `rows` how many rows it spans."""

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
    option: NotRequired[str]
    hand: NotRequired[Hand]


class Part(TypedDict):
    """One number of a sum, and what it is."""

    n: int
    label: str


class Cap(TypedDict):
    """The most that a sum may come to."""

    n: int
    text: str
    rule: NotRequired[str]


class Roll(TypedDict, total=False):
    """A roll: its target taken apart, the faces, and the odds.

    `ways` maps each possible sum to the number of ways to roll it; `hits` are the sums that serve, `base_hits`
    those that would serve without what was added.
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


class Note(TypedDict):
    """What just happened, with the rule that made it so; `private` is for this seat only."""

    id: str
    text: str
    rule: NotRequired[str]
    private: NotRequired[bool]


class ReadingChoice(TypedDict):
    """One reading of an unclear rule."""

    id: str
    text: str
    chosen: bool


class RuleText(TypedDict):
    """A rule in our words, where it stands, the page that teaches it, and its readings."""

    text: str
    source: NotRequired[str]
    section: NotRequired[str]
    page: NotRequired[int | str]
    step: NotRequired[int]
    href: NotRequired[str]
    unclear: NotRequired[str]
    ruling: NotRequired[str]
    readings: NotRequired[list[ReadingChoice]]


class ZoneWords(TypedDict):
    """A zone as a sentence or two."""

    zone: str
    text: str


class Seat(TypedDict):
    """A seat at the table."""

    index: int
    name: str
    kind: Literal["you", "bot", "person"]
    out: NotRequired[bool]


class Seats(TypedDict):
    """Who sits where and whose view is shown; `me` None is the open table."""

    me: int | None
    list: list[Seat]
    open: NotRequired[bool]


class Tool(TypedDict):
    """A button of the app: save, load, odds. With `href` it leads elsewhere; `wait` is how long it stays shut, s."""

    id: str
    label: str
    pressed: NotRequired[bool]
    disabled: NotRequired[bool]
    href: NotRequired[str]
    wait: NotRequired[float]


class DialogButton(TypedDict):
    """A button of the panel: `form` sends its fields; `copy`, `download` and `upload` the browser does itself."""

    id: str
    label: str
    kind: NotRequired[Literal["send", "close", "form", "copy", "download", "upload"]]
    name: NotRequired[str]


class Choice(TypedDict):
    """One value that a field offers."""

    id: str
    label: str


class Field(TypedDict):
    """A field of the panel; a `live` one tells at once what was chosen. A check is `yes` or `no`.

    The fields of a `group` fold away under its name.
    """

    id: str
    kind: Literal["choice", "check", "number", "text"]
    label: str
    value: str
    choices: NotRequired[list[Choice]]
    min: NotRequired[int]
    max: NotRequired[int]
    wide: NotRequired[bool]
    group: NotRequired[str]
    live: NotRequired[bool]


class Entry(TypedDict):
    """A rule found in the rulebook."""

    rule: str
    text: str
    name: NotRequired[str]
    related: NotRequired[list[str]]


class TermText(TypedDict):
    """A word of the game that is explained where it stands: every form in which it is written, and what it means."""

    name: str
    forms: list[str]
    text: str
    rule: str


class Dialog(TypedDict):
    """A panel above the words, never over them."""

    id: str
    title: str
    buttons: list[DialogButton]
    text: NotRequired[str]
    problem: NotRequired[str]
    textarea: NotRequired[str]
    textarea_label: NotRequired[str]
    fields: NotRequired[list[Field]]
    entries: NotRequired[list[Entry]]
    words: NotRequired[list[TermText]]


class GraphNode(TypedDict):
    """A node of a drawn graph; `option` is what pressing it means, `text` its words."""

    id: str
    label: str
    x: float
    y: float
    text: NotRequired[str]
    shape: NotRequired[str]
    state: NotRequired[Literal["now", "reach", "shut", "plain"]]
    badges: NotRequired[list[str]]
    tokens: NotRequired[list[str]]
    option: NotRequired[str]


GraphEdge = TypedDict(
    "GraphEdge",
    {
        "from": str,
        "to": str,
        "label": NotRequired[str],
        "state": NotRequired[str],
        "points": NotRequired[list[list[float]]],
    },
)
"""An edge of a drawn graph; `points` are the bends between its ends."""


class Graph(TypedDict):
    """Any graph with positions, and the same in sentences."""

    id: str
    title: str
    nodes: list[GraphNode]
    edges: list[GraphEdge]
    width: float
    height: float
    twin: NotRequired[list[str]]


class Link(TypedDict):
    """A way to another page."""

    label: str
    href: str


class CuePart(TypedDict):
    """One box of a cue card: a heading, the turn place by place, and rules by their names."""

    id: str
    title: str
    line: list[str]
    rules: list[Entry]


class CueCard(TypedDict):
    """A game on one printed side."""

    title: str
    players: str
    text: str
    parts: list[CuePart]


class Known(TypedDict):
    """How many rules of a chapter are known how well, by strength."""

    title: str
    counts: dict[str, int]


class KnownRule(TypedDict):
    """A rule that was asked about, with what came of it; `ask` is the tool that asks again."""

    rule: str
    name: str
    strength: str
    text: str
    ask: str


class Mastery(TypedDict):
    """How well the rules of a game are known: in all, by chapter, and one by one where there is something to tell."""

    title: str
    counts: dict[str, int]
    chapters: list[Known]
    rules: list[KnownRule]


class Sheet(TypedDict, total=False):
    """A page without a table: a cue card, the words of a game, or how well its rules are known."""

    cue: CueCard
    words: list[TermText]
    mastery: Mastery


class ShelfGame(TypedDict):
    """One game on the front page's shelf; the first link is the one to follow."""

    id: str
    title: str
    text: str
    facts: str
    pages: int
    done: int
    links: list[Link]
    accent: NotRequired[Accent | None]


class Shelf(TypedDict):
    """The front page: all games."""

    text: str
    games: list[ShelfGame]
    resume: NotRequired[Link]
    links: NotRequired[list[Link]]


class Lab(TypedDict):
    """The workbench beside the table: its tabs, the rules in force, and the blocks of the open one (`lab_panels`)."""

    tab: str
    tabs: list[Choice]
    trail: list[str]
    blocks: list[Any]


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
    question: Question
    zones: list[Zone]
    tracks: list[Track]
    roll: Roll
    graph: Graph
    map: dict[str, Any]
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


class Hello(TypedDict):
    """The page is open: its query string, and what this browser kept."""

    type: Literal["hello"]
    search: str
    stored: dict[str, str]


class Answer(TypedDict):
    """An option of the ask `ask` was pressed, or a prediction made, or a closed option tried."""

    type: Literal["answer", "predict", "try"]
    ask: str
    option: str


class Typed(TypedDict):
    """The ask `ask` was answered by typing."""

    type: Literal["input"]
    ask: str
    text: str


class Press(TypedDict):
    """A button that carries nothing."""

    type: Literal["undo", "redo", "next", "back", "ping"]


class GoTo(TypedDict):
    """A page of the course was chosen."""

    type: Literal["goto"]
    page: int | str
    step: int


class Named(TypedDict):
    """A tool of that id was pressed."""

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
    """A button of the panel was pressed; `text` is what its field holds."""

    type: Literal["dialog"]
    id: str
    text: str


class FormSent(TypedDict):
    """The panel's fields were sent, by a button or by a live field."""

    type: Literal["form"]
    id: str
    values: dict[str, str]


class GroupPressed(TypedDict):
    """A group of the turn flow was opened; None goes back to where we are."""

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
    | Answer
    | Typed
    | Press
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
