"""Commands as if they had been typed."""

import sys

import pytest

from tests.laws import GAMES
from tutor.cli import main


class Typed:
    """Called with a command's words, it returns the exit code, what was printed, and what was complained of."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch = monkeypatch
        self.capsys = capsys
        self.games = dict(GAMES)
        """The games that there are, the toy among them; a test may put another in its place."""
        monkeypatch.setattr("tutor.engine.core.game.games", lambda: self.games)

    def __call__(self, *arguments: object) -> tuple[int, str, str]:
        self.monkeypatch.setattr(sys, "argv", ["rules-tutor", *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            main()
        printed = self.capsys.readouterr()
        return end.value.code, printed.out, printed.err
