from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from PIL import Image

from benchmarks.boards import DIAMONDS, EMPTY, random_bones
from renderers.board import ornaments
from renderers.board.board import Board, board_bone
from renderers.board.ground import window_of
from renderers.board.inlays import Packed, ink, inks, pack_pairs, unpack_pairs
from renderers.geometry.places import Box
from renderers.ink.sprites import pip_grid
from renderers.ink.themes import DEFAULT_THEME
from renderers.paint import render
from renderers.scene.bones import (
    BoardBone,
    BoardScene,
    BoardSpot,
    RoundScene,
    Scene,
    ScorePiece,
    SeatHand,
)
from renderers.shared_frame import in_one_frame
from tests.renderers.pictures import assert_told_apart, contrast, count_spots, picture

SEATS = "ABCDEF"
TRACK = (1, 2, 3, 4, 5, 6, 0) * 17  # the numbers on the spaces of a score track


def pieces(*spaces: int, active: int = 0) -> tuple[ScorePiece, ...]:
    return tuple(
        ScorePiece(SEATS[n], space, TRACK[space - 1] if space else None, n == active)
        for n, space in enumerate(spaces)
    )


def spots(*squares: tuple[int, int, str]) -> tuple[BoardSpot, ...]:
    return tuple(BoardSpot(*square) for square in squares)


FORTY = replace(
    EMPTY,
    bones=random_bones(Random(3), 40),
    newest=(39,),
    pieces=pieces(17, 52, 17, 90, 91, 91, active=1),
    goal=100,
)
FIRST = replace(
    EMPTY,
    bones=(BoardBone(6, (7, 7), 6, (8, 7)),),
    newest=(0,),
    pieces=pieces(3, 0, 0, active=2),
    goal=75,
    own="C",
    ahead=TRACK[:13],
    spots=spots((7, 6, "A"), (8, 6, "B"), (9, 7, "C"), (6, 7, "AB"), (4, 6, "D"), (8, 8, "XY")),
)
WHOLE = (0, 0, 15, 15)
HANDS = (
    SeatHand("A", ((6, 4), (3, 0)), winner=True),
    SeatHand("B", ()),
    SeatHand("C", ((5, 5), (2, 1), (0, 0))),
)
SCENES: dict[str, Scene] = {
    "board_empty": replace(EMPTY, pieces=pieces(0, 0, 0, 0, 0, 0), goal=50),
    "board_first": FIRST,
    "board_forty": FORTY,
    "board_round": RoundScene(FORTY, HANDS),
}
HEIGHTS = (0.85, 1.6)
MORE_SCENES: dict[str, Scene] = {
    "board_bare": BoardScene(9, (4, 4), ()),
    "board_of_another_size": replace(
        EMPTY, size=11, star=(5, 5), diamonds=(), pieces=pieces(1, 42), goal=50
    ),
    "board_close": replace(FIRST, close=True),
}


def growing(seed: int) -> Iterator[BoardScene]:
    bones = random_bones(Random(seed), 40)
    for count in range(len(bones) + 1):
        yield replace(FORTY, bones=bones[:count], newest=())


def squares(window: Box) -> set[tuple[int, int]]:
    return {
        (int(window.x) + x, int(window.y) + y)
        for x in range(int(window.width))
        for y in range(int(window.height))
    }


@pytest.mark.parametrize("seed", range(5))
def test_the_window_has_room_for_every_next_bone_and_hardly_ever_changes(seed):
    shown = [window_of(scene) for scene in growing(seed)]
    for window, scene in zip(shown, growing(seed), strict=True):
        inside = squares(window)
        for x, y in (square for bone in scene.bones for square in (bone.at, bone.other)):
            near = {(x + dx, y + dy) for dx in (-2, 0, 2) for dy in (-2, 0, 2)}
            assert {at for at in near if all(0 <= n < scene.size for n in at)} <= inside
        assert window.width >= window.height
    assert all(squares(one) <= squares(other) for one, other in pairwise(shown)), "none is lost"
    assert len(set(shown)) <= 10


@pytest.mark.parametrize(("count", "least"), [(1, 37), (6, 24), (40, 23)])
def test_half_a_bone_is_large_enough_on_a_phone(count, least):
    """In a picture shown 400 points wide."""
    for seed in range(5):
        scene = [*growing(seed)][count]
        assert Board(scene, 900).plan.unit * 400 / 900 >= least


def test_an_animation_shows_the_same_squares_in_every_picture():
    scenes = in_one_frame([*growing(1), RoundScene(FORTY, HANDS)])
    boards = [each.table if isinstance(each, RoundScene) else each for each in scenes]
    assert len({window_of(board) for board in boards if isinstance(board, BoardScene)}) == 1


@pytest.mark.parametrize("width", [160, 400, 900, 1200])
@pytest.mark.parametrize("scene", [*SCENES.values()], ids=[*SCENES])
def test_squares_and_all_above_them_are_in_the_picture_and_even(scene, width):
    board: BoardScene = getattr(scene, "table", scene)
    laid = Board(board, width)
    left, top, right, bottom = laid.plan.squares
    assert 0 < left < right < width
    assert 0 < top < bottom < laid.height
    assert laid.plan.unit % 2 == left % 2 == 0


@pytest.mark.parametrize("space", [0, 49, 50, 51, 75, 100, 101, 113])
@pytest.mark.parametrize("seats", range(1, 7))
def test_any_points_can_be_drawn_even_beyond_the_goal_and_the_track(seats, space):
    number = 3 if 0 < space <= 100 else None
    crowd = tuple(ScorePiece(seat, space, number, seat == "A") for seat in SEATS[:seats])
    for goal in (0, 50, 100):
        scene = replace(FORTY, pieces=crowd, goal=goal, own="A", ahead=TRACK[space : space + 13])
        assert picture(scene, 400).width == 400


def test_drawing_leaves_no_trace_on_the_empty_board():
    before = render(EMPTY, width=400)
    render(FORTY, width=400)
    assert render(EMPTY, width=400) == before


def test_diamonds_and_the_star_vanish_under_bones():
    width = 400
    bones = (BoardBone(0, (7, 7), 0, (7, 6)), BoardBone(0, (0, 0), 0, (0, 1)))
    on_board, on_felt = (
        picture(replace(scene, bones=bones, extent=WHOLE), width).convert("L")
        for scene in (EMPTY, replace(EMPTY, diamonds=(), star=(3, 10)))
    )
    laid = Board(replace(EMPTY, bones=bones, extent=WHOLE), width).plan
    for column, row in ((7, 7), (0, 0)):
        left, top = laid.at(column, row)
        inside = (left + 3, top + 3, left + laid.unit - 3, top + laid.unit - 3)
        crops = [each.crop(inside) for each in (on_board, on_felt)]
        assert contrast(*crops) == 0


def worth(points: int) -> BoardScene:
    return replace(EMPTY, diamonds=(replace(DIAMONDS[0], points=points),))


PLAIN = replace(FORTY, newest=(), pieces=pieces(3, 9, active=9))
TOLD_APART: list[tuple[Scene, Scene]] = [
    (PLAIN, replace(PLAIN, newest=(2,))),
    (PLAIN, replace(PLAIN, pieces=pieces(3, 9, active=1))),
    (PLAIN, replace(PLAIN, pieces=pieces(4, 9, active=9))),
    *((worth(number), worth(5)) for number in range(1, 5)),
]


def test_a_spot_on_a_diamond_still_tells_what_it_is_worth():
    marked = replace(EMPTY, spots=spots((0, 0, "A")))
    assert_told_apart(marked, replace(marked, diamonds=DIAMONDS[4:]), 1200)


UNIT = 64  # the side of a square at 1200 pixels


def test_there_are_sixteen_inks():
    assert len(set(inks(DEFAULT_THEME))) == 16
    assert [ink(DEFAULT_THEME, colour) for colour in inks(DEFAULT_THEME)] == list(range(16))


@pytest.mark.parametrize("width", [1, 2, 7, 8])
def test_pixels_are_packed_and_unpacked(width):
    rng = Random(width)
    inked = Image.frombytes("L", (width, 5), bytes(rng.randrange(16) for _ in range(5 * width)))
    assert unpack_pairs(pack_pairs(inked), width, range(16)).tobytes() == inked.tobytes()
    assert Packed.of(DEFAULT_THEME, inked).indices(range(16)).tobytes() == inked.tobytes()


@pytest.mark.parametrize("share", [0.44, 0.54])
@pytest.mark.parametrize(("text", "areas"), [("0", 2), ("1", 1), ("2", 1), ("3", 1), ("5", 1)])
def test_numerals_stay_open(text, areas, share):
    """A 5 whose lower half closes would look like a 6."""
    mask = Image.new("L", (2 * UNIT, 2 * UNIT), 255)
    theme = DEFAULT_THEME
    sign = ornaments.text(theme, text, share * UNIT, theme.letter_ink, theme.felt)
    felt = ink(theme, theme.felt)
    mask.paste(unpack_pairs(sign.pairs, sign.width, [255 * (n == felt) for n in range(16)]), (8, 8))
    assert count_spots(mask) == areas


@pytest.mark.parametrize("upright", [False, True])
@pytest.mark.parametrize("pips", range(1, 7))
@pytest.mark.parametrize("unit", [20, UNIT])
def test_pips_of_a_board_can_be_counted(pips, upright, unit):
    face = board_bone(DEFAULT_THEME, unit, 0, pips, upright=upright)
    colour = ink(DEFAULT_THEME, DEFAULT_THEME.pips[pips])
    spots = unpack_pairs(face.pairs, face.width, [255 * (n == colour) for n in range(16)])
    assert count_spots(spots) == pips == len(pip_grid(pips, upright))
