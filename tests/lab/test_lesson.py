"""Make this a lesson: a page shows what was done in the lab and then leaves it to the learner."""

from pathlib import Path
from random import Random

import pytest

from tests.toy import GAME as TOY
from tutor.engine.book.files import BadInput
from tutor.engine.core.asks import Chance, spell
from tutor.engine.core.game import Game, games
from tutor.lab.lesson import as_page, page_name, pieces_of
from tutor.lab.workbench import Workbench
from tutor.lessons.page import Page
from tutor.lessons.pages import load_page, read_page
from tutor.lessons.stage import Stage

each_game = pytest.mark.parametrize("game", games().values(), ids=games())
TABLE = """game = "toy"
players = ["Ada", "Ben"]

[table]
turn = "Ada"

[table.players]
Ada = { hand = ["beam", "beam"] }
Ben = { hand = ["jam"] }
"""


def toy() -> Workbench:
    """Ada tries a jam, which is closed, and plays a beam instead; Ben lets it through and rolls."""
    bench = Workbench({"game": "toy", "players": 2}, find=lambda _: TOY)
    bench.edit_text(TABLE)
    bench.answer(0, "play jam")
    for answer in ("play beam", "pass", "roll 1", "5"):
        bench.branch.take(answer)
    return bench


def page_of(text: str, bench: Workbench) -> Page:
    return read_page(text, "90-turn.toml", 90, "turn", bench.find)


def played(game: Game, seed: int, most: int = 16) -> Workbench:
    """Play a game from its setup with any open answers and, now and then, a refused try."""
    bench, random = Workbench({"game": game.id, "players": game.seats[0], "seed": seed}), Random(seed)
    for _ in range(most):
        branch = bench.branch
        if isinstance(branch.here.ask, Chance):
            branch.leave_to_luck()
        elif (asked := branch.asked()) is not None:
            for wanted in ([True] if random.random() < 0.4 else []) + [False]:
                options = [option for option in asked.options if bool(option.refusals) == wanted]
                if options:
                    bench.answer(asked.ask.seat, spell(random.choice(options).value))
    return bench


def test_the_page_shows_the_turn_and_then_leaves_the_same_turn_to_the_learner() -> None:
    bench = toy()
    page = page_of(as_page(bench.branch, "A beam comes down"), bench)
    assert [step.kind for step in page.step] == ["say", "show", "do"]
    _, show, do = page.step
    assert [move.answer for move in show.play] == ["Ada: play beam", "pass", "Ben: roll 1", "5"]
    assert show.play[0].text.startswith("Ada plays a beam")
    assert (page.you, do.accept, [move.answer for move in do.then]) == (
        "Ada",
        ("play beam",),
        ["pass", "Ben: roll 1", "5"],
    )
    assert do.closed == {"play jam": "cards/jam-only-against"}
    assert do.new_table
    stage = Stage(page)
    shown, done = (stage.end(n).game.position(stage.end(n).table, None) for n in (1, 2))
    assert shown == done == TOY.position(bench.branch.match.table, None)


def test_the_learner_may_be_another_player_and_earlier_answers_lead_to_the_position() -> None:
    bench = toy()
    page = page_of(as_page(bench.branch, last=2, you="Ben"), bench)
    assert page.scene["play"] == ["Ada: play beam", "pass"]
    assert (page.you, page.step[2].accept) == ("Ben", ("roll 1",))
    page = page_of(as_page(bench.branch, last=4, you="Ben"), bench)
    assert page.step[2].scene == {"play": ["Ada: play beam"]}, "what comes before the learner's first decision is done"


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"title": "One two three four five six seven"}, "title: expected at most 6 words"),
        ({"you": "Zoe"}, "you: expected one of Ada, Ben"),
        ({"you": "Ada", "last": 1}, "Ada has not decided anything in this line of play"),
        ({"last": 0}, "nobody has decided anything in this line of play"),
    ],
)
def test_what_cannot_be_a_lesson_is_said_in_one_sentence(wanted: dict[str, object], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        as_page(toy().branch, **wanted)  # type: ignore[arg-type]


@each_game
@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_done_in_any_game_makes_a_page_that_passes_the_check(
    game: Game, seed: int, tmp_path: Path, cli
) -> None:
    bench = played(game, seed)
    text = as_page(bench.branch, last=8)
    file = tmp_path / page_name("A turn to watch and play")
    file.write_text(text, encoding="utf-8")
    assert cli("check", file)[0] == 0
    page = load_page(file)
    assert sum(len(step.play) for step in page.step if step.kind == "show") == min(8, len(pieces_of(bench.branch)))
    assert any(step.kind == "do" for step in page.step)
