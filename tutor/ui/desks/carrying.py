"""What a visitor has learnt, as text to take to another browser: the courses' progress and the review's memories."""

from __future__ import annotations

from tutor.engine.book.files import BadInput
from tutor.engine.core.game import games
from tutor.engine.core.table import Many
from tutor.lessons.progress import load_progress, progress_key
from tutor.lessons.review import export, load_review, memory_key, read_export, save_memory
from tutor.ui import dialogs
from tutor.ui.desk import Desk
from tutor.ui.desks.review_kept import memories
from tutor.ui.model_panel import Dialog, DialogButton

PANEL = "import"
ASK_IMPORT = "import.ask"
IMPORT = "import.take"


class Carrying:
    """Exports what a visitor has learnt as a text, and imports such texts."""

    def __init__(self, desk: Desk) -> None:
        """Args: the desk that stores it in the browser."""
        self._desk = desk

    def given_out(self) -> Dialog:
        """What was learnt, as text."""
        text = "Keep this text. To use it in another browser, open the review there and press “Import”."
        kept = self._desk.kept
        reviews = [memories(game, kept) for game in games().values()]
        given = export(reviews, [load_progress(id, kept)[0] for id in games()])
        dialog = dialogs.given_out(
            dialogs.SAVE, "What you have learnt, as text", text, given, "The text", "learnt.json"
        )
        dialog["buttons"].insert(-1, {"id": ASK_IMPORT, "label": "Import a text", "kind": "send"})
        return dialog

    def press(self, button: str, text: str) -> Dialog | None:
        """Press a button of a panel, and return the panel to show then."""
        if button == ASK_IMPORT:
            return importing()
        return self.take_in(text, "the text you gave") if button == IMPORT else None

    def take_in(self, text: str, file: str) -> Dialog:
        """Import a text as a whole, or refuse it in one sentence that says why; `file` is the name to show for it."""
        try:
            reviews, courses = read_export(text, games(), file)
        except BadInput as error:
            return importing(text, str(error))
        kept = self._desk.kept
        for given in reviews:
            review, _ = load_review(given.game, kept)
            review.merge(given)
            for rule in given.rules:
                self._desk.keep(memory_key(review.game, rule), save_memory(review.rules[rule]))
        for made in courses:
            progress, _ = load_progress(made.game, kept)
            progress.merge(made)
            self._desk.keep(progress_key(made.game), progress.save())
        rules, pages = Many(sum(len(one.rules) for one in reviews)), Many(sum(len(one.pages) for one in courses))
        brought = [f"what you know about {rules:rule}"] if rules else []
        brought += [f"progress on {pages:page}"] if pages else []
        told = f"The text contained {' and '.join(brought)}." if brought else "There was nothing in the text to import."
        return dialogs.notice("Imported", f"{told} What you already had is still there.")


def importing(text: str = "", wrong: str = "") -> Dialog:
    """Ask for a text to import; `wrong` says why the last `text` could not be read, which stays, to be corrected."""
    words = "Paste the text that you saved, or choose its file. You keep everything that you already have."
    send: DialogButton = {"id": IMPORT, "label": "Import this text", "kind": "send"}
    return dialogs.asked_for(PANEL, "Import what you have learnt", words, "The text", send, text, wrong)
