"""Moves: how a question offers them, and that it lists them only once while the table does not change."""

from collections.abc import Iterator

import pytest

from tests.toy import GAME, Saucers
from tutor.engine.core.asks import PASS, Choose, Option, Pick, Refusal, Together
from tutor.engine.core.moves import Decline, Menu, Move, Moves
from tutor.engine.core.rules import Rules
from tutor.engine.play.chance import Line

rule = Rules()


class Draw(Move[Saucers, int]):
    """Draw a card."""

    verb, words, heading, node = "draw", "Draw a card", "Cards", "draw"

    def refuse(self, g: Saucers, seat: int) -> Iterator[Refusal]:
        if len(g.crews[seat].hand) >= g.parameters.hand_limit:
            yield Refusal("turn/hand-limit", f"you hold {g.parameters.hand_limit} cards")
        if not g.deck:
            yield Refusal("turn/draw", "no card is left")

    @staticmethod
    @rule("turn/draw")
    def do(g: Saucers, seat: int) -> None:
        g.crews[seat].hand.append("beam")


class Play(Move[Saucers, int]):
    """Play a card on a player."""

    verb, words = "play", "Play {} on {}"
    listed = 0

    def tries(self, g: Saucers, seat: int):
        self.listed += 1
        return [(self.verb, card, g.names[1 - seat]) for card in dict.fromkeys(g.crews[seat].hand)]

    def group(self, g: Saucers, seat: int, card: str, whom: str) -> str:
        return f"On {whom}"

    def refuse(self, g: Saucers, seat: int, card: str, whom: str) -> Iterator[Refusal]:
        if card == "jam":
            yield Refusal("cards/jam-only-against", "a jam answers a card")

    @staticmethod
    @rule("cards/play")
    def do(g: Saucers, seat: int, card: str, whom: str):
        g.crews[seat].hand.remove(card)
        yield Choose(g.seat(whom), "cards/window", ("ouch",))
        return f"{card} played"


class Boast(Move[Saucers, int]):
    """A move that lists itself as open but is refused."""

    verb = "boast"

    def open(self, g: Saucers, seat: int):
        return (self.verb,)

    def refuse(self, g: Saucers, seat: int) -> Iterator[Refusal]:
        yield Refusal("turn/act", "nobody listens")


def question(*hand: str, moves: tuple[Move[Saucers, int], ...] = ()) -> Moves[Saucers, int]:
    g = GAME.table(GAME.setup(2))
    g.crews[0].hand = list(hand)
    offered = Menu(*moves) if moves else Menu(Draw(), Play(), Decline(PASS, "Not now"))
    return Moves(0, "turn/act", offered, g, 0, "What now?")


def test_moves_are_offered_in_order_each_with_its_words_and_reasons():
    ask = question("jam", "beam", "jam", "jam")
    assert ask.prompt() == "What now?"
    assert ask.options() == [
        Option("draw", "Draw a card", (Refusal("turn/hand-limit", "you hold 4 cards"),), "Cards"),
        Option(
            ("play", "jam", "Ben"),
            "Play Jam on Ben",
            (Refusal("cards/jam-only-against", "a jam answers a card"),),
            "On Ben",
        ),
        Option(("play", "beam", "Ben"), "Play Beam on Ben", (), "On Ben"),
        Option(PASS, "Not now"),
    ]
    assert ask.open() == Choose.open(ask) == [("play", "beam", "Ben"), PASS]


def test_an_answer_is_read_from_its_spelling_or_its_words():
    ask = question("beam")
    assert ask.parse("play beam ben") == ask.parse("Play Beam on Ben") == ("play", "beam", "Ben")


@pytest.mark.parametrize("answer", ["boast", ("play", "jam", "Ben"), ("play",), (), "sing", 3, ["draw"], ("draw", "x")])
def test_what_is_refused_or_unknown_is_not_accepted_whatever_is_listed_as_open(answer):
    ask = question("jam", moves=(Draw(), Play(), Boast()))
    assert "boast" in ask.open()
    assert not ask.accepts(answer)
    assert ask.accepts("draw")


class Whisper(Move[Saucers, int]):
    """A move that is neither refused nor listed as open."""

    verb = "whisper"

    def open(self, g: Saucers, seat: int):
        return ()


def test_what_is_not_refused_is_accepted_whatever_is_listed_as_open():
    ask = question(moves=(Draw(), Whisper()))
    assert ask.open() == ["draw"]
    assert ask.accepts("whisper")


def test_moves_are_listed_once_while_the_table_stands():
    play = Play()
    ask = question("beam", moves=(Draw(), play))
    for _ in range(3):
        assert ask.candidates() == ask.open() == ["draw", ("play", "beam", "Ben")]
    assert play.listed == 2  # what could be tried, and what is open
    ask.g.crews[0].hand = ["jam"]
    Together([ask], "turn/act").renew()
    assert ask.candidates() == ["draw", ("play", "jam", "Ben")]
    assert ask.open() == ["draw"]


def test_an_answer_is_carried_out_by_the_rule_of_its_move():
    ask = question()
    steps: list[str] = []
    ask.g.listen(lambda note: None, steps.append)
    assert list(ask.do("draw")) == []
    assert (ask.g.crews[0].hand, steps) == (["beam"], ["draw"])
    playing = ask.do(("play", "beam", "Ben"))
    assert next(playing).seat == 1
    assert rule.trail(playing) == ("cards/play",)
    with pytest.raises(StopIteration, match="beam played"):
        playing.send("ouch")
    assert list(ask.do(PASS)) == []
    assert steps == ["draw"]


def test_a_move_of_a_verb_that_another_has_is_found():
    with pytest.raises(ValueError, match="two moves have the same verb: draw, pass, draw"):
        Menu(Draw(), Decline(PASS, "Pass"), Draw())


def test_what_was_listed_before_the_hands_were_dealt_anew_is_listed_again():
    asking = Rules()

    @asking("turn/act")
    def act(g: Saucers):
        ask = Moves(0, "turn/act", Menu(Play()), g, 0)
        ask.open()
        yield ask

    def deal(g: Saucers):
        yield Choose(1, "setup/deal", ("deal",))
        g.crews[0].hand = ["beam"]

    g = GAME.table(GAME.setup(2))
    g.agenda.append(("turn/act",))
    line = Line(asking, g, determinize=deal)
    assert line.determinizing
    line.advance("deal")
    assert line.ask.open() == [("play", "beam", "Ben")]


def refuse_small(n: int) -> Iterator[Refusal]:
    if n < 2:
        yield Refusal("turn/roll", f"{n} is too small", "Take two.", 2)


@pytest.mark.parametrize("opened", [None, (2, 3)])
def test_some_of_what_can_be_picked_is_closed(opened):
    ask = Pick(0, "turn/roll", (1, 2, 3), "How many?", refuse_small, "{} dice".format, opened)
    assert ask.prompt() == "How many?"
    assert ask.options() == [
        Option(1, "1 dice", (Refusal("turn/roll", "1 is too small", "Take two.", 2),)),
        Option(2, "2 dice"),
        Option(3, "3 dice"),
    ]
    assert list(ask.open()) == [2, 3]
    assert opened is None or ask.open() is opened
    assert ask.accepts(2)
    assert not ask.accepts(1)
    assert not ask.accepts(4)


def test_a_card_in_an_answer_is_called_by_its_name():
    g = GAME.table(GAME.setup(2))
    assert (g.called("beam"), g.called("Ben")) == ("Beam", "Ben")


def test_what_can_be_picked_may_hang_on_cards_that_are_dealt_anew():
    hand = ["beam", "jam"]
    ask = Pick(0, "r", lambda: [*hand, "stop"], "Which?", refuse_stop, ("First", "Second", "None"), lambda: hand)
    hand[:] = ["nap", "jam"]
    assert ask.candidates() == ["nap", "jam", "stop"]
    assert ask.open() == ["nap", "jam"]
    assert ask.accepts("nap")
    assert not ask.accepts("beam")
    assert not ask.accepts("stop")
    assert ask.label("nap") == "First"
    assert Choose(0, "r", lambda: hand).open() == ["nap", "jam"]


def refuse_stop(value):
    if value == "stop":
        yield Refusal("r", "you have to take a card")
