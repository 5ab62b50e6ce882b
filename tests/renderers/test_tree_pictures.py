"""Pictures of tables that branch: some approved by people, and their size and time."""

from dataclasses import replace
from itertools import cycle
from typing import get_args

from renderers.geometry.places import Heading
from renderers.ink.flags import small_flag
from renderers.ink.themes import DEFAULT_THEME
from renderers.line.layout import lay_out
from renderers.paint import render
from renderers.scene.bones import EndMark, LineScene
from tests.renderers.trees import cut, games, labelled


def tree(kind: str, count: int, *, seed: int = 1) -> LineScene:
    """Return a tree of exactly that many bones, with letters in its flags."""
    found = next(each for each in games(kind, 100, seed) if len(each.bones) >= count)
    return labelled(cut(found, count))


def with_all_marks(scene: LineScene) -> LineScene:
    """Return the tree with open ends, greyed ones and closed ones in turn."""
    marks = cycle(get_args(EndMark)[:3])
    ends = tuple(replace(end, mark=mark) for end, mark in zip(scene.ends, marks, strict=False))
    return replace(scene, ends=ends)


SCENES = {
    "tree_cross_early": with_all_marks(tree("cross", 7)),
    "tree_cross_late": tree("cross", 28),
    "tree_spinner": tree("spinner", 12, seed=3),
    "tree_lucky": tree("lucky", 28),
}
HEIGHTS = (0.7, 1.25)


def test_a_small_flag_shows_its_letter_or_its_number():
    scene = next(
        each
        for each in games("eager", 200, seed=5)
        if any(flag.small for flag in lay_out(each).flags)
    )
    assert render(labelled(scene)) != render(scene)
    letter, number = (small_flag(DEFAULT_THEME, 40, sign, Heading.EAST) for sign in "E5")
    assert letter.picture.size == number.picture.size
    assert letter.picture.tobytes() != number.picture.tobytes()
