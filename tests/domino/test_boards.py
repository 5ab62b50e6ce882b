from collections import Counter

import pytest

from bot.domino.board import BOARDS, BadBoard, beside, cell_name, neighbours, read_board

PUBLISHED, OWN = BOARDS["published"], BOARDS["own"]
SMALL = '''
name = "small"
size = 3
grid = """
5 . 1
. * .
. . 3
"""
track = "0 123"
'''


def test_squares_are_called_by_column_and_row():
    names = [cell_name(cell) for cell in ((7, 7), (0, 0), (14, 14), (8, 0))]
    assert names == ["h8", "a1", "o15", "i1"]


def test_neighbours_share_a_side():
    around = neighbours(15)
    assert set(around[7, 7]) == {(7, 6), (6, 7), (8, 7), (7, 8)}
    assert set(around[0, 0]) == {(1, 0), (0, 1)}
    assert len(around) == 225
    assert all(beside(cell, other) for cell, others in around.items() for other in others)
    assert not beside((3, 3), (4, 4))


def test_the_published_board():
    """68 diamonds, 180 points; a hundred spaces, sixteen of them sixes."""
    assert (PUBLISHED.size, PUBLISHED.star) == (15, (7, 7))
    assert Counter(PUBLISHED.diamonds.values()) == {1: 16, 2: 16, 3: 16, 4: 16, 5: 4}
    assert sum(PUBLISHED.diamonds.values()) == 180
    assert Counter(PUBLISHED.track) == {6: 16, **dict.fromkeys(range(6), 14)}


def test_our_own_board():
    """52 diamonds, 140 points; the number of space k is 3k modulo 7."""
    assert (OWN.size, OWN.star) == (15, (7, 7))
    assert (len(OWN.diamonds), sum(OWN.diamonds.values())) == (52, 140)
    assert OWN.track == tuple(3 * space % 7 for space in range(1, 101))


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_a_board_looks_the_same_in_a_mirror_and_turned_around(board):
    for (column, row), number in board.diamonds.items():
        assert {board.diamonds[14 - column, row], board.diamonds[row, column]} == {number}


def test_the_start_and_what_lies_beyond_the_track_have_no_number():
    assert [PUBLISHED.number(at) for at in (0, 1, 2, 100, 101, 250)] == [None, 1, 2, 0, None, None]


def test_another_board_can_be_read():
    board = read_board(SMALL, "small.toml")
    assert (board.name, board.size, board.star) == ("small", 3, (1, 1))
    assert board.diamonds == {(0, 0): 5, (2, 0): 1, (2, 2): 3}
    assert board.track == (0, 1, 2, 3)


@pytest.mark.parametrize(
    ("was", "becomes", "wrong"),
    [
        ('name = "small"', "name = ", "Invalid value"),
        ('name = "small"', "", "there is no text “name”"),
        ('name = "small"', "name = 3", "there is no text “name”"),
        ("size = 3", 'size = "3"', "there is no number “size”"),
        ("size = 3", "size = true", "there is no number “size”"),
        ("size = 3", "size = 27", "a size of 27 is not between 3 and 26"),
        ("size = 3", "size = 2", "a size of 2 is not between 3 and 26"),
        ("size = 3", "size = 4", "the grid has 3 rows, not 4"),
        (". * .\n", ". *\n", "row 2 of the grid has 2 squares, not 3"),
        (". * .\n", ". * . .\n", "row 2 of the grid has 4 squares, not 3"),
        ("*", ".", "the grid has 0 stars"),
        (". * .", "* . *", "the grid has 2 stars"),
        ("5 . 1", "5 . 6", "“6” on c1 is no diamond from 1 to 5"),
        ("5 . 1", "5 4 .", "the diamonds on a1 and b1 lie side by side"),
        (". * .", "2 * .", "the diamonds on a1 and a2 lie side by side"),
        ("0 123", "0 173", "“7”, space 3 of the track, is not from 0 to 6"),
        ("0 123", " ", "the track has no spaces"),
        ("track", "truck", "there is no text “track”"),
        ("grid", "grit", "there is no text “grid”"),
    ],
)
def test_a_wrong_board_is_refused_with_what_is_wrong(was, becomes, wrong):
    assert was in SMALL
    with pytest.raises(BadBoard) as caught:
        read_board(SMALL.replace(was, becomes), "small.toml")
    assert str(caught.value).startswith("small.toml: ")
    assert wrong in str(caught.value)
