"""Before the first turn: how many movies, and who deals."""

from __future__ import annotations

from tutor.engine.core import NOBODY, Choose, Many, Pile, Rule, draw
from tutor.games.grave_robbers.book import CLASSIC, STUDENT, rule
from tutor.games.grave_robbers.cards import CARD_TYPES
from tutor.games.grave_robbers.table import Movie, Studio


@rule("overview/choose-number-of-movies")
def begin(g: Studio) -> Rule[None]:
    """Settle the rule set, the number of movies and the first dealer."""
    g.step("start")
    g.note("overview/player-count", "{n:director takes|directors take} part", n=Many(g.seats))
    g.step("choose-rule-set")
    edition = "Cult Classic, without a draft or popcorn costs" if CLASSIC in g.variants else "Resurrected Edition"
    student = ", and this is a Student Film" if STUDENT in g.variants else ""
    classic = CLASSIC in g.variants
    g.note(
        "overview/two-rule-sets",
        "this game uses the rules of the {edition}{student}",
        also=(
            "classic/base-on-resurrected-edition" if classic else "",
            "classic/everything-else-same" if classic else "",
            "student/when-to-use" if student else "",
            "classic/with-student-films" if classic and student else "",
        ),
        edition=edition,
        student=student,
    )
    g.step("choose-movie-count")
    counts = sorted({*range(1, g.parameters.movies + 1), g.seats})
    labels = [f"{Many(n):movie}" for n in counts]
    prompt = "How many movies do you want to make in this game?"
    answer = yield Choose(0, "overview/choose-number-of-movies", [*map(str, counts)], prompt, labels)
    g.planned = int(answer)
    g.note("overview/choose-number-of-movies", "the game lasts {n:movie}", n=Many(g.planned))
    (name,) = yield from draw(Pile(g.names), 1, "setup/dealer")
    g.dealer = g.seat(name)
    g.agenda.append(("overview/movie-span",))


@rule("overview/movie-span")
def new_movie(g: Studio) -> None:
    """A movie begins: everything except the scores is as at the start."""
    g.number += 1
    g.step("pick-dealer")
    g.movies = [Movie(movie.seat, score=movie.score) for movie in g.movies]
    g.deck = Pile(g.cards.deck(*CARD_TYPES))
    g.graveyard, g.title, g.received, g.resolved = [], [], [], []
    g.turn, g.final, g.last, g.establishing = NOBODY, None, NOBODY, True
    g.traits, g.bonus = {}, {}
    anew = ("marathon/reset-between-movies", "marathon/new-title-each-movie", "turn/establishing-shot-each-movie")
    g.note(
        "overview/movie-span",
        "movie {n} of {planned} begins, and {who} is the dealer",
        also=("setup/dealer", *(anew if g.number > 1 else ())),
        n=g.number,
        planned=g.planned,
        who=g.names[g.dealer],
    )
    g.agenda.append(("title/shuffle-and-reveal-six",))
