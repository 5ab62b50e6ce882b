"""Nature's moves."""

import pytest

from bot.engine.chance import answer, lot_result, shuffle_result
from bot.engine.contract import Lot, Shuffle
from bot.engine.errors import IllegalMove

THREE = Shuffle(("a", "b", "c"))


def test_an_answer_is_found_by_its_code():
    """A deal is the whole order and secret, a lot is a seat and public; alike pieces come twice."""
    move = answer(THREE, "deal b a c")
    assert move == shuffle_result(("b", "a", "c"))
    assert (move.code, move.secret) == ("deal b a c", True)
    move = answer(Lot((1, 3)), "lot 3")
    assert move == lot_result(3)
    assert (move.code, move.secret) == ("lot 3", False)
    assert answer(Shuffle(("a", "a")), "deal a a") == shuffle_result(("a", "a"))


@pytest.mark.parametrize(
    ("task", "codes", "told"),
    [
        (
            THREE,
            "|deal|deal |deal a b|deal a b b|deal a b c d|deal a  b c|deal a b c | deal a b c"
            "|Deal a b c|shuffle a b c|lot 1|deal " + "z" * 5000,
            "deal and 3 pieces",
        ),
        (Lot((1, 3)), "|lot|lot 2|lot 01|lot 1 |lot 1 3|deal 1|1", "Legal: lot 1, lot 3"),
    ],
)
def test_another_answer_is_refused_and_not_repeated_at_length(task, codes, told):
    for code in codes.split("|"):
        with pytest.raises(IllegalMove, match=told) as caught:
            answer(task, code)
        assert len(str(caught.value)) < 200
