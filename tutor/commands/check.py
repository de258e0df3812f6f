"""`rules-tutor check`: whether files that people wrote fit."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tutor.commands.shared import Json, complain, print_json, say

if TYPE_CHECKING:
    from tutor.engine.core.game import Game

KINDS = {"answers": "record", "step": "page", "sections": "rulebook", "node": "flow", "game": "scene"}
"""The keys that tell what a file is, each with the kind of file; the first one found counts."""

Found = tuple[Path, str, Callable[[], object]]
"""A file or folder, what it is, and how to check it."""


def check(
    paths: Annotated[list[Path], typer.Argument(help="Pages, scenes, records, card sets, or folders of them.")],
    game: Annotated[str | None, typer.Option(help="The game to which a folder of cards belongs.")] = None,
    json: Json = False,
) -> None:
    """Check pages, scenes, records and card sets. Each fault is one line, and the exit code is 2 if there are any."""
    from tutor.engine.book.files import BadInput, naming
    from tutor.engine.core.game import find_game

    cards_for = find_game(game) if game else None
    told = []
    for path, kind, look in (found for start in paths for found in _found(start, cards_for)):
        fault = ""
        try:
            with naming(str(path)):
                look()
        except BadInput as bad:
            fault = str(bad)
        told.append({"path": str(path), "kind": kind, "fault": fault})
        if not json:
            say(f"{kind} {path}: {'does not fit' if fault else 'ok'}")
            if fault:
                complain(fault)
    if json:
        print_json({"files": told})
    if any(one["fault"] for one in told):
        raise typer.Exit(2)


def _found(path: Path, cards_for: "Game | None") -> Iterator[Found]:
    """What there is to check at a path; for a game's own folder, the path says which game its cards are for."""
    from tutor.engine.core.game import games

    if not path.is_dir():
        kind = _kind(path)
        yield path, kind, partial(_look, path, kind)
        return
    kinds = {file: _kind(file) for file in sorted(path.glob("*.toml"))}
    if kinds and set(kinds.values()) == {"file"}:
        yield path, "card set", partial(_look_at_cards, path, cards_for)
    else:
        yield from ((file, kind, partial(_look, file, kind)) for file, kind in kinds.items() if kind != "file")
    if (path / "rulebook.toml").exists():
        cards_for = games().get(path.name, cards_for)
    for folder in sorted(inner for inner in path.iterdir() if inner.is_dir()):
        yield from _found(folder, cards_for)


def _kind(file: Path) -> str:
    """What a file is, according to the keys that it has."""
    from tutor.engine.book.files import BadInput, parse_toml, read_text

    try:
        head: dict[str, Any] = parse_toml(read_text(file), str(file))
    except BadInput:
        return "text"
    return next((kind for key, kind in KINDS.items() if key in head), "file")


def _look(file: Path, kind: str) -> None:
    """Read a file as its kind demands; a page is also taken step by step, with every answer that its author foresaw.

    Raises:
        ValueError: if something in it does not fit.
    """
    from tutor.engine.book.files import BadInput, parse_toml, read_text
    from tutor.engine.book.flow import load_flow
    from tutor.engine.book.rulebook import load_rulebook
    from tutor.engine.play.record import load
    from tutor.lessons.checks import play_page
    from tutor.lessons.pages import load_page

    match kind:
        case "record":
            load(read_text(file), str(file))
        case "page":
            for fault in play_page(load_page(file)):
                raise fault
        case "rulebook":
            load_rulebook(file)
        case "flow":
            load_flow(file)
        case "scene":
            _look_at_scenes(file)
        case _:
            parse_toml(read_text(file), str(file))
            raise BadInput(
                str(file), "", "not a page, a scene or a record; to check cards, give their folder and --game"
            )


def _look_at_scenes(file: Path) -> None:
    """Lay out every case of a scene file and read its steps."""
    from tutor.engine.book.files import read_text
    from tutor.engine.play.playing import Player
    from tutor.engine.play.scene import load_scenes

    for scene in load_scenes(read_text(file), str(file)):
        player = Player(scene, scene.match())
        for n, raw in enumerate(scene.play):
            player.parse(raw, n)


def _look_at_cards(folder: Path, game: "Game | None") -> None:
    from tutor.engine.book.files import BadInput

    if game is None:
        raise BadInput(str(folder), "", "looks like a folder of cards; say with --game which game they are for")
    game.load_cards(folder)
