"""Locations: one per movie, replaced or refused, with add-ons that join them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core import Refusal, Rule, Value
from tutor.games.grave_robbers.book import rule
from tutor.games.grave_robbers.cards import LOCATION
from tutor.games.grave_robbers.rules.establishing import harms, refuse_harm, spares
from tutor.games.grave_robbers.rules.popcorn import cost_of, pay, refuse_cost
from tutor.games.grave_robbers.rules.props_leaving import enter, lose_location
from tutor.games.grave_robbers.rules.timing import PlayInto, played
from tutor.games.grave_robbers.table import Movie, Studio


def _harms(g: Studio, seat: int, movie: Movie, card: str) -> bool:
    """Whether a location would replace a movie’s location or lower its total, while nobody may be harmed."""
    replaces = g.establishing and bool(movie.location) and not g.printed[card].add_on
    return replaces or harms(g, seat, movie, card)


class PlayLocation(PlayInto):
    """Play a location into any movie."""

    kind, node = LOCATION, "location-check"

    def open_ways(self, g: Studio, seat: int, card: str, popcorn: int) -> Sequence[Value]:
        if cost_of(g, card) > popcorn:
            return []
        printed = g.printed[card]
        joins, refused = printed.add_on, g.reading("locations/replacing") == "refused"
        found: list[Value] = []
        for who in g.clockwise(seat):
            movie = g.movies[who]
            there = bool(movie.location)
            fits = there if joins else not (there and refused)
            if fits and spares(g, seat, who, _harms(g, seat, movie, card)):
                found.append(("play", card) if who == seat else ("play", card, g.names[who]))
        return found

    def reasons(self, g: Studio, seat: int, card: str, target: str) -> Iterator[Refusal]:
        movie = g.movies[g.seat(target) if target else seat]
        printed = g.printed[card]
        whose = "your" if movie.seat == seat else f"{g.names[movie.seat]}’s"
        name = g.called(card)
        if printed.add_on and not movie.location:
            joins = f"for {'them' if name.several else 'it'} to join"
            why = f"{name:is|are} an add-on, and {whose} movie doesn’t have a location {joins}"
            able = any(g.cards.type_of(one) == LOCATION and not g.printed[one].add_on for one in g.movies[seat].hand)
            fix = "Play a location there first." if able else f"Keep {name} until {whose} movie has a location."
            yield Refusal("locations/add-ons", why, fix)
        replaces = bool(movie.location) and not printed.add_on
        if replaces and g.reading("locations/replacing") == "refused":
            why = f"{whose} movie already has a location, {g.called(movie.location)}, and you can’t replace it"
            keep = f"Keep {name} until a movie doesn’t have a location."
            fix = "Choose a movie without a location." if self.open_ways(g, seat, card, cost_of(g, card)) else keep
            yield Refusal("locations/replacing", why, fix)
            able = any(g.cards.type_of(one) == LOCATION and g.printed[one].add_on for one in g.movies[seat].hand)
            fix = "Play an add-on instead." if able else fix
            yield Refusal("locations/one-per-movie", "a movie can have only one location", fix)
        useful = printed.defence >= 0 and ("play", card) in self.open_ways(g, seat, card, cost_of(g, card))
        own = f"play {printed.name} into your own movie" if useful else ""
        yield from refuse_harm(g, seat, movie.seat, _harms(g, seat, movie, card), own=own)
        yield from refuse_cost(g, seat, card, cost_of(g, card))

    @staticmethod
    @rule("locations/own-or-opponent")
    def do(g: Studio, seat: int, card: str, target: str) -> Rule[None]:
        """A location joins a movie; a second one replaces the first, an add-on does not."""
        movie = g.movies[g.seat(target) if target else seat]
        yield from pay(g, seat, card, cost_of(g, card))
        g.step("attack-permanent-enters" if g.attack else "location-enters")
        absent = "" if movie.location else "locations/may-be-absent"
        _lay(g, movie, card)
        g.note(
            "locations/own-or-opponent",
            "{who} plays {card}, with a defence of {n}, into {whose}’s movie"
            if target
            else "{who} plays {card}, a location with a defence of {n}",
            also=(*played(g, seat, LOCATION), "locations/defence-counts", absent),
            who=g.names[seat],
            card=g.called(card),
            n=g.printed[card].defence,
            whose=g.names[movie.seat],
        )
        enter(g, movie, card, seat)


def _lay(g: Studio, movie: Movie, card: str) -> None:
    if g.printed[card].add_on:
        movie.add_ons.append(card)
        g.note(
            "locations/add-ons",
            "{card:joins|join} {base} as an add-on",
            card=g.called(card),
            base=g.called(movie.location),
        )
        return
    if movie.location:
        old = movie.location
        lose_location(g, old)
        g.note(
            "locations/replacing",
            "{card:replaces|replace} {old}, because a movie can have only one location",
            also=("locations/one-per-movie",),
            card=g.called(card),
            old=g.called(old),
        )
    movie.location = card
