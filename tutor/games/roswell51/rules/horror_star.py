"""The Horror Star: who is awarded the token of a reel."""

from __future__ import annotations

from tutor.engine.core import Choose, Roll, Rule, vote
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.people import DIRECTOR, Survivor
from tutor.games.roswell51.table import Movie


@rule("horror-star/one-per-reel")
def award(g: Movie) -> Rule[None]:
    """The reel's token becomes a Horror Star for the survivor that most players name; the Director breaks ties."""
    token = g.tokens[0]
    g.tokens = g.tokens[1:]
    g.note(
        "reel-end-tasks/track-token-off",
        "Reel {n}’s token becomes a Horror Star",
        also=("reel-end-tasks/track-moves-on", "horror-star/one-per-reel"),
        n=token,
    )
    cards = [who.card for who in g.survivors()]
    if not cards:
        g.note("horror-star/belongs-to-survivor", "there are no survivors in play, so nobody receives the Horror Star")
        return
    card = (yield from elect(g, cards, token)) if cards[1:] else cards[0]
    who = g.survivor(card)
    assert who is not None
    who.stars += (token,)
    template = "{who} receives the Horror Star"
    g.note("horror-star/players-choose", template, also=("horror-star/belongs-to-survivor",), who=g.named(card))


def elect(g: Movie, cards: list[str], reel: int) -> Rule[str]:
    """All players name a survivor at once."""
    prompt = f"Who gets your vote for Reel {reel}’s Horror Star?"
    rule = "horror-star/players-choose"
    asks = [Choose(person.seat, rule, cards, prompt, g.named) for person in g.players if not person.out]
    votes = yield from vote(asks, "horror-star/players-choose")
    named = list(votes.values())
    counts = [named.count(card) for card in cards]
    most = max(counts)
    best = [card for card, count in zip(cards, counts, strict=True) if count == most]
    if len(best) == 1:
        return best[0]
    g.note("horror-star/players-choose", "the vote is a tie, so the Director decides")
    prompt = f"The vote is a tie. Who earns Reel {reel}’s Horror Star?"
    answer = yield Choose(DIRECTOR, "horror-star/players-choose", best, prompt, g.named)
    return str(answer)


@rule("horror-star/last-stand-rolls")
def last_rolls(g: Movie, who: Survivor) -> Rule[None]:
    """The last one may win each reel token that is left, by rolling the reel's number or less."""
    reels = {4: "horror-star/last-stand-reel-4", 3: "horror-star/last-stand-reel-3"}
    g.step("los-stars")
    for token in g.tokens:
        (face,) = yield Roll(1, "horror-star/last-stand-rolls", who.seat)
        won = face <= g.reel
        if won:
            who.stars += (token,)
        g.note(
            "horror-star/last-stand-rolls",
            "the die shows {face}, {only} {reel} or less wins Reel {n}’s token, so the token is {how}",
            also=("horror-star/last-stand-timing", reels.get(g.reel, "horror-star/last-stand-earlier")),
            face=face,
            reel=g.reel,
            n=token,
            only="and" if won else "but only",
            how="won" if won else "lost",
        )
    g.tokens = ()
