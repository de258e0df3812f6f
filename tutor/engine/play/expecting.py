"""Comparing what a scene expects with the match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from tutor.engine.book.files import BROKEN, BadInput, quoted
from tutor.engine.core.asks import Ask, Choose, Together, spell
from tutor.engine.core.match import Match
from tutor.engine.core.table import Note, Table
from tutor.engine.play.expectations import EVERYBODY, EXPECTATIONS, MEMBERS, Told, as_table, listed, plainly


def complaints(
    expected: Mapping[str, Any],
    match: Match,
    notes: Sequence[Note],
    walk: Sequence[str] = (),
    begun: Table | None = None,
) -> Iterator[str]:
    """Yield what does not hold in a match.

    Args:
        expected: What is expected.
        match: The match.
        notes: The notes told since the last expectation.
        walk: The nodes of the turn flow that were passed since then.
        begun: The table as it was at the beginning, which shows what may have disappeared since then.

    Raises:
        BadInput: if a value is of a kind that cannot be looked for under its key.
    """
    looking = _Looking(expected, match, notes, walk)
    yield from looking.misspelt(expected, begun or match.table)
    for key, value in expected.items():
        try:
            yield from getattr(looking, f"see_{key}")(value)
        except BROKEN as error:
            raise BadInput("", key, f"expected {EXPECTATIONS[key]}, got {quoted(value)}") from error


class _Looking:
    """Checks a match; `see_KEY` yields what is not true about the expectation of that key."""

    def __init__(self, expected: Mapping[str, Any], match: Match, notes: Sequence[Note], walk: Sequence[str]) -> None:
        self.match = match
        self.names = match.table.names
        self.notes = notes
        self.walk = walk
        self.cited = {id for note in notes for id in note.rules.split()}
        seen_by = expected.get("seen_by")
        self.seat = None if seen_by is None else match.table.seat(seen_by)

    def misspelt(self, expected: Mapping[str, Any], begun: Table) -> Iterator[str]:
        """Complaints about names under `lacks` that nothing has, because they would always be missing."""
        lacking = [word for key in ("table", "total") for word in _lacking(expected.get(key)) if isinstance(word, str)]
        if lacking:
            positions = [self.match.game.position(table, None) for table in (begun, self.match.table)]
            known = {*self.match.table.cards, *self.names, *_texts_in(positions)}
            yield from (
                f"nothing here is called “{word}”, so it could never be there" for word in lacking if word not in known
            )

    def see_table(self, value: Any) -> Iterable[str]:
        return differences(value, self._position(), "table")

    def see_total(self, value: Any) -> Iterator[str]:
        for one in listed(value):
            asked = {key: part for key, part in one.items() if key != "of"}
            found: list[Any] = []
            for path in listed(one["of"]):
                part: Any = self._position()
                for key in path.split("."):
                    if not isinstance(part, Mapping) or key not in part:
                        there = ", ".join(map(str, part)) if isinstance(part, Mapping) else quoted(part)
                        yield f"there is no {path} in the table; found {there}"
                        return
                    part = part[key]
                found += [None] * part if isinstance(part, int) else [*part]
            yield from _membership(asked, found, " + ".join(listed(one["of"])))

    def see_seen_by(self, value: Any) -> Iterable[str]:
        return ()

    def _position(self) -> Any:
        return self.match.game.position(self.match.table, self.seat)

    def see_ask(self, value: Any) -> Iterator[str]:
        asked = self.match.ask.rule if self.match.ask else ""
        if asked != value:
            yield f"{value or 'nothing'} should be asked, but {asked or 'nothing'} is"

    def see_asked(self, value: Any) -> Iterator[str]:
        asked = [self.names[part.seat] for part in choices(self.match.ask)]
        if asked != listed(value):
            yield f"{quoted(value)} should be asked, but {quoted(asked) if asked else 'nobody'} is"

    def see_prompt(self, value: Any) -> Iterator[str]:
        prompts = [part.prompt() for part in choices(self.match.ask)]
        for words in listed(value):
            if not any(_stand_in(words, prompt) for prompt in prompts):
                yield f"a question should say “{words}”, but the questions are {_quoted(prompts)}"

    def see_trail(self, value: Any) -> Iterator[str]:
        if self.match.game.rules.compiled:
            return
        for id in _missing(value, self.match.trail):
            yield f"{id} should be in force, not {' > '.join(self.match.trail)}"

    def see_open(self, value: Any) -> Iterator[str]:
        for wanted, parts in self._by_player(value):
            yield from (f"“{text}” should be open" for text in _missing(wanted, _texts(parts, closed=False)))
            yield from _contradictions(parts)

    def see_closed(self, value: Any) -> Iterator[str]:
        for wanted, parts in self._by_player(value):
            yield from (f"“{text}” should be closed" for text in _missing(wanted, _texts(parts, closed=True)))
            yield from _contradictions(parts)

    def see_options(self, value: Any) -> Iterator[str]:
        for wanted, parts in self._by_player(value):
            found = _texts(parts, closed=False)
            if sorted(found) != sorted(wanted):
                yield f"{_quoted(wanted)} and nothing else should be open, but these answers are: {_quoted(found)}"
            yield from _contradictions(parts)

    def see_absent(self, value: Any) -> Iterator[str]:
        table = self.match.table
        known = {*table.cards, *" ".join(table.names).split()}
        known.update(word for entry in self.match.log for word in _words(spell(entry.value)))
        for wanted, parts in self._by_player(value):
            offered = [spell(option) for part in parts for option in part.candidates()]
            words = known.union(*map(_words, offered))
            for text in wanted:
                if text in offered:
                    yield f"“{text}” should not be offered"
                elif strange := [w for w in _words(text) if w not in words and not w.isdecimal()]:
                    yield f"“{text}” should not be offered, but nobody could say “{strange[0]}” here at all"

    def _by_player(self, value: Any) -> Iterator[tuple[list[str], list[Choose]]]:
        """What is expected of whom: of all who are asked, or of each named player."""
        parts = choices(self.match.ask)
        if isinstance(value, Mapping):
            for name, wanted in value.items():
                seat = self.match.table.seat(name)
                asked = [part for part in parts if part.seat == seat]
                yield _values(listed(wanted), asked), asked
        else:
            yield _values(listed(value), parts), parts

    def see_notes(self, value: Any) -> Iterator[str]:
        for id in _missing(value, self.cited):
            yield f"a note should cite {id}, but the notes cite {', '.join(sorted(self.cited)) or 'none'}"

    def see_no_notes(self, value: Any) -> Iterator[str]:
        yield from (f"no note should cite {id}" for id in listed(value) if id in self.cited)

    def see_says(self, value: Any) -> Iterator[str]:
        said = [note.text for note in self.notes]
        for words in listed(value):
            if not any(_stand_in(words, text) for text in said):
                yield f"a note should say “{words}”, but the notes say {_quoted(said)}"

    def see_no_says(self, value: Any) -> Iterator[str]:
        for words in listed(value):
            yield from (
                f"no note should say “{words}”, but one says “{note.text}”"
                for note in self.notes
                if _stand_in(words, note.text)
            )

    def see_told(self, value: Any) -> Iterator[str]:
        left = iter(self.notes)
        for one in listed(value):
            if not any(self._is_told(one, note) for note in left):
                found = "; ".join(f"{n.rules}: {n.text} (to {', '.join(self._readers(n))})" for n in self.notes)
                yield f"a note like {quoted(one)} should come next; the notes are {found or 'none'}"
                return

    def _is_told(self, wanted: Any, note: Note) -> bool:
        told = Told(**as_table(wanted, "says"))
        return (
            (not told.rule or told.rule in note.rules.split())
            and _stand_in(told.says, note.text)
            and (told.to is None or self._readers(note) == self._readers_of(told.to))
        )

    def _readers(self, note: Note) -> list[str]:
        return sorted(self.names if note.to is None else [self.names[seat] for seat in note.to])

    def _readers_of(self, to: Any) -> list[str]:
        return sorted(self.names if to == EVERYBODY and EVERYBODY not in self.names else listed(to))

    def see_walked(self, value: Any) -> Iterator[str]:
        left = iter(self.walk)
        for node in listed(value):
            if node not in left:
                went = " > ".join(self.walk) or "nowhere"
                yield f"“{node}” should come next in the turn flow, but the turn went {went}"
                return

    def see_over(self, value: Any) -> Iterator[str]:
        if (self.match.ask is None) != value:
            yield f"the game should {'' if value else 'not '}be over"

    def see_scores(self, value: Any) -> Iterable[str]:
        scores = self.match.game.outcome(self.match.table).scores
        return differences(value, dict(zip(self.names, scores, strict=False)), "scores")

    def see_winners(self, value: Any) -> Iterator[str]:
        winners = [self.names[seat] for seat in self.match.game.outcome(self.match.table).winners]
        if sorted(winners) != sorted(listed(value)):
            yield f"the winners should be {quoted(value)}, but are {quoted(winners)}"


def choices(ask: Ask | None) -> list[Choose]:
    """The questions to players in an ask: one, several at once, or none."""
    if isinstance(ask, Together):
        return list(ask.asks)
    return [ask] if isinstance(ask, Choose) else []


def _values(texts: list[str], parts: Sequence[Choose]) -> list[str]:
    """Texts of answers as values: as in a step, a label stands for its answer, if no other answer has it."""
    if {spell(value) for part in parts for value in part.candidates()}.issuperset(texts):
        return texts
    labelled: dict[str, list[str]] = {}
    for part in parts:
        for option in part.options():
            labelled.setdefault(plainly(option.label), []).append(spell(option.value))
    found = [labelled.get(plainly(text), []) for text in texts]
    return [values[0] if len(values) == 1 else text for text, values in zip(texts, found, strict=True)]


def _texts(parts: Iterable[Choose], closed: bool) -> list[str]:
    return [spell(option.value) for part in parts for option in part.options() if bool(option.refusals) == closed]


def _lacking(expected: Any) -> Iterator[Any]:
    """Everything under `lacks`."""
    if isinstance(expected, Mapping):
        for key, part in expected.items():
            yield from listed(part) if key == "lacks" else _lacking(part)
    elif isinstance(expected, list):
        for part in expected:
            yield from _lacking(part)


def _texts_in(value: Any) -> Iterator[str]:
    """Every text and every key in plain data."""
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield key
            yield from _texts_in(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _texts_in(part)
    elif isinstance(value, str):
        yield value


def _words(text: str) -> list[str]:
    return text.replace("[", " ").replace("]", " ").split()


def _contradictions(parts: Iterable[Choose]) -> Iterator[str]:
    """What a question lists as open but would not accept, or the other way round."""
    for part in parts:
        for value in part.candidates():
            if (value in part.open()) != part.accepts(value):
                yield f"{part.rule} contradicts itself: open() and refuse() do not agree about “{spell(value)}”"


def _missing(wanted: Any, found: Iterable[str]) -> list[str]:
    there = set(found)
    return [one for one in listed(wanted) if one not in there]


def _stand_in(words: str, text: str) -> bool:
    return plainly(words) in plainly(text)


def _quoted(texts: Sequence[str]) -> str:
    return ", ".join(f"“{text}”" for text in texts) or "nothing"


def differences(expected: Any, actual: Any, place: str) -> list[str]:
    """Return what of `expected` does not hold in `actual`: tables are compared in part, everything else whole.

    Instead of a list or a table, `{n = 3}` asks about its length, `{has = "x"}` and `{lacks = "x"}` about members, and
    `{only = [...]}` for these members and no others, in any order (of a table: for these keys and no others). Members
    that are tables are compared in part, too.
    """
    if isinstance(expected, Mapping):
        asks_for_members = bool(expected) and set(expected) <= set(MEMBERS)
        if isinstance(actual, list | tuple) or (asks_for_members and isinstance(actual, Mapping)):
            return list(_membership(expected, actual, place))
        if not isinstance(actual, Mapping):
            return [f"{place} should be a table, but is {quoted(actual)}"]
        found = []
        for key, value in expected.items():
            if key not in actual:
                found.append(f"{place}.{key} is missing; found {', '.join(map(str, actual))}")
            else:
                found += differences(value, actual[key], f"{place}.{key}")
        return found
    same = list(actual) == expected if isinstance(expected, list) and isinstance(actual, tuple) else actual == expected
    return [] if same else [f"{place} should be {quoted(expected)}, but is {quoted(actual)}"]


def _membership(expected: Mapping[str, Any], actual: Any, place: str) -> Iterator[str]:
    for key, value in expected.items():
        if key == "n":
            if len(actual) != value:
                yield f"{place} should hold {quoted(value)}, but holds {len(actual)}"
        elif key == "has":
            missing, _ = _matched(listed(value), actual)
            yield from (f"{place} should hold {quoted(one)}, but is {quoted(actual)}" for one in missing)
        elif key == "lacks":
            yield from (
                f"{place} should not hold {quoted(one)}" for one in listed(value) if not _matched([one], actual)[0]
            )
        elif key == "only":
            yield from _nothing_else(value, actual, place)
        else:
            yield f"{place} is a list, so ask for {', '.join(MEMBERS)}, not {key}"


def _matched(wanted: Iterable[Any], actual: Iterable[Any]) -> tuple[list[Any], list[Any]]:
    """Pair what is expected with members, each of which counts once, and return what is left on both sides."""
    missing, left = [], list(actual)
    for one in wanted:
        fitting = next((n for n, member in enumerate(left) if not differences(one, member, "")), None)
        if fitting is None:
            missing.append(one)
        else:
            del left[fitting]
    return missing, left


def _nothing_else(wanted: Any, actual: Any, place: str) -> Iterator[str]:
    if isinstance(wanted, Mapping) and isinstance(actual, Mapping):
        yield from differences(wanted, actual, place)
    missing, left = _matched(list(wanted) if isinstance(wanted, Mapping) else listed(wanted), actual)
    if missing or left:
        yield f"{place} should hold {quoted(wanted)} and nothing else, but is {quoted(actual)}"
