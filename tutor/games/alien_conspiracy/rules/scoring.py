"""The end: players add up their submitted cards, and the fewest cards break a tie."""

from __future__ import annotations

from tutor.engine.core import Many, Names, Part, Sum
from tutor.games.alien_conspiracy.book import rule
from tutor.games.alien_conspiracy.table import INVADED, Conspiracy, Investigator


def points(g: Conspiracy, hero: Investigator) -> Sum:
    """The sum of the values under this investigator (scoring/sum)."""
    cards = g.cards
    parts = [Part(cards[card].value, cards[card].name, "scoring/sum", card) for card in hero.submitted]
    return Sum(f"points of {g.names[hero.seat]}", *parts)


def leaders(g: Conspiracy) -> list[Investigator]:
    """Return who has the most points and, among those tied, the fewest cards (scoring/tie-fewest-cards)."""
    most = max(points(g, hero) for hero in g.investigators)
    tied = [hero for hero in g.investigators if points(g, hero) == most]
    fewest = min(len(hero.submitted) for hero in tied)
    return [hero for hero in tied if len(hero.submitted) == fewest]


def winners(g: Conspiracy) -> tuple[int, ...]:
    """Return the seats that win: several or none if a tie remains, depending on scoring/tie-remains."""
    best = leaders(g)
    if len(best) > 1 and g.reading("scoring/tie-remains") == "no-winner":
        return ()
    return tuple(hero.seat for hero in best)


@rule("scoring/game-over")
def score(g: Conspiracy) -> None:
    """Everybody's submitted cards are added up, and the player with the most points wins."""
    g.step("score")
    g.note(
        "scoring/game-over", "the game is over because {how}", how=f"of {INVADED}" if g.ended == INVADED else g.ended
    )
    for hero in g.investigators:
        g.note(
            "scoring/sum",
            "{who} scores {points:point} with {n:card}"
            if hero.submitted
            else "{who} did not submit any cards and so scores 0 points",
            also=() if hero.submitted else ("scoring/zero-points",),
            who=g.name(hero),
            points=Many(points(g, hero)),
            n=Many(len(hero.submitted)),
        )
        if hero.events:
            g.note(
                "scoring/hand-worth-nothing",
                "{who} scores nothing for {n:card} still in hand",
                who=g.name(hero),
                n=Many(len(hero.events)),
            )
    g.scored = True
    settle(g)


@rule("scoring/most-points-wins")
def settle(g: Conspiracy) -> None:
    """The player with the most points wins, then the one with fewest cards; those still tied stay tied."""
    g.step("tie")
    scores = [points(g, hero) for hero in g.investigators]
    tied = scores.count(max(scores))
    best = leaders(g)
    if tied > 1:
        g.note(
            "scoring/tie-fewest-cards",
            "{tied} players are tied on {points:point}, so they compare how many cards they submitted, "
            "and fewer is better",
            also=("scoring/tie-only-among-tied",),
            tied=tied,
            points=Many(max(scores)),
        )
    names = Names(g.name(hero) for hero in best)
    if len(best) == 1:
        g.step("end-winner")
        g.note(
            "scoring/most-points-wins",
            "{who} wins with {points:point}",
            also=("overview/goal",),
            who=names,
            points=Many(max(scores)),
        )
        return
    g.step("end-tie")
    shared = g.reading("scoring/tie-remains") == "shared"
    g.note(
        "scoring/tie-remains",
        "{who} are tied on both points and cards, so {what}",
        who=names,
        what="they share the win" if shared else "nobody wins",
    )
