"""Chance that anyone can check: the test vector of docs/notation.md, computed twice."""

import hashlib
import hmac
from pathlib import Path

import pytest

from bot.domino.bone import DOUBLE_SIX
from bot.engine.chance import Chance, commitment
from bot.engine.contract import Lot, Shuffle

NOTATION = (Path(__file__).parents[2] / "docs" / "notation.md").read_text("utf-8")
SECRET = bytes(range(32))
SALTS = ("1001", "1002", "1003")
CHANCE = Chance(SECRET, SALTS)
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
        chance = Chance(secret, salts)
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
