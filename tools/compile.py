"""Build the compiled twin with mypyc: `python -m tools.compile`. See `tutor.compiled` for what it is and who uses it.

`tools.rewriting` has the sources as the compiler wants them.
"""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path

from tools.rewriting import Formatted, Quietly, Untold, constants, leave_out_narrowed, rewrite
from tutor.compiled import MADE_FROM, PARTS, TWIN, digest
from tutor.paths import PACKAGE

ENGINE = (
    "book/cards", "core/asks/ask", "core/asks/choices", "core/asks/luck", "core/copying", "core/history", "core/match",
    "core/moves", "core/parameters", "core/part", "core/piles", "core/placing", "core/rules", "core/sums",
    "core/table", "core/windows", "play/chance",
)  # fmt: skip
"""The modules of the engine that every answer goes through. The others lay positions out and look into classes."""
UNCOMPILED = {
    "__init__",
    "view",
    "totals",
    "desert_picture",
    "desert_view",
    "written",
}
"""Modules of games that only screens and positions need, or that say things by name."""
MYPY = """
[mypy]
strict = true
follow_imports = silent
ignore_missing_imports = true
disable_error_code = arg-type, assignment, attr-defined, comparison-overlap, index, misc, no-any-return
"""
"""What is checked; the sources themselves are checked by `make types`, with their comments for it."""


def modules(games: Sequence[str]) -> dict[str, list[str]]:
    """What is compiled together, of all games if none is named: library → its modules, as paths within the package."""
    found = {"engine": [f"engine/{name}.py" for name in ENGINE]}
    for game in sorted(folder for folder in (PACKAGE / "games").iterdir() if (folder / "__init__.py").exists()):
        if games and game.name not in games:
            continue
        paths = [*game.glob("*.py"), *(game / "rules").glob("*.py")]
        found[game.name] = [f"{p.relative_to(PACKAGE).as_posix()}" for p in sorted(paths) if p.stem not in UNCOMPILED]
    return found


# -- the build ---------------------------------------------------------------------------------------------------------


def write(path: Path, text: str) -> None:
    """Write a file, unless it holds this text already."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def stage(folder: Path, games: Sequence[str]) -> None:
    """Put all modules that the compiler has to see into a folder, rewritten where they are to be compiled."""
    chosen = {path for paths in modules(games).values() for path in paths}
    paths = [*PACKAGE.glob("*.py"), *(path for part in PARTS for path in (PACKAGE / part).rglob("*.py"))]
    texts = {path.relative_to(PACKAGE).as_posix(): path.read_text(encoding="utf-8") for path in paths}
    trees = {path: ast.parse(text) for path, text in texts.items()}
    leave_out_narrowed(trees)
    for path in texts:
        Formatted().visit(trees[path])
        if path.startswith("games/"):
            Untold().visit(Quietly().visit(trees[path]))
        write(folder / "tutor" / path, rewrite(path, trees, chosen) if path in chosen else constants(trees[path]))
    for path in (folder / "tutor").rglob("*.py"):
        if path.relative_to(folder / "tutor").as_posix() not in texts:
            path.unlink()
    write(folder / "mypy.ini", MYPY)


LEVEL = 2
"""How hard the C compiler tries: level 1 takes two thirds of the time, but its games are 6 % slower."""
FLAGS = "-DNDEBUG -fwrapv -fvisibility=hidden -fno-plt"
"""What the C compiler is told besides: to leave out the assertions of Python’s headers and to let numbers wrap, as
Python itself is compiled, and that a library calls its own functions directly, and Python’s by no detour.

All of it has to be said, because these flags replace those that Python was compiled with."""


def build(folder: Path, level: str, games: Sequence[str]) -> None:
    """Compile what is staged in a folder, as far as it has changed since the last time, into `lib` there."""
    from mypyc.build import mypycify
    from setuptools import setup

    os.chdir(folder)
    os.environ["CFLAGS"] = f"{os.environ.get('CFLAGS', '')} {FLAGS}"
    # the compiler takes every class of another library as native if it knows it from this cache
    shutil.rmtree(".mypy_cache", ignore_errors=True)
    groups = [([f"tutor/{path}" for path in paths], f"tutor_{name}") for name, paths in modules(games).items()]
    extensions = mypycify(
        ["--config-file=mypy.ini", *(path for paths, _ in groups for path in paths)],
        separate=groups,
        opt_level=level,
        debug_level="0",
    )
    extensions.sort(key=lambda one: sum(map(os.path.getsize, one.sources)), reverse=True)  # so that none is left alone
    jobs = f"--parallel={os.cpu_count() or 1}"
    setup(
        name="compiled", packages=[], ext_modules=extensions, script_args=["-q", "build_ext", "--build-lib=lib", jobs]
    )


NAME = os.environ.get("CC") or (sysconfig.get_config_var("CC") or "cc").split()[0]
"""How the C compiler is called for which this Python was built."""


def compiler() -> str | None:
    """Where the C compiler is; None if there is none."""
    return shutil.which(NAME)


def put(work: Path, twin: Path, games: Sequence[str], made_from: str) -> None:
    """Put the libraries where they are looked for. Processes that have the old ones open keep them."""
    new, suffix = work / "new", sysconfig.get_config_var("EXT_SUFFIX")
    shutil.rmtree(new, ignore_errors=True)
    for name, paths in modules(games).items():
        for library in (
            f"tutor_{name}__mypyc{suffix}",
            *(f"tutor/{path.removesuffix('.py')}{suffix}" for path in paths),
        ):
            (new / library).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(work / "lib" / library, new / library)
    write(new / MADE_FROM, made_from)
    shutil.rmtree(twin, ignore_errors=True)
    new.rename(twin)


def compile_twin(twin: Path = TWIN, games: Sequence[str] = (), level: int = LEVEL) -> None:
    """Build the twin in a folder, if it is not there already; of all games if none is named.

    Args:
        twin: The folder.
        games: The ids of the games.
        level: How hard the C compiler tries, from 0 to 3: the games play alike, but not as fast.

    Raises:
        SystemExit: if there is no compiler, or something cannot be compiled.
    """
    made_from = digest()
    if (twin / MADE_FROM).exists() and (twin / MADE_FROM).read_text(encoding="ascii") == made_from:
        return
    if compiler() is None:
        sys.exit(f"This needs a C compiler, and there is no {NAME} here. Without it, everything runs in pure Python.")
    work = twin.with_name(f"{twin.name}.work")
    stage(work, games)
    with (work / "log").open("w") as log:
        arguments = [sys.executable, "-m", "tools.compile", "--build", str(work), str(level), *games]
        done = subprocess.run(arguments, cwd=PACKAGE.parent, stdout=log, stderr=log, check=False)
    if done.returncode:
        sys.exit(f"The modules could not be compiled; {work / 'log'} says why.")
    put(work, twin, games, made_from)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--build"]:
        build(Path(sys.argv[2]), sys.argv[3], sys.argv[4:])
    else:
        compile_twin()
