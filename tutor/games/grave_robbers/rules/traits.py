"""Traits: what cards in play are worth with them, and how they are gained and lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tutor.engine.core import Many, Names, Part, Sum, told
from tutor.games.grave_robbers import powers
from tutor.games.grave_robbers.book import rule
from tutor.games.grave_robbers.cards import GUN, OPPOSED, PROP, SWARM, InPlay, being
from tutor.games.grave_robbers.table import Movie, Studio
from tutor.games.grave_robbers.values import family_cards, has_trait, is_character, traits_of


def _parts(g: Studio, movie: Movie, card: str, family: list[str]) -> Iterator[Part]:
    """What a card adds to the defence of a movie with these Family cards."""
    name = g.called(card)
    printed: InPlay = g.printed[card]
    yield Part(printed.defence, name, "scoring/defensive-values", card)
    if lasting := g.bonus.get(card, 0):
        yield Part(lasting, f"{name}, FX", "fx/bonus-outside-an-attack", card)
    if text := _by_its_text(g, movie, card):
        yield Part(text, f"{name:’s} text", "overview/card-text-takes-precedence", card)
    if bonus := _as_family(g, card, family):
        yield Part(bonus, f"{name}, Family", "traits/family-bonus", card)


def _by_its_text(g: Studio, movie: Movie, card: str) -> int:
    power = powers.DEFENCE.get(card)
    return 0 if power is None else power(g, movie)


def _as_family(g: Studio, card: str, family: list[str]) -> int:
    if card not in family or not is_character(g, card):  # the others count, whatever: traits/family-counts-all-cards
        return 0
    return g.parameters.family_bonus * (len(family) - 1)


def defence_of(g: Studio, movie: Movie, card: str, family: list[str]) -> Sum:
    """The defence that a card is worth in a movie with these Family cards."""
    return Sum("defence", *_parts(g, movie, card, family))


def total_defence(g: Studio, movie: Movie, off: Sequence[str] = (), also: Iterable[Part] = ()) -> Sum:
    """The defence of all cards in a movie together but for those that are switched `off`, with what adds to it."""
    family = family_cards(g, movie)
    cards = [card for card in movie.in_play() if card not in off]
    return Sum("defence", *(part for card in cards for part in _parts(g, movie, card, family)), *also)


def bare_defence(g: Studio, movie: Movie) -> int:
    """The number of the `total_defence`, found faster, for those who only compare it."""
    family, n = family_cards(g, movie), 0
    for card in movie.in_play():
        printed: InPlay = g.printed[card]
        n += printed.defence + g.bonus.get(card, 0) + _by_its_text(g, movie, card) + _as_family(g, card, family)
    return n


def guns_switched_off(g: Studio, movie: Movie, creature: str) -> list[str]:
    """The guns that give no defence against this creature because it is a Swarm."""
    if not has_trait(g, creature, SWARM):
        return []
    return [card for card in movie.in_play() if g.printed[card].kind == PROP and has_trait(g, card, GUN)]


@told
def tell_family(g: Studio, movie: Movie, card: str) -> None:
    """Say how the Family bonus stands after a Family card that was not the only one has come or gone."""
    family = family_cards(g, movie)
    if len(family) == (card in family):  # it is alone, or was
        return
    heirs = [one for one in family if is_character(g, one)]
    bonus = g.parameters.family_bonus * (len(family) - 1)
    names = Names(map(g.called, heirs))
    gain = f"{names:has|each have} a Family bonus of {bonus}" if bonus else f"{names:does|do} not get a Family bonus"
    g.note(
        "traits/family-bonus",
        "{there} {card}, {who}’s movie now has {n:Family card}, so {gain}",
        also=("traits/family-updates-at-once", "traits/family-counts-all-cards", "traits/family-same-movie-only"),
        card=g.called(card),
        who=g.names[movie.seat],
        n=Many(len(family)),
        there="with" if card in family else "without",
        gain=gain if heirs else "nobody gets a Family bonus",
    )


@rule("traits/granted-or-removed")
def change_trait(g: Studio, card: str, trait: str, gained: bool) -> None:
    """A card gains or loses a trait; a gained one nullifies its opposite while it is there."""
    before = traits_of(g, card)
    changes = g.traits.get(card, [])
    name = g.called(card)
    held = trait in changes or (trait in g.printed[card].traits and f"-{trait}" not in changes)
    if not gained and not held:
        template = "{card:is|are} not {trait}, so nothing changes"
        g.note("traits/granted-or-removed", template, card=name, trait=being(trait, name.several))
        return
    again = bool(changes)
    changes = [change for change in changes if change.removeprefix("-") != trait]
    if gained or trait in g.printed[card].traits:
        changes.append(trait if gained else f"-{trait}")
    if changes:
        g.traits[card] = changes
    else:
        del g.traits[card]
    opposite = OPPOSED.get(trait, "")
    if not gained:
        g.note(
            "traits/granted-or-removed", "{card:is|are} no longer {trait}", card=name, trait=being(trait, name.several)
        )
        if opposite and opposite in traits_of(g, card):
            g.note("traits/nullified-trait-return", "{card:is|are} {trait} again", card=name, trait=being(opposite))
    elif opposite and opposite in before:
        g.note(
            "traits/opposed-newest-wins",
            "{card:is|are} now {trait} and no longer {opposite}",
            also=("traits/granted-or-removed", "traits/opposed-chain" if again else ""),
            card=name,
            trait=being(trait),
            opposite=being(opposite),
        )
    else:
        template = (
            "{card:is|are} already {trait}, so nothing changes" if trait in before else "{card:is|are} now {trait}"
        )
        g.note("traits/granted-or-removed", template, card=name, trait=being(trait, name.several))
