"""Taking an item from another survivor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core.asks import Choose, Refusal, Rule, Value
from tutor.engine.core.moves import Move
from tutor.engine.core.table import Many
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.people import Survivor
from tutor.games.roswell51.rules.holding_cards import hands_full
from tutor.games.roswell51.rules.sanctuaries import refresh
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
        found: list[Value] = []
        for person in g.people:
            for owner in person.pool:
                if owner.held and owner is not who and owner.at == who.at:
                    found += [("borrow", owner.card, item) for item in owner.held if g.cards.type_of(item) == "item"]
        return found

    def refuse(self, g: Movie, who: Survivor, owner: str, card: str) -> Iterator[Refusal]:
        giver = g.survivor(owner)
        if g.cards.type_of(card) != "item":
            why = f"{g.named(card)} isn’t an item, and survivors can take only items from each other"
            yield Refusal("player-turn/borrow-not-power-play", why, "Take an item instead.")
        if giver is not None and giver.at:
            why = f"{g.named(owner)} is inside a sanctuary, and {g.named(who.card)} is not"
            yield Refusal(
                "player-turn/borrow-across-sanctuary-wall", why, "Bring both survivors to the same place first."
            )
        if len(who.held) >= g.parameters.held:
            fix = f"Let somebody with a free hand take {g.spoken(card)}."
            yield Refusal("holding-cards/two-held-cards-max", hands_full(g, who), fix)
            why = f"{g.named(who.card)} can’t just throw a card away to make room"
            yield Refusal("holding-cards/no-free-discard", why, "Let another survivor borrow an item first.")

    @staticmethod
    @rule("player-turn/action-take-from-survivor")
    def do(g: Movie, who: Survivor, owner: str, item: str) -> Rule[bool]:
        """An item changes hands if its owner's player agrees; return whether it does. If not, no action is spent."""
        giver = g.survivor(owner)
        assert giver is not None
        words = {"who": g.named(who.card), "owner": g.named(owner), "item": g.named(item)}
        if giver.seat != who.seat:
            answer = yield Choose(
                giver.seat,
                "player-turn/borrow-needs-permission",
                (YES, NO),
                lambda: f"Do you let {words['who']} take {words['owner']}’s {words['item']}?",
                lambda answer: f"{'Hand over' if answer == YES else 'Keep'} the {words['item']}",
            )
            if answer == NO:
                player = g.names[giver.seat]
                g.note(
                    "player-turn/borrow-needs-permission",
                    "{player} says no, so {owner} keeps the {item}",
                    player=player,
                    **words,
                )
                return False
        giver.held = tuple(card for card in giver.held if card != item)
        who.held += (item,)
        g.note(
            "player-turn/action-take-from-survivor",
            "{who} takes {owner}’s {item}",
            also=("holding-cards/kept-until-moved",),
            **words,
        )
        if g.cards[item].tokens and g.reading("named-cards/dynamite-passed-on") == "four":
            refresh(g, item)
        elif g.cards[item].tokens:
            g.note(
                "named-cards/dynamite-passed-on",
                "{n:dynamite token goes|dynamite tokens go} along with the card",
                n=Many(g.dynamite),
            )
        return True
