"""Looking things up: the rules that answer a player’s question, the basic ones first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import pairwise
from typing import TypeAlias

from tutor.engine.book.files import BadInput
from tutor.engine.book.rulebook import Entry
from tutor.engine.core.game import Game, find_game
from tutor.lessons.course import Course, known_course
from tutor.lessons.cue_card import cue_of
from tutor.lessons.glossary import glossary_of
from tutor.lessons.page import CORE
from tutor.lessons.shelf import Phrase, Want, shelf_of, split, stem, words_of

LIKE = 0.7
"""What a word that means the same is worth."""

GOAL, ON_CARD, IN_FIRST_GAME, IN_CORE = 0.5, 0.3, 0.5, 0.4
"""How much more a basic rule is worth: one that says how to win, one of the cue card,
one that the first game teaches, and one that three steps of the chapters’ cores teach."""

NAMED = 2.0
"""How much more a rule is worth of whose name, if it has several words, every word occurs in the query."""

SPECIAL = {"exception": 0.85, "component": 0.85, "variant": 0.6, "advice": 0.6}
"""What a rule of a kind that seldom answers an everyday question is worth."""

MEANING = {
    "who begins": "first player, first turn, first leader, act first",
    "who starts": "first player, first turn, first leader, act first",
    "who goes first": "first player, first turn, first leader, act first",
    "goes first": "first player, first turn, first leader, act first",
    "begin": "start, first",
    "start": "begin, first",
    "finish": "end, over",
    "win": "goal",
    "game end": "game can end, endings, game is over, movie is over",
    "movie end": "movie ends in, movie is over",
    "end": "over",
    "get": "gain, take, draw, pick up, receive",
    "find": "search, gain, draw",
    "trade": "exchange, borrow, give, swap",
    "swap": "replace, exchange, trade",
    "hold": "hand, limit",
    "have": "hold, limit, max",
    "run out": "empty, exhausted, last card, no card left",
    "fail": "miss, not succeed",
    "death": "eliminate, kill, out of the game",
    "kill": "death, eliminate",
    "tie": "same number, tied",
    "same number": "tie",
    "lose": "fall, reduce, discard",
    "heal": "regain, recover",
    "place": "location, tile, furniture",
    "room": "location, place",
    "round": "day, reel",
    "points": "score, value",
    "score": "points",
    "pass": "skip, optional, choose not, may stop",
    "must": "have to, compulsory, optional, not forced, may skip, decline",
    "have to": "must, compulsory, optional, not forced, may skip, decline",
    "cost": "pay",
    "maximum": "limit, at most",
    "how many": "limit, at most, max, maximum, more than, number",
    "two players": "any number of players, several players, number of users",
    "test": "roll",
    "stat": "target number",
    "turn": "action",
    "player": "survivor",
    "share": "same, any number",
    "show": "secret, hidden",
    "hide": "secret, hidden",
    "lie": "secret",
    "person": "player",
    "somebody": "player",
}
"""What players say, and words that the rules may use instead."""

_idle = """
a an the i me my we us our you your he she it they them their his her its who whom what which when where
why how if is are am be been was were do does did can could may might should would will shall of to in on
at for with by and or as from up there this that these those then than so just any some happen happens
get gets work works go goes else s t re ve ll
"""
IDLE = frozenset(_idle.split())
"""Words that say little about what a question is about; they count only if there are no others."""


def search(game: Game, query: str, most: int = 12) -> list[Entry]:
    """Return the entries of a game's rulebook that answer a query, the best first.

    All of its words count more than some, a rule's name more than its text, and a basic rule more than a special one.
    A rule whose id has just the words of the query comes before all others.
    """
    shelf = shelf_of(game.book.rule)
    wants = wanted(query, said_in(game))
    basic = basics(game)
    words = set(words_of(query))
    asked = split(query)
    scores = {}
    for entry in game.book:
        if score := shelf.score(entry.id, wants):
            named = NAMED if shelf.names[entry.id] <= words and len(shelf.names[entry.id]) > 1 else 1.0
            scores[entry.id] = score * basic.get(entry.id, 1.0) * _special(entry) * named
    order = {entry.id: n for n, entry in enumerate(game.book)}
    meant = [entry.id for entry in game.book if split(entry.id) == asked]
    best = [*meant, *sorted(scores.keys() - set(meant), key=lambda id: (-round(scores[id], 6), order[id]))]
    return [game.book[id] for id in best[:most]]


# -- words ---------------------------------------------------------------------------------------------------------


Meanings: TypeAlias = Mapping[Phrase, tuple[tuple[float, Phrase], ...]]


def wanted(query: str, said: Meanings) -> list[Want]:
    """Return what a query asks for: phrases that players use, and its other telling words."""
    raw = split(query)
    roots = [_DEATH if word == "die" and before in _MORTAL else stem(word) for before, word in pairwise(["", *raw])]
    told = [(word, root) for word, root in zip(raw, roots, strict=True) if word not in _LITTLE]
    raw, words = [word for word, _ in told] or raw, [root for _, root in told] or roots
    found: list[Want] = []
    n = 0
    while n < len(words):
        long = next((long for long in (3, 2, 1) if tuple(words[n : n + long]) in said and n + long <= len(words)), 1)
        phrase = tuple(words[n : n + long])
        idle = long == 1 and raw[n] in IDLE
        if not idle:
            found.append(Want(phrase, said.get(phrase, ())))
        n += long
    return found or [Want((word,)) for word in words]


_little = """
a an the i me my we us our you your can may could do does did is are am
"""
_LITTLE = frozenset(_little.split())
"""Words that may be between the words of a phrase that players use."""

_DEATH = "death"
_MORTAL = ("i", "we", "you", "they", "players", "characters", "survivors", "all", "humans", "aliens", "others")
"""Words after which “die” is not one of the dice."""


def said_in(game: Game) -> Meanings:
    """What players of a game say, each with the words that its rules may use instead."""
    return _said(tuple(glossary_of(game).said.items()))


@lru_cache(maxsize=16)
def _said(own: tuple[tuple[str, str], ...]) -> Meanings:
    found: dict[Phrase, tuple[tuple[float, Phrase], ...]] = {}
    for worth, table in ((1.0, own), (LIKE, MEANING.items())):
        for said, meant in table:
            phrase = tuple(words_of(said))
            like = [tuple(words_of(part)) for part in meant.split(",")]
            found[phrase] = found.get(phrase, ()) + tuple((worth, part) for part in like)
    return found


# -- what an entry is worth ----------------------------------------------------------------------------------------


def _special(entry: Entry) -> float:
    worth = SPECIAL.get("variant" if entry.variant else entry.kind, 1.0)
    return worth * (0.9 if entry.basis == "ruling" else 1.0) * (1.0 if not entry.introduced_by else 0.8)


def basics(game: Game) -> Mapping[str, float]:
    """How much more the basic rules of a game are worth, because most questions are about them."""
    try:
        known = find_game(game.id) is game
    except BadInput:
        return {}
    return _basics(game.id) if known else {}


@cache
def _basics(id: str) -> Mapping[str, float]:
    course = known_course(id)
    game = course.first_game.taught() if course.first_game else {}
    cue = cue_of(course.game)
    steps = _taught(course)
    found: dict[str, float] = {}
    for rule in course.game.book.entries:
        worth = 1.0 + IN_CORE * min(steps[rule], 3) / 3 + IN_FIRST_GAME * (rule in game)
        found[rule] = worth + ON_CARD * (rule in cue.all_rules) + GOAL * (rule in cue.goal)
    return found


def _taught(course: Course) -> Counter[str]:
    return Counter(rule for page in course.pages for n in page.steps_of(CORE) for rule in page.step[n].rules)
