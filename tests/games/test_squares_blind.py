# ruff: noqa: N802 - tests bear the ids of the rules
"""Domino Squares: Blind, rule by rule (docs/rules/squares-blind.md)."""

from random import Random

import pytest

from bot.domino.counting import Sum
from bot.domino.pieces import SQUARES, square
from bot.engine.errors import BadOption, IllegalMove, WrongSeats
from bot.engine.replay import find
from bot.engine.rounds import MatchEnded, RoundScored
from bot.engine.seating import prepare
from bot.games.events import Credit, Leads
from bot.games.lattice.events import (
    Commanded,
    PieceLaid,
    PieceReturned,
    PieceTurned,
    SquaresDealt,
    SquaresEnded,
)
from bot.games.squares_blind import SQUARES_BLIND
from tests.games.matching import before, begun, imagined, lies, pieces, rows, shuffled
from tests.games.playing import played
from tests.games.positions import after, asked, legal, step, steps, told

EITHER = {"eitherEnd": "on"}
WAYS = [(seats, end, seed) for seats in (2, 3, 4) for end in ("off", "on") for seed in range(6)]


def seen(state, seat=None):
    return SQUARES_BLIND.observe(state, seat).round


def automatic(state, seat):
    return [move.automatic for move in SQUARES_BLIND.legal_moves(state, seat)]


@pytest.mark.parametrize(("seats", "aside"), [(2, 29), (3, 20), (4, 11)])
def test_SQM_1_nine_pieces_each_in_a_row_and_a_starter(seats, aside):
    dealt = step(SQUARES_BLIND, begun(SQUARES_BLIND, seats), shuffled())

    assert told(dealt, SquaresDealt) == SquaresDealt(
        (None,) * seats, (9,) * seats, 0, aside, SQUARES[9 * seats]
    )
    for seat in range(seats):
        assert dealt.state.round.rows[seat].unseen == SQUARES[9 * seat : 9 * seat + 9]
    assert seen(dealt.state).aside == aside
    (starter,) = dealt.state.round.path.laid
    assert (starter.cell, starter.turn) == ((0, 0), 0)


@pytest.mark.parametrize("seats", [1, 5])
def test_SQM_1_two_to_four_play(seats):
    with pytest.raises(WrongSeats, match="Blind is played by 2–4"):
        prepare(SQUARES_BLIND.info, seats)


def test_SQM_1_nobody_sees_a_piece():
    dealt = after(SQUARES_BLIND, begun(SQUARES_BLIND, 3), shuffled())

    for seat in (0, 1, 2, None):
        assert seen(dealt, seat).rows == ((None,) * 9,) * 3


def test_SQM_1_no_command_is_followed():
    state = rows("skip-3-5-6 1-1-2-2", "0-0-4-6", "1-1-5-5")

    made = step(SQUARES_BLIND, state, "turn")

    assert [type(event) for event in made.events] == [PieceTurned, PieceLaid]
    assert not any(isinstance(event, Commanded) for event in made.events)
    assert asked(SQUARES_BLIND, made.state) == {0}


@pytest.mark.parametrize("seniority", [(0, 1, 2), (1, 2, 0)])
def test_SQM_1_the_oldest_begins(seniority):
    dealt = step(SQUARES_BLIND, begun(SQUARES_BLIND, 3, seniority=seniority), shuffled())

    assert told(dealt, Leads) == Leads(seniority[0], by_lot=False)
    assert asked(SQUARES_BLIND, dealt.state) == {seniority[0]}


def test_SQM_2_the_piece_at_the_left_end_is_turned_over_and_laid_where_it_fits():
    made = step(SQUARES_BLIND, rows("0-2-5-2 1-1-2-2", "0-0-4-6"), "turn")

    piece = square("0-2-5-2")
    assert made.events == (PieceTurned(0, piece, "left"), PieceLaid(0, piece, (-1, 0), 1))
    assert lies(made.state, 0) == "1-1-2-2 |"


def test_SQM_2_its_owner_chooses_among_several_ways():
    turned = step(SQUARES_BLIND, rows("0-0-4-6 1-1-2-2 | w-w-2-3", "0-2-6-6"), "turn")

    assert turned.events == (PieceTurned(0, square("0-0-4-6"), "left"),)
    assert legal(SQUARES_BLIND, turned.state, 0) == ["0-0-4-6@n1/2", "0-0-4-6@e1/0"]
    assert legal(SQUARES_BLIND, turned.state, 1) == []
    assert automatic(turned.state, 0) == [False, False]
    assert seen(turned.state, 1).pending is square("0-0-4-6")
    assert seen(turned.state, 1).counts == (3, 1)
    assert SQUARES_BLIND.whereabouts(turned.state)["turned over"] == ("0-0-4-6",)

    laid = step(SQUARES_BLIND, turned.state, "0-0-4-6@e1/0")
    assert laid.events == (PieceLaid(0, square("0-0-4-6"), (1, 0), 0),)
    assert lies(laid.state, 0) == "1-1-2-2 | w-w-2-3"
    assert asked(SQUARES_BLIND, laid.state) == {0}


def test_SQM_2_who_laid_a_piece_turns_over_the_next_one_and_that_goes_by_itself():
    state = rows("0-2-5-2 1-1-2-2 1-1-5-5", "0-0-4-6")
    assert automatic(state, 0) == [False]

    laid = after(SQUARES_BLIND, state, "turn")

    assert asked(SQUARES_BLIND, laid) == {0}
    assert (legal(SQUARES_BLIND, laid, 0), automatic(laid, 0)) == (["turn"], [True])
    missed = after(SQUARES_BLIND, laid, "turn")
    assert asked(SQUARES_BLIND, missed) == {1}
    assert (legal(SQUARES_BLIND, missed, 1), automatic(missed, 1)) == (["turn"], [False])


def test_SQM_2_what_does_not_fit_goes_to_the_right_end_face_down():
    missed = step(SQUARES_BLIND, rows("1-1-2-2 1-1-5-5 | w-1-2-3", "0-0-4-6"), "turn")

    piece = square("1-1-2-2")
    assert missed.events == (PieceTurned(0, piece, "left"), PieceReturned(0, piece, face_up=False))
    assert lies(missed.state, 0) == "1-1-5-5 | w-1-2-3 1-1-2-2"
    assert seen(missed.state).lying(0) == (None, square("w-1-2-3"), None)
    assert asked(SQUARES_BLIND, missed.state) == {1}


@pytest.mark.parametrize("code", ["w-1-2-3", "w-5-2-4"])
def test_SQM_2_a_piece_with_a_wild_square_goes_there_face_up(code):
    missed = step(SQUARES_BLIND, rows(f"{code} 1-1-5-5", "0-0-4-6"), "turn")

    assert told(missed, PieceReturned) == PieceReturned(0, square(code), face_up=True)
    assert seen(missed.state).lying(0) == (None, square(code))


def test_SQM_2_rows_go_round():
    state = rows("1-1-2-2 1-1-5-5", "0-0-4-6")

    missed = after(SQUARES_BLIND, state, "turn")

    assert lies(missed, 0) == "1-1-5-5 | 1-1-2-2"
    later = rows("| 1-1-5-5 1-1-2-2", "0-0-4-6")
    assert lies(after(SQUARES_BLIND, later, "turn"), 0) == "| 1-1-2-2 1-1-5-5"


def test_SQM_3_a_face_up_piece_that_fits_may_be_laid_instead():
    state = rows("1-1-5-5 1-1-2-2 | 1-1-5-6 w-w-2-3 1-1-6-4", "0-0-4-6")

    assert legal(SQUARES_BLIND, state, 0) == ["w-w-2-3@s1/0", "turn"]
    assert automatic(state, 0) == [False, False]

    laid = step(SQUARES_BLIND, state, "w-w-2-3@s1/0")
    assert laid.events == (PieceLaid(0, square("w-w-2-3"), (0, 1), 0),)
    assert lies(laid.state, 0) == "1-1-5-5 1-1-2-2 | 1-1-5-6 1-1-6-4"


def test_SQM_3_who_laid_it_goes_on():
    state = rows("1-1-5-5 0-2-5-2 | w-w-2-3", "0-0-4-6")

    laid = after(SQUARES_BLIND, state, "w-w-2-3@s1/0")

    assert (asked(SQUARES_BLIND, laid), legal(SQUARES_BLIND, laid, 0)) == ({0}, ["turn"])
    assert automatic(laid, 0) == [True]


def test_SQM_3_going_on_is_a_choice_while_a_face_up_piece_fits():
    state = rows("0-2-5-2 1-1-2-2 | w-w-2-3", "0-0-1-3")

    going_on = after(SQUARES_BLIND, state, "turn")

    *lays, last = legal(SQUARES_BLIND, going_on, 0)
    assert "w-w-2-3@s1/0" in lays
    assert last == "turn"
    assert not any(automatic(going_on, 0))


def test_SQM_3_a_face_down_piece_is_not_laid_without_being_turned_over():
    state = rows("1-1-2-2 | 0-2-5-2", "0-0-4-6")

    assert legal(SQUARES_BLIND, state, 0) == ["turn"]
    with pytest.raises(IllegalMove):
        find(SQUARES_BLIND, state, 0, "0-2-5-2@w1/1")


def test_SQM_3_nobody_lays_a_piece_of_another_row():
    state = rows("1-1-2-2", "0-0-4-6 | w-w-2-3")

    assert legal(SQUARES_BLIND, state, 0) == ["turn"]


def test_SQM_3_a_face_up_piece_at_the_left_end_is_turned_over_like_any():
    fits = step(SQUARES_BLIND, rows("| w-w-2-3 1-1-2-2", "0-0-4-6"), "turn")
    assert told(fits, PieceLaid).piece is square("w-w-2-3")

    misses = step(SQUARES_BLIND, rows("| w-1-2-3 1-1-2-2", "0-0-4-6"), "turn")
    assert told(misses, PieceReturned) == PieceReturned(0, square("w-1-2-3"), face_up=True)
    assert lies(misses.state, 0) == "| 1-1-2-2 w-1-2-3"
    assert asked(SQUARES_BLIND, misses.state) == {1}


def test_SQM_3_a_face_up_piece_can_be_the_last():
    made = step(SQUARES_BLIND, rows("| w-w-2-3", "0-0-4-6"), "w-w-2-3@s1/0")

    assert told(made, SquaresEnded).out == 0


def test_SQM_4_the_round_ends_when_a_row_is_empty():
    made = step(SQUARES_BLIND, rows("0-2-5-2", "0-0-4-6 1-1-2-2 | w-1-2-3"), "turn")

    ended = told(made, SquaresEnded)
    assert (ended.reason, ended.out, ended.winners) == ("domino", 0, (0,))
    assert ended.credits == (Credit((0,), Sum((22,))),)
    assert told(made, MatchEnded) == MatchEnded((0,), (22, 0), "domino")


def test_SQM_4_a_last_piece_that_waits_for_a_choice_is_not_out_yet():
    turned = after(SQUARES_BLIND, rows("0-0-4-6", "1-1-2-2"), "turn")
    assert turned.outcome is None

    assert told(step(SQUARES_BLIND, turned, "0-0-4-6@n1/2"), SquaresEnded).out == 0


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_SQM_4_the_round_ends_after_two_turns_of_everybody_without_a_piece(seats):
    lying = ("1-1-2-2 1-1-5-5", "2-3-4-4 2-4-3-3", "2-4-4-5 2-5-6-3", "3-5-6-5 4-4-6-5")

    made = steps(SQUARES_BLIND, rows(*lying[:seats]), *["turn"] * (2 * seats))

    assert all(each.state.outcome is None for each in made[:-1])
    assert told(made[-1], SquaresEnded).reason == "blocked"


def test_SQM_4_a_piece_that_is_laid_begins_the_count_anew():
    """A turn that laid something is not counted, though it ended with a miss."""
    state = rows("0-2-5-2 1-1-2-2", "1-1-5-5 1-1-5-6", idle=3)

    laid = after(SQUARES_BLIND, state, "turn", "turn")
    assert (asked(SQUARES_BLIND, laid), laid.round.pace.idle) == ({1}, 0)

    missed = steps(SQUARES_BLIND, laid, *["turn"] * 4)
    assert [each.state.round.pace.idle for each in missed] == [1, 2, 3, 4]
    assert missed[-1].state.outcome is not None


def test_SQM_4_a_face_up_piece_that_is_laid_begins_the_count_anew():
    state = rows("1-1-5-5 1-1-2-2 | w-w-2-3", "0-0-4-6", idle=3)

    assert after(SQUARES_BLIND, state, "w-w-2-3@s1/0", "turn").outcome is None


def test_SQM_4_a_round_goes_on_though_no_piece_of_any_row_fits():
    """Nobody can know it."""
    state = rows("1-1-2-2 2-3-4-4", "2-4-3-3 2-4-4-5")

    assert not any(state.round.path.fits(each) for row in state.round.rows for each in row.pieces)
    assert after(SQUARES_BLIND, state, "turn").outcome is None


def test_SQM_4_a_shared_lowest_row_wins_nothing():
    made = step(SQUARES_BLIND, rows("1-1-2-2", "w-1-2-3", idle=3), "turn")

    ended = told(made, SquaresEnded)
    assert (ended.reason, ended.winners, ended.credits) == ("blocked", (), ())


def test_SQM_4_rows_are_turned_up_at_the_end_and_listed_in_the_order_of_the_set():
    made = step(SQUARES_BLIND, rows("2-3-4-4 1-1-5-5", "w-1-2-3 0-0-4-6", idle=3), "turn")

    ended = told(made, SquaresEnded)
    assert ended.hands == (pieces("1-1-5-5 2-3-4-4"), pieces("0-0-4-6 w-1-2-3"))
    over = seen(made.state)
    assert over.rows == (pieces("1-1-5-5 2-3-4-4"), pieces("w-1-2-3 0-0-4-6"))
    assert over.lying(1) == pieces("w-1-2-3 0-0-4-6")


@pytest.mark.parametrize(("target", "over"), [(100, True), (101, False), ("none", True)])
def test_SQM_4_rounds_are_played_to_a_target(target, over):
    state = rows("0-2-5-2", "0-0-4-6", scores=(90, 0), target=target)

    made = step(SQUARES_BLIND, state, "turn")

    assert told(made, RoundScored).totals == (100, 0)
    assert (made.state.outcome is not None) is over


@pytest.mark.parametrize(("last", "first"), [(before(0, 1), 2), (before(0), 1)])
def test_SQM_4_the_next_round_begins_left_of_the_winner_or_of_who_began(last, first):
    state = begun(SQUARES_BLIND, 3, previous=last, target=100)

    assert asked(SQUARES_BLIND, after(SQUARES_BLIND, state, shuffled())) == {first}


def test_SQM_5_without_the_option_only_the_left_end_is_turned_over():
    state = rows("1-1-2-2 1-1-5-5", "0-0-4-6", begun=(0, 1))

    assert legal(SQUARES_BLIND, state, 0) == ["turn"]


def test_SQM_5_the_first_turn_is_played_from_the_left():
    state = rows("0-2-5-2 1-1-2-2 1-1-5-5", "1-1-6-4 1-1-5-6", **EITHER)
    assert legal(SQUARES_BLIND, state, 0) == ["turn"]

    laid = after(SQUARES_BLIND, state, "turn")
    assert (legal(SQUARES_BLIND, laid, 0), automatic(laid, 0)) == (["turn"], [True])

    other = after(SQUARES_BLIND, laid, "turn")
    assert legal(SQUARES_BLIND, other, 1) == ["turn"]
    second = after(SQUARES_BLIND, other, "turn")
    assert legal(SQUARES_BLIND, second, 0) == ["turn", "turn-right"]
    assert automatic(second, 0) == [False, False]


def test_SQM_5_the_right_end_is_turned_over_and_laid_where_it_fits():
    state = rows("1-1-2-2 1-1-5-5 0-2-5-2", "0-0-4-6", begun=(0, 1), **EITHER)

    made = step(SQUARES_BLIND, state, "turn-right")

    piece = square("0-2-5-2")
    assert made.events == (PieceTurned(0, piece, "right"), PieceLaid(0, piece, (-1, 0), 1))
    assert lies(made.state, 0) == "1-1-2-2 1-1-5-5 |"
    assert legal(SQUARES_BLIND, made.state, 0) == ["turn", "turn-right"]
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

    missed = step(SQUARES_BLIND, state, "turn-right")

    assert told(missed, PieceReturned) == PieceReturned(0, square("1-1-5-5"), face_up=False)
    assert lies(missed.state, 0) == left
    assert asked(SQUARES_BLIND, missed.state) == {1}


def test_SQM_5_a_face_up_piece_at_the_right_end_can_be_laid_or_turned_over():
    state = rows("1-1-5-5 | w-w-2-3", "0-0-4-6", begun=(0, 1), **EITHER)

    assert legal(SQUARES_BLIND, state, 0) == ["w-w-2-3@s1/0", "turn", "turn-right"]
    turned = step(SQUARES_BLIND, state, "turn-right")
    assert told(turned, PieceLaid).piece is square("w-w-2-3")


def test_SQM_5_a_single_piece_is_turned_over_from_the_left():
    state = rows("1-1-5-5", "0-0-4-6", begun=(0, 1), **EITHER)

    assert legal(SQUARES_BLIND, state, 0) == ["turn"]
    assert automatic(state, 0) == [False]


@pytest.mark.parametrize("value", ["left", 1])
def test_SQM_5_other_values_are_refused(value):
    with pytest.raises(BadOption):
        prepare(SQUARES_BLIND.info, 2, {"eitherEnd": value})


def test_SQM_6_what_was_turned_over_is_remembered():
    missed = after(SQUARES_BLIND, rows("1-1-2-2 1-1-5-5", "0-0-4-6"), "turn")

    for seat in (0, 1, None):
        assert seen(missed, seat).rows == ((None, square("1-1-2-2")), (None,))


def test_SQM_6_what_was_not_turned_over_is_imagined_everywhere():
    first = "1-1-2-2 1-1-5-5 1-1-5-6 1-1-6-4 1-2-3-2 1-2-5-6 1-4-6-6 1-5-4-4 2-2-3-6"
    second = "2-3-4-4 0-0-4-6 0-2-5-2 0-2-6-6 2-4-3-3 2-4-4-5 2-5-6-3 3-5-6-5 4-4-6-5"
    dealt = after(SQUARES_BLIND, begun(SQUARES_BLIND, 2), shuffled(first, second, "0-0-6-2"))
    missed = after(SQUARES_BLIND, dealt, "turn", "turn")

    places = imagined(SQUARES_BLIND, missed, 0, 300)

    for code, where in places.items():
        known = {"1-1-2-2": "row 0", "2-3-4-4": "row 1", "0-0-6-2": "path"}
        expected = {known[code]} if code in known else {"stock 0", "stock 1", "stock out"}
        assert where == expected, code


def test_SQM_6_all_seats_know_the_same():
    for state in played(SQUARES_BLIND, prepare(SQUARES_BLIND.info, 3), seed=4).states[1:]:
        mine, *others = [seen(state, seat) for seat in (0, 1, 2, None)]
        for other in others:
            assert (other.rows, other.history) == (mine.rows, mine.history)


# Worked examples.


def test_SQM_T1():
    """Six turns in a row lay nothing between three: A's 18 pips win 25 + 31 = 56."""
    state = rows("1-1-2-2 1-1-5-5", "2-3-4-4 2-4-3-3", "2-4-4-5 2-5-6-3")

    *turns, last = steps(SQUARES_BLIND, state, *["turn"] * 6)

    assert all(each.state.outcome is None for each in turns)
    ended = told(last, SquaresEnded)
    assert (ended.reason, ended.winners) == ("blocked", (0,))
    assert ended.credits == (Credit((0,), Sum((25, 31))),)
    assert told(last, RoundScored).points == (56, 0, 0)


def test_SQM_T2():
    """A missed wild piece lies face up, may be laid next time, and then the left end is turned."""
    state = rows("w-4-5-6 1-1-5-5", "0-2-6-6 1-1-2-2")

    missed = after(SQUARES_BLIND, state, "turn")
    assert seen(missed).lying(0) == (None, square("w-4-5-6"))
    back = after(SQUARES_BLIND, missed, "turn", "0-2-6-6@e1/0", "turn")

    assert legal(SQUARES_BLIND, back, 0) == ["w-4-5-6@e2/0", "w-4-5-6@s1e1/1", "turn"]
    laid = after(SQUARES_BLIND, back, "w-4-5-6@e2/0")
    assert legal(SQUARES_BLIND, laid, 0) == ["turn"]
    assert told(step(SQUARES_BLIND, back, "turn"), PieceTurned).piece is square("1-1-5-5")


def test_SQM_T3():
    """Once it has come to the left end and fits when it is turned over, it must be laid."""
    state = rows("| w-4-5-6 1-1-5-5", "1-1-2-2", on="0-0-6-2 0-2-6-6@e1/0")

    turned = after(SQUARES_BLIND, state, "turn")

    assert legal(SQUARES_BLIND, turned, 0) == ["w-4-5-6@e2/0", "w-4-5-6@s1e1/1"]


def test_SQM_T4():
    """Either end from the second turn on: the right one is what missed before."""
    state = rows("1-1-2-2 1-1-5-5", "2-3-4-4 2-4-3-3", **EITHER)

    second = after(SQUARES_BLIND, state, "turn", "turn")

    assert legal(SQUARES_BLIND, second, 0) == ["turn", "turn-right"]
    assert told(step(SQUARES_BLIND, second, "turn-right"), PieceTurned).piece is square("1-1-2-2")


# Invariants, over matches played by chance.


def plies(seats, end, seed):
    match = played(SQUARES_BLIND, prepare(SQUARES_BLIND.info, seats, {"eitherEnd": end}), seed)
    for ply in match.plies:
        yield match.states[ply.index].round, ply


@pytest.mark.parametrize(("seats", "end", "seed"), WAYS)
def test_SQM_I1(seats, end, seed):
    """What was turned over lies to the right of all that was not."""
    turned = set()
    for _, ply in plies(seats, end, seed):
        turned |= {event.piece for event in ply.events if isinstance(event, PieceTurned)}
        for row in seen(ply.state).rows if ply.state.outcome is None else ():
            unseen = row.count(None)
            assert set(row[:unseen]) <= {None}
            assert set(row[unseen:]) <= turned


@pytest.mark.parametrize(("seats", "end", "seed"), WAYS)
def test_SQM_I2(seats, end, seed):
    """What lies face up has a wild square and has missed."""
    missed = set()
    for _, ply in plies(seats, end, seed):
        for event in ply.events:
            if isinstance(event, PieceReturned):
                assert event.face_up is event.piece.wild
                missed |= {event.piece} if event.face_up else set()
        for seat in range(seats) if ply.state.outcome is None else ():
            assert {each for each in seen(ply.state).lying(seat) if each} <= missed


@pytest.mark.parametrize(("seats", "end", "seed"), WAYS)
def test_SQM_I3(seats, end, seed):
    """The turn passes with a miss and with nothing else."""
    for state, ply in plies(seats, end, seed):
        if state.awaits is None and ply.state.outcome is None:
            missed = any(isinstance(event, PieceReturned) for event in ply.events)
            assert (ply.state.round.turn != state.turn) is missed


@pytest.mark.parametrize(("seats", "end", "seed"), WAYS)
def test_pieces_that_fit_are_laid_and_others_are_not(seats, end, seed):
    for state, ply in plies(seats, end, seed):
        kinds = [type(event) for event in ply.events]
        for event in ply.events:
            if isinstance(event, PieceTurned):
                ways = len(state.path.ways(event.piece))
                assert (PieceReturned in kinds) is (ways == 0)
                assert (PieceLaid in kinds) is (ways == 1)


def test_the_pace_of_a_round_follows_from_what_was_told():
    for _, ply in plies(3, "on", 2):
        if ply.state.outcome is None:
            world = SQUARES_BLIND.imagine(SQUARES_BLIND.observe(ply.state, 1), Random(1))
            assert world.round.pace == ply.state.round.pace
