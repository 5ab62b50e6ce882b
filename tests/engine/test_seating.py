# ruff: noqa: N802 - tests bear the ids of the rules
"""Who sits where."""

from dataclasses import replace

import pytest

from bot.engine.errors import BadSetup, UnknownOption, WrongSeats
from bot.engine.seating import left_of, prepare, wrong_seats
from bot.games.block import BLOCK

PAIRS = replace(BLOCK.info, min_seats=4, partnerships=((0, 2), (1, 3)))


def test_a_setup_holds_every_option_and_seat():
    setup = prepare(BLOCK.info, 3, {"target": "50"})

    assert setup.seats == (0, 1, 2)
    assert setup.table == 3
    assert setup.options == {"nextLead": "random", "target": 50}
    assert setup.previous is None


def test_GEN_3_the_left_of_a_seat_is_the_next():
    assert [left_of((0, 1, 2), seat) for seat in (0, 1, 2)] == [1, 2, 0]
    assert left_of((0, 2, 3), 0) == 2
    assert left_of((0, 2, 3), 1) == 2
    assert left_of((0, 2), 3) == 0


def test_GEN_4_the_oldest_joined_first():
    assert prepare(BLOCK.info, 3).seniority == (0, 1, 2)


def test_GEN_4_unless_another_order_is_given():
    assert prepare(BLOCK.info, 3, seniority=(2, 0, 1)).seniority == (2, 0, 1)


@pytest.mark.parametrize("seniority", [(), (0, 1), (0, 1, 1), (0, 1, 3), (0, 1, 2, 3)])
def test_GEN_4_that_names_every_seat_once(seniority):
    with pytest.raises(BadSetup, match="each of the 3 seats once"):
        prepare(BLOCK.info, 3, seniority=seniority)


def test_partnerships_are_those_of_the_game():
    assert prepare(PAIRS, 4).partnerships == ((0, 2), (1, 3))
    assert prepare(BLOCK.info, 4).partnerships == ()


@pytest.mark.parametrize("seats", [-1, 0, 1, 5, 100])
def test_too_few_and_too_many_are_refused(seats):
    with pytest.raises(WrongSeats, match=f"2–4, not by {seats}"):
        prepare(BLOCK.info, seats)


def test_a_game_for_one_number_says_that_number():
    assert "is played by 4, not by 3" in str(wrong_seats(PAIRS, 3))
    assert "is played by 2 or 4, not by 3" in str(wrong_seats(PAIRS, 3, allowed="2 or 4"))


def test_an_unknown_option_is_refused():
    with pytest.raises(UnknownOption):
        prepare(BLOCK.info, 2, {"goal": 1})
