"""Build the compiled twin with mypyc: `python -m tools.compile`. `tutor.compiled` describes the twin.

`tools.rewriting` rewrites the sources for the compiler.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tools.rewriting import Formatted, Quietly, Untold, constants, leave_out_narrowed, rewrite
from tutor.compiled import MADE_FROM, MODULES, PARTS, TWIN, digest
from tutor.paths import PACKAGE

if TYPE_CHECKING:
    from setuptools import Extension

ENGINE = (
    "book/cards", "core/asks/ask", "core/asks/choices", "core/asks/luck", "core/copying", "core/history", "core/match",
    "core/moves", "core/parameters", "core/part", "core/piles", "core/placing", "core/rules", "core/sums",
    "core/table", "core/windows", "play/chance",
)  # fmt: skip
"""The modules of the engine that every answer goes through. The others lay positions out or inspect classes."""
UNCOMPILED = {"__init__", "view", "totals", "desert_picture", "desert_view", "written"}
"""Modules of games that are not compiled, because they look names up, or only screens and positions need them."""
MYPY = """
[mypy]
strict = true
follow_imports = skip
ignore_missing_imports = true
disable_error_code = arg-type, assignment, attr-defined, comparison-overlap, index, misc, no-any-return,
    operator, return-value

[mypy-tutor.*]
follow_imports = silent
"""
"""The options for mypyc's type check, which is lenient because `make types` checks the sources themselves."""


def modules(games: Sequence[str]) -> dict[str, list[str]]:
    """Return the modules that each library is made of, as paths in the package; of all games if none is named."""
    found = {"engine": [f"engine/{name}.py" for name in ENGINE]}
    for game in sorted(folder for folder in (PACKAGE / "games").iterdir() if (folder / "__init__.py").exists()):
        if games and game.name not in games:
            continue
        paths = [*game.glob("*.py"), *(game / "rules").glob("*.py")]
        found[game.name] = [f"{p.relative_to(PACKAGE).as_posix()}" for p in sorted(paths) if p.stem not in UNCOMPILED]
    return found


def module_of(path: str) -> str:
    """Return the name of the module in a file of the package."""
    return f"tutor.{path.removesuffix('.py').replace('/', '.')}"


# -- the build ---------------------------------------------------------------------------------------------------------


def write(path: Path, text: str) -> None:
    """Write a file, unless it already contains this text."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def stage(folder: Path, games: Sequence[str]) -> None:
    """Put all modules that the compiler has to see into a folder, and rewrite those that it compiles.

    How the engine is rewritten does not depend on which games are compiled.
    """
    chosen = {path for paths in modules(games).values() for path in paths}
    others = tuple(f"games/{folder.name}/" for folder in (PACKAGE / "games").iterdir() if folder.name not in games)
    paths = [*PACKAGE.glob("*.py"), *(path for part in PARTS for path in (PACKAGE / part).rglob("*.py"))]
    texts = {path.relative_to(PACKAGE).as_posix(): path.read_text(encoding="utf-8") for path in paths}
    trees = {path: ast.parse(text) for path, text in texts.items()}
    leave_out_narrowed(trees)
    seen = [path for path in texts if not (games and path.startswith(others))]
    for path in seen:
        Formatted().visit(trees[path])
        if path.startswith("games/"):
            Untold().visit(Quietly(path, trees).visit(trees[path]))
    for path in seen:
        write(folder / "tutor" / path, rewrite(path, trees, chosen) if path in chosen else constants(trees[path]))
    for path in (folder / "tutor").rglob("*.py"):
        if path.relative_to(folder / "tutor").as_posix() not in seen:
            path.unlink()
    write(folder / "mypy.ini", MYPY)


LEVEL = 2
"""The C compiler's optimisation level. Level 1 compiles in two thirds of the time, but its games are 6% slower."""
FLAGS = "-DNDEBUG -fwrapv -fvisibility=hidden -fno-plt"
"""Further options for the C compiler. As in Python itself, the assertions of Python's headers are left out and integers
wrap around. A library calls its own functions directly, and Python's without a detour. All options have to be here,
because they replace those that Python was compiled with."""


STARTED = re.compile(r"^char CPyDef_\w+_____top_level__\(void\) {$", re.MULTILINE)
"""The head of a function that runs the code of a module when the module is imported."""
ONCE = """
#ifdef __clang__
#define ONCE __attribute__((cold, noinline, optnone))
#else
#define ONCE __attribute__((cold, optimize("O0")))
#endif
"""
"""What keeps the C compiler from optimising these functions, which are a fifth of the code."""
ENDING = re.compile(r"(?=// distutils).*", re.DOTALL)
"""The end of the file that lets Python find a module, which only other compilers need."""


OWN = re.compile(r'^#include "__native_', re.MULTILINE)
"""Where the compiler's runtime ends and a library's own code begins."""
INLINED = Path(__file__).with_name("inlined.h")
"""The usual cases of what this code asks of Python and of the runtime most often."""


def in_one_file(library: Extension, modules: Sequence[Extension]) -> None:
    """Put everything that belongs to a library into one C file: its code, and what lets Python find its modules."""
    (source,) = map(Path, library.sources)
    runtime, own = OWN.split(STARTED.sub(r"ONCE \g<0>", source.read_text(encoding="utf-8")), maxsplit=1)
    texts = [ONCE, runtime, INLINED.read_text(encoding="utf-8"), f'#include "__native_{own}']
    texts += [ENDING.sub("", Path(one.sources[0]).read_text(encoding="utf-8")) for one in modules]
    whole = source.with_name(f"whole{source.name}")
    write(whole, "\n".join(texts))
    library.sources = [str(whole)]


def build(folder: Path, level: str, games: Sequence[str]) -> None:
    """Compile everything in a staged folder that has changed since the last time; the results go into its `lib`."""
    from mypyc.build import mypycify
    from setuptools import setup

    os.chdir(folder)
    os.environ["CFLAGS"] = f"{os.environ.get('CFLAGS', '')} {FLAGS}"
    # if a class of another library is in this cache, the compiler takes it for a native one
    shutil.rmtree(".mypy_cache", ignore_errors=True)
    groups = [([f"tutor/{path}" for path in paths], f"tutor_{name}") for name, paths in modules(games).items()]
    extensions = mypycify(
        ["--config-file=mypy.ini", *(path for paths, _ in groups for path in paths)],
        separate=groups,
        opt_level=level,
        debug_level="0",
    )
    found = {one.name: one for one in extensions}
    libraries = [found[f"{name}__mypyc"] for _, name in groups]
    for library, paths in zip(libraries, modules(games).values(), strict=True):
        in_one_file(library, [found[module_of(path)] for path in paths])
    # the largest is first, so that no processor is left waiting at the end
    libraries.sort(key=lambda one: sum(map(os.path.getsize, one.sources)), reverse=True)
    jobs = f"--parallel={os.cpu_count() or 1}"
    setup(name="compiled", packages=[], ext_modules=libraries, script_args=["-q", "build_ext", "--build-lib=lib", jobs])


NAME = os.environ.get("CC") or (sysconfig.get_config_var("CC") or "cc").split()[0]
"""The name of the C compiler with which this Python was built."""


def compiler() -> str | None:
    """Return the path of the C compiler, or None if there is none."""
    return shutil.which(NAME)


def put(work: Path, twin: Path, games: Sequence[str], made_from: str) -> None:
    """Put the libraries where Python looks for them. Processes that have the old ones open keep those."""
    new, suffix = work / "new", sysconfig.get_config_var("EXT_SUFFIX")
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir(parents=True)
    lines = []
    for name, paths in modules(games).items():
        library = f"tutor_{name}__mypyc"
        shutil.copy2(work / "lib" / f"{library}{suffix}", new)
        lines += [f"{module} {library}{suffix}\n" for module in (library, *map(module_of, paths))]
    write(new / MODULES, "".join(lines))
    write(new / MADE_FROM, made_from)
    shutil.rmtree(twin, ignore_errors=True)
    new.rename(twin)


def compile_twin(twin: Path = TWIN, games: Sequence[str] = (), level: int = LEVEL) -> None:
    """Build the twin in a folder, unless it is already there; if no games are named, it contains all of them.

    Args:
        twin: The folder.
        games: The ids of the games.
        level: The C compiler's optimisation level, from 0 to 3. It changes how fast the games are, not how they play.

    Raises:
        SystemExit: if there is no compiler, or a module cannot be compiled.
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
