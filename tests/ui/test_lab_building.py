"""Positions built by pressing, from an empty table, three in each game."""

from typing import Any

import pytest

from tests.visitor import Visitor
from tutor.engine.core.asks import Choose
from tutor.ui.desks.lab import Lab

Where = tuple[str, str]


class Builder:
    """Somebody who begins with an empty table and only presses, chooses, and types into fields."""

    def __init__(self, game: str, players: int = 0) -> None:
        self.lab = Lab(game)
        self.visitor = Visitor(self.lab.desk)
        self.visitor.says("tool", id="new")
        values = {field["id"]: field["value"] for field in self.visitor.dialog["fields"]}
        self.sends("new.empty", **(values | ({"players": str(players)} if players else {})))
        self.visitor.says("tool", id="tab change")

    def sends(self, id: str, anyway: bool = False, **values: str) -> None:
        """Send a form, insist if `anyway`, and check that no reason against it is left."""
        self.visitor.says("form", id=id, values=values)
        if anyway:
            self.visitor.says("form", id="lab.anyway", values={})
        wrong = [block for block in self.visitor.state["lab"]["blocks"] if block["kind"] in ("problem", "reasons")]
        assert wrong == []

    @property
    def places(self) -> dict[Where, dict[str, Any]]:
        """Return the places that are shown, by their owners and words."""
        (board,) = [block for block in self.visitor.state["lab"]["blocks"] if block["kind"] == "board"]
        return {(part["label"], place["label"]): place for part in board["sections"] for place in part["places"]}

    def lays(self, card: str, whose: str, where: str, name: str = "") -> None:
        """Take a card out of its pile and put it into a place."""
        self.sends("lab.bring", card=card)
        goals = {where: place for where, place in self.places.items() if place.get("goal")}
        assert (whose, where) in goals, [*goals]
        if name and "names" in goals[whose, where]:
            assert name in goals[whose, where]["names"]
        self.sends("lab.put", path=goals[whose, where]["id"], name=name)

    def sets(self, whose: str, where: str, value: str, anyway: bool = False) -> None:
        """Set a number, a word or a flag; if words are offered, the word must be one of them."""
        place = self.places[whose, where]
        if "choices" in place:
            assert value in [id for id, _ in place["choices"]]
        self.sends("lab.set", anyway, path=place["id"], value=value)

    def adds(self, whose: str, where: str) -> None:
        """Add another row."""
        assert self.places[whose, where]["adds"]
        self.sends("lab.add", path=self.places[whose, where]["id"])

    @property
    def table(self) -> dict[str, Any]:
        """Return the position that was built."""
        return self.lab.game.position(self.lab.match.table, None)

    @property
    def asked(self) -> str:
        """Return who is asked by which rule."""
        ask = self.lab.match.ask
        assert isinstance(ask, Choose)
        return f"{self.lab.match.table.names[ask.seat]} {ask.rule}"

    @property
    def open(self) -> list[str]:
        """Return what can be pressed."""
        return self.visitor.open


# -- Roswell ---------------------------------------------------------------------------------------


def test_a_survivor_with_items_faces_two_throngs() -> None:
    one = Builder("roswell51")
    one.lays("the-colonel", "Ben", "pool")
    for item in ("hunting-rifle", "big-wrench"):
        one.lays(item, "Ben", "pool · 1 · Items and power plays")
    one.lays("the-scout", "Cleo", "pool")
    for card, throng in (("three-hitchhikers", 1), ("six-burning-ones", 1), ("four-metal-hounds", 2)):
        one.lays(card, "Ada", f"throngs · {throng}")
    one.sets("Table", "turn", "Ben")
    one.sets("Table", "How a player spends the turn", "actions")
    throngs = one.table["players"]["Ada"]["throngs"]
    assert throngs[:2] == [["three-hitchhikers", "six-burning-ones"], ["four-metal-hounds"]]
    (survivor,) = one.table["players"]["Ben"]["pool"]
    assert (survivor["card"], survivor["held"]) == ("the-colonel", ["hunting-rifle", "big-wrench"])
    assert one.asked.startswith("Ben")
    one.visitor.press("attack")
    one.visitor.press("muscle")
    assert {"throng 1 six-burning-ones", "throng 2 four-metal-hounds"} <= {*one.open}


def test_a_screen_of_monsters_waits_for_the_director() -> None:
    one = Builder("roswell51")
    for n, card in enumerate(("two-hungry-pods", "the-alien-warlord"), 1):
        one.lays(card, "Table", f"screen · {n} · cards")
    one.lays("the-robot", "Ben", "pool")
    one.sets("Ben", "pool · 1 · Horror Star tokens", "1")
    one.sets("Table", "Reel tokens that are left on the track", "3, 4", anyway=True)
    one.sets("Table", "The reel that is playing, 0 before the first", "2", anyway=True)
    assert [spot["cards"] for spot in one.table["screen"]] == [["two-hungry-pods"], ["the-alien-warlord"], []]
    assert one.table["reel"] == 2
    assert one.asked == "Ada director-turn/exactly-one-attack-action"


def test_a_survivor_hides_in_a_sanctuary() -> None:
    one = Builder("roswell51")
    one.lays("the-bunker", "Table", "sanctuaries")
    one.lays("the-waitress", "Ben", "pool")
    one.lays("the-pilot", "Cleo", "pool")
    one.sets("Ben", "pool · 1 · The sanctuary that it is in", "the-bunker")
    one.sets("Table", "turn", "Cleo")
    assert one.table["sanctuaries"][0]["card"] == "the-bunker"
    assert one.table["players"]["Ben"]["pool"][0]["at"] == "the-bunker"
    assert one.asked.startswith("Cleo")


# -- Grave Robbers ---------------------------------------------------------------------------------


def test_an_attack_is_in_mid_queue() -> None:
    one = Builder("grave_robbers")
    for whose, card in (("Ada", "dad"), ("Ben", "mom"), ("Ben", "final-girl")):
        one.lays(card, whose, "characters")
    one.lays("rats-in-the-walls", "Table", "attack")
    one.sets("Table", "attack · against", "Ben")
    one.lays("too-stupid-to-live", "Table", "queue")
    one.sets("Table", "queue · 1 · target", "mom")
    one.lays("cut", "Table", "queue")
    one.sets("Table", "queue · 2 · by", "Ben")
    one.sets("Table", "queue · 2 · target", "too-stupid-to-live")
    one.lays("over-budget", "Ada", "hand")
    attack, (first, second) = one.table["attack"], one.table["queue"]
    assert (attack["creature"], attack["against"]) == ("rats-in-the-walls", "Ben")
    assert (first["card"], first["by"], first["target"]) == ("too-stupid-to-live", "Ada", "mom")
    assert (second["card"], second["by"], second["target"]) == ("cut", "Ben", "too-stupid-to-live")
    assert one.asked == "Ada attack/everyone-may-play-fx"
    assert "play over-budget cut" in one.open


def test_a_movie_with_props_and_a_location_is_shot() -> None:
    one = Builder("grave_robbers")
    one.lays("rats-in-the-walls", "Ada", "hand")
    one.sets("Ada", "turns", "2")
    one.lays("final-girl", "Ada", "characters")
    one.lays("pistol", "Ada", "characters · final-girl")
    one.lays("lagoon", "Ada", "location")
    one.lays("dad", "Ben", "characters")
    movie = one.table["players"]["Ada"]
    assert (movie["characters"], movie["location"]) == ({"final-girl": ["pistol"]}, "lagoon")
    assert one.asked == "Ada turn/play-any-number"
    assert "attack rats-in-the-walls Ben" in one.open


def test_the_credits_roll_and_somebody_is_against_it() -> None:
    one = Builder("grave_robbers")
    one.lays("dad", "Ada", "characters")
    one.lays("cut", "Ada", "hand")
    one.sets("Table", "step", "credits")
    one.lays("critics-walk-out", "Table", "queue")
    one.sets("Table", "queue · 1 · by", "Ben")
    one.lays("roll-the-credits", "Table", "rolled")
    assert (one.table["rolled"], one.table["queue"][0]["by"]) == ("roll-the-credits", "Ben")
    assert "play cut critics-walk-out" in one.open


# -- Doppelganger ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_desert_of_twelve_tiles() -> None:
    one = Builder("doppelganger")
    tiles = ("flats", "gorge", "flats", "dunes", "wreck-2", "heat-8", "storm-10", "basin", "chasm", "pod-4", "abyss")
    cells = ("E1", "E1 N1", "E2", "E3", "E3 N1", "E3 N2", "E2 N2", "E4", "E4 S1", "E5", "E5 N1")
    for card, cell in zip(tiles, cells, strict=True):
        one.lays(card, "Table", "desert · tiles", cell)
    one.sets("Table", "desert · team", "E2")
    one.sets("Table", "Action Points left", "1")
    assert dict(zip(cells, tiles, strict=True)) == {
        cell: tile.split()[0] for cell, tile in one.table["desert"]["tiles"].items()
    }
    assert (one.table["desert"]["team"], one.table["points"]) == ("E2", 1)
    assert "move E3" in one.open
    one.sets("Table", "desert · tiles · E5", "pod-4 turned 1")
    assert one.table["desert"]["tiles"]["E5"] == "pod-4 turned 1"


def test_hands_of_supplies_before_a_vote() -> None:
    one = Builder("doppelganger", 4)
    for whose, card in (("Ada", "shovel"), ("Ada", "rope"), ("Ben", "the-infection"), ("Cleo", "photographer")):
        one.lays(card, whose, "hand")
    one.sets("Ben", "life", "2", anyway=True)
    hands = {name: part["hand"] for name, part in one.table["players"].items()}
    assert hands == {"Ada": ["rope", "shovel"], "Ben": ["the-infection"], "Cleo": ["photographer"], "Dev": []}
    assert one.table["players"]["Ben"]["life"] == 2
    assert "vote Ben" in one.open


def test_supplies_are_handed_out_at_a_crash_site() -> None:
    one = Builder("doppelganger")
    one.lays("wreck-2", "Table", "desert · tiles", "E1")
    for card in ("canteen", "compass"):
        one.lays(card, "Table", "Supplies drawn at a Crash Site")
    assert sorted(one.table["pair"]) == ["canteen", "compass"]
    assert one.table["desert"]["tiles"] == {"E1": "wreck-2"}


# -- Alien Conspiracy ------------------------------------------------------------------------------


def test_an_investigator_stands_among_cards() -> None:
    one = Builder("alien_conspiracy")
    one.sets("Ada", "The location of the piece", "2")
    one.lays("camera", "Ada", "The item cards in hand")
    for name, card in (("1", "crop-circle"), ("2", "hunter")):
        one.lays(card, "Table", "locations", name)
    one.sets("Table", "actions", "1")
    assert {name: place["card"] for name, place in one.table["locations"].items()} == {
        "1": "crop-circle",
        "2": "hunter",
    }
    assert one.asked == "Ada turn/six-actions"
    assert "look 2" in one.open


def test_the_countdown_is_nearly_over() -> None:
    one = Builder("alien_conspiracy", 3)
    for card in ("scout", "hunter"):
        one.lays(card, "Table", "countdown")
    one.lays("tape-recording", "Ben", "The event cards in hand")
    one.sets("Ben", "health", "2, 5")
    one.sets("Table", "turn", "Ben")
    assert one.table["countdown"] == ["scout", "hunter"]
    assert (one.table["players"]["Ben"]["health"], one.table["players"]["Ben"]["events"]) == (
        [2, 5],
        ["tape-recording"],
    )
    assert one.asked == "Ben turn/six-actions"


def test_proof_waits_under_an_investigator() -> None:
    one = Builder("alien_conspiracy")
    for card in ("metal-splinter", "blurred-photo"):
        one.lays(card, "Ada", "submitted")
    one.sets("Ben", "The location of the piece", "4")
    one.lays("phone", "Ben", "The item cards in hand")
    assert sorted(one.table["players"]["Ada"]["submitted"]) == ["blurred-photo", "metal-splinter"]
    assert one.table["players"]["Ben"]["items"] == ["phone"]


# -- Shelter ---------------------------------------------------------------------------------------


def test_a_shelter_with_furniture_and_a_hungry_engineer() -> None:
    one = Builder("shelter")
    stove = next(id for id in one.lab.game.cards if id.startswith("stove"))
    one.lays(stove, "Table", "furniture")
    one.lays("engineer", "Ada", "character")
    for where, value in (("satiety", "0"), ("health", "2")):
        one.sets("Ada", where, value)
    assert stove in one.table["furniture"]
    ada = one.table["players"]["Ada"]
    assert (ada["character"], ada["satiety"], ada["health"]) == ("engineer", 0, 2)
    assert f"go {stove}" in one.open


def test_builders_meet_in_the_construction_room() -> None:
    one = Builder("shelter", 3)
    one.sets("Table", "progress", "5")
    one.sets("Ben", "Where the character token is", "construction-room")
    one.sets("Table", "room · required", "3")
    assert (one.table["progress"], one.table["room"]["required"]) == (5, 3)
    assert one.table["players"]["Ben"]["place"] == "construction-room"
    assert "go construction-room" in one.open


def test_items_in_hand_before_a_turn() -> None:
    one = Builder("shelter")
    items = [id for id in one.lab.game.cards if one.lab.game.cards.type_of(id) == "item"][:2]
    for item in items:
        one.lays(item, "Ada", "items")
    one.sets("Table", "day", "4")
    assert sorted(one.table["players"]["Ada"]["items"]) == sorted(items)
    assert one.table["day"] == 4
    assert one.asked.startswith("Ada")


def test_nothing_has_happened_on_an_empty_table() -> None:
    for game in ("alien_conspiracy", "doppelganger", "grave_robbers", "roswell51"):
        one = Builder(game)
        assert one.lab.match.notes == []
        assert one.asked.startswith("Ada")


# -- what helps ------------------------------------------------------------------------------------


def test_what_was_unfolded_and_chosen_stays_after_a_card_is_laid() -> None:
    one = Builder("roswell51")
    one.lays("the-bunker", "Table", "sanctuaries")
    blocks = one.visitor.state["lab"]["blocks"]
    (board,) = [block for block in blocks if block["kind"] == "board"]
    assert next(part["open"] for part in board["sections"] if part["label"] == "Table")
    (bring,) = [block for block in blocks if block.get("id") == "lab.bring"]
    assert bring["fields"][0]["value"] == "the-bunker"


def test_numbers_know_their_bounds() -> None:
    one = Builder("roswell51")
    reel = one.places["Table", "The reel that is playing, 0 before the first"]
    assert (reel["least"], reel["most"]) == (0, 4)


@pytest.mark.parametrize("path", ["[]", '["turn"]'])
def test_only_a_list_of_rows_takes_another(path: str) -> None:
    one = Builder("roswell51")
    one.visitor.says("form", id="lab.add", values={"path": path})
    told = [block["text"] for block in one.visitor.state["lab"]["blocks"] if block["kind"] == "problem"]
    assert "cannot have a blank entry" in told[0] or "this place no longer exists" in told[0]
