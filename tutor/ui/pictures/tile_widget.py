"""A map of tiles by itself in a notebook, which can be pressed, turned and asked: `TileMapView(data)`."""

from collections.abc import Callable, Mapping
from typing import Any

import anywidget
import traitlets

from tutor.ui.bundle import drawing, widget_style
from tutor.ui.pictures.tile_map import NO_QUESTION, TilePicture

SCRIPTS = ("motion", "marks", "panning", "tileart", "tilemap")
STYLES = ("marks", "tilemap")


class TileMapView(anywidget.AnyWidget):
    """Shows a map of tiles; `pressed` is called with the message of every cell that is pressed."""

    _esm = drawing("drawTileMap", *SCRIPTS)
    _css = widget_style(*STYLES)
    state = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        data: Mapping[str, Any],
        question: str = NO_QUESTION,
        pressed: Callable[[Mapping[str, Any]], None] = lambda _: None,
    ) -> None:
        self.pressed = pressed
        super().__init__(state=TilePicture(data, question).state())
        self.on_msg(lambda _widget, message, _buffers: self.pressed(message))

    def show(self, data: Mapping[str, Any], question: str = NO_QUESTION) -> None:
        """Show another position of the map; what the visitor has switched on stays."""
        self.state = TilePicture(data, question).state()
