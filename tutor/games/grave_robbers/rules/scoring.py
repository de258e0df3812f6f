"""Final scoring, and games of several movies."""

from __future__ import annotations

from tutor.engine.core import Many, Names, Part, Sum, spelled_out, told
from tutor.games.grave_robbers.book import rule
from tutor.games.grave_robbers.cards import CHARACTER, FAMILY, Printed
from tutor.games.grave_robbers.rules.traits import total_defence
from tutor.games.grave_robbers.table import Movie, Studio
from tutor.games.grave_robbers.values import has_trait


def title_bonus(g: Studio, movie: Movie, hand: bool = True) -> Sum:
    """The points for title words on cards in play and, if it counts, in hand."""
    per_word = g.reading("scoring/five-per-card-not-per-word") == "per-word"
    parts = []
    for card in title_cards(g, movie, hand):
        words = title_words(g, card) if per_word else 1
        bonus = g.parameters.title_bonus * words
        parts.append(Part(bonus, f"{g.called(card)}, title word", "scoring/title-word-five", card))
    return Sum("title words", *parts)


def title_cards(g: Studio, movie: Movie, hand: bool = True) -> list[str]:
    """The cards that earn a bonus for the title, those in hand among them if it counts."""
    in_play = movie.in_play()
    if g.reading("scoring/foreign-card-in-your-movie") == "no-bonus":
        in_play = [card for card in in_play if card not in movie.foreign]
    cards = [*in_play, *movie.hand] if hand else in_play
    return [card for card in cards if title_words(g, card)]


def title_words(g: Studio, card: str) -> int:
    """How many words of the title a card has."""
    printed: Printed = g.printed[card]
    return len([word for word in printed.words if word in g.title])


def points(g: Studio, movie: Movie, hand: bool = True) -> Sum:
    """What a movie would score now, with or without the title words in hand, which the others cannot see."""
    return Sum("points", *total_defence(g, movie).parts, *title_bonus(g, movie, hand).parts)


@rule("scoring/everyone-scores")
def score(g: Studio) -> None:
    """Everybody scores the defence of what is in play, and five points for each card with a title word."""
    g.step("movie-end")
    g.step("score-defence")
    for movie in g.movies:
        _tell_defence(g, movie)
    g.step("score-title-words")
    for movie in g.movies:
        _tell_title(g, movie)
    g.step("add-to-totals")
    for movie in g.movies:
        movie.score += points(g, movie)
        g.note(
            "marathon/score-after-each-movie",
            "{who} has {n:point} after {movies:movie}",
            also=("scoring/everyone-scores",),
            who=g.names[movie.seat],
            n=Many(movie.score),
            movies=Many(g.number),
        )
    g.step("more-movies")
    if g.number < g.planned:
        g.step("gather-cards")
        template = "all cards are gathered for the next movie, and only the scores carry over"
        g.note("marathon/reset-between-movies", template)
        g.dealer = (g.dealer + 1) % g.seats
        g.agenda.append(("overview/movie-span",))
        return
    g.step("find-winner")
    _tell_winner(g)
    g.over = True
    g.step("game-over")


@told
def _tell_defence(g: Studio, movie: Movie) -> None:
    cards = movie.in_play()
    negative = any(g.printed[card].defence < 0 for card in cards)
    changed = any(card in g.bonus or has_trait(g, card, FAMILY) for card in cards)
    lives = any(g.printed[card].kind == CHARACTER for card in cards)
    g.note(
        "scoring/defensive-values",
        "{who} scores {n:point} for the defence of {cards}"
        if cards
        else "{who}’s movie has no cards, so it scores nothing for defence",
        also=(
            "scoring/characters-props-locations",
            "scoring/graveyard-and-deck-score-nothing",
            "scoring/negative-values-subtract" if negative else "",
            "scoring/lasting-modifiers" if changed else "",
            "" if lives else "turn/no-elimination",
        ),
        who=g.names[movie.seat],
        n=Many(total_defence(g, movie)),
        cards=Names(map(g.called, cards)),
    )


@told
def _tell_title(g: Studio, movie: Movie) -> None:
    cards = title_cards(g, movie)
    barren = [card for card in movie.in_play() if title_words(g, card) and card not in cards]  # by one reading
    nothing = "{who} has no cards that show a word of the title"
    if barren:
        nothing = "{who} scores nothing for the title, because {barren:was|were} put into this movie by an opponent"
    g.note(
        "scoring/title-word-five",
        "{who} scores {n:point}, because {cards:shows|show} {words}" if cards else nothing,
        also=(
            "title/words-earn-bonus",
            "scoring/five-per-card-not-per-word",
            "scoring/current-title-only",
            "scoring/title-word-in-hand" if any(card in movie.hand for card in cards) else "",
            "scoring/title-word-in-play" if any(card not in movie.hand for card in cards) else "",
            "scoring/foreign-card-in-your-movie" if movie.foreign else "",
        ),
        who=g.names[movie.seat],
        n=Many(title_bonus(g, movie)),
        cards=Names(map(g.called, cards)),
        barren=Names(map(g.called, barren)),
        words=_words_shown(g, cards),
    )


def _words_shown(g: Studio, cards: list[str]) -> str:
    """Return what these cards show of the title; by one reading, each word on a single card counts."""
    per_word = g.reading("scoring/five-per-card-not-per-word") == "per-word"
    n = title_words(g, cards[0]) if per_word and len(cards) == 1 else len(cards)
    if len(cards) == 1 and n > 1:
        return f"{spelled_out(n, 'word')} of the title"
    return "words of the title" if n > 1 else "a word of the title"


def winners(g: Studio) -> tuple[int, ...]:
    """Everybody with the highest total; ties are shared."""
    best = max(movie.score for movie in g.movies)
    return tuple(movie.seat for movie in g.movies if movie.score == best)


@told
def _tell_winner(g: Studio) -> None:
    who = winners(g)
    g.note(
        "marathon/game-over",
        "{movies:movie has|movies have} been made, and {who:wins|share the win} with {n:point}",
        also=("marathon/highest-total-wins", "marathon/ties" if len(who) > 1 else ""),
        movies=Many(g.number),
        n=Many(max(movie.score for movie in g.movies)),
        who=Names(g.names[seat] for seat in who),
    )
