"""The program reads what the documents show."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

from tests.laws import GAMES
from tutor.engine.book.cards import read_cards
from tutor.engine.book.files import parse_toml
from tutor.engine.core.game import find_game, games
from tutor.engine.play.expectations import EXPECTATIONS, MEMBERS
from tutor.engine.play.playing import DEEDS, DETAILS, play_scene
from tutor.engine.play.record import load, save
from tutor.engine.play.scene import SCENE_KEYS, load_scenes
from tutor.lab.vocabulary import FOLDER, vocabulary
from tutor.lab.writing import toml_table

ROOT = Path(__file__).parent.parent
FORMATS = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")


def section(title):
    return FORMATS.split(f"\n## {title}\n")[1].split("\n## ")[0]


def example(title):
    (text,) = re.findall(r"```toml\n(.*?)```", section(title), re.DOTALL)
    return text


def test_the_scene_of_the_docs_holds():
    (scene,) = load_scenes(example("Scenes"), "docs")
    played = play_scene(scene)
    assert played.refusals
    assert any("expect" in step for step in scene.play if isinstance(step, dict))


def test_the_record_of_the_docs_replays():
    text = example("Records")
    version = find_game(tomllib.loads(text)["game"]).cards.version
    now = re.sub(r"(?m)^end = .*\n", "", re.sub(r'(?m)^cards = ".*"', f'cards = "{version}"', text))
    assert re.sub(r"(?m)^end = .*\n", "", save(load(now))) == now


def test_the_cards_of_the_docs_are_cards():
    game = find_game("alien_conspiracy")
    assert len(read_cards(parse_toml(example("Card sets"), "docs"), game.card_types, "docs")) == 2


def test_every_key_of_a_scene_is_explained():
    text = section("Scenes")
    beside = [key for keys in DETAILS.values() for key in keys]
    known = [*SCENE_KEYS, "case", "without", *EXPECTATIONS, *MEMBERS, *DEEDS, *beside]
    assert [key for key in known if not re.search(rf"`\[*{key}\b|`{key}`|\b{key}\b`", text)] == []


def written_of(game):
    return (FOLDER / f"{game.id}.md").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("game", games().values(), ids=games())
def test_the_vocabulary_is_that_of_the_game(game):
    assert written_of(game) == vocabulary(game), "python -m tutor.lab.vocabulary writes it again"


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_whole_table_of_a_vocabulary_can_be_laid_out(game):
    page = written_of(game) if game.id in games() else vocabulary(game)
    (text,) = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    match = load_scenes(text, "vocabulary")[0].match(game)
    assert game.position(match.table, None).keys() == tomllib.loads(text)["table"].keys()


def test_a_table_is_written_as_toml():
    data = {
        "n": 1,
        "on": True,
        "names": ["a", 'b"'],
        "empty": {},
        "in": {"x": {"y y": {"z": "é"}}},
        "mix": {"a": 1, "b": {}},
    }
    assert tomllib.loads("\n".join(toml_table("t", data)))["t"] == data


@pytest.mark.parametrize("header", ["X-Forwarded-For", "X-Real-IP"])
def test_the_proxy_of_the_docs_overwrites_the_headers_that_name_a_visitor(header):
    proxy = (ROOT / "docs" / "nginx.conf").read_text(encoding="utf-8")
    assert re.findall(rf"^ *proxy_set_header {header} (.*);$", proxy, re.MULTILINE) == ["$remote_addr"]


def test_the_code_of_the_guide_is_that_of_the_small_game():
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    toy = (ROOT / "tests" / "toy" / "__init__.py").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", guide, re.DOTALL)
    assert len(blocks) >= 6
    assert [block for block in blocks if block not in toy] == []


def test_the_small_game_stays_small():
    """Blank lines and docstrings do not count, so that leaving them out gains nothing."""
    text = (ROOT / "tests" / "toy" / "__init__.py").read_text(encoding="utf-8")
    told = {
        line
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        for line in range(node.lineno, (node.end_lineno or 0) + 1)
    }
    assert len([line for n, line in enumerate(text.splitlines(), 1) if line.strip() and n not in told]) < 200
