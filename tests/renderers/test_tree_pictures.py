from dataclasses import replace
from itertools import cycle
from typing import get_args

from renderers.geometry.places import Heading
from renderers.geometry.snake import FLAG_SMALL
from renderers.ink.flags import flag
from renderers.ink.themes import DEFAULT_THEME
from renderers.line.layout import lay_out
from renderers.paint import render
from renderers.scene.bones import EndMark, LineScene
from tests.renderers.trees import cut, games, labelled


def tree(kind: str, count: int, *, seed: int = 1) -> LineScene:
    found = next(each for each in games(kind, 100, seed) if len(each.bones) >= count)
    return labelled(cut(found, count))


def with_marks(scene: LineScene, *marks: EndMark) -> LineScene:
    pairs = zip(scene.ends, cycle(marks), strict=False)
    return replace(scene, ends=tuple(replace(end, mark=mark) for end, mark in pairs))


def tight() -> LineScene:
    """Return a tree with three flags in tight places: two ahead of their bones, one beside."""
    *_, found = games("lucky", 40, seed=5)
    return with_marks(labelled(found), "flag", "greyed")


SCENES = {
    "tree_cross_early": with_marks(tree("cross", 7), *get_args(EndMark)[:3]),
    "tree_cross_late": tree("cross", 28),
    "tree_spinner": tree("spinner", 12, seed=3),
    "tree_lucky": tree("lucky", 28),
    "tree_tight": tight(),
}
HEIGHTS = (0.7, 1.25)


def test_a_small_flag_shows_its_letter_or_its_number():
    scene = next(
        each
        for each in games("eager", 200, seed=5)
        if any(flag.single for flag in lay_out(labelled(each)).flags)
    )
    assert render(labelled(scene)) != render(scene)
    size = FLAG_SMALL, FLAG_SMALL
    letter, number = (flag(DEFAULT_THEME, 40, (sign,), Heading.EAST, size) for sign in "E5")
    assert letter.picture.size == number.picture.size
    assert letter.picture.tobytes() != number.picture.tobytes()
