"""Setting up the shelter: nine steps in their order."""

from __future__ import annotations

from tutor.engine.core import Many, Rule, draw, listed, shuffle, told
from tutor.games.shelter.book import rule
from tutor.games.shelter.cards import ARK, ATTRIBUTES, LOTTERY_BOX, NEEDS, ROOM, Personality
from tutor.games.shelter.rules.death import check_deaths
from tutor.games.shelter.rules.items_hand import draw_items
from tutor.games.shelter.rules.spaceship import builders_required
from tutor.games.shelter.table import Shelter

FURNITURE_LESS = 4
NO_PERSONALITY = Personality(id="none", name="nobody in particular", origin="derived")

STEPS = (
    "overview/player-count",
    "setup/special-cards-face-up",
    "setup/furniture-deck",
    "setup/item-deck",
    "setup/furniture-count",
    "setup/place-room",
    "setup/place-durability",
    "setup/room-required-bar",
    "setup/random-character",
    "setup/base-attributes",
    "setup/take-token",
    "setup/take-die",
    "setup/skill-items",
    "opening/all-roll",
)
"""The agenda of an empty table."""


@rule("setup/special-cards-face-up")
def special_cards(g: Shelter) -> None:
    """Step 1: all special cards lie face up and belong to no deck."""
    g.step("setup-specials")
    g.note(
        "setup/special-cards-face-up",
        "All {n} special cards lie face up, and none of them is in a deck",
        also=("special/face-up", "special/not-in-decks"),
        n=len(g.specials),
    )


@rule("setup/furniture-deck")
def furniture_deck(g: Shelter) -> Rule[None]:
    """Step 2: the ordinary furniture is shuffled face down."""
    g.step("setup-furniture-deck")
    yield from shuffle(g.furniture_deck, "setup/furniture-deck")
    g.note("setup/furniture-deck", "The furniture deck has {n} cards", n=len(g.furniture_deck))


@rule("setup/item-deck")
def item_deck(g: Shelter) -> Rule[None]:
    """Step 3: the ordinary items are shuffled face down."""
    g.step("setup-item-deck")
    yield from shuffle(g.item_deck, "setup/item-deck")
    g.note("setup/item-deck", "The item deck has {n} cards", n=len(g.item_deck))


@rule("setup/furniture-count")
def lay_furniture(g: Shelter) -> Rule[None]:
    """Step 4: eight furniture cards per player, less four, are placed face up for everybody."""
    g.step("setup-draw-furniture")
    n = g.parameters.furniture_a_player * g.seats - FURNITURE_LESS
    cards = yield from draw(g.furniture_deck, n, "setup/furniture-count")
    for card in cards:
        g.lay(card)
    g.note(
        "setup/furniture-count",
        "One player draws {n} furniture cards and lays them face up where everybody can use them",
        also=("setup/furniture-count-table", "setup/one-player-draws", "setup/furniture-face-up"),
        n=len(cards),
    )


@rule("setup/place-room")
def place_specials(g: Shelter) -> None:
    """The construction room, the ark and the lottery box come after the furniture and do not count towards it."""
    g.step("setup-place-specials")
    furniture = len(g.places)
    for card in (ROOM, ARK, LOTTERY_BOX):
        g.lay(card)
        if card in g.specials:
            g.specials.remove(card)
    g.note("setup/place-room", "The construction room is placed beside the furniture")
    g.note("setup/place-ark", "The ark is placed beside the furniture")
    g.note("setup/place-lottery-box", "The lottery box is placed beside the furniture")
    g.note(
        "setup/specials-after-furniture",
        "The construction room, the ark and the lottery box come last, "
        "in addition to the {n} furniture cards, so there are {all} places",
        also=("setup/count-excludes-specials",),
        n=furniture,
        all=len(g.places),
    )


@rule("setup/place-durability")
def place_durability(g: Shelter) -> None:
    """Every furniture card gets tokens that add up to its durability."""
    g.step("setup-durability")
    g.note("setup/place-durability", "Every furniture card with a printed durability gets tokens that add up to it")


@rule("setup/room-required-bar")
def room_bars(g: Shelter) -> None:
    """The room's bars start at half the players and at no progress."""
    g.step("setup-room-bars")
    g.places[ROOM].limit = builders_required(g)
    g.note(
        "setup/room-required-bar",
        "{n:builder is|builders are} required for {players} survivors",
        also=("spaceship/required-half",),
        n=Many(g.places[ROOM].limit),
        players=g.seats,
    )
    g.note("setup/room-progress-bar", "The progress bar starts at {n}", n=g.shown())
    says = "The ship is finished at {target} points of progress"
    if g.reading("setup/room-progress-bar") == "count-down":
        says = "The ship needs {target} points of progress and is finished when the bar is at 0"
    g.note("spaceship/target", says, also=("spaceship/target-table",), target=g.target())


@rule("setup/random-character")
def deal(g: Shelter) -> Rule[None]:
    """Step 5: every player is dealt a random character and a random personality."""
    g.step("setup-deal")
    yield from shuffle(g.characters, "setup/shuffle-characters")
    yield from shuffle(g.personalities, "setup/shuffle-characters")
    for seat, player in enumerate(g.players):
        (player.character,) = yield from draw(g.characters, 1, "setup/random-character")
        (player.personality,) = yield from draw(g.personalities, 1, "setup/random-personality")
        g.note(
            "setup/random-character",
            "{who} is dealt the character {character} and the personality {personality} at random",
            also=("setup/random-personality", "setup/shuffle-characters"),
            who=g.names[seat],
            character=g.cards[player.character].name,
            personality=g.cards[player.personality].name,
        )


@rule("setup/base-attributes")
def attributes(g: Shelter) -> Rule[None]:
    """Step 6: all attributes start alike and are adjusted by the personality; a player left with 0 health dies."""
    g.step("setup-attributes")
    for seat in range(g.seats):
        adjust(g, seat)
    g.note(
        "setup/character-in-front",
        "The character cards are in front of their players, where everybody can see them",
        also=("setup/personality-slot",),
    )
    if not all(player.health for player in g.players):
        yield from check_deaths(g)


@rule("setup/personality-adjusts")
def adjust(g: Shelter, seat: int) -> None:
    """A personality changes the starting values, and nothing after that."""
    player = g.players[seat]
    card = g.cards[player.personality] if player.personality else NO_PERSONALITY
    start = g.parameters.start
    player.health = max(0, start + card.health)
    player.needs = [max(0, start + getattr(card, need)) for need in NEEDS]
    _tell_start(g, seat, card)


@told
def _tell_start(g: Shelter, seat: int, card: Personality) -> None:
    player = g.players[seat]
    levels = zip(ATTRIBUTES, (player.health, *player.needs), strict=True)
    base = "{who}’s attributes start at {n}, and the personality {personality} "
    says = base + "changes them to {values}"
    if card is NO_PERSONALITY:
        says = "{who} has no personality and starts with {values}"
    elif all(n == g.parameters.start for n in (player.health, *player.needs)):
        says = base + "does not change them"
    g.note(
        "setup/base-attributes",
        says,
        also=(
            "characters/default-three",
            "setup/personality-adjusts",
            "characters/personality-any-attribute",
            "characters/personality-start-only",
        ),
        who=g.names[seat],
        n=g.parameters.start,
        personality=card.name,
        values=listed([f"{name} {n}" for name, n in levels]),
    )


@rule("setup/take-token")
def take_tokens(g: Shelter) -> None:
    """Step 7: every player takes the token in their character's colour."""
    g.step("setup-token")
    for seat in g.inside():
        player = g.players[seat]
        colour = g.cards[player.character].colour if player.character else ""
        says = "{who} takes the {colour} token" if colour else "{who} takes a token of any colour"
        g.note("setup/take-token", says, who=g.names[seat], colour=colour)


@rule("setup/take-die")
def take_dice(g: Shelter) -> None:
    """Step 8: every player takes one die."""
    g.step("setup-die")
    g.note("setup/take-die", "Everybody takes one six-sided die")


@rule("setup/skill-items")
def starting_items(g: Shelter) -> Rule[None]:
    """Step 9: players draw the items that their skills let them start with."""
    g.step("setup-skill-items")
    for seat in g.inside():
        n = g.skill(seat, "starting-items")
        says = "{who} starts with {n:item}" if n else "{who} starts without any items"
        g.note("setup/skill-items", says, who=g.names[seat], n=Many(n))
        if n:
            g.note("characters/skill-overrides", "{who} starts with items because of a skill", who=g.names[seat])
            yield from draw_items(g, seat, n, "setup/skill-items")
            g.step("setup-skill-items")
        g.players[seat].gained.clear()
    g.note("setup/step-order", "The nine steps of the setup are done, so the opening swap comes next")
