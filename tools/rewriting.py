"""Rewrites the sources a little for the compiler of the twin, so that they can stay as readable as they are.

- `@rule(…)` and `@told` would hide a function from the compiler. A rule is therefore registered after its definition
  and itself reports when it is entered, and the function itself makes the check that `@told` would make.
- A note or a step is worked out only if somebody listens, and so is a value that only notes use.
- A class that becomes a native one has no slots of its own, and each line of its body assigns one name.
- A class that extends a number, a text or a tuple gets that type's comparisons, hash and truth value.
- A value in the braces of a text is formatted, because the compiler would call `str` on it.
- A module-level name that is assigned once is final, so that the compiler knows where it is or inserts its value.
- A part of a table is made by a compiled function, because the constructor of a dataclass is not compiled.
- A named tuple is made as a tuple, because its constructor is not compiled. One that only compiled modules read stays a
  plain tuple.
- The values of a dict are listed before a loop, which takes less time than iterating over the dict.
- A condition of a comprehension, `any` or `all` is made of truth values, because the compiler would put every number
  in it into an object.
- A function of Python's own that the compiler would look up by its name becomes a final name of each module.
- The type of a card is looked up in the card set's dict instead of by a function.
- `zip` does not check that its arguments have the same length, because the compiler only knows it without `strict`.
- A sum is made by the function that its constructor calls, because the constructor of a number is not compiled.
- The memory of a question that has been answered is kept for the next question of its class.
- A card is taken out of a list by a loop that compares texts, because `remove` compares whatever a list may contain.
- A function with `@cache` keeps its results in a dict of its own and is called directly.
- A field that a game declares again with a narrower type is declared by the game only.
- A class variable of a kind of card is set after the class, because the compiler makes it a field, and cards are read
  from files by their fields.
- A named alias of a tuple of fixed length becomes one of any length, because the compiler would unpack and rebuild the
  tuple at every access.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable
from typing import TypeAlias

PLAIN = ("int", "str", "tuple", "dict")
"""Python's own types that a class may extend, but not a native class."""


def base_of(expression: ast.expr) -> str:
    """Return the name of a base class, without its type arguments."""
    while isinstance(expression, ast.Subscript):
        expression = expression.value
    return expression.attr if isinstance(expression, ast.Attribute) else getattr(expression, "id", "")


def named(decorator: ast.expr) -> str:
    """Return the name of a decorator."""
    return base_of(decorator.func if isinstance(decorator, ast.Call) else decorator)


ALIASES = ("Final", "TypeAlias")
"""Annotations that are not types."""

Trees: TypeAlias = dict[str, ast.Module]
"""Every module by its path within the package."""
SUMS = "engine/core/sums.py"
"""The module of sums."""


def defined(name: str, path: str, trees: Trees) -> tuple[str, ast.stmt] | None:
    """Return the path where a module's name is defined, and the definition; None if that is outside the package."""
    for line in trees[path].body:
        match line:
            case ast.ClassDef() | ast.FunctionDef() if line.name == name:
                return path, line
            case ast.Assign([ast.Name(target)]) if target == name:
                return path, line
            case ast.ImportFrom(str(module), names):
                for one in names:
                    if name == (one.asname or one.name) and module.startswith("tutor."):
                        there = module.removeprefix("tutor.").replace(".", "/")
                        return defined(
                            one.name, f"{there}.py" if f"{there}.py" in trees else f"{there}/__init__.py", trees
                        )
    return None


def extended(one: ast.ClassDef, path: str, trees: Trees, chosen: set[str]) -> str | None:
    """Return why a class cannot be native: Python's own type that it extends, or "" for another reason; None if it can.

    A native class extends only native classes.
    """
    if path not in chosen:
        return ""
    for base in map(base_of, one.bases):
        if base in PLAIN:
            return base
        match defined(base, path, trees):
            case (where, ast.ClassDef() as there) if (why := extended(there, where, trees, chosen)) is not None:
                return why
    return None


def asks(one: ast.ClassDef, path: str, trees: Trees) -> bool:
    """Return whether a class is a question."""
    found = [defined(base_of(base), path, trees) for base in one.bases]
    return one.name == "Ask" or any(
        isinstance(there, ast.ClassDef) and asks(there, where, trees) for where, there in filter(None, found)
    )


def statement(text: str) -> ast.stmt:
    """Return a text as a statement."""
    return ast.parse(text).body[0]


class Formatted(ast.NodeTransformer):
    """Formats the values in the braces of a text."""

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.FormattedValue:
        self.generic_visit(node)
        spec = node.format_spec.values if isinstance(node.format_spec, ast.JoinedStr) else []
        known = node.conversion == -1 and all(isinstance(text, ast.Constant) for text in spec)
        if known and not isinstance(node.value, ast.Constant):
            node.value, node.format_spec = ast.Call(ast.Name("format", ast.Load()), [node.value, *spec], []), None
        return node


class Quietly(ast.NodeTransformer):
    """Checks whether somebody listens before each note or step, and before each call of a function that only tells."""

    def __init__(self, path: str, trees: Trees) -> None:
        self.path = path
        self.trees = trees

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        match node.value:
            case ast.Call(ast.Attribute(ast.Name() as table, "note" | "step")):
                return ast.If(ast.Attribute(table, "heard", ast.Load()), [node], [])
            case ast.Call(ast.Name(teller), [ast.Name() as table, *more]) if self._only_tells(teller, more):
                return ast.If(ast.Attribute(table, "heard", ast.Load()), [node], [])
        return node

    def _only_tells(self, name: str, given: list[ast.expr]) -> bool:
        """Return whether a function is marked as one that only tells, and its arguments need not be worked out."""
        match defined(name, self.path, self.trees):
            case (_, ast.FunctionDef(decorator_list=decorators)) if "told" in map(named, decorators):
                return all(map(_plain_to_tell, given))
        return False


TOLD = {
    "Many", "Name", "Names", "ManyOrNo", "bool", "dict", "foe_name", "format", "int", "len", "list", "listed", "map",
    "max", "min", "ordinal", "sorted", "spelled_out", "str", "sum", "tuple",
    "called", "capitalize", "get", "items", "join", "keys", "lower", "named", "one", "spoken", "the", "values",
}  # fmt: skip
"""Functions and methods that change nothing, so a note may call them late or not at all."""


class Untold(ast.NodeTransformer):
    """Checks whether somebody listens before a value that only notes use is worked out. It runs after `Quietly`."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.generic_visit(node)
        tables = [one.arg for one in (node.args.posonlyargs + node.args.args)[:2]]
        while found := self._guarded(node, tables):
            _Guarding(found).visit(node)
        return node

    def _guarded(self, function: ast.FunctionDef, tables: list[str]) -> dict[ast.stmt, ast.expr]:
        """Return the assignments that are needed only for a note, each with the condition of the note."""
        notes = [n for n in ast.walk(function) if isinstance(n, ast.If) and _hears(n.test, tables)]
        if not notes:
            return {}
        inside = {id(inner) for note in notes for line in note.body for inner in ast.walk(line)}
        used, set_at = set[str](), dict[str, list[ast.Assign]]()
        for node in ast.walk(function):
            match node:
                case ast.Assign([ast.Name(name)], value) if _plain_to_tell(value):
                    set_at.setdefault(name, []).append(node)
                case ast.Assign([ast.Subscript(ast.Name(name), ast.Constant())], value) if _plain_to_tell(value):
                    set_at.setdefault(name, []).append(node)
        told = [line.targets[0] for lines in set_at.values() for line in lines]
        kept = {id(inner) for target in told for inner in ast.walk(target)}
        for node in ast.walk(function):
            match node:
                case ast.Name(name) if id(node) not in inside and id(node) not in kept:
                    used.add(name)
                case ast.Global(names) | ast.Nonlocal(names):
                    used.update(names)
        return {
            line: notes[0].test
            for name, lines in set_at.items()
            if name not in used
            for line in lines
            if id(line) not in inside
        }


class _Guarding(ast.NodeTransformer):
    """Puts each of the given lines under its condition."""

    def __init__(self, found: dict[ast.stmt, ast.expr]) -> None:
        self.found = found

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        return ast.If(self.found[node], [node], []) if node in self.found else node


def _hears(test: ast.expr, tables: list[str]) -> bool:
    """Return whether a condition asks if somebody listens to one of these tables."""
    match test:
        case ast.Attribute(ast.Name(table), "heard"):
            return table in tables
    return False


def _plain_to_tell(value: ast.expr) -> bool:
    """Return whether working out a value changes nothing."""
    for node in ast.walk(value):
        match node:
            case ast.Call(ast.Name(name) | ast.Attribute(_, name)) if name in TOLD:
                pass
            case ast.Call() | ast.NamedExpr() | ast.Yield() | ast.YieldFrom() | ast.Await():
                return False
    return True


FINAL = (
    ast.Constant, ast.UnaryOp, ast.JoinedStr, ast.Tuple, ast.List, ast.Dict, ast.Set, ast.Call, ast.ListComp,
    ast.DictComp,
)  # fmt: skip
"""The kinds of expressions that are not types; a name that stands for a type cannot be final."""
TYPES = ("TypeVar", "ParamSpec", "NamedTuple", "NewType")
"""The names of functions that make types."""


def final(body: list[ast.stmt]) -> list[ast.stmt]:
    """Return the lines of a module; every name that is assigned only once is now final."""
    lines: list[ast.stmt] = []
    for line in body:
        lines += one_by_one(line)
    given = Counter(
        node.id for line in lines for node in ast.walk(line) if isinstance(node, ast.Name) and _is_set(line, node)
    )
    return [_finally(line) if given[_name(line)] == 1 else line for line in lines]


def _is_set(line: ast.stmt, node: ast.Name) -> bool:
    """Return whether a line outside functions and classes sets this name."""
    inside = isinstance(line, ast.FunctionDef | ast.ClassDef)
    return isinstance(node.ctx, ast.Store) and not inside


def _name(line: ast.stmt) -> str:
    """Return the name to which a line assigns a value; empty if the line is not an assignment."""
    match line:
        case ast.Assign([ast.Name(name)]) | ast.AnnAssign(ast.Name(name)):
            return name
    return ""


def _finally(line: ast.stmt) -> ast.stmt:
    """Return the same line with its name made final, unless the name stands for a type."""
    match line:
        case ast.Assign([target], value) if isinstance(value, FINAL):
            if isinstance(value, ast.Call) and base_of(value.func) in TYPES:
                return line
            return ast.AnnAssign(target, ast.Name("Final", ast.Load()), value, 1)
        case ast.AnnAssign(target, hint, value, simple) if value is not None and base_of(hint) not in ALIASES:
            return ast.AnnAssign(target, ast.Subscript(ast.Name("Final", ast.Load()), hint, ast.Load()), value, simple)
    return line


class Listed(ast.NodeTransformer):
    """Lists the values of a dict before a loop, and drops the check for equal lengths from `zip`."""

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Name("zip"), _, [ast.keyword("strict")]):
                node.keywords = []
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        self.generic_visit(node)
        node.iter = self.listed(node.iter)
        return node

    def visit_For(self, node: ast.For) -> ast.For:
        self.generic_visit(node)
        node.iter = self.listed(node.iter)
        return node

    def listed(self, values: ast.expr) -> ast.expr:
        match values:
            case ast.Call(ast.Attribute(_, "values"), []):
                return ast.Call(ast.Name("list", ast.Load()), [values], [])
        return values


class Conditions(ast.NodeTransformer):
    """Makes every condition of a comprehension, `any` or `all` out of truth values."""

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        self.generic_visit(node)
        node.ifs = [truth(test) for test in node.ifs]
        return node

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Name("any" | "all"), [ast.GeneratorExp() as each]):
                each.elt = truth(each.elt)
        return node


def truth(test: ast.expr) -> ast.expr:
    """Return a condition with truth values wherever it is made of several."""
    match test:
        case ast.BoolOp(_, parts):
            test.values = [_true(part) for part in parts]
        case ast.IfExp(_, then, other):
            test.body, test.orelse = _true(then), _true(other)
    return test


def _true(part: ast.expr) -> ast.expr:
    """Return a part of a condition as a truth value, in a form from which the type check still learns."""
    match part:
        case ast.BoolOp() | ast.IfExp():
            return truth(part)
        case ast.Compare() | ast.Constant() | ast.UnaryOp(ast.Not()):
            return part
    return ast.UnaryOp(ast.Not(), ast.UnaryOp(ast.Not(), part))


LOOKED_UP = ("callable", "format", "map", "next")
"""Functions of Python's own that the compiler looks up by their names, except the `next` of a generator expression."""


class Found(ast.NodeTransformer):
    """Looks such functions up once in each module, and the type of a card in the card set's dict."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        """The functions that the module calls."""

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Name("next"), [ast.GeneratorExp(), *_]):
                pass
            case ast.Call(ast.Name(name)) if name in LOOKED_UP:
                self.names.add(name)
                node.func = ast.Name(f"the_{name}", ast.Load())
            case ast.Call(ast.Attribute(cards, "type_of"), [card]):
                return ast.Subscript(ast.Attribute(cards, "types", ast.Load()), card, ast.Load())
        return node


BARE = ("Foe", "Part", "Weapon")
"""Named tuples that only compiled modules read, apart from the parts that a sum hands out."""


class Made(ast.NodeTransformer):
    """Replaces the constructors of named tuples with tuples."""

    def __init__(self, path: str, trees: Trees) -> None:
        self.path = path
        self.trees = trees
        self.kinds: set[str] = set()
        """The names of the named tuples that the module makes."""

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name):
            match defined(node.func.id, self.path, self.trees):
                case (_, ast.ClassDef(bases=[ast.Name("NamedTuple")]) as kind):
                    values = _in_order(node, [line for line in kind.body if isinstance(line, ast.AnnAssign)])
                    if values is not None:
                        name, made = node.func.id, ast.Tuple(values, ast.Load())
                        if name in BARE:
                            return ast.Call(ast.Name("taken_as", ast.Load()), [ast.Constant(name), made], [])
                        self.kinds.add(name)
                        text = ast.parse(f"taken_as({name!r}, tuple_new(the_{name}, ()))", mode="eval").body
                        assert isinstance(text, ast.Call)
                        assert isinstance(text.args[1], ast.Call)
                        text.args[1].args[1] = made
                        return text
        return node


def _in_order(call: ast.Call, fields: list[ast.AnnAssign]) -> list[ast.expr] | None:
    """Return the values of all fields of a named tuple that a call makes; None if they cannot be determined."""
    names = [ast.unparse(field.target) for field in fields]
    given = dict(zip(names, call.args, strict=False)) | {str(word.arg): word.value for word in call.keywords}
    if any(isinstance(value, ast.Starred) for value in call.args) or [*given] != [n for n in names if n in given]:
        return None
    whole = [given.get(name, field.value) for name, field in zip(names, fields, strict=True)]
    found = [value for value in whole if value is not None and (value in given.values() or _plain(value))]
    return found if len(found) == len(whole) else None


class Built(ast.NodeTransformer):
    """Replaces the constructors of parts of a table with compiled functions."""

    def __init__(self, path: str, trees: Trees, chosen: set[str]) -> None:
        self.path = path
        self.trees = trees
        self.chosen = chosen
        self.places: dict[str, str] = {}
        """The parts that the module makes, each with the module that defines it."""

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and not any(isinstance(value, ast.Starred) for value in node.args):
            match defined(node.func.id, self.path, self.trees):
                case (where, ast.ClassDef() as part) if where in self.chosen and is_part(part):
                    self.places[part.name] = where
                    node.func = ast.Name(f"built_{part.name}", ast.Load())
        return node


def is_part(one: ast.ClassDef) -> bool:
    """Return whether a class is a dataclass that extends the base of all parts directly, so that its fields are all."""
    made = [ast.unparse(line) for line in one.decorator_list]
    return made in (["dataclass(slots=True)"], ["dataclass()"]) and [*map(base_of, one.bases)] == ["Part"]


def built(part: ast.ClassDef) -> list[ast.stmt]:
    """Return the function that makes a part, and before it the default values of its fields or what makes them."""
    name, lines, given, sets = part.name, list[str](), list[str](), list[str]()
    for line in part.body:
        if isinstance(line, ast.AnnAssign):
            field, hint = ast.unparse(line.target), ast.unparse(line.annotation)
            default, value = f"default_{name}_{field}", field
            if line.value is None or _needed(line.value):
                given.append(f"{field}: {hint}")
            elif base_of(line.annotation) in ("list", "dict"):
                lines.append(f"{default}: Final[Any] = default_of({name}, {field!r})")
                given.append(f"{field}: {hint} | None = None")
                value = f"{default}() if {field} is None else {field}"
            else:
                lines.append(f"{default}: Final[{hint}] = default_of({name}, {field!r})")
                given.append(f"{field}: {hint} = {default}")
            sets.append(f"  it.{field} = {value}")
    lines += [
        f"new_{name}: Final[Any] = {name}.__new__",
        f"def built_{name}({', '.join(given)}) -> {name}:",
        f"  it: {name} = new_{name}({name})",
        *sets,
        "  return it",
    ]
    return ast.parse("\n".join(lines)).body


def _needed(field: ast.expr) -> bool:
    """Return whether a field has no default value although it is described."""
    return isinstance(field, ast.Call) and any(word.arg == "needed" for word in field.keywords)


class Summed(ast.NodeTransformer):
    """Replaces the constructors of sums with the function that they call."""

    def __init__(self, path: str, trees: Trees) -> None:
        self.path = path
        self.trees = trees
        self.sums = False
        """Whether the module makes sums."""

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Name(kind), [name, *parts]) if self._sums(kind, self.path):
                self.sums = True
                limits = {str(word.arg): word.value for word in node.keywords}
                nothing = ast.Constant(None)
                least, most = limits.get("least", nothing), limits.get("most", nothing)
                given = [node.func, name, ast.Tuple(parts, ast.Load()), least, most]
                return ast.Call(ast.Name("summed", ast.Load()), given, [])
        return node

    def _sums(self, kind: str, path: str) -> bool:
        """Return whether a name stands for the class of sums or for a class that extends it."""
        match defined(kind, path, self.trees):
            case (where, ast.ClassDef() as there):
                return (where, kind) == (SUMS, "Sum") or any(self._sums(base_of(base), where) for base in there.bases)
        return False


PILES = "engine/core/piles.py"
"""The module of piles, whose lists contain only texts."""
TAKEN_OUT = ast.parse("""
def taken_out(cards: list[str], card: str) -> None:
    for n, one in enumerate(cards):
        if one == card:
            cards.pop(n)
            return
    raise ValueError("list.remove(x): x not in list")
""").body


class TakenOut(ast.NodeTransformer):
    """Replaces `remove` with a function that is compiled."""

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Attribute(cards, "remove"), [card]):
                return ast.Call(ast.Name("taken_out", ast.Load()), [cards, card], [])
        return node


def kept(function: ast.FunctionDef) -> list[ast.stmt]:
    """Split a function with `@cache` or `@lru_cache(maxsize=…)`: one part looks in a dict, the other does the work."""
    given, name = function.args, function.name
    names = [one.arg for one in given.args]
    match function.decorator_list:
        case [ast.Name("cache")]:
            most = None
        case [ast.Call(ast.Name("lru_cache"), [], [ast.keyword("maxsize", ast.Constant(int(most)))])]:
            pass
        case _:
            return [function]
    if given.defaults or given.vararg or given.kwarg or given.kwonlyargs or given.posonlyargs:
        return [function]
    key = names[0] if len(names) == 1 else f"({', '.join(names)})"
    full = f"    if len({name}_kept) >= {most}: {name}_kept.clear()\n" if most else ""
    looking = ast.parse(
        f"{name}_kept: Final[dict[Any, Any]] = {{}}\n"
        f"def {name}():\n"
        f"  key: Any = {key}\n"
        f"  found: Any = {name}_kept.get(key)\n"
        f"  if found is None:\n{full}"
        f"    found = {name}_kept[key] = {name}_anew({', '.join(names)})\n"
        f"  return found\n"
    ).body
    front = looking[1]
    assert isinstance(front, ast.FunctionDef)
    front.args, front.returns = given, function.returns
    function.decorator_list, function.name = [], f"{name}_anew"
    return [function, *looking]


def of_any_length(line: ast.stmt) -> ast.stmt:
    """Return an alias of a tuple of fixed length as one of a tuple of any length."""
    match line:
        case ast.AnnAssign(_, ast.Name("TypeAlias"), ast.Subscript(ast.Name("tuple"), ast.Tuple([first, *rest]))):
            assert isinstance(line.value, ast.Subscript)
            alike = {ast.unparse(first)} == {ast.unparse(one) for one in rest}
            if rest and ast.unparse(rest[-1]) != "...":
                one = first if alike else ast.Name("Any", ast.Load())
                line.value.slice = ast.Tuple([one, ast.Constant(...)], ast.Load())
    return line


def given_by(line: ast.stmt) -> list[str]:
    """Return the names of the classes that a line of a module imports or defines."""
    match line:
        case ast.ClassDef(name):
            return [name]
        case ast.ImportFrom(names=names):
            return [one.asname or one.name for one in names]
    return []


def _plain(value: ast.expr) -> bool:
    """Return whether an expression means the same wherever it is."""
    return isinstance(value, ast.Constant) or (isinstance(value, ast.Tuple) and not value.elts)


def undecorated(function: ast.FunctionDef, within: str) -> list[ast.stmt]:
    """Remove the decorators that hide a function; return the lines to put after it, or after the class around it."""
    first, after = int(ast.get_docstring(function) is not None), list[ast.stmt]()
    for decorator in reversed(function.decorator_list):
        if named(decorator) == "rule":
            function.decorator_list.remove(decorator)
            after.append(statement(f"{ast.unparse(decorator)}({within}{function.name})"))
            id = ast.unparse(decorator.args[0]) if isinstance(decorator, ast.Call) else ""
            function.body.insert(first, statement(f"if rule.entering is not None: rule.entering({id})"))
        elif named(decorator) == "told":
            function.decorator_list.remove(decorator)
            table = (function.args.posonlyargs + function.args.args)[0].arg
            function.body.insert(first, statement(f"if not {table}.heard: return"))
    return after


def hints_of(dataclass: ast.ClassDef) -> dict[str, str]:
    """Return the types of a dataclass's own fields, as they are written."""
    return {
        line.target.id: ast.unparse(line.annotation)
        for line in dataclass.body
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name)
    }


def leave_out_narrowed(trees: Trees) -> None:
    """Remove a dataclass's field if a class that extends the dataclass declares it again with another type."""
    for path, tree in trees.items():
        for one in tree.body:
            if isinstance(one, ast.ClassDef):
                own = hints_of(one)
                for where, base in filter(None, (defined(base_of(base), path, trees) for base in one.bases)):
                    if isinstance(base, ast.ClassDef) and where != path:
                        again = {name for name, hint in hints_of(base).items() if own.get(name, hint) != hint}
                        base.body = [line for line in base.body if _declared(line) not in again]


def class_variables(card: ast.ClassDef) -> list[ast.stmt]:
    """Take the class variables out of a kind of card; return the lines that set them, which follow the class."""
    found = [one for one in card.body if isinstance(one, ast.AnnAssign) and base_of(one.annotation) == "ClassVar"]
    card.body = [line for line in card.body if line not in found]
    made = [(ast.unparse(one.target), ast.unparse(one.value)) for one in found if one.value is not None]
    return [statement(f"setattr({card.name}, {name!r}, {value})") for name, value in made]


def _declared(line: ast.stmt) -> str:
    """Return the field that a line of a class declares; empty if it declares none."""
    return line.target.id if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name) else ""


def one_by_one(line: ast.stmt, text_of: Callable[[ast.expr], ast.expr] = lambda value: value) -> list[ast.stmt]:
    """Split `a = b = 1` and `a, b = 1, 2` into single assignments, and replace the name of a text with the text."""
    if not isinstance(line, ast.Assign):
        return [line]
    if isinstance(line.targets[0], ast.Tuple) and isinstance(line.value, ast.Tuple):
        pairs = list(zip(line.targets[0].elts, line.value.elts, strict=True))
    elif all(isinstance(target, ast.Name) for target in line.targets):
        pairs = [(target, line.value) for target in line.targets]
    else:
        return [line]
    return [
        ast.Assign([target], text_of(value), lineno=0) for target, value in pairs if ast.unparse(target) != "__slots__"
    ]


def after_the_future(body: list[ast.stmt]) -> int:
    """Return where in a module its first line of code can be inserted."""
    lines = enumerate(body)
    return 1 + next((n for n, line in lines if isinstance(line, ast.ImportFrom) and line.module == "__future__"), 0)


def constants(tree: ast.Module) -> str:
    """Return a module that is not compiled, with what compiled modules need to know: its final values."""
    body = final(tree.body)
    body.insert(after_the_future(body), statement("from typing import Final"))
    return ast.unparse(ast.fix_missing_locations(ast.Module(body, []))) + "\n"


def rewrite(path: str, trees: Trees, chosen: set[str]) -> str:
    """Return a module rewritten for the compiler."""

    def text_of(value: ast.expr) -> ast.expr:
        meant = defined(value.id, path, trees) if isinstance(value, ast.Name) else None
        match meant:
            case (_, ast.Assign(_, ast.Constant(str()) as text)):
                return text
        return value

    made, found, body = Made(path, trees), Found(), list[ast.stmt]()
    tree = found.visit(Conditions().visit(Listed().visit(made.visit(trees[path]))))
    summed, parts = Summed(path, trees), Built(path, trees, chosen)
    parts.visit(summed.visit(tree))
    if path == PILES:
        tree = TakenOut().visit(tree)
        tree.body += TAKEN_OUT
    split = [kept(whole) if isinstance(whole, ast.FunctionDef) else [of_any_length(whole)] for whole in tree.body]
    for top in final([line for lines in split for line in lines]):
        after = [statement(f"the_{name}: Final[Any] = {name}") for name in given_by(top) if name in made.kinds]
        if isinstance(top, ast.FunctionDef):
            after += undecorated(top, "")
        elif isinstance(top, ast.ClassDef) and (own := extended(top, path, trees, chosen)) is not None:
            top.decorator_list.insert(0, ast.parse("mypyc_attr(native_class=False)", mode="eval").body)
            if {base_of(base) for base in top.bases} & {*PLAIN} - {"dict"}:
                top.body += [
                    statement(f"def __eq__(self, other: object) -> bool: return {own}.__eq__(self, other)"),
                    statement(f"def __ne__(self, other: object) -> bool: return {own}.__ne__(self, other)"),
                    statement(f"def __hash__(self) -> int: return {own}.__hash__(self)"),
                    statement(f"def __bool__(self) -> bool: return {'self != 0' if own == 'int' else 'len(self) > 0'}"),
                ]
        elif isinstance(top, ast.ClassDef):
            building = built(top) if is_part(top) else []
            if asks(top, path, trees):
                top.decorator_list.append(ast.parse("mypyc_attr(free_list_len=1)", mode="eval").body)
            if path.endswith("/cards.py"):
                after += class_variables(top)
            for decorator in top.decorator_list:
                if isinstance(decorator, ast.Call) and named(decorator) == "dataclass":
                    decorator.keywords = [word for word in decorator.keywords if word.arg != "slots"]
                    after.append(statement(f"annotated({top.name}, {hints_of(top)!r})"))
            top.body = [line for whole in top.body for line in one_by_one(whole, text_of)]
            for line in top.body:
                if isinstance(line, ast.FunctionDef):
                    after += undecorated(line, f"{top.name}.")
            after += building
        body += [top, *after]
    first = after_the_future(body)
    body.insert(first, statement("from mypy_extensions import mypyc_attr"))
    body.insert(first, statement("tuple_new: Final[Any] = tuple.__new__"))
    if summed.sums and path != SUMS:
        body.insert(first, statement("from tutor.engine.core.sums import summed"))
    for part, where in parts.places.items():
        if where != path:
            module = where.removesuffix(".py").replace("/", ".")
            body.insert(first, statement(f"from tutor.{module} import built_{part}"))
    for name in sorted(found.names):
        body.insert(first, statement(f"the_{name}: Final[Any] = {name}"))
    body.insert(first, statement("from tutor.compiled import annotated, default_of"))
    body.insert(first, statement("from typing import Any, Final, cast as taken_as"))
    return ast.unparse(ast.fix_missing_locations(ast.Module(body, []))) + "\n"
