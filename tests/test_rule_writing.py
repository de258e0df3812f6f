"""How rules are written: no rule is called without being run, and no game has a source of chance of its own."""

from pathlib import Path

import pytest

from tests.laws import GAMES as BY_ID
from tests.rule_writing import forgotten, misread, parse, patched, read, trying, unsteady

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "tutor" / "games"
DRIVERS = ("tutor.engine.core.match", "tutor.engine.play.chance", "tutor.engine.core.moves")
"""Functions of the engine that handle a rule's generator themselves."""

WRITTEN = [m for m in read(ROOT, ROOT / "tutor/engine", GAMES, ROOT / "tests/toy") if m.name not in DRIVERS]
SHARED = [m for m in WRITTEN if m.name.startswith(("tutor.engine.core.asks", "tutor.engine.core.windows"))]
OF_GAMES = [module for module in WRITTEN if not module.name.startswith("tutor.engine")]
RULES = [m for m in OF_GAMES if ".rules" in m.name or m.name.endswith(".powers")]


@pytest.mark.slow
def test_every_rule_that_is_called_is_run():
    assert forgotten(WRITTEN) == []


@pytest.mark.parametrize("module", OF_GAMES, ids=lambda module: module.name)
def test_the_same_answers_lead_to_the_same_position(module):
    assert unsteady(module) == []


def test_rules_try_nothing():
    assert [complaint for module in RULES for complaint in trying(module)] == []


@pytest.mark.parametrize("game", BY_ID.values(), ids=lambda game: game.id)
def test_the_id_of_a_rule_can_be_found_by_searching_for_it(game):
    sections = [section.slug for section in game.book.sections]
    modules = read(ROOT, game.folder)
    assert [complaint for module in modules for complaint in patched(module, game.book, sections)] == []


@pytest.mark.parametrize("game", BY_ID.values(), ids=lambda game: game.id)
def test_a_reading_is_compared_with_an_option_of_its_rule(game):
    options = {entry.id: [option.id for option in entry.options] for entry in game.book.rule}
    assert [complaint for module in read(ROOT, game.folder) for complaint in misread(module, options)] == []


SOUND = """
from collections.abc import Callable, Iterator
from tutor.engine.core.asks import Rule, draw, shuffle
from tutor.engine.core import windows

Power = Callable[[int], Rule[None]]
POWERS: dict[str, Power] = {}

def flail(g) -> Rule[int]:
    yield from ()
    return 1

def names(g) -> Iterator[str]:
    yield "a"

class Hero:
    def fall(self) -> Rule[None]:
        yield from ()

def hand_on(g) -> Rule[int]:
    return flail(g)

def good(g, power: Power, play: Callable[[int], Rule[None]]) -> Rule[None]:
    def inner() -> Rule[None]:
        yield from flail(g)
    n = yield from flail(g)
    yield from (flail(g) if n else inner())
    yield from flail(g) or ()
    yield from POWERS["x"](n)
    yield from power(n)
    may_ask = power(n)
    if may_ask is not None:
        yield from may_ask
    yield from play(n)
    yield from g.hero.fall()
    yield from windows.window([], lambda seat: None, lambda seat, value: flail(g))
    g.hands += yield from draw(g.deck, 1, "r")
    for name in names(g):
        g.note("r", name)
"""


def lint(text):
    return forgotten([*SHARED, parse("sample", text, "sample.py")])


def test_sound_rules_pass():
    assert lint(SOUND) == []


@pytest.mark.parametrize(
    ("sound", "slip", "called"),
    [
        ("    yield from power(n)\n", "    power(n)\n", "power"),
        ("    yield from play(n)", "    play(n)", "play"),
        ("        yield from may_ask", "        may_ask", "power"),
        ('    yield from POWERS["x"](n)', '    POWERS["x"](n)', "POWERS['x']"),
        ("    yield from g.hero.fall()", "    g.hero.fall()", "g.hero.fall"),
        ("n = yield from flail(g)", "n = flail(g)", "flail"),
        ("        yield from flail(g)", "        flail(g)\n        yield", "flail"),
        ("yield from (flail(g) if n else inner())", "inner()", "inner"),
        ("yield from flail(g) or ()", "flail(g) or ()", "flail"),
        ("yield from windows.window([]", "windows.window([]", "windows.window"),
        ("g.hands += yield from draw(g.deck", "g.hands += (draw)(g.deck", "draw"),
        ("    return 1", "    return flail(g)", "flail"),
        ("n = yield from flail(g)", "n = yield flail(g)", "flail"),
        ("n = yield from flail(g)", "n = yield from ()\n    shuffle(g.deck, 'r')", "shuffle"),
    ],
)
def test_a_forgotten_yield_from_is_found(sound, slip, called):
    assert sound in SOUND
    found = lint(SOUND.replace(sound, slip, 1))
    assert len(found) == 1
    assert found[0].startswith("sample.py:")
    assert found[0].endswith(f": {called}(…) lacks its “yield from”")


@pytest.mark.parametrize(
    "slip",
    [
        "import random",
        "from os import path",
        "from time import time",
        "def f():\n    global x\n    x = 1",
        "try:\n    f()\nfinally:\n    g()",
        "for x in {1, 2}:\n    pass",
        "s = set(y)\nfor x in s:\n    pass",
        "for v in g.variants:\n    pass",
        "[x for x in set(y) - z]",
        "list({x for x in y})",
        "open('f')",
    ],
)
def test_whatever_may_come_out_differently_is_found(slip):
    assert len(unsteady(parse("sample", slip))) == 1


def test_a_set_may_be_asked_and_sorted():
    assert unsteady(parse("sample", "s = set(y)\n1 in s\nsorted(s)\nsorted(x for x in s)\nlen({1})\n")) == []


def test_a_try_is_found():
    assert trying(parse("sample", "try:\n    f()\nexcept ValueError:\n    g()", "s.py")) == ["s.py:1: has a try"]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ('g.note("fx/cost", "it costs {n}", also=("fx/any-time" if now else "",), n=2)', ""),
        ('"""As fx/cost says."""', ""),
        ('Refusal(COSTS[kind], "a/n is too much: off-fx/on")', ""),
        ('raise ValueError("fx/cost does not allow it")', ""),
        ('raise ValueError("fx/const does not allow it")', "“fx/const does not allow it” is not the id of a rule"),
        ('g.note("fx/cots", "it costs")', "“fx/cots” is not the id of a rule"),
        ('rules += " fx/cost"', "“ fx/cost” is not the id of a rule"),
        ('rules = "fx/cost fx/any-time"', "“fx/cost fx/any-time” is not the id of a rule"),
        ('found = f"fx/{kind}"', "“fx/” is not the id of a rule"),
        ('g.note(f"{first} {second}", "it costs")', "the rule is put together"),
        ('Refusal("fx" + "/cost", "it costs")', "the rule is put together"),
        ('note(" ".join(rules), "it costs")', "the rule is put together"),
    ],
)
def test_an_id_that_is_not_written_out_is_found(line, complaint):
    found = list(patched(parse("sample", line, "s.py"), ("fx/cost", "fx/any-time"), ("fx", "attack")))
    assert found == ([f"s.py:1: {complaint}"] if complaint else [])


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ('strict = g.reading("fx/cost") == "full"', ""),
        ('free = self.reading("fx/cost") in ("half", "none")', "“none” is no option of fx/cost"),
        ('match g.reading("fx/cost"):\n    case "ful" | "half":\n        pass', "“ful” is no option of fx/cost"),
        ('strict = g.readings["fx/cost"] == "full"', "does not ask with reading(…)"),
    ],
)
def test_a_misread_reading_is_found(line, complaint):
    found = list(misread(parse("sample", line, "s.py"), {"fx/cost": ("full", "half")}))
    assert found == ([f"s.py:1: {complaint}"] if complaint else [])
