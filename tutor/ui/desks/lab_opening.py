"""Where the lab begins: an address, a file, a new game, an empty table, other variants and readings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from tutor.audit.sources import Case, case_of, cases_about
from tutor.engine.book.bounds import LONGEST_QUERY
from tutor.engine.book.files import BadInput
from tutor.engine.core.game import Game, bots_of, find_game
from tutor.engine.core.state import shapes_on
from tutor.engine.core.table import SEAT_NAMES
from tutor.lab.scenes import cases_of, doc_of, read, scene_and_steps, scene_of
from tutor.lab.workbench import NEXT, Workbench
from tutor.lab.writing import Doc, told
from tutor.lessons.course import known_course
from tutor.lessons.own_pages import own_course, own_pages
from tutor.lessons.stage import Stage
from tutor.ui import dialogs
from tutor.ui.addresses import address
from tutor.ui.desks import new_game
from tutor.ui.desks.new_game import Draft
from tutor.ui.desks.practice import kept_game
from tutor.ui.fields import choice, number, send_form
from tutor.ui.hand import copy_name, wanted_copy
from tutor.ui.model_panel import Dialog, DialogButton, Field

OPEN = "open"
HOUSE = "house"
BEGIN_EMPTY = f"{new_game.PANEL}.empty"
TURN = "turn"
"""The key in a table for the player whose turn it is."""
ADDRESS = "the page’s address"


# -- an address ------------------------------------------------------------------------------------------------


def open_address(bench: Workbench, wanted: Mapping[str, str], stored: Mapping[str, str]) -> None:
    """Begin with what an address names: a step of a page, a scenario, the practice table’s game or a new one.

    Args:
        bench: The workbench.
        wanted: The fields of the address.
        stored: What the visitor's browser has stored.

    Raises:
        BadInput: if there is no such thing.
    """
    game = find_game(wanted.get("game", bench.branch.game.id))
    if page := wanted.get("page", wanted.get("section", "")):
        _open_page(bench, game, page, wanted.get("step", "1"))
    elif rule := wanted.get("unclear", ""):
        bench.open({"game": game.id, "players": game.seats[0], "seed": 1})
        bench.open_readings(rule, [_laid(case) for case in cases_about(game, rule)])
    elif scenario := wanted.get("scenario", ""):
        case = case_of(game, scenario)
        bench.open_text(case.text, case.file, anyway=True)
    elif scene := wanted.get("scene", ""):
        bench.open_text(scene, ADDRESS, anyway=True)
    elif wanted.get("from") == "practice" and (record := stored.get(copy_name(kept_game(game), wanted_copy(wanted)))):
        bench.open_text(record, "the game from the practice table")
    else:
        players = new_game.whole(wanted.get("players", str(game.seats[0])), "players", ADDRESS)
        seed = new_game.whole(wanted.get("seed", "1"), "seed", ADDRESS)
        named = {"card_set": wanted["cards"]} if wanted.get("cards") else {}
        bench.open({"game": game.id, "players": players, "seed": seed, **named})


def link_to(bench: Workbench) -> tuple[str, str]:
    """The link to the current position: its label, and an address with the branch's scene, players, seed and steps.

    A scene that is too long for an address is left out, and the link leads to a new game with the same seed.
    """
    branch = bench.branch
    whole = address("lab", game=branch.game.id, scene=branch.text())
    if len(whole) <= LONGEST_QUERY:
        return "Link to this position", whole
    return "Link to a new game with this seed", address("lab", game=branch.game.id, seed=str(branch.match.seed))


def _laid(case: Case) -> tuple[Doc, list[Any]]:
    """A scenario's scene, even if no game leads to it, and its steps."""
    ((_, doc),) = cases_of(read(case.text, case.file), case.file)
    return scene_and_steps(doc, anyway=True)


def _open_page(bench: Workbench, game: Game, slug: str, step: str) -> None:
    """Begin in the position in which a step of a page begins."""
    courses = (known_course(game.id), own_course(game.id, own_pages()))
    page = next((page for course in courses if (page := course.get(slug))), None)
    if page is None:
        raise BadInput(ADDRESS, "page", f"there is no page “{slug[:40]}” in {game.title}")
    n = new_game.whole(step, "step", ADDRESS)
    if not 1 <= n <= len(page.step):
        raise BadInput(ADDRESS, "step", f"“{page.title}” has steps 1 to {len(page.step)}, so there is no step {n}")
    first = max(k for k in range(n) if k == 0 or page.step[k].scene is not None)
    begun = {**doc_of(page.laid_scene(page.step[first])), "game": game.id}
    begun.pop("play", None)
    bench.open_match(Stage(page).start(n - 1), begun)


# -- a file ----------------------------------------------------------------------------------------------------


def open_dialog(text: str = "") -> Dialog:
    """Ask for a scene, a scenario or a record."""
    words = "Paste a scene, a scenario or a saved game, or choose a file."
    send: DialogButton = {"id": "open.go", "label": "Open this text", "kind": "send"}
    return dialogs.asked_for(OPEN, "Open a scene or a saved game", words, "The text", send, text)


def step_dialog(answers: int) -> Dialog:
    """Ask after which answer of a record to begin."""
    asked = "How many of the recorded answers should be played before you begin?"
    return {
        "id": OPEN,
        "title": "Where in the record do you want to begin?",
        "fields": [number("step", asked, answers, min=0, max=answers, wide=True)],
        "buttons": [send_form("open.step", "Begin there"), dialogs.close()],
    }


def case_dialog(titles: list[str]) -> Dialog:
    """Ask which case of a scenario file to open."""
    cases = ((str(n), title) for n, title in enumerate(titles))
    return {
        "id": OPEN,
        "title": "Which case do you want to open?",
        "fields": [choice("case", "Case", cases, "0", wide=True)],
        "buttons": [send_form("open.case", "Open this case"), dialogs.close()],
    }


# -- a new game ------------------------------------------------------------------------------------------------


def new_dialog(draft: Draft, found: Mapping[str, Game]) -> Dialog:
    """Ask for a new game, without asking for a seat, because nobody sits at it."""
    dialog = draft.dialog(found, bots_of(draft.game))
    dialog["fields"] = [_with_rule(field) for field in dialog["fields"] if field["id"] not in ("seat", "others")]
    dialog["buttons"].insert(1, send_form(BEGIN_EMPTY, "Begin with an empty table"))
    return dialog


def _with_rule(field: Field) -> Field:
    """A field for designers: the label of a reading also has its rule's id."""
    kind, space, rule = field["id"].partition(" ")
    return {**field, "label": f"{field['label']} ({rule})"} if kind + space == new_game.READING else field


def drafted(draft: Draft) -> Doc:
    """The scene of a new game."""
    doc: Doc = {"game": draft.game.id, "players": list(SEAT_NAMES[: draft.players]), "seed": draft.seed}
    return {**doc, **told({"card_set": draft.card_set}), **_rules_of(draft)}


def emptied(doc: Doc, game: Game) -> Doc:
    """The same scene with an empty table instead of the setup; if possible, it is the first player's turn.

    If it were nobody's turn, everything that comes before a turn would run at once.
    """
    table = game.empty(scene_of(doc).setup(game))
    turn = shapes_on(table).get(TURN)
    game.place(table, {TURN: table.names[0]} if turn is not None and turn.seats else {}, "the empty table")
    said = {key: value for key, value in game.position(table, None).items() if key != NEXT}
    return {**doc, "table": said}


def _rules_of(draft: Draft) -> Doc:
    """The variants, readings and parameters of a draft, as a scene writes them."""
    return told({"variants": list(draft.variants), "readings": draft.readings, "parameters": draft.parameters})


# -- other variants and readings -------------------------------------------------------------------------------


def house_dialog(draft: Draft, found: Mapping[str, Game]) -> Dialog:
    """Ask for other variants and readings."""
    dialog = draft.dialog(found, bots_of(draft.game))
    chosen = [_with_rule(field) for field in dialog["fields"] if "group" in field]
    shown: list[Field] = [cast("Field", {**field, "live": False}) for field in chosen]
    return {
        "id": HOUSE,
        "title": "Variants and readings from here on",
        "fields": shown,
        "buttons": [send_form(f"{HOUSE}.play", "Use these settings"), dialogs.close("Keep the current settings")],
    }


def housed(doc: Doc, draft: Draft) -> Doc:
    """A scene under the variants, readings and parameters of a draft."""
    rest = {key: value for key, value in doc.items() if key not in ("variants", "readings", "parameters")}
    return {**rest, **_rules_of(draft)}
