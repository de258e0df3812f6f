"""The turn flow of a game by itself in a notebook: `FlowView("alien_conspiracy")`."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import anywidget
import traitlets

from tutor.ui.bundle import drawing, widget_style
from tutor.ui.pictures.flow_picture import FlowPicture, flow_of


class FlowView(anywidget.AnyWidget):
    """Shows a flow, and opens a group or a node that is pressed. `walk` and `closed` can be set at any time.

    Raises BadInput if the game has no readable flow.
    """

    _esm = drawing("drawFlow", "marks", "flow")
    _css = widget_style("marks", "flow")
    state = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        game: str,
        walk: Sequence[str] = (),
        closed: Mapping[str, str] | None = None,
        rules: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> None:
        self.picture = FlowPicture(*flow_of(game), walk=walk, closed=closed or {}, rules=rules or {})
        super().__init__(state=self.picture.state())
        self.on_msg(self._pressed)

    def show(self, **changes: Any) -> None:
        """Show the flow with other fields of its FlowPicture: walk, trail, closed, rules, opened, chosen."""
        self.picture = replace(self.picture, **changes)
        self.state = self.picture.state()

    def _pressed(self, _widget: object, message: Any, _buffers: object) -> None:
        self.picture = self.picture.answered(message)
        self.state = self.picture.state()
