"""An option shows the mark of the card that it is about, even if there is a second copy of the card."""

import pytest

from tests import laws
from tests.ui.shown import Laid
from tutor.engine.core.game import find_game
from tutor.engine.core.match import Match
from tutor.ui.pictures.drawn import marks_of
from tutor.ui.present import present

pytestmark = pytest.mark.browser


def moment(game, wanted):
    tables = (Match(game, game.new(game.setup(game.seats[0])), seed) for seed in range(40))
    moments = (one for match in tables for one in laws.moments(match, 1) if len(laws.choices(one.ask)) == 1)
    return next(one for one in moments if wanted(one, laws.choices(one.ask)[0]))


def marks(browser, game, match, verb):
    """Return the marks of all open options with a verb, by their ids."""
    (part,) = laws.choices(match.ask)
    laid = Laid(browser, present(match, part.seat, player=part.seat), marks_of(game), reduced_motion="reduce")
    found = laid.page.locator(f".ask [data-open][data-option^='{verb} ']").all()
    drawn = {one.get_attribute("data-option"): one.locator(".artbox").inner_html() for one in found}
    laid.done()
    return drawn


def test_a_second_copy_of_a_furniture_has_its_mark_too(browser):
    game = find_game("shelter")

    def swaps(one, ask):
        return ask.rule == "opening/highest-decides" and any(key.endswith("-2") for key in one.table.places)

    match = moment(game, swaps)
    found = marks(browser, game, match, "swap")
    second = next(id for id in found if id.endswith("-2"))
    assert all(found.values())
    assert found[second] == found[second.removesuffix("-2")]


def test_an_option_about_two_cards_has_the_mark_of_the_first(browser):
    """To whomever a prop is given, the option is about the prop."""
    game = find_game("grave_robbers")

    def gives(one, ask):
        givens = [value for value in ask.open() if value[0] == "play" and value[2:]]
        return ask.rule == "turn/play-any-number" and any(
            len({mine[2] in one.table.movies[ask.seat].characters for mine in givens if mine[1] == prop}) == 2
            for _, prop, *_ in givens
        )

    found = marks(browser, game, moment(game, gives), "play")
    kinds = {}
    for option, mark in found.items():
        kinds.setdefault(option.split()[1], set()).add(mark)
    assert any(len(id.split()) == 3 for id in found)
    assert all(len(drawn) == 1 for drawn in kinds.values()), kinds


def test_the_key_of_an_amount_is_the_amount_and_is_seen_only_while_the_keyboard_is_in_use(browser):
    labels = ("Spend none", "Spend 1", "Spend 2", "1 of yours and 1 of Ben’s", "Spend 4")
    laid = asked(browser, *labels)
    keys = laid.page.locator(".ask kbd")
    assert keys.all_inner_texts() == ["", "", "", "", ""], "they are hidden"
    laid.page.keyboard.press("Tab")
    assert keys.all_inner_texts() == ["0", "1", "2", "3", "4"]
    assert keys.evaluate_all(
        "(keys) => keys.map((key) => getComputedStyle(key).boxShadow).every((shadow) => shadow !== 'none')"
    )
    for digit in "024":
        laid.page.keyboard.press(digit)
    assert [message["option"] for message in laid.sent("answer")] == ["0", "2", "4"]
    laid.page.mouse.click(2, 2)
    assert not keys.first.is_visible()
    laid.done()


def test_options_that_name_no_amounts_have_the_digits_in_their_order(browser):
    for labels in (
        ("4 Dynamite Sticks", "Hunting Rifle", "Bare hands"),
        ("Move to 3", "Move to 3 and stay", "Pass"),
        ("Spend 10", "Spend 11"),
    ):
        laid = asked(browser, *labels)
        laid.page.keyboard.press("Tab")
        assert laid.page.locator(".ask kbd").all_inner_texts() == [str(n + 1) for n in range(len(labels))]
        laid.page.keyboard.press("2")
        assert [message["option"] for message in laid.sent("answer")] == ["1"]
        laid.done()


def asked(browser, *labels):
    options = [{"id": f"{n}", "label": label} for n, label in enumerate(labels)]
    question = {"id": "1", "title": "How many?", "mode": "answer", "options": options}
    return Laid(browser, {"head": {"game": "Toy", "section": "Table"}, "question": question})
