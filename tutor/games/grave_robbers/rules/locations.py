"""Locations: one a movie, replaced or refused, with add-ons that join them."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.engine.core.asks import Refusal, Rule, Value
from tutor.games.grave_robbers.book import rule, words_of
from tutor.games.grave_robbers.rules.establishing import refuse_harm
from tutor.games.grave_robbers.rules.leaving import enter, lose_location
from tutor.games.grave_robbers.rules.popcorn import cost_of, pay, refuse_cost
from tutor.games.grave_robbers.table import Movie, Studio


def tries(g: Studio, seat: int, card: str) -> list[Value]:
    """The movies that a location could be played into: the own one first."""
    return [("play", card), *(("play", card, g.names[who]) for who in g.others(seat))]


def ways(g: Studio, seat: int, card: str, popcorn: int) -> list[Value]:
    """Those of `tries` that are open to who can make so much popcorn."""
    if cost_of(g, card) > popcorn:
        return []
    if not g.printed[card].add_on and not g.establishing and g.reading("locations/replacing") == "replaced":
        return tries(g, seat, card)
    return [value for value in tries(g, seat, card) if next(refuse(g, seat, card, words_of(value)[2]), None) is None]


def refuse(g: Studio, seat: int, card: str, target: str) -> Iterator[Refusal]:
    """Yield why a location cannot be played into this movie."""
    movie = g.movies[g.seat(target) if target else seat]
    printed = g.printed[card]
    if printed.add_on and not movie.location:
        why = "an add-on joins a location, and there is none in that movie"
        yield Refusal("locations/add-ons", why, "Play a location there first.")
    replaces = bool(movie.location) and not printed.add_on
    if replaces and g.reading("locations/replacing") == "refused":
        why = f"the movie has its one location: {g.called(movie.location)}"
        yield Refusal("locations/replacing", why, "Choose a movie without a location.")
        yield Refusal("locations/one-per-movie", why)
    if g.establishing:
        harmful = replaces or printed.defence < 0
        yield from refuse_harm(g, seat, movie.seat, harmful)
    yield from refuse_cost(g, seat, card, cost_of(g, card))


@rule("locations/own-or-opponent")
def play(g: Studio, seat: int, card: str, target: str) -> Rule[None]:
    """A location joins a movie; a second one replaces the first, an add-on does not."""
    movie = g.movies[g.seat(target) if target else seat]
    yield from pay(g, seat, card, cost_of(g, card))
    g.step("attack-permanent-enters" if g.attack else "location-enters")
    _lay(g, movie, card)
    g.note(
        "locations/own-or-opponent locations/defence-counts",
        "{who} plays {card} ({n:+}) into {whose} movie",
        who=g.names[seat],
        card=g.called(card),
        n=g.printed[card].defence,
        whose=f"{g.names[movie.seat]}’s" if target else "the own",
    )
    enter(g, movie, card, seat)


def _lay(g: Studio, movie: Movie, card: str) -> None:
    if g.printed[card].add_on:
        movie.add_ons.append(card)
        g.note("locations/add-ons", "{card} joins {base}", card=g.called(card), base=g.called(movie.location))
        return
    if movie.location:
        old = movie.location
        lose_location(g, old)
        g.note(
            "locations/replacing locations/one-per-movie",
            "{card} replaces {old}: a movie has one location",
            card=g.called(card),
            old=g.called(old),
        )
    else:
        g.note("locations/may-be-absent", "{who}’s movie had no location", who=g.names[movie.seat])
    movie.location = card
