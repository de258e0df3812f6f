"""The lines of the cards, one function a verb."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from tutor.engine.core.asks import Choose, Refusal, Rule, Value, draw, shuffle
from tutor.engine.core.table import Many
from tutor.games.shelter.book import rule
from tutor.games.shelter.cards import CODE, CODE_PART, NEEDS, ROOM, RUBBLE, START, Line
from tutor.games.shelter.places import Place
from tutor.games.shelter.rules.death import check_deaths
from tutor.games.shelter.rules.items import Plain, check_hand, draw_items, take_items
from tutor.games.shelter.rules.opening import take_off
from tutor.games.shelter.rules.spaceship import add_progress, check_ship
from tutor.games.shelter.table import Shelter


def at_once(g: Shelter) -> bool:
    """Whether ends are checked after every single change."""
    return g.readings["victory/order-of-checks"] == "step-by-step"


# -- what a line does for one player ------------------------------------------------------------


def change(g: Shelter, seat: int, line: Line) -> Rule[None]:
    """Raise or lower an attribute."""
    if line.what == "health":
        yield from change_health(g, seat, line.n)
    else:
        change_need(g, seat, NEEDS.index(line.what), line.n)


@rule("health/direct-loss")
def change_health(g: Shelter, seat: int, n: int) -> Rule[None]:
    """A card changes health directly and at once."""
    player = g.players[seat]
    more = g.skill(seat, "heals") if n > 0 else 0
    if more:
        g.note("characters/skill-overrides", "{who} gains {n} more by skill", who=g.names[seat], n=more)
    if player.health + n < 0:
        g.note("death/below-zero", "The loss is larger than what is left; health shows 0")
    player.health = max(0, player.health + n + more)
    g.note("health/direct-loss", "Health of {who}: {n:+} is {now}", who=g.names[seat], n=n + more, now=player.health)
    if player.health > START and n > 0:
        g.note("characters/no-upper-limit", "Attributes have no upper limit")
    if n < 0 and at_once(g):
        g.note("victory/order-of-checks", "Ends are checked after every single change")
        yield from check_deaths(g)


@rule("health/stops-when-raised")
def change_need(g: Shelter, seat: int, i: int, n: int) -> None:
    """A card changes satiety, cleanness or mood; a raised one is not empty any more, one at 0 is newly empty."""
    player = g.players[seat]
    before = player.needs[i]
    player.needs[i] = max(0, before + n)
    if g.heard:
        _tell_need(g, seat, i, n, before)
    if n > 0:
        player.raised[i] = True
        player.overdue[i] = False


def _tell_need(g: Shelter, seat: int, i: int, n: int, before: int) -> None:
    player, who, what = g.players[seat], g.names[seat], NEEDS[i].capitalize()
    now = player.needs[i]
    g.note("furniture/effect-immediate", "{what} of {who}: {n:+} is {now}", what=what, who=who, n=n, now=now)
    if n > 0 and player.overdue[i]:
        g.note("health/stops-when-raised", "{what} is not empty any more and costs no health", what=what)
    if n > 0 and now > START:
        g.note("characters/no-upper-limit", "Attributes have no upper limit: {now}", now=now)
    if before + n < 0:
        g.note("decay/floor-zero", "{what} does not fall below 0", what=what)
    if before and not now:
        cited = "health/emptied-by-effect health/starts-at-first-zero"
        g.note(cited, "{what} of {who} is empty now", what=what, who=who)


def gain_items(g: Shelter, seat: int, line: Line) -> Rule[None]:
    """Draw items."""
    yield from draw_items(g, seat, line.n, "furniture/gives-items")


@rule("skip/no-stacking")
def skip(g: Shelter, seat: int, line: Line) -> Rule[None]:
    """Miss the next round; several results cost one round, or one each."""
    g.step("skip-mark")
    player = g.players[seat]
    stack = g.reading("skip/no-stacking") == "stack"
    if player.skips:
        g.note(
            "skip/no-stacking", "A second skip {adds}", adds="adds a round" if stack else "names the same next round"
        )
    player.skips = player.skips + 1 if stack else 1
    g.note(
        "skip/next-round skip/current-turn-continues", "{who} misses the next round, not this one", who=g.names[seat]
    )
    yield from ()


@rule("decay/support")
def spare(g: Shelter, seat: int, line: Line) -> Rule[None]:
    """An attribute is kept from falling at the end of this day."""
    g.players[seat].spared[NEEDS.index(line.what)] = True
    g.note(
        "decay/support furniture/may-stop-decay items/may-stop-decay",
        "{what} of {who} does not fall today",
        what=line.what.capitalize(),
        who=g.names[seat],
    )
    yield from ()


@rule("special/how-obtained")
def take_special(g: Shelter, seat: int, line: Line) -> Rule[None]:
    """A special item comes from beside the table, and only because a card says so."""
    who, name = g.names[seat], g.cards[line.what].name
    if line.what not in g.specials:
        g.note("special/how-obtained special/face-up", "No {card} lies beside the table any more", card=name)
        return
    g.specials.remove(line.what)
    take_items(g, seat, [line.what])
    g.note("special/how-obtained special/face-up", "{who} takes {card}, for all to see", who=who, card=name)
    yield from check_hand(g, seat)


@rule("ark/how-to-get-code")
def take_code(g: Shelter, seat: int, line: Line) -> Rule[None]:
    """The code is a special item, comes in parts, or has to be found in the item deck."""
    reading = g.reading("ark/how-to-get-code")
    if reading == "deck-item":
        g.note("ark/how-to-get-code", "The code is somewhere among the items; {who} draws one", who=g.names[seat])
        yield from draw_items(g, seat, 1, "items/sources")
    else:
        yield from take_special(g, seat, Line("special", CODE_PART if reading == "code-parts" else CODE))


# -- what a line does for the whole table ------------------------------------------------------------


class Target(Choose):
    """Which place a line acts on."""

    __slots__ = ("g", "line")

    def __init__(self, g: Shelter, seat: int, line: Line) -> None:
        self.g = g
        self.seat = seat
        self.line = line
        self.rule = "items/may-change-furniture"

    def prompt(self) -> str:
        return f"Which furniture to {self.line.verb}?"

    def candidates(self) -> Sequence[Value]:
        return [(self.line.verb, key) for key in self.g.places]

    def open(self) -> Sequence[Value]:
        verb, acts = self.line.verb, ACTS_ON[self.line.verb]
        reach: tuple[str, ...] = ("furniture",)
        if self.line.what == "any" or self.g.reading("special/effects-may-act") == "always":
            reach = ("furniture", "special_furniture")
        kind = self.g.cards.type_of
        return [(verb, key) for key, p in self.g.places.items() if acts(self.g, p) and kind(p.card) in reach]

    def refuse(self, value: Value) -> Iterator[Refusal]:
        g, key, verb = self.g, str(value[1]), self.line.verb  # type: ignore[index]
        place = g.places[key]
        special = g.cards.type_of(place.card) == "special_furniture"
        if key == ROOM:
            yield Refusal(
                "durability/room-has-none", "the construction room is not a furniture card", "Pick furniture."
            )
        elif special and self.line.what != "any" and g.reading("special/effects-may-act") == "only-if-named":
            yield Refusal("special/effects-may-act", f"the card does not name special furniture like {g.title(key)}")
        if verb == "clear" and not place.cover:
            yield Refusal("special/kinds", f"nothing covers {g.title(key)}")
        if verb == "cover" and place.cover:
            yield Refusal("special/kinds", f"{g.title(key)} is covered already")
        if verb in ("cover", "replace") and place.tokens:
            yield Refusal("furniture/place-token", f"{Many(len(place.tokens)):token} on {g.title(key)}")
        if verb == "restore":
            yield from _full_already(g, key)

    def label(self, value: Value) -> str:
        return f"{self.line.verb.capitalize()} {self.g.title(str(value[1]))}"  # type: ignore[index]


def _worn(g: Shelter, place: Place) -> bool:
    """Whether durability can be added."""
    return place.plain and place.durability < g.full(place.card)


ACTS_ON: Mapping[str, Callable[[Shelter, Place], bool]] = {
    "restore": _worn,
    "replace": lambda g, place: not place.tokens,
    "cover": lambda g, place: not (place.tokens or place.cover),
    "clear": lambda g, place: bool(place.cover),
}
"""On which places a line can act, special cards apart; the refusals say the same at length."""


def _full_already(g: Shelter, key: str) -> Iterator[Refusal]:
    place = g.places[key]
    if not place.plain and key != ROOM:
        yield Refusal("furniture/some-once-only", f"{g.title(key)} works once only")
    elif not _worn(g, place):
        yield Refusal("durability/shown-by-tokens", f"{g.title(key)} has all its durability", "Pick a worn one.")


def pick(g: Shelter, seat: int, line: Line) -> Rule[str]:
    """Ask for the place that a line acts on; empty if there is none."""
    ask = Target(g, seat, line)
    if not ask.open():
        g.note("items/may-change-furniture", "There is no furniture to {verb}", verb=line.verb)
        return ""
    _, key = yield ask
    if g.cards.type_of(g.places[key].card) == "special_furniture":
        g.note("special/effects-may-act", "The effect reaches {card}, a special card", card=g.title(key))
    return str(key)


@rule("spaceship/other-sources")
def progress(g: Shelter, seat: int, line: Line) -> Rule[None]:
    """A card adds construction progress without builders and on top of the room's point."""
    g.note(
        "spaceship/other-sources spaceship/other-sources-add-up spaceship/no-builders-needed-for-cards "
        "furniture/may-add-progress items/may-add-progress",
        "The card makes {n:+} progress, with no builders and on top of what the room gives",
        n=line.n,
    )
    add_progress(g, line.n)
    if at_once(g):
        yield from check_ship(g)


@rule("durability/no-recovery")
def restore(g: Shelter, seat: int, line: Line) -> Rule[None]:
    """Only a card brings durability back, up to what is printed."""
    key = yield from pick(g, seat, line)
    if key:
        place = g.places[key]
        place.durability = min(place.durability + line.n, g.full(place.card))
        g.note(
            "durability/no-recovery items/may-change-furniture",
            "{place} is restored to durability {n}; only a card does that",
            place=g.title(key),
            n=place.durability,
        )


@rule("items/may-change-furniture")
def replace(g: Shelter, seat: int, line: Line) -> Rule[None]:
    """A furniture on the table is exchanged for the next of the furniture deck."""
    if not g.furniture_deck:
        yield from refill_furniture(g)
    if not g.furniture_deck:
        return
    key = yield from pick(g, seat, line)
    if not key:
        return
    left = g.title(key)
    (card,) = yield from draw(g.furniture_deck, 1, "items/may-change-furniture")
    take_off(g, key)
    new = g.places[g.lay(card)]
    g.note(
        "items/may-change-furniture exhaustion/no-new-furniture",
        "{left} goes, {card} comes with durability {n}",
        left=left,
        card=g.cards[card].name,
        n=new.durability,
    )


@rule("exhaustion/furniture-deck")
def refill_furniture(g: Shelter) -> Rule[None]:
    """The furniture discards become the new furniture deck, if the reading says so and there are any."""
    if g.reading("exhaustion/furniture-deck") == "fail" or not g.furniture_discard:
        g.note("exhaustion/furniture-deck", "The furniture deck is empty: the effect does nothing")
        return
    g.note(
        "exhaustion/furniture-deck",
        "{n:discarded furniture card} shuffled into a new deck",
        n=Many(len(g.furniture_discard)),
    )
    g.furniture_deck.mix_in(g.furniture_discard)
    g.furniture_discard.clear()
    yield from shuffle(g.furniture_deck, "exhaustion/furniture-deck")


def cover(g: Shelter, seat: int, line: Line) -> Rule[None]:
    """A furniture that occupies space is laid over another and blocks it."""
    if RUBBLE not in g.specials:
        g.note("special/how-obtained special/face-up", "No {card} lies beside the table", card=g.cards[RUBBLE].name)
        return
    key = yield from pick(g, seat, line)
    if key:
        g.specials.remove(RUBBLE)
        g.places[key].cover = RUBBLE
        g.places[key].untouched = False
        g.note(
            "special/how-obtained special/kinds", "{card} blocks {place}", card=g.cards[RUBBLE].name, place=g.title(key)
        )


def clear(g: Shelter, seat: int, line: Line) -> Rule[None]:
    """What covers a furniture is taken away and lies beside the table again."""
    key = yield from pick(g, seat, line)
    if key:
        g.specials.append(g.places[key].cover)
        g.places[key].cover = ""
        g.note("items/may-change-furniture special/face-up", "{place} is free again", place=g.title(key))


def harm(g: Shelter, seat: int, line: Line) -> Rule[None]:
    """A card that is aimed at another survivor."""
    others = [("harm", g.names[other]) for other in g.inside() if other != seat]
    if not others:
        return
    _, name = yield Plain(g, seat, "overview/no-direct-attack", others, "Whom does it hit?")
    g.note("overview/no-direct-attack", "The card hits {who}; only a card can", who=name)
    yield from change(g, g.seat(name), Line("change", line.what, -line.n))


Verb = Callable[[Shelter, int, Line], Rule[None]]

PERSONAL: Mapping[str, Verb] = {
    "change": change,
    "items": gain_items,
    "skip": skip,
    "spare": spare,
    "special": take_special,
    "code": take_code,
}
"""Lines that everyone gets who uses the card together."""

SHARED: Mapping[str, Verb] = {
    "progress": progress,
    "restore": restore,
    "replace": replace,
    "cover": cover,
    "clear": clear,
    "harm": harm,
}
"""Lines that happen once, decided by who came last."""
