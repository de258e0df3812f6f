"""Draws texts of the product at random and prints each as a reader meets it, to be judged by somebody else.

    python -m tools.sample_texts -n 50 --kind steps --game shelter --seed 1

Without `--kind`, the texts are spread evenly over all kinds. The same seed draws the same texts from the same files.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from textwrap import fill, indent
from typing import Any, NamedTuple

from tools.prose.texts import NAMES, ROOT, Text, sources
from tools.prose.texts import texts as texts_of
from tutor.engine.core.asks import Chance, Choose, spell
from tutor.engine.core.game import Game, find_game, games
from tutor.engine.core.match import Match, chance_at, uniformly
from tutor.lessons.going import TEST
from tutor.lessons.page import CORE, Choice, Move, Page, Step
from tutor.lessons.pages import pages_of, whole_games_of
from tutor.lessons.stage import Stage
from tutor.lessons.story import Story
from tutor.lessons.walks import Walk

PLAYOUTS = 6
"""The number of random games from which notes, refusals and questions are drawn."""
MOST_ANSWERS = 1500
"""The number of answers after which such a game is abandoned."""
MOST_OPTIONS = 8
"""The largest number of labels shown with a question."""


class Sample(NamedTuple):
    """A text with what a reader sees beside it."""

    place: str
    text: str


def steps(game: Game, random: Random) -> Iterator[Sample]:
    """Yield every step of a game's pages, with the table as the step finds it."""
    for page in whole_games_of(game.id):
        yield from _story(page)
    for page in pages_of(game.id):
        for part in (CORE, TEST):
            stage = Stage(page, part)
            for n, step in enumerate(stage.steps):
                yield Sample(f"{page.id} {stage.place(n)}", _step(step, stage.start(n), stage.you(n)))


def _story(page: Page) -> list[Sample]:
    """Return the steps of a whole game that come up if the learner makes the page's own moves."""
    found: list[Sample] = []

    def look(story: Story) -> Iterator[Any]:
        attempt = story.attempt
        found.append(Sample(f"{page.id} {page.place(story.at)}", _step(attempt.step, attempt.match, attempt.seat)))
        yield from ()

    amiss = list(Walk(page).run(look))
    if amiss:
        raise ValueError(f"{page.id} cannot be walked: {amiss[0]}")
    return found


def _step(step: Step, match: Match, seat: int) -> str:
    asked = match.asked(seat)
    lines = [
        f"[table, seen by {match.table.names[seat]}] {_short(match.game.position(match.table, seat))}",
        f"[table asks] {asked.prompt()}" if asked else "",
        f"[new table] {step.new_table}" if step.new_table else "",
        f"<{step.kind}> {step.prompt}".rstrip(),
        step.text,
        f"(folded) {step.fold}" if step.fold else "",
        *_line(step.play),
        *_choices(step.options),
        *_choices(step.reasons),
        *(f"? chance of: {event.text}" for event in step.chances),
        *(line for way in step.ways for line in (*_line(way.play), f"* {way.text}: {way.why}")),
        *_said("accepted", dict.fromkeys(step.accept, "") | step.replies),
        *_line(step.then),
        *(
            line
            for move, branch in step.on.items()
            for line in (f"on {move}: {branch.text}", *_line(branch.then or ()))
        ),
        *_said("instead", step.instead),
        *_said("refused by", step.closed),
        *_said("choose among", dict.fromkeys(step.moves, "")),
        f"(hint) {step.hint}" if step.hint else "",
    ]
    return "\n".join(line for line in lines if line)


def _line(moves: Iterable[Move]) -> list[str]:
    return [f"> {', '.join(move.answers)}: {move.text}" for move in moves]


def _choices(choices: Iterable[Choice]) -> list[str]:
    return [f"{'+' if choice.right else '-'} {choice.text} | {choice.why}" for choice in choices]


def _said(what: str, said: Mapping[str, str]) -> list[str]:
    """Return the replies to moves; moves with the same reply share a line."""
    moves: dict[str, list[str]] = {}
    for move, text in said.items():
        moves.setdefault(text, []).append(move)
    return [f"{what} {', '.join(alike)}: {text}".removesuffix(": ") for text, alike in moves.items()]


def _short(position: Any) -> str:
    """Return a position in a few words, without empty values."""
    return json.dumps(_without_blanks(position), ensure_ascii=False, default=str).replace('"', "")


def _without_blanks(value: Any) -> Any:
    if isinstance(value, Mapping):
        kept = {key: _without_blanks(part) for key, part in value.items()}
        if value and all(isinstance(part, list | tuple) for part in value.values()):
            return kept  # such as characters with what each of them holds: they are there even if they hold nothing
        return {key: part for key, part in kept.items() if part not in (None, "", [], {}, False) or part == 0}
    return [_without_blanks(part) for part in value] if isinstance(value, list | tuple) else value


def entries(game: Game, random: Random) -> Iterator[Sample]:
    """Yield every text of the rulebook's index."""
    for entry in game.book:
        for name in ("text", "unclear", "ruling", "intro"):
            if words := getattr(entry, name):
                yield Sample(f"{entry.id} {name}", words)


def _played(game: Game, random: Random) -> Iterator[Match]:
    """Yield matches between random players, each at every decision and at its end."""
    for n in range(PLAYOUTS):
        seats = game.seat_counts({}, ())
        match = Match(game, game.new(game.setup(seats[n % len(seats)])), random.randrange(1 << 30))
        while match.ask is not None and len(match.log) < MOST_ANSWERS:
            yield match
            if isinstance(match.ask, Chance):
                match.answer_by_chance()
                continue
            seat = next(seat for seat in range(len(match.table.names)) if match.asked(seat))
            ask = match.asked(seat)
            assert ask is not None
            match.answer(uniformly(chance_at(match.seed, len(match.log)))(ask), seat)
        yield match


def _asks(match: Match) -> list[Choose]:
    return [ask for seat in range(len(match.table.names)) if (ask := match.asked(seat))]


def notes(game: Game, random: Random) -> Iterator[Sample]:
    """Yield notes of random games: one for each template, with the note before it."""
    found: dict[str, Sample] = {}
    for match in _played(game, random):
        if isinstance(match.ask, Chance):
            continue
        for before, note in zip([None, *match.notes], match.notes, strict=False):
            said = f"(before it) {before.text}\n{note.text}" if before else note.text
            found.setdefault(note.template, Sample(note.rules, said))
    yield from found.values()


def refusals(game: Game, random: Random) -> Iterator[Sample]:
    """Yield refusals of random games, one for each rule, with the move that was refused."""
    found: dict[str, Sample] = {}
    for match in _played(game, random):
        for ask in _asks(match):
            for option in ask.options():
                for no in option.refusals:
                    said = f"{match.table.names[ask.seat]} tries: {option.label}\n{no.why} | {no.fix}"
                    found.setdefault(f"{no.rule} {ask.rule}", Sample(f"{no.rule}, asked by {ask.rule}", said))
    yield from found.values()


def questions(game: Game, random: Random) -> Iterator[Sample]:
    """Yield questions of random games, one for each rule that asks, with the labels of their options."""
    found: dict[str, Sample] = {}
    for match in _played(game, random):
        for ask in _asks(match):
            if ask.rule not in found:
                shown = [
                    f"- {option.label} ({spell(option.value)}){' [not allowed]' if option.refusals else ''}"
                    for option in ask.options()[:MOST_OPTIONS]
                ]
                asked = f"{match.table.names[ask.seat]}: {ask.prompt()}"
                found[ask.rule] = Sample(ask.rule, "\n".join([asked, *shown]))
    yield from found.values()


CODE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
"""Matches a block of code in a document."""
PARAGRAPH = re.compile(r"\n(?=\s*(?:\n|[-*] |\d+\. |#))")
"""Matches the gap between two paragraphs, list items or headings of a document."""
TYPE_HINT = re.compile(r"\w\[|\w \| \w")
"""Matches strings that are types."""


def _from_files(*folders: str) -> Iterator[tuple[str, Text]]:
    """Yield each text of two words or more in these files or folders, with its file, but no comments or docstrings."""
    for path in sources():
        name = path.relative_to(ROOT).as_posix()
        if name.startswith(folders):
            for text in texts_of(path):
                if text.kind not in ("comment", "docstring") and " " in text.text.strip():
                    yield name, text


def _classes() -> frozenset[str]:
    """Return all class names of the style sheets, because a string of nothing but class names is not a text."""
    sheets = (ROOT / "tutor" / "ui").rglob("*.css")
    return frozenset(
        name for path in sheets for name in re.findall(r"\.([a-z][\w-]*)", path.read_text(encoding="utf-8"))
    )


def ui() -> Iterator[Sample]:
    """Yield the texts of the screens and of the command line."""
    classes = _classes()
    for name, text in _from_files("tutor/ui/", "tutor/commands/", "tutor/serving/", "tutor/lessons/"):
        words = {word for word in text.text.split() if word not in NAMES and not word.isdecimal()}
        if not (words <= classes or TYPE_HINT.search(text.text)):
            yield Sample(f"{name}:{text.line}", text.text.strip())


def docs() -> Iterator[Sample]:
    """Yield the paragraphs, list items and cells of the documentation, without its code."""
    for name, text in _from_files("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/"):
        line = text.line
        for part in PARAGRAPH.split(CODE.sub(lambda code: "\n" * code[0].count("\n"), text.text)):
            if re.search(r"\w \w", part):
                yield Sample(f"{name}:{line + len(part) - len(part.lstrip(chr(10)))}", part.strip())
            line += part.count("\n") + 1


OF_A_GAME: dict[str, Callable[[Game, Random], Iterator[Sample]]] = {
    "steps": steps,
    "entries": entries,
    "notes": notes,
    "refusals": refusals,
    "questions": questions,
}
OF_ALL: dict[str, Callable[[], Iterator[Sample]]] = {"ui": ui, "docs": docs}
KINDS = (*OF_A_GAME, *OF_ALL)


def draw(kinds: Iterable[str], ids: Iterable[str], seed: int, n: int) -> list[tuple[str, Sample]]:
    """Draw `n` texts, as many of each kind as of every other.

    Args:
        kinds: Kinds of texts, from `KINDS`.
        ids: Ids of the games from which to draw, for the kinds that belong to a game.
        seed: Decides which texts are drawn.
        n: How many texts to draw in all; fewer are drawn if the kinds do not have enough.

    Returns:
        Each text with its kind, in the order of the kinds and in random order within a kind.
    """
    found: list[tuple[str, Sample]] = []
    asked = list(dict.fromkeys(kinds))
    for k, kind in enumerate(asked):
        random = Random(f"{seed} {kind}")
        pool = (
            list(OF_ALL[kind]())
            if kind in OF_ALL
            else [sample for id in ids for sample in OF_A_GAME[kind](find_game(id), random)]
        )
        wanted = n // len(asked) + (k < n % len(asked))
        found += [(kind, sample) for sample in random.sample(pool, min(wanted, len(pool)))]
    return found


def main() -> None:
    """Print the texts that were drawn, numbered."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kind", action="append", choices=KINDS, help="a kind of text; by default, all kinds")
    parser.add_argument("--game", action="append", choices=sorted(games()), help="a game; by default, all games")
    parser.add_argument("--seed", type=int, default=0, help="decides which texts are drawn (default: 0)")
    parser.add_argument("-n", type=int, default=50, help="how many texts to draw (default: 50)")
    asked = parser.parse_args()
    drawn = draw(asked.kind or KINDS, asked.game or sorted(games()), asked.seed, asked.n)
    for number, (kind, sample) in enumerate(drawn, 1):
        lines = (fill(line, 200, subsequent_indent="  ", break_on_hyphens=False) for line in sample.text.splitlines())
        print(f"{number}. {kind}: {sample.place}\n{indent(chr(10).join(lines), '   ')}\n")


if __name__ == "__main__":
    main()
