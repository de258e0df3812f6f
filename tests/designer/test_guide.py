"""The designers' guide: every example runs, the pages build without a warning and load nothing from other hosts."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tutor

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "python" / "index.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)


@pytest.mark.slow
def test_every_example_of_the_guide_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for example in EXAMPLES:
        exec(compile(example, "the guide", "exec"), names)  # the guide is our own text
    assert {"match", "attack", "odds", "both", "swept"} <= set(names)
    assert tutor.load(names["path"]).position() == names["match"].position()


def test_the_guide_and_the_reference_name_all_that_the_package_gives():
    told = GUIDE + (ROOT / "docs" / "python" / "reference.md").read_text(encoding="utf-8")
    assert [name for name in tutor.__all__ if not re.search(rf"\b{name}\b", told)] == []


@pytest.mark.slow
def test_the_pages_build_strictly_and_fetch_nothing(tmp_path):
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"})
    pages = list(tmp_path.glob("*.html"))
    assert {"index.html", "reference.html"} <= {page.name for page in pages}
    for page in pages:
        text = re.sub(r"<a [^>]*>", "", page.read_text(encoding="utf-8"))
        assert re.findall(r"""(?:src|href)=["']?(?:https?:)?//[^"' >]+""", text) == []
    for sheet in tmp_path.rglob("*.css"):
        assert re.findall(r"""(?:url\(|@import )["']?(?:https?:)?//""", sheet.read_text(encoding="utf-8")) == []
    reference = (tmp_path / "reference.html").read_text(encoding="utf-8")
    assert all(f'id="tutor.designer.{name}"' in reference for name in ("game.Game.sweep", "match.Match.why_not"))
