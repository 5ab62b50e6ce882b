"""Domino Squares: Draw (docs/rules/squares-draw.md); what is as in Block is tested there."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from bot.domino.square_set import square
from bot.engine.contract import Event
from bot.engine.rounds import RoundScored
from bot.games.common.events import Passed
from bot.games.squares.draw import SQUARES_DRAW
from bot.games.squares.events import DrewPiece, Kept, PieceLaid, SquaresEnded
from bot.games.squares.observation import Task
from tests.games import matching
from tests.games.cases import by_chance
from tests.games.matching import check_squares_rounds, held, rest
from tests.games.positions import language, told
from tests.games.recount import events_of

step, steps, after, asked, legal = language(SQUARES_DRAW)[2:]
table, begun, imagined = matching.language(SQUARES_DRAW)
every_match = by_chance(SQUARES_DRAW, seeds=6, others=6)

ONE = {"drawOne": "on"}


def seen(state, seat):
    return SQUARES_DRAW.observe(state, seat).round


@pytest.mark.parametrize("drawing", [{}, ONE])
def test_SQD_1_SQD_2_who_can_play_must(drawing):
    state = table("0-2-5-2 1-1-2-2", "0-2-6-6", stock="0-0-4-6", **drawing)
    assert legal(state, 0) == ["0-2-5-2@w1/1"]
    assert legal(table("w-1-2-3", "0-2-6-6", **drawing), 0) == ["pass"]


def test_SQD_1_who_cannot_draws_one_piece_a_move_or_knocks_with_the_boneyard_empty():
    state = table("w-1-2-3", "0-2-6-6", stock="1-1-2-2 0-2-5-2")
    (draw,) = SQUARES_DRAW.legal_moves(state, 0)
    assert (draw.code, draw.automatic) == ("draw", True)
    drawn = step(state, "draw")
    assert drawn.events == (DrewPiece(0, square("1-1-2-2"), 1),)
    assert drawn.events[0].for_seat(1) == drawn.events[0].for_seat(None) == DrewPiece(0, None, 1)
    assert held(drawn.state, 0) == "w-1-2-3 1-1-2-2"
    assert asked(drawn.state) == {0}
    assert legal(drawn.state, 0) == ["draw"]
    (pass_turn,) = SQUARES_DRAW.legal_moves(table("w-1-2-3", "0-2-6-6"), 0)
    assert (pass_turn.code, pass_turn.automatic) == ("pass", True)


def test_SQD_1_with_a_boneyard_nothing_is_blocked():
    state = table("4-4-6-5 0-0-6-2", "0-0-4-6", on="2-4-4-5", stock="1-1-2-2")
    laid = step(state, "4-4-6-5@e1/3")
    assert [type(event) for event in laid.events] == [PieceLaid]
    assert told(step(laid.state, "draw"), SquaresEnded).reason == "blocked"


def test_SQD_2_SQD_T3_one_piece_is_drawn_and_can_be_laid_or_kept():
    state = table("w-1-2-3", "0-2-6-6", stock="0-0-4-6 0-2-5-2", **ONE)
    assert legal(state, 0) == ["draw"]
    drawn = after(state, "draw")
    assert legal(drawn, 0) == ["0-0-4-6@n1/2", "0-0-4-6@e1/0", "keep"]
    kept, laid = step(drawn, "keep"), step(drawn, "0-0-4-6@e1/0")
    assert kept.events == (Kept(0),)
    assert held(kept.state, 0) == "w-1-2-3 0-0-4-6"
    assert told(laid, PieceLaid).piece is square("0-0-4-6")
    for over in (kept.state, laid.state):
        assert asked(over) == {1}
        assert seen(over, 1).task is Task.TURN


@pytest.mark.parametrize("piece", ["0-0-4-6", "1-1-2-2"])
def test_SQD_2_nobody_learns_from_the_course_of_the_game_whether_the_piece_fits(piece):
    """Whoever drew is waited for either way, and others see the same."""
    drawn = after(table("w-1-2-3", "0-2-6-6", stock=f"{piece} 0-2-5-2", **ONE), "draw")
    assert "keep" in legal(drawn, 0)
    assert not any(move.automatic for move in SQUARES_DRAW.legal_moves(drawn, 0))
    for eye in (1, None):
        glance = seen(drawn, eye)
        assert (glance.task, glance.turn, glance.drawn) == (Task.DRAWN, 0, None)
    assert seen(drawn, 0).drawn is square(piece)


def test_SQD_2_a_piece_that_was_kept_must_be_played_when_it_fits():
    state = table("w-1-2-3", "1-1-5-5", stock="0-2-5-2 1-1-2-2 1-5-4-4", **ONE)
    assert legal(after(state, "draw", "keep", "draw", "keep"), 0) == ["0-2-5-2@w1/1"]


def test_SQD_2_the_last_piece_can_block_the_round():
    ended = step(table("w-1-2-3", "1-1-5-5", stock="1-1-2-2", **ONE), "draw")
    assert told(ended, SquaresEnded).reason == "blocked"
    assert seen(ended.state, 0).drawn is None
    going_on = table("w-1-2-3", "1-1-5-5", stock="0-2-5-2", **ONE)
    assert legal(after(going_on, "draw", "keep", "pass"), 0) == ["0-2-5-2@w1/1"]


def test_SQD_T1_SQD_1():
    state = table("w-1-2-3", "0-2-6-6", stock="1-1-2-2 2-3-4-4 0-0-4-6 0-2-5-2")
    drawn = after(state, "draw", "draw", "draw")
    assert legal(drawn, 0) == ["0-0-4-6@n1/2", "0-0-4-6@e1/0"]
    assert seen(drawn, 0).task is Task.TURN
    laid = after(drawn, "0-0-4-6@n1/2")
    assert held(laid, 0) == "w-1-2-3 1-1-2-2 2-3-4-4"
    assert (asked(laid), seen(laid, 1).pile) == ({1}, 1)


def test_SQD_T2():
    drawn = after(table("w-1-2-3", "0-2-6-6", stock="1-1-2-2 2-3-4-4 0-2-5-2", **ONE), "draw")
    assert legal(drawn, 0) == ["keep"]
    kept = after(drawn, "keep")
    assert held(kept, 0) == "w-1-2-3 1-1-2-2"
    assert (asked(kept), seen(kept, 1).pile) == ({1}, 2)


def test_SQD_T4():
    drawn, passed = steps(table("w-1-2-3", "0-2-6-6", stock="1-1-2-2"), "draw", "pass")
    assert drawn.state.outcome is None
    assert passed.events == (Passed(0),)
    made = step(table("w-1-2-3", "2-3-4-4", stock="1-1-2-2"), "draw")
    assert told(made, SquaresEnded).winners == (0,)
    assert told(made, RoundScored).points == (13, 0)


@every_match
def test_SQD_I1_SQD_I2(match):
    """Nobody knocks and no round is blocked while there is something to draw. The winner of a round
    gets what the other hands hold; after drawing, only what was drawn last is played."""
    check_squares_rounds(match)
    for ply in match.plies:
        state = match.states[ply.index].round
        for event in ply.events:
            if isinstance(event, Passed):
                assert state.pile == ()
            if isinstance(event, DrewPiece | Passed):
                assert not any(map(state.path.fits, state.hands[event.seat]))
            if isinstance(event, SquaresEnded) and event.reason == "blocked":
                assert match.pieces_after(ply.index)["stock"] == ()
    for drew, laid in pairwise(events_of(match, Event)):
        if isinstance(drew, DrewPiece) and isinstance(laid, PieceLaid):
            assert (laid.seat, laid.piece) == (drew.seat, drew.piece)
        if isinstance(drew, DrewPiece) and match.setup.options["drawOne"] == "on":
            assert isinstance(laid, PieceLaid | Kept | SquaresEnded)


def test_a_piece_drawn_or_kept_under_draw_one_may_fit():
    hands, chance = ("w-1-2-3", "0-2-6-6 0-5-6-2"), Random(4)
    state = table(*hands, stock=f"0-2-5-2 {rest('0-0-6-2 0-2-5-2', *hands)}", **ONE)
    seen_by = SQUARES_DRAW.observe(after(state, "draw"), 1)
    belief: Any = SQUARES_DRAW.believe(seen_by)
    samples = [belief.sample(chance) for _ in range(60)]
    assert all(each._drawn & each.hands[0] for each in samples)
    assert {len(each.moves()) for each in samples} >= {1, 2}
    places = imagined(after(state, "draw", "keep"), 1, 600)
    for code in rest("0-0-6-2", hands[1]).split():
        assert places[code] == {"hand 0", "stock"}
