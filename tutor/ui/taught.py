"""Where a rule is taught: the link in the rule's fold, on every page except those of a course."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tutor.lessons.course import known_course, link
from tutor.ui.addresses import address


@cache
def taught(game: str, rule: str, left: str = "") -> Mapping[str, str]:
    """The address of the page that teaches a rule of the game with this id; empty if there is no such page.

    Args:
        game: The game.
        rule: The rule.
        left: The stored game from which the visitor goes there; the page then leads back to it.
    """
    place = known_course(game).teaches(rule)
    return {"href": address(game, link(place, {"from": left} if left else {}))} if place else {}
