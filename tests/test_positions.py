"""Positions that no game leads to are refused unless a scene insists, and nonsense is always refused."""

import pytest

from tutor.engine.book.files import BadInput
from tutor.engine.core.game import find_game
from tutor.engine.play.playing import play_scene
from tutor.engine.play.scene import load_scenes
from tutor.games.alien_conspiracy import GAME as CONSPIRACY
from tutor.games.doppelganger import GAME as DESERT
from tutor.games.grave_robbers import GAME as FILM
from tutor.games.roswell51 import GAME as REELS
from tutor.games.shelter import GAME as SHELTER


def laid_out(game, text, anyway=False):
    """Lay out the scene of a text; its players are Ada, Ben and Cleo."""
    head = f'game = "{game.id}"\nplayers = 3\n' + ("anyway = true\n" if anyway else "")
    return load_scenes(head + text, "s.toml")[0].match(game)


FULL_LAB = """
[table]
sanctuaries = [{ card = "the-lab", points = 8 }]
[table.players.Ben]
pool = [
    { card = "the-cook", at = "the-lab" },
    { card = "the-pilot", at = "the-lab" },
    { card = "the-robot", at = "the-lab" },
]
[table.players.Cleo]
pool = [{ card = "the-rancher", at = "the-lab" }, { card = "the-colonel", at = "the-lab" }]
"""

IMPOSSIBLE = [
    (SHELTER, 'table.players.Ada = { items = ["soap", "novel", "bandage", "thermos", "picnic"] }', "at most 4 items"),
    (SHELTER, "table.furniture.stove = { spent = 9 }", "9 have been there this round, but it has room for"),
    (SHELTER, "table.players.Ada.mood = -1", "players.Ada.mood: expected at least 0, got -1"),
    (SHELTER, "table.progress = -1", "progress: expected at least 0, got -1"),
    (SHELTER, "table.furniture.stove = -2", "furniture.stove.durability: expected at least -1, got -2"),
    (SHELTER, 'table.players.Ada = { fate = "dead", health = 2 }', "a dead player has no health left"),
    (SHELTER, 'table.players.Ada.gained = ["soap"]', "“soap” is not among the items held"),
    (SHELTER, 'table.order = ["Ada", "Ada"]', "order: “Ada” is named 2 times"),
    (SHELTER, "table.item_deck = 3", "cards are left for this deck, not 3; you can also list them"),
    (
        SHELTER,
        'table = { item_deck = ["soap", "soap", "soap"], players = { Ada = { items = ["soap"] } } }',
        "item_deck: “soap” is already somewhere else",
    ),
    (SHELTER, 'table.removed = ["ark"]', "removed: “ark” is already somewhere else"),
    (SHELTER, 'table.specials = ["code-part"]', "specials: “code-part” is not in play"),
    (SHELTER, "table.room.required = -1", "room.required: expected at least 0, got -1"),
    (REELS, "table.reel = 7", "table.reel: expected 0 to 4, got 7"),
    (REELS, "table.dynamite = 5", "table.dynamite: expected 0 to 4, got 5"),
    (
        REELS,
        'table = { reel = 2, tokens = [], turn = "Ben", players.Ben.pool = [{ card = "the-cook" }] }',
        "table.tokens: in Reel 2, the remaining tokens are those from this reel on",
    ),
    (REELS, "table.tokens = [1, 9]", "table.tokens: expected 1 to 4, got 9"),
    (REELS, "table.players.Ben.power = -1", "table.players.Ben.power: expected 0 to 54, got -1"),
    (REELS, 'table.players.Ben.pool = [{ card = "the-cook", rest = -1 }]', "pool[0].rest: expected 0 to 54, got -1"),
    (REELS, 'table.players.Ada.throngs = [["big-wrench"]]', "“big-wrench” is not an item that aliens can use"),
    (REELS, FULL_LAB, "the-lab has room for"),
    (REELS, 'table = { ended = "Reel 4 is over", next = "screen" }', "table.next: the movie has ended"),
    (
        REELS,
        'table.players.Ben.pool = [{ card = "the-cook", held = ["big-wrench", "hunting-rifle", "payback"] }]',
        "table.players.Ben.pool[0].held: the-cook holds 3 cards, but can hold only 2",
    ),
    (REELS, 'table.lost = ["the-cook"]', "table.lost: “the-cook” is not hidden in the reel pile"),
    (
        REELS,
        'table = { lost = ["the-cook", "the-cook"], reel_pile = ["the-cook"] }',
        "table.lost: “the-cook” is named 2 times",
    ),
    (FILM, "table = { movie = 3, movies = 1 }", "table.movie: there is no movie 3 of 1"),
    (FILM, "table.players.Ada.turns = -1", "table.players.Ada.turns: expected at least 0, got -1"),
    (FILM, 'table = { step = "discard", next = "deal" }', "the table is at a step of a turn"),
    (FILM, 'table = { turn = "Ada", bonus = { dad = 2 } }', "table.bonus: “dad” is not in play"),
    (
        FILM,
        'table.players.Ada = { characters = { script-girl = [] }, location = "lagoon", add_ons = ["ghost-town"] }',
        "“ghost-town” is a location of its own",
    ),
    (DESERT, 'table.desert = { team = "E1", tiles = { E1 = "gorge" } }', "the Team cannot be on"),
    (DESERT, 'table.desert = { team = "E1", tiles = { E1 = "heat-15" } }', "the Team cannot be on"),
    (DESERT, 'table.desert = { team = "E3", tiles = { E3 = "flats" } }', "E3: this tile is not connected to START"),
    (DESERT, 'table.desert.tiles.E1 = "flats cleared"', "“flats” has no obstacle to be cleared"),
    (
        DESERT,
        'table = { leader = "Ada", players = { Ada = { out = "vote" } } }',
        "Ada has left the game and cannot lead the Team",
    ),
    (
        DESERT,
        'table.players = { Ada = { character = "the-alien" }, Ben = { character = "the-alien" } }',
        "“the-alien” is",
    ),
    (DESERT, "table.points = -1", "table.points: expected at least 0, got -1"),
    (CONSPIRACY, "table.players.Ada.dead = true\ntable.players.Ada.health = [1]", "a dead player has no health dice"),
    (CONSPIRACY, 'table = { turn = "Ada", actions = 9 }', "table.actions: expected 0 to 2, got 9"),
    (CONSPIRACY, 'table.waiting = ["Ben", "Ben"]', "table.waiting: “Ben” is named 2 times"),
]


@pytest.mark.parametrize(("game", "text", "complaint"), IMPOSSIBLE)
def test_a_position_that_no_game_leads_to_must_be_meant(game, text, complaint):
    with pytest.raises(BadInput) as caught:
        laid_out(game, text)
    assert complaint in str(caught.value)
    assert str(caught.value).startswith("s.toml: table.")
    laid_out(game, text, anyway=True)


NONSENSE = [
    (
        SHELTER,
        'table.next = ["turn/dance"]',
        "table.next: expected the id of a rule that can come next, got “turn/dance”",
    ),
    (
        SHELTER,
        'table.next = ["turn/sequence"]',
        "table.next: expected turn/sequence with the player whose turn it is, got",
    ),
    (SHELTER, 'table.players.Ada.items = "soap"', 'Ada.items: expected a list, got "soap"'),
    (
        SHELTER,
        'table.players.Ada.items = ["stove"]',
        "expected item or special_item cards, but “stove” is another kind",
    ),
    (SHELTER, 'table.players.Ada.raised = ["moood"]', "expected one of satiety, cleanness, mood, got “moood”"),
    (SHELTER, 'table.players.Ada.gained = ["moon"]', "players.Ada.gained: unknown card “moon”"),
    (
        SHELTER,
        'table.players.Ada.turned_down = { moon = ["Ben"] }',
        "players.Ada.turned_down: expected one of construction-room, ark, lottery-box, got “moon”",
    ),
    (SHELTER, "table.furniture.stove = true", "table.furniture.stove: expected a whole number or a table, got true"),
    (SHELTER, "table.ready = 1", "table.ready: expected true or false, got 1"),
    (SHELTER, 'table.item_deck = "all"', 'table.item_deck: expected a whole number or a list, got "all"'),
    (SHELTER, "table.furniture.soap = 1", "expected furniture or special_furniture cards, but “soap” is another kind"),
    (REELS, 'table.mode = "banana"', "table.mode: expected one of empty, actions, take-attack, got “banana”"),
    (REELS, 'table.turning = "soon"', "table.turning: expected one of empty, active, used, got “soon”"),
    (REELS, 'table.next = "turn"', "table.turn: player-turn/clockwise comes next, but it cannot begin without this"),
    (
        REELS,
        'table.players.Ben.pool = [{ card = "the-cook", held = ["five-saucer-men"] }]',
        "expected item or power-play",
    ),
    (REELS, 'table.players.Ben.pool = [{ card = "the-cook", probed = "payback" }]', "expected shuffling-horror cards"),
    (
        REELS,
        'table.players.Ben.pool = [{ card = "the-cook", probed = "spored" }]',
        "expected a card that traps, got “spored”",
    ),
    (REELS, 'table.players.Ben.pool = [{ card = "the-cook", at = "the-lab" }]', "expected one of empty, got “the-lab”"),
    (REELS, 'table.sanctuaries = [{ card = "big-wrench", points = 1 }]', "expected sanctuary cards, but “big-wrench”"),
    (REELS, 'table.lost = ["the-butler"]', "table.lost: unknown card “the-butler”"),
    (REELS, 'table.faded = "spored"', "table.faded: expected a card of the screen, got “spored”"),
    (REELS, 'table.screen = [{ cards = ["spored"], cause = "Zoe" }]', "table.screen[0].cause: expected one of"),
    (
        FILM,
        'table.step = "dance"',
        "table.step: expected one of empty, play, declined, done, credits, discard, got “dance”",
    ),
    (
        FILM,
        'table.next = "final-turn"',
        "table.final: credits/final-turn-optional comes next, but it cannot begin without this",
    ),
    (
        FILM,
        'table = { next = "final-turn", final = [] }',
        "table.final: credits/final-turn-optional comes next, but it cannot",
    ),
    (FILM, 'table.next = "play"', "table.turn: turn/play-any-number comes next, but it cannot begin without this"),
    (
        FILM,
        'table = { turn = "Ada", traits = { dad = ["Psycho"] }, players.Ada.characters.dad = [] }',
        "expected lower-case",
    ),
    (
        FILM,
        'table = { turn = "Ada", queue = [{ card = "cut", by = "Ben", target = "Zoe" }] }',
        "expected a card, a player or",
    ),
    (DESERT, 'table.leftover = { character = "nobody" }', "table.leftover.character: expected one of"),
    (
        DESERT,
        'table.claims = [["Ada", "wants", "rope"]]',
        "table.claims: expected one of holds, lacks, played, threw, got",
    ),
    (DESERT, 'start = { rule = "dice/top-up" }', "table.attempt: dice/top-up cannot begin without this"),
    (CONSPIRACY, 'start = { rule = "turn/six-actions" }', "table.turn: turn/six-actions cannot begin without this"),
    (CONSPIRACY, 'table.next = "Ben"', "table.next: expected one of empty, player, got “Ben”"),
]


@pytest.mark.parametrize(("game", "text", "complaint"), NONSENSE)
def test_nonsense_is_refused_even_where_it_is_meant(game, text, complaint):
    with pytest.raises(BadInput) as caught:
        laid_out(game, text, anyway=True)
    assert complaint in str(caught.value)


CARDS = [
    (CONSPIRACY, "alien", "dice = 9", "alien x: dice: expected 0 to 6, got 9"),
    (CONSPIRACY, "event", 'value = 1\neffect = "explode"', "event x: effect: expected one of nothing, roll"),
    (CONSPIRACY, "item", 'use = "sing"', "item x: use: expected one of camera, phone, move, heal, got “sing”"),
    (FILM, "character", 'words = ["X"]\ndefence = 1\ntraits = ["Old"]', "traits: expected lower-case words"),
    (FILM, "creature", 'words = ["X"]\nattack = 1\nalways = ["moon"]', "always: expected a card or a trait of the set"),
    (FILM, "fx", 'words = ["X"]\neffect = { verb = "sing" }', "effect.verb: expected one of cancel, counter"),
    (FILM, "fx", 'words = ["X"]\neffect = { verb = "kill", target = "moon" }', "“kill” takes character, got “moon”"),
    (
        FILM,
        "fx",
        'words = ["X"]\neffect = { verb = "kill", target = "character", only = "Old" }',
        "effect.trait: expected",
    ),
    (SHELTER, "item", 'text = ""\neffect = ["dance 2"]', "“dance 2” isn’t a line that a card can have"),
    (SHELTER, "item", 'text = ""\neffect = ["satiety --2"]', "“satiety --2” isn’t a line that a card can have"),
    (SHELTER, "furniture", 'text = ""\ndurability = 1', "expected either users or required"),
    (REELS, "shuffling-horror", 'effect = "sing"', "effect: expected one of blob, spore, trap, swarm, got “sing”"),
    (REELS, "monster", "value = 11", "monster x: value: expected 2 to 8, got 11"),
    (DESERT, "supply", 'kind = "tool"\ntool = "spoon"', "expected tool to be one of compass, rope, canteen, shovel"),
]


@pytest.mark.parametrize(("game", "kind", "text", "complaint"), CARDS)
def test_a_card_that_a_scene_adds_must_work(game, kind, text, complaint):
    with pytest.raises(BadInput) as caught:
        laid_out(game, f'[[cards.{kind}]]\nid = "x"\nname = "X"\n{text}\n')
    assert complaint in str(caught.value)
    assert str(caught.value).startswith("s.toml: cards")


def test_where_the_rules_break_down_in_an_impossible_position_the_scene_says_so():
    text = """
anyway = true
play = ["scout", "draw flats", "draw flats", "keep flats"]
[table]
points = 2
desert = { team = "E3", tiles = { E3 = "dunes" } }
stacks = { "3" = ["flats", "flats"] }
"""
    with pytest.raises(BadInput, match="the rules break down in this position"):
        play_scene(load_scenes('game = "doppelganger"\nplayers = 3\n' + text, "s.toml")[0])


def test_two_pending_copies_of_a_card_are_told_apart():
    text = """
[table]
turn = "Ada"
queue = [
    { card = "hit-on-the-head", by = "Ada", target = "dad" },
    { card = "hit-on-the-head", by = "Ben", target = "mom" },
]
players = { Ada = { characters = { mom = [] } }, Ben = { characters = { dad = [] } }, Cleo = { hand = ["cut"] } }
"""
    match = laid_out(find_game("grave_robbers"), text, anyway=True)
    assert [entry.key for entry in match.table.queue] == ["hit-on-the-head", "hit-on-the-head/2"]
