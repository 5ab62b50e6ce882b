"""Chance that anyone can check: the test vector of docs/notation.md, computed twice."""

import hashlib
import hmac
from pathlib import Path

import pytest

from bot.domino.bone import DOUBLE_SIX
from bot.engine.chance import MatchRandomness, answer, commitment, lot_result, shuffle_result
from bot.engine.contract import Lot, Shuffle
from bot.engine.errors import IllegalMove

NOTATION = (Path(__file__).parents[2] / "docs" / "notation.md").read_text("utf-8")
SECRET = bytes(range(32))
SALTS = ("1001", "1002", "1003")
CHANCE = MatchRandomness(SECRET, SALTS)
BONES = Shuffle(tuple(bone.code for bone in DOUBLE_SIX))
SEATS = Lot((0, 1, 2, 3))


# The specification once more, in as few lines as a player would need.


def words(secret, salts, ordinal):
    block = 0
    while True:
        message = "boneyard/1|" + ",".join(salts) + "|" + str(ordinal) + "|" + str(block)
        digest = hmac.new(secret, message.encode("utf-8"), hashlib.sha256).digest()
        for at in range(8):
            yield int.from_bytes(digest[4 * at : 4 * at + 4], "big")
        block += 1


def below(bound, stream):
    while True:
        word = next(stream)
        if word < 2**32 // bound * bound:
            return word % bound


def shuffled(pieces, stream):
    order = list(pieces)
    for at in range(len(order) - 1, 0, -1):
        other = below(at + 1, stream)
        order[at], order[other] = order[other], order[at]
    return order


@pytest.mark.parametrize("salts", [(), ("7",), ("7", "8"), ("78",)])
def test_every_answer_follows_from_the_specification(salts):
    for ordinal in range(40):
        secret = hashlib.sha256(str(ordinal).encode()).digest()
        chance = MatchRandomness(secret, salts)
        order = shuffled(BONES.pieces, words(secret, salts, ordinal))
        assert chance.answer(BONES, ordinal).code == "deal " + " ".join(order)
        seat = (0, 2, 3)[below(3, words(secret, salts, ordinal))]
        assert chance.answer(Lot((0, 2, 3)), ordinal).code == f"lot {seat}"


def test_words_past_the_last_full_multiple_are_thrown_away(monkeypatch):
    from bot.engine import chance

    stream = iter([2**32 - 1, 2**32 - 2, 7])
    assert 2**32 % 3 == 1
    assert chance._below(3, stream) == (2**32 - 2) % 3
    assert chance._below(3, stream) == 7 % 3


def test_the_test_vector_of_the_notation_page():
    expected = "deal " + " ".join(shuffled(BONES.pieces, words(SECRET, SALTS, 0)))
    assert CHANCE.answer(BONES, 0).code == expected
    assert " ".join(NOTATION.split()).count(expected) == 1
    expected = f"lot {below(4, words(SECRET, SALTS, 1))}"
    assert CHANCE.answer(SEATS, 1).code == expected
    assert f"| 1 | lot of the seats 0, 1, 2, 3 | `{expected}` |" in NOTATION
    assert commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()
    assert commitment(SECRET) in NOTATION
    stream = words(SECRET, SALTS, 0)
    assert ", ".join(str(next(stream)) for _ in range(4)) in NOTATION


# Nature's moves.

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
