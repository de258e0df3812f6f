"""The desk's modules, joined into one file."""

import pytest

from tutor.ui.bundle import script


def test_a_module_is_joined_only_after_those_it_imports() -> None:
    with pytest.raises(ValueError, match=r"^line\.js imports counterpart\.js, so list “counterpart” before “line”$"):
        script("line", "counterpart")
