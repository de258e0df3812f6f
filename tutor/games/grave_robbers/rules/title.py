"""What the movie is called."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.engine.core import Choose, Many, Names, Pick, Refusal, Rule, Value, draw, shuffle, spelled_out, vote
from tutor.games.grave_robbers.book import rule, words_of
from tutor.games.grave_robbers.table import Studio

DONE = "done"


@rule("title/shuffle-and-reveal-six")
def reveal_six(g: Studio) -> Rule[None]:
    """The whole deck is shuffled and six cards are turned up for everybody."""
    g.step("shuffle-deck")
    yield from shuffle(g.deck, "title/shuffle-and-reveal-six")
    g.step("reveal-six")
    cards = yield from draw(g.deck, g.parameters.revealed, "title/shuffle-and-reveal-six")
    g.revealed = sorted(cards)
    words = words_revealed(g)
    shown = "cards are {cards}, and their" if cards[1:] else "card is {cards}, and its"
    g.note(
        "title/shuffle-and-reveal-six",
        f"the revealed {shown} title {'words are' if words[1:] else 'word is'} {{words}}",
        cards=Names(map(g.called, g.revealed)),
        words=Names(f"“{word}”" for word in words),
    )
    g.agenda.append(("title/agree-on-one-title",))


def words_revealed(g: Studio) -> list[str]:
    """The title words on the revealed cards."""
    return list(dict.fromkeys(word for card in g.revealed for word in g.printed[card].words))


def refuse_word(value: Value, title: list[str]) -> Iterator[Refusal]:
    """Yield why a word cannot be added to the title, or why the title is not finished."""
    if value == DONE and not title:
        yield Refusal("title/which-words", "a title needs at least one of the revealed words", "Add a word.")
    elif words_of(value)[1] in title:
        why = f"“{words_of(value)[1]}” is already in the title"
        yield Refusal("title/which-words", why, "Add another word, or finish the title.")


def _asked_word(title: list[str]) -> str:
    if not title:
        return "Which of the revealed words comes first in the title?"
    return f"The title is “{' '.join(title)}” so far. Which word comes next, if any?"


class Agree(Choose):
    """Ask a player whether they agree to the dealer’s title, which stands in any case."""

    __slots__ = ()

    @property
    def formality(self) -> bool:
        return True


@rule("title/agree-on-one-title")
def agree(g: Studio) -> Rule[None]:
    """The dealer puts words into an order, and the others agree; else the dealer's title stands."""
    g.step("agree-title")
    title: list[str] = []
    words = words_revealed(g)
    while len(title) < len(words):
        answer = yield Pick(
            g.dealer,
            "title/which-words",
            [*(("word", word) for word in words), DONE],
            _asked_word(title),
            lambda value: refuse_word(value, title),
            lambda value: "Finish the title" if value == DONE else str(value[1]),
        )
        if answer == DONE:
            break
        title.append(words_of(answer)[1])
    stands = f"If you object, the title stands anyway, because {g.names[g.dealer]} is the dealer."
    prompt = f"Do you agree to the title “{' '.join(title)}”? {stands}"
    asks = [Agree(who, "title/agree-on-one-title", ("agree", "object"), prompt) for who in g.others(g.dealer)]
    answers = yield from vote(asks, "title/agree-on-one-title")
    against = [g.names[who] for who, answer in answers.items() if answer == "object"]
    if against:
        g.note(
            "title/no-agreement",
            "{names} would prefer a title other than “{title}”, but {who} is the dealer and keeps it",
            names=Names(against),
            title=" ".join(title),
            who=g.names[g.dealer],
        )
    g.step("record-title")
    g.title = title
    g.note(
        "title/words-earn-bonus",
        "everybody’s movie is called “{title}”, and the {words} a bonus",
        also=("title/record-title", "title/agree-on-one-title", "title/which-words"),
        title=" ".join(title),
        words="words of this title earn" if title[1:] else "word of this title earns",
    )
    g.step("return-six")
    back = len(g.revealed)
    g.deck.mix_in(g.revealed)
    g.revealed = []
    yield from shuffle(g.deck, "title/shuffle-cards-back")
    template = "the {cards} shuffled back into the deck, which now has {n:card}"
    cards_are = spelled_out(back, "card is|cards are")
    g.note("title/shuffle-cards-back", template, cards=cards_are, n=Many(len(g.deck)))
    g.agenda.append(("setup/deal-eight",))
