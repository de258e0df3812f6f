"""Using items: when, how many, and what they need."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core import NOBODY, Decline, Many, Menu, Moves, Refusal, Rule, Value
from tutor.games.shelter.book import rule
from tutor.games.shelter.cards import ATTRIBUTES, CODE, CODE_PART, SpecialItem
from tutor.games.shelter.people import Player, special
from tutor.games.shelter.rules.ark import CODE_PARTS, ark_waits, has_code
from tutor.games.shelter.rules.furniture_effect import carry_out
from tutor.games.shelter.rules.items_hand import OfItem, kinds
from tutor.games.shelter.table import ASIDE, Shelter


class Use(OfItem):
    """Use an item."""

    verb, words, heading = "use", "Use {}", "Items"

    def refuse(self, g: Shelter, seat: int, item: str) -> Iterator[Refusal]:
        player, name = g.players[seat], g.the(item)
        most = g.items_a_round(seat)
        at_ark, later = _shown_at_ark(g, item), _later(g, seat, item)
        if player.items_used >= most:
            used = "an item" if player.items_used == 1 else f"{player.items_used} items"
            why = f"you have already used {used} this round, and you can use only {'one' if most == 1 else most}"
            yield Refusal("items/one-per-round", why, later)
        if player.place:
            why = f"you have already gone to {g.the(player.place)}, and you can use items only before that"
            fix = "Use the item in a later round, before you choose a place."
            yield Refusal("items/before-furniture", why, later if at_ark else fix)
            if player.gained.count(item) >= player.items.count(item):
                why = f"you got {name} this round, and you can’t use items any more once you’ve chosen a place"
                yield Refusal("items/new-item-waits", why, later)
        if item in (CODE, CODE_PART):
            if not ark_waits(g):
                yield Refusal("ark/activation", "the ark is gone, so the code is of no use any more", later)
            elif at_ark:
                yield Refusal("ark/activation", f"you can show {name} only when you go to the ark", later)
            elif not has_code(g, seat):
                yield Refusal(
                    "ark/needs-code",
                    f"it takes {CODE_PARTS} parts to make the code, and you have only one",
                    "Find another part.",
                )
        card = g.cards[item]
        if isinstance(card, SpecialItem):
            yield from _unmet(card, name, player)

    def open(self, g: Shelter, seat: int) -> Sequence[Value]:
        player = g.players[seat]
        if not player.items or player.place or player.items_used >= g.items_a_round(seat):
            return ()
        type_of, refuse = g.cards.type_of, self.refuse
        return [
            ("use", item)
            for item in kinds(player.items)
            if type_of(item) == "item" or next(refuse(g, seat, item), None) is None
        ]

    @staticmethod
    @rule("items/used-to-discard")
    def do(g: Shelter, seat: int, item: str) -> Rule[None]:
        """A used item leaves the hand and then does what it says; the ark code is only shown."""
        g.step("item-use")
        player, card, name = g.players[seat], g.cards[item], g.the(item)
        player.items_used += 1
        g.note("turn/sequence", "{who} uses {card}", also=("items/one-per-round",), who=g.names[seat], card=name)
        if item in (CODE, CODE_PART):
            player.code_shown = True
            g.note(
                "ark/activation",
                "{who} has used the code as an item this round, as the ark requires",
                who=g.names[seat],
            )
            return
        if g.cards.type_of(item) == "special_item":
            g.note(
                "special/requirement",
                "{who} has what {card} requires",
                also=("special/count-as-kind", "special/items-count-to-limit"),
                who=g.names[seat],
                card=name,
            )
        gone = g.reading("items/used-to-discard") == "remove"
        player.lose_item(item)
        g.discard(item, gone)
        says = "{who} discards {card}"
        if gone:
            says = "{who} removes {card} from the game"
        elif special(g, item):
            says = "{who} puts {card} " + ASIDE
        g.note("items/used-to-discard", says, who=g.names[seat], card=name)
        yield from carry_out(g, card, (seat,))


def _shown_at_ark(g: Shelter, item: str) -> bool:
    """Whether an item is the code, or a part of it, and is not used but shown at the ark."""
    return item in (CODE, CODE_PART) and g.reading("ark/activation") == "furniture-choice"


def _later(g: Shelter, seat: int, item: str) -> str:
    """Return what to do with an item that cannot be used now."""
    if item in (CODE, CODE_PART) and not ark_waits(g):
        return f"Keep {g.the(item)} for an exchange."
    if not _shown_at_ark(g, item):
        return f"Keep {g.the(item)} for a later round."
    if not has_code(g, seat):
        return "Find another part of the code."
    return f"Go to the ark with the code{' in a later round' if g.players[seat].place else ''}."


def _unmet(card: SpecialItem, called: str, player: Player) -> Iterator[Refusal]:
    have = dict(zip(ATTRIBUTES, (player.health, *player.needs), strict=True))
    for name, least in card.least.items():
        if have[name] < least:
            had = f"only {have[name]}" if have[name] else "none"
            why = f"you need at least {least} {name} to use {called}, and you have {had}"
            yield Refusal("special/requirement", why, f"Raise your {name} first.")
    others = len(player.items) - 1
    if others < card.other_items:
        held = f"only {others}" if others else "none"
        why = f"you need {Many(card.other_items):other item} to use {called}, and you have {held}"
        yield Refusal("special/requirement", why, "Collect more items first.")


class UseBefore(Use):
    """Use an item in the furniture phase, which is too late."""

    def refuse(self, g: Shelter, seat: int, item: str) -> Iterator[Refusal]:
        yield Refusal(
            "turn/player-by-player",
            "you can’t use items any more, because this is the phase for furniture",
            "Use the item in a later round.",
        )
        yield from super().refuse(g, seat, item)

    def open(self, g: Shelter, seat: int) -> Sequence[Value]:
        return ()


class UseEarly(Use):
    """Use an item before the player's own turn."""

    heading = ""


EARLY = Menu(Decline("wait", "Wait"), UseEarly())


@rule("items/own-turn")
def window(g: Shelter, seat: int) -> Rule[None]:
    """Under one reading, players who have not chosen a place yet may use an item before another player's turn."""
    if g.reading("items/own-turn") == "own-turn":
        return
    for other in g.order:
        player = g.players[other]
        if other == seat or player.fate or player.skipping or player.done or player.place:
            continue
        if player.items and player.items_used < g.items_a_round(other):
            ask = Moves(other, "items/own-turn", EARLY, g, other, f"Do you use an item before {g.names[seat]}’s turn?")
            answer = yield ask
            if answer != "wait":
                g.step("item-choice")
                g.acting = other
                yield from ask.do(answer)
                g.acting = NOBODY
                g.step("turn-resume")
