"""Runs commands as if somebody had typed them."""

import sys

import pytest

from tests.laws import GAMES
from tutor.cli import main


class Typed:
    """Called with a command's words; returns the exit code, the output and the errors."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch = monkeypatch
        self.capsys = capsys
        self.games = dict(GAMES)
        """The existing games and the toy; a test may put another game in its place."""
        monkeypatch.setattr("tutor.engine.core.game.games", lambda: self.games)

    def __call__(self, *arguments: object) -> tuple[int, str, str]:
        self.monkeypatch.setattr(sys, "argv", ["rules-tutor", *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            main()
        printed = self.capsys.readouterr()
        return end.value.code, printed.out, printed.err
