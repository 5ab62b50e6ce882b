from dataclasses import replace

import pytest

from bot.engine.errors import BadSetup, SeatsNotAllowed, WrongSeats
from bot.engine.game_info import flag
from bot.engine.seating import check_allowed, left_of, prepare
from bot.games import CATALOGUE
from bot.games.block import BLOCK


def test_a_setup_holds_every_option_and_seat():
    setup = prepare(BLOCK.info, 3, {"target": "50"})
    assert setup.seats == (0, 1, 2)
    assert setup.seat_count == 3
    assert setup.options == {"nextLead": "random", "target": 50}
    assert setup.previous is None


def test_GEN_3_the_left_of_a_seat_is_the_next():
    assert [left_of((0, 1, 2), seat) for seat in (0, 1, 2)] == [1, 2, 0]
    assert left_of((0, 2, 3), 0) == 2
    assert left_of((0, 2, 3), 1) == 2
    assert left_of((0, 2), 3) == 0


@pytest.mark.parametrize("seniority", [(), (0, 1), (0, 1, 1), (0, 1, 3), (0, 1, 2, 3)])
def test_GEN_4_that_names_every_seat_once(seniority):
    with pytest.raises(BadSetup, match="each of the 3 seats once"):
        prepare(BLOCK.info, 3, seniority=seniority)


@pytest.mark.parametrize("allowed", ["off", "on"])
def test_a_number_that_an_option_admits_can_start_only_while_it_is_on(allowed):
    three = flag("allowThree", "Three may play", admits=(3,))
    info = replace(BLOCK.info, options=(three,))
    setup = prepare(info, 3, {"allowThree": allowed})
    assert info.seat_counts == (2, 4)
    assert info.seat_counts_on_request == (3,)
    if allowed == "on":
        check_allowed(info, setup)
    else:
        with pytest.raises(SeatsNotAllowed, match="To play Block with 3 players, allow it"):
            check_allowed(info, setup)


@pytest.mark.parametrize("rules", CATALOGUE)
def test_a_match_with_too_many_seats_does_not_start(rules):
    most = prepare(rules.info, rules.info.max_seats)
    more = replace(most, seats=(*most.seats, most.seat_count), seat_count=most.seat_count + 1)
    with pytest.raises(WrongSeats, match=f"Now: {more.seat_count}"):
        rules.start(more)


def test_GEN_4_the_oldest_joined_first_unless_another_order_is_given():
    assert prepare(BLOCK.info, 3).seniority == (0, 1, 2)
    assert prepare(BLOCK.info, 3, seniority=(2, 0, 1)).seniority == (2, 0, 1)
