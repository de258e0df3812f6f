"""Reading a table of the small game that the engine's tests play."""

from tests.toy import Saucers


def all_points(table: Saucers) -> list[int]:
    """Everybody's points, by seat."""
    return [crew.points for crew in table.crews]


def all_hands(table: Saucers) -> list[list[str]]:
    """Everybody's hand, by seat."""
    return [crew.hand for crew in table.crews]
