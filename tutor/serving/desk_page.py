"""The page of a notebook that is a desk: Voila renders it once, and it is filled in for each visitor."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_output
from voila.app import Voila
from voila.notebook_renderer import NotebookRenderer
from voila.utils import get_page_config

KERNEL = "00000000-0000-4000-8000-00000000face"
"""A placeholder for the kernel's id in the page that Voila renders."""
OUTPUT = "application/x-put-out-by-the-kernel"
"""A placeholder for the output of the cells."""
BLANK = re.compile(rf"{KERNEL}|<script[^>]*>[^<]*{re.escape(OUTPUT)}[^<]*</script>")


@dataclass(frozen=True)
class DeskPage:
    """A page with two gaps, and the code that its kernel runs to fill them.

    Args:
        cells: the code of the notebook's cells.
        start: everything before the kernel's id.
        middle: what follows the id, up to the output of the cells.
        end: the rest.
    """

    cells: tuple[str, ...]
    start: str
    middle: str
    end: str

    def filled(self, outputs: Iterable[dict[str, Any]]) -> str:
        """Return the end of the page, with the outputs of the cells, each given as its data by MIME type."""
        scripts = (script(new_output("display_data", data)) for data in outputs)
        return "".join(scripts) + self.end


class Compiled(BytecodeCache):
    """Templates, compiled once for all pages, because compiling them is nine tenths of the work of rendering a page."""

    def __init__(self) -> None:
        self._codes: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give a template the code that it was compiled to, unless it has changed since."""
        if bucket.key in self._codes:
            bucket.bytecode_from_string(self._codes[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the code that a template was compiled to."""
        self._codes[bucket.key] = bucket.bytecode_to_string()


class Draft(NotebookRenderer):
    """Voila's rendering of a notebook, without starting a kernel."""

    async def _jinja_kernel_start(self, *_: Any, **__: Any) -> str:
        return KERNEL

    async def _jinja_cell_generator(self, nb: NotebookNode, kernel_id: str) -> AsyncIterator[NotebookNode]:
        cell = new_code_cell()
        cell.outputs = [new_output("display_data", {OUTPUT: ""})]
        yield cell


class DeskPages:
    """The pages of all of a server's notebooks that are desks; each page is rendered when it is first requested."""

    def __init__(self, server: Voila) -> None:
        self._server = server
        self._drawn: dict[tuple[str, int], asyncio.Task[DeskPage | None]] = {}
        self._compiled = Compiled()

    async def page_of(self, path: str) -> DeskPage | None:
        """Return the page of a notebook, or None if its metadata do not say that it is a desk."""
        changed = (Path(self._server.root_dir) / path).stat().st_mtime_ns
        if (path, changed) not in self._drawn:
            self._drawn[path, changed] = asyncio.create_task(self._draw_up(path))
        return await asyncio.shield(self._drawn[path, changed])

    async def draw_all(self, paths: Iterable[str]) -> None:
        """Render pages before anybody visits them; a page that cannot be rendered says so when it is requested."""
        for path in paths:
            with suppress(Exception):
                await self.page_of(path)

    async def _draw_up(self, path: str) -> DeskPage | None:
        server = self._server
        shared = {"base_url": server.base_url, "voila_configuration": server.voila_configuration}
        draft = Draft(
            notebook_path=path,
            traitlet_config=server.config,
            template_paths=server.template_paths,
            config_manager=server.config_manager,
            contents_manager=server.contents_manager,
            kernel_spec_manager=server.kernel_spec_manager,
            page_config=get_page_config(settings=server.app.settings, log=server.log, **shared),
            mathjax_url=server.app.settings["mathjax_url"],
            **shared,
        )
        await draft.initialize()
        draft.exporter.environment.bytecode_cache = self._compiled
        notebook = draft.notebook
        if not notebook.metadata.get("desk"):
            return None
        start, middle, end = BLANK.split(await draft.generate_content_str())
        return DeskPage(tuple(cell.source for cell in notebook.cells if cell.cell_type == "code"), start, middle, end)


def script(output: NotebookNode) -> str:
    """Return an output as Voila writes it into a page, so that no text in it can end the script."""
    text = json.dumps(output).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    return f'<script type="application/vnd.voila.cell-output+json">{text}</script>'
