"""Taking an item from another survivor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core.asks import Choose, Refusal, Rule, Value
from tutor.engine.core.moves import Move
from tutor.engine.core.table import Many
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.people import Survivor
from tutor.games.roswell51.table import Movie

YES, NO = "yes", "no"


def others_items(g: Movie, who: Survivor) -> Iterator[tuple[Survivor, str]]:
    """What other survivors hold."""
    for owner in g.survivors():
        if owner is not who:
            for card in owner.held:
                yield owner, card


class Borrow(Move[Movie, Survivor]):
    """Take an item from another survivor, whose player has to agree."""

    verb, words, node = "borrow", "Take {}’s {}", "act-borrow"

    def tries(self, g: Movie, who: Survivor) -> Sequence[Value]:
        return [(self.verb, owner.card, item) for owner, item in others_items(g, who)]

    def open(self, g: Movie, who: Survivor) -> Sequence[Value]:
        if len(who.held) >= g.parameters.held:
            return ()
        return [
            (self.verb, owner.card, item)
            for owner, item in others_items(g, who)
            if owner.at == who.at and g.cards.type_of(item) == "item"
        ]

    def refuse(self, g: Movie, who: Survivor, owner: str, card: str) -> Iterator[Refusal]:
        giver = g.survivor(owner)
        if g.cards.type_of(card) != "item":
            yield Refusal("player-turn/borrow-not-power-play", f"{g.named(card)} isn’t an item", "Take an item.")
        if giver is not None and giver.at != who.at:
            why = f"{g.named(owner)} is {'inside' if giver.at else 'outside'}, {g.named(who.card)} is not"
            yield Refusal("player-turn/borrow-across-sanctuary-wall", why, "Be in the same place.")
        if len(who.held) >= g.parameters.held:
            why = f"{g.named(who.card)} holds {len(who.held)} of {g.parameters.held} cards"
            yield Refusal("holding-cards/two-held-cards-max", why, "Use one up first.")
            yield Refusal("holding-cards/no-free-discard", "a held card cannot be thrown away to make room")

    @staticmethod
    @rule("player-turn/action-take-from-survivor")
    def do(g: Movie, who: Survivor, owner: str, item: str) -> Rule[bool]:
        """An item changes hands if its owner's player agrees; return whether it does: else the action is not spent."""
        giver = g.survivor(owner)
        assert giver is not None
        words = {"who": g.named(who.card), "owner": g.named(owner), "item": g.named(item)}
        if giver.seat != who.seat:
            prompt = f"Give {words['item']} to {words['who']}?"
            answer = yield Choose(giver.seat, "player-turn/borrow-needs-permission", (YES, NO), prompt, ("Yes", "No"))
            if answer == NO:
                g.note("player-turn/borrow-needs-permission", "{owner} keeps the {item}", **words)
                return False
        giver.held = tuple(card for card in giver.held if card != item)
        who.held += (item,)
        g.note(
            "player-turn/action-take-from-survivor",
            "{who} takes {owner}’s {item}",
            also=("holding-cards/kept-until-moved",),
            **words,
        )
        if g.cards[item].tokens:
            g.note("named-cards/dynamite-passed-on", "its {n:token goes|tokens go} along", n=Many(g.dynamite))
        return True
