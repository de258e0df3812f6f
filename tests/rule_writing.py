"""A linter for rules: it finds generators that are called but never run, and whatever would make games differ.

A rule is a generator function that returns `Rule[…]`, so calling it runs nothing. The call must be under `yield from`,
or `return` or a lambda must pass it on for the caller to run, or it must get a name that is under `yield from`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

FORBIDDEN_MODULES = {"random", "time", "datetime", "os", "io", "sys", "secrets", "uuid", "threading", "subprocess"}
FORBIDDEN_CALLS = {"open", "input", "id", "hash", "eval", "exec", "globals"}
FROZEN_SETS = {"variants"}
"""Attributes of every table that are sets."""
UNORDERED = {"set", "frozenset"}
ORDERLESS = {"sorted", "len", "sum", "any", "all", "min", "max", "set", "frozenset"}
"""Functions that may take a set, because their result has no order."""


@dataclass(frozen=True)
class Module:
    """A module with the name by which it is imported."""

    name: str
    file: str
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        """What the module says, parsed when a test first looks at it."""
        return ast.parse(self.text)


@dataclass
class Scope:
    """The scope of a function or module: which of its names are rules, and which are not."""

    rules: dict[str, bool] = field(default_factory=dict)
    runs: bool = False
    """Whether it is a generator itself."""


def parse(name: str, text: str, file: str = "") -> Module:
    return Module(name, file or name, text)


def read(root: Path, *folders: Path) -> list[Module]:
    """Return every module under the folders; `root` is where imports start."""
    found = []
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            found.append(parse(name, path.read_text(encoding="utf-8"), str(path.relative_to(root))))
    return found


def _own(function: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a function without those of the functions inside it."""
    for child in ast.iter_child_nodes(function):
        yield child
        if not isinstance(child, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            yield from _own(child)


def _is_generator(function: ast.FunctionDef) -> bool:
    return any(isinstance(node, ast.Yield | ast.YieldFrom) for node in _own(function))


def _returns_rule(function: ast.FunctionDef) -> bool:
    """Return whether calling the function makes a rule that has to be run, rather than an iterator."""
    if function.returns is None:
        return _is_generator(function)
    return ast.unparse(function.returns).startswith("Rule")


def _gives_rule(annotation: ast.expr | None, aliases: set[str]) -> bool:
    """Whether a name with this annotation is something to call that returns a rule."""
    if annotation is None:
        return False
    names = {node.id for node in ast.walk(annotation) if isinstance(node, ast.Name)}
    return bool(names & aliases) or {"Callable", "Rule"} <= names


def _aliases(modules: list[Module]) -> set[str]:
    """Names of types such as `Power = Callable[..., Rule[None]]`."""
    found = set()
    for module in modules:
        for node in module.tree.body:
            target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value and isinstance(target, ast.Name):
                names = {part.id for part in ast.walk(node.value) if isinstance(part, ast.Name)}
                if {"Callable", "Rule"} <= names and isinstance(node.value, ast.Subscript):
                    found.add(target.id)
    return found


class _YieldFrom(ast.NodeVisitor):
    """Finds calls of rules that nobody runs."""

    def __init__(self, module: Module, exported: dict[str, set[str]], methods: set[str], aliases: set[str]) -> None:
        self.module = module
        self.exported = exported
        self.methods = methods
        self.aliases = aliases
        self.modules: dict[str, str] = {}
        self.scopes = [Scope()]
        self.run: set[int] = set()
        self.found: list[str] = []

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self.modules[alias.asname or alias.name] = alias.name

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        for alias in node.names:
            name = alias.asname or alias.name
            self.scopes[-1].rules[name] = alias.name in self.exported.get(node.module or "", ())
            self.modules[name] = f"{node.module}.{alias.name}"

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if isinstance(node.target, ast.Name):
            self.scopes[-1].rules[node.target.id] = _gives_rule(node.annotation, self.aliases)
        self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.scopes.append(Scope())
        self.generic_visit(node)
        self.scopes.pop()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        arguments = node.args.posonlyargs + node.args.args + node.args.kwonlyargs
        scope = Scope({a.arg: _gives_rule(a.annotation, self.aliases) for a in arguments}, _is_generator(node))
        self.run.update(_run_later(node))
        scope.rules |= {part.name: _returns_rule(part) for part in _own(node) if isinstance(part, ast.FunctionDef)}
        self.scopes.append(scope)
        self.generic_visit(node)
        self.scopes.pop()

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self.run.add(id(node.body))
        self.generic_visit(node)

    def visit_YieldFrom(self, node: ast.YieldFrom) -> None:
        self.run.update(id(part) for part in _branches(node.value))
        self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is not None and not self.scopes[-1].runs:
            self.run.update(id(part) for part in _branches(node.value))
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        if self._is_rule(node.func) and id(node) not in self.run:
            self.found.append(f"{self.module.file}:{node.lineno}: {ast.unparse(node.func)}(…) lacks its “yield from”")
        self.generic_visit(node)

    def _is_rule(self, called: ast.expr) -> bool:
        if isinstance(called, ast.Name):
            return next((scope.rules[called.id] for scope in reversed(self.scopes) if called.id in scope.rules), False)
        if isinstance(called, ast.Subscript):
            return self._is_rule(called.value)
        if isinstance(called, ast.Attribute):
            if isinstance(called.value, ast.Name) and called.value.id in self.modules:
                return called.attr in self.exported.get(self.modules[called.value.id], ())
            return called.attr in self.methods
        return False


def _run_later(function: ast.FunctionDef) -> Iterator[int]:
    """Return what is assigned to a name that the same function then runs, for a call that may ask or ask nothing."""
    own = list(_own(function))
    names = {node.value.id for node in own if isinstance(node, ast.YieldFrom) and isinstance(node.value, ast.Name)}
    for node in own:
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id in names for t in node.targets):
            yield from (id(part) for part in _branches(node.value))


def _branches(value: ast.expr) -> Iterator[ast.expr]:
    if isinstance(value, ast.IfExp):
        yield from _branches(value.body)
        yield from _branches(value.orelse)
    elif isinstance(value, ast.BoolOp):
        for part in value.values:
            yield from _branches(part)
    else:
        yield value


def forgotten(modules: list[Module]) -> list[str]:
    """Return a sentence for every call of a rule that is never run."""
    aliases = _aliases(modules)
    exported = {
        module.name: {
            node.name for node in module.tree.body if isinstance(node, ast.FunctionDef) and _returns_rule(node)
        }
        for module in modules
    }
    for module in modules:  # a package passes on what it imports
        for node in module.tree.body:
            if isinstance(node, ast.ImportFrom):
                names = {a.asname or a.name for a in node.names if a.name in exported.get(node.module or "", ())}
                exported[module.name] |= names
    methods = {
        part.name
        for module in modules
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ClassDef)
        for part in node.body
        if isinstance(part, ast.FunctionDef) and _returns_rule(part)
    }
    found = []
    for module in modules:
        visitor = _YieldFrom(module, exported, methods, aliases)
        visitor.scopes[0].rules = dict.fromkeys(exported[module.name], True)
        visitor.visit(module.tree)
        found += visitor.found
    return found


def unsteady(module: Module) -> list[str]:
    """Return a sentence for everything in a game that could make the same answers lead elsewhere."""
    found: list[tuple[int, str]] = []
    handled: set[int] = set()
    sets = {
        target.id
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Assign) and _is_set(node.value, set())
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
            found += [(node.lineno, f"imports {n}") for n in names if n.split(".")[0] in FORBIDDEN_MODULES]
        elif isinstance(node, ast.Global):
            found.append((node.lineno, "changes a global"))
        elif isinstance(node, ast.Try) and node.finalbody:
            found.append((node.lineno, "has a finally"))
        elif isinstance(node, ast.For) and _is_set(node.iter, sets):
            found.append((node.lineno, f"goes through a set: {ast.unparse(node.iter)}"))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id in FORBIDDEN_CALLS:
                found.append((node.lineno, f"calls {node.func.id}"))
            if node.func.id in ORDERLESS:
                handled.update(id(argument) for argument in node.args)
            elif node.func.id in {"list", "tuple", "enumerate", "zip", "next", "iter", "map", "filter"}:
                found += [(node.lineno, "makes a list of a set") for a in node.args if _is_set(a, sets)]
        elif isinstance(node, ast.ListComp | ast.GeneratorExp | ast.DictComp) and id(node) not in handled:
            found += [
                (node.lineno, f"goes through a set: {ast.unparse(part.iter)}")
                for part in node.generators
                if _is_set(part.iter, sets)
            ]
    return [f"{module.file}:{line}: {what}" for line, what in found]


def _is_set(node: ast.expr, names: set[str]) -> bool:
    if isinstance(node, ast.Set | ast.SetComp):
        return True
    if isinstance(node, ast.Name):
        return node.id in names
    if isinstance(node, ast.Attribute):
        return node.attr in FROZEN_SETS
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd | ast.BitOr | ast.Sub | ast.BitXor):
        return _is_set(node.left, names) or _is_set(node.right, names)
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in UNORDERED


def trying(module: Module) -> list[str]:
    """Return a sentence for every `try`, because rules have none."""
    return [f"{module.file}:{node.lineno}: has a try" for node in ast.walk(module.tree) if isinstance(node, ast.Try)]


def patched(module: Module, ids: Container[str], sections: Iterable[str]) -> Iterator[str]:
    """Yield every place where a rule id is not written out whole, so that a search would not find it.

    Whatever looks like an id, or like a part of one, has to be one. No text contains several ids, and the rule of a
    note or a refusal is never put together from parts.
    """
    like_an_id = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, sections))})/[\w-]*")
    prose = {id(node.value) for node in ast.walk(module.tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            found, alone = like_an_id.findall(node.value), not like_an_id.sub("", node.value).strip()
            if any(one not in ids for one in found) or (found and alone and node.value not in ids):
                yield f"{module.file}:{node.lineno}: “{node.value}” is not the id of a rule"
        elif isinstance(node, ast.Call) and _called(node) in ("note", "Refusal") and _is_built(node.args[:1]):
            yield f"{module.file}:{node.lineno}: the rule is put together"


def misread(module: Module, options: Mapping[str, Container[str]]) -> Iterator[str]:
    """Yield every comparison of a reading with a word that is no option of its rule, and every reading asked otherwise.

    A reading is asked for with `g.reading("the/rule")`.
    """
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Compare):
            asked, words = node.left, node.comparators
        elif isinstance(node, ast.Match):
            asked, words = node.subject, [case.pattern for case in node.cases]
        elif isinstance(node, ast.Subscript) and ast.unparse(node.value) in ("g.readings", "self.readings"):
            yield f"{module.file}:{node.lineno}: does not ask with reading(…)"
            continue
        else:
            continue
        if isinstance(asked, ast.Call) and _called(asked) == "reading" and isinstance(asked.args[0], ast.Constant):
            rule = asked.args[0].value
            found = [part.value for word in words for part in ast.walk(word) if isinstance(part, ast.Constant)]
            yield from (
                f"{module.file}:{node.lineno}: “{w}” is no option of {rule}" for w in found if w not in options[rule]
            )


def _is_built(arguments: list[ast.expr]) -> bool:
    return any(isinstance(one, ast.JoinedStr | ast.BinOp | ast.Call) for one in arguments)


def _called(call: ast.Call) -> str:
    """Return the name by which something is called, without its owner."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
