from random import Random
from typing import Any

import pytest

from bot.domino.counting import Sum
from bot.domino.square_set import SQUARES, square
from bot.engine.rounds import MatchEnded
from bot.games.common.events import Credit
from bot.games.squares.blind import SQUARES_BLIND
from bot.games.squares.events import (
    PieceLaid,
    PieceReturned,
    PieceTurned,
    SquaresDealt,
    SquaresEnded,
)
from tests.games import matching
from tests.games.cases import by_chance
from tests.games.matching import check_squares_rounds, lies, pieces, rows, shuffled
from tests.games.positions import language, result, told

step, steps, after, asked, legal = language(SQUARES_BLIND)[2:]
begun, imagined = matching.language(SQUARES_BLIND)[1:]
every_match = by_chance(SQUARES_BLIND, seeds=6, others=6)

EITHER = {"eitherEnd": "on"}
EVERY_ROW = {"blockedAfter": "every-row"}


def seen(state, seat=None):
    return SQUARES_BLIND.observe(state, seat).round


def automatic(state, seat):
    return [move.automatic for move in SQUARES_BLIND.legal_moves(state, seat)]


@pytest.mark.parametrize(("seats", "aside"), [(2, 29), (3, 20), (4, 11)])
def test_SQM_1_nine_pieces_each_in_a_row_that_nobody_sees_and_a_starter(seats, aside):
    dealt = step(begun(seats), shuffled())
    starter = SQUARES[9 * seats]
    event = told(dealt, SquaresDealt)
    assert event == SquaresDealt((None,) * seats, (9,) * seats, 0, aside, starter)
    for seat in range(seats):
        assert dealt.state.round.rows[seat].unseen == SQUARES[9 * seat : 9 * seat + 9]
        assert seen(dealt.state, seat).rows == ((None,) * 9,) * seats
    assert seen(dealt.state).aside == aside
    (laid,) = dealt.state.round.path.laid
    assert (laid.piece, laid.cell, laid.turn) == (starter, (0, 0), 0)


def test_SQM_1_no_command_is_followed():
    made = step(rows("skip-3-5-6 1-1-2-2", "0-0-4-6", "1-1-5-5"), "turn")
    assert [type(event) for event in made.events] == [PieceTurned, PieceLaid]
    assert asked(made.state) == {0}


def test_SQM_2_the_left_piece_is_turned_over_and_laid_where_it_fits_and_the_next_one_by_itself():
    state = rows("0-2-5-2 1-1-2-2 1-1-5-5", "0-0-4-6")
    assert (legal(state, 0), automatic(state, 0)) == (["turn"], [False])
    laid = step(state, "turn")
    piece = square("0-2-5-2")
    assert laid.events == (PieceTurned(0, piece, "left"), PieceLaid(0, piece, (-1, 0), 1, 3))
    assert lies(laid.state, 0) == "1-1-2-2 1-1-5-5 |"
    assert asked(laid.state) == {0}
    assert (legal(laid.state, 0), automatic(laid.state, 0)) == (["turn"], [True])
    missed = after(laid.state, "turn")
    assert asked(missed) == {1}
    assert (legal(missed, 1), automatic(missed, 1)) == (["turn"], [False])


def test_SQM_2_its_owner_chooses_among_several_ways():
    turned = step(rows("0-0-4-6 1-1-2-2 | w-w-2-3", "0-2-6-6"), "turn")
    assert turned.events == (PieceTurned(0, square("0-0-4-6"), "left"),)
    assert legal(turned.state, 0) == ["0-0-4-6@n1/2", "0-0-4-6@e1/0"]
    assert legal(turned.state, 1) == []
    assert automatic(turned.state, 0) == [False, False]
    assert seen(turned.state, 1).pending is square("0-0-4-6")
    assert seen(turned.state, 1).counts == (3, 1)
    assert SQUARES_BLIND.piece_locations(turned.state)["turned over"] == ("0-0-4-6",)
    laid = step(turned.state, "0-0-4-6@e1/0")
    assert laid.events == (PieceLaid(0, square("0-0-4-6"), (1, 0), 0, 1),)
    assert lies(laid.state, 0) == "1-1-2-2 | w-w-2-3"
    assert asked(laid.state) == {0}


@pytest.mark.parametrize(
    ("front", "up"), [("1-1-2-2", False), ("w-1-2-3", True), ("w-5-2-4", True)]
)
@pytest.mark.parametrize("bar", ["", "| "])
def test_SQM_2_SQM_3_what_does_not_fit_goes_to_the_right_end_a_wild_piece_face_up(front, up, bar):
    """What was turned over before is turned over like any piece."""
    missed = step(rows(f"{bar}{front} 1-1-5-5", "0-0-4-6"), "turn")
    piece = square(front)
    turned, back = PieceTurned(0, piece, "left"), PieceReturned(0, piece, face_up=up)
    assert missed.events == (turned, back)
    assert lies(missed.state, 0) == (f"| 1-1-5-5 {front}" if bar else f"1-1-5-5 | {front}")
    assert seen(missed.state).lying(0) == (None, piece if up else None)
    assert asked(missed.state) == {1}
    fits = step(rows("| w-w-2-3 1-1-2-2", "0-0-4-6"), "turn")
    assert told(fits, PieceLaid).piece is square("w-w-2-3")
    assert fits.state.outcome is None


def test_SQM_3_a_face_up_piece_that_fits_may_be_laid_instead_and_who_laid_it_goes_on():
    """Others are not laid without being turned over; going on is a choice while one fits."""
    state = rows("1-1-5-5 | 0-2-5-2 w-w-2-3 1-1-6-4", "0-0-4-6 | w-w-3-4")
    assert legal(state, 0) == ["w-w-2-3@s1/0", "turn"]
    assert automatic(state, 0) == [False, False]
    laid = step(state, "w-w-2-3@s1/0")
    assert laid.events == (PieceLaid(0, square("w-w-2-3"), (0, 1), 0, 2),)
    assert lies(laid.state, 0) == "1-1-5-5 | 0-2-5-2 1-1-6-4"
    assert (legal(laid.state, 0), automatic(laid.state, 0)) == (["turn"], [True])
    going_on = after(rows("0-2-5-2 1-1-2-2 | w-w-2-3", "0-0-1-3"), "turn")
    *lays, last = legal(going_on, 0)
    assert ("w-w-2-3@s1/0" in lays, last) == (True, "turn")
    assert not any(automatic(going_on, 0))


def test_SQM_4_the_round_ends_when_a_row_is_empty():
    made = step(rows("0-2-5-2", "0-0-4-6 1-1-2-2 | w-1-2-3"), "turn")
    ended = told(made, SquaresEnded)
    assert (ended.out, ended.credits) == (0, (Credit((0,), Sum((22,))),))
    assert told(made, MatchEnded) == MatchEnded((0,), (22, 0), "domino")
    assert told(step(rows("| w-w-2-3", "0-0-4-6"), "w-w-2-3@s1/0"), SquaresEnded).out == 0
    waiting_for_a_choice = after(rows("0-0-4-6", "1-1-2-2"), "turn")
    assert waiting_for_a_choice.outcome is None
    assert told(step(waiting_for_a_choice, "0-0-4-6@n1/2"), SquaresEnded).out == 0


@pytest.mark.parametrize(
    ("seats", "terms"), [(2, (25,)), pytest.param(3, (25, 31), id="SQM-T1"), (4, (25, 31, 38))]
)
def test_SQM_T1_SQM_4_the_round_ends_after_two_turns_of_everybody_without_a_piece(seats, terms):
    lying = ("1-1-2-2 1-1-5-5", "2-3-4-4 2-4-3-3", "2-4-4-5 2-5-6-3", "3-5-6-5 4-4-6-5")
    *made, last = steps(rows(*lying[:seats]), *["turn"] * (2 * seats))
    assert all(each.state.outcome is None for each in made)
    assert told(last, SquaresEnded).credits == (Credit((0,), Sum(terms)),)
    assert result(last) == ("blocked", (0,), (sum(terms), *[0] * (seats - 1)))


def test_SQM_4_a_piece_that_is_laid_begins_the_count_anew():
    """A turn that laid something is not counted, though it ended with a miss."""
    state = rows("0-2-5-2 1-1-2-2", "1-1-5-5 1-1-5-6", idle=3)
    laid = after(state, "turn", "turn")
    assert (asked(laid), laid.round.progress.idle) == ({1}, 0)
    missed = steps(laid, *["turn"] * 4)
    assert [each.state.round.progress.idle for each in missed] == [1, 2, 3, 4]
    assert [each.state.outcome is None for each in missed] == [True, True, True, False]
    face_up = rows("1-1-5-5 1-1-2-2 | w-w-2-3", "0-0-4-6", idle=3)
    assert after(face_up, "w-w-2-3@s1/0", "turn").outcome is None


def test_SQM_T5_SQM_4_with_every_row_the_round_goes_on_until_all_have_been_through_their_rows():
    lying = ("1-1-2-2 1-1-5-5", "2-3-4-4 2-4-3-3", "2-4-4-5 2-5-6-3")
    *made, last = steps(rows(*lying, **EVERY_ROW), *["turn"] * 6)
    assert [seen(each.state).empty_turns for each in made] == [1, 2, 3, 4, 5]
    assert {seen(each.state).most_empty_turns for each in made} == {6}
    assert result(last) == ("blocked", (0,), (56, 0, 0))
    longer = rows("1-1-2-2 1-1-5-5 1-1-5-6", "2-3-4-4", "2-4-4-5 2-5-6-3", **EVERY_ROW)
    *made, last = steps(longer, *["turn"] * 9)
    assert all(each.state.outcome is None for each in made)
    assert told(last, SquaresEnded).reason == "blocked"


def test_SQM_4_with_every_row_nobody_is_stopped_before_a_piece_that_fits():
    lying = ("1-1-2-2 1-1-5-5 0-0-4-6", "2-3-4-4 2-4-3-3 2-4-4-5")
    assert result(steps(rows(*lying), *["turn"] * 4)[-1])[0] == "blocked"
    on = after(rows(*lying, **EVERY_ROW), *["turn"] * 4)
    assert told(step(on, "turn"), PieceTurned).piece is square("0-0-4-6")


def test_SQM_4_rows_are_turned_up_at_the_end_and_a_shared_lowest_row_wins_nothing():
    made = step(rows("2-3-4-4 1-1-5-5", "w-1-2-3 0-0-4-6", idle=3), "turn")
    ended = told(made, SquaresEnded)
    assert ended.hands == (pieces("1-1-5-5 2-3-4-4"), pieces("0-0-4-6 w-1-2-3"))
    over = seen(made.state)
    assert over.rows == (pieces("1-1-5-5 2-3-4-4"), pieces("w-1-2-3 0-0-4-6"))
    assert over.lying(1) == pieces("w-1-2-3 0-0-4-6")
    shared = step(rows("1-1-2-2", "w-1-2-3", idle=3), "turn")
    assert result(shared) == ("blocked", (), (0, 0))


def test_SQM_T4_SQM_5_the_first_turn_is_played_from_the_left():
    state = rows("0-2-5-2 1-1-2-2 1-1-5-5", "1-1-6-4 1-1-5-6", **EITHER)
    assert legal(state, 0) == ["turn"]
    laid = after(state, "turn")
    assert (legal(laid, 0), automatic(laid, 0)) == (["turn"], [True])
    other = after(laid, "turn")
    assert legal(other, 1) == ["turn"]
    second = after(other, "turn")
    assert (legal(second, 0), automatic(second, 0)) == (["turn", "turn-right"], [False, False])
    assert told(step(second, "turn-right"), PieceTurned).piece is square("1-1-2-2")


def test_SQM_5_the_right_end_is_turned_over_and_laid_where_it_fits():
    state = rows("1-1-2-2 1-1-5-5 0-2-5-2", "0-0-4-6", begun=(0, 1), **EITHER)
    made = step(state, "turn-right")
    piece = square("0-2-5-2")
    assert made.events == (PieceTurned(0, piece, "right"), PieceLaid(0, piece, (-1, 0), 1, 3))
    assert lies(made.state, 0) == "1-1-2-2 1-1-5-5 |"
    assert legal(made.state, 0) == ["turn", "turn-right"]
    assert automatic(made.state, 0) == [False, False]


@pytest.mark.parametrize(
    ("lying", "left"),
    [
        ("0-2-5-2 1-1-5-5", "0-2-5-2 | 1-1-5-5"),
        ("0-2-5-2 | w-1-2-3 1-1-5-5", "0-2-5-2 | w-1-2-3 1-1-5-5"),
    ],
)
def test_SQM_5_a_miss_at_the_right_end_stays_there_and_is_known(lying, left):
    state = rows(lying, "0-0-4-6", begun=(0, 1), **EITHER)
    missed = step(state, "turn-right")
    assert told(missed, PieceReturned) == PieceReturned(0, square("1-1-5-5"), face_up=False)
    assert lies(missed.state, 0) == left
    assert asked(missed.state) == {1}


def test_SQM_5_a_face_up_piece_at_the_right_end_can_be_laid_or_turned_over():
    state = rows("1-1-5-5 | w-w-2-3", "0-0-4-6", begun=(0, 1), **EITHER)
    assert legal(state, 0) == ["w-w-2-3@s1/0", "turn", "turn-right"]
    assert told(step(state, "turn-right"), PieceLaid).piece is square("w-w-2-3")
    single = rows("1-1-5-5", "0-0-4-6", begun=(0, 1), **EITHER)
    assert (legal(single, 0), automatic(single, 0)) == (["turn"], [False])


def test_SQM_5_everybody_knows_that_a_piece_which_just_missed_still_does():
    """Until something is laid; nobody knows it of a piece that was never turned over."""
    state = rows("1-1-2-2 1-1-5-5 0-0-4-6", "1-1-5-6 0-2-5-2 2-4-3-3", begun=(0, 1), **EITHER)
    assert not known_miss(state, 0, "left")
    assert not known_miss(state, 0, "right")
    missed = after(state, "turn", "turn")
    assert known_miss(missed, 0, "right")
    assert not known_miss(missed, 0, "left")
    laid = after(missed, "turn", "turn")
    assert lies(laid, 0) == "0-0-4-6 | 1-1-2-2 1-1-5-5"
    assert told(step(after(missed, "turn"), "turn"), PieceLaid).seat == 1
    assert not known_miss(laid, 0, "right"), "something was laid since"
    assert not known_miss(laid, 1, "right"), "something was laid since"


def test_SQM_5_a_face_up_piece_that_does_not_fit_is_known_to_miss():
    state = rows("1-1-5-5 | w-1-2-3", "0-0-4-6 | w-w-2-3", begun=(0, 1), **EITHER)
    assert known_miss(state, 0, "right")
    assert not known_miss(state, 1, "right"), "it fits"


def known_miss(state, seat, end):
    return seen(state).surely_misses(seat, end)


def test_SQM_6_what_was_turned_over_is_remembered_and_the_others_are_imagined_everywhere():
    first = "1-1-2-2 1-1-5-5 1-1-5-6 1-1-6-4 1-2-3-2 1-2-5-6 1-4-6-6 1-5-4-4 2-2-3-6"
    second = "2-3-4-4 0-0-4-6 0-2-5-2 0-2-6-6 2-4-3-3 2-4-4-5 2-5-6-3 3-5-6-5 4-4-6-5"
    missed = after(begun(2), shuffled(first, second, "0-0-6-2"), "turn", "turn")
    for seat in (0, 1, None):
        behind = [row[-1] for row in seen(missed, seat).rows]
        assert behind == [square("1-1-2-2"), square("2-3-4-4")]
    for code, where in imagined(missed, 0, 300).items():
        known = {"1-1-2-2": "row 0", "2-3-4-4": "row 1", "0-0-6-2": "path"}
        expected = {known[code]} if code in known else {"stock 0", "stock 1", "stock out"}
        assert where == expected, code


@every_match
def test_SQM_6_all_seats_know_the_same_and_the_pace_of_a_round_follows_from_it(match):
    for state in match.states[1:]:
        mine, *others = [seen(state, seat) for seat in match.eyes]
        for other in others:
            assert (other.rows, other.history) == (mine.rows, mine.history)
    for at in match.moments(20):
        if match.is_asked(at):
            belief: Any = SQUARES_BLIND.believe(match.observed(at, 1))
            progress = match.states[at].round.progress
            assert belief.sample(Random(1)).state.progress == progress


def test_SQM_T2_SQM_T3():
    missed = after(rows("w-4-5-6 1-1-5-5", "0-2-6-6 1-1-2-2"), "turn")
    assert seen(missed).lying(0) == (None, square("w-4-5-6"))
    back = after(missed, "turn", "0-2-6-6@e1/0", "turn")
    ways = ["w-4-5-6@e2/0", "w-4-5-6@s1e1/1"]
    assert legal(back, 0) == [*ways, "turn"]
    assert legal(after(back, "w-4-5-6@e2/0"), 0) == ["turn"]
    assert told(step(back, "turn"), PieceTurned).piece is square("1-1-5-5")
    at_the_left = rows("| w-4-5-6 1-1-5-5", "1-1-2-2", on="0-0-6-2 0-2-6-6@e1/0")
    assert legal(after(at_the_left, "turn"), 0) == ways


@every_match
def test_SQM_I1_SQM_I2(match):
    """What was turned over lies to the right; what lies face up has a wild square and missed."""
    turned, missed = set(), set()
    for ply in match.plies:
        for event in ply.events:
            if isinstance(event, PieceTurned):
                turned.add(event.piece)
            if isinstance(event, PieceReturned):
                assert event.face_up is event.piece.wild
                missed |= {event.piece} if event.face_up else set()
            if isinstance(event, SquaresDealt):
                turned, missed = set(), set()
        now = seen(ply.state)
        for seat in range(match.setup.seat_count) if ply.state.outcome is None else ():
            row = now.rows[seat]
            unseen = row.count(None)
            assert set(row[:unseen]) <= {None}
            assert set(row[unseen:]) <= turned
            assert {each for each in now.lying(seat) if each} <= missed


@every_match
def test_SQM_I3(match):
    """The turn passes with a miss and with nothing else; what fits in one way is laid. The winner
    of every round gets what the other rows hold."""
    check_squares_rounds(match)
    for ply in match.plies:
        before_, kinds = match.states[ply.index].round, [type(event) for event in ply.events]
        if before_.awaits is None and SquaresEnded not in kinds:
            assert (ply.state.round.turn != before_.turn) is (PieceReturned in kinds)
        for event in ply.events:
            if isinstance(event, PieceTurned):
                ways = len(before_.path.ways(event.piece))
                assert (PieceReturned in kinds) is (ways == 0)
                assert (PieceLaid in kinds) is (ways == 1)
