"""The pages: Voici turns notebooks into files, which are moved to the top of the folder with only what they load."""

import json
import os
import re
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from tutor import serving
from tutor.serving.settings import CONTENT_SECURITY_POLICY
from tutor.site.bundles import LIBRARIES
from tutor.site.inputs import ENVIRONMENT, PYODIDE_FILES, Inputs, digest
from tutor.site.steps import StepFailed, run
from tutor.ui.addresses import NEEDS_A_SERVER
from tutor.ui.bundle import DESK, DESK_SHEETS, FONTS, STATIC, style
from tutor.ui.bundle import script as joined

HERE = Path(__file__).resolve().parent
TEMPLATES = (HERE / "voici_template", Path(serving.__file__).resolve().parent / "voila_template")
BROWSER = HERE / "browser"
ENTRANCE = (ENVIRONMENT, *(path for folder in TEMPLATES for path in sorted(folder.rglob("*.j2"))))
"""What the pages around the desk are made of; when this changes, visitors get new pages."""

PYTHON = "python"
"""The folder of the browser's Python, beside the pages."""
IN_NODE_ONLY = {"pyodide.mjs", "package.json"}

KERNEL_EXTENSION = "@jupyterlite/pyodide-kernel-extension"
EXTENSIONS = {KERNEL_EXTENSION, "anywidget"}
"""The part of Voici's files that the pages load."""
LOADED_AT_ONCE = ["micropip", "piplite", "sqlite3", "ipykernel", "comm", "pyodide_kernel", "jedi", "ipython"]
"""What the kernel believes to be installed, so that it does not look for packages; the bundle has what it needs."""
DRIVE_WORKER = '"@jupyterlite/application-extension:service-worker-manager"===e.id'
"""The plugin that makes Voici's script wait for a service worker with the kernel's files; our pages have none."""

VOICI = "import sys; from voici_core.app import main; sys.exit(main())"
VOICI_OPTIONS = ("--no-sourcemaps", "--no-unused-shared-packages", "--template", "rules-tutor-site")
CONFIG = re.compile(r'(<script id="jupyter-config-data" type="application/json">)(.*?)(</script>)', re.DOTALL)
FIRST = '<script id="first" type="application/json"></script>'
SCRIPT = re.compile(r'<script src="\.\./build/voici\.js"></script>')


POLICY = "; ".join(part for part in CONTENT_SECURITY_POLICY.split("; ") if not part.startswith("frame-ancestors"))
"""The server's content security policy, as far as a page can state it for itself."""


def page_names(notebooks: Path) -> list[str]:
    """Return the names, without `.ipynb`, of the pages that do not need a server."""
    return sorted(path.stem for path in notebooks.glob("*.ipynb") if path.stem not in NEEDS_A_SERVER)


def page_code(notebooks: Path) -> dict[str, str]:
    """Return the code that each page runs, by the page's name."""
    found = {}
    for name in page_names(notebooks):
        cells = json.loads((notebooks / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
        found[name] = "\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    return found


def make_pages(inputs: Inputs, notebooks: Path, bundles: Sequence[Path], first: Path, folder: Path) -> Path:
    """Make the whole site below `folder` and return its folder; `first` has what desks show first, by page.

    Raises:
        StepFailed: if Voici cannot build it.
    """
    shutil.rmtree(folder, ignore_errors=True)
    files, built, site = folder / "files", folder / "built", folder / "site"
    files.mkdir(parents=True)
    for name in page_names(notebooks):
        shutil.copy(notebooks / f"{name}.ipynb", files)
    site.mkdir()
    lay_python(inputs, bundles, site / PYTHON)
    config = lite_config([bundle.name for bundle in bundles], about(site, files))
    (folder / "jupyter-lite.json").write_text(json.dumps(config), encoding="utf-8")
    build_with_voici(inputs, folder, files, built)
    for part in ("voici/build", *(f"extensions/{name}" for name in EXTENSIONS)):
        shutil.copytree(built / part, site / part)
    leave_out_drive_worker(site / "voici" / "build")
    for name in page_names(notebooks):
        page = (built / "voici" / "render" / f"{name}.html").read_text(encoding="utf-8")
        state = first / f"{name}.json"
        page = (
            with_first(move_to_top(page), state.read_text(encoding="utf-8")) if state.is_file() else move_to_top(page)
        )
        (site / f"{name}.html").write_text(page, encoding="utf-8")
    return site


def lay_python(inputs: Inputs, bundles: Iterable[Path], folder: Path) -> None:
    """Lay out the browser's Python with its packages, without a list of other packages."""
    folder.mkdir()
    for path in (*(inputs.pyodide / name for name in PYODIDE_FILES if name not in IN_NODE_ONLY), *bundles):
        shutil.copy(path, folder)
    shutil.copy(BROWSER / "start.js", folder)
    lock = folder / "pyodide-lock.json"
    info = json.loads(lock.read_text(encoding="utf-8"))["info"]
    lock.write_text(json.dumps({"info": info, "packages": {}}), encoding="utf-8")


def about(site: Path, notebooks: Path) -> dict[str, Any]:
    """Lay out the page's own scripts, and return what they need: the version, and how many bytes every visit loads."""
    files = {path.relative_to(site).as_posix(): path for path in sorted((site / PYTHON).iterdir())}
    scripts = [BROWSER / "opening.js", BROWSER / "service-worker.js"]
    fonts = lay_fonts(site)
    made_of = [*files.values(), *scripts, *fonts, *lay_still(site), *ENTRANCE, *sorted(notebooks.glob("*.ipynb"))]
    version = digest(b"".join(path.read_bytes() for path in made_of))
    for script in scripts:
        text = script.read_text(encoding="utf-8").replace("VERSION", version)
        (site / script.name).write_text(text, encoding="utf-8")
    sizes = {name: path.stat().st_size for name, path in files.items()}
    addresses = [path.relative_to(site).as_posix() for path in fonts if path.suffix == ".woff2"]
    return {"version": version, "files": sizes, "policy": POLICY, "fonts": addresses}


def lay_still(site: Path) -> list[Path]:
    """Lay out the files that draw a desk before its Python is there, and return them."""
    texts = {"still.js": f"{{\n{joined(*DESK, 'still')}\n}}\n", "desk.css": style(*DESK_SHEETS)}
    for name, text in texts.items():
        (site / name).write_text(text, encoding="utf-8")
    return [site / name for name in texts]


def lay_fonts(site: Path) -> list[Path]:
    """Lay out the fonts with their licences and the style sheet that names them, and return these files."""
    sheet = shutil.copy(STATIC / "fonts.css", site)
    (site / "fonts").mkdir()
    files = [path for name in FONTS for path in sorted((STATIC / "fonts").glob(f"{name}.*"))]
    return [Path(sheet), *(Path(shutil.copy(path, site / "fonts")) for path in files)]


def lite_config(bundles: Sequence[str], site: dict[str, Any]) -> dict[str, Any]:
    """Return JupyterLite's configuration, including what our own page needs to know."""
    assert LIBRARIES in bundles
    kernel = {
        "pyodideUrl": f"./{PYTHON}/start.js",
        "disablePyPIFallback": True,
        "loadPyodideOptions": {"packages": LOADED_AT_ONCE, "bundles": list(bundles)},
    }
    data = {
        "enableServiceWorkerCache": False,
        "litePluginSettings": {f"{KERNEL_EXTENSION}:kernel": kernel},
        "site": site,
    }
    return {"jupyter-lite-schema-version": 0, "jupyter-config-data": data}


def build_with_voici(inputs: Inputs, folder: Path, files: Path, built: Path) -> None:
    """Let Voici make a page of every notebook, with the widget's own extension."""
    (widget,) = inputs.wheels.glob("anywidget-*.whl")
    options: list[str | Path] = [*VOICI_OPTIONS, "--contents", files, "--output-dir", built]
    options.append(f"--LiteBuildConfig.federated_extensions={widget}")
    where = {"JUPYTER_PATH": os.pathsep.join(str(path) for path in TEMPLATES), "JUPYTER_PREFER_ENV_PATH": "1"}
    run("Building the pages", "Voici to build them", [inputs.python, "-c", VOICI, "build", *options], folder, where)


def leave_out_drive_worker(scripts: Path) -> None:
    """Remove the plugin from Voici's start script.

    Raises:
        StepFailed: if the plugin is not where this version has it.
    """
    found = [path for path in scripts.glob("*.js") if DRIVE_WORKER in path.read_text(encoding="utf-8")]
    if not found:
        raise StepFailed("Making the pages", f"a script of Voici's with {DRIVE_WORKER}")
    for path in found:
        path.write_text(path.read_text(encoding="utf-8").replace(DRIVE_WORKER, "!1"), encoding="utf-8")


def move_to_top(page: str) -> str:
    """Return one of Voici's pages, changed so that it can be two folders further up."""
    found = CONFIG.search(page)
    if found is None or not SCRIPT.search(page):
        raise StepFailed("Moving the pages", "a page of Voici 0.10 with its configuration and script")
    config = json.loads(found[2])
    config = {key: moved(value) if key.endswith("Url") else value for key, value in config.items()}
    config["litePluginSettings"] = json.loads(json.dumps(config["litePluginSettings"]).replace("../../", "./"))
    config["federated_extensions"] = [one for one in config["federated_extensions"] if one["name"] in EXTENSIONS]
    text = json.dumps(config).replace("</", "<\\/")
    page = page[: found.start()] + found[1] + text + found[3] + page[found.end() :]
    return SCRIPT.sub('<script src="voici/build/voici.js"></script>', page)


def with_first(page: str, state: str) -> str:
    """Return a page that contains, as JSON, what its desk shows a first-time visitor."""
    if FIRST not in page:
        raise StepFailed("Moving the pages", f"a page with {FIRST}")
    return page.replace(FIRST, FIRST.replace("><", f">{state.replace('<', chr(92) + 'u003c')}<"))


def moved(address: Any) -> Any:
    """Return a relative address as it has to be from two folders further up."""
    if isinstance(address, str) and address.startswith("../../"):
        return address.replace("../../", "./", 1)
    if isinstance(address, str) and address.startswith("../"):
        return address.replace("../", "./voici/", 1)
    return address
