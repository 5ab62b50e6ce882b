from dataclasses import replace
from itertools import combinations, pairwise
from random import Random

import pytest

from benchmarks.trains import yard
from renderers.geometry.places import Box
from renderers.ink.themes import DEFAULT_THEME, double_twelve
from renderers.paint import render, usual_width
from renderers.scene.bones import (
    FramedScene,
    HandBone,
    HandScene,
    RoundScene,
    Scene,
    SeatHand,
    TableAndHandScene,
)
from renderers.scene.trains import Train, TrainsScene
from renderers.shared_frame import in_one_frame
from renderers.trains.layout import WIDTH, PlacedTrain, lay_out_trains
from tests.renderers.pictures import apart, picture

TWELVE = [(high, low) for high in range(13) for low in range(high + 1)]


def hand(count: int) -> HandScene:
    bones = Random(count).sample(TWELVE, count)
    return HandScene(tuple(HandBone(*bone, playable=n % 3 == 0) for n, bone in enumerate(bones)))


def hands(*counts: int) -> tuple[SeatHand, ...]:
    pool = iter(Random(1).sample(TWELVE, len(TWELVE)))
    return tuple(
        SeatHand("ABCDEFGH"[n], tuple(next(pool) for _ in range(count)), winner=not count)
        for n, count in enumerate(counts)
    )


def lone(*bones: tuple[int, int], **marks) -> TrainsScene:
    """Return a table on which only the Mexican train has begun, and seat A's has these marks."""
    others = Train("B", (), 9, "greyed"), Train("M", ((9, 4), (4, 4)), 4, shared=True)
    return TrainsScene(9, (Train("A", bones, bones[-1][1] if bones else 9, **marks), *others), 20)


def bare(scene: TrainsScene) -> TrainsScene:
    trains = tuple(replace(train, end="none", cover=0) for train in scene.trains)
    return replace(scene, trains=trains, newest=None, boneyard=None)


EIGHT = yard(Random(4), 8, 12)
SCENES: dict[str, Scene] = {
    "trains_eight": EIGHT,
    "trains_two": yard(Random(1), 2, 9, 5),
    "trains_at_the_start": TrainsScene(None, lone().trains, 22),
    "trains_and_hand": TableAndHandScene(yard(Random(3), 4, 9, 20), hand(11)),
    "trains_round": RoundScene(bare(yard(Random(5), 8, 12, 40)), hands(4, 0, 3, 2, 9, 6, 1, 8)),
}
HEIGHTS = (0.2, 1.75)
MORE_SCENES: dict[str, Scene] = {
    "trains_eight_and_hand": TableAndHandScene(EIGHT, hand(15)),
    "trains_round_of_long_hands": RoundScene(bare(EIGHT), hands(*[15] * 6, 1, 0)),
    "trains_sample": FramedScene(bare(yard(Random(2), 3, 9, 40)), 0.5),
    "trains_of_nobody": TrainsScene(None, ()),
}
A_BONE = lone((9, 4))
TOLD_APART: list[tuple[Scene, Scene]] = [
    (A_BONE, replace(A_BONE, newest=0)),
    (A_BONE, lone((9, 4), active=True)),
    (A_BONE, lone((9, 4), marker=True)),
    *combinations([lone((9, 4), end=end) for end in ("flag", "greyed", "none")], 2),
    *combinations([lone((9, 9), cover=place) for place in range(3)], 2),
    *pairwise([lone((9, number)) for number in range(9, 13)]),
]


def boxes(train: PlacedTrain) -> list[Box]:
    signs = [train.label, train.flag, *filter(None, [train.marker])]
    return [*signs, *train.bones, *[train.more][: train.hidden]]


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("left", [0, 20, 50])
def test_all_bones_and_signs_have_places_of_their_own(seats, left):
    for highest in (9, 12):
        for seed in range(10):
            scene = yard(Random(seed), seats, highest, left)
            placed = lay_out_trains(scene)
            assert placed.boneyard is not None
            found = [placed.hub, placed.boneyard, *(b for t in placed.trains for b in boxes(t))]
            assert all(map(Box(0, 0, WIDTH, placed.height).holds, found))
            assert apart(*found)


def test_the_last_bones_of_a_long_train_are_shown_and_the_others_counted():
    bones = tuple(pairwise([9, *Random(1).choices(range(10), k=40)]))
    placed = lay_out_trains(lone(*bones)).trains[0]
    assert len(placed.rows) == 3
    assert placed.hidden + len(placed.bones) == 40
    assert 17 <= len(placed.bones) < 30
    for before, after in pairwise(placed.bones):
        assert after.x == pytest.approx(before.right) or after.y > before.y + 1


def test_bones_lie_still_while_other_trains_grow():
    long = yard(Random(1), 2, 9)
    *others, last = long.trains
    alone = replace(long, trains=(*(replace(each, bones=()) for each in others), last))
    beside, apart_from = (lay_out_trains(each).trains[-1] for each in (long, alone))
    lower = beside.rows[0] - apart_from.rows[0]
    assert lower > 1
    moved = [box.moved(0, lower) for box in apart_from.bones]
    assert list(beside.bones) == [pytest.approx(box) for box in moved]


def test_an_animation_keeps_every_train_where_it_is():
    scenes = [yard(Random(7), 3, 9, left) for left in range(50, -1, -1)]
    framed = in_one_frame([*scenes, RoundScene(scenes[0], ())])
    tables = [each.table if isinstance(each, RoundScene) else each for each in framed]
    shown = [lay_out_trains(each) for each in tables if isinstance(each, TrainsScene)]
    assert len(shown) == len(scenes) + 1
    assert len({placed.height for placed in shown}) == 1
    assert len({tuple(train.rows for train in placed.trains) for placed in shown}) == 1


@pytest.mark.parametrize("scene", [EIGHT, TableAndHandScene(EIGHT, hand(12))])
def test_half_a_bone_is_22_pixels_wide_where_the_picture_is_400(scene):
    width = usual_width(scene)
    assert int(width / WIDTH) * 400 / width >= 22
    assert int(400 / WIDTH) >= 22


def test_numbers_above_nine_have_colours_and_other_pictures_stay_without_them():
    twelve = double_twelve(DEFAULT_THEME)
    assert len({*twelve.pips}) == 13
    assert twelve is double_twelve(DEFAULT_THEME) is double_twelve(twelve)
    six, high = (HandScene((HandBone(n, 0),)) for n in (9, 12))
    spread = [len(picture(each, 400).getpalette() or ()) for each in (six, high)]
    assert spread[0] < spread[1]


def test_a_table_of_eight_trains_is_a_small_file():
    sizes = [len(render(yard(Random(seed), 8, 12))) for seed in range(8)]
    assert max(sizes) <= 60_000
