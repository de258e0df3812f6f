"""What is asked, as plain data: options with their reasons and odds, predictions, and what an answer led to."""

from typing import Literal, NotRequired, TypedDict

Verdict = Literal["right", "wrong", "neutral"]


class Fix(TypedDict):
    """The nearest legal move; `option` is the id of the open option for this move."""

    text: str
    option: NotRequired[str]


class Refused(TypedDict):
    """One reason why an option is closed."""

    rule: str
    why: str
    fix: NotRequired[Fix | None]


class OptionOdds(TypedDict):
    """How likely an option is to succeed: `faces` are the faces of one die that succeed."""

    ways: int
    of: int
    text: NotRequired[str]
    faces: NotRequired[list[int]]
    sides: NotRequired[int]


class Option(TypedDict):
    """Something that a player could try; it is open if it has no refusals.

    An option that is `apart` is chosen only by its own button, never by a press on a card that it names.
    """

    id: str
    label: str
    refusals: NotRequired[list[Refused]]
    detail: NotRequired[str]
    group: NotRequired[str]
    odds: NotRequired[OptionOdds]
    verdict: NotRequired[Verdict]
    explanation: NotRequired[str]
    tag: NotRequired[str]
    apart: NotRequired[bool]


class Guess(TypedDict):
    """One answer to a prediction."""

    id: str
    label: str


class Predict(TypedDict):
    """“What will happen?”, asked beside a question, before it is answered."""

    prompt: str
    options: list[Guess]
    chosen: NotRequired[str]


class Feedback(TypedDict):
    """What the last answer led to."""

    verdict: Verdict
    text: str
    rule: NotRequired[str]


class SeatName(TypedDict):
    """A seat that decides; `you` says that the visitor plays it."""

    index: int
    name: str
    you: NotRequired[bool]


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
    """The chance of something, with its working: `ways` of `of` if they can be counted."""

    text: str
    working: str
    ways: NotRequired[int]
    of: NotRequired[int]


class OpenKind(TypedDict):
    """A kind of move that is open: its name, and what it is good for."""

    label: str
    text: str


class Intro(TypedDict):
    """A rule that is explained to a newcomer when it first matters; `href` leads to the page that teaches it.

    The title may be empty.
    """

    rule: str
    title: str
    text: str
    href: NotRequired[str]


class Reminder(TypedDict):
    """The rule that is explained again with the refusal of `option`: the first that closes it and can be explained."""

    option: str
    text: str


class Playing(TypedDict):
    """What just happened, piece by piece: which piece is shown, of how many, and its sentence.

    Until the last piece is shown, the page asks for the next one with the tool `piece NAME NUMBER`, at the pace that
    the visitor has chosen, or otherwise at the `usual` pace; afterwards it offers the first one again. At the piece
    `stop`, it waits for the visitor whatever the pace.
    """

    name: str
    at: int
    of: int
    text: str
    usual: NotRequired[str]
    stop: NotRequired[int]


class Link(TypedDict):
    """A way to another page."""

    label: str
    href: str


class Question(TypedDict):
    """What is being asked: the open options as buttons, the closed ones with their reasons.

    `chosen` is the option that was chosen: in a switch, the one that is shown, and otherwise the only answer that is
    accepted. `differs` is what is marked on the table as different. `leave` leads out of a part of a page, or past
    all questions that are like this one. `link` leads to another page.
    """

    id: str
    title: str
    mode: Literal["answer", "next", "quiz", "spot", "predict", "wait", "switch"]
    options: list[Option]
    working: NotRequired[str]
    predict: NotRequired[Predict]
    feedback: NotRequired[Feedback]
    figures: NotRequired[list[Figure]]
    seat: NotRequired[SeatName]
    input: NotRequired[Input]
    chosen: NotRequired[str]
    differs: NotRequired[list[str]]
    next: NotRequired[str]
    back: NotRequired[str]
    leave: NotRequired[str]
    link: NotRequired[Link]
    kinds: NotRequired[list[OpenKind]]
