"""Writes down what a game's scenes can say, gathered from the game itself: `python -m tutor.lab.vocabulary`.

There is one page per game in `docs/vocabulary`: players, variants, readings, the rules that a scene can start, a whole
`[table]`, and how to write the answers to the questions that came up in random games.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tutor.engine.book.files import toml_value
from tutor.engine.core.asks import Ask, Chance, Choose, Draw, Roll, Shuffle, Together, spell
from tutor.engine.core.game import RANDOM, Game, games
from tutor.engine.core.match import Match, chance_at, nobody, uniformly
from tutor.engine.core.rules import LISTS, PLAIN
from tutor.engine.core.table import Table
from tutor.engine.play.expecting import choices
from tutor.lab.setups import any_setup
from tutor.lab.writing import toml_table
from tutor.paths import PACKAGE

FOLDER = PACKAGE.parent / "docs" / "vocabulary"
GAMES = 40
"""Random games from which the questions are taken."""
EXAMPLES = 8
"""The largest number of answers shown for a question."""
MOST_LISTED = 8
"""The longest list that is shown as a default; of a longer one, only the number of cards is given."""
MIDDLE = 60
"""The example table is taken after this many answers."""


def vocabulary(game: Game) -> str:
    """Return the page of a game as Markdown."""
    parts = (_players(game), _readings(game), _parameters(game), _starts(game), _table(game), _answers(game))
    title = (
        f"# {game.title}: what its scenes can say\n\n`python -m tutor.lab.vocabulary` generates this page. "
        "`formats.md` explains the keys.\n"
    )
    return title + "".join("\n" + "\n".join(part) + "\n" for part in parts)


def _players(game: Game) -> Iterator[str]:
    bots = ", ".join([RANDOM, *game.bots])
    yield f'`game = "{game.id}"`, for {game.seats[0]} to {game.seats[-1]} players. Bots: {bots}.'
    yield from ("", *_heading("Variants"))
    yield from _rows(("`variants`", "what it changes"), [(f"`{id}`", text) for id, text in game.variants.items()])


def _readings(game: Game) -> Iterator[str]:
    yield from _heading("Readings")
    rows = [
        (f"`{entry.id}`", f"`{option.id}`{' (default)' if option.id == entry.default else ''}", option.text)
        for entry in game.book
        for option in entry.options
    ]
    yield from _rows(("`readings`: rule", "reading", "what it says"), rows)


def _parameters(game: Game) -> Iterator[str]:
    yield from _heading("The book’s numbers")
    rows = [
        (f"`{one.rule}`", one.text, str(one.default), f"{one.least} to {one.most}")
        for one in game.parameters.declared()
    ]
    yield from _rows(("`parameters`: rule", "what it counts", "in the book", "bounds"), rows)


def _starts(game: Game) -> Iterator[str]:
    about = "Give a player by name, and a card in play by its id. An argument in square brackets is optional."
    yield from _heading("Rules that a scene can start", about)
    nouns = _plain_table(game).NOUNS
    rows = []
    for id in game.rules.startable(nouns):
        takes = [_argument(name, kind, nouns) for name, kind in game.rules.parameters(id).items()]
        rows.append((f"`{id}`", ", ".join(filter(None, takes)) or "–"))
    yield from _rows(("`start.rule`", "`start.args`"), rows)


def _argument(name: str, kind: str, nouns: Mapping[str, str]) -> str:
    """Return an argument as a scene writes it; empty if a scene cannot give it."""
    plain = kind.strip("*")
    if plain in nouns:
        words = "player" if nouns[plain] in ("player", "movie") else "card"
    elif plain in LISTS:
        words = "list"
    elif plain in PLAIN:
        words = {"int": "number or player", "str": "text", "bool": "true or false"}[plain]
    else:
        return ""
    return f"{name} ({words})" if kind == plain else f"[{name} ({words})]"


def _plain_table(game: Game) -> Table:
    """Return the table of a scene that only says who plays."""
    table: Table = game.empty(game.setup(game.seats[0]))
    game.place(table, {}, "")
    return table


def _table(game: Game) -> Iterator[str]:
    about = "This position from a random game shows what `[table]` can say. `expect.table` uses the same words."
    yield from _heading("A whole table", about)
    yield "```toml"
    yield f'game = "{game.id}"'
    yield from toml_table("table", game.position(_middle(game).since_checkpoint()[0], None))
    yield from ("```", "", "A key that you leave out is empty, 0 or false, with these exceptions:", "")
    table = _plain_table(game)
    found: dict[str, list[str]] = {}
    for place, said in _defaults(game.position(table, None), "", table.names):
        found.setdefault(place, []).append(said)
    rows = [
        (f"`{place}`", said[0] if len({*said}) == 1 else "different for each player") for place, said in found.items()
    ]
    yield from _rows(("key", "its value if you leave it out"), rows)


def _defaults(value: Any, place: str, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the place and the words of every value that is not empty; NAME in a place means any player."""
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from _defaults(part, f"{place}.{'NAME' if key in names else key}".lstrip("."), names)
    elif isinstance(value, list) and any(value) and len(value) > MOST_LISTED:
        yield place, f"the {len(value)} cards that are nowhere else"
    elif value and value != [[]] * len(value if isinstance(value, list) else ""):
        yield place, f"`{toml_value(value)}`"


def _middle(game: Game) -> Match:
    """Return the first random game that is not over after `MIDDLE` answers, stopped there."""
    seed = 0
    while True:
        seed += 1
        match = Match(game, game.new(game.setup(game.seats[0])), seed)
        match.play(uniformly(chance_at(seed, 0)), until=lambda match: len(match.log) >= MIDDLE)
        if match.ask is not None:
            return match


def _answers(game: Game) -> Iterator[str]:
    about = f"These questions, with open and closed answers, came up in {GAMES} random games."
    yield from _heading("Questions and answers", about)
    met: dict[tuple[str, str], dict[str, str]] = {}
    for seed in range(GAMES):
        match = Match(game, game.new(any_setup(game, seed, turned=False)), seed)
        choose = uniformly(chance_at(seed, 0))
        while match.ask is not None:
            _meet(match.ask, met)
            match.answer(match.ask.resolve(choose, chance_at(seed, len(match.log))))
    rows = [(f"`{id}`", asked, _shown(seen)) for (id, asked), seen in sorted(met.items())]
    yield from _rows(("`ask`", "who answers", "some of the answers"), rows)


def _meet(ask: Ask, met: dict[tuple[str, str], dict[str, str]]) -> None:
    """Keep the answers to a question as they are written, each with its first word."""
    if isinstance(ask, Shuffle):
        texts = []
    elif isinstance(ask, Chance):
        texts = [spell(ask.resolve(nobody, lambda: 0.5))]
    else:
        texts = [spell(value) for part in choices(ask) for value in part.candidates()]
    seen = met.setdefault((ask.rule, _asked_of(ask)), {})
    if isinstance(ask, Chance) and seen:  # one example is enough, the shortest
        texts = [min([*seen, *texts], key=len)]
        seen.clear()
    seen.update((text, text.partition(" ")[0]) for text in texts)


def _asked_of(ask: Ask) -> str:
    if isinstance(ask, Together):
        return "several players at once"
    if isinstance(ask, Choose):
        return "a player"
    return {Roll: "dice", Draw: "a pile", Shuffle: "nobody (it answers itself)"}[type(ask)]


def _shown(seen: Mapping[str, str]) -> str:
    """Return some of the answers, beginning with those whose first words differ."""
    first = {word: text for text, word in reversed([*seen.items()])}
    texts = [text for text, word in seen.items() if first[word] == text]
    texts += [text for text in seen if text not in texts]
    return ", ".join(f"`{text}`" for text in texts[:EXAMPLES]) + (", …" if len(texts) > EXAMPLES else "")


def _heading(title: str, *about: str) -> list[str]:
    """The lines of a heading and of the paragraphs below it."""
    return [line for paragraph in (f"## {title}", *about) for line in (paragraph, "")]


def _rows(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    if not rows:
        yield "None."
        return
    yield "| " + " | ".join(heads) + " |"
    yield "|" + "---|" * len(heads)
    yield from ("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows)


def main() -> None:
    """Write the page of every game."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for game in games().values():
        path: Path = FOLDER / f"{game.id}.md"
        path.write_text(vocabulary(game), encoding="utf-8")


if __name__ == "__main__":
    main()
