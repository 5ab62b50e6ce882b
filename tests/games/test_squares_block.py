"""Domino Squares: Block, rule by rule (docs/rules/squares-block.md).

What Draw and Blind have in common with it is tested here for all of them.
"""

import random
from dataclasses import replace
from functools import partial

import pytest

from bot.domino.counting import Sum
from bot.domino.random_matching import NoWorldFound
from bot.domino.square_set import SQUARES, square
from bot.engine.contract import Shuffle
from bot.engine.rounds import MatchEnded, RoundScored
from bot.games.common.events import Credit, Leads, Passed, Scored
from bot.games.squares import DOMINO_SQUARES
from bot.games.squares.blind import SQUARES_BLIND
from bot.games.squares.block import SQUARES_BLOCK
from bot.games.squares.draw import SQUARES_DRAW
from bot.games.squares.events import PieceLaid, SquaresDealt, SquaresEnded
from bot.games.squares.observation import Task
from tests.games import matching, positions
from tests.games.cases import by_chance
from tests.games.positions import language, result, told
from tests.games.recount import events_of

step, _, after, asked, legal = language(SQUARES_BLOCK)[2:]
table, begun, imagined = matching.language(SQUARES_BLOCK)
every_match = by_chance(SQUARES_BLOCK)


@pytest.mark.parametrize(
    ("rules", "each", "seats", "left"),
    [
        *((SQUARES_BLOCK, 9, seats, left) for seats, left in ((2, 29), (3, 20), (4, 11))),
        *((SQUARES_DRAW, 7, seats, left) for seats, left in ((2, 33), (3, 26), (4, 19))),
        *((DOMINO_SQUARES, *deal) for deal in ((7, 2, 33), (7, 3, 26), (6, 4, 23))),
    ],
)
def test_SQ_9_SQB_1_SQD_1_the_deal_and_a_starter_and_the_rest(rules, each, seats, left):
    start, codes = positions.begun(rules, seats), tuple(piece.code for piece in SQUARES)
    assert rules.to_act(start) == Shuffle(codes)
    dealt = positions.step(rules, start, matching.shuffled())
    event, places = told(dealt, SquaresDealt), rules.piece_locations(dealt.state)
    assert event.counts == (each,) * seats
    assert (event.pile, event.aside) == ((0, left) if rules is SQUARES_BLOCK else (left, 0))
    assert rules.observe(dealt.state, 0).round.pile == event.pile
    stock = "stock out" if rules is SQUARES_BLOCK else "stock"
    assert places[stock] == codes[each * seats + 1 :]
    assert len(places[stock]) == left
    (starter,) = dealt.state.round.path.laid
    assert event.starter is starter.piece is SQUARES[each * seats]
    assert (starter.cell, starter.turn) == ((0, 0), 0)
    for seat in range(seats):
        assert dealt.state.round.hands[seat] == SQUARES[each * seat : each * (seat + 1)]


@pytest.mark.parametrize("rules", [SQUARES_BLOCK, SQUARES_DRAW])
@pytest.mark.parametrize(
    ("code", "on"),
    [
        ("give1-5-3-0@n1/3", "0-0-6-2"),
        ("draw1-4-1-5@w1/3", "1-1-5-5"),
        ("skip-3-5-6@e1/0", "0-0-6-2"),
        ("again-2-5-1@w1/1", "0-0-6-2"),
        ("pass1-5-1-0@n1/3", "0-0-6-2"),
    ],
)
def test_SQB_1_SQD_1_no_command_is_followed(rules, code, on):
    """Its word is a blank; the turn passes to the next seat like after any other piece."""
    hands = f"{code.split('@')[0]} 1-2-3-2", *["0-2-6-6 1-1-5-6 1-1-2-2"] * 2
    made = positions.step(rules, matching.table(rules, *hands, on=on, stock="0-2-5-2"), code)
    assert [type(event) for event in made.events] == [PieceLaid]
    assert rules.to_act(made.state) == {1}
    assert rules.observe(made.state, 1).round.task is Task.TURN


def test_SQB_1_SQB_2_a_piece_is_laid_where_and_how_its_player_says_and_makes_no_points():
    state = table("0-2-6-6 0-0-4-6 1-1-2-2", "1-1-2-2 0-2-5-2")
    ways = "0-2-6-6@e1/0 0-2-6-6@s1/3 0-2-6-6@w1/1 0-0-4-6@n1/2 0-0-4-6@e1/0"
    assert " ".join(legal(state, 0)) == ways
    assert legal(state, 1) == []
    made = step(state, "0-2-6-6@w1/1")
    assert made.events == (PieceLaid(0, square("0-2-6-6"), (-1, 0), 1, 3),)
    assert matching.held(made.state, 0) == "0-0-4-6 1-1-2-2"
    assert made.state.round.path == matching.path("0-0-6-2 0-2-6-6@w1/1")
    assert SQUARES_BLOCK.observe(made.state, 0).round.earned == ()
    assert not SQUARES_BLOCK.info.scoring_plays


def test_SQB_2_who_cannot_play_knocks_and_nothing_can_be_drawn():
    state = table("1-1-2-2", "0-2-6-6 w-1-2-3", "1-1-5-5", stock="0-0-4-6 0-2-5-2")
    (pass_turn,) = SQUARES_BLOCK.legal_moves(state, 0)
    assert (pass_turn.code, pass_turn.automatic) == ("pass", True)
    seen = SQUARES_BLOCK.observe(state, 0).round
    assert (seen.pile, seen.aside) == (0, 2)
    passed = step(state, "pass")
    assert passed.events == (Passed(0),)
    assert asked(passed.state) == {1}


def test_SQB_2_a_round_can_be_blocked_from_the_start():
    first = "0-0-4-6 0-0-6-2 0-2-5-2 0-2-6-6 0-6-3-5 1-2-3-2 2-2-3-6 2-3-4-4 0-1-3-6"
    second = "2-4-3-3 2-4-4-5 3-5-6-5 4-4-6-5 w-4-5-6 w-2-4-6 give1-1-6-2 skip-3-5-6 0-3-3-5"
    dealt = step(begun(2), matching.shuffled(first, second, "1-1-5-5"))
    assert told(dealt, SquaresEnded).reason == "blocked"
    assert dealt.state.outcome is not None


@pytest.mark.parametrize(
    ("code", "worth"), [("0-0-6-2", 8), ("w-w-2-3", 5), ("skip-3-5-6", 14), ("skip-1-4-0", 5)]
)
def test_SQB_3_blanks_wilds_and_words_are_worth_nothing(code, worth):
    made = step(table("0-2-5-2", code), "0-2-5-2@w1/1")
    assert result(made) == ("domino", (0,), (worth, 0))


@pytest.mark.parametrize("rules", [SQUARES_BLOCK, SQUARES_DRAW, SQUARES_BLIND])
@pytest.mark.parametrize(
    ("last", "first"),
    [
        pytest.param(None, 1, id="the oldest"),
        *[
            (matching.before(0, 1), 2),
            (matching.before(0, 2), 0),
            (matching.before(1, 0), 1),
            (matching.before(0), 1),
            (matching.before(2), 0),
        ],
    ],
)
def test_SQB_4_SQD_3_SQM_1_the_oldest_begins_then_left_of_the_winner_or_who_began(
    rules, last, first
):
    start = positions.begun(rules, 3, previous=last, seniority=(1, 0, 2), target=100)
    dealt = positions.step(rules, start, matching.shuffled())
    assert told(dealt, Leads) == Leads(first, by_lot=False)
    assert rules.to_act(dealt.state) == {first}
    assert rules.observe(dealt.state, 1).round.leader == first


@pytest.mark.parametrize(
    ("rules", "position", "last"),
    [
        (SQUARES_BLOCK, table, "0-2-5-2@w1/1"),
        (SQUARES_DRAW, partial(matching.table, SQUARES_DRAW), "0-2-5-2@w1/1"),
        (SQUARES_BLIND, matching.rows, "turn"),
    ],
)
@pytest.mark.parametrize(("target", "over"), [(100, True), (101, False), ("none", True)])
def test_SQB_4_SQD_3_SQM_4_one_round_or_as_many_until_somebody_has_the_target(
    rules, position, last, target, over
):
    state = position("0-2-5-2", "0-0-4-6", scores=(90, 99), target=target)
    made = positions.step(rules, state, last)
    scored = told(made, RoundScored)
    assert scored.totals == (100, 99)
    assert (made.state.outcome is not None, made.state.number) == (over, 1 if over else 2)
    if target == "none":
        assert (scored.goal, scored.rounds, scored.counted) == (None, 1, True)
        assert told(made, MatchEnded).reason == "domino"


def test_SQB_T1_SQB_3():
    hands = ("4-4-6-5 0-0-6-2 w-1-2-3", "give1-1-6-2", "0-0-4-6")
    made = step(table(*hands, on="2-4-4-5"), "4-4-6-5@e1/3")
    (credit,) = told(made, SquaresEnded).credits
    assert (credit.seats, str(credit.sum)) == ((1,), "14 + 10 = 24")
    assert result(made) == ("blocked", (1,), (0, 24, 0))
    assert told(made, SquaresEnded).out is None


def test_SQB_T2():
    state = table("skip-3-5-6 1-1-2-2", "0-2-6-6", "0-0-4-6")
    assert legal(state, 0) == ["skip-3-5-6@e1/0"]
    assert asked(after(state, "skip-3-5-6@e1/0")) == {1}


@pytest.mark.parametrize("rules", [SQUARES_BLOCK, SQUARES_DRAW])
def test_SQB_T3_SQB_3_SQD_3(rules):
    state = matching.table(rules, "0-2-5-2", "w-1-2-3 0-0-4-6", "give1-5-3-0", stock="0-3-3-5")
    made = positions.step(rules, state, "0-2-5-2@w1/1")
    ended = told(made, SquaresEnded)
    assert (ended.out, ended.credits) == (0, (Credit((0,), Sum((16, 8))),))
    assert ended.hands == ((), matching.pieces("0-0-4-6 w-1-2-3"), matching.pieces("give1-5-3-0"))
    assert ended.path == made.state.round.path
    assert result(made) == ("domino", (0,), (24, 0, 0))
    assert ("0-3-3-5",) in rules.piece_locations(made.state).values()


@pytest.mark.parametrize("rules", [SQUARES_BLOCK, SQUARES_DRAW])
def test_SQB_T4_SQD_3(rules):
    state = matching.table(rules, "4-4-6-5 give1-5-3-0", "0-0-6-2", "0-0-4-6", on="2-4-4-5")
    made = positions.step(rules, state, "4-4-6-5@e1/3")
    assert result(made) == ("blocked", (), (0, 0, 0))
    assert told(made, MatchEnded) == MatchEnded((), (0, 0, 0), "blocked")


def test_SQB_I1():
    """Nine pieces each and a starter are in the set."""
    assert 9 * SQUARES_BLOCK.info.max_seats + 1 == 37 < len(SQUARES) == 48


@every_match
def test_SQB_I2_SQB_I3(match):
    """The winner of a round gets what the other hands hold, and nobody else gets anything. No piece
    scores, and nobody passes who can play. Every piece touches exactly one before it, and wherever
    two touch both squares match."""
    matching.check_squares_rounds(match)
    for ended in events_of(match, SquaresEnded):
        matching.check_path(ended.path)
    for ply in match.plies:
        state = match.states[ply.index].round
        for event in ply.events:
            assert not isinstance(event, Scored)
            if isinstance(event, Passed):
                assert not any(map(state.path.fits, state.hands[event.seat]))


def test_somebody_can_play_in_every_imagined_world():
    """A and B have knocked, so C's one piece fits; else the round would be over."""
    hands = ("1-1-2-2", "1-1-5-5", "0-2-6-6")
    state = table(*hands, stock=matching.rest("0-0-6-2", *hands))
    places = imagined(after(state, "pass", "pass"), 0, 120)
    fits = matching.path("0-0-6-2").fits
    fitting = {piece.code for piece in matching.pieces(matching.rest("0-0-6-2")) if fits(piece)}
    assert {code for code, where in places.items() if "hand 2" in where} == fitting


def test_where_everybody_knocked_and_the_round_goes_on_there_is_no_world():
    seen = SQUARES_BLOCK.observe(table("1-1-2-2", "1-1-5-5", stock="0-2-6-6 0-0-1-3"), 0).round
    liar = replace(seen, history=(*seen.history, Passed(0), Passed(1)))
    with pytest.raises(NoWorldFound):
        SQUARES_BLOCK.game.believe(liar).sample(random.Random(1))
