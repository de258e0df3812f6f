"""What the tables of all games share."""

import pytest

from tutor.engine.table import Many


@pytest.mark.parametrize(
    ("n", "template", "said"),
    [
        (1, "{n:card}", "1 card"),
        (0, "{n:card}", "0 cards"),
        (2, "{n:Life Token}", "2 Life Tokens"),
        (1, "{n:die|dice}", "1 die"),
        (3, "{n:die|dice}", "3 dice"),
        (3, "{n}", "3"),
        (3, "{n:d}", "3"),
        (3, "{n:ox}", "3 oxs"),
        (1234, "{n:,}", "1,234"),
        (2, "{n:X file}", "2 X files"),
    ],
)
def test_a_number_prints_what_it_counts(n: int, template: str, said: str) -> None:
    assert template.format(n=Many(n)) == said
