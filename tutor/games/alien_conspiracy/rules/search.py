"""Action 5: search for items at the convenience store."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.engine.core import Many, Pick, Refusal, Rule, choose, draw, shuffle
from tutor.games.alien_conspiracy.book import rule
from tutor.games.alien_conspiracy.layout import STORE
from tutor.games.alien_conspiracy.rules.actions import Action
from tutor.games.alien_conspiracy.rules.death import die
from tutor.games.alien_conspiracy.rules.health import danger, risky_roll
from tutor.games.alien_conspiracy.table import Conspiracy, Dice, Investigator, added, taken

FIXED_MOST = 6


class Search(Action):
    """Search the store for an item."""

    verb, words = "search", "Search the store"

    def refuse(self, g: Conspiracy, hero: Investigator) -> Iterator[Refusal]:
        if not g.item_deck:
            fix = "Choose another action."
            yield Refusal("decks/item-deck-empty", "the item deck is empty, so there is nothing to find", fix)
            if g.item_discards:
                gone = f"{Many(len(g.item_discards)):discarded item doesn’t|discarded items don’t} return to it"
                yield Refusal("decks/items-not-reshuffled", f"the item deck is empty, and {gone}", fix)
        if hero.at != STORE:
            reason = self.elsewhere(g, hero, STORE, "search/only-store", "search for items")
            yield reason if g.item_deck else reason._replace(fix="Choose another action.", option=None)

    @staticmethod
    @rule("search/at-store")
    def do(g: Conspiracy, hero: Investigator) -> Rule[None]:
        """The player rolls as many dice as they like, which can hurt, and picks up an item for each."""
        g.step("search-dice")
        held = len(g.item_deck)
        fixed = g.reading("search/any-number") == "up-to-six"
        most = FIXED_MOST if fixed else held
        dice = yield Pick(
            hero.seat,
            "search/any-number",
            range(most + 2),
            "How many dice do you roll to search the store?",
            lambda value: refuse_dice(value, most, held, fixed),
            lambda value: f"{Dice(value)}".capitalize(),
            range(1, most + 1),
            details=lambda value: danger(g, hero, value),
            tells="dies",
            follows=("health/compare",),
        )
        g.step("search-roll")
        yield from risky_roll(g, hero, dice, "health/search-roll-counts", "to search the store")
        finish_first = g.reading("search/damage-first") == "finish-search"
        if hero.health or not finish_first:
            g.step("search-alive")
        if not hero.health:
            what = "but finishes the search first" if finish_first else "so the search ends before any item is found"
            g.note("search/damage-first", "{who} has no health dice left, {what}", who=g.name(hero), what=what)
            if finish_first:
                yield from pick_up(g, hero, dice)
            yield from die(g, hero)
        yield from pick_up(g, hero, dice)


def refuse_dice(value: int, most: int, held: int, fixed: bool) -> Iterator[Refusal]:
    """Yield why `value` dice cannot be rolled for items; the deck has `held` cards, and the limit may be `fixed`."""
    if value == 0:
        why = "you pick up one item for each die, so without a die you can’t find anything"
        fix = "Roll one die if you want to risk as little as possible."
        yield Refusal("search/any-number", why, fix, 1)
    elif value > most:
        useful = min(most, held)
        why = f"you would pick up {Many(value):item} for {Dice(value)}, but the item deck has only {Many(held):card}"
        fix = f"Roll at most {Dice(useful)}."
        if fixed:
            why = f"you can’t roll more than {Dice(most)} to search"
            fix = f"Roll {Dice(useful)} to pick up {Many(useful):item}."
        yield Refusal("search/any-number", why, fix, useful)


@rule("search/keep-one")
def pick_up(g: Conspiracy, hero: Investigator, dice: int) -> Rule[None]:
    """The player picks up one item per die, keeps one of them and shuffles the rest back."""
    g.step("search-pick")
    found = yield from draw(g.item_deck, dice, "search/at-store", seen_by=(hero.seat,))
    hero.items = added(hero.items, *found)
    kept = yield from choose(
        hero.seat,
        "search/keep-one",
        sorted(set(found)),
        "Which one of these items from the store do you keep?",
        lambda item: f"Keep the {g.cards[item].name}",
    )
    g.note(
        "search/keep-one",
        "a search is not decided by a single die, so {who} picks up {n:item} and keeps "
        + ("one" if found[1:] else "it"),
        also=("search/no-single-die",),
        who=g.name(hero),
        n=Many(len(found)),
    )
    g.note(
        "search/kept-item-hidden",
        "{who} keeps the {item}",
        to=seen_by(g, hero),
        who=g.name(hero),
        item=g.cards[kept].name,
    )
    rest = list(taken(found, kept))
    if rest:
        yield from put_back(g, hero, rest)


@rule("search/return-rest")
def put_back(g: Conspiracy, hero: Investigator, rest: list[str]) -> Rule[None]:
    """The items that are not kept are shuffled back into the item deck."""
    hero.items = taken(hero.items, *rest)
    g.item_deck.mix_in(rest)
    yield from shuffle(g.item_deck, "search/return-rest")
    g.note("search/return-rest", "{n:item is|items are} shuffled back into the item deck", n=Many(len(rest)))


def seen_by(g: Conspiracy, hero: Investigator) -> tuple[int, ...] | None:
    """Return who sees the items in this hand: its owner, or everybody (None) under the reading of open hands."""
    return None if g.reading("search/kept-item-hidden") == "open" else (hero.seat,)
