import pytest

from bot.domino.square import (
    COMMANDS,
    EAST,
    MATCHING,
    NORTH,
    SIDES,
    SOUTH,
    WEST,
    Square,
    match,
    opposite,
)
from bot.domino.square_set import SQUARES, square

BLACK, WILD = 0, 7


@pytest.mark.parametrize(
    "code",
    ["", "1-2-3", "1-2-3-4-5", "1-2-3-7", "1-2-3-W", "give-1-2-3", "skip-again-1-2", "1 2 3 4"],
)
def test_SQ_1_nothing_else_is_a_piece(code):
    with pytest.raises(ValueError, match="not a piece of four squares"):
        Square(code)


def test_SQ_1_turned_clockwise():
    piece = square("0-2-6-6")
    assert [piece.turned(turn) for turn in range(4)] == [
        ("0", "2", "6", "6"),
        ("6", "0", "2", "6"),
        ("6", "6", "0", "2"),
        ("2", "6", "6", "0"),
    ]
    assert piece.turned(4) == piece.turned(0)


def test_SQ_2_sides_are_read_clockwise():
    piece = Square("1-2-3-w")
    assert (piece.sides[NORTH], piece.sides[EAST]) == ((1, 2), (2, 3))
    assert (piece.sides[SOUTH], piece.sides[WEST]) == ((3, WILD), (WILD, 1))
    assert [opposite(side) for side in (NORTH, EAST, SOUTH, WEST)] == [SOUTH, WEST, NORTH, EAST]


@pytest.mark.parametrize(
    ("one", "other", "fits"),
    [
        (3, 3, True),
        (3, 4, False),
        (3, WILD, True),
        (WILD, WILD, True),
        (BLACK, BLACK, True),
        (WILD, BLACK, False),
        (3, BLACK, False),
    ],
)
def test_SQ_3_SQ_4_what_matches(one, other, fits):
    """The first square of a side faces the second of the other."""
    assert match((one, 1), (1, other)) is match((other, 1), (1, one)) is fits
    assert match((1, one), (other, 1)) is match((1, other), (one, 1)) is fits


def test_SQ_4_a_wild_square_may_stand_for_two_numbers_at_once():
    piece = Square("1-w-2-2")
    assert MATCHING[5, 1][piece] == (NORTH,)
    assert MATCHING[2, 6][piece] == (EAST,)


@pytest.mark.parametrize("word", COMMANDS)
def test_SQ_5_SQ_13_a_command_is_black_and_scores_nothing(word):
    assert Square("w-w-2-3").scores == ((0, 0), (0, 2), (2, 3), (3, 0))
    piece = Square(f"{word}-1-2-0")
    assert piece.command is COMMANDS[word]
    assert piece.sides[NORTH] == (BLACK, 1)
    assert piece.sides[WEST] == (BLACK, BLACK)
    assert piece.scores[NORTH] == (0, 1)
    assert piece.pips == 3


@pytest.mark.parametrize(
    ("code", "period"), [("1-2-3-4", 4), ("1-1-2-2", 4), ("1-2-1-2", 2), ("5-5-5-5", 1)]
)
def test_a_piece_that_looks_the_same_turned_is_laid_in_fewer_ways(code, period):
    piece = Square(code)
    assert piece.period == period
    assert all(len(MATCHING[side][piece]) <= period for side in piece.sides)


def test_matching_finds_every_side_that_may_touch():
    for piece in SQUARES:
        for other in SQUARES:
            for shown in other.sides:
                found = [side for side in range(SIDES) if match(shown, piece.sides[side])]
                assert list(MATCHING[shown][piece]) == found
