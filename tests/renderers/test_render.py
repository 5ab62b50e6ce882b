"""Pictures: every kind of scene, the same bytes each time, and a few looked at by people."""

from __future__ import annotations

import io
from random import Random

import pytest
from PIL import Image, ImageChops, ImageStat

from renderers import (
    HandBone,
    HandScene,
    LaidBone,
    LineScene,
    OpenEnd,
    RoundScene,
    Scene,
    SeatHand,
    render,
)
from renderers.geometry import lay_out
from renderers.sprites import bone, pip_grid
from renderers.theme import FELT
from tests.renderers.golden import assert_golden
from tests.renderers.lines import SET, long_line


def line(count: int, *, seed: int = 1, left: float = 0.5, labels: str = "") -> LineScene:
    return long_line(Random(seed), count, left=left, labels=labels)


def hand(count: int, every: int = 3) -> HandScene:
    bones = Random(2).sample(SET, count)
    return HandScene(tuple(HandBone(*b, playable=n % every == 0) for n, b in enumerate(bones)))


def hands(*counts: int) -> tuple[SeatHand, ...]:
    bones = iter(Random(3).sample(SET, sum(counts)))
    return tuple(
        SeatHand("ABCD"[n], tuple(next(bones) for _ in range(count)), winner=count == min(counts))
        for n, count in enumerate(counts)
    )


SCENES: dict[str, Scene] = {
    "table_empty": LineScene(),
    "table_first": line(1),
    "table_seven": line(7, labels="AB"),
    "table_one_sided": line(16, left=0.0),
    "table_whole_set": line(28),
    "hand_seven": hand(7),
    "hand_empty": HandScene(()),
    "hand_fourteen": hand(14),
    "round_two": RoundScene(line(10), hands(4, 0)),
    "round_four": RoundScene(line(20), hands(3, 1, 2, 2)),
}
MORE_SCENES: dict[str, Scene] = {
    "hand_not_to_move": hand(5, every=100),
    "hand_whole_set": hand(28),
    "round_one_column": RoundScene(line(7), hands(20, 3)),
    "round_without_hands": RoundScene(LineScene(), ()),
    "table_unlabelled_unringed": LineScene((LaidBone(9, 7),)),
    "table_double": LineScene((LaidBone(8, 8, crosswise=True),), (OpenEnd(0, "l", 8, "Z"),), 0),
}


def picture(scene, width=1200) -> Image.Image:
    return Image.open(io.BytesIO(render(scene, width=width)), formats=["PNG"])


@pytest.mark.parametrize("width", [160, 400, 1200, 1333])
@pytest.mark.parametrize("name", [*SCENES, *MORE_SCENES])
def test_every_scene_is_as_wide_as_asked(name, width):
    image = picture((SCENES | MORE_SCENES)[name], width)
    image.load()
    assert image.width == width
    assert width / 4 < image.height < width * 1.2


def test_a_picture_too_narrow_to_read_is_refused():
    with pytest.raises(ValueError, match="at least 160 pixels"):
        render(LineScene(), width=159)


@pytest.mark.parametrize("name", SCENES)
def test_same_scene_same_bytes(name):
    assert render(SCENES[name]) == render(SCENES[name])


@pytest.mark.parametrize("name", SCENES)
def test_golden_picture(name):
    assert_golden(name, SCENES[name])


def test_tables_are_small_files():
    scenes = [line(28, seed=seed, left=left) for seed in range(4) for left in (0.5, 0.0)]
    sizes = sorted(len(render(scene)) for scene in scenes)
    assert sizes[len(sizes) // 2] <= 25_000


@pytest.mark.parametrize("upright", [False, True])
@pytest.mark.parametrize("pips", range(10))
@pytest.mark.parametrize("unit", [18, 75])
def test_pips_can_be_counted(pips, upright, unit):
    """Each pip is a spot of its own in its number's colour, in rows of a narrow picture too."""
    places = pip_grid(pips, upright)
    assert len(set(places)) == len(places) == pips
    blank, counted = (bone(FELT, unit, n, 0, upright=upright).picture for n in (0, pips))
    spots = ImageChops.difference(blank, counted).point(lambda value: 255 if value else 0)
    assert count_spots(spots) == pips


def count_spots(mask: Image.Image) -> int:
    pixels = {(i % mask.width, i // mask.width) for i, v in enumerate(mask.tobytes()) if v}
    spots = 0
    while pixels:
        spots += 1
        edge = [pixels.pop()]
        while edge:
            x, y = edge.pop()
            near = {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} & pixels
            pixels -= near
            edge.extend(near)
    return spots


def test_the_rows_of_a_six_run_along_the_bone():
    assert {row for _, row in pip_grid(6, upright=False)} == {-1, 1}
    assert {column for column, _ in pip_grid(6, upright=True)} == {-1, 1}


def test_a_laid_bone_shows_the_touching_numbers_side_by_side():
    """A bone laid to the left shows its near half on the right, and so on."""
    scene = LineScene((LaidBone(6, 4), LaidBone(6, 1, 0, "l"), LaidBone(4, 2, 0, "r")))
    placed = lay_out(scene).bones
    assert [p.near_first for p in placed] == [True, False, True]
    turned = picture(LineScene((LaidBone(1, 4), LaidBone(1, 6, 0, "l"), LaidBone(4, 2, 0, "r"))))
    assert ImageChops.difference(turned.convert("RGB"), picture(scene).convert("RGB")).getbbox()


def test_marks_are_shapes():
    """The newest bone, a playable bone and the winner differ in more than colour: in brightness."""
    scene = line(7)
    pairs = [
        (LineScene(scene.bones), LineScene(scene.bones, newest=6)),
        (HandScene((HandBone(6, 4),)), HandScene((HandBone(6, 4, playable=True),))),
        (RoundScene(scene, (SeatHand("A", ()),)), RoundScene(scene, (SeatHand("A", (), True),))),
    ]
    for plain, marked in pairs:
        greys = [picture(each).convert("L") for each in (plain, marked)]
        assert ImageStat.Stat(ImageChops.difference(*greys)).extrema[0][1] > 60


def test_hands_are_told_by_who_may_play():
    """Bones are dimmed only beside bones that can be played."""
    waiting = picture(HandScene((HandBone(6, 4), HandBone(5, 5)))).convert("RGB")
    playing = picture(HandScene((HandBone(6, 4, playable=True), HandBone(5, 5)))).convert("RGB")
    right = (playing.width // 2, 0, playing.width, playing.height)
    assert bytes(FELT.ivory) in pixels(waiting.crop(right))
    assert bytes(FELT.ivory) not in pixels(playing.crop(right))


def pixels(image: Image.Image) -> set[bytes]:
    data = image.tobytes()
    return {data[at : at + 3] for at in range(0, len(data), 3)}
