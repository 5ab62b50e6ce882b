import pytest
from msgspec import structs

from bot.engine.contract import Previous
from bot.engine.rounds import RoundScored
from bot.games.connecting.events import RoundEnded
from bot.games.connecting.scoring import Extra
from bot.games.partners.customs import RoundTally
from bot.games.partners.puerto_rican import PUERTO_RICAN
from tests.games.cases import by_chance
from tests.games.positions import FIVES, REST, SIXES, THREES, begun, lead, result, told
from tests.games.recount import events_of
from tests.games.rounds_in_a_row import EVEN, HELD, block, end_round

DEAL = (THREES, SIXES, FIVES, REST)
ONE, OTHER = (0, 2), (1, 3)
HANDS = {
    26: ("", "6-6 6-2", "3-2", "1-0"),
    17: ("", "6-1", "4-4", "2-0"),
    31: ("", "6-6", "6-3", "6-4"),
    29: ("6-6", "", "6-4", "5-2"),
}
"""Hands by the pips in all of them; the seat with an empty one goes out."""


def after_won(rounds, totals=(0, 0), **options):
    """Return a match in which so many rounds were won."""
    both = (*totals, *totals)
    previous = Previous(rounds + 1, 0, ONE, 0, RoundTally(rounds=rounds), both)
    return structs.replace(
        begun(PUERTO_RICAN, 4, previous if rounds else None, **options), totals=both
    )


def scored(made):
    ended = told(made, RoundEnded)
    return (ended.winners, *(str(each.sum) for each in ended.credits))


def test_BORI_2_6_6_leads_first_and_then_the_player_who_won():
    assert lead(PUERTO_RICAN, *DEAL) == ({1}, ["6-6"])
    won = Previous(1, leader=1, winners=ONE, decider=2)
    assert lead(PUERTO_RICAN, *DEAL, previous=won) == ({2}, DEAL[2].split())


def test_BORI_T1():
    made = end_round(PUERTO_RICAN, after_won(0), 0, *HANDS[31])
    assert scored(made) == (ONE, "12 + 9 + 10 + 100 = 131")


def test_BORI_T2_BORI_6():
    made = end_round(PUERTO_RICAN, after_won(2), 0, *HANDS[17], on="5-4 4-3@r", play="5-3@l")
    assert scored(made) == (ONE, "7 + 8 + 2 + 50 + 100 = 167")
    assert told(made, RoundEnded).extras == (Extra("early-win bonus", 50), Extra("capicú", 100))


@pytest.mark.parametrize(
    ("line", "one_end", "points"),
    [
        ("4-0", "off", 201),
        ("4-0", "on", 201),
        ("4-0 4-3@l 3-0@l", "off", 201),
        ("4-0 4-3@l 3-0@l", "on", 101),
    ],
)
def test_BORI_T3_BORI_7(line, one_end, points):
    state = after_won(1, chuchazoOneEnd=one_end)
    made = end_round(PUERTO_RICAN, state, 0, *HANDS[26], on=line, play="0-0@r")
    assert result(made) == ("domino", ONE, (points, 0, points, 0))


@pytest.mark.parametrize(
    ("won", "options", "points"),
    [
        (4, {}, "27 + 25 + 27 + 41 = 120"),
        (4, {"count": "losers"}, "25 + 41 = 66"),
        (4, {"blockBonus": 100}, "27 + 25 + 27 + 41 = 120"),
        (0, {}, "27 + 25 + 27 + 41 + 100 = 220"),
    ],
)
def test_BORI_T4(won, options, points):
    made = block(PUERTO_RICAN, after_won(won, **options), 3, *HELD)
    assert scored(made) == (ONE, points)


def test_BORI_8_who_blocked_and_won_scores_the_bonus():
    made = block(PUERTO_RICAN, after_won(4, blockBonus=100, block="lowest"), 3, *HELD)
    assert scored(made) == (OTHER, "27 + 25 + 27 + 41 + 100 = 220")


def test_BORI_T5_BORI_4():
    """The same leader leads again, and the bonus waits."""
    void = block(PUERTO_RICAN, after_won(1), 3, *EVEN)
    assert result(void) == ("blocked", (), (0, 0, 0, 0))
    assert void.state.setup.previous.carried == RoundTally(rounds=1)
    made = end_round(PUERTO_RICAN, void.state, 0, *HANDS[31])
    assert scored(made) == (ONE, "12 + 9 + 10 + 75 = 106")


@pytest.mark.parametrize(
    ("first_rounds", "bonuses"),
    [("100/75/50/25", [100, 75, 50, 25, 0]), ("off", [0] * 5), ("100/0", [100, 0, 0, 0, 0])],
)
def test_BORI_5_the_bonuses_of_the_first_won_rounds(first_rounds, bonuses):
    state, found = after_won(0, firstRounds=first_rounds, target=1000), []
    for _ in bonuses:
        made = end_round(PUERTO_RICAN, state, 0, *HANDS[17])
        found.append(result(made)[2][0] - 17)
        state = made.state
    assert found == bonuses


def test_BORI_T6():
    made = end_round(PUERTO_RICAN, after_won(5, (470, 455)), 1, *HANDS[29])
    assert made.state.totals == (470, 484, 470, 484)
    assert made.state.outcome is None


@by_chance(PUERTO_RICAN, seeds=6)
def test_BORI_I1_BORI_I2(match):
    early = 0
    for scored_ in events_of(match, RoundScored):
        assert sum(each > 0 for each in scored_.points) in {0, 2}
    for ended in events_of(match, RoundEnded):
        early += sum(each.points for each in ended.extras if each.name == "early-win bonus")
    assert early <= 250
