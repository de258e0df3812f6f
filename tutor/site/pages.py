"""The pages: the served page's own template as files, with only what they load."""

import json
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader

from tutor import serving
from tutor.serving.settings import CONTENT_SECURITY_POLICY
from tutor.site.bundles import FILES, FIRST_STATES, MEMORY
from tutor.site.inputs import PYODIDE_FILES, Inputs, digest
from tutor.ui.addresses import NEEDS_A_SERVER
from tutor.ui.bundle import DESK, DESK_SHEETS, FONTS, STATIC, modules, style

HERE = Path(__file__).resolve().parent
TEMPLATES = (HERE / "templates", Path(serving.__file__).resolve().parent / "voila_template")
BROWSER = HERE / "browser"

PYTHON = "python"
"""The folder of the browser's Python, beside the pages."""
IN_NODE_ONLY = {"pyodide.mjs", "package.json"}
WORKER = "worker.js"

POLICY = "; ".join(part for part in CONTENT_SECURITY_POLICY.split("; ") if not part.startswith("frame-ancestors"))
"""The server's content security policy, as far as a page can state it for itself."""


def page_names(notebooks: Path) -> list[str]:
    """Return the names, without `.ipynb`, of the pages that do not need a server."""
    return sorted(path.stem for path in notebooks.glob("*.ipynb") if path.stem not in NEEDS_A_SERVER)


def page_code(notebooks: Path) -> dict[str, str]:
    """Return the code that each page runs, by the page's name."""
    return {name: code_of(read_notebook(notebooks, name)) for name in page_names(notebooks)}


def read_notebook(notebooks: Path, name: str) -> dict[str, Any]:
    """Return a notebook as plain data."""
    notebook: dict[str, Any] = json.loads((notebooks / f"{name}.ipynb").read_text(encoding="utf-8"))
    return notebook


def code_of(notebook: dict[str, Any]) -> str:
    """Return the code of a notebook's cells as one script."""
    return "\n\n".join("".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code")


def make_pages(inputs: Inputs, notebooks: Path, bundles: Sequence[Path], folder: Path) -> Path:
    """Make the whole site in `folder` and return it; what desks show first is beside the bundles."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    lay_python(inputs, bundles, folder / PYTHON)
    lay_desk(folder)
    fonts = lay_fonts(folder)
    site = about(folder, fonts, notebooks)
    templates = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True)
    templates.policies["json.dumps_kwargs"] = {}  # keys stay in the order in which the desk has them
    page = templates.get_template("page.html.j2")
    for name in page_names(notebooks):
        notebook = read_notebook(notebooks, name)
        first = json.loads((bundles[0].parent / FIRST_STATES / f"{name}.json").read_text(encoding="utf-8"))
        given = {"nb": notebook, "frontend": "voila", "resources": {"base_url": ""}}
        text = page.render(given, site=site, code=code_of(notebook), first=first)
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    return folder


def lay_python(inputs: Inputs, bundles: Iterable[Path], folder: Path) -> None:
    """Lay out the browser's Python with all that it starts with, without a list of other packages."""
    folder.mkdir()
    for path in (*(inputs.pyodide / name for name in PYODIDE_FILES if name not in IN_NODE_ONLY), *bundles):
        shutil.copy(path, folder)
    shutil.copy(BROWSER / WORKER, folder)
    lock = folder / "pyodide-lock.json"
    info = json.loads(lock.read_text(encoding="utf-8"))["info"]
    lock.write_text(json.dumps({"info": info, "packages": {}}), encoding="utf-8")


def lay_desk(site: Path) -> None:
    """Lay out the desk's script and style sheet, which also draw it before its Python is there."""
    (site / "desk.js").write_text(f"{{\n{modules(*DESK, 'still', 'counterpart', 'near')}\n}}\n", encoding="utf-8")
    (site / "desk.css").write_text(style(*DESK_SHEETS), encoding="utf-8")


def lay_fonts(site: Path) -> list[str]:
    """Lay out the fonts with their licences and the style sheet that names them; return the addresses of the fonts."""
    shutil.copy(STATIC / "fonts.css", site)
    (site / "fonts").mkdir()
    files = [path for name in FONTS for path in sorted((STATIC / "fonts").glob(f"{name}.*"))]
    laid = [Path(shutil.copy(path, site / "fonts")) for path in files]
    return [path.relative_to(site).as_posix() for path in laid if path.suffix == ".woff2"]


def about(site: Path, fonts: Sequence[str], notebooks: Path) -> dict[str, Any]:
    """Lay out the page's own scripts, and return what they need.

    That is the site's version, the files that a visit loads, and the sizes of those from which Python starts. The
    version does not depend on Python's memory, because two builds of the same site may differ there.
    """
    files = [path for path in sorted(site.rglob("*")) if path.is_file() and not path.name.endswith(".txt")]
    scripts = [BROWSER / "opening.js", BROWSER / "service-worker.js"]
    templates = [path for folder in TEMPLATES for path in sorted(folder.rglob("*.j2"))]
    made_of = [*(path for path in files if path.name != MEMORY), *scripts, *templates]
    made_of += [HERE / "inside" / "ready.py", *sorted(notebooks.glob("*.ipynb"))]
    version = digest(b"".join(path.read_bytes() for path in made_of))
    for script in scripts:
        text = script.read_text(encoding="utf-8").replace("VERSION", version)
        (site / script.name).write_text(text, encoding="utf-8")
    names = {path.relative_to(site).as_posix(): path.stat().st_size for path in files}
    sizes = {name: size for name, size in names.items() if Path(name).name in (MEMORY, FILES)}
    return {"version": version, "files": [*names, "opening.js"], "sizes": sizes, "policy": POLICY, "fonts": fonts}
