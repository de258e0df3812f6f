"""How an attack ends: always, by the numbers or eliminated; and who dies."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.engine.core.asks import Choose, Refusal, Rule, Value
from tutor.engine.core.table import told
from tutor.games.grave_robbers.book import rule, words_of
from tutor.games.grave_robbers.rules.fx import refuse_unforced
from tutor.games.grave_robbers.rules.leaving import kill
from tutor.games.grave_robbers.rules.queue import effect_of
from tutor.games.grave_robbers.rules.totals import always_succeeds, totals
from tutor.games.grave_robbers.table import Attack, Studio

SPARE = "spare"


@rule("attack/equal-or-higher-succeeds")
def succeeds(g: Studio, attack: Attack) -> bool:
    """The attack succeeds if its total is equal or higher, or if a card says that it always does."""
    g.step("attack-eliminated")
    why = always_succeeds(g, attack)
    if attack.eliminated:
        rules = "attack/cancelled-attack always/fx-can-still-eliminate" if why else "attack/cancelled-attack"
        g.note(rules, "the attack is eliminated: nobody dies, and the cards used are spent all the same")
        return False
    g.step("attack-always")
    strength, defence = totals(g)
    if why:
        g.note(
            "always/ignore-the-numbers always/condition-creature-and-location always/location-of-target-movie"
            " always/defence-boosts-useless always/victim-as-usual",
            "{card} says that this attack always succeeds here, so {strength} against {defence} does not matter",
            card=g.called(why),
            strength=strength,
            defence=defence,
        )
        g.step("attack-succeeds")
        return True
    g.step("attack-compare")
    won = strength >= defence
    _tell_outcome(g, attack, strength, defence, won)
    g.step("attack-succeeds" if won else "attack-fails")
    return won


@told
def _tell_outcome(g: Studio, attack: Attack, strength: int, defence: int, won: bool) -> None:
    always = [card for card in g.movies[attack.against].locations() if g.printed[card].always]
    rules = "attack/equal-or-higher-succeeds" if won else "attack/lower-fails"
    if always or g.printed[attack.creature].always:
        rules += " always/condition-creature-and-location"
    template = "attack {strength} against defence {defence}: the attack {outcome}"
    outcome = ("succeeds, a tie is enough" if strength == defence else "succeeds") if won else "fails and kills nobody"
    g.note(f"{rules} attack/total-defence", template, strength=strength, defence=defence, outcome=outcome)


class Victim(Choose):
    """The attacker chooses who dies."""

    __slots__ = ("g", "legal")

    def __init__(self, g: Studio, against: int) -> None:
        self.g = g
        self.seat = g.turn
        self.rule = "attack/attacker-picks-victim"
        self.legal = list(g.movies[against].characters)
        self.values = [*(("kill", card) for card in self.legal), SPARE]

    def prompt(self) -> str:
        return "The attack succeeds. Who dies?"

    def label(self, value: Value) -> str:
        return "Spare everybody" if value == SPARE else f"Kill {self.g.called(words_of(value)[1])}"

    def refuse(self, value: Value) -> Iterator[Refusal]:
        if value == SPARE:
            if self.g.reading("attack/killing-optional") == "compulsory":
                yield Refusal("attack/killing-optional", "a successful attack kills somebody", "Choose a victim.")
            return
        yield from refuse_unforced(self.g, words_of(value)[1], self.legal)


@rule("attack/attacker-picks-victim")
def choose_victim(g: Studio, attack: Attack) -> Rule[None]:
    """The attacker chooses one character of the movie, who dies with all props, or spares everybody."""
    movie = g.movies[attack.against]
    if not movie.characters:
        g.note("attack/movie-without-characters", "there is nobody to kill")
        return
    g.step("attack-choose-victim")
    answer = yield Victim(g, attack.against)
    if answer == SPARE:
        g.note("attack/killing-optional", "{who} spares everybody", who=g.names[g.turn])
        return
    g.step("attack-kill")
    rules = "attack/attacker-picks-victim attack/one-victim creatures/purpose"
    if any(effect_of(g, card).verb == "kill" for card in attack.used):
        rules += " lethal/during-an-attack"
    g.note(rules, "{who} kills {victim}, one character", who=g.names[g.turn], victim=g.called(answer[1]))
    kill(g, answer[1])
