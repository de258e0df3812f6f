"""The compiled twin: how sources are rewritten for it, when it is used, and that it plays like the sources."""

import ast
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from types import SimpleNamespace

import pytest

from tools import compile as tool
from tools import rewriting
from tutor import compiled
from tutor.lab import twins
from tutor.paths import PACKAGE

SMALLEST = "alien_conspiracy"
"""The game that compiles fastest."""


def rewritten(text, **others):
    """Return a module of the engine as the compiler gets it, with other modules that it may import."""
    trees = {f"engine/{name}.py": ast.parse(source) for name, source in {"this": text, **others}.items()}
    return rewriting.rewrite("engine/this.py", trees, {"engine/this.py"})


def test_a_rule_is_registered_after_its_definition_and_reports_itself():
    text = rewritten('"""A."""\n@told\n@rule("a/b")\ndef f(g: G) -> None:\n    """It."""\n    go()\n')
    (function, registered) = ast.parse(text).body[-2:]
    assert ast.unparse(registered) == "rule('a/b')(f)"
    assert function.decorator_list == []
    assert [ast.unparse(line) for line in function.body[1:]] == [
        "if not g.heard:\n    return",
        "if rule.entering is not None:\n    rule.entering('a/b')",
        "go()",
    ]
    assert "rule('a/b')(A.do)" in rewritten(
        '"""A."""\nclass A:\n    @staticmethod\n    @rule("a/b")\n    def do(g): ...\n'
    )


def test_a_note_is_worked_out_only_for_somebody():
    assert quietly("g.note('a', b())\ng.step('c')\ng.other()\n") == (
        "if g.heard:\n    g.note('a', b())\nif g.heard:\n    g.step('c')\ng.other()"
    )


def test_what_only_tells_is_called_only_for_somebody():
    tells, other = "@told\ndef tells(g, a):\n    pass", "def other(g, a):\n    pass"
    text = f"{tells}\n\n{other}\ntells(g, g.named(a))\ntells(g, a.pop())\nother(g, a)"
    assert quietly(text).splitlines()[-4:] == [
        "if g.heard:",
        "    tells(g, g.named(a))",
        "tells(g, a.pop())",
        "other(g, a)",
    ]


def quietly(text):
    """Return a module whose notes are guarded."""
    return ast.unparse(guarded(ast.parse(text)))


def guarded(tree):
    return rewriting.Quietly("games/this.py", {"games/this.py": tree}).visit(tree)


def untold(text):
    """Return a function with notes as the compiler gets it."""
    return ast.unparse(rewriting.Untold().visit(guarded(ast.parse(text))))


def test_what_only_notes_use_is_worked_out_only_for_somebody():
    text = (
        "def f(g, a):\n    b = [g.named(a)]\n    c = {'b': b}\n    c['d'] = Many(a)\n    g.note('a', c)\n    return a"
    )
    guarded = "if g.heard:\n        {}\n    "
    lines = ["b = [g.named(a)]", "c = {'b': b}", "c['d'] = Many(a)", "g.note('a', c)"]
    assert untold(text) == "def f(g, a):\n    " + "".join(guarded.format(line) for line in lines) + "return a"


@pytest.mark.parametrize(
    "text",
    [
        "def f(g, a):\n    b = a.pop()\n    g.note('a', b)",
        "def f(g, a):\n    b = [a]\n    g.note('a', b)\n    return b",
        "def f(g, a):\n    b = [a]\n    g.note('a', b)\n    return lambda: b",
        "def f(g, a):\n    b = (yield)\n    g.note('a', b)",
        "def f(g, a):\n    global b\n    b = [a]\n    g.note('a', b)",
        "def f(a):\n    b = [a]\n    g.note('a', b)",
        "def f(g, a):\n    b = [a]\n    g.other('a', b)",
    ],
)
def test_what_changes_something_or_is_used_elsewhere_is_worked_out_for_nobody_too(text):
    first, *_ = ast.parse(untold(text)).body[0].body
    assert not isinstance(first, ast.If)


def test_what_stands_in_the_braces_of_a_text_is_formatted():
    tree = ast.parse("f'{a} {b!r} {c:>3} {c:>{n}} {d(e)}'")
    formatted = "f'{format(a)} {b!r} {format(c, '>3')} {c:>{format(n)}} {format(d(e))}'"
    assert ast.unparse(rewriting.Formatted().visit(tree)).replace('"', "'") == formatted


def test_a_native_class_has_no_slots_and_names_one_thing_a_line():
    other = 'END = "end"\n'
    text = rewritten(
        '"""A."""\nfrom tutor.engine.other import END\n@dataclass(slots=True, eq=False)\nclass A:\n'
        '    __slots__ = ()\n    a: int\n    b = c = "x"\n    d, e = 1, END\n',
        other=other,
    )
    assert "@dataclass(eq=False)\nclass A:\n    a: int\n    b = 'x'\n    c = 'x'\n    d = 1\n    e = 'end'\n" in text
    assert "annotated(A, {'a': 'int'})" in text


def test_a_name_that_is_given_one_value_is_final():
    text = rewritten(
        '"""A."""\nA = "a"\nB, C = 1, [2]\nD: int = 3\nE = int | str\nF: TypeAlias = int\n'
        'G = TypeVar("G")\nH = 1\nH = 2\n'
        "for I in C:\n    J = I\nK = L.m = 4\n"
    )
    assert text.endswith(
        "A: Final = 'a'\nB: Final = 1\nC: Final = [2]\nD: Final[int] = 3\nE = int | str\nF: TypeAlias = int\n"
        "G = TypeVar('G')\nH = 1\nH = 2\nfor I in C:\n    J = I\nK = L.m = 4\n"
    )


def test_a_module_that_is_not_compiled_says_what_stays_the_same():
    assert rewriting.constants(ast.parse('"""A."""\nfrom __future__ import annotations\nA = "a"\n')) == (
        '"""A."""\nfrom __future__ import annotations\nfrom typing import Final\nA: Final = \'a\'\n'
    )


NAMED = "class N(NamedTuple):\n    a: int\n    b: str = 'x'\n    c: list[int] = some()\n"
"""A named tuple."""


@pytest.mark.parametrize(
    ("made", "tuple_of"),
    [
        ("N(1, c=d)", "(1, 'x', d)"),
        ("N(1, 'y', f())", "(1, 'y', f())"),
        ("N(1)", None),
        ("N(*d)", None),
        ("N(c=d, a=1)", None),
        ("f(1)", None),
    ],
)
def test_a_named_tuple_is_made_as_a_tuple_where_all_its_values_are_known(made, tuple_of):
    text = rewritten(f'"""A."""\nfrom tutor.engine.other import N\ndef f():\n    return {made}\n', other=NAMED)
    assert (
        text.splitlines()[-1].strip() == f"return taken_as('N', tuple_new(the_N, {tuple_of}))"
        if tuple_of
        else made in text
    )


def test_a_named_tuple_that_only_compiled_modules_read_is_made_as_a_plain_tuple():
    part = "class Part(NamedTuple):\n    n: int\n    text: str = ''\n"
    text = rewritten('"""A."""\nfrom tutor.engine.other import Part\nA = f(Part(1))\nB = f(Part(*C))\n', other=part)
    assert text.endswith("f(taken_as('Part', (1, '')))\nB: Final = f(Part(*C))\n")


PLACES = """
class Part: ...

@dataclass(slots=True)
class Place(Part):
    card: str
    key: str = slot("place", needed=True)
    seats: int = count(2)
    tokens: list[int] = listed()

    def empty(self): ...
"""


def test_a_part_of_a_table_is_made_by_a_compiled_function():
    imported = "from tutor.engine.places import Place"
    trees = {"engine/this.py": ast.parse(f'{imported}\nplace = Place("a", key="b")\nother = Place(*a)\n')}
    trees["engine/places.py"] = ast.parse(PLACES)
    text = rewriting.rewrite("engine/this.py", trees, {*trees})
    assert text.splitlines()[-2:] == ["place: Final = built_Place('a', key='b')", "other: Final = Place(*a)"]
    assert "from tutor.engine.places import built_Place" in text
    text = rewriting.rewrite("engine/places.py", trees, {*trees})
    assert text.partition("annotated(Place")[2].splitlines()[1:] == [
        "default_Place_seats: Final[int] = default_of(Place, 'seats')",
        "default_Place_tokens: Final[Any] = default_of(Place, 'tokens')",
        "new_Place: Final[Any] = Place.__new__",
        "",
        "def built_Place(card: str, key: str, seats: int=default_Place_seats, tokens: list[int] | None=None) -> Place:",
        "    it: Place = new_Place(Place)",
        "    it.card = card",
        "    it.key = key",
        "    it.seats = seats",
        "    it.tokens = default_Place_tokens() if tokens is None else tokens",
        "    return it",
    ]


def test_a_default_is_a_value_or_the_function_that_makes_it():
    @dataclass
    class Place:
        limit: int = 2
        tokens: list[int] = field(default_factory=list)

    assert (compiled.default_of(Place, "limit"), compiled.default_of(Place, "tokens")) == (2, list)


@pytest.mark.parametrize(
    ("test", "truth"),
    [
        ("a", "a"),
        ("a and b > 0", "not not a and b > 0"),
        ("a or (b and not c)", "not not a or (not not b and (not c))"),
        ("(a if b else c)", "(not not a if b else not not c)"),
    ],
)
def test_a_condition_is_made_of_truth_values(test, truth):
    assert f"[d for d in e if {truth}]" in rewritten(f'"""A."""\nx = [d for d in e if {test}]\n')
    every = ast.unparse(ast.parse(f"any({truth} for d in e)"))
    assert every in rewritten(f'"""A."""\nx = any({test} for d in e)\n')


def test_a_function_of_python_is_looked_up_once():
    text = rewritten('"""A."""\ndef f(a):\n    return callable(next(a)) and next(b for b in a)\n')
    assert "the_next: Final[Any] = next\nthe_callable: Final[Any] = callable\n" in text
    assert "return the_callable(the_next(a)) and next((b for b in a))" in text


def test_the_type_of_a_card_is_looked_up_in_a_dict():
    assert "a.cards.types[b]" in rewritten('"""A."""\ndef f(a, b):\n    return a.cards.type_of(b)\n')


def test_the_c_files_of_a_library_become_one_in_which_starting_is_not_optimised(tmp_path):
    texts = {
        "library": '#include <init.c>\n#include "__native_x.h"\n#include "__native_internal_x.h"\n'
        "char CPyDef_a_____top_level__(void) {\n}\nchar CPyDef_b(void) {\n}\n",
        "module": "PyInit_a(void)\n// distutils needs more\nPyInit___init__(void)\n",
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.c").write_text(text)
    library, module = (SimpleNamespace(sources=[str(tmp_path / f"{name}.c")]) for name in texts)
    tool.in_one_file(library, [module])
    assert library.sources == [str(tmp_path / "wholelibrary.c")]
    assert (tmp_path / "wholelibrary.c").read_text() == (
        f"{tool.ONCE}\n#include <init.c>\n\n{tool.INLINED.read_text()}\n"
        '#include "__native_x.h"\n#include "__native_internal_x.h"\n'
        "ONCE char CPyDef_a_____top_level__(void) {\n}\nchar CPyDef_b(void) {\n}\n\nPyInit_a(void)\n"
    )


SUM = "class Sum(int): ...\n"
"""The class of sums, reduced to what matters here."""


def summed(text):
    """Return the last line of a module that makes sums, as the compiler gets it."""
    trees = {"engine/this.py": ast.parse(f'"""A."""\n{text}\n'), rewriting.SUMS: ast.parse(SUM)}
    return rewriting.rewrite("engine/this.py", trees, {"engine/this.py"}).splitlines()[-1]


def test_a_sum_is_made_without_its_constructor():
    known = "from tutor.engine.core.sums import Sum\n"
    assert summed(f"{known}Sum('a', b, *c, most=d)") == "summed(Sum, 'a', (b, *c), None, d)"
    assert summed(f"{known}class A(Sum): ...\nA('a', least=0)") == "summed(A, 'a', (), 0, None)"
    assert summed("Sum('a', b)") == "Sum('a', b)"
    assert summed("class A: ...\nA('a', b)") == "A('a', b)"
    assert "summed" not in rewritten('"""A."""\nf(1)\n')


KEPT = """def f_anew(a: A, b: B) -> C:
    return g(a)
f_kept: Final[dict[Any, Any]] = {}

def f(a: A, b: B) -> C:
    key: Any = (a, b)
    found: Any = f_kept.get(key)
    if found is None:
        found = f_kept[key] = f_anew(a, b)
    return found
"""
"""A function that caches its results."""


def test_a_function_with_a_cache_keeps_what_it_has_worked_out():
    function = "def f(a: A, b: B) -> C:\n    return g(a)\n"
    text = rewritten(f'"""A."""\n@cache\n{function}')
    assert text.endswith(KEPT)
    assert "@" not in text
    limited = rewritten(f'"""A."""\n@lru_cache(maxsize=5)\n{function}')
    assert "if found is None:\n        if len(f_kept) >= 5:\n            f_kept.clear()\n        found =" in limited
    for line in ("@other", "@lru_cache", "@cache\n@other"):
        assert "kept" not in rewritten(f'"""A."""\n{line}\n{function}')
    assert "kept" not in rewritten('"""A."""\n@cache\ndef f(a: A = 1) -> C:\n    return g(a)\n')


def test_a_kept_function_works_out_a_thing_once():
    calls, names = [], {"Any": int, "Final": {dict[int, int]: None}, "A": int, "B": int, "C": int}
    names["g"] = lambda a: calls.append(a) or 7
    exec(KEPT, names)
    assert [names["f"](1, 2), names["f"](1, 2), names["f"](3, 2)] == [7, 7, 7]
    assert calls == [1, 3]


def test_a_named_tuple_of_fixed_length_is_one_of_any_length():
    text = rewritten(
        '"""A."""\nA: TypeAlias = tuple[int, int]\nB: TypeAlias = tuple[A, str]\nC: TypeAlias = tuple[A, ...]\n'
    )
    assert text.splitlines()[-3:] == [
        "A: TypeAlias = tuple[int, ...]",
        "B: TypeAlias = tuple[Any, ...]",
        "C: TypeAlias = tuple[A, ...]",
    ]


def test_the_place_of_a_question_is_kept_for_the_next_one():
    text = rewritten('"""A."""\nclass Ask: ...\nclass B(Ask): ...\nclass C(B[int]): ...\nclass D(E): ...\n')
    marked = {
        one.name: [*map(ast.unparse, one.decorator_list)]
        for one in ast.parse(text).body
        if isinstance(one, ast.ClassDef)
    }
    assert [name for name, lines in marked.items() if lines == ["mypyc_attr(free_list_len=1)"]] == ["Ask", "B", "C"]


def test_what_is_paired_is_not_asked_whether_it_is_as_long():
    tree = ast.parse("[a for a, b in zip(c, d(zip(e, strict=True)), strict=True)]\nzip(f)\ng(h, strict=True)\n")
    assert ast.unparse(rewriting.Listed().visit(tree)) == "[a for a, b in zip(c, d(zip(e)))]\nzip(f)\ng(h, strict=True)"


def test_the_values_of_a_dict_are_listed_before_they_are_gone_through():
    tree = ast.parse("for a in b.values():\n    c = [d for d in e.f.values() if g.values()]\n")
    assert ast.unparse(rewriting.Listed().visit(tree)) == (
        "for a in list(b.values()):\n    c = [d for d in list(e.f.values()) if g.values()]"
    )


def test_a_class_that_cannot_be_native_says_itself_that_it_is_compared_as_a_value():
    text = rewritten(
        '"""A."""\nfrom tutor.engine.other import B\n'
        "class A(int): ...\nclass C(A): ...\nclass D(B): ...\nclass E: ...\n",
        other="class B: ...\n",
    )
    marked = {one.name: bool(one.decorator_list) for one in ast.parse(text).body if isinstance(one, ast.ClassDef)}
    assert marked == {"A": True, "C": True, "D": True, "E": False}
    assert text.count("return int.__eq__(self, other)") == 1


def test_a_field_that_games_declare_more_narrowly_is_left_to_them():
    base = "@dataclass\nclass Table:\n    a: int\n    numbers: Parameters\n"
    game = "from tutor.engine.base import Table\n@dataclass\nclass Mine(Table):\n    a: int\n    numbers: Numbers\n"
    trees = {"engine/base.py": ast.parse(base), "games/mine.py": ast.parse(game)}
    rewriting.leave_out_narrowed(trees)
    assert ast.unparse(trees["engine/base.py"]) == "@dataclass\nclass Table:\n    a: int"
    assert "numbers: Numbers" in ast.unparse(trees["games/mine.py"])


def test_a_class_variable_of_a_card_is_no_field():
    source = '"""A."""\n@dataclass\nclass Prop(Card):\n    kind: ClassVar[str] = PROP\n    attack: int = 0\n'
    trees = {path: ast.parse(source) for path in ("games/a/cards.py", "games/a/table.py")}
    text = rewriting.rewrite("games/a/cards.py", trees, {*trees})
    assert "class Prop(Card):\n    attack: int = 0\nsetattr(Prop, 'kind', PROP)\n" in text
    assert "    kind: ClassVar[str] = PROP\n" in rewriting.rewrite("games/a/table.py", trees, {*trees})


def test_a_card_is_taken_out_of_a_pile_by_comparing_texts():
    trees = {rewriting.PILES: ast.parse('"""A."""\ndef f(a, b):\n    a.bag.remove(b)\n')}
    text = rewriting.rewrite(rewriting.PILES, trees, {rewriting.PILES})
    assert "    taken_out(a.bag, b)\n" in text
    names = {}
    exec(ast.unparse(ast.Module(rewriting.TAKEN_OUT, [])), names)
    cards = ["a", "b", "a", "c"]
    names["taken_out"](cards, "a")
    assert cards == ["b", "a", "c"]
    with pytest.raises(ValueError, match="not in list"):
        names["taken_out"](cards, "d")
    assert "taken_out" not in rewritten('"""A."""\na.remove(b)\n')


def test_no_lambda_of_a_module_contains_another_one():
    """The compiler stops with an internal error at one, and the twin that tests build has only the smallest game."""
    for path in (path for paths in tool.modules([]).values() for path in paths):
        outside = [ast.parse((PACKAGE / path).read_text(encoding="utf-8"))]
        for node in outside:  # grows while it is gone through, except by what is in functions
            if not isinstance(node, ast.FunctionDef | ast.Lambda):
                outside += ast.iter_child_nodes(node)
        for node in outside:
            if isinstance(node, ast.Lambda):
                assert not any(isinstance(inner, ast.Lambda) for inner in ast.walk(node.body)), f"{path}:{node.lineno}"


@pytest.mark.slow
def test_the_twin_plays_as_the_sources_do():
    twin = compiled.TWIN.with_name("compiled-for-tests")
    if tool.compiler() is None:  # there is nothing to compare then
        with pytest.raises(SystemExit, match="needs a C compiler"):
            tool.compile_twin(twin, [SMALLEST])
        return
    tool.compile_twin(twin, [SMALLEST], level=0)
    assert twins.differing([SMALLEST], 12, twin) == []
    begin = f"from pathlib import Path; from tutor import compiled; compiled.TWIN = Path({str(twin)!r}); compiled.use()"
    for first in ("tutor.engine.book.cards", "tutor.engine.book.names", "tutor.engine.core.sums", "tutor.lab.pools"):
        script = f"{begin} or exit(2); import {first}; exit(not compiled.in_use())"
        assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0, first


def test_games_that_are_played_differently_are_told(monkeypatch):
    sides = {None: ["toy 0 a", "toy 1 b"], compiled.TWIN: ["toy 0 a", "toy 1 c"]}
    monkeypatch.setattr(twins, "lines", lambda twin, games, each: sides[twin])
    assert twins.differing(["toy"], 2) == ["toy 1"]


def test_without_a_compiler_one_sentence_says_so(monkeypatch, tmp_path):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(SystemExit, match=r"^This needs a C compiler, and there is no \S+ here\. Without"):
        tool.compile_twin(tmp_path / "twin")
    assert not any(tmp_path.iterdir())


def test_what_is_built_already_is_not_built_again(monkeypatch, tmp_path):
    (tmp_path / compiled.MADE_FROM).write_text(compiled.digest())
    monkeypatch.setattr(tool, "stage", None)
    tool.compile_twin(tmp_path)


USING = """
import gc
import sys
from pathlib import Path
from tutor import compiled
compiled.TWIN = Path(sys.argv[1])
before = gc.get_threshold()
used = compiled.use()
assert gc.get_threshold() == ((compiled.SELDOM, *before[1:]) if used else before)
print(used)
"""


def used(folder, wish=""):
    """Return whether a separate process uses the twin in a folder."""
    arguments, environment = [sys.executable, "-c", USING, folder], {**os.environ, compiled.WISH: wish}
    return subprocess.check_output(arguments, env=environment, text=True) == "True\n"


def test_the_twin_is_used_only_while_it_is_up_to_date_and_nobody_forbids_it(tmp_path):
    assert not used(tmp_path)
    (tmp_path / compiled.MADE_FROM).write_text("something else")
    assert not used(tmp_path)
    (tmp_path / compiled.MADE_FROM).write_text(compiled.digest())
    assert used(tmp_path)
    assert not used(tmp_path, "no")


def test_the_twin_is_not_used_where_its_modules_are_imported_already(monkeypatch, tmp_path):
    (tmp_path / compiled.MADE_FROM).write_text(compiled.digest())
    (tmp_path / compiled.MODULES).write_text("tutor.engine.core.match library.so\n")
    monkeypatch.setattr(compiled, "TWIN", tmp_path)
    assert not compiled.use()
    assert not compiled.in_use()


def test_a_digest_changes_with_every_source(tmp_path):
    (tmp_path / "engine").mkdir()
    source = tmp_path / "engine/a.py"
    source.write_text("1")
    before = compiled.digest(tmp_path)
    source.write_text("2")
    assert compiled.digest(tmp_path) != before
