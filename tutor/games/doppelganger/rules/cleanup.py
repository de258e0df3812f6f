"""After an attempt: where everything that was played goes."""

from __future__ import annotations

from itertools import groupby

from tutor.engine.core import Choose, Many, Pile, Rule, Value, draw, told
from tutor.games.doppelganger.book import rule
from tutor.games.doppelganger.rules.dice import PLURALS
from tutor.games.doppelganger.table import Expedition
from tutor.games.doppelganger.written import EVERYBODY, UNSEEN

IN_WHICH_ORDER = (
    "In which order do you discard the played Tools? The last one is on top, where a Mountain may remove it."
)


@rule("cleanup/always")
def clean_up(g: Expedition) -> Rule[None]:
    """Tools go to the Supply discard pile, everything else that was played leaves the game."""
    g.step("clear-cleanup")
    attempt = g.running
    played = attempt.shown + attempt.open_cards
    tools = [card for card in played if g.supply(card).kind == "tool"]
    order = yield from order_tools(g, tools)
    knower = UNSEEN if g.reading("cleanup/order-in-pile") == "random" else EVERYBODY
    g.discards += [(card, knower) for card in order]
    gone = [card for card in played if g.supply(card).kind != "tool"]
    g.removed += [(card, EVERYBODY) for card in gone]
    tokens = sum(attempt.tokens) + attempt.open_tokens
    g.lost_life += tokens
    g.attempt = None
    if g.rolled:
        g.rolled.over = True
    _tell_cleanup(g, tools, gone, tokens)


@told
def _tell_cleanup(g: Expedition, tools: list[str], gone: list[str], tokens: int) -> None:
    kinds = {g.supply(card).kind for card in gone}
    card = "other card" if tools else "card"
    left = [f"{Many(len(gone)):{card}}"] * bool(gone) + [f"{Many(tokens):Life Token}"] * bool(tokens)
    said = [f"{Many(len(tools)):Tool goes|Tools go} to the discard pile"] * bool(tools)
    if left:
        said.append(f"{' and '.join(left)} {'leaves' if len(gone) + tokens == 1 else 'leave'} the game")
    g.note(
        "cleanup/always",
        "{said}" if said else "nothing was added to the pile, so there is nothing to put away",
        also=(
            "cleanup/after-consequences",
            "clear/repeat",
            *(("cleanup/tools-to-discard", "cleanup/unused-too") if tools else ()),
            "cleanup/proof-out" if "proof" in kinds else "",
            "cleanup/recovery-out" if "recovery" in kinds else "",
            "cleanup/life-tokens-out" if tokens else "",
        ),
        said=", and ".join(said),
    )


@rule("cleanup/order-in-pile")
def order_tools(g: Expedition, tools: list[str]) -> Rule[list[str]]:
    """The leader puts the played Tools on the discard pile in any order, or leaves them as they are."""
    how = g.reading("cleanup/order-in-pile")
    if how == "random" and tools:
        return list((yield from draw(Pile(tools), len(tools), "cleanup/order-in-pile", seen_by=(), ordered=True)))
    if how != "leader-chooses" or g.out[g.leader]:
        return tools
    ordered: list[str] = []
    rest = tools.copy()
    while len(set(rest)) > 1:
        others = [card for card in dict.fromkeys(rest) if not _keeps_order(card, rest)]
        values: list[Value] = ["as they lie", *(("next", card) for card in others)]
        kept = f"Keep this order: {_in_order(g, rest)}"
        when = "next" if ordered else "first"
        labels = [kept, *(_next_words(g, card, rest, when) for card in others)]
        value = yield Choose(g.leader, "cleanup/order-in-pile", values, IN_WHICH_ORDER, labels)
        if value == "as they lie":
            break
        rest.remove(value[1])
        ordered.append(value[1])
    return ordered + rest


def _keeps_order(card: str, rest: list[str]) -> bool:
    """Whether nothing is left to decide once this Tool is discarded next, and that keeps the order of all of them."""
    return card == rest[0] and len(set(rest[1:])) == 1


def _next_words(g: Expedition, card: str, rest: list[str], when: str) -> str:
    """Return what it means to discard one of these Tools next: the whole order if nothing else is left to decide."""
    after = rest.copy()
    after.remove(card)
    if len(set(after)) == 1:
        return f"Discard {_in_order(g, [card, *after])}"
    return f"Discard {g.one(card) if card in after else g.the(card)} {when}"


def _in_order(g: Expedition, tools: list[str]) -> str:
    """Return Tools in the order in which they are discarded, in words."""
    words: list[str] = []
    for card, alike in groupby(tools):
        n = len([*alike])
        if n > 1:
            words.append(f"{n} {PLURALS[g.supply(card).tool].capitalize()}")
        elif tools.count(card) == 1:
            words.append(g.the(card))
        else:
            words.append(f"another {g.name(card)}" if g.one(card) in words else g.one(card))
    return ", then ".join(words)
