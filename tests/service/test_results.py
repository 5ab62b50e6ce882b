"""What everybody comes to when a match ends or is given up."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.contract import Outcome
from bot.games import game
from bot.games.block import BLOCK
from bot.service.ports import GivenUp, Match, Occupant, Place, Stage
from bot.service.results import given_up_places, places
from tests.service.house import ANA, BRUNO, CHEN, DANA
from tests.service.test_matches import ended

DUOS = game("duos").info


def gone(seat: int, user: int) -> Occupant:
    return Occupant(seat, None, "steady", left_by=user)


def away(seat: int, user: int) -> Occupant:
    return Occupant(seat, user, "steady", missed=2)


def order(found: list[Place]) -> list[tuple[int | None, int, bool]]:
    return [(each.user_id, each.place, each.left) for each in found]


def given_up(match: Match, why: GivenUp = GivenUp.LEFT) -> list[Place]:
    return list(given_up_places(match, BLOCK.info, why))


def test_for_whom_a_computer_played_at_the_end_has_not_won_and_comes_last():
    match = ended(away(0, ANA), Occupant(1, BRUNO))
    found = list(places(match, Outcome((0,), (60, 20), "target"), BLOCK.info))
    assert order(found) == [(ANA, 2, True), (BRUNO, 1, False)]
    assert not any(each.won for each in found)


def test_computers_do_not_leave():
    match = ended(Occupant(0, ANA), Occupant(1, None, "casual"))
    found = list(places(match, Outcome((1,), (20, 60), "target"), BLOCK.info))
    assert order(found) == [(ANA, 2, False), (None, 1, False)]


def test_partners_have_a_side_and_who_left_has_not_won_with_it():
    match = ended(Occupant(0, ANA), Occupant(1, BRUNO), gone(2, CHEN), Occupant(3, DANA))
    found = list(places(match, Outcome((0, 2), (60, 20, 60, 20), "target"), DUOS))
    assert [each.side for each in found] == [0, 1, 0, 1]
    assert [each.place for each in found] == [1, 2, 4, 2]
    assert [each.won for each in found] == [True, False, False, False]


def test_a_person_who_leaves_computers_has_lost_to_them():
    match = ended(Occupant(0, ANA), Occupant(1, None, "casual"), Occupant(2, None, "steady"))
    found = given_up(match)
    assert order(found) == [(ANA, 3, True), (None, 1, False), (None, 1, False)]
    assert not any(each.won or each.points for each in found)


def test_who_leaves_last_comes_before_those_who_left_earlier():
    match = ended(gone(0, ANA), Occupant(1, BRUNO), gone(2, CHEN))
    assert order(given_up(match)) == [(ANA, 2, True), (BRUNO, 1, True), (CHEN, 2, True)]


def test_nobody_is_better_for_being_away_when_the_last_leaves():
    match = ended(away(0, ANA), Occupant(1, BRUNO))
    assert order(given_up(match, GivenUp.ABSENT)) == [(ANA, 1, True), (BRUNO, 1, True)]


def test_whose_time_is_up_in_the_end_was_away_too():
    match = ended(Occupant(0, ANA, missed=1), gone(1, BRUNO), Occupant(2, None, "casual"))
    expected = [(ANA, 2, True), (BRUNO, 3, True), (None, 1, False)]
    assert order(given_up(match, GivenUp.ABSENT)) == expected


@pytest.mark.parametrize("why", [GivenUp.LAPSED, GivenUp.GONE])
def test_what_ended_by_nobodys_doing_counts_for_nobody(why):
    assert given_up(ended(Occupant(0, ANA), Occupant(1, BRUNO)), why) == []


def test_a_lobby_has_no_results():
    match = ended(Occupant(0, ANA), Occupant(1, BRUNO))
    assert given_up(replace(match, stage=Stage.LOBBY, ply=0)) == []


def test_what_was_played_alone_and_given_up_has_no_result():
    assert given_up(ended(Occupant(0, ANA))) == []
