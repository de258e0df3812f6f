"""The registry of a game's rules, and the trail of rules in force, read off the running generators."""

from __future__ import annotations

import gc
import inspect
import pkgutil
import sys
from collections.abc import Callable, Container, Generator, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from inspect import signature
from traceback import walk_tb
from types import CodeType, FrameType
from typing import Any, TypeVar, cast

START = "start"
"""The head of the agenda item `(START, rule id, arguments…)`, in which players are given by name."""

PLAIN = ("int", "str", "bool")
"""Types of parameters that plain data fits as it is."""

LISTS = tuple(many.format(one) for one in PLAIN for many in ("list[{}]", "Sequence[{}]", "tuple[{}, ...]"))
"""Types of parameters that a list of plain data fits."""

Function = TypeVar("Function", bound=Callable[..., Any])


class Rules:
    """A game's rule functions by rule id. An instance is used as a decorator: `@rule("flail/speed-test")`.

    The decorated function stays as it is, so a rule costs nothing extra to call. A rule that asks is a generator
    function and is called with `yield from`; a rule that asks nothing is a plain function.
    """

    def __init__(self) -> None:
        self.functions: dict[str, Callable[..., Any]] = {START: self._start}
        """What each agenda item calls, by the id at its head; this includes `START`."""
        self._ids: dict[CodeType, str] = {}
        self.entering: Callable[[str], None] | None = None
        """Called by each compiled rule function with its id when it is entered, because nothing else notices that."""

    def __call__(self, id: str) -> Callable[[Function], Function]:
        """Bind the function that follows to the rulebook entry `id`.

        Raises:
            ValueError: if another function already has this id.
        """

        def bind(function: Function) -> Function:
            if id in self.functions:
                raise ValueError(f"rule {id} is already {self.functions[id].__qualname__}")
            self.functions[id] = function
            code = getattr(function, "__code__", None)
            if code is not None:  # a compiled function has none
                self._ids[code] = id
            return function

        return bind

    def __getitem__(self, id: str) -> Callable[..., Any]:
        return self.functions[id]

    def __contains__(self, id: str) -> bool:
        return id in self.functions

    def __iter__(self) -> Iterator[str]:
        return (id for id in self.functions if id != START)

    def parameters(self, id: str) -> dict[str, str]:
        """What rule `id` takes after the table: name → type as written, with a star if it may be left out."""
        given = list(signature(self[id]).parameters.values())[1:]
        return {p.name: ("" if p.default is p.empty else "*") + _written(p.annotation) for p in given}

    def startable(self, nouns: Container[str]) -> list[str]:
        """The ids, sorted, of the rules that a scene can start, because it can write everything that they need."""
        writable = {*PLAIN, *LISTS}
        return [
            id
            for id in sorted(self)
            if all(kind[0] == "*" or kind in writable or kind in nouns for kind in self.parameters(id).values())
        ]

    def _start(self, table: Any, id: str, *arguments: Any) -> Any:
        """Run a rule that takes the game's own nouns, which agendas give by name because they are plain data."""
        kinds = [kind.strip("*") for kind in self.parameters(id).values()]
        return self[id](
            table,
            *(
                table.noun(kind, argument) if kind in table.NOUNS and isinstance(argument, str) else argument
                for argument, kind in zip(arguments, kinds, strict=False)
            ),
        )

    def get(self, id: str) -> Callable[..., Any] | None:
        """The function of rule `id`, if it has one of its own."""
        return self.functions.get(id)

    @property
    def compiled(self) -> bool:
        """Whether the rules are compiled. If so, nothing shows which of them are in force, and their trail is empty."""
        return len(self.functions) > 1 and not self._ids

    def bound(self, function: Callable[..., Any]) -> str:
        """The id of the rule that this function carries out; empty if it is not a rule's function."""
        return self._ids.get(function.__code__, "")

    def trail(self, running: Generator[Any, Any, Any] | None) -> tuple[str, ...]:
        """Return the ids of the rules in force, outermost first, of a suspended generator."""
        ids = []
        while running is not None and inspect.isgenerator(running):
            id = self._ids.get(running.gi_code)
            if id is not None:
                ids.append(id)
            running = cast("Generator[Any, Any, Any] | None", running.gi_yieldfrom)
        return tuple(ids)

    def broken(self, error: BaseException) -> tuple[str, ...]:
        """Return the ids of the rules that an error ended, outermost first; none of them is still running."""
        codes = [frame.f_code for frame, _ in walk_tb(error.__traceback__)]
        return tuple([self._ids[code] for code in codes if code in self._ids])

    @contextmanager
    def entered(self, report: Callable[[str], None]) -> Iterator[None]:
        """While the block runs, call `report` with the id of every rule function that is entered."""
        if self.compiled:
            outer, self.entering = self.entering, report
            try:
                yield
            finally:
                self.entering = outer
            return
        ids = self._ids

        def hear(frame: FrameType, event: str, argument: object) -> None:
            if event == "call" and frame.f_code in ids:
                report(ids[frame.f_code])

        before, collecting = sys.getprofile(), gc.isenabled()
        gc.disable()  # a rule of an abandoned match that is collected now would be noticed as if it ran here
        sys.setprofile(hear)
        try:
            yield
        finally:
            sys.setprofile(before)
            if collecting:
                gc.enable()


def load_chapters(package: str, folders: Iterable[str]) -> None:
    """Import every module of a package of rules, so that its rules are registered, given its name and path."""
    for module in pkgutil.iter_modules(folders):
        import_module(f"{package}.{module.name}")


def _written(annotation: Any) -> str:
    return annotation if isinstance(annotation, str) else getattr(annotation, "__name__", str(annotation))
