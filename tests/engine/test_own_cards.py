"""Card sets of a host's own: offered only if none of them has a fault."""

import json
import os
from pathlib import Path

import pytest

from tests.own import GAME, card_set
from tutor.engine.core.game import find_game
from tutor.engine.core.own_cards import OWN_CARDS, offer


@pytest.mark.usefixtures("no_sets")
def test_sets_are_offered_together_or_not_at_all(tmp_path: Path) -> None:
    game, good, bad = find_game(GAME), card_set(tmp_path / "good"), card_set(tmp_path / "bad")
    (bad / "events.toml").write_text("[[event]]\nid = 1\n", encoding="utf-8")
    assert offer([(game, good), (game, bad)]) != []
    assert json.loads(os.environ[OWN_CARDS]) == {}
    assert offer([(game, good)]) == []
    assert json.loads(os.environ[OWN_CARDS]) == {GAME: {"good": str(good)}}
