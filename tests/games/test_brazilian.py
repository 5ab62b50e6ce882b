import pytest
from msgspec import structs

from bot.engine.contract import Previous
from bot.engine.rounds import MatchEnded, RoundScored
from bot.games.connecting.events import Lacking, Played, Redealt, RoundEnded, VoidDeal
from bot.games.connecting.scoring import Extra
from bot.games.partners.brazilian import BRAZILIAN
from bot.games.partners.customs import RoundTally
from tests.games.cases import by_chance
from tests.games.positions import (
    FIVES,
    REST,
    SIXES,
    THREES,
    begun,
    bones_dealt,
    deal,
    language,
    lead,
    result,
    told,
)
from tests.games.recount import events_of
from tests.games.rounds_in_a_row import EVEN, HELD, block, end_round

position, dealt, step, steps, after, asked, legal = language(BRAZILIAN)

ONE, OTHER = (0, 2), (1, 3)
DEAL = (THREES, SIXES, FIVES, REST)
TWO_ENDS, ONE_NUMBER = "5-4 5-2@l", "4-3 3-2@r 4-2@r"
"""Lines that show 2 and 4, and 4 at both ends."""
HANDS = ("", "6-6", "6-5", "3-3")


@pytest.mark.parametrize(("bones", "asleep"), [(7, 0), (6, 4)])
def test_BRAZ_1_the_deal(bones, asleep):
    assert bones_dealt(BRAZILIAN, 4, deal=bones) == ({bones}, 0, asleep)


@pytest.mark.parametrize(
    ("options", "previous", "expected"),
    [
        ({}, None, ({1}, ["6-6"])),
        ({}, Previous(1, 1, ONE, decider=2), ({2}, DEAL[2].split())),
        ({}, Previous(1, 3, ()), ({3}, DEAL[3].split())),
        ({"nextLead": "rotate-right"}, Previous(1, 3, ()), ({2}, DEAL[2].split())),
        ({"nextLead": "six-six"}, Previous(1, 3, ONE, decider=2), ({1}, ["6-6"])),
        ({"block": "carry"}, Previous(1, 3, (), carried=RoundTally(rounds=1)), ({1}, ["6-6"])),
    ],
)
def test_BRAZ_2_BRAZ_5_who_leads(options, previous, expected):
    assert lead(BRAZILIAN, *DEAL, previous=previous, **options) == expected


def test_BRAZ_2_if_6_6_sleeps_the_next_double_leads():
    hands = [" ".join(hand.split()[1:]) for hand in (SIXES, FIVES, THREES, REST)]
    made = step(begun(BRAZILIAN, 4, deal=6), deal(*hands))
    assert [each.code for each in told(made, Lacking).bones] == ["6-6", "5-5"]
    assert legal(made.state, 1) == ["4-4"]


@pytest.mark.parametrize(
    ("line", "play", "options", "extra"),
    [
        (TWO_ENDS, "4-1@r", {}, Extra("simple", 1)),
        (TWO_ENDS, "4-4@r", {}, Extra("carroça", 2)),
        (TWO_ENDS, "4-2@r", {}, Extra("lá-e-lô", 3)),
        (TWO_ENDS, "4-2@l", {"laSameEnds": "off"}, Extra("lá-e-lô", 3)),
        (ONE_NUMBER, "4-4@l", {}, Extra("cruzada", 6)),
        (ONE_NUMBER, "4-4@l", {"cross": 4}, Extra("cruzada", 4)),
        (ONE_NUMBER, "4-1@l", {}, Extra("lá-e-lô", 3)),
        (ONE_NUMBER, "4-1@l", {"laSameEnds": "off"}, Extra("simple", 1)),
        ("5-4 5-0@l", "0-0@l", {}, Extra("carroça", 2)),
        ("4-0 4-1@l 1-0@l", "0-0@l", {}, Extra("cruzada", 6)),
    ],
)
def test_BRAZ_T1_BRAZ_4(line, play, options, extra):
    made = end_round(BRAZILIAN, begun(BRAZILIAN, 4, **options), 0, *HANDS, on=line, play=play)
    assert result(made)[1:] == (ONE, (extra.points, 0, extra.points, 0))
    assert told(made, RoundEnded).extras == (extra,)


@pytest.mark.parametrize(
    ("before", "line", "play", "totals"),
    [((5, 4), TWO_ENDS, "4-2@r", (5, 7)), ((0, 3), ONE_NUMBER, "4-4@l", (0, 9))],
)
def test_BRAZ_T2_BRAZ_T5_BRAZ_6(before, line, play, totals):
    state = structs.replace(begun(BRAZILIAN, 4), totals=(*before, *before))
    made = end_round(BRAZILIAN, state, 1, "6-6", "", "6-5", "3-3", on=line, play=play)
    assert told(made, MatchEnded) == MatchEnded(OTHER, (*totals, *totals), "target")


@pytest.mark.parametrize(
    ("hands", "value", "winners", "points"),
    [(HELD, 1, ONE, 1), (HELD, "nobody", (), 0), (EVEN, 1, (), 0)],
)
def test_BRAZ_T3_BRAZ_T4_BRAZ_5_a_block(hands, value, winners, points):
    made = block(BRAZILIAN, begun(BRAZILIAN, 4, block=value), 3, *hands)
    assert result(made) == ("blocked", winners, (points, 0, points, 0))


def test_BRAZ_T3_blocked_rounds_are_worth_1_each_to_the_next():
    state = begun(BRAZILIAN, 4, block="carry")
    for rounds, points in ((1, "1 + 1 = 2"), (2, "1 + 2 = 3")):
        for _ in range(rounds):
            state = block(BRAZILIAN, state, 3, *HELD).state
        (note,) = state.setup.previous.carried.notes
        assert note.n == rounds, "everybody is told during the next round"
        made = end_round(BRAZILIAN, state, 0, *HANDS, on=TWO_ENDS, play="4-1@r")
        assert [str(each.sum) for each in told(made, RoundEnded).credits] == [points]
        state = made.state
        assert state.setup.previous == Previous(state.number - 1, 0, ONE, 0, totals=state.totals)


@pytest.mark.parametrize(
    ("value", "hand", "reason"),
    [
        ("off", "6-6 5-5 4-4 3-3 2-2", None),
        ("redeal-4", "6-6 5-5 4-4 3-3", VoidDeal.FOUR_DOUBLES),
        ("redeal-5", "6-6 5-5 4-4 3-3 2-2", VoidDeal.MANY_DOUBLES),
        ("redeal-5", "6-6 5-5 4-4 3-3 1-0 2-0 3-0 2-2", None),
    ],
)
def test_BRAZ_7_many_doubles(value, hand, reason):
    made = step(begun(BRAZILIAN, 4, doubles=value), deal(f"{hand} 6-0 6-1 6-2"))
    void = [each.reason for each in made.events if isinstance(each, Redealt)]
    assert void == ([reason] if reason else [])


@by_chance(BRAZILIAN, seeds=8)
def test_BRAZ_I1_BRAZ_I2(match):
    options = match.setup.options
    if options["block"] != "carry":
        worth = {0, 1, 2, 3, options["cross"]}
        assert {max(each.points) for each in events_of(match, RoundScored)} <= worth
    for ply in match.plies:
        for over in (each for each in ply.events if isinstance(each, RoundEnded)):
            is_cross = any(each.name == "cruzada" for each in over.extras)
            laid = told(ply, Played)
            assert not is_cross or set(laid.before) == {laid.bone.high} == {laid.bone.low}
