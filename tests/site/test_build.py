"""The static build, as far as it can be tested without building: its inputs, its folder and its messages."""

import gzip
import json
import re
import sys
import zipfile
from pathlib import Path

import pytest

from tests.test_environment import PROJECT, name_of, pins
from tutor.cli import main
from tutor.paths import shipped
from tutor.site import inputs
from tutor.site.build import MARK, check_place, replace
from tutor.site.bundles import NOT_IPYTHON, joined, lay_libraries, pack
from tutor.site.inputs import BROWSER, ENVIRONMENT, Inputs
from tutor.site.pages import POLICY, WORKER, about, lay_fonts, page_code, page_names
from tutor.site.steps import StepFailed, run
from tutor.ui.addresses import NEEDS_A_SERVER, address


def pinned(path: Path) -> dict[str, str]:
    return dict(re.findall(r"^([\w.-]+)==(\S+)", path.read_text(encoding="utf-8"), re.MULTILINE))


# -- what it takes


@pytest.mark.parametrize("path", [ENVIRONMENT, BROWSER], ids=lambda path: path.stem)
def test_every_input_is_pinned_by_version_and_hash_and_no_registry_is_named(path: Path) -> None:
    entries = re.split(r"\n(?=\S)", path.read_text(encoding="utf-8").strip())
    for entry in entries:
        assert re.match(r"[\w.-]+==\S+", entry), entry
        assert "--hash=sha256:" in entry
        assert "://" not in entry


def test_the_browser_runs_the_versions_that_the_server_runs() -> None:
    served, browser = pins(), pinned(BROWSER)
    for name in ("anywidget", "attrs", "cattrs", "fsrs", "ipywidgets", "networkx", "psygnal"):
        assert served[name] == f"{name}=={browser[name]}"


def test_the_site_has_the_fonts_that_its_sheet_names(tmp_path: Path) -> None:
    fonts = lay_fonts(tmp_path)
    named = re.findall(r'url\("([^"]+)"\)', (tmp_path / "fonts.css").read_text(encoding="utf-8"))
    assert set(named) == set(fonts)
    for name in fonts:
        assert (tmp_path / name).read_bytes().startswith(b"wOF2")
        assert "SIL Open Font License" in (tmp_path / name).with_suffix(".LICENSE.txt").read_text(encoding="utf-8")


def test_what_the_pages_need_is_there_in_the_browser() -> None:
    of_the_server = {"ipykernel", "psutil", "typer", "voila"}
    needed = {name_of(requirement) for requirement in PROJECT["dependencies"]} - of_the_server
    assert needed <= pinned(BROWSER).keys()


def test_the_pages_are_those_that_are_served_and_need_no_server() -> None:
    served = {path.stem for path in shipped("notebooks").glob("*.ipynb")}
    assert set(page_names(shipped("notebooks"))) == served - NEEDS_A_SERVER
    assert served >= NEEDS_A_SERVER
    assert page_code(shipped("notebooks"))["index"].splitlines()[-1] == "index()"


# -- where it puts it


def test_a_folder_that_is_not_ours_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    monkeypatch.setattr(sys, "argv", ["rules-tutor", "site", str(tmp_path), "--work", str(tmp_path.parent / "work")])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "is not empty" in said
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_file_is_no_place_for_a_site(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("")
    with pytest.raises(ValueError, match="is a file"):
        check_place(tmp_path / "out", tmp_path / "work")


@pytest.mark.parametrize(("out", "work"), [("a", "a"), ("a/b", "a"), ("a", "a/b")])
def test_the_site_and_the_work_lie_apart(tmp_path: Path, out: str, work: str) -> None:
    with pytest.raises(ValueError, match="must not be inside one another"):
        check_place(tmp_path / out, tmp_path / work)


def test_a_new_an_empty_and_a_built_folder_will_do(tmp_path: Path) -> None:
    out, work = tmp_path / "out", tmp_path / "work"
    check_place(out, work)
    out.mkdir()
    check_place(out, work)
    (out / MARK).touch()
    (out / "index.html").touch()
    check_place(out, work)


def test_a_site_built_before_is_replaced_whole(tmp_path: Path) -> None:
    out, site = tmp_path / "out", tmp_path / "site"
    (site / "python").mkdir(parents=True)
    (site / "index.html").write_text("new")
    (out / "old").mkdir(parents=True)
    (out / "old" / "index.html").write_text("old")
    (out / "other.html").write_text("old")
    replace(out, site)
    assert sorted(path.name for path in out.iterdir()) == [MARK, "index.html", "python"]
    check_place(out, tmp_path / "work")


# -- what it says when a step fails


def test_a_step_that_fails_is_named_with_what_was_expected(tmp_path: Path) -> None:
    program = [sys.executable, "-c", "import sys; sys.exit('no such wheel')"]
    with pytest.raises(StepFailed, match="Fetching failed: expected wheels, got: no such wheel"):
        run("Fetching", "wheels", program, tmp_path)


def test_a_program_that_is_not_there_is_a_failed_step_too(tmp_path: Path) -> None:
    with pytest.raises(StepFailed, match="Fetching failed: expected wheels"):
        run("Fetching", "wheels", [tmp_path / "nothing"], tmp_path)


def test_an_input_with_another_hash_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def packs_something_else(*_: object) -> str:
        (tmp_path / "pyodide" / "pyodide-0.29.0.tgz").write_bytes(b"something else")
        return ""

    monkeypatch.setattr(inputs, "run", packs_something_else)
    wanted = Inputs(tmp_path)
    wanted.pyodide.mkdir()
    with pytest.raises(StepFailed, match=r"expected pyodide@0\.29\.0 with sha512"):
        wanted._fetch_pyodide()


def test_a_step_that_failed_is_done_again_next_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = []
    monkeypatch.setattr(Inputs, "_make_environment", lambda self: done.append(len(done)) or 1 / (len(done) - 1))
    monkeypatch.setattr(Inputs, "_fetch_wheels", lambda self: None)
    monkeypatch.setattr(Inputs, "_fetch_pyodide", lambda self: None)
    with pytest.raises(ZeroDivisionError):
        Inputs(tmp_path).fetch()
    Inputs(tmp_path).fetch()
    Inputs(tmp_path).fetch()
    assert done == [0, 1]


# -- what it makes


def laid_out(bundle: bytes) -> dict[str, bytes]:
    """Read joined files as the browser's worker does."""
    place = 4 + int.from_bytes(bundle[:4], "little")
    found = {}
    for name, size in json.loads(bundle[4:place]):
        found[name] = bundle[place : place + size]
        place += size
    assert place == len(bundle)
    return found


def test_files_are_joined_without_the_modules_that_are_in_memory(tmp_path: Path) -> None:
    for name, text in {"one/b.pyc": "b", "one/deep/a.toml": "ä", "two/c.pyc": "", "two/d.pyc": "d"}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    bundle = joined([tmp_path / "one", tmp_path / "two"], {tmp_path / "two/d.pyc"})
    assert laid_out(bundle) == {"b.pyc": b"b", "c.pyc": b"", "deep/a.toml": "ä".encode()}


def test_the_same_content_makes_the_same_file(tmp_path: Path) -> None:
    first = pack(b"content", tmp_path / "first.bin").read_bytes()
    assert pack(b"content", tmp_path / "second.bin").read_bytes() == first
    assert gzip.decompress(first) == b"content"


def wheel(folder: Path, name: str, *modules: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(folder / f"{name}-1.0-py3-none-any.whl", "w") as archive:
        for module in modules:
            archive.writestr(module, "print('as its makers left it')")


def test_the_libraries_are_laid_out_without_what_no_page_imports(tmp_path: Path) -> None:
    given = Inputs(tmp_path / "inputs")
    wheel(given.wheels, "a", "a/__init__.py", "a/tests/test_it.py", "a/page.js", "a-1.0-py3-none-any.data/data/x.py")
    tree = tmp_path / "tree"
    lay_libraries(given, tree)
    laid = {path.relative_to(tree).as_posix() for path in tree.rglob("*") if path.is_file()}
    assert laid == {"a/__init__.py"} | NOT_IPYTHON.keys()


def test_what_ipywidgets_imports_from_ipython_is_there(tmp_path: Path) -> None:
    lay_libraries(Inputs(tmp_path / "inputs"), tmp_path)
    imports = "from IPython import get_ipython; from IPython.display import clear_output, display; "
    imports += "from IPython.core.interactiveshell import InteractiveShell; assert get_ipython() is None"
    run("Importing", "a module", [sys.executable, "-c", imports], tmp_path, {"PYTHONPATH": str(tmp_path)})


def a_site(folder: Path, memory: bytes = b"", files: bytes = b"") -> Path:
    (folder / "python").mkdir(parents=True)
    (folder / "desk.js").write_bytes(b"draw")
    for name, content in {"memory.bin": memory, "files.bin": files, WORKER: b"work"}.items():
        (folder / "python" / name).write_bytes(content)
    return folder


def test_visitors_get_what_has_changed(tmp_path: Path) -> None:
    first = about(a_site(tmp_path / "first", b"m", b"f"), [], shipped("notebooks"))
    again = about(a_site(tmp_path / "again", b"another build's", b"f"), [], shipped("notebooks"))
    other = about(a_site(tmp_path / "other", b"m", b"g"), [], shipped("notebooks"))
    assert again["version"] == first["version"] != other["version"]
    assert first["version"] in (tmp_path / "first" / "service-worker.js").read_text(encoding="utf-8")


def test_a_page_knows_what_it_loads(tmp_path: Path) -> None:
    known = about(a_site(tmp_path / "site", b"memory", b"f"), [], shipped("notebooks"))
    assert known["sizes"] == {"python/files.bin": 1, "python/memory.bin": 6}
    assert {"desk.js", "opening.js", "python/memory.bin", f"python/{WORKER}"} <= set(known["files"])


def test_a_page_lets_nothing_in_from_elsewhere() -> None:
    assert "default-src 'self'" in POLICY
    assert "connect-src 'self'" in POLICY
    assert "frame-ancestors" not in POLICY  # only a server can say that


def test_a_served_page_is_a_notebook_and_keeps_its_query() -> None:
    assert address("index") == "index.ipynb"
    assert address("play", game="a b") == "play.ipynb?game=a+b"
    assert address("shelter", "?section=x") == "shelter.ipynb?section=x"
