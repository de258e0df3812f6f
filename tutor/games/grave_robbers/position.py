"""Positions in the words of a scene's [table]: laying one out, writing one down, and dealing the unknown anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tutor.engine.asks import Rule, draw
from tutor.engine.cards import ID
from tutor.engine.files import structure
from tutor.engine.game import Position
from tutor.engine.piles import Pile
from tutor.engine.placing import Bounds, ByHand
from tutor.games.grave_robbers.book import STUDENT
from tutor.games.grave_robbers.cards import CARD_TYPES, CHARACTER, CREATURE, CREDITS, FX, LOCATION, PROP
from tutor.games.grave_robbers.table import (
    CREDITED,
    DECLINED,
    DISCARD,
    DONE,
    NOBODY,
    PLAY,
    Attack,
    Movie,
    Pending,
    Studio,
    pending_key,
)

HIDDEN = "?"

NEXT = {
    "begin": "overview/choose-number-of-movies",
    "movie": "overview/movie-span",
    "reveal": "title/shuffle-and-reveal-six",
    "title": "title/agree-on-one-title",
    "deal": "setup/deal-eight",
    "draft": "setup/draft-choose-one",
    "place": "setup/place-all-characters",
    "first": "turn/first-player",
    "turn": "turn/three-steps",
    "play": "turn/play-any-number",
    "window": "fx/who-may-act-next",
    "discard": "turn/discard-down-to-limit",
    "discard-more": "turn/discard-more-if-wished",
    "end-of-turn": "turn/direction",
    "check": "end/two-ways",
    "final-turn": "credits/final-turn-optional",
    "score": "scoring/everyone-scores",
    "over": "",
}
"""What comes next, in a word, and the rule that it is."""


STEPS = ("", PLAY, DECLINED, DONE, CREDITED, DISCARD)

BOUNDS: Bounds = {"movies": (1, None), "movie": (0, None)}
PLAYER_BOUNDS: Bounds = {"turns": (0, None)}


@dataclass(frozen=True, slots=True)
class LaidPlayer:
    """A player in [table.players.NAME]."""

    hand: tuple[str, ...] = ()
    characters: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Characters in play, each with the props it holds."""
    location: str = ""
    add_ons: tuple[str, ...] = ()
    spilled: tuple[str, ...] = ()
    foreign: tuple[str, ...] = ()
    turns: int = 3
    score: int = 0
    packet: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LaidPending:
    """A pending FX in [[table.queue]], the oldest first."""

    card: str
    by: str
    target: str = ""
    ability: bool = False
    direct: bool = False
    key: str = ""


@dataclass(frozen=True, slots=True)
class LaidAttack:
    """An attack in [table.attack]."""

    creature: str
    against: str
    weapons: tuple[str, ...] = ()
    strength: int = 0
    defence: int = 0
    boosts: dict[str, int] = field(default_factory=dict)
    before: dict[str, tuple[str, ...]] = field(default_factory=dict)
    entered: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    eliminated: bool = False


@dataclass(frozen=True, slots=True)
class Laid:
    """A whole [table]. A deck that is left out holds every card that lies nowhere else."""

    players: dict[str, LaidPlayer] = field(default_factory=dict)
    deck: tuple[str, ...] | None = None
    deck_top: tuple[str, ...] = ()
    """Known next cards, the first to be drawn first."""
    graveyard: tuple[str, ...] = ()
    revealed: tuple[str, ...] = ()
    title: tuple[str, ...] = ()
    movies: int = 1
    movie: int = 1
    dealer: str = ""
    turn: str = ""
    step: str = ""
    """`play`, `declined`, `credits` or `discard`."""
    opened: bool = True
    establishing: bool = False
    received: tuple[str, ...] = ()
    queue: tuple[LaidPending, ...] = ()
    resolved: tuple[str, ...] = ()
    attack: LaidAttack | None = None
    rolled: str = ""
    countered: bool = False
    final: tuple[str, ...] | None = None
    last: str = ""
    traits: dict[str, tuple[str, ...]] = field(default_factory=dict)
    bonus: dict[str, int] = field(default_factory=dict)
    next: str = ""
    """One of `NEXT`; worked out from the rest if left out."""


class Placer(ByHand[Studio, Laid]):
    """Lays out one position."""

    def of_another_kind(self, card: str, kinds: Sequence[str]) -> str:
        return f"expected a {' or '.join(kinds)}, but “{card}” is a {self.g.cards.type_of(card)}"

    def none_left(self, card: str) -> str:
        return f"“{card}” is somewhere else already, and the set has only {self.g.printed[card].copies}"

    def run(self) -> None:
        """Lay everything out."""
        g, laid = self.g, self.laid
        for name in g.names:
            if name not in laid.players:
                g.movies[g.seat(name)].turns = LaidPlayer().turns
        for name, player in laid.players.items():
            self.player(g.movies[self.seat(name, "players")], player, f"players.{name}")
        g.graveyard = self.take(laid.graveyard, "graveyard")
        g.revealed = self.take(laid.revealed, "revealed")
        self.pending()
        tops = self.take(reversed(laid.deck_top), "deck_top")
        g.deck = Pile(list(self.left.elements()) if laid.deck is None else self.take(laid.deck, "deck"), tops)
        self.turn()

    def player(self, movie: Movie, player: LaidPlayer, place: str) -> None:
        """One player's things."""
        movie.hand = sorted(self.take(player.hand, f"{place}.hand"))
        movie.packet = sorted(self.take(player.packet, f"{place}.packet"))
        for card, props in player.characters.items():
            self.take([card], f"{place}.characters", CHARACTER)
            movie.characters[card] = self.take(props, f"{place}.characters.{card}", PROP)
        if player.location:
            movie.location = self.take([player.location], f"{place}.location", LOCATION)[0]
        self.within(player, PLAYER_BOUNDS, place)
        movie.add_ons = self.take(player.add_ons, f"{place}.add_ons", LOCATION)
        for card in movie.add_ons:
            if not self.g.printed[card].add_on:
                self.doubt(f"{place}.add_ons", f"“{card}” is a location of its own, not an add-on")
        if movie.add_ons and not movie.location:
            self.doubt(f"{place}.add_ons", "an add-on needs a location in that movie")
        for name, cards in (("spilled", player.spilled), ("foreign", player.foreign)):
            self.once(cards, f"{place}.{name}")
            if strays := [card for card in cards if card not in movie.in_play()]:
                raise self.bad(f"{place}.{name}", f"“{strays[0]}” is not in this movie")
        movie.spilled, movie.foreign = list(player.spilled), list(player.foreign)
        movie.take_stock(self.g.printed)
        for card in movie.spilled:
            if card not in movie.buckets:
                self.doubt(f"{place}.spilled", f"“{card}” has no bucket to spill")
        movie.turns, movie.score = player.turns, player.score

    def pending(self) -> None:
        """The queue, an attack, rolled credits."""
        g, laid = self.g, self.laid
        if laid.attack is not None:
            one = laid.attack
            for name, cards in (("boosts", one.boosts), ("before", one.before), ("entered", one.entered)):
                for card in cards:
                    self.kind(card, f"attack.{name}")
            self.take([one.creature], "attack.creature", CREATURE, CHARACTER)
            g.attack = Attack(
                one.creature,
                self.seat(one.against, "attack.against"),
                self.take(one.weapons, "attack.weapons", PROP),
                one.strength,
                one.defence,
                dict(one.boosts),
                {card: list(changes) for card, changes in one.before.items()},
                list(one.entered),
                self.take(one.used, "attack.used", FX),
                one.eliminated,
            )
        for n, entry in enumerate(laid.queue):
            if not entry.ability:
                self.take([entry.card], f"queue[{n}].card", FX)
            elif entry.card not in g.cards or getattr(g.printed[entry.card], "ability", None) is None:
                raise self.bad(f"queue[{n}].card", f"expected a card with an ability, got “{entry.card}”")
            by = self.seat(entry.by, f"queue[{n}].by")
            if entry.key and g.entry(entry.key):
                raise self.bad(f"queue[{n}].key", f"another pending FX is called “{entry.key}”")
            key = entry.key or pending_key(g, entry.card)
            g.queue.append(Pending(key, entry.card, by, entry.target, entry.ability, entry.direct))
        for n, entry in enumerate(laid.queue):
            if entry.target and not (g.entry(entry.target) or entry.target in (*g.cards, *g.names)):
                raise self.bad(f"queue[{n}].target", f"expected a card, a player or a pending FX, got “{entry.target}”")
        if laid.rolled:
            g.rolled = self.take([laid.rolled], "rolled", CREDITS)[0]
        g.countered = laid.countered

    def turn(self) -> None:
        """Whose turn it is, and what comes next."""
        g, laid = self.g, self.laid
        g.title, g.planned, g.number = list(laid.title), laid.movies, laid.movie
        g.dealer = self.seat(laid.dealer, "dealer") if laid.dealer else 0
        g.turn = self.seat(laid.turn, "turn") if laid.turn else NOBODY
        self.within(laid, BOUNDS)
        if laid.movie > laid.movies:
            self.doubt("movie", f"there is no movie {laid.movie} of {laid.movies}")
        g.step_of_turn = self.among(laid.step, STEPS, "step") or (PLAY if laid.turn and not laid.next else "")
        if laid.step and not laid.turn:
            self.doubt("step", "nobody’s turn can be at this step; say whose turn it is")
        for name, cards in (("received", laid.received), ("traits", laid.traits), ("bonus", laid.bonus)):
            for card in cards:
                self.kind(card, name)
                if not g.is_in_play(card) and not (g.attack and g.attack.creature == card):
                    self.doubt(name, f"“{card}” is not in play")
        for card, changes in laid.traits.items():
            for trait in changes:
                if not ID.fullmatch(trait.removeprefix("-")):
                    raise self.bad(f"traits.{card}", f"expected lower-case words with hyphens, got “{trait}”")
        for card in laid.resolved:
            self.kind(card, "resolved")
        self.once(laid.final or (), "final")
        g.opened, g.establishing = laid.opened, laid.establishing
        g.received, g.resolved = list(laid.received), list(laid.resolved)
        g.last = self.seat(laid.last, "last") if laid.last else NOBODY
        g.final = None if laid.final is None else [self.seat(name, "final") for name in laid.final]
        g.traits = {card: list(changes) for card, changes in laid.traits.items()}
        g.bonus = dict(laid.bonus)
        g.over = laid.next == "over"
        if laid.next and laid.next not in NEXT:
            raise self.bad("next", f"expected one of {', '.join(NEXT)}, got “{laid.next}”")
        id = NEXT[laid.next or what_comes_next(g)]
        g.agenda[:] = [(id,)] if id else []
        self.needs()


def what_comes_next(g: Studio) -> str:
    """What a position goes on with, where it is not said."""
    if g.queue or g.attack or g.rolled:
        return "window"
    if g.turn != NOBODY:
        return "play"
    return "reveal" if not g.title else "deal"


def place(g: Studio, doc: Position, file: str) -> None:
    """Lay out an empty table as a scene's [table] says.

    Raises:
        BadInput: naming the file, the place in it and what was expected.
    """
    Placer(g, structure(doc, Laid, file, "table"), file, g.cards.deck(*CARD_TYPES)).run()


def position(g: Studio, seat: int | None) -> Position:
    """The position as a scene writes it, as `seat` knows it; what it cannot know is “?”, and the deck is counted."""
    names = g.names
    rules = {rule: word for word, rule in NEXT.items()}
    doc: dict[str, Any] = {
        "players": {names[movie.seat]: _player(movie, seat) for movie in g.movies},
        "deck": sorted(g.deck.bag) if seat is None else len(g.deck.bag),
        "deck_top": list(reversed(g.deck.tops)),
        "graveyard": list(g.graveyard),
        "revealed": list(g.revealed),
        "title": list(g.title),
        "movies": g.planned,
        "movie": g.number,
        "dealer": names[g.dealer],
        "turn": names[g.turn] if g.turn != NOBODY else "",
        "step": g.step_of_turn,
        "opened": g.opened,
        "establishing": g.establishing,
        "received": list(g.received),
        "queue": [
            {
                "card": entry.card,
                "by": names[entry.by],
                "target": entry.target,
                "ability": entry.ability,
                "direct": entry.direct,
                "key": entry.key,
            }
            for entry in g.queue
        ],
        "resolved": list(g.resolved),
        "rolled": g.rolled,
        "countered": g.countered,
        "last": names[g.last] if g.last != NOBODY else "",
        "traits": {card: list(changes) for card, changes in g.traits.items()},
        "bonus": dict(g.bonus),
        "next": rules[g.agenda[0][0]] if g.agenda else "over" if g.over else "",
    }
    if g.final is not None:
        doc["final"] = [names[who] for who in g.final]
    if g.attack is not None:
        doc["attack"] = _attack(g, g.attack)
    return doc


def _attack(g: Studio, attack: Attack) -> dict[str, Any]:
    return {
        "creature": attack.creature,
        "against": g.names[attack.against],
        "weapons": list(attack.weapons),
        "strength": attack.strength,
        "defence": attack.defence,
        "boosts": dict(attack.boosts),
        "before": {card: list(changes) for card, changes in attack.before.items()},
        "entered": list(attack.entered),
        "used": list(attack.used),
        "eliminated": attack.eliminated,
    }


def _player(movie: Movie, seat: int | None) -> dict[str, Any]:
    open_to = seat is None or seat == movie.seat
    return {
        "hand": list(movie.hand) if open_to else [HIDDEN] * len(movie.hand),
        "characters": {card: list(props) for card, props in movie.characters.items()},
        "location": movie.location,
        "add_ons": list(movie.add_ons),
        "spilled": list(movie.spilled),
        "foreign": list(movie.foreign),
        "turns": movie.turns,
        "score": movie.score,
        "packet": list(movie.packet) if open_to else [HIDDEN] * len(movie.packet),
    }


def imagine(g: Studio, seat: int) -> Rule[None]:
    """Deal anew what `seat` cannot see: the other hands and packets, and the deck.

    Before the first filling of a hand it holds no character that had to be placed; those hands are dealt first.
    What a player may remember of packets passed on in the draft is not held against the odds.
    """
    others = [movie for movie in g.movies if movie.seat != seat]
    pool = [*g.deck.bag, *(card for movie in others for card in [*movie.hand, *movie.packet])]
    placed = [movie.seat for movie in others if g.turn != NOBODY and not _has_filled(g, movie)]
    for movie in sorted(others, key=lambda movie: (movie.seat not in placed, movie.seat)):
        bag = pool
        if movie.seat in placed:
            bag = [card for card in pool if g.printed[card].kind != CHARACTER or g.printed[card].may_be_held_back]
        for cards in (movie.hand, movie.packet):
            drawn = yield from draw(Pile(bag), len(cards), "overview/one-shared-deck", seen_by=())
            cards[:] = sorted(drawn)
            for card in drawn:
                pool.remove(card)
                if bag is not pool:
                    bag.remove(card)
    g.deck.bag = pool


def _has_filled(g: Studio, movie: Movie) -> bool:
    """Whether a player has come to fill the hand in this movie: in a Student Film that ends the first turn."""
    return movie.turns > (1 if STUDENT in g.variants and movie.seat == g.turn else 0)


def conserved(g: Studio) -> list[str]:
    """Every card, wherever it is."""
    cards = [*g.deck.cards(), *g.graveyard, *g.revealed]
    for movie in g.movies:
        cards += [*movie.hand, *movie.packet, *movie.in_play()]
    cards += [entry.card for entry in g.queue if not entry.ability]
    if g.attack is not None:
        cards += [g.attack.creature, *g.attack.weapons, *g.attack.used]
    if g.rolled:
        cards.append(g.rolled)
    return sorted(cards)
