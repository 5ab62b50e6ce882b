import re
from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from bot.domino.square import COMMANDS, NUMBERS
from bot.domino.square_set import LEAST, SQUARES, BadPieces, read_pieces, square

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
