"""Pictures of tables that branch: a few looked at by people, and what they cost."""

from __future__ import annotations

import io
from random import Random

import pytest
from PIL import Image

from renderers import LaidBone, LineScene, OpenEnd, render
from renderers.flags import flag, small_flag
from renderers.geometry import lay_out
from renderers.places import Heading
from renderers.theme import FELT
from tests.renderers import test_render
from tests.renderers.trees import cut, games, labelled, random_tree


def tree(kind: str, count: int, *, seed: int = 1) -> LineScene:
    """A tree of exactly so many bones, with letters in its flags."""
    found = next(each for each in games(kind, 100, seed) if len(each.bones) >= count)
    return labelled(cut(found, count))


SCENES = {
    "tree_cross_early": tree("cross", 7),
    "tree_cross_late": tree("cross", 28),
    "tree_spinner": tree("spinner", 12, seed=3),
    "tree_lucky": tree("lucky", 28),
}


@pytest.mark.parametrize("name", SCENES)
def test_golden_picture(name, monkeypatch):
    monkeypatch.setattr(test_render, "SCENES", SCENES)
    test_render.test_golden_picture(name)


@pytest.mark.parametrize("width", [160, 400, 1200])
@pytest.mark.parametrize("name", SCENES)
def test_a_tree_is_as_wide_as_asked(name, width):
    picture = Image.open(io.BytesIO(render(SCENES[name], width=width)))
    assert picture.width == width
    assert 0.7 * width < picture.height <= 1.25 * width


def test_a_close_picture_leaves_out_empty_felt():
    scene = tree("cross", 28)
    close = LineScene(scene.bones, scene.ends, close=True, branching=True)
    assert size(close)[1] < size(scene)[1]
    assert size(close)[0] == size(scene)[0]


def size(scene: LineScene) -> tuple[int, int]:
    return Image.open(io.BytesIO(render(scene))).size


def test_trees_are_small_files():
    rng = Random(9)
    sizes = sorted(len(render(random_tree(rng, "lucky"))) for _ in range(8))
    assert sizes[4] <= 30_000


def test_a_small_flag_shows_its_letter_or_its_number():
    scene = next(
        each
        for each in games("eager", 200, seed=5)
        if any(flag.small for flag in lay_out(each).flags)
    )
    assert render(labelled(scene)) != render(scene)
    letter, number = (small_flag(FELT, 40, sign, Heading.EAST) for sign in "E5")
    assert letter.picture.size == number.picture.size
    assert letter.picture.tobytes() != number.picture.tobytes()


@pytest.mark.parametrize("heading", Heading)
@pytest.mark.parametrize("aside", [None, Heading.EAST, Heading.SOUTH])
def test_flags_are_as_large_as_their_boxes(heading, aside):
    for tall in (False, True):
        sprite = flag(FELT, 50, 6, "A", heading, tall=tall, aside=aside).picture
        wide, high = (45, 80) if tall else (80, 45)
        assert abs(sprite.width - wide - 2 * 12) <= 2
        assert abs(sprite.height - high - 2 * 12) <= 2


def test_a_first_double_has_four_flags():
    ends = tuple(OpenEnd(0, side, 6) for side in "lrud")
    scene = LineScene((LaidBone(6, 6, crosswise=True),), ends)
    headings = [each.heading for each in lay_out(scene).flags]
    assert headings == [Heading.WEST, Heading.EAST, Heading.NORTH, Heading.SOUTH]
