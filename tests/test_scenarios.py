"""Every case of every game's scenario files is a test, named by its file and title."""

import pytest

from tests.laws import GAMES
from tutor.engine.play.playing import play_scene
from tutor.engine.play.scene import load_scenes


def cases():
    for game in GAMES.values():
        for path in sorted((game.folder / "scenarios").glob("*.toml")):
            name = f"{game.id}/{path.name}"
            for scene in load_scenes(path.read_text(encoding="utf-8"), name):
                yield pytest.param(game, scene, id=f"{game.id}/{path.stem}/{scene.title}")


CASES = list(cases())


@pytest.mark.parametrize(("game", "scene"), CASES)
def test_scenario(game, scene):
    assert scene.game == game.id
    assert scene.title, f"{scene.file}: a case needs a title"
    assert scene.play or scene.start, f"{scene.file}: nothing is played"
    assert any(_asserts(step) for step in scene.play), f"{scene.file}: nothing is asserted"
    play_scene(scene, game)


def _asserts(step):
    return isinstance(step, dict) and ("expect" in step or "refused" in step)


def test_every_case_has_a_title_of_its_own():
    names = [case.id for case in CASES]
    assert sorted(names) == sorted(set(names))
