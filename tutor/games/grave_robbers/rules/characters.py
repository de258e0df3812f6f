"""Characters: bringing them into a movie, for free, for popcorn, or into an opponent's."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.engine.core.asks import Refusal, Rule, Value
from tutor.engine.core.table import Many, told
from tutor.games.grave_robbers.book import CLASSIC, rule
from tutor.games.grave_robbers.rules.establishing import refuse_harm
from tutor.games.grave_robbers.rules.leaving import enter
from tutor.games.grave_robbers.rules.popcorn import cost_of, pay, refuse_cost
from tutor.games.grave_robbers.table import Studio


def tries(g: Studio, seat: int, card: str) -> list[Value]:
    """Where a character could be played: the own movie, then everybody else's."""
    return [("play", card), *(("play", card, g.names[who]) for who in g.others(seat))]


def ways(g: Studio, seat: int, card: str, popcorn: int) -> list[Value]:
    """Those of `tries` that are open to who can make so much popcorn."""
    found: list[Value] = [("play", card)] if cost_in(g, seat, card, "") <= popcorn else []
    if g.printed[card].defence < 0 and not g.establishing and cost_of(g, card) <= popcorn:
        found += [("play", card, g.names[who]) for who in g.others(seat)]
    return found


def cost_in(g: Studio, seat: int, card: str, target: str) -> int:
    """What a character costs in the movie of `target`, or in the player's own."""
    if not target and not g.movies[seat].characters:  # exception characters/first-one-free
        return 0
    return cost_of(g, card)


def refuse(g: Studio, seat: int, card: str, target: str) -> Iterator[Refusal]:
    """Yield why a character cannot be played into this movie."""
    printed = g.printed[card]
    if target:
        if not printed.negative:
            why = f"{printed.name} has {printed.defence} defence; only characters below zero go to opponents"
            yield Refusal("turn/characters-and-props-where", why, "Play it into your own movie.")
        yield from refuse_harm(g, seat, g.seat(target), harmful=True)
    cost = cost_in(g, seat, card, target)
    if cost:
        yield from refuse_cost(g, seat, card, cost)


@rule("turn/characters-and-props-where")
def play(g: Studio, seat: int, card: str, target: str) -> Rule[None]:
    """A character joins the player's movie, or a negative one an opponent's."""
    movie = g.movies[g.seat(target) if target else seat]
    cost = cost_in(g, seat, card, target)
    _tell_cost(g, seat, card, target, cost)
    yield from pay(g, seat, card, cost)
    g.step("attack-permanent-enters" if g.attack else "character-enters")
    movie.characters[card] = []
    g.note(
        "turn/characters-and-props-where characters/no-limit-in-movie characters/no-limit-per-turn",
        "{who} plays {card} into {whose} movie, which now has {n:character}",
        who=g.names[seat],
        card=g.called(card),
        whose=f"{g.names[movie.seat]}’s" if target else "the own",
        n=Many(len(movie.characters)),
    )
    if g.printed[card].negative:
        _tell_negative(g, card, target)
    if g.printed[card].attack:
        g.note(
            "characters/creature-compatible-choice",
            "{card} could have been a creature, but is a character now",
            card=g.called(card),
        )
    enter(g, movie, card, seat)


@told
def _tell_cost(g: Studio, seat: int, card: str, target: str, cost: int) -> None:
    printed, movie = g.printed[card], g.movies[seat]
    if CLASSIC in g.variants:
        return
    if target:
        if not g.movies[g.seat(target)].characters:
            g.note(
                "characters/free-only-in-own-movie",
                "{card} costs {cost}: only one’s own first character is free",
                card=printed.name,
                cost=cost,
            )
    elif not movie.characters:
        g.note(
            "characters/first-one-free",
            "{who} has no characters, so {card} is free instead of {cost}",
            who=g.names[seat],
            card=printed.name,
            cost=printed.cost,
        )
    else:
        rules = "characters/second-one-costs"
        if all(one in movie.foreign for one in movie.characters):
            rules += " characters/unwanted-character-counts"
        template = "{who} has {n:character}, so {card} costs {cost}"
        g.note(rules, template, who=g.names[seat], n=Many(len(movie.characters)), card=printed.name, cost=cost)


@told
def _tell_negative(g: Studio, card: str, target: str) -> None:
    rules = "characters/negative-lowers-total"
    if target:
        rules += " characters/play-into-opponents-movie"
    g.note(rules, "{card} changes that movie’s total by {n:+}", card=g.called(card), n=g.printed[card].defence)
