"""A question's options are worked out once, and everything is drawn, pressed, explained and judged by that list."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tests.visitor import Visitor, right_message
from tutor.engine.core.asks import Choose
from tutor.engine.core.game import Game, games
from tutor.lessons.course import course_of
from tutor.ui.desks.course import CourseDesk
from tutor.ui.desks.lab import Lab
from tutor.ui.desks.practice import Practice

each_game = pytest.mark.parametrize("game", games().values(), ids=games())
PRESSES = 25


class Listings:
    """Counts how often each question was listed with all refusals, and how often its values were gathered."""

    def __init__(self) -> None:
        self.questions: dict[int, Choose] = {}
        """The questions by their ids; they are kept here, so that no id is used twice."""
        self.listed = Counter[int]()
        self.gathered = Counter[int]()

    def count(self, counter: Counter[int], ask: Choose) -> None:
        self.questions[id(ask)] = ask
        counter[id(ask)] += 1

    @property
    def most_gathered(self) -> int:
        """The largest number of times that the values of a listed question were gathered."""
        return max(n for ask, n in self.gathered.items() if ask in self.listed)


def every(kind: type[Choose]) -> Iterator[type[Choose]]:
    yield kind
    for other in kind.__subclasses__():
        yield from every(other)


@pytest.fixture
def listings(monkeypatch: pytest.MonkeyPatch) -> Listings:
    """Count from now on, for all games."""
    for game in games().values():
        game.new(game.setup(game.seats[0]))  # a game's rules are read when it is first set up
    found = Listings()

    def counting(counter: Counter[int], method: Any) -> Any:
        def counted(self: Choose) -> Any:
            found.count(counter, self)
            return method(self)

        return counted

    for kind in set(every(Choose)):
        for name, counter in (("options", found.listed), ("candidates", found.gathered)):
            if name in vars(kind):
                monkeypatch.setattr(kind, name, counting(counter, vars(kind)[name]))
    return found


@each_game
def test_at_the_practice_table_a_question_is_listed_once_and_its_answer_checked_once(
    game: Game, listings: Listings
) -> None:
    visitor = Visitor(Practice().desk, f"?game={game.id}&seed=3")
    for _ in visitor.plays_on(seed=3, most=PRESSES):
        for option in visitor.closed[:2]:
            for kind in ("try", "answer"):
                visitor.says(kind, ask=visitor.question["id"], option=option)
        visitor.says("notes", all=True)
    assert max(listings.listed.values()) == 1
    assert listings.most_gathered <= 3, "to see whether there is a choice, to list it, and to check the answer"


@pytest.mark.slow
@each_game
def test_in_a_course_a_question_is_listed_once(game: Game, listings: Listings) -> None:
    for page in course_of(game).pages:
        n = next((n for n, step in enumerate(page.step) if step.kind == "do"), None)
        if n is None:
            continue
        course = CourseDesk(game.id)
        visitor = Visitor(course.desk, f"?section={page.slug}&step={n + 1}")
        for option in visitor.closed[:2]:
            visitor.press(option)
            assert visitor.question["feedback"]["verdict"] == "wrong"
        visitor.sends(right_message(course.lesson))
        assert course.lesson.attempt.feedback is not None
    assert max(listings.listed.values()) == 1


@each_game
def test_in_the_lab_a_question_is_listed_once(game: Game, listings: Listings) -> None:
    visitor = Visitor(Lab(game.id).desk, f"?game={game.id}&seed=3")
    for _ in visitor.plays_on(seed=3, most=8):
        for option in visitor.closed[:2]:
            visitor.press(option)
    assert max(listings.listed.values()) == 1
