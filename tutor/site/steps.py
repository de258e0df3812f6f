"""Running other programs for one step of the build, with one clear sentence when a step fails."""

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

LAST_WORDS = 400
"""How many characters of a program's last output are repeated."""


class StepFailed(ValueError):
    """A step of the build failed: the message names the step, what was expected, and what happened instead."""

    def __init__(self, step: str, expected: str, got: str = "") -> None:
        super().__init__(f"{step} failed: expected {expected}" + (f", got: {got}" if got else ""))


def run(
    step: str, expected: str, command: Sequence[str | Path], cwd: Path, more: Mapping[str, str] | None = None
) -> str:
    """Run a program and return what it printed; `more` is added to its environment.

    Raises:
        StepFailed: if the program cannot be started or reports a failure.
    """
    words = [str(word) for word in command]
    try:
        done = subprocess.run(words, cwd=cwd, env={**os.environ, **(more or {})}, capture_output=True, text=True)
    except OSError as error:
        raise StepFailed(step, expected, str(error)) from None
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip())[-LAST_WORDS:]
        raise StepFailed(step, expected, said or f"exit code {done.returncode}")
    return done.stdout
