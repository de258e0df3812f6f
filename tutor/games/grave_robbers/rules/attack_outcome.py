"""How an attack ends, whether a card or the numbers decide it, and who dies."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.engine.core import Pick, Refusal, Rule, Value, told
from tutor.games.grave_robbers.book import rule, words_of
from tutor.games.grave_robbers.rules.attack_totals import always_succeeds, totals
from tutor.games.grave_robbers.rules.fx_aims import refuse_unforced
from tutor.games.grave_robbers.rules.fx_queue import effect_of
from tutor.games.grave_robbers.rules.props_leaving import kill
from tutor.games.grave_robbers.table import Attack, Studio

SPARE = "spare"


@rule("attack/equal-or-higher-succeeds")
def succeeds(g: Studio, attack: Attack) -> bool:
    """The attack succeeds if its total is equal or higher, or if a card says that it always does."""
    g.step("attack-eliminated")
    why = always_succeeds(g, attack)
    if attack.eliminated:
        g.note(
            "attack/cancelled-attack",
            "the attack is called off and kills nobody, but the cards used go to the graveyard all the same",
            also=("always/fx-can-still-eliminate" if why else "",),
        )
        return False
    g.step("attack-always")
    strength, defence = totals(g)
    if why:
        g.note(
            "always/ignore-the-numbers",
            "{card:says|say} that this attack always succeeds here, "
            "so the attack of {strength} and the defence of {defence} are not compared",
            also=(
                "always/condition-creature-and-location",
                "always/location-of-target-movie",
                "always/defence-boosts-useless",
                "always/victim-as-usual",
            ),
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
    outcome = "fails and kills nobody"
    if won:
        outcome = "succeeds, because a tie is enough" if strength == defence else "succeeds"
    g.note(
        "attack/equal-or-higher-succeeds" if won else "attack/lower-fails",
        "the attack of {strength} against a defence of {defence} {outcome}",
        also=(
            "always/condition-creature-and-location" if always or g.printed[attack.creature].always else "",
            "attack/total-defence",
        ),
        strength=strength,
        defence=defence,
        outcome=outcome,
    )


def refuse_victim(g: Studio, value: Value, legal: list[str]) -> Iterator[Refusal]:
    """Yield why one of these characters cannot be the victim, or why nobody can be spared."""
    if value != SPARE:
        yield from refuse_unforced(g, words_of(value)[1], legal)
    elif g.reading("attack/killing-optional") == "compulsory":
        why = "you can’t spare everybody, because a successful attack has to kill a character"
        yield Refusal("attack/killing-optional", why, "Choose a victim.")


@rule("attack/attacker-picks-victim")
def choose_victim(g: Studio, attack: Attack) -> Rule[None]:
    """The attacker chooses one character of the movie, who dies with all props, or spares everybody."""
    attack.succeeded = True
    movie = g.movies[attack.against]
    if not movie.characters:
        template = "{who}’s movie has no characters, so nobody dies"
        g.note("attack/movie-without-characters", template, who=g.names[movie.seat])
        return
    g.step("attack-choose-victim")
    legal = list(movie.characters)
    if_any = "" if g.reading("attack/killing-optional") == "compulsory" else ", if any"
    answer = yield Pick(
        g.turn,
        "attack/attacker-picks-victim",
        [*(("kill", card) for card in legal), SPARE],
        f"Your attack on {g.names[attack.against]}’s movie succeeds. Which character do you kill{if_any}?",
        lambda value: refuse_victim(g, value, legal),
        lambda value: "Spare everybody" if value == SPARE else f"Kill {g.called(value[1])}",
        about=g,
    )
    if answer == SPARE:
        g.note("attack/killing-optional", "{who} spares everybody", who=g.names[g.turn])
        return
    g.step("attack-kill")
    lethal = any(effect_of(g, card).verb == "kill" for card in attack.used)
    g.note(
        "attack/attacker-picks-victim",
        "{who} chooses {victim} as the one victim of the attack",
        also=("attack/one-victim", "creatures/purpose", "lethal/during-an-attack" if lethal else ""),
        who=g.names[g.turn],
        victim=g.called(answer[1]),
    )
    kill(g, answer[1])
