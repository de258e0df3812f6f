"""Setup: hands, redeals, the draft, and the starting characters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from tutor.engine.core import Choose, Many, ManyOrNo, Names, Pick, Refusal, Rule, Together, Value, draw, shuffle
from tutor.games.grave_robbers.book import CLASSIC, STUDENT, rule
from tutor.games.grave_robbers.cards import CHARACTER
from tutor.games.grave_robbers.rules.props_leaving import enter
from tutor.games.grave_robbers.table import Movie, Studio, each_once

ALL = "all"


def dealt(g: Studio) -> int:
    """How many cards a hand is dealt."""
    return g.parameters.classic_deal if CLASSIC in g.variants else g.parameters.deal


@rule("setup/deal-eight")
def deal(g: Studio) -> Rule[None]:
    """Everybody is dealt a hand; hands without any character are dealt again."""
    g.step("deal-hands")
    for seat in g.from_left_of(g.dealer):
        cards = yield from draw(g.deck, dealt(g), "setup/deal-eight", seen_by=(seat,))
        g.movies[seat].hand = sorted(cards)
    rules = "classic/deal-six" if CLASSIC in g.variants else "setup/deal-eight"
    g.note(rules, "everybody is dealt {n:card}", n=Many(dealt(g)))
    g.step("check-hands")
    for seat in g.from_left_of(g.dealer):
        movie = g.movies[seat]
        while not _characters(g, movie) and any(g.printed[card].kind == CHARACTER for card in g.deck.cards()):
            yield from redeal(g, movie)
        if not _characters(g, movie):
            template = "{who} has no characters but keeps this hand, because there are none in the deck either"
            g.note("setup/redeal-no-characters", template, who=g.names[seat])
    for movie in g.movies:
        characters = _characters(g, movie)
        if characters and all(g.printed[card].may_be_held_back for card in characters):
            template = "{who} keeps this hand, because a character that can be held back counts as a character too"
            g.note("setup/any-character-prevents-redeal", template, who=g.names[movie.seat], to=(movie.seat,))
    g.step("draft-or-not")
    if CLASSIC in g.variants or STUDENT in g.variants:
        classic = CLASSIC in g.variants
        g.note(
            "classic/no-draft" if classic else "student/no-draft",
            "there is no draft, so everybody starts with the cards they were dealt",
            also=("classic/place-characters-at-once" if classic else "",),
        )
        g.agenda.append(("setup/place-all-characters",))
        return
    for movie in g.movies:
        movie.packet, movie.hand = movie.hand, []
    g.agenda.append(("setup/draft-choose-one",))


def _characters(g: Studio, movie: Movie) -> list[str]:
    return [card for card in movie.hand if g.cards.type_of(card) == CHARACTER]


@rule("setup/redeal-no-characters")
def redeal(g: Studio, movie: Movie) -> Rule[None]:
    """A hand without characters is replaced: first the new hand is dealt, then the old one is shuffled in."""
    g.step("redeal-hand")
    cards = yield from draw(g.deck, dealt(g), "setup/redeal-no-characters", seen_by=(movie.seat,))
    g.deck.mix_in(movie.hand)
    movie.hand = sorted(cards)
    yield from shuffle(g.deck, "setup/redeal-new-hand-first")
    g.note(
        "setup/redeal-no-characters",
        "{who} has no characters and is dealt {n:new card} before the old hand is shuffled into the deck",
        also=(
            "setup/redeal-new-hand-first",
            "setup/redeal-repeats",
            "classic/redeal-still-applies" if CLASSIC in g.variants else "",
        ),
        who=g.names[movie.seat],
        n=Many(len(cards)),
    )
    g.step("check-hands")


def keep(g: Studio, movie: Movie) -> Choose:
    """Ask which card of the packet a player keeps."""
    prompt = f"Which of these {len(movie.packet)} cards do you keep?"
    return Choose(movie.seat, "setup/draft-choose-one", lambda: each_once(movie.packet), prompt, g.called)


@rule("setup/draft-choose-one")
def pick(g: Studio) -> Rule[None]:
    """Everybody keeps one card at once and passes the rest clockwise, until the packets are empty."""
    g.step("draft-pick")
    left = len(g.movies[0].packet)
    if left > 1:
        answers = yield Together([keep(g, movie) for movie in g.movies], "setup/draft-choose-one")
    else:
        answers = tuple(card for movie in g.movies for card in movie.packet)
    for movie, card in zip(g.movies, answers, strict=True):
        movie.packet.remove(card)
        movie.hand = sorted([*movie.hand, card])
    last = "there is only one card left in each packet, so everybody keeps it"
    g.note("setup/draft-choose-one", "everybody keeps one of their {n} cards" if left > 1 else last, n=left)
    if left > 1:
        g.step("draft-pass")
        packets = [movie.packet for movie in g.movies]
        for movie in g.movies:
            g.movies[(movie.seat + 1) % g.seats].packet = packets[movie.seat]
        rest = (
            "everybody passes the other {n:card} to the left"
            if left > 2
            else "everybody passes the other card to the left"
        )
        g.note("setup/draft-pass-clockwise", rest, n=Many(left - 1))
        g.agenda.append(("setup/draft-choose-one",))
        return
    g.note("setup/draft-eight-picks", "everybody has picked {n:card}", n=Many(len(g.movies[0].hand)))
    for movie in g.movies:
        if not _characters(g, movie):
            template = "{who} has not drafted any characters, but nobody gets a new hand after the draft"
            g.note("setup/no-redeal-after-draft", template, who=g.names[movie.seat], to=(movie.seat,))
    g.agenda.append(("setup/place-all-characters",))


class Hold(Pick):
    """Which of the characters that may be held back stay in hand. Everybody is asked, so that nobody is given away."""

    __slots__ = ()

    @property
    def hidden_pass(self) -> bool:
        return True


def hold(g: Studio, movie: Movie) -> Hold:
    """Ask a player which characters are held back."""
    return Hold(
        movie.seat,
        "setup/place-all-characters",
        lambda: _answers(_held_back(g, movie)),
        "Do you hold back any of your characters?",
        lambda value: refuse_hold(g, value[1:]) if value != ALL else iter(()),
        lambda value: "Place all your characters" if value == ALL else f"Hold back {Names(map(g.called, value[1:]))}",
        lambda: _answers(_may_hold_back(g, movie)),
        about=g,
    )


def _answers(groups: Iterable[tuple[str, ...]]) -> list[Value]:
    """Placing all characters, or holding one of these groups of them back."""
    return [ALL, *(("hold", *cards) for cards in groups)]


def _held_back(g: Studio, movie: Movie) -> Iterator[tuple[str, ...]]:
    """What somebody could try to hold back: any of those characters that may be, or one that may not."""
    yield from _may_hold_back(g, movie)
    yield from ((card,) for card in _characters(g, movie) if not g.printed[card].may_be_held_back)


def _may_hold_back(g: Studio, movie: Movie) -> Iterator[tuple[str, ...]]:
    """Everything that somebody may hold back: one or more of the characters that may be."""
    able = [card for card in _characters(g, movie) if g.printed[card].may_be_held_back]
    for n in range(1, len(able) + 1):
        yield from combinations(able, n)


def refuse_hold(g: Studio, cards: Sequence[str]) -> Iterator[Refusal]:
    """Yield which of these characters cannot be held back."""
    for card in cards:
        if not g.printed[card].may_be_held_back:
            name = g.called(card)
            traits = f"{name:doesn’t|don’t} have a negative defence and can’t attack as a creature"
            why = f"{traits}, so you can’t hold this card back"
            yield Refusal("setup/place-all-characters", why, f"Place {name} in your movie.")


@rule("setup/place-all-characters")
def place_characters(g: Studio) -> Rule[None]:
    """All starting characters are placed, free of popcorn and at once; some may be held back."""
    g.step("place-characters")
    asks = [hold(g, movie) for movie in g.movies]
    answers = yield Together(asks, "setup/place-all-characters")
    held = {ask.seat: answer[1:] for ask, answer in zip(asks, answers, strict=True) if answer != ALL}
    for movie in g.movies:
        _place(g, movie, held.get(movie.seat, ()))
    g.step("first-round-begins")
    g.note(
        "setup/placement-simultaneous",
        "everybody has placed their characters, and nobody can be harmed in the first {rounds}",
        also=("turn/establishing-shot-binds-everyone",),
        rounds="round" if g.parameters.protected == 1 else f"{g.parameters.protected} rounds",
    )
    g.turn = g.dealer
    g.agenda.append(("turn/first-player",))


def _place(g: Studio, movie: Movie, held: tuple[str, ...]) -> None:
    who = g.names[movie.seat]
    placed = [card for card in _characters(g, movie) if card not in held]
    for card in placed:
        movie.hand.remove(card)
        movie.characters[card] = []
        enter(g, movie, card, movie.seat)
    for card in held:
        g.note(
            "setup/hold-back-negative" if g.printed[card].negative else "setup/hold-back-creature-compatible",
            "{who} holds back {card}",
            also=("classic/hold-back-allowed" if CLASSIC in g.variants else "",),
            who=who,
            card=g.called(card),
            to=(movie.seat,),
        )
    g.note(
        "setup/place-all-characters",
        "{who} places {cards} for free and keeps {n:other card} in hand"
        if placed
        else "{who} does not place any characters and keeps {n:card} in hand",
        also=("setup/placing-is-free", "setup/only-characters-placed", "setup/hand-shrinks-by-placement"),
        who=who,
        cards=Names(map(g.called, placed)),
        n=ManyOrNo(len(movie.hand)),
    )
