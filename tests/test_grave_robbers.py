"""What only Grave Robbers has: the long attack, the picture of pending FX, its deck, and errors with a place."""

import re
from itertools import combinations
from pathlib import Path

import pytest

from tests import laws
from tests.laws import PLAYOUTS
from tutor.engine.book.cards import read_cards
from tutor.engine.book.files import BadInput
from tutor.engine.core.match import chance_at, uniformly
from tutor.engine.play.chance import line_of
from tutor.engine.play.record import load, save
from tutor.engine.play.scene import load_scenes
from tutor.games.grave_robbers import GAME
from tutor.games.grave_robbers.cards import AIMS, CARD_TYPES, VERBS, Effect
from tutor.games.grave_robbers.powers import DEFENCE
from tutor.games.grave_robbers.rules.attack_totals import totals
from tutor.games.grave_robbers.rules.establishing import harms
from tutor.games.grave_robbers.rules.scoring import points
from tutor.games.grave_robbers.rules.traits import bare_defence, total_defence
from tutor.lessons.checks import right_acts
from tutor.lessons.lesson import Lesson
from tutor.lessons.page import CORE
from tutor.lessons.pages import pages_of, whole_games_of
from tutor.lessons.walks import Walk
from tutor.ui.present import words_of

GOLDEN = Path(__file__).parent / "records" / "grave_robbers.toml"
TOTALS = [(12, 15), (12, 13), (19, 13), (19, 18), (19, 20), (19, 18), (19, 20), (19, 19), (19, 19)]
"""Attack and defence after each step of the book's example, and when they are compared."""


def at(text):
    (scene,) = load_scenes(f'game = "grave_robbers"\nplayers = ["Ada", "Ben", "Cleo"]\n{text}', "test")
    return scene.match(GAME)


def zone(match, name, seat=None):
    return next((one for one in GAME.view(match.table, seat)["zones"] if one["id"] == name), None)


def stats(card):
    return {stat["label"]: stat["value"] for stat in card["stats"]}


def test_the_golden_record_has_every_total_of_the_book():
    text = GOLDEN.read_text(encoding="utf-8")
    match = load(text, str(GOLDEN))
    assert save(match) == text
    said = [re.match(r".*attack of (\d+) against a defence of (\d+)", note.text) for note in match.notes]
    assert [tuple(map(int, one.groups())) for one in said if one] == TOTALS


def test_the_golden_record_can_be_stepped_both_ways():
    match = load(GOLDEN.read_text(encoding="utf-8"), str(GOLDEN))
    ends = GAME.position(match.table, None)
    answers = len(match.log)
    match.undo(answers)
    assert match.log == []
    match.redo(answers)
    assert GAME.position(match.table, None) == ends


def test_the_queue_shows_who_played_what_on_what_and_what_becomes_of_it():
    match = load(GOLDEN.read_text(encoding="utf-8"), str(GOLDEN))
    while len((zone(match, "queue") or {"cards": []})["cards"]) != 4:
        match.undo()
    cards = {card["id"]: card for card in zone(match, "queue")["cards"]}
    assert list(cards) == ["run-away", "we-come-in-peace", "cut", "over-budget"]
    assert [card["value"] for card in cards.values()] == ["1st", "2nd", "3rd", "4th"]
    assert stats(cards["cut"]) == {"Played by": "Tim", "Aimed at": "We Come In Peace", "As things stand": "cancelled"}
    assert cards["cut"]["text"] == "Cancel an FX. Over Budget is aimed at this card."
    assert cards["we-come-in-peace"]["text"].endswith(" Over Budget is aimed at Cut!, and Cut! at this card.")
    assert cards["cut"]["state"] == "out"
    assert [card.get("tag") for card in cards.values()] == ["will work", "will work", "cancelled", None]
    assert stats(cards["we-come-in-peace"])["As things stand"] == "takes effect second"
    assert stats(cards["over-budget"])["As things stand"] == "cancels Cut!"
    totals = {track["label"]: track["n"] for track in zone(match, "attack")["tracks"]}
    assert totals == {"Attack, as things stand": 19, "Defence, as things stand": 20}
    assert zone(match, "speaking")["note"].startswith("Angel, Marisa, Matti, Tim and Jonathan, in this order")


def test_the_cards_revealed_for_the_title_come_first_for_every_seat_with_the_words_that_they_offer():
    match = at('table = { dealer = "Cleo", revealed = ["final-girl", "saucer-pilots", "cut"], next = "title" }')
    for seat in (None, 0, 1, 2):
        shown = GAME.view(match.table, seat)["zones"][0]
        assert (shown["label"], shown["note"].partition(";")[0]) == ("Movie 1 of 1", "it has no title yet")
        words = {card["name"]: stats(card) for card in shown["cards"]}
        assert words == {
            "Cut!": {"Title word": "Cut"},
            "Final Girl": {"Title word": "Survivor"},
            "Saucer Pilots": {"Title words": "Saucer, Outer Space"},
        }
    for answer in (("word", "Survivor"), "done"):
        match.answer(answer)
    prompt = match.asked(0).prompt()
    stands = "If you object, the title stands anyway, because Cleo is the dealer."
    assert prompt == f"Do you agree to the title “Survivor”? {stands}"
    match.answer(("agree", "agree"))
    assert zone(match, "title")["note"].startswith("“Survivor”")
    assert zone(match, "title")["cards"] == []
    assert GAME.view(match.table, 0)["zones"][0]["id"] == "movie-0"


def test_every_zone_of_the_long_attack_can_be_put_into_words():
    match = load(GOLDEN.read_text(encoding="utf-8"), str(GOLDEN))
    for _ in range(len(match.log)):
        match.undo()
        words = {row["zone"]: row["text"] for row in words_of(GAME.view(match.table, 0))}
        assert "Pistol" in words["Marisa’s movie"]


def test_nothing_pending_nothing_drawn():
    match = at('[table]\nturn = "Ada"\n')
    assert [zone(match, name) for name in ("attack", "queue", "speaking")] == [None, None, None]


def test_a_hand_is_seen_by_its_player_only():
    match = at('[table]\ntitle = ["Father"]\nturn = "Ada"\nplayers.Ben.hand = ["dad"]\n')
    assert zone(match, "hand-1", 0) is None
    assert "Dad" not in str(GAME.view(match.table, 0))
    (shown,) = zone(match, "hand-1", 1)["cards"]
    assert (shown["name"], shown["origin"], shown["value"]) == ("Dad", "stand-in", 4)
    assert shown["text"] == "Male, Old, Family. “*Father*”"


def test_the_deck_covers_every_type_verb_and_trait_with_a_rule():
    cards = GAME.cards.of_type(*CARD_TYPES)
    assert 110 <= len(GAME.cards.deck(*CARD_TYPES)) <= 140
    assert {GAME.cards.type_of(card.id) for card in cards} == set(CARD_TYPES)
    effects = [card.effect for card in GAME.cards.of_type("fx")]
    effects += [card.ability.effect for card in cards if getattr(card, "ability", None)]
    assert {effect.verb for effect in effects} == set(VERBS)
    assert all(effect.text.endswith(".") for effect in effects)
    traits = {trait for card in cards for trait in card.traits}
    assert {"family", "swarm", "aquatic", "psycho", "gun", "weapon", "smart", "dumb"} <= traits
    assert all(card.text for card in GAME.cards.of_type("fx"))


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_takes_some_target(verb):
    assert AIMS[verb]
    assert all(Effect(verb=verb, target=target, amount=1, trait="dumb").text for target in AIMS[verb])


@pytest.mark.parametrize(
    ("card", "complaint"),
    [
        ({"verb": "explode"}, "effect.verb"),
        ({"verb": "kill", "target": "attack"}, "effect.target"),
        ({"verb": "draw"}, "effect.amount"),
        ({"verb": "grant", "target": "character"}, "effect.trait"),
        ({"verb": "kill", "target": "character", "where": "moon"}, "effect.where"),
    ],
)
def test_a_card_that_cannot_work_is_named(card, complaint):
    row = {"id": "bad", "name": "Bad", "origin": "stand-in", "words": ["Bad"], "effect": card}
    cards = GAME.cards.with_cards(read_cards({"fx": [row]}, CARD_TYPES, "bad.toml"))
    assert [text for text in GAME.faults_in(cards) if "fx bad" in text and complaint in text]


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ('[table]\nturn = "Zoe"\n', "table.turn"),
        ('[table]\nplayers.Ada.hand = ["no-such"]\n', "table.players.Ada.hand"),
        ('[table]\nplayers.Ada.hand = ["dad"]\nplayers.Ben.hand = ["dad"]\n', "table.players.Ben.hand"),
        ('[table]\nplayers.Ada.location = "dad"\n', "table.players.Ada.location"),
        ('[table]\nplayers.Ada.add_ons = ["trap-door"]\n', "table.players.Ada.add_ons"),
        ('[table]\nplayers.Ada.spilled = ["dad"]\n', "table.players.Ada.spilled"),
        ('[table]\nnext = "soon"\n', "table.next"),
        ('[table]\nqueue = [{ card = "dad", by = "Ada", ability = true }]\n', "table.queue[0].card"),
    ],
)
def test_a_position_that_cannot_be_names_its_place(text, where):
    with pytest.raises(BadInput, match=re.escape(where)):
        at(text)


@pytest.mark.parametrize("page", pages_of("grave_robbers"), ids=lambda page: page.slug)
def test_what_a_page_says_has_happened_at_its_end_has_happened(page):
    lesson = Lesson(page)
    last = page.steps_of(CORE)[-1]
    lesson.goto(last)
    for act in right_acts(lesson.attempt):
        lesson.act(act)
    while lesson.attempt.plays:
        lesson.next()
    assert lesson.attempt.done
    table = lesson.match.table
    assert table.attack is None or table.attack.succeeded
    assert (table.queue, table.rolled) == ([], "")


def test_that_others_only_passed_after_a_move_is_not_played_back():
    lesson = Lesson(next(page for page in pages_of("grave_robbers") if page.slug == "attack"))
    lesson.goto(4)
    lesson.answer("play barricade-the-door")
    assert "the Saucer Pilots fly off" in lesson.attempt.feedback.text
    assert [piece.text for piece in lesson.stretch.pieces] == [""]


def test_what_is_kept_of_the_cards_in_play_is_what_lies_there():
    for seed in range(PLAYOUTS):
        for moment in laws.some(laws.begun(GAME, seed), seed):
            for movie in moment.table.movies:
                anew = movie.copy()
                anew.take_stock(moment.table.printed)
                assert (anew.buckets, anew.able, anew.raised) == (movie.buckets, movie.able, movie.raised)


def test_the_bare_defence_is_the_number_of_the_total():
    for seed in range(PLAYOUTS):
        for moment in laws.some(laws.begun(GAME, seed), seed):
            table = moment.table
            for movie in table.movies:
                assert bare_defence(table, movie) == total_defence(table, movie)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ('opened = false\nplayers.Ben.hand = ["cut"]', "Ada"),
        ('players.Cleo.hand = ["cut"]', "Cleo"),
        ('queue = [{ card = "lunch-break", by = "Ada" }]\nplayers.Ben.hand = ["cut"]', "Ben"),
    ],
)
def test_who_has_nothing_to_play_for_all_to_see_is_not_asked(text, asked):
    match = at(f'[table]\nturn = "Ada"\n{text}\n')
    assert match.table.names[match.ask.seat] == asked


def test_who_holds_too_many_cards_is_offered_to_discard_the_first_one():
    hand = ["cut", "chainsaw", "dad", "gill-man", "lagoon", "mom", "pistol", "ray-gun", "recast"]
    match = at(f'[table]\nturn = "Ada"\nnext = "discard"\nplayers.Ada.hand = {hand}\n')
    (refusal,) = match.ask.why_not("end")
    assert refusal.option == ("discard", "chainsaw")


def test_ways_to_pay_are_shown_under_what_they_are():
    match = at(
        'start = { rule = "popcorn/must-pay-cost", args = ["Ada", "lagoon", 1] }\n'
        '[table]\nturn = "Ada"\nplayers.Ada = { hand = ["cut", "lagoon"], characters = { dad = [] } }\n'
    )
    groups = {option.label: option.group for option in match.ask.options()}
    assert groups == {
        "Spill Dad": "Spill a bucket",
        "Discard Cut!": "Discard a card",
        "Discard Lagoon": "Discard a card",
    }


def test_an_ability_used_on_its_own_card_is_not_shown_as_cancelled():
    match = at(
        '[table]\nturn = "Ada"\n'
        'queue = [{ card = "stunt-double", by = "Ben", target = "stunt-double", ability = true }]\n'
        'players.Ben = { hand = ["cut", "recast"], characters = { stunt-double = [] } }\n'
    )
    (shown,) = zone(match, "queue")["cards"]
    assert shown["text"] == "+2 defence for a character in your movie."
    assert shown["state"] == "acting"


def test_what_waits_until_after_the_attack_is_numbered_after_what_bears_on_it():
    match = at(
        '[table]\nturn = "Ada"\nattack = { creature = "rats-in-the-walls", against = "Ben" }\n'
        'queue = [{ card = "lunch-break", by = "Ben" }, { card = "run-away", by = "Ben", direct = true }]\n'
        'players.Ben = { hand = ["cut", "recast"], characters = { dad = [] } }\n'
    )
    fates = [stats(card)["As things stand"] for card in zone(match, "queue")["cards"]]
    assert fates == ["takes effect second, after the attack", "takes effect first"]


@pytest.mark.parametrize(
    ("queue", "outcome"),
    [
        ("", " would succeed whatever the numbers say."),
        ('{ card = "ha-ha-scared-you", by = "Ben", direct = true }', " would be called off."),
        ('{ card = "location-permit-revoked", by = "Ben", target = "ghost-town", direct = true }', " would fail."),
    ],
)
def test_the_attack_is_shown_as_it_would_end(queue, outcome):
    match = at(
        '[table]\nturn = "Ada"\nattack = { creature = "vengeful-spirit", against = "Ben" }\n'
        f"queue = [{queue}]\n"
        'players.Ben = { hand = ["cut", "recast"], characters = { army-colonel = ["flame-thrower"] }, '
        'location = "ghost-town" }\n'
    )
    assert outcome in zone(match, "attack")["note"]


def test_the_parts_of_an_attack_count_in_the_fx_that_are_pending():
    match = at(
        '[table]\nturn = "Ada"\nattack = { creature = "rats-in-the-walls", against = "Ben", strength = 2 }\n'
        'queue = [{ card = "close-up-on-the-fangs", by = "Cleo", direct = true }]\n'
        'players.Ben = { hand = ["cut"], characters = { dad = [] } }\n'
    )
    assert zone(match, "attack")["note"] == (
        "As things stand, the attack of 12 against a defence of 4 would succeed. "
        "The attack so far: Rats in the Walls +7, FX +5."
    )
    match.answer("pass")
    assert match.ask.rule == "attack/attacker-picks-victim"
    shown = zone(match, "attack")
    assert shown["note"] == (
        "The attack has succeeded, with 12 against a defence of 4. The attack: Rats in the Walls +7, FX +5."
    )
    assert [track["label"] for track in shown["tracks"]] == ["Attack", "Defence"]
    assert zone(match, "speaking") is None


def test_an_attack_that_always_succeeds_does_not_compare_its_totals_afterwards_either():
    match = at(
        '[table]\nturn = "Ada"\nattack = { creature = "vengeful-spirit", against = "Ben" }\n'
        'players.Ben = { characters = { army-colonel = ["flame-thrower"] }, location = "ghost-town" }\n'
    )
    while match.ask.rule != "attack/attacker-picks-victim":
        match.answer("pass")
    assert zone(match, "attack")["note"].startswith("The attack has succeeded, whatever the numbers say. The attack: ")


def test_only_where_it_counts_does_a_weapon_show_its_attack_bonus():
    for reading, shown in (("defence", False), ("attack-bonus", True)):
        match = at(
            f'readings = {{ "traits/psycho-boost-size" = "{reading}" }}\n'
            '[table]\nturn = "Ada"\nplayers.Ada.hand = ["chainsaw", "mom"]\n'
        )
        cards = {card["id"]: stats(card) for card in zone(match, "hand-0", 0)["cards"]}
        assert ("Attack" in cards["chainsaw"]) == shown
        assert "Attack" in cards["mom"]


def test_credits_without_fx_are_shown_as_about_to_roll():
    match = at('[table]\nturn = "Ada"\nrolled = "roll-the-credits"\nplayers.Ben.hand = ["cut"]\n')
    shown = zone(match, "queue")
    assert (shown["label"], shown["note"], shown["cards"]) == (
        "The credits are about to roll",
        "Roll the Credits succeeds unless an FX counters it.",
        [],
    )
    match = at('[table]\nturn = "Ada"\nrolled = "roll-the-credits"\ncountered = true\nplayers.Ben.hand = ["cut"]\n')
    shown = zone(match, "queue")
    assert (shown["label"], shown["note"]) == ("The credits have been countered", "Roll the Credits is countered.")


def test_when_the_game_is_over_nothing_is_said_to_go_on():
    match = at('[table]\ntitle = ["Blob"]\nnext = "over"\nfinal = []\nlast = "Ada"\nplayers.Ada.score = 7\n')
    assert zone(match, "title")["note"] == "“Blob”"
    assert zone(match, "movie-0")["note"] == "7 points"


def test_a_card_harms_in_the_first_round_if_it_lowers_the_total_of_another_movie():
    """Every card that may join one or two characters is weighed as it would count there, with texts and Family."""
    table = at('[table]\nturn = "Ada"').table
    table.establishing = True
    movie, harmful = table.movies[1], set()
    cards = [card for card in table.printed.values() if card.kind in ("character", "prop", "location")]
    telling = [
        card.id for card in cards if card.id in DEFENCE or (card.kind == "character" and "family" in card.traits)
    ]
    for company in [*combinations(telling, 1), *combinations(telling, 2)]:
        movie.characters = {card: [] for card in company}
        before = total_defence(table, movie)
        for card in cards:
            if card.id in company:
                continue
            joined = movie.copy()
            if card.kind == "character":
                joined.characters[card.id] = []
            elif card.kind == "prop":
                joined.characters[company[0]].append(card.id)
            elif card.add_on:
                joined.add_ons.append(card.id)
            else:
                joined.location = card.id
            lowers = total_defence(table, joined) < before
            assert harms(table, 0, movie, card.id, company[0] if card.kind == "prop" else "") is lowers, (company, card)
            assert not harms(table, 1, movie, card.id, company[0])
            harmful |= {card.id} if lowers else set()
    assert harmful > {card.id for card in cards if card.defence < 0}


def test_points_in_sight_leave_out_title_words_in_hand():
    match = at(
        '[table]\ntitle = ["Father", "Book"]\nturn = "Ada"\n'
        'players.Ben = { hand = ["dad"], score = 1, characters = { final-girl = ["spell-book"] } }\n'
    )
    outcome = GAME.outcome(match.table)
    assert outcome.scores == (0, 20, 0)
    assert outcome.open_scores == (0, 15, 0)
    assert zone(match, "movie-1")["note"] == "1 point so far"


def test_the_cult_classic_shows_no_popcorn():
    text = 'variants = ["cult-classic"]\n[table]\nturn = "Ada"\nplayers.Ben = { characters = { dad = [] } }\n'
    movie = zone(at(text), "movie-1")
    assert "tokens" not in movie["cards"][0]
    assert "Full buckets" not in [track["label"] for track in movie["tracks"]]


@pytest.mark.parametrize(
    ("card", "text"),
    [
        ("back-to-the-home", "Kill an Old character."),
        ("too-stupid-to-live", "Kill a Dumb character in the movie under attack."),
        ("stage-fright", "Another player discards 1 card at random."),
        ("plucky-reporter", "2 popcorn: Draw 1 card."),
        ("lunch-break", "Draw 2 cards."),
        ("mom", "May be played as a creature with an attack of 7."),
        ("vengeful-spirit", "Always succeeds at the Graveyard at Midnight or the Ghost Town."),
    ],
)
def test_a_card_is_worded_as_one_would_say_it(card, text):
    assert GAME.cards[card].text == text


@pytest.mark.parametrize("student", [True, False])
def test_a_hand_not_filled_yet_is_imagined_without_characters_that_had_to_be_placed(student):
    variants = '["student-films"]' if student else "[]"
    match = at(
        f'variants = {variants}\n[table]\nturn = "Ada"\nplayers.Ada = {{ turns = 1, hand = ["cut", "recast"] }}\n'
    )
    may_hold = set()
    for seed in range(20):
        line, random = line_of(match, 1), chance_at(seed, 0)
        while line.determinizing:
            line.advance(line.ask.resolve(uniformly(random), random))
        may_hold |= {card for card in line.run.table.movies[0].hand if GAME.cards[card].kind == "character"}
    assert any(not GAME.cards[card].may_be_held_back for card in may_hold) is not student


def test_a_forced_victim_of_an_attack_is_not_explained_by_the_rules_of_lethal_fx():
    match = at(
        """
        [table]
        turn = "Ada"
        title = ["Blob"]
        attack = { creature = "masked-slasher", against = "Ben" }
        players.Ben = { characters = { guy-everyone-knows-will-get-killed = [], final-girl = [] } }
        """
    )
    match.play(lambda ask: "pass", until=lambda m: m.ask.rule == "attack/attacker-picks-victim")
    reasons = match.ask.why_not(("kill", "final-girl"))
    assert [reason.rule for reason in reasons] == ["attack/forced-victim", "overview/card-text-takes-precedence"]


def test_the_totals_of_an_attack_are_sums_of_cards_traits_and_fx():
    match = at(
        """
[table]
turn = "Ada"
next = "window"
bonus = { dad = 2 }
players.Ada = { hand = ["cut"] }
players.Ben = { characters = { dad = ["pistol"], mom = [] }, location = "lagoon" }
attack = { creature = "rats-in-the-walls", against = "Ben", strength = 3, defence = 1, boosts = { mom = 4 } }
"""
    )
    attack, defence = totals(match.table)
    cards = GAME.cards
    assert [(part.text, part.n) for part in attack.parts] == [
        ("Rats in the Walls", cards["rats-in-the-walls"].attack),
        ("FX", 3),
    ]
    family = [("Dad, Family", 1), ("Mom, Family", 1)]
    found = [(part.text, part.n) for part in defence.parts]
    assert found == [
        ("Dad", cards["dad"].defence),
        ("Dad, FX", 2),
        family[0],
        ("Mom", cards["mom"].defence),
        family[1],
        ("Lagoon", cards["lagoon"].defence),
        ("FX on Mom", 4),
        ("FX", 1),
    ]
    assert defence == sum(n for _, n in found)
    assert {part.rule for part in (*attack.parts, *defence.parts)} <= {entry.id for entry in GAME.book}
    against_nobody = points(match.table, match.table.movies[1])  # the pistol counts except against this Swarm
    assert against_nobody == sum(n for _, n in found[:6]) + cards["pistol"].defence


def test_a_card_shows_before_it_is_played_whether_it_brings_a_bucket():
    table = (
        '[table]\nturn = "Ada"\nplayers.Ada = { hand = ["truck-stop-waitress", "secret-laboratory", "cut"], '
        'packet = ["lagoon", "gill-man"] }\n'
    )
    shown = {
        card["id"]: stats(card).get("Bucket")
        for name in ("hand-0", "packet-0")
        for card in zone(at(f"anyway = true\n{table}"), name, 0)["cards"]
    }
    assert shown == {
        "truck-stop-waitress": "yes",
        "secret-laboratory": "no",
        "cut": None,
        "lagoon": "yes",
        "gill-man": None,
    }
    classic = zone(at(f'anyway = true\nvariants = ["cult-classic"]\n{table}'), "hand-0", 0)
    assert all("Bucket" not in stats(card) for card in classic["cards"])


def test_a_movie_drawn_small_names_the_props_and_the_title_words_that_its_total_and_points_come_from():
    match = at(
        '[table]\ntitle = ["Last", "Father", "Pistol"]\nturn = "Ada"\n'
        '[table.players.Ben]\nspilled = ["dad"]\n[table.players.Ben.characters]\ndad = []\nmom = []\n'
        'big-dumb-jock = ["flashlight-with-dead-batteries", "pistol"]\n'
    )
    movie = zone(match, "movie-1", 0)
    dad, mom, jock = movie["cards"]
    assert [(card["value"], card.get("gist")) for card in (jock, dad, mom)] == [
        (4, "“Last”"),
        (5, "“Father”"),
        (4, None),
    ]
    held = [prop["name"] for prop in jock["held"]]
    assert held == ["Flashlight With Dead Batteries +1, bucket full", "Pistol +3"]
    assert sum(card["value"] for card in [jock, dad, mom, *jock["held"]]) == movie["tracks"][0]["n"]

    def family(printed):
        return {"Printed": printed, "Family": "+1"}

    assert (stats(jock), stats(dad), stats(mom)) == ({}, family(4), family(3))
    assert dad["tokens"] == [{"label": "Bucket", "n": 0, "max": 1}]
    assert "tokens" not in mom
    words = {row["zone"]: row["text"] for row in words_of(GAME.view(match.table, 0))}
    assert "“Last”, holds Flashlight With Dead Batteries +1, bucket full" in words["Ben’s movie"]


def test_in_the_draft_only_the_cards_that_were_kept_count_as_the_hand():
    match = at('anyway = true\n[table]\nplayers.Ben = { hand = ["dad"], packet = ["mom", "lagoon"] }\n')
    tracks = {track["label"]: track["n"] for track in zone(match, "movie-1")["tracks"]}
    assert tracks["Cards in hand"] == 1


def test_a_bot_pays_with_buckets_first_and_with_roll_the_credits_last():
    match = at(
        '[table]\nturn = "Ada"\nopened = true\n[table.players.Ada]\nturns = 3\n'
        'hand = ["army-colonel", "roll-the-credits", "saucer-pilots", "stoner"]\n'
        "characters = { dad = [], girl-next-door = [] }\n"
    )
    match.answer(("play", "army-colonel"))
    paid = []
    while match.ask.rule == "popcorn/must-pay-cost":
        paid.append(GAME.bots["producer"](match.ask, dict, chance_at(1, len(paid))))
        match.answer(paid[-1])
    assert [verb for verb, _ in paid] == ["spill", "spill", "discard", "discard"]
    assert ("discard", "roll-the-credits") not in paid


def test_the_first_game_gives_no_points_away_before_they_have_been_counted():
    (page,) = whole_games_of(GAME.id)
    walk, told = Walk(page), []

    def look(story):
        told.extend(points_told(story))
        return iter(())

    def points_told(story):
        notes = [zone.get("note", "") for zone in GAME.view(story.match.table, 0)["zones"]]
        return [note for note in [*notes, *(note.text for note in story.match.notes)] if " points" in note]

    assert list(walk.run(look)) == []
    assert told == []
    assert "18 points" in points_told(walk.story)


WHOLE_TURN = "Ada’s turn, unless I’m targeted or the credits roll"


@pytest.mark.parametrize(
    ("seat", "more", "occasion"),
    [
        (2, "step = 'done'", WHOLE_TURN),
        (2, "queue = [{ card = 'hit-on-the-head', by = 'Ben', target = 'dad' }]", WHOLE_TURN),
        (2, "queue = [{ card = 'hit-on-the-head', by = 'Ben', target = 'mom' }]", ""),
        (0, "queue = [{ card = 'hit-on-the-head', by = 'Ben', target = 'mom' }]", ""),
        (
            2,
            "queue = [{ card = 'lunch-break', by = 'Cleo' }, { card = 'cut', by = 'Ben', target = 'lunch-break' }]",
            "",
        ),
        (2, "rolled = 'roll-the-credits'\nstep = 'credits'", ""),
    ],
)
def test_a_turn_can_be_passed_as_a_whole_but_not_ones_own_and_not_what_is_aimed_here_or_the_credits(
    seat, more, occasion
):
    match = at(
        f"""[table]
        turn = "Ada"
        {more}
        [table.players]
        Ada = {{ hand = ["recast", "cut"], characters = {{ dad = [] }} }}
        Cleo = {{ hand = ["over-budget", "pistol"], characters = {{ mom = [] }} }}"""
    )
    while not match.asked(seat):
        match.answer("pass")
    assert match.asked(seat).occasion() == occasion


def test_the_movie_whose_character_is_to_die_is_shown_right_below_the_attack():
    match = at(
        '[table]\nturn = "Ada"\nopened = true\nattack = { creature = "saucer-pilots", against = "Ben" }\n'
        "[table.players.Ada]\ncharacters = { dad = [] }\n[table.players.Ben]\ncharacters = { mom = [] }\n"
    )
    while match.ask.rule != "attack/attacker-picks-victim":
        match.answer("pass")
    ids = [part["id"] for part in GAME.view(match.table, 0)["zones"]]
    assert ids[:3] == ["attack", "movie-1", "movie-0"]
    assert ids.count("movie-1") == 1


def test_a_bot_does_not_attack_in_vain_and_does_not_kill_its_own_character():
    match = at(
        '[table]\nturn = "Ada"\nopened = true\n[table.players.Ada]\nturns = 3\n'
        'hand = ["killed-in-reshoots", "rats-in-the-walls", "gill-man", "lagoon", "recast", "cursed-idol"]\n'
        "characters = { army-colonel = [] }\n[table.players.Ben]\ncharacters = { retired-wrestler = ['chainsaw'] }\n"
    )
    for name, bot in GAME.bots.items():
        value = bot(match.ask, dict, chance_at(1, 0))
        assert value not in [("attack", "rats-in-the-walls", "Ben"), ("play", "killed-in-reshoots", "army-colonel")], (
            name
        )
