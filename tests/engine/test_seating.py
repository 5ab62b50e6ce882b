import re
from dataclasses import replace

import pytest

from bot.engine.errors import (
    BadOption,
    BadSetup,
    OptionsDisagree,
    SeatsNotAllowed,
    UnknownOption,
    WrongSeats,
)
from bot.engine.options import Option, complete, flag, with_option
from bot.engine.seating import check_allowed, left_of, prepare
from bot.games import CATALOGUE
from bot.games.block import BLOCK


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


LEAD = Option("nextLead", "random", ("random", "winner"), "Who leads")
TARGET = Option("target", 100, (50, 100), "Points", limits=(1, 1000))
KEEP = Option("keep", 0, (0, 2), "Bones kept")
THREE = flag("three", "Three may play")
ALL = (LEAD, TARGET, KEEP, THREE)


@pytest.mark.parametrize(
    ("option", "given", "kept"),
    [
        *((LEAD, "winner", "winner"), (TARGET, 50, 50), (TARGET, 1, 1), (TARGET, "1000", 1000)),
        *((TARGET, "077", 77), (KEEP, 2, 2), (KEEP, "2", 2), (THREE, "on", "on")),
        *((THREE, True, "on"), (THREE, False, "off")),
    ],
)
def test_accepted(option, given, kept):
    assert option.accept(given) == kept
    assert type(option.accept(given)) is type(kept)


@pytest.mark.parametrize(
    ("option", "given", "allowed"),
    [
        *((LEAD, given, "random, winner") for given in ("Winner", "", True)),
        *((TARGET, given, "1–1000") for given in (0, 1001, "-5", "5.0", 5.0, True)),
        *((TARGET, given, "1–1000") for given in ("\u0665", "9" * 400)),
        *((KEEP, 1, "0, 2"), (KEEP, False, "0, 2"), (THREE, 1, "off, on")),
    ],
)
def test_refused(option, given, allowed):
    with pytest.raises(BadOption) as caught:
        option.accept(given)
    assert caught.value.places["option"] == option.key
    assert caught.value.places["allowed"] == allowed
    assert len(str(caught.value)) < 200


def test_what_is_not_given_has_its_default():
    whole = {"nextLead": "random", "target": 150, "keep": 0, "three": "on"}
    assert complete(ALL, {"target": "150", "three": True}, game="Toy") == whole


def test_an_unknown_option_is_refused_with_those_there_are():
    with pytest.raises(UnknownOption, match=r"Toy has no option “goal”\. It has: nextLead, target"):
        complete(ALL, {"goal": 5}, game="Toy")
    with pytest.raises(UnknownOption, match="It has: –"):
        complete((), {"goal": 5}, game="Toy")


DIVISOR = Option("divisor", 5, (5, 3), "The multiples that score")
BONUS = Option(
    "bonusDivisor",
    5,
    (5, 3, 1),
    "What the bonus is divided by",
    needs={5: ("divisor", 5), 3: ("divisor", 3)},
)
BOTH = (DIVISOR, BONUS)


@pytest.mark.parametrize(
    ("given", "whole"),
    [
        ({}, (5, 5)),
        ({"divisor": 3}, (3, 3)),
        ({"divisor": "3", "bonusDivisor": "1"}, (3, 1)),
        ({"divisor": 3, "bonusDivisor": 3}, (3, 3)),
        ({"bonusDivisor": 1}, (5, 1)),
    ],
)
def test_an_option_takes_the_first_value_that_agrees_with_another(given, whole):
    assert tuple(complete(BOTH, given, game="Toy").values()) == whole


@pytest.mark.parametrize(
    ("given", "value"), [({"bonusDivisor": 3}, 3), ({"divisor": "3", "bonusDivisor": "5"}, 5)]
)
def test_a_value_that_does_not_agree_with_another_option_is_refused(given, value):
    told = f"“bonusDivisor” can be “{value}” only if “divisor” is “{value}”."
    with pytest.raises(OptionsDisagree, match=re.escape(told)):
        complete(BOTH, given, game="Toy")


def test_a_change_takes_along_the_values_that_no_longer_agree_with_it():
    before = complete(BOTH, {}, game="Toy")
    threes = with_option(BOTH, before, "divisor", "3", game="Toy")
    assert threes == {"divisor": 3, "bonusDivisor": 3}
    assert BONUS.offered(threes) == (3, 1)
    undivided = with_option(BOTH, threes, "bonusDivisor", 1, game="Toy")
    assert with_option(BOTH, undivided, "divisor", 5, game="Toy") == {**before, "bonusDivisor": 1}
    for key, value, why in (
        ("bonusDivisor", "5", OptionsDisagree),
        ("bonusDivisor", "2", BadOption),
        ("goal", "5", UnknownOption),
    ):
        with pytest.raises(why):
            with_option(BOTH, threes, key, value, game="Toy")
