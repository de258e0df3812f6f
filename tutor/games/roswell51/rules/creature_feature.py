"""The Creature Feature: three monsters fill the screen."""

from __future__ import annotations

from tutor.engine.core import Choose, Rule
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.people import DIRECTOR, Person, Survivor
from tutor.games.roswell51.rules import monster_attack, pod_players, turning_point
from tutor.games.roswell51.rules.foes import can_draw, draws_again, flip
from tutor.games.roswell51.rules.random_victims import stand_in
from tutor.games.roswell51.rules.throngs import can_place, place_card
from tutor.games.roswell51.table import Foe, Movie

DONE, GAP = -1, -2
"""What a Creature Feature leaves: nothing more, or a mystery card that is due. Else the frame of a card just shown."""


def three_monsters(g: Movie) -> bool:
    """Whether the screen shows three monsters, Familiar Faces among them."""
    return all(frame.up and frame.cards and g.is_alien(frame.cards[-1]) for frame in g.screen)


@rule("creature-feature/trigger")
def check(g: Movie, n: int, exempt: bool) -> Rule[int]:
    """A card that has just been shown in frame `n` may complete three monsters."""
    if not three_monsters(g):
        return DONE
    if exempt:
        g.note(
            "fade-out/no-creature-feature",
            "three monsters fill the screen, but this is not a Creature Feature, because a card has just faded out",
            also=("creature-feature/fade-out-exempt",),
        )
        return DONE
    g.step("cf-cause")
    faces = any(g.cards.type_of(frame.top) == "survivor" for frame in g.screen)
    g.note(
        "creature-feature/trigger",
        "three monsters fill the screen, so this is a Creature Feature",
        also=(
            "creature-feature/any-replacement",
            "creature-feature/stops-action",
            "creature-feature/familiar-face-counts" if faces else "",
            "cover-attack/creature-feature" if len(g.screen[n].cards) > 1 else "",
        ),
    )
    cause = g.screen[n].cause
    if cause in g.names:
        return (yield from take_bonus(g, g.people[g.seat(cause)]))
    return (yield from attack_series(g, cause))


@rule("creature-feature/player-three-attacks")
def attack_series(g: Movie, cause: str) -> Rule[int]:
    """Each of the three monsters attacks the survivor who caused it, one after the other."""
    who = yield from stand_in(g, cause)
    g.series += 1
    due = [Foe("screen", DIRECTOR, n, frame.top) for n, frame in enumerate(g.screen)]
    while due:
        who = next_victim(g, who, len(due))
        if who is None or who.at or g.survivor(who.card) is not who:
            break
        _, _, n, card = foe = yield from next_attacker(g, due)
        g.step("cf-attack")
        g.note(
            "creature-feature/player-three-attacks",
            "{card:attacks|attack} {who}",
            also=(
                "creature-feature/player-own-values",
                "creature-feature/player-attack-order",
                "creature-feature/player-normal-defences",
                "screen/causer-suffers",
            ),
            card=g.named(card),
            who=g.named(who.card),
        )
        yield from monster_attack.monster_attack(g, foe, who)
        if g.screen[n].top != card:
            g.note("creature-feature/fumble-counterstrike", "{card:falls|fall} to a counterstrike", card=g.named(card))
        if any(who.card in throng for throng in g.people[DIRECTOR].throngs):
            g.note(
                "creature-feature/player-head-shot",
                "{who} is now a Familiar Face in one of the Director’s throngs",
                who=g.named(who.card),
            )
        g.step("cf-more")
    yield from turning_point.series_over(g)
    if who is None:
        g.note(
            "screen/causer-eliminated-before-reveal",
            "the survivor who caused the Creature Feature is gone, so nobody is attacked",
        )
    elif g.survivor(who.card) is not who:
        if due:
            g.note("creature-feature/player-victim-gone", "{who} is gone, so the attacks end", who=g.named(who.card))
    elif who.at:
        g.note(
            "sanctuaries/no-outside-targeting",
            "{who} is inside {place} and cannot be attacked there",
            who=g.named(who.card),
            place=g.named(who.at),
        )
    g.step("cf-gap")
    new = sum(not frame.up for frame in g.screen)
    if new:
        template = "a monster fell to a counterstrike, so the card that replaces it is turned up now"
        if new > 1:
            template = "{n} monsters fell to counterstrikes, so the cards that replace them are turned up now"
        g.note("creature-feature/take-two-delay", template, n=new)
        return GAP
    left = sum(bool(frame.cards) and g.is_alien(frame.cards[-1]) for frame in g.screen)
    says = "the monsters that are left stay on the screen"
    if left < 2:
        says = "the monster that is left stays on the screen" if left else "there are no monsters left on the screen"
    g.note(
        "creature-feature/player-screen-stays",
        "the monsters stay on the screen" if three_monsters(g) else says,
        also=("creature-feature/only-on-change", "screen/then-sequence-resumes"),
    )
    g.step("cf-done")
    return DONE


@rule("creature-feature/player-victim-gone")
def next_victim(g: Movie, who: Survivor | None, left: int) -> Survivor | None:
    """Whom the next of the attacks `left` is meant for: who caused them or, in one reading, one of the same player."""
    if who is None or g.survivor(who.card) is who or g.reading("creature-feature/player-victim-gone") == "ends":
        return who
    heir = next((one for one in g.people[who.seat].pool if not one.at), None)
    if heir is None:
        return who
    template = "{was} is gone, so the remaining {attacks} made on {who}"
    attacks = "attacks are" if left > 1 else "attack is"
    words = {"was": g.named(who.card), "who": g.named(heir.card), "attacks": attacks}
    g.note("creature-feature/player-victim-gone", template, **words)
    return heir


@rule("creature-feature/player-attack-order")
def next_attacker(g: Movie, due: list[Foe]) -> Rule[Foe]:
    """The next of the monsters that still have to attack: in frame order, or as the Director chooses."""
    if len(due) == 1 or g.reading("creature-feature/player-attack-order") == "frames":
        return due.pop(0)
    frames = [str(foe.slot + 1) for foe in due]
    labels = [f"Frame {foe.slot + 1}: {g.named(foe.card)}" for foe in due]
    prompt = "Which monster attacks next in this Creature Feature?"
    answer = yield Choose(DIRECTOR, "creature-feature/player-attack-order", frames, prompt, labels)
    return due.pop(frames.index(answer))


def which_monster(g: Movie, seat: int) -> Choose:
    """Ask which of the three monsters is taken."""
    return Choose(
        seat,
        "creature-feature/director-any-of-three",
        [str(n + 1) for n in range(len(g.screen))],
        "This is a Creature Feature. Which monster do you take?",
        lambda frame: f"Frame {frame}: {g.named(g.screen[int(frame) - 1].top)}",
    )


def takers(g: Movie, person: Person) -> list[Person]:
    """Whose throngs a bonus card may go to: one's own, and for the Director those of eliminated players too."""
    return [person, *(other for other in g.players if other.out)] if person.seat == DIRECTOR else [person]


@rule("creature-feature/director-take-only")
def take_bonus(g: Movie, person: Person) -> Rule[int]:
    """The aliens' side takes one of the three into a throng, without attacking; the replacement is shown at once."""
    g.step("cf-take")
    if not can_place(g, takers(g, person)):
        g.note(
            "creature-feature/director-no-slot",
            "{which} has room for another monster, so the bonus is lost",
            also=("throngs/all-full",),
            which="no throng" if person.seat == DIRECTOR else f"none of {g.names[person.seat]}’s throngs",
        )
        g.step("cf-done")
        return DONE
    answer = yield which_monster(g, person.seat)
    n = int(answer) - 1
    frame = g.screen[n]
    card = frame.cards.pop()
    g.step("cf-place")
    also = (
        "creature-feature/director-placement",
        "screen/leaves-by-creature-feature",
        "creature-feature/pod-player-takes" if person.seat != DIRECTOR else "",
    )
    whose = takers(g, person)
    taker, _ = yield from place_card(g, person.seat, card, whose, "creature-feature/director-take-only", also=also)
    yield from pod_players.receive(g, taker)
    g.step("cf-refill")
    if frame.cards and not draws_again(g):
        template = "the card that {card} covered is in play again"
        g.note("cover-attack/uncover-draws-nothing", template, card=g.spoken(card))
        return finished(g)
    if not can_draw(g):
        g.note(
            "creature-feature/depletion",
            "no card can be drawn, so two monsters and an empty frame are left",
            also=("creature-feature/not-with-empty-frame", "creature-feature/depletion-reel-continues"),
        )
        return finished(g)
    frame.cause = g.names[person.seat]
    card = yield from flip(g, n)
    g.note(
        "creature-feature/director-replacement-shown",
        "{card:is|are} drawn for frame {n} and shown at once",
        also=("creature-feature/director-loop",),
        card=g.spoken(card),
        n=n + 1,
    )
    return n


def finished(g: Movie) -> int:
    """The Creature Feature is over."""
    g.step("cf-done")
    return DONE
