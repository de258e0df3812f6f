"""The page of a notebook that is a desk: drawn up once by Voila, then filled in for each visitor."""

import json
import re
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from typing import Any

from nbformat import NotebookNode
from nbformat.v4 import new_output
from voila.notebook_renderer import NotebookRenderer

KERNEL = "00000000-0000-4000-8000-00000000face"
"""Stands for the kernel's id in the page that Voila draws up."""
OUTPUT = "application/x-put-out-by-the-kernel"
"""Stands for what the cells put out."""
BLANK = re.compile(rf"{KERNEL}|<script[^>]*>[^<]*{re.escape(OUTPUT)}[^<]*</script>")


@dataclass(frozen=True)
class DeskPage:
    """A page with two blanks, and what its kernel runs to fill them.

    Args:
        cells: the code of the notebook's cells.
        start: all before the kernel's id.
        middle: what follows it, up to what the cells put out.
        end: the rest.
    """

    cells: tuple[str, ...]
    start: str
    middle: str
    end: str

    def filled(self, outputs: Iterable[dict[str, Any]]) -> str:
        """Return the end of the page, with what the cells put out, each as its data by kind."""
        scripts = (script(new_output("display_data", data)) for data in outputs)
        return "".join(scripts) + self.end


class Draft(NotebookRenderer):
    """Voila's drawing of a notebook for which no kernel is started."""

    async def _jinja_kernel_start(self, *_: Any, **__: Any) -> str:
        return KERNEL

    async def _jinja_cell_generator(self, nb: NotebookNode, kernel_id: str) -> AsyncIterator[NotebookNode]:
        first = nb.cells[0].copy()
        first.outputs = [new_output("display_data", {OUTPUT: ""})]
        yield first


async def draw_up(**of_renderer: Any) -> DeskPage | None:
    """Return the page of a notebook; None when it does not call itself a desk.

    Raises:
        HTTPError: 404 when there is no such notebook.
    """
    draft = Draft(**of_renderer)
    await draft.initialize()
    notebook = draft.notebook
    if not notebook.metadata.get("desk") or not notebook.cells:
        return None
    start, middle, end = BLANK.split(await draft.generate_content_str())
    return DeskPage(tuple(cell.source for cell in notebook.cells if cell.cell_type == "code"), start, middle, end)


def script(output: NotebookNode) -> str:
    """Return an output as Voila writes it into a page; no text in it can end the script."""
    text = json.dumps(output).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    return f'<script type="application/vnd.voila.cell-output+json">{text}</script>'
