"""Make this a lesson: a page that shows what was done in a branch, and then leaves the same to the learner."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tutor.engine.book.files import BadInput, toml_key, toml_value
from tutor.engine.core.asks import Ask, Choose, Roll, Together, spell
from tutor.engine.play.playing import Player
from tutor.lab.branch import Branch
from tutor.lab.export import slug
from tutor.lab.scenes import goes_by_itself, written_answer
from tutor.lab.sparing import spared
from tutor.lab.writing import Doc, toml_table
from tutor.lessons.checks import play_page
from tutor.lessons.page import LIMITS
from tutor.lessons.pages import read_page

FILE = "the lesson"
NUMBER = 90
"""The number of a page that was made here. Its author gives it another one when the page has found its place."""

TITLE = "A turn to watch and play"
"""The title of a lesson that nobody named."""

MOST_ANSWERS = 12
"""The largest number of answers in a turn that is shown, and in a lesson unless somebody asks for more."""


@dataclass
class Piece:
    """One answer and its consequences."""

    answer: str
    """As a page writes it."""
    told: str
    rules: tuple[str, ...]
    """The rule that asked and those that the notes cite."""
    mine: dict[int, str] = field(default_factory=dict)
    """What each seat answered, without the seat's name; empty for chance."""
    others: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """For each of these seats, what the seats that were asked together with it answered."""
    tried: dict[str, str] = field(default_factory=dict)
    """The moves that were tried before it and refused, each with the rule."""
    hint: str = ""


def pieces_of(branch: Branch) -> list[Piece]:
    """Return all answers of a branch in their order, without those that answer themselves."""
    here, end = branch.start, branch.match
    tries = _tries(branch)
    found: list[Piece] = []
    waiting: dict[str, str] = {}
    for n, entry in enumerate(end.log[len(here.log) :]):
        ask, said = here.ask, len(here.notes)
        assert ask is not None
        waiting |= tries.get(n, {})
        by_itself = goes_by_itself(ask)
        names = here.table.names
        before = _piece(ask, names, entry.value)
        here.answer(entry.value)
        notes = [note for note in here.notes[said:] if note.to is None]
        if by_itself:
            continue
        before.told = _sentences(note.text for note in notes) or before.told
        rules = [ask.rule, *(id for note in notes for id in note.rules.split())]
        before.rules = tuple(id for id in dict.fromkeys(rules) if id in branch.game.book)
        before.tried, waiting = waiting, {}
        found.append(before)
    return found


def _tries(branch: Branch) -> dict[int, dict[str, str]]:
    """The moves that were tried and refused, each with its rule, by how many answers had been given by then."""
    scene = branch.scene
    player = Player(scene, scene.match(branch.game))
    begun, found = len(player.match.log), dict[int, dict[str, str]]()
    for n, step in enumerate(branch.steps):
        player.step(player.parse(step, n), n)
        if isinstance(step, Mapping) and "refused" in step and step.get("rule"):
            found.setdefault(len(player.match.log) - begun, {})[str(step["refused"])] = str(step["rule"])
    return found


def _piece(ask: Ask, names: tuple[str, ...], value: Any) -> Piece:
    """An answer to a question, with words for it if no note has any."""
    piece = Piece(written_answer(ask, "" if ask.seat is None else names[ask.seat], value), "", ())
    if isinstance(ask, Choose):
        piece.mine = {ask.seat: spell(value)}
        piece.hint = f"{names[ask.seat]} chose “{ask.label(value)}”."
        piece.told = piece.hint
    elif isinstance(ask, Together):
        asked = [part.seat for part in ask.asks]
        answers = dict(zip(asked, map(spell, value), strict=True))
        free = {part.seat for part in ask.asks if not part.idle}
        piece.mine = {seat: answers[seat] for seat in free}
        piece.others = {
            seat: tuple(f"{names[other]}: {answers[other]}" for other in asked if other in free - {seat})
            for seat in free
        }
        piece.told = "Everybody who is asked here answers."
        piece.hint = "Everybody answered here."
    else:
        piece.told = f"The dice show {spell(value)}." if isinstance(ask, Roll) else "Chance decides what happens."
    return piece


def _sentences(texts: Iterable[str]) -> str:
    """Notes as sentences, as many of them as a page's text may hold."""
    words: list[str] = []
    for text in texts:
        more = (text[:1].upper() + text[1:].rstrip(".") + ".").replace("*", "").split() if text else []
        if len(words) + len(more) > LIMITS["text"]:
            break
        words += more
    return " ".join(words)


def as_page(branch: Branch, title: str = TITLE, last: int = MOST_ANSWERS, you: str = "") -> str:
    """Return a page: the position, the last answers shown, and the same answers left to the learner.

    Args:
        branch: What was done.
        title: The title of the page, in at most six words.
        last: How many of the last answers the page teaches; those before lead to its position.
        you: The learner's player; the player who decides first if left out.

    Raises:
        BadInput: if there is nothing to teach, or the page would not pass `rules-tutor check`.
    """
    pieces = pieces_of(branch)
    taught = pieces[-last:] if last > 0 else []
    names = branch.start.table.names
    seat = _learner(taught, names, you)
    text = _written(branch, pieces[: len(pieces) - len(taught)], taught, seat, title)
    name = page_name(title)
    page = read_page(text, name, NUMBER, name[3:].removesuffix(".toml"), branch.find)
    for fault in play_page(page):
        raise BadInput(FILE, fault.place, fault.expected)
    return text


def page_name(title: str) -> str:
    """The name of a page's file."""
    return f"{NUMBER}-{slug(title)}.toml"


def _learner(taught: list[Piece], names: tuple[str, ...], you: str) -> int:
    """The learner's seat."""
    if you and you not in names:
        raise BadInput(FILE, "you", f"expected one of {', '.join(names)}, got “{you[:40]}”")
    deciding = [seat for piece in taught for seat in piece.mine if not you or names[seat] == you]
    if not deciding:
        who = f"{you} has not" if you else "nobody has"
        raise BadInput(
            FILE, "", f"{who} decided anything in this line of play, so play a turn first and then make a lesson of it"
        )
    return deciding[0]


def _written(branch: Branch, before: list[Piece], taught: list[Piece], seat: int, title: str) -> str:
    game, name = branch.game, branch.start.table.names[seat]
    doc = spared(game, branch.doc) if branch.doc.get("table") else dict(branch.doc)
    sections = Counter(game.book[id].section for piece in taught for id in piece.rules)
    rules = list(dict.fromkeys(id for piece in taught for id in piece.rules))
    head: Doc = {
        "game": game.id,
        "section": sections.most_common(1)[0][0] if sections else game.book.sections[0].slug,
        "title": title,
        "theme": f"It’s up to {name} now. Watch closely, because you will be asked to do the same.",
        "teaches": "You have seen this turn, and you can play it yourself.",
        "you": name,
    }
    lines = [f"{key} = {toml_value(value)}" for key, value in head.items()]
    lines += ["", *_scene_lines(doc, [piece.answer for piece in before])]
    shown = [{"answer": piece.answer, "text": piece.told} for piece in taught]
    steps: list[Doc] = [
        {"kind": "say", "text": f"You’re {name}. Look at the table before the turn begins."},
        {"kind": "show", "text": "Watch what happens.", "rules": rules, "play": shown},
        *_left_to_the_learner(taught, before, seat),
    ]
    for step in steps:
        lines += ["", "[[step]]", *_step_lines(step)]
    return "\n".join(lines) + "\n"


def _scene_lines(doc: Doc, play: list[str]) -> Iterator[str]:
    """The page's scene, with the answers that lead to where it begins."""
    kept = {key: value for key, value in doc.items() if key not in ("game", "title", "about", "rules", "play", "table")}
    yield "[scene]"
    yield from (f"{key} = {toml_value(value)}" for key, value in kept.items())
    if play:
        yield f"play = {toml_value(play)}"
    if doc.get("table"):
        yield ""
        yield from toml_table("scene.table", doc["table"])


def _left_to_the_learner(taught: list[Piece], before: list[Piece], seat: int) -> Iterator[Doc]:
    """The same turn again: a step for each of the learner's decisions, with what others and chance answer after it."""
    own = [n for n, piece in enumerate(taught) if seat in piece.mine]
    for k, n in enumerate(own):
        piece = taught[n]
        following = taught[n + 1 : own[k + 1] if k + 1 < len(own) else len(taught)]
        step: Doc = {"kind": "do"}
        step["prompt"] = "What do you do first, now that it’s your turn?" if k == 0 else "What do you do next?"
        step["rules"] = list(piece.rules)
        if k == 0:
            lead = [one.answer for one in (*before, *taught[:n])]
            step["scene"] = {"play": lead} if n else {}
            step["new_table"] = "It’s the same position again, and this time you decide."
        step["accept"] = [piece.mine[seat]]
        if then := [*piece.others.get(seat, ()), *(one.answer for one in following)]:
            step["then"] = then
        if piece.tried:
            step["closed"] = piece.tried
        step["hint"] = piece.hint
        yield step


def _step_lines(step: Doc) -> Iterator[str]:
    for key, value in step.items():
        if key == "play":
            yield "play = ["
            yield from (f"  {toml_value(move)}," for move in value)
            yield "]"
        else:
            yield f"{toml_key(key)} = {toml_value(value)}"
