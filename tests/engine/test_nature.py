"""Nature's moves."""

import pytest

from bot.engine.contract import Lot, Shuffle
from bot.engine.errors import IllegalMove
from bot.engine.nature import answer, deal, drawn

THREE = Shuffle(("a", "b", "c"))


def test_a_deal_is_the_whole_order_and_secret():
    move = deal(("b", "a", "c"))

    assert move.code == "deal b a c"
    assert move.order == ("b", "a", "c")
    assert move.secret


def test_a_lot_is_a_seat_and_public():
    move = drawn(2)

    assert move.code == "lot 2"
    assert move.seat == 2
    assert not move.secret


def test_an_answer_is_found_by_its_code():
    assert answer(THREE, "deal b a c") == deal(("b", "a", "c"))
    assert answer(Lot((1, 3)), "lot 3") == drawn(3)


def test_pieces_that_are_there_twice_are_dealt_twice():
    assert answer(Shuffle(("a", "a")), "deal a a") == deal(("a", "a"))


@pytest.mark.parametrize(
    "code",
    [
        "",
        "deal",
        "deal ",
        "deal a b",
        "deal a b b",
        "deal a b c d",
        "deal a  b c",
        "deal a b c ",
        " deal a b c",
        "Deal a b c",
        "shuffle a b c",
        "lot 1",
    ],
)
def test_another_answer_to_a_shuffle_is_refused(code):
    with pytest.raises(IllegalMove, match="deal and 3 pieces"):
        answer(THREE, code)


@pytest.mark.parametrize("code", ["", "lot", "lot 2", "lot 01", "lot 1 ", "lot 1 3", "deal 1", "1"])
def test_another_answer_to_a_lot_is_refused(code):
    with pytest.raises(IllegalMove, match="Possible: lot 1, lot 3"):
        answer(Lot((1, 3)), code)


def test_a_long_wrong_answer_is_not_repeated_in_full():
    with pytest.raises(IllegalMove) as caught:
        answer(THREE, "deal " + "z" * 5000)

    assert len(str(caught.value)) < 200
