"""A running task is drawn until it has ended, and never twice at the same time."""

import asyncio

import pytest

from tutor.ui import watch
from tutor.ui.watch import Watch


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "GLANCE", 0.001)


def drawn_while_it_runs(looks: int, begins: int = 1) -> list[int]:
    """Return what is drawn of a task that runs for this many looks."""
    drawn: list[int] = []
    left = [looks]

    def draw() -> None:
        left[0] = max(0, left[0] - 1)
        drawn.append(left[0])

    async def kernel() -> None:
        one = Watch(lambda: left[0] > 0, draw)
        for _ in range(begins):
            one.begin()
        assert drawn == []
        await asyncio.sleep(0.3)

    asyncio.run(kernel())
    return drawn


def test_what_ends_while_it_is_drawn_is_drawn_once_more() -> None:
    assert drawn_while_it_runs(3) == [2, 1, 0, 0]


def test_what_does_not_run_is_not_looked_at() -> None:
    assert drawn_while_it_runs(0) == []


def test_begun_twice_it_looks_no_oftener() -> None:
    assert drawn_while_it_runs(3, begins=4) == [2, 1, 0, 0]


def test_nothing_is_drawn_where_nobody_waits() -> None:
    drawn: list[str] = []
    Watch(lambda: True, lambda: drawn.append("")).begin()
    assert drawn == []
