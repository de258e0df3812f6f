"""Choosing: long lists in groups, and cards on the table that stand for an option."""

from itertools import islice
from re import fullmatch

import pytest

from tests import laws
from tutor.engine.core.game import find_game, games
from tutor.ui.choosing import MANY, grouped, meant, set_aside
from tutor.ui.present import present, question_of

REFUSED = [{"rule": "a/b", "why": "no"}]
CARD = {"key": "c", "id": "rope", "type": "supply", "name": "Rope"}


def option(id, **more):
    return {"id": id, "label": more.pop("label", id), **more}


def asking(*options):
    return {"id": "1", "title": "?", "mode": "answer", "options": list(options)}


def things_of(zone):
    slots = zone.get("slots", [])
    return [*zone.get("cards", []), *slots, *(card for slot in slots for card in slot["cards"])]


def pressed(*options, zones=2):
    shown = meant([{"id": str(n), "cards": [CARD] if not n else []} for n in range(zones)], asking(*options))
    (card,) = shown[0]["cards"]
    return card.get("option"), card.get("choices")


def test_a_card_means_the_only_open_option_that_names_it() -> None:
    assert pressed(option("discard rope"), option("keep rope", refusals=REFUSED)) == ("discard rope", None)
    assert pressed(option("keep rope", refusals=REFUSED)) == ("keep rope", None)
    assert pressed(option("holds rope"), option("lacks rope")) == (None, None)
    assert pressed(option("discard ropes")) == (None, None)


def test_an_option_that_is_apart_is_not_chosen_by_a_card() -> None:
    assert pressed(option("discard rope", apart=True), option("keep rope", refusals=REFUSED)) == ("keep rope", None)
    assert pressed(option("discard rope", apart=True)) == (None, None)


def test_a_press_on_a_card_never_stops_the_playing_in_grave_robbers() -> None:
    offered = 0
    for moment in laws.moments(laws.begun(find_game("grave_robbers"), 3), 3):
        for part in laws.choices(moment.ask):
            state = present(moment, part.seat, player=part.seat)
            options = state["question"]["options"]
            stopping = {o["id"] for o in options if o["label"].endswith("and stop playing")}
            offered += len(stopping)
            assert not stopping & {thing.get("option") for zone in state["zones"] for thing in things_of(zone)}
    assert offered


def test_a_card_named_by_several_options_of_a_long_list_is_looked_for_in_it() -> None:
    others = [option(f"go {n}") for n in range(MANY)]
    assert pressed(option("play rope a"), option("play rope b"), *others) == (None, 2)
    assert pressed(option("play rope a"), *others) == ("play rope a", None)


def test_a_card_that_is_in_two_places_means_nothing() -> None:
    zones = [{"id": "a", "cards": [CARD]}, {"id": "b", "cards": [CARD]}]
    assert meant(zones, asking(option("discard rope"))) == zones


def test_a_card_or_a_slot_that_says_how_options_name_it_is_named_so_and_not_by_its_id() -> None:
    second = CARD | {"names": ["rope-2"]}
    slots = [{"id": "1", "label": "1", "names": ["place/it 1"], "cards": [CARD | {"names": ["heap 1 rope"]}]}]
    zones = [{"id": "a", "cards": [second]}, {"id": "b", "slots": slots}]

    def found(*ids: str, rule: str = "") -> list[str | None]:
        cards, stacks = meant(zones, asking(*map(option, ids)), rule)
        (slot,) = stacks["slots"]
        things = [cards["cards"][0], slot, slot["cards"][0]]
        assert not any("names" in thing for thing in things)
        return [thing.get("option") for thing in things]

    assert found("swap rope", "swap rope-2", "shoot heap 1 rope", "1") == ["swap rope-2", None, "shoot heap 1 rope"]
    assert found("1", "2", rule="place/it") == [None, "1", None]
    assert found("1", "2", rule="take/it") == [None, None, None]


def test_an_option_that_is_not_offered_does_not_keep_a_card_from_meaning_another() -> None:
    cards = [{"id": "a", "cards": [CARD | {"option": "go rope"}]}]
    assert meant(cards, asking(option("swap rope")))[0]["cards"][0]["option"] == "swap rope"
    assert meant(cards, asking(option("go rope"), option("swap rope")))[0]["cards"][0]["option"] == "go rope"


PRESSED = {
    "roswell51": {
        "creature-feature/director-any-of-three": "[123]",
        "fade-out/end-of-turn-only": "fade .",
        "pittsburgh-68/attack-cycle-several": "[123]",
        "survivor-attack/declare-single-target": ".*",
        "throngs/first-three-free": "[123]",
    },
    "shelter": {"opening/highest-decides": "swap .*", "items/may-change-furniture": ".*", "turn/sequence": "go .*"},
}
"""Rules that ask for something that is on the table in plain sight, and which of their answers name it.

Only the Director always sees throngs.
"""


@pytest.mark.parametrize("game", PRESSED)
def test_what_is_in_plain_sight_is_pressed_on_the_table(game: str) -> None:
    asked = set()
    for seed in range(9):
        for moment in laws.moments(laws.begun(find_game(game), seed), seed):
            for part in laws.choices(moment.ask):
                if part.rule in PRESSED[game] and (part.seat == 0 or part.rule != "throngs/first-three-free"):
                    state = present(moment, part.seat, player=part.seat)
                    pressed = {thing.get("option") for zone in state["zones"] for thing in things_of(zone)}
                    opened = [o["id"] for o in state["question"]["options"] if not o.get("refusals")]
                    wanted = {id for id in opened if fullmatch(PRESSED[game][part.rule], id)}
                    asked.add(part.rule)
                    assert wanted <= pressed, (part.rule, wanted - pressed)
    assert asked == {*PRESSED[game]}


def test_a_long_list_is_grouped_by_how_its_labels_begin() -> None:
    long = [
        option(f"{verb} {n}", label=f"“{said} {n}”")
        for verb, said in (("h", "I hold"), ("l", "I lack"))
        for n in range(9)
    ]
    assert {o["id"]: o.get("group") for o in grouped([*long, option("silent", label="Say nothing")])} == {
        **{f"h {n}": "I hold …" for n in range(9)},
        **{f"l {n}": "I lack …" for n in range(9)},
        "silent": None,
    }
    assert grouped(long[:MANY]) == long[:MANY]
    given = [{**o, "group": "Mine"} for o in long]
    assert grouped(given) == given


def test_no_question_of_a_game_is_a_long_list_without_headings() -> None:
    long = 0
    for game in games().values():
        for moment in laws.some(laws.begun(game, 2), 2, share=0.1):
            for part in laws.choices(moment.ask):
                opened = [o for o in question_of(moment, part.seat, {})["options"] if not o.get("refusals")]
                if len(opened) > MANY:
                    long += 1
                    assert sum("group" not in o for o in opened) <= MANY, opened
    assert long


def test_cards_of_every_game_can_be_pressed() -> None:
    for game in games().values():
        cards = set()
        for seed in range(4):
            for moment in islice(laws.moments(laws.begun(game, seed), seed), 60):
                for part in laws.choices(moment.ask):
                    zones = present(moment, part.seat, player=part.seat)["zones"]
                    cards |= {card["id"] for zone in zones for card in zone.get("cards", []) if "option" in card}
        assert cards, game.id


def test_the_sides_of_several_others_are_set_aside() -> None:
    zones = [{"id": str(n), "whose": n} for n in range(3)] + [{"id": "deck"}]
    assert [zone.get("aside") for zone in set_aside(zones, 1)] == [True, None, True, None]
    assert set_aside(zones, None) == zones
    assert set_aside(zones[:2], 1) == zones[:2]


def test_the_director_who_has_no_side_sees_those_of_all_others_in_full() -> None:
    zones = [{"id": str(n), "whose": n} for n in (1, 2)] + [{"id": "throngs"}]
    assert set_aside(zones, 0) == zones
