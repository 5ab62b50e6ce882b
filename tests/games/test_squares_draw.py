# ruff: noqa: N802 - tests bear the ids of the rules
"""Domino Squares: Draw, rule by rule (docs/rules/squares-draw.md)."""

from itertools import pairwise
from random import Random

import pytest

from bot.domino.counting import Sum
from bot.domino.pieces import SQUARES, square
from bot.engine.contract import Step
from bot.engine.errors import BadOption, IllegalMove, WrongSeats
from bot.engine.replay import find
from bot.engine.rounds import MatchEnded, RoundScored
from bot.engine.seating import prepare
from bot.games.events import Credit, Leads, Passed
from bot.games.lattice.events import (
    Commanded,
    DrewPiece,
    Kept,
    PieceLaid,
    SquaresDealt,
    SquaresEnded,
)
from bot.games.lattice.seen import Task
from bot.games.squares_draw import SQUARES_DRAW
from tests.games.matching import (
    before,
    begun,
    held,
    imagined,
    path,
    pieces,
    rest,
    shuffled,
    table,
)
from tests.games.playing import played
from tests.games.positions import after, asked, legal, step, steps, told

ONE = {"drawOne": "on"}
WAYS = [(seats, one, seed) for seats in (2, 3, 4) for one in ("off", "on") for seed in range(6)]


def seen(state, seat):
    return SQUARES_DRAW.observe(state, seat).round


@pytest.mark.parametrize(("seats", "pile"), [(2, 33), (3, 26), (4, 19)])
def test_SQD_1_seven_pieces_each_and_the_rest_can_be_drawn(seats, pile):
    dealt = step(SQUARES_DRAW, begun(SQUARES_DRAW, seats), shuffled())

    event = told(dealt, SquaresDealt)
    assert (event.counts, event.pile, event.aside) == ((7,) * seats, pile, 0)
    assert event.starter is SQUARES[7 * seats]
    assert dealt.state.round.pile == SQUARES[7 * seats + 1 :]
    assert (seen(dealt.state, 0).pile, seen(dealt.state, 0).aside) == (pile, 0)


@pytest.mark.parametrize("seats", [1, 5])
def test_SQD_1_two_to_four_play(seats):
    with pytest.raises(WrongSeats, match="Draw is played by 2–4"):
        prepare(SQUARES_DRAW.info, seats)


def test_SQD_1_who_can_play_must():
    state = table(SQUARES_DRAW, "0-2-5-2 1-1-2-2", "0-2-6-6", stock="0-0-4-6")

    assert legal(SQUARES_DRAW, state, 0) == ["0-2-5-2@w1/1"]
    for code in ("draw", "pass", "keep"):
        with pytest.raises(IllegalMove):
            find(SQUARES_DRAW, state, 0, code)


def test_SQD_1_who_cannot_draws_one_piece_a_move():
    state = table(SQUARES_DRAW, "w-1-2-3", "0-2-6-6", stock="1-1-2-2 0-2-5-2")
    (draw,) = SQUARES_DRAW.legal_moves(state, 0)
    assert (draw.code, draw.automatic) == ("draw", True)

    drawn = step(SQUARES_DRAW, state, "draw")

    assert drawn.events == (DrewPiece(0, square("1-1-2-2"), 1),)
    assert drawn.events[0].for_seat(1) == drawn.events[0].for_seat(None) == DrewPiece(0, None, 1)
    assert held(drawn.state, 0) == "w-1-2-3 1-1-2-2"
    assert asked(SQUARES_DRAW, drawn.state) == {0}
    assert legal(SQUARES_DRAW, drawn.state, 0) == ["draw"]


def test_SQD_1_the_piece_that_fits_must_be_played():
    state = table(SQUARES_DRAW, "w-1-2-3", "0-2-6-6", stock="0-0-4-6 0-2-5-2")

    drawn = after(SQUARES_DRAW, state, "draw")

    assert legal(SQUARES_DRAW, drawn, 0) == ["0-0-4-6@n1/2", "0-0-4-6@e1/0"]
    assert seen(drawn, 0).task is Task.TURN
    laid = after(SQUARES_DRAW, drawn, "0-0-4-6@n1/2")
    assert (held(laid, 0), asked(SQUARES_DRAW, laid)) == ("w-1-2-3", {1})


def test_SQD_1_with_the_boneyard_empty_one_knocks():
    state = table(SQUARES_DRAW, "w-1-2-3", "0-2-6-6")
    (knock,) = SQUARES_DRAW.legal_moves(state, 0)
    assert (knock.code, knock.automatic) == ("pass", True)

    passed = step(SQUARES_DRAW, state, "pass")

    assert passed.events == (Passed(0),)
    assert asked(SQUARES_DRAW, passed.state) == {1}


def test_SQD_1_with_a_boneyard_nothing_is_blocked():
    state = table(SQUARES_DRAW, "4-4-6-5 0-0-6-2", "0-0-4-6", on="2-4-4-5", stock="1-1-2-2")

    laid = step(SQUARES_DRAW, state, "4-4-6-5@e1/3")
    assert [type(event) for event in laid.events] == [PieceLaid]

    assert told(step(SQUARES_DRAW, laid.state, "draw"), SquaresEnded).reason == "blocked"


def test_SQD_1_going_out_ends_the_round():
    made = step(SQUARES_DRAW, table(SQUARES_DRAW, "0-2-5-2", "0-0-4-6"), "0-2-5-2@w1/1")

    assert told(made, SquaresEnded).out == 0


def test_SQD_1_no_command_is_followed():
    state = table(SQUARES_DRAW, "draw1-4-1-5 1-2-3-2", "0-0-4-6", on="1-1-5-5", stock="0-2-5-2")

    made = step(SQUARES_DRAW, state, "draw1-4-1-5@w1/3")

    assert [type(event) for event in made.events] == [PieceLaid]
    assert not any(isinstance(event, Commanded) for event in made.events)
    assert asked(SQUARES_DRAW, made.state) == {1}


def test_SQD_2_one_piece_is_drawn_and_can_be_laid_or_kept():
    state = table(SQUARES_DRAW, "w-1-2-3", "0-2-6-6", stock="0-0-4-6 0-2-5-2", **ONE)
    assert legal(SQUARES_DRAW, state, 0) == ["draw"]

    drawn = after(SQUARES_DRAW, state, "draw")

    assert legal(SQUARES_DRAW, drawn, 0) == ["0-0-4-6@n1/2", "0-0-4-6@e1/0", "keep"]
    kept = step(SQUARES_DRAW, drawn, "keep")
    assert kept.events == (Kept(0),)
    assert held(kept.state, 0) == "w-1-2-3 0-0-4-6"
    laid = step(SQUARES_DRAW, drawn, "0-0-4-6@e1/0")
    assert told(laid, PieceLaid).piece is square("0-0-4-6")
    for over in (kept.state, laid.state):
        assert asked(SQUARES_DRAW, over) == {1}
        assert seen(over, 1).task is Task.TURN


def test_SQD_2_nobody_learns_from_the_course_of_the_game_whether_the_piece_fits():
    """Whoever drew is waited for either way, and others see the same."""
    for piece in ("0-0-4-6", "1-1-2-2"):
        state = table(SQUARES_DRAW, "w-1-2-3", "0-2-6-6", stock=f"{piece} 0-2-5-2", **ONE)
        drawn = after(SQUARES_DRAW, state, "draw")
        assert "keep" in legal(SQUARES_DRAW, drawn, 0)
        assert not any(move.automatic for move in SQUARES_DRAW.legal_moves(drawn, 0))
        for eye in (1, None):
            glance = seen(drawn, eye)
            assert (glance.task, glance.turn, glance.drawn) == (Task.DRAWN, 0, None)
        assert seen(drawn, 0).drawn is square(piece)


def test_SQD_2_who_can_play_must_all_the_same():
    state = table(SQUARES_DRAW, "0-2-5-2 1-1-2-2", "0-2-6-6", stock="0-0-4-6", **ONE)

    assert legal(SQUARES_DRAW, state, 0) == ["0-2-5-2@w1/1"]


def test_SQD_2_a_piece_that_was_kept_must_be_played_next_time():
    state = table(SQUARES_DRAW, "w-1-2-3", "1-1-5-5", stock="0-2-5-2 1-1-2-2 1-5-4-4", **ONE)

    again = after(SQUARES_DRAW, state, "draw", "keep", "draw", "keep")

    assert legal(SQUARES_DRAW, again, 0) == ["0-2-5-2@w1/1"]


def test_SQD_2_with_the_boneyard_empty_one_knocks():
    assert legal(SQUARES_DRAW, table(SQUARES_DRAW, "w-1-2-3", "0-2-6-6", **ONE), 0) == ["pass"]


def test_SQD_2_the_last_piece_can_block_the_round():
    blocking = table(SQUARES_DRAW, "w-1-2-3", "1-1-5-5", stock="1-1-2-2", **ONE)
    ended = step(SQUARES_DRAW, blocking, "draw")
    assert told(ended, SquaresEnded).reason == "blocked"
    assert seen(ended.state, 0).drawn is None

    going_on = table(SQUARES_DRAW, "w-1-2-3", "1-1-5-5", stock="0-2-5-2", **ONE)
    kept = after(SQUARES_DRAW, going_on, "draw", "keep", "pass")
    assert legal(SQUARES_DRAW, kept, 0) == ["0-2-5-2@w1/1"]


def test_SQD_2_going_out_is_impossible_with_a_drawn_piece_alone():
    """Who draws held something that did not fit, and still does."""
    state = table(SQUARES_DRAW, "w-1-2-3", "0-2-6-6", stock="0-2-5-2", **ONE)

    assert after(SQUARES_DRAW, state, "draw", "0-2-5-2@w1/1").outcome is None


@pytest.mark.parametrize("value", ["yes", 2])
def test_SQD_2_other_values_are_refused(value):
    with pytest.raises(BadOption):
        prepare(SQUARES_DRAW.info, 2, {"drawOne": value})


def test_SQD_3_the_winner_takes_the_pips_of_the_others():
    state = table(SQUARES_DRAW, "0-2-5-2", "w-1-2-3 0-0-4-6", "give1-5-3-0", stock="1-1-2-2")

    made = step(SQUARES_DRAW, state, "0-2-5-2@w1/1")

    assert told(made, SquaresEnded).credits == (Credit((0,), Sum((16, 8))),)
    assert told(made, MatchEnded) == MatchEnded((0,), (24, 0, 0), "domino")


def test_SQD_3_a_shared_lowest_hand_wins_nothing():
    state = table(SQUARES_DRAW, "4-4-6-5 give1-5-3-0", "0-0-6-2", on="2-4-4-5")

    made = step(SQUARES_DRAW, state, "4-4-6-5@e1/3")

    assert told(made, MatchEnded) == MatchEnded((), (0, 0), "blocked")


def test_SQD_3_the_oldest_begins_then_who_sits_left_of_the_winner():
    first = step(SQUARES_DRAW, begun(SQUARES_DRAW, 3, seniority=(2, 0, 1)), shuffled())
    assert told(first, Leads) == Leads(2, by_lot=False)

    later = begun(SQUARES_DRAW, 3, previous=before(2, 0), target=100)
    assert asked(SQUARES_DRAW, after(SQUARES_DRAW, later, shuffled())) == {1}


@pytest.mark.parametrize(("target", "over"), [(100, True), (101, False), ("none", True)])
def test_SQD_3_rounds_are_played_to_a_target(target, over):
    state = table(SQUARES_DRAW, "0-2-5-2", "0-0-4-6", scores=(90, 0), target=target)

    made = step(SQUARES_DRAW, state, "0-2-5-2@w1/1")

    assert (made.state.outcome is not None) is over


# Worked examples.


def test_SQD_T1():
    """The third piece of the boneyard fits: two more in hand, and it is played."""
    state = table(SQUARES_DRAW, "w-1-2-3", "0-2-6-6", stock="1-1-2-2 2-3-4-4 0-2-5-2 0-0-4-6")

    drawn = after(SQUARES_DRAW, state, "draw", "draw", "draw")
    assert legal(SQUARES_DRAW, drawn, 0) == ["0-2-5-2@w1/1"]

    laid = after(SQUARES_DRAW, drawn, "0-2-5-2@w1/1")
    assert held(laid, 0) == "w-1-2-3 1-1-2-2 2-3-4-4"
    assert (asked(SQUARES_DRAW, laid), seen(laid, 1).pile) == ({1}, 1)


def test_SQD_T2():
    """With drawOne: one more in hand, and the turn is over."""
    stock = "1-1-2-2 2-3-4-4 0-2-5-2 0-0-4-6"
    state = table(SQUARES_DRAW, "w-1-2-3", "0-2-6-6", stock=stock, **ONE)

    drawn = after(SQUARES_DRAW, state, "draw")
    assert legal(SQUARES_DRAW, drawn, 0) == ["keep"]

    kept = after(SQUARES_DRAW, drawn, "keep")
    assert held(kept, 0) == "w-1-2-3 1-1-2-2"
    assert (asked(SQUARES_DRAW, kept), seen(kept, 1).pile) == ({1}, 3)


def test_SQD_T3():
    """With drawOne a piece that fits may be laid or kept."""
    state = table(SQUARES_DRAW, "w-1-2-3", "0-2-6-6", stock="0-2-5-2 0-0-4-6", **ONE)

    drawn = after(SQUARES_DRAW, state, "draw")

    assert legal(SQUARES_DRAW, drawn, 0) == ["0-2-5-2@w1/1", "keep"]


def test_SQD_T4():
    """The last piece does not help: A knocks where B can play, else the round is blocked."""
    able = table(SQUARES_DRAW, "w-1-2-3", "0-2-6-6", stock="1-1-2-2")
    drawn, passed = steps(SQUARES_DRAW, able, "draw", "pass")
    assert drawn.state.outcome is None
    assert passed.events == (Passed(0),)

    unable = table(SQUARES_DRAW, "w-1-2-3", "2-3-4-4", stock="1-1-2-2")
    made = step(SQUARES_DRAW, unable, "draw")
    assert told(made, SquaresEnded).winners == (0,)
    assert told(made, RoundScored).points == (13, 0)


# Invariants, over matches played by chance.


@pytest.mark.parametrize(("seats", "one", "seed"), WAYS)
def test_SQD_I1(seats, one, seed):
    """Nobody knocks and no round is blocked while there is something to draw."""
    match = played(SQUARES_DRAW, prepare(SQUARES_DRAW.info, seats, {"drawOne": one}), seed)
    for ply in match.plies:
        state = match.states[ply.index].round
        for event in ply.events:
            if isinstance(event, Passed):
                assert state.pile == ()
            if isinstance(event, DrewPiece | Passed):
                assert not any(map(state.path.fits, state.hands[event.seat]))
            if isinstance(event, SquaresEnded) and event.reason == "blocked":
                assert match.pieces_after(ply.index)["stock"] == ()


@pytest.mark.parametrize(("seats", "one", "seed"), WAYS)
def test_SQD_I2(seats, one, seed):
    """The winner of a round gets what the other hands hold."""
    options = {"drawOne": one, "target": 300}
    for ply in played(SQUARES_DRAW, prepare(SQUARES_DRAW.info, seats, options), seed).plies:
        for ended in (event for event in ply.events if isinstance(event, SquaresEnded)):
            pips = [sum(piece.pips for piece in hand) for hand in ended.hands]
            points = told(Step(ply.state, ply.events), RoundScored).points
            for seat in range(seats):
                won = seat in ended.winners
                assert points[seat] == (sum(pips) - pips[seat] if won else 0)
                assert not won or seat == ended.out or pips.count(pips[seat]) == 1
                assert not won or pips[seat] == min(pips)


@pytest.mark.parametrize(("seats", "one", "seed"), WAYS)
def test_only_the_piece_drawn_last_is_played_after_drawing(seats, one, seed):
    match = played(SQUARES_DRAW, prepare(SQUARES_DRAW.info, seats, {"drawOne": one}), seed)
    events = [event for ply in match.plies for event in ply.events]
    for drew, laid in pairwise(events):
        if isinstance(drew, DrewPiece) and isinstance(laid, PieceLaid):
            assert (laid.seat, laid.piece) == (drew.seat, drew.piece)
        if isinstance(drew, DrewPiece) and one == "on":
            assert isinstance(laid, PieceLaid | Kept | SquaresEnded)


# What can be known.


def everywhere(*used, on="0-0-6-2"):
    return rest(on, *used)


def test_what_was_held_before_drawing_does_not_fit_and_the_last_piece_may():
    hands = ("w-1-2-3 1-1-5-5", "0-2-6-6 0-5-6-2")
    state = table(
        SQUARES_DRAW, *hands, stock=f"1-1-2-2 0-2-5-2 {rest('0-0-6-2 1-1-2-2 0-2-5-2', *hands)}"
    )
    drawn = after(SQUARES_DRAW, state, "draw", "draw")
    seen_by, fits = SQUARES_DRAW.observe(drawn, 1), path("0-0-6-2").fits

    chance, last = Random(3), set()
    for _ in range(600):
        hand = SQUARES_DRAW.imagine(seen_by, chance).round.hands[0]
        assert not any(map(fits, hand[:3]))
        last.add(hand[3].code)

    assert last == set(everywhere(hands[1]).split())


def test_a_piece_kept_under_draw_one_may_fit():
    hands = ("w-1-2-3", "0-2-6-6 0-5-6-2")
    state = table(SQUARES_DRAW, *hands, stock=f"0-2-5-2 {rest('0-0-6-2 0-2-5-2', *hands)}", **ONE)
    kept = after(SQUARES_DRAW, state, "draw", "keep")

    places = imagined(SQUARES_DRAW, kept, 1, 600)

    for piece in pieces(everywhere(hands[1])):
        assert places[piece.code] == {"hand 0", "stock"}


def test_a_drawn_piece_is_imagined_with_the_choice_it_gives():
    hands = ("w-1-2-3", "0-2-6-6 0-5-6-2")
    state = table(SQUARES_DRAW, *hands, stock=f"0-2-5-2 {rest('0-0-6-2 0-2-5-2', *hands)}", **ONE)
    seen_by = SQUARES_DRAW.observe(after(SQUARES_DRAW, state, "draw"), 1)

    chance = Random(4)
    worlds = [SQUARES_DRAW.imagine(seen_by, chance) for _ in range(60)]

    assert all(world.round.drawn is world.round.hands[0][-1] for world in worlds)
    assert {len(SQUARES_DRAW.legal_moves(world, 0)) for world in worlds} >= {1, 2}
