from dataclasses import replace
from itertools import combinations, pairwise
from random import Random
from typing import get_args

import pytest
from PIL import ImageChops

from benchmarks.boards import EMPTY
from renderers.hands.everyone import TALLEST, Hands
from renderers.ink.sprites import bone, pip_grid
from renderers.ink.themes import DEFAULT_THEME, double_twelve
from renderers.line.table import TALLEST_ABOVE_HANDS
from renderers.paint import PAINTERS, SCORES
from renderers.scene.bones import (
    EndMark,
    HandBone,
    HandScene,
    LaidBone,
    LineScene,
    OpenEnd,
    RoundScene,
    Scene,
    SeatHand,
    TableAndHandScene,
)
from renderers.scene.squares import SquaresScene
from tests.renderers.lines import SET, line
from tests.renderers.pictures import amount, colours, count_spots, picture


def test_every_scene_has_a_painter():
    assert set(get_args(Scene)) == {*PAINTERS, *SCORES}


def hand(count: int, every: int = 3) -> HandScene:
    bones = Random(2).sample(SET, count)
    return HandScene(tuple(HandBone(*b, playable=n % every == 0) for n, b in enumerate(bones)))


def planned(count: int, *places: int | None) -> HandScene:
    """Return a hand whose first bones have these places in a plan; it is not its owner's turn."""
    rest = (None,) * (count - len(places))
    bones = tuple(replace(bone, playable=False) for bone in hand(count).bones)
    return HandScene(bones, (*places, *rest))


def hand_and_table(seed: int) -> TableAndHandScene:
    return TableAndHandScene(line(21, seed=seed), hand(7))


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
    "hand_planned": planned(16, None, 2, 1, *range(3, 14)),
    "hand_and_table": hand_and_table(seed=1),
    "round_two": RoundScene(line(10), hands(4, 0)),
    "round_four": RoundScene(line(20), hands(3, 1, 2, 2)),
    "round_of_long_hands": RoundScene(line(6), hands(7, 9, 2, 4)),
}
HEIGHTS = (0.25, 1.45)
MORE_SCENES: dict[str, Scene] = {
    "hand_not_to_move": hand(5, every=100),
    "hand_whole_set": hand(28),
    "round_one_column": RoundScene(line(7), hands(20, 3)),
    "hand_before_the_lead": TableAndHandScene(LineScene(), hand(7)),
    "round_without_hands": RoundScene(LineScene(), ()),
    "table_unlabelled_unringed": LineScene((LaidBone(9, 7),)),
    "table_double": LineScene((LaidBone(8, 8, crosswise=True),), (OpenEnd(0, "l", 8, "Z"),), 0),
}


@pytest.mark.parametrize("upright", [False, True])
@pytest.mark.parametrize("pips", range(13))
@pytest.mark.parametrize("unit", [18, 22, 75])
def test_pips_can_be_counted(pips, upright, unit):
    """Each pip is a spot of its own in its number's colour, in rows of a narrow picture too."""
    places = pip_grid(pips, upright)
    assert len(set(places)) == len(places) == pips
    theme = double_twelve(DEFAULT_THEME)
    blank, counted = (bone(theme, unit, n, 0, upright=upright).picture for n in (0, pips))
    spots = ImageChops.difference(blank, counted).point(lambda value: 255 if value else 0)
    assert count_spots(spots) == pips


BARE = LineScene(line(7).bones)
FLAGGED, GREYED, CLOSED = (
    replace(BARE, ends=tuple(replace(end, mark=mark) for end in line(7).ends))
    for mark in get_args(EndMark)[:3]
)
PLACES = (None, 1, 2, 12)
TOLD_APART: list[tuple[Scene, Scene]] = [
    *combinations((BARE, FLAGGED, GREYED, CLOSED), 2),
    (BARE, replace(BARE, newest=6)),
    (HandScene((HandBone(6, 4),)), HandScene((HandBone(6, 4, playable=True),))),
    *combinations((planned(7, each) for each in PLACES), 2),
    (RoundScene(line(7), (SeatHand("A", ()),)), RoundScene(line(7), (SeatHand("A", (), True),))),
]


@pytest.mark.parametrize("width", [400, 900])
@pytest.mark.parametrize(
    ("seats", "dealt", "most"), [(2, 5, 28), (3, 5, 28), (4, 5, 28), (6, 4, 24)]
)
def test_bones_that_are_face_up_are_large_however_they_are_shared(seats, dealt, most, width):
    """On a phone 22 of 400 pixels: everybody draws any number of the bones that are not dealt."""
    rng, rest = Random(seats), most - seats * dealt
    for _ in range(60):
        cuts = sorted(rng.randint(0, rest) for _ in range(seats - 1))
        rooms = [dealt + b - a for a, b in pairwise((0, *cuts, rest))]
        placed = Hands(tuple(SeatHand("A", (), room=room) for room in rooms), width)
        assert placed.unit == width // 18, rooms
        assert placed.height <= TALLEST * width


@pytest.mark.parametrize(("dealt", "most", "across"), [(5, 40, 18), (5, 54, 25), (9, 90, 30)])
def test_bones_of_eight_are_as_large_as_the_height_allows(dealt, most, across):
    """On a phone 22 of 400 pixels, 16 with a whole double-nine set, 13 with double-twelve."""
    rng, rest, width = Random(8), most - 8 * dealt, 900
    for _ in range(60):
        cuts = sorted(rng.randint(0, rest) for _ in range(7))
        rooms = [dealt + b - a for a, b in pairwise((0, *cuts, rest))]
        placed = Hands(tuple(SeatHand("A", (), room=room) for room in rooms), width)
        assert placed.unit >= width // across, rooms
        assert placed.height <= TALLEST * width


def test_bones_that_are_gone_leave_their_room():
    held = tuple(SeatHand(seat, SET[:9], room=9) for seat in "ABC")
    less = (replace(held[0], bones=()), held[1], replace(held[2], bones=SET[:2]))
    full, fewer = (picture(RoundScene(line(7), each), 400).convert("RGB") for each in (held, less))
    assert full.size == fewer.size
    middle = (0, full.height - 106, 400, full.height - 62)
    assert full.crop(middle).tobytes() == fewer.crop(middle).tobytes()


@pytest.mark.parametrize("width", [400, 1200])
def test_a_hand_is_as_large_below_a_table_as_alone(width):
    """Below the table is the picture of the hand alone, but for the rail."""
    held = hand(7)
    for table in (line(12), LineScene(), EMPTY, SquaresScene()):
        alone = picture(held, width).convert("RGB")
        both = picture(TableAndHandScene(table, held), width).convert("RGB")
        inside = (width // 20, width // 40, width - width // 20, alone.height - width // 40)
        shown = both.crop((0, both.height - alone.height, width, both.height)).crop(inside)
        assert shown.tobytes() == alone.crop(inside).tobytes()


def test_the_frame_grows_with_the_table():
    """Few bones are not lost on wide felt; above a hand, many take hardly more than the width."""
    tables = LineScene(), line(3), line(21)
    none, few, many = map(picture, tables)
    assert none.height <= few.height < many.height / 2
    alone, both = picture(hand(7), many.width), picture(hand_and_table(seed=1), many.width)
    assert both.height - alone.height <= TALLEST_ABOVE_HANDS * many.width + 1


def test_hands_are_told_by_who_may_play():
    waiting = picture(HandScene((HandBone(6, 4), HandBone(5, 5)))).convert("RGB")
    playing = picture(HandScene((HandBone(6, 4, playable=True), HandBone(5, 5)))).convert("RGB")
    right = (playing.width // 2, 0, playing.width, playing.height)
    assert bytes(DEFAULT_THEME.ivory) in colours(waiting.crop(right))
    assert bytes(DEFAULT_THEME.ivory) not in colours(playing.crop(right))


@pytest.mark.parametrize("width", [400, 1200])
@pytest.mark.parametrize("pips", range(1, 10))
def test_a_tag_covers_no_pip_of_its_bone(pips, width):
    bare = HandScene((HandBone(pips, pips),) * 7)
    tagged, colour = replace(bare, planned=(1,) * 7), DEFAULT_THEME.pips[pips]
    assert picture(bare, width).size == picture(tagged, width).size
    assert amount(colour, picture(bare, width)) == amount(colour, picture(tagged, width)) > 0


@pytest.mark.parametrize("count", [7, 14, 28])
def test_a_tag_is_large_enough_to_be_read_on_a_phone(count):
    """At least 22 of 1200 pixels high, also in the largest hands."""
    one, other = (picture(planned(count, place)).convert("RGB") for place in (None, 12))
    left, top, right, bottom = ImageChops.difference(one, other).getbbox() or (0, 0, 0, 0)
    assert bottom - top >= 44
    assert right - left >= 44
