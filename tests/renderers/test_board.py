"""A board and its score track: the layout, and the picture."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from benchmarks.boards import DIAMONDS, EMPTY, TRACK, random_bones
from renderers.board.ground import plan
from renderers.board.piece_layout import place_at_start, place_groups
from renderers.board.track import SIDES, place_track
from renderers.geometry.places import Box, Heading
from renderers.paint import render
from renderers.scene.bones import (
    BoardBone,
    BoardRoundScene,
    BoardScene,
    BoardSpot,
    Scene,
    ScorePiece,
    SeatHand,
)
from tests.renderers.pictures import apart, assert_told_apart, contrast, picture, within

SEATS = "ABCDEF"
SIZES = [(15, 100), (11, 60), (9, 41), (7, 0), (19, 103)]


def pieces(*spaces: int, active: int = 0) -> tuple[ScorePiece, ...]:
    return tuple(ScorePiece(SEATS[n], space, n == active) for n, space in enumerate(spaces))


def spots(*squares: tuple[int, int, str]) -> tuple[BoardSpot, ...]:
    return tuple(BoardSpot(*square) for square in squares)


FORTY = replace(
    EMPTY,
    bones=random_bones(Random(3), 40),
    newest=(39,),
    pieces=pieces(17, 52, 17, 90, 91, 91, active=1),
)
FIRST = replace(
    EMPTY,
    bones=(BoardBone(6, (7, 7), 6, (8, 7)),),
    newest=(0,),
    pieces=pieces(3, 0, 0, active=2),
    spots=spots((7, 6, "A"), (8, 6, "B"), (9, 7, "C"), (6, 7, "AB"), (4, 6, "D"), (8, 8, "XY")),
)
HANDS = (
    SeatHand("A", ((6, 4), (3, 0)), winner=True),
    SeatHand("B", ()),
    SeatHand("C", ((5, 5), (2, 1), (0, 0))),
)
SCENES: dict[str, Scene] = {
    "board_empty": replace(EMPTY, pieces=pieces(0, 0, 0, 0, 0, 0)),
    "board_first": FIRST,
    "board_forty": FORTY,
    "board_round": BoardRoundScene(FORTY, HANDS),
}
HEIGHTS = (0.85, 1.6)
MORE_SCENES: dict[str, Scene] = {
    "board_bare": BoardScene(9, (4, 4), (), ()),
    "board_of_another_size": replace(
        EMPTY, size=11, star=(5, 5), diamonds=(), track=TRACK[:42], pieces=pieces(1, 42)
    ),
    "board_crowded_in_corners": replace(EMPTY, pieces=pieces(1, 1, 25, 25, 100, 76)),
}


@pytest.mark.parametrize(("size", "count"), SIZES)
def test_the_ring_lies_around_the_board(size, count):
    track = place_track(size, count)
    frame = Box(0, 0, track.side, track.side)
    assert len(track.spaces) == count
    around = [space.box for space in (*track.spaces, *track.corners)]
    assert all(within(box, track.ring) for box in around)
    assert within(track.ring, frame)
    assert within(track.start, frame)
    solid = [*around, track.start, track.rim]
    assert apart(*solid)
    assert within(track.board, track.rim)


@pytest.mark.parametrize(("size", "count"), SIZES)
def test_spaces_follow_each_other_clockwise_from_the_lower_left(size, count):
    track = place_track(size, count)
    for one, other in pairwise(track.spaces):
        if one.heading is other.heading:
            heading = one.heading
            reach = heading.dx * (other.box.x - one.box.x) + heading.dy * (other.box.y - one.box.y)
            assert reach == pytest.approx(one.box.width if heading.dx else one.box.height)
        else:
            assert SIDES.index(other.heading) == SIDES.index(one.heading) + 1
    lengths = [sum(space.heading is side for space in track.spaces) for side in SIDES]
    assert max(lengths) - min(lengths) <= 1
    if count:
        first = track.spaces[0]
        assert first.heading is Heading.NORTH
        assert first.box.bottom == pytest.approx(track.start.y)
        assert track.spaces[-1].box.x == pytest.approx(track.start.right)


@pytest.mark.parametrize("width", [160, 400, 1200])
def test_squares_are_whole_pixels(width):
    laid = plan(15, 100, width)
    for column, row in ((0, 0), (7, 3), (14, 14)):
        left, top, right, bottom = laid.edges(laid.track.square(column, row))
        assert right - left == bottom - top == laid.unit


crowded = pytest.mark.parametrize("count", [5, pytest.param(20, marks=pytest.mark.deep)])


def crowds(count: int) -> list[tuple[ScorePiece, ...]]:
    rng = Random(5)
    found = [pieces(*(rng.randrange(101) for _ in SEATS)) for _ in range(10 * count)]
    for at in (1, 25, 26, 50, 51, 75, 76, 100, 38):
        found += [
            pieces(*(min(100, max(1, at + rng.randrange(-2, 3))) for _ in SEATS))
            for _ in range(count)
        ]
        found.append(pieces(*(at for _ in SEATS)))
    return found


@crowded
def test_pieces_stand_apart_beside_their_space(count):
    track = place_track(15, 100)
    frame = Box(0, 0, track.side, track.side)
    for crowd in crowds(count):
        groups = place_groups(track, crowd)
        waiting = place_at_start(track, crowd)
        told = [piece for group in groups for piece in group.pieces] + [p for p, _ in waiting]
        assert sorted(piece.seat for piece in told) == list(SEATS)
        boxes = [group.box for group in groups]
        assert all(within(box, frame) for box in boxes)
        assert apart(*boxes)
        assert all(apart(box, other) for box in boxes for other in (track.ring, track.start))


@crowded
def test_the_point_of_a_group_aims_at_its_space(count):
    track = place_track(15, 100)
    for crowd in crowds(count):
        for group in place_groups(track, crowd):
            (space,) = {piece.space for piece in group.pieces}
            there = track.spaces[space - 1]
            start = group.box.y if group.heading.dx else group.box.x
            assert start + group.aim == pytest.approx(there.middle)
            assert group.heading is SIDES[(SIDES.index(there.heading) + 1) % 4]


@pytest.mark.parametrize("count", range(1, 7))
def test_every_letter_at_the_start_can_be_read(count):
    track = place_track(15, 100)
    placed = place_at_start(track, pieces(*[0] * count))
    assert all(within(box, track.start) for _, box in placed)
    assert apart(*(box for _, box in placed))


def test_drawing_leaves_no_trace_on_the_empty_board():
    before = render(EMPTY, width=400)
    render(FORTY, width=400)
    assert render(EMPTY, width=400) == before


def test_diamonds_and_the_star_vanish_under_bones():
    """A bone hides all of what is on its squares."""
    width = 400
    laid = plan(15, 100, width)
    bones = (BoardBone(0, (7, 7), 0, (7, 6)), BoardBone(0, (0, 0), 0, (0, 1)))
    on_board, on_felt = (
        picture(replace(scene, bones=bones), width).convert("L")
        for scene in (EMPTY, replace(EMPTY, diamonds=(), star=(3, 10)))
    )
    for column, row in ((7, 7), (0, 0)):
        left, top, right, bottom = laid.edges(laid.track.square(column, row))
        inside = (left + 3, top + 3, right - 3, bottom - 3)
        crops = [each.crop(inside) for each in (on_board, on_felt)]
        assert contrast(*crops) == 0


def test_marks_differ_in_brightness():
    plain = replace(FORTY, newest=(), pieces=pieces(3, 9, active=9))
    for other in (
        replace(plain, newest=(2,)),
        replace(plain, pieces=pieces(3, 9, active=1)),
        replace(plain, pieces=pieces(4, 9, active=9)),
    ):
        assert_told_apart(plain, other)
    for number in range(1, 5):
        one, other = (
            replace(EMPTY, diamonds=(replace(DIAMONDS[0], points=n),)) for n in (number, 5)
        )
        assert_told_apart(one, other)


def test_a_spot_on_a_diamond_still_tells_what_it_is_worth():
    marked = replace(EMPTY, spots=spots((0, 0, "A")))
    assert_told_apart(marked, replace(marked, diamonds=DIAMONDS[4:]), 1200)
