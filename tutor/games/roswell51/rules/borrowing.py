"""Taking an item from another survivor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core import Choose, Many, Move, Refusal, Rule, Value
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.people import Survivor, without
from tutor.games.roswell51.rules.holding_cards import free_hand, hand_on, hands_full, make_room, no_room
from tutor.games.roswell51.rules.sanctuaries import refresh
from tutor.games.roswell51.table import Movie

YES, NO = "yes", "no"


def borrowed(g: Movie, card: str) -> bool:
    """Whether a held card can be borrowed: items only, or in one reading power plays as well."""
    return g.cards.type_of(card) == "item" or g.reading("player-turn/borrow-not-power-play") == "power-plays"


def across_wall(g: Movie) -> bool:
    """Whether, by the reading in force, a survivor outside can borrow from one inside a sanctuary."""
    return g.reading("player-turn/borrow-across-sanctuary-wall") == "allowed"


class Borrow(Move[Movie, Survivor]):
    """Take an item from another survivor, whose player has to agree."""

    verb, words, node = "borrow", "Take {}’s {}", "act-borrow"

    def tries(self, g: Movie, who: Survivor) -> Sequence[Value]:
        others = [owner for owner in g.survivors() if owner is not who]
        return [(self.verb, owner.card, item) for owner in others for item in owner.held]

    def open(self, g: Movie, who: Survivor) -> Sequence[Value]:
        if no_room(g, who):
            return ()
        found: list[Value] = []
        for person in g.people:
            for owner in person.pool:
                if owner.held and owner is not who and (owner.at == who.at or across_wall(g)):
                    found += [("borrow", owner.card, card) for card in owner.held if borrowed(g, card)]
        return found

    def refuse(self, g: Movie, who: Survivor, owner: str, card: str) -> Iterator[Refusal]:
        giver, keep = g.survivor(owner), f"Let {g.named(owner)} keep {g.spoken(card)}."
        if not borrowed(g, card):
            why = f"{g.named(card)} isn’t an item, and survivors can take only items from each other"
            yield Refusal("player-turn/borrow-not-power-play", why, keep)
        walled = giver is not None and bool(giver.at) and not across_wall(g)
        if walled:
            why = f"{g.named(who.card)} can’t take anything from {g.named(owner)}, who is inside a sanctuary"
            yield Refusal(
                "player-turn/borrow-across-sanctuary-wall", why, f"Wait until {g.named(owner)} is outside again."
            )
        if no_room(g, who):
            fixed = walled or not borrowed(g, card)
            fix = keep if fixed else hand_on(g, who, card, owner)
            yield Refusal("holding-cards/two-held-cards-max", hands_full(g, who), fix)
            why = f"{g.named(who.card)} has no free hand and can’t just throw a card away to make room"
            item = next((held for held in who.held if g.cards.type_of(held) == "item"), "")
            swap = item and not fixed and free_hand(g, who)
            fix = f"Let another survivor take {g.spoken(item)} first." if swap else keep
            yield Refusal("holding-cards/no-free-discard", why, fix)

    @staticmethod
    @rule("player-turn/action-take-from-survivor")
    def do(g: Movie, who: Survivor, owner: str, item: str) -> Rule[bool]:
        """An item changes hands if its owner's player agrees; return whether it does. If not, no action is spent."""
        giver = g.survivor(owner)
        assert giver is not None
        words = {"who": g.named(who.card), "owner": g.named(owner), "item": g.named(item)}
        asked = giver.seat != who.seat
        if asked:
            answer = yield Choose(
                giver.seat,
                "player-turn/borrow-needs-permission",
                (YES, NO),
                lambda: f"Do you let {words['who']} take {words['owner']}’s {words['item']}?",
                lambda answer: f"{'Hand over' if answer == YES else 'Keep'} {g.spoken(item)}",
            )
            if answer == NO:
                g.note(
                    "player-turn/borrow-needs-permission",
                    "{player} says no, so {owner} keeps {card}",
                    player=g.names[giver.seat],
                    card=g.spoken(item),
                    **words,
                )
                return False
        yield from make_room(g, who)
        giver.held = without(giver.held, item)
        who.held += (item,)
        g.note(
            "player-turn/action-take-from-survivor",
            "{player} agrees, so {who} takes {owner}’s {item}" if asked else "{who} takes {owner}’s {item}",
            also=(*(["player-turn/borrow-needs-permission"] if asked else []), "holding-cards/kept-until-moved"),
            player=g.names[giver.seat],
            **words,
        )
        tokens = g.cards.type_of(item) == "item" and g.cards[item].tokens
        if tokens and g.reading("named-cards/dynamite-passed-on") == "four":
            refresh(g, item)
        elif tokens:
            g.note(
                "named-cards/dynamite-passed-on",
                "the {item:keeps its|keep their} {n:dynamite token}",
                n=Many(g.dynamite),
                **words,
            )
        return True
