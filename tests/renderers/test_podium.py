"""A podium of bones: the higher the stack, the better the place."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from renderers import PodiumScene, PodiumStep, render
from tests.renderers.golden import assert_golden

THREE = (PodiumStep(1, "+148"), PodiumStep(2, "+61"), PodiumStep(3, "+9"))


def test_it_looks_as_it_did():
    assert_golden("podium_three", PodiumScene(THREE))


def test_a_podium_of_one_has_two_places_free():
    assert_golden("podium_one", PodiumScene(THREE[:1]))


@pytest.mark.parametrize(
    "steps", [(), THREE[:2], (PodiumStep(1, "+12,345,678"),) * 3, (*THREE[:1], *THREE[1:2] * 2)]
)
def test_it_keeps_its_size_whoever_stands_there(steps):
    size = Image.open(io.BytesIO(render(PodiumScene(THREE), width=400))).size
    assert Image.open(io.BytesIO(render(PodiumScene(steps), width=400))).size == size
