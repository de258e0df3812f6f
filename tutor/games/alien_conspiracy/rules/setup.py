"""Setup: investigators, health dice, the ring of locations, pieces and decks."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.engine.core import Many, Names, Pick, Pile, Refusal, Roll, Rule, draw, shuffle
from tutor.games.alien_conspiracy.book import rule
from tutor.games.alien_conspiracy.layout import CITY, GAP, MARKS, OTHER_LAYOUTS, any_of, cut_off, lay
from tutor.games.alien_conspiracy.table import LAYOUT_VARIANT, Conspiracy


@rule("setup/deal-investigators")
def set_up(g: Conspiracy) -> Rule[None]:
    """Everybody gets an investigator card; then health, locations, pieces and decks are made ready."""
    g.step("start")
    g.note("overview/player-count", "{n:player takes|players take} part", n=Many(g.seats))
    g.step("setup-investigators")
    for hero in g.investigators:
        g.note(
            "setup/deal-investigators",
            "{who} is {face} and begins with an empty hand",
            also=("setup/empty-hands",),
            who=g.name(hero),
            face=g.cards[hero.card].name,
        )
    yield from roll_health(g)
    yield from lay_out(g)
    g.step("setup-pieces")
    g.note("setup/start-at-city", "every piece starts in the city ({city})", city=CITY)
    yield from prepare_decks(g)
    yield from choose_first(g)
    g.agenda.append(("round-start/then-turns",))


@rule("setup/roll-health")
def roll_health(g: Conspiracy) -> Rule[None]:
    """Five dice are rolled for every investigator card and stay as they fell."""
    g.step("setup-health")
    for hero in g.investigators:
        faces = yield Roll(g.parameters.health_dice, "setup/roll-health", hero.seat, purpose="as health dice")
        hero.health = tuple(sorted(faces))
        g.note(
            "setup/roll-health",
            "{who} rolls {faces} for the health {dice}, and this roll cannot hurt anybody",
            also=("setup/health-roll-safe",),
            who=g.name(hero),
            faces=Names(hero.health),
            dice="dice" if faces[1:] else "die",
        )


def refuse_layout(name: str) -> Iterator[Refusal]:
    """Yield why the locations cannot be arranged like this."""
    lost = cut_off(lay(OTHER_LAYOUTS[name]))
    if lost:
        where = "any other location" if len(lost) == len(MARKS) - 1 else any_of(lost)
        yield Refusal(
            "setup/layout-variant-adjacency",
            f"you can move only where cards touch along a side, so you couldn’t get from the city (!) to {where}",
            "Choose the ring instead.",
            "ring",
        )


@rule("setup/ring")
def lay_out(g: Conspiracy) -> Rule[None]:
    """The eight locations form a ring around an empty middle, unless the players choose another layout."""
    g.step("setup-ring")
    if LAYOUT_VARIANT in g.variants:  # exception setup/layout-variant
        name = yield Pick(
            0,
            "setup/layout-variant",
            list(OTHER_LAYOUTS),
            "How do you arrange the locations?",
            refuse_layout,
            lambda name: f"{name.capitalize()}: {' / '.join(OTHER_LAYOUTS[name])}",
        )
        g.layout = lay(OTHER_LAYOUTS[name])
        g.note(
            "setup/layout-variant",
            "the locations are laid out row by row as {rows}{gaps}, and those that share a side are adjacent",
            also=("setup/layout-variant-adjacency",),
            rows=" / ".join(g.layout.rows),
            gaps=f", where “{GAP}” is a gap" if any(GAP in row for row in g.layout.rows) else "",
        )
        return
    g.note(
        "setup/ring",
        "the {n} locations form a ring in the order 1, 2, 3, $, 4, 5, 6 and !, and its middle is empty",
        also=("setup/ring-order",),
        n=len(MARKS),
    )


@rule("setup/decks")
def prepare_decks(g: Conspiracy) -> Rule[None]:
    """Both decks are shuffled and put face down, and there is nothing on the locations yet."""
    yield from shuffle(g.event_deck, "setup/decks")
    yield from shuffle(g.item_deck, "setup/decks")
    g.note(
        "setup/decks",
        "the deck of {events} events and aliens and the deck of {items} items are shuffled, "
        "and there are no cards on the locations yet",
        also=("setup/no-events-yet",),
        events=len(g.event_deck),
        items=len(g.item_deck),
    )


@rule("setup/first-player")
def choose_first(g: Conspiracy) -> Rule[None]:
    """The first player is chosen at random."""
    (name,) = yield from draw(Pile(g.names), 1, "setup/first-player")
    g.first = g.seat(name)
    says = "{who} takes the first turn" + (", and play continues clockwise" if g.seats > 1 else "")
    g.note("setup/first-player", says, who=name)
