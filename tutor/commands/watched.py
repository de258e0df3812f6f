"""What long commands share: a progress bar, and a way for Ctrl-C to end them in good order."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def bar(quiet: bool, total: int) -> Iterator[Callable[[int, int], None] | None]:
    """Show on a terminal how many games have been played; call the function that it gives after each game."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    console = Console(stderr=True)
    if quiet or not console.is_terminal:
        yield None
        return
    columns = ("games", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("games", total=total)
        yield lambda done, total: progress.update(task, completed=done)


@contextmanager
def interrupts() -> Iterator[Callable[[], bool]]:
    """Give a function that says whether Ctrl-C was pressed; pressing it a second time ends the program as usual."""
    pressed: list[int] = []

    def hear(number: int, frame: object) -> None:
        pressed.append(number)
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, hear)
    try:
        yield lambda: bool(pressed)
    finally:
        signal.signal(signal.SIGINT, before)
