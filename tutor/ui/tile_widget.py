"""A map of tiles alone in a notebook, to be pressed, turned and asked: `TileMapView(data)`."""

from collections.abc import Callable, Mapping
from typing import Any

import anywidget
import traitlets

from tutor.ui.front import module, styles
from tutor.ui.tile_map import NO_QUESTION, TilePicture

SCRIPTS = ("marks.js", "panning.js", "tileart.js", "tilemap.js")
STYLES = ("marks.css", "tilemap.css")
SCRIPT = """
export default {
  render({ model, el }) {
    const draw = () => drawTileMap(el, model.get("state"), (message) => model.send(message));
    model.on("change:state", draw);
    draw();
    return () => model.off("change:state", draw);
  },
};
"""


class TileMapView(anywidget.AnyWidget):
    """Shows a map of tiles; `pressed` is called with the message of every cell that is pressed."""

    _esm = module(*SCRIPTS) + SCRIPT
    _css = styles(*STYLES)
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
