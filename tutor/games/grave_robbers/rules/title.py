"""Before the first turn: how many movies, who deals, and what the movie is called."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core.asks import Choose, Refusal, Rule, Value, draw, shuffle
from tutor.engine.core.piles import Pile
from tutor.engine.core.state import NOBODY
from tutor.engine.core.table import Many
from tutor.engine.core.windows import vote
from tutor.games.grave_robbers.book import CLASSIC, STUDENT, rule, words_of
from tutor.games.grave_robbers.table import Movie, Names, Studio

REVEALED = 6
MOVIES = (1, 2, 3)
"""A short game and longer ones; a marathon has one movie for each player."""
DONE = "done"


@rule("overview/choose-number-of-movies")
def begin(g: Studio) -> Rule[None]:
    """The rule set and the number of movies are settled, and a first dealer."""
    g.step("start")
    g.note("overview/player-count", "{n} directors take part", n=g.seats)
    g.step("choose-rule-set")
    edition = "Cult Classic: no draft, no popcorn costs" if CLASSIC in g.variants else "Resurrected Edition"
    student = ", as a Student Film" if STUDENT in g.variants else ""
    rules = "overview/two-rule-sets"
    if CLASSIC in g.variants:
        rules += " classic/base-on-resurrected-edition classic/everything-else-same"
    if student:
        rules += " student/when-to-use" + (" classic/with-student-films" if CLASSIC in g.variants else "")
    g.note(rules, "the rules are those of the {edition}{student}", edition=edition, student=student)
    g.step("choose-movie-count")
    counts = sorted({*MOVIES, g.seats})
    labels = [f"{Many(n):movie}" for n in counts]
    answer = yield Choose(0, "overview/choose-number-of-movies", [*map(str, counts)], "How long is the game?", labels)
    g.planned = int(answer)
    g.note("overview/choose-number-of-movies", "the game lasts {n:movie}", n=Many(g.planned))
    (name,) = yield from draw(Pile(g.names), 1, "setup/dealer")
    g.dealer = g.seat(name)
    g.agenda.append(("overview/movie-span",))


@rule("overview/movie-span")
def new_movie(g: Studio) -> None:
    """A movie begins with everything as at the start but the scores."""
    g.number += 1
    g.step("pick-dealer")
    g.movies = [Movie(movie.seat, score=movie.score) for movie in g.movies]
    g.deck = Pile(g.cards.deck("character", "prop", "location", "creature", "fx", "credits"))
    g.graveyard, g.title, g.received, g.resolved = [], [], [], []
    g.turn, g.final, g.last, g.establishing = NOBODY, None, NOBODY, True
    g.traits, g.bonus = {}, {}
    rules = "overview/movie-span setup/dealer"
    if g.number > 1:
        rules += " marathon/reset-between-movies marathon/new-title-each-movie turn/establishing-shot-each-movie"
    template = "movie {n} of {planned}: {who} deals"
    g.note(rules, template, n=g.number, planned=g.planned, who=g.names[g.dealer])
    g.agenda.append(("title/shuffle-and-reveal-six",))


@rule("title/shuffle-and-reveal-six")
def reveal_six(g: Studio) -> Rule[None]:
    """The whole deck is shuffled and six cards are turned up for everybody."""
    g.step("shuffle-deck")
    yield from shuffle(g.deck, "title/shuffle-and-reveal-six")
    g.step("reveal-six")
    cards = yield from draw(g.deck, REVEALED, "title/shuffle-and-reveal-six")
    g.revealed = sorted(cards)
    g.note("title/shuffle-and-reveal-six", "revealed are {cards}", cards=Names(map(g.called, g.revealed)))
    g.agenda.append(("title/agree-on-one-title",))


def words_revealed(g: Studio) -> list[str]:
    """The title words on the revealed cards."""
    return list(dict.fromkeys(word for card in g.revealed for word in g.printed[card].words))


class Word(Choose):
    """Add a word to the title, or leave it as it is."""

    __slots__ = ("g", "title")

    def __init__(self, g: Studio, title: list[str]) -> None:
        self.g = g
        self.seat = g.dealer
        self.rule = "title/which-words"
        self.title = title

    def prompt(self) -> str:
        return f"The title: {' '.join(self.title) or '…'}"

    def label(self, value: Value) -> str:
        return "That is the title" if value == DONE else words_of(value)[1]

    def candidates(self) -> Sequence[Value]:
        return [*(("word", word) for word in words_revealed(self.g)), DONE]

    def refuse(self, value: Value) -> Iterator[Refusal]:
        if value == DONE:
            if not self.title:
                yield Refusal("title/which-words", "a title has at least one of the revealed words", "Add a word.")
        elif words_of(value)[1] in self.title:
            yield Refusal("title/which-words", f"“{words_of(value)[1]}” is in the title already", "Add another word.")


@rule("title/agree-on-one-title")
def agree(g: Studio) -> Rule[None]:
    """The dealer puts words into an order, and the others agree; else the dealer's title stands."""
    g.step("agree-title")
    title: list[str] = []
    while len(title) < len(words_revealed(g)):
        answer = yield Word(g, title)
        if answer == DONE:
            break
        title.append(words_of(answer)[1])
    asks = [
        Choose(who, "title/agree-on-one-title", ("agree", "object"), f"“{' '.join(title)}”?")
        for who in g.others(g.dealer)
    ]
    answers = yield from vote(asks, "title/agree-on-one-title")
    against = [g.names[who] for who, answer in answers.items() if answer == "object"]
    if against:
        template = "{names} would call it otherwise; the dealer, {who}, decides"
        g.note("title/no-agreement", template, names=Names(against), who=g.names[g.dealer])
    g.step("record-title")
    g.title = title
    g.note(
        "title/record-title title/agree-on-one-title title/which-words title/words-earn-bonus",
        "the movie is called “{title}” for everybody; each of its words earns a bonus",
        title=" ".join(title),
    )
    g.step("return-six")
    g.deck.mix_in(g.revealed)
    g.revealed = []
    yield from shuffle(g.deck, "title/shuffle-cards-back")
    g.note("title/shuffle-cards-back", "the six cards are shuffled back: {n} cards", n=len(g.deck))
    g.agenda.append(("setup/deal-eight",))
