"""A podium of bones: the higher the stack, the better the place."""

import pytest

from renderers.scene.scores import PodiumScene, PodiumStep
from tests.renderers.pictures import picture

THREE = (
    PodiumStep(1, "+148", "Maximilian-Alexander von Habsburg"),
    PodiumStep(2, "+61", "Łukasz Żółć"),
    PodiumStep(3, "+9", "Ελένη"),
)
SCENES = {"podium_three": PodiumScene(THREE), "podium_one": PodiumScene(THREE[:1])}
HEIGHTS = (0.1, 1.25)


@pytest.mark.parametrize(
    "steps",
    [(), THREE[:2], (PodiumStep(1, "+12,345,678", "田中"),) * 3, (*THREE[:1], *THREE[1:2] * 2)],
)
def test_it_keeps_its_size_whoever_stands_there(steps):
    assert picture(PodiumScene(steps), 400).size == picture(PodiumScene(THREE), 400).size
