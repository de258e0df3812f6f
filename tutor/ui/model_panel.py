"""What can be looked up and filled in, as plain data: rules, words of the game, fields, panels."""

from typing import Literal, NotRequired, TypedDict


class ReadingChoice(TypedDict):
    """One reading of an unclear rule."""

    id: str
    text: str
    chosen: bool


class RuleText(TypedDict):
    """A rule in our own words, where it is in the book, the page that teaches it, and its readings."""

    text: str
    name: NotRequired[str]
    source: NotRequired[str]
    section: NotRequired[str]
    page: NotRequired[int | str]
    step: NotRequired[int]
    href: NotRequired[str]
    unclear: NotRequired[str]
    ruling: NotRequired[str]
    readings: NotRequired[list[ReadingChoice]]


class DialogButton(TypedDict):
    """A button of the panel. `form` sends its fields; the browser itself does `copy`, `download` and `upload`."""

    id: str
    label: str
    kind: NotRequired[Literal["send", "close", "form", "copy", "download", "upload"]]
    name: NotRequired[str]


class Choice(TypedDict):
    """One value that a field offers."""

    id: str
    label: str


class FieldLook(TypedDict, total=False):
    """What a field may say besides what it asks; a `live` one reports a choice at once.

    The fields of a `group` fold away under its name.
    """

    min: int
    max: int
    wide: bool
    group: str
    live: bool
    choices: list[Choice]


class Field(FieldLook):
    """A field of the panel. The value of a check box is `yes` or `no`."""

    id: str
    kind: Literal["choice", "check", "number", "text"]
    label: str
    value: str


class Entry(TypedDict):
    """A rule found in the rulebook; `ruling` is our reading of what the book leaves open."""

    rule: str
    text: str
    ruling: NotRequired[str]
    name: NotRequired[str]
    related: NotRequired[list[str]]


class TermText(TypedDict):
    """A word of the game that is explained where it occurs: every form in which it is written, and its meaning.

    In the `plain` phrases, the word has its everyday sense.
    """

    name: str
    forms: list[str]
    text: str
    rule: str
    plain: NotRequired[list[str]]


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
