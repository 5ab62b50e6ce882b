import re
from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from bot.domino.square import (
    COMMANDS,
    EAST,
    MATCHING,
    NORTH,
    NUMBERS,
    SIDES,
    SOUTH,
    WEST,
    Square,
    match,
    opposite,
)
from bot.domino.square_set import LEAST, SQUARES, BadPieces, read_pieces, square

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
    turned = ["".join(piece.turned(turn)) for turn in range(4)]
    assert turned == ["0266", "6026", "6602", "2660"]
    assert piece.turned(4) == piece.turned(0)


def test_SQ_2_sides_are_read_clockwise():
    piece = Square("1-2-3-w")
    assert (piece.sides[NORTH], piece.sides[EAST]) == ((1, 2), (2, 3))
    assert (piece.sides[SOUTH], piece.sides[WEST]) == ((3, WILD), (WILD, 1))
    assert [opposite(side) for side in (NORTH, EAST, SOUTH, WEST)] == [SOUTH, WEST, NORTH, EAST]


@pytest.mark.parametrize(
    ("one", "other", "fits"),
    [
        *((3, 3, True), (3, 4, False), (3, WILD, True), (WILD, WILD, True), (BLACK, BLACK, True)),
        *((WILD, BLACK, False), (3, BLACK, False)),
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


DOCS = Path(__file__).parents[2] / "docs"


def listed(ordinary=(), wild=(), command=()):
    groups = {"ordinary": ordinary, "wild": wild, "command": command}
    return "\n".join(f"{name} = {list(codes)}" for name, codes in groups.items())


def kinds():
    return {
        "ordinary": [p.code for p in SQUARES if not p.wild and not p.command],
        "wild": [p.code for p in SQUARES if p.wild],
        "command": [p.code for p in SQUARES if p.command],
    }


def test_SQ_I6_the_pieces_are_those_that_the_rules_say():
    groups = kinds()
    assert [len(groups[kind]) for kind in ("ordinary", "wild", "command")] == [28, 10, 10]
    symbols = Counter(symbol for piece in SQUARES for symbol in piece.symbols)
    assert [symbols[number] for number in NUMBERS] == [25] * 6
    assert (symbols["0"], symbols["w"]) == (19, 13)
    assert sum(symbols[word] for word in COMMANDS) == 10
    assert set(Counter(p.command for p in SQUARES if p.command).values()) == {2}
    assert sum(piece.pips for piece in SQUARES) == 525


def test_SQ_I6_all_pieces_are_different_however_turned():
    looks = {min(piece.turned(turn) for turn in range(4)) for piece in SQUARES}
    assert len(looks) == len(SQUARES) == 48


def test_SQ_I6_the_ordinary_ones_are_two_sets_of_dominoes_joined_in_pairs():
    """Every ordinary piece can be cut into two bones so that each of the 28 comes twice."""
    left = Counter({frozenset(pair): 2 for pair in product("0123456", repeat=2)})
    pieces = [piece.symbols for piece in SQUARES if not piece.wild and not piece.command]
    assert cut(pieces, left)


def cut(pieces, left):
    """Whether the pieces can be cut into these bones, the one that can be cut in fewest ways
    first."""
    if not pieces:
        return not any(left.values())
    piece = min(pieces, key=lambda each: len(cuts(each, left)))
    rest = [each for each in pieces if each is not piece]
    return any(cut(rest, left - bones) for bones in cuts(piece, left))


def cuts(piece, left):
    """The two bones of a piece, across and along, as far as they are left."""
    a, b, c, d = map(str, piece)
    ways = [Counter(map(frozenset, way)) for way in (((a, b), (c, d)), ((b, c), (d, a)))]
    return [bones for bones in ways if bones <= left]


def test_SQ_I6_the_page_of_the_rules_lists_them():
    page = (DOCS / "rules" / "squares.md").read_text("utf-8")
    listed_there = page.partition("## The pieces")[2].partition("### Another list")[0]
    code = r"(?:\d|w|[a-z]+1?)(?:-[\dw]){3}"
    assert re.findall(rf"\b{code}\b", listed_there) == [piece.code for piece in SQUARES]


def test_an_incomplete_list_or_no_toml_is_refused_by_name():
    for missing in ("ordinary", "wild", "command"):
        text = re.sub(f"(?m)^{missing} .*$", "", listed(**kinds()))
        with pytest.raises(BadPieces, match=f"there is no list “{missing}” of pieces"):
            read_pieces(text, "other.toml")
    with pytest.raises(BadPieces, match=r"other\.toml: "):
        read_pieces("ordinary = [", "other.toml")


def test_a_piece_is_found_by_its_one_spelling():
    assert square("0-0-1-3") is square("0-0-1-3")
    with pytest.raises(KeyError):
        square("0-1-3-0")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"ordinary": ["1-2-3"]}, "“1-2-3” is not a piece of four squares"),
        ({"ordinary": ["1-2-3-9"]}, "“1-2-3-9” is not a piece"),
        ({"ordinary": ["1-2-3-w"]}, "“1-2-3-w” stands among the ordinary pieces, and is wild"),
        ({"wild": ["skip-w-1-2"]}, "stands among the wild pieces, and is command"),
        ({"command": ["1-2-3-4"]}, "stands among the command pieces, and is ordinary"),
        ({"command": ["skip-again-1-2"]}, "is not a piece of four squares"),
        ({"ordinary": ["0-0-1-3", "0-0-1-3"]}, "“0-0-1-3” is “0-0-1-3” over again"),
        ({"ordinary": ["0-0-1-3", "1-3-0-0"]}, "“1-3-0-0” is “0-0-1-3” over again"),
        ({"ordinary": ["1-1-2-2"]}, f"21 pieces, and at least {LEAST} are needed"),
        ({"ordinary": [1, 2]}, "there is no list “ordinary” of pieces"),
    ],
)
def test_a_wrong_list_is_refused_by_name(change, said):
    with pytest.raises(BadPieces, match=said) as caught:
        read_pieces(listed(**(kinds() | change)), "other.toml")
    assert str(caught.value).startswith("other.toml: ")
