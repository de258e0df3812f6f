"""Director's Cut: a Director without throngs draws from the discard pile when a reel begins."""

from __future__ import annotations

from tutor.engine.core import Choose, ManyOrNo, Rule, spelled_out
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.people import DIRECTOR
from tutor.games.roswell51.rules.setup_cards import draw_discards
from tutor.games.roswell51.rules.throngs import can_place, established, place_card
from tutor.games.roswell51.table import Movie

DIRECTORS_CUT = "directors-cut"
DRAW, SKIP = "draw", "pass"


@rule("alternate-rules/directors-cut")
def directors_cut(g: Movie) -> Rule[None]:
    """Without throngs, the Director may draw as many discards as the reel's number, and place the monsters."""
    g.step("directors-cut")
    if DIRECTORS_CUT not in g.variants or established(g.people[DIRECTOR]):
        return
    prompt = f"You have no throngs. Do you draw {spelled_out(g.reel, 'card')} from the discard pile?"
    labels = ("Draw from the discard pile", "Don’t draw")
    answer = yield Choose(DIRECTOR, "alternate-rules/directors-cut", (DRAW, SKIP), prompt, labels)
    if answer == SKIP:
        return
    g.step("directors-cut-draw")
    cards = yield from draw_discards(g, g.reel, "alternate-rules/directors-cut")
    g.note(
        "alternate-rules/directors-cut",
        "the Director draws {n:card} from the discard pile",
        also=("alternate-rules/directors-cut-timing",),
        n=ManyOrNo(len(cards)),
    )
    director = g.people[DIRECTOR]
    for card in cards:
        if g.is_alien(card) and can_place(g, [director]):
            yield from place_card(g, DIRECTOR, card, [director], "alternate-rules/directors-cut-place")
        else:
            g.discard(card)
            g.note(
                "alternate-rules/directors-cut-return", "{card:goes|go} back to the discard pile", card=g.spoken(card)
            )
