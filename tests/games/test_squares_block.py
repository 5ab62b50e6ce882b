# ruff: noqa: N802 - tests bear the ids of the rules
"""Domino Squares: Block, rule by rule (docs/rules/squares-block.md)."""

import pytest

from bot.domino.counting import Sum
from bot.domino.path import STEPS, Path
from bot.domino.pieces import SQUARES, square
from bot.domino.square import SIDES, match
from bot.engine.contract import Step
from bot.engine.errors import BadOption, IllegalMove, WrongSeats
from bot.engine.replay import find
from bot.engine.rounds import MatchEnded, RoundScored
from bot.engine.seating import prepare
from bot.games.events import Credit, Leads, Passed, Scored
from bot.games.lattice.events import Commanded, PieceLaid, SquaresDealt, SquaresEnded
from bot.games.lattice.seen import Task
from bot.games.squares_block import SQUARES_BLOCK
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
from tests.games.positions import after, asked, legal, step, told

MATCHES = [(seats, seed) for seats in (2, 3, 4) for seed in range(8)]
SEVERAL = {"target": 1000}


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_SQB_1_two_to_four_play(seats):
    with pytest.raises(WrongSeats, match="Block is played by 2–4"):
        prepare(SQUARES_BLOCK.info, seats)


@pytest.mark.parametrize(("seats", "aside"), [(2, 29), (3, 20), (4, 11)])
def test_SQB_1_nine_pieces_each_a_starter_and_the_rest_out_of_play(seats, aside):
    state = begun(SQUARES_BLOCK, seats)
    order = asked(SQUARES_BLOCK, state).pieces
    assert order == tuple(piece.code for piece in SQUARES)

    dealt = step(SQUARES_BLOCK, state, shuffled())

    told_of = told(dealt, SquaresDealt)
    assert (told_of.counts, told_of.pile, told_of.aside) == ((9,) * seats, 0, aside)
    assert told_of.starter is SQUARES[9 * seats]
    for seat in range(seats):
        assert held(dealt.state, seat).split() == list(order[9 * seat : 9 * seat + 9])
    assert SQUARES_BLOCK.whereabouts(dealt.state)["stock out"] == order[9 * seats + 1 :]


def test_SQB_1_the_starter_lies_as_it_is_spelled():
    dealt = after(SQUARES_BLOCK, begun(SQUARES_BLOCK, 2), shuffled())

    (starter,) = dealt.round.path.laid
    assert (starter.cell, starter.turn) == ((0, 0), 0)


def test_SQB_1_only_the_own_hand_is_seen():
    dealt = step(SQUARES_BLOCK, begun(SQUARES_BLOCK, 3), shuffled())

    event = told(dealt, SquaresDealt)
    for seat in (0, 1, 2, None):
        hands = event.for_seat(seat).hands
        assert [at for at, hand in enumerate(hands) if hand] == ([] if seat is None else [seat])
        seen = SQUARES_BLOCK.observe(dealt.state, seat).round
        assert len(seen.hand) == (0 if seat is None else 9)
        assert seen.counts == (9, 9, 9)


@pytest.mark.parametrize("seats", [2, 3])
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
def test_SQB_1_no_command_is_followed(code, on, seats):
    """Its word is a blank; the turn passes to the next seat like after any other piece."""
    others = ["0-2-6-6 1-1-5-6 1-1-2-2"] * (seats - 1)
    piece = code.split("@")[0]
    state = table(SQUARES_BLOCK, f"{piece} 1-2-3-2", *others, on=on)

    made = step(SQUARES_BLOCK, state, code)

    assert not any(isinstance(event, Commanded) for event in made.events)
    assert asked(SQUARES_BLOCK, made.state) == {1}
    assert SQUARES_BLOCK.observe(made.state, 1).round.task is Task.TURN


def test_SQB_1_no_piece_makes_points_when_it_is_laid():
    state = table(SQUARES_BLOCK, "0-2-6-6 1-1-2-2", "0-0-4-6")

    made = step(SQUARES_BLOCK, state, "0-2-6-6@w1/1")

    assert [type(event) for event in made.events] == [PieceLaid]
    assert SQUARES_BLOCK.observe(made.state, 0).round.earned == ()
    assert not SQUARES_BLOCK.info.scoring_plays


def test_SQB_2_a_piece_is_laid_where_and_how_its_player_says():
    state = table(SQUARES_BLOCK, "0-2-6-6 0-0-4-6", "1-1-2-2 0-2-5-2")

    made = step(SQUARES_BLOCK, state, "0-2-6-6@w1/1")

    assert held(made.state, 0) == "0-0-4-6"
    assert told(made, PieceLaid) == PieceLaid(0, square("0-2-6-6"), (-1, 0), 1)
    assert made.state.round.path == path("0-0-6-2 0-2-6-6@w1/1")


def test_SQB_2_who_cannot_play_knocks():
    state = table(SQUARES_BLOCK, "1-1-2-2", "0-2-6-6 w-1-2-3", "1-1-5-5")
    (knock,) = SQUARES_BLOCK.legal_moves(state, 0)
    assert (knock.code, knock.automatic) == ("pass", True)

    passed = step(SQUARES_BLOCK, state, "pass")

    assert passed.events == (Passed(0),)
    assert asked(SQUARES_BLOCK, passed.state) == {1}


def test_SQB_2_every_place_and_turn_is_a_move():
    state = table(SQUARES_BLOCK, "0-0-4-6 1-1-2-2 0-2-5-2", "0-2-6-6")

    assert legal(SQUARES_BLOCK, state, 0) == ["0-0-4-6@n1/2", "0-0-4-6@e1/0", "0-2-5-2@w1/1"]
    assert legal(SQUARES_BLOCK, state, 1) == []


def test_SQB_2_nothing_can_be_drawn():
    state = table(SQUARES_BLOCK, "1-1-2-2", "0-2-6-6", stock="0-0-4-6 0-2-5-2")

    assert legal(SQUARES_BLOCK, state, 0) == ["pass"]
    seen = SQUARES_BLOCK.observe(state, 0).round
    assert (seen.pile, seen.aside) == (0, 2)


def test_SQB_2_the_round_ends_when_a_hand_is_empty():
    made = step(SQUARES_BLOCK, table(SQUARES_BLOCK, "0-2-5-2", "0-0-4-6"), "0-2-5-2@w1/1")

    ended = told(made, SquaresEnded)
    assert (ended.reason, ended.out, ended.winners) == ("domino", 0, (0,))
    assert told(made, MatchEnded).reason == "domino"


def test_SQB_2_the_round_ends_as_soon_as_nobody_can_play():
    state = table(SQUARES_BLOCK, "4-4-6-5 0-0-6-2", "0-0-4-6", on="2-4-4-5")

    ended = told(step(SQUARES_BLOCK, state, "4-4-6-5@e1/3"), SquaresEnded)

    assert (ended.reason, ended.out) == ("blocked", None)


def test_SQB_2_a_round_can_be_blocked_from_the_start():
    first = "0-0-4-6 0-0-6-2 0-2-5-2 0-2-6-6 0-6-3-5 1-2-3-2 2-2-3-6 2-3-4-4 0-1-3-6"
    second = "2-4-3-3 2-4-4-5 3-5-6-5 4-4-6-5 w-4-5-6 w-2-4-6 give1-1-6-2 skip-3-5-6 0-3-3-5"

    dealt = step(SQUARES_BLOCK, begun(SQUARES_BLOCK, 2), shuffled(first, second, "1-1-5-5"))

    assert told(dealt, SquaresEnded).reason == "blocked"
    assert dealt.state.outcome is not None


def test_SQB_3_the_winner_of_a_blocked_round_takes_nothing_off():
    """14 and 8 pips: the lower hand scores 14, and not 14 − 8."""
    state = table(SQUARES_BLOCK, "4-4-6-5 0-0-6-2", "0-2-6-6", on="2-4-4-5")

    made = step(SQUARES_BLOCK, state, "4-4-6-5@e1/3")

    assert told(made, SquaresEnded).credits == (Credit((0,), Sum((14,))),)
    assert told(made, RoundScored).points == (14, 0)


@pytest.mark.parametrize(
    ("code", "worth"), [("0-0-6-2", 8), ("w-w-2-3", 5), ("skip-3-5-6", 14), ("skip-1-4-0", 5)]
)
def test_SQB_3_blanks_wilds_and_words_are_worth_nothing(code, worth):
    state = table(SQUARES_BLOCK, "0-2-5-2", code)

    assert told(step(SQUARES_BLOCK, state, "0-2-5-2@w1/1"), RoundScored).points == (worth, 0)


def test_SQB_3_all_hands_are_shown_in_the_order_of_the_set():
    state = table(SQUARES_BLOCK, "0-2-5-2", "skip-1-4-0 w-1-2-3 0-0-4-6", stock="0-3-3-5")

    made = step(SQUARES_BLOCK, state, "0-2-5-2@w1/1")

    ended = told(made, SquaresEnded)
    assert ended.hands == ((), pieces("0-0-4-6 w-1-2-3 skip-1-4-0"))
    assert ended.path == made.state.round.path
    assert SQUARES_BLOCK.whereabouts(made.state)["stock out"] == ("0-3-3-5",)


@pytest.mark.parametrize("seniority", [(0, 1, 2), (2, 0, 1)])
def test_SQB_4_the_oldest_begins(seniority):
    dealt = step(SQUARES_BLOCK, begun(SQUARES_BLOCK, 3, seniority=seniority), shuffled())

    assert told(dealt, Leads) == Leads(seniority[0], by_lot=False)
    assert asked(SQUARES_BLOCK, dealt.state) == {seniority[0]}
    assert SQUARES_BLOCK.observe(dealt.state, 1).round.leader == seniority[0]


@pytest.mark.parametrize(
    ("last", "first"),
    [(before(0, 1), 2), (before(0, 2), 0), (before(1, 0), 1), (before(0), 1), (before(2), 0)],
)
def test_SQB_4_then_who_sits_left_of_the_winner_or_of_who_began(last, first):
    state = begun(SQUARES_BLOCK, 3, previous=last, seniority=(1, 0, 2), target=100)

    assert asked(SQUARES_BLOCK, after(SQUARES_BLOCK, state, shuffled())) == {first}


def test_SQB_4_one_round_is_the_match_and_its_points_count():
    made = step(SQUARES_BLOCK, table(SQUARES_BLOCK, "0-2-5-2", "0-0-4-6"), "0-2-5-2@w1/1")

    assert told(made, MatchEnded) == MatchEnded((0,), (10, 0), "domino")
    scored = told(made, RoundScored)
    assert (scored.goal, scored.rounds, scored.counted) == (None, 1, True)


@pytest.mark.parametrize(("target", "over"), [(100, True), (101, False), ("none", True)])
def test_SQB_4_with_a_target_rounds_are_played_until_somebody_has_it(target, over):
    state = table(SQUARES_BLOCK, "0-2-5-2", "0-0-4-6", scores=(90, 99), target=target)

    made = step(SQUARES_BLOCK, state, "0-2-5-2@w1/1")

    assert told(made, RoundScored).totals == (100, 99)
    assert (made.state.outcome is not None) is over
    assert made.state.number == (1 if over else 2)


@pytest.mark.parametrize("target", [0, 1001, "many"])
def test_SQB_4_other_targets_are_refused(target):
    with pytest.raises(BadOption):
        prepare(SQUARES_BLOCK.info, 2, {"target": target})


# Worked examples.


def test_SQB_T1():
    """14, 9 and 10 pips, and nobody can play: B wins 14 + 10 = 24."""
    hands = ("4-4-6-5 0-0-6-2 w-1-2-3", "give1-1-6-2", "0-0-4-6")
    state = table(SQUARES_BLOCK, *hands, on="2-4-4-5")

    made = step(SQUARES_BLOCK, state, "4-4-6-5@e1/3")

    ended = told(made, SquaresEnded)
    assert (ended.reason, ended.winners) == ("blocked", (1,))
    assert ended.credits == (Credit((1,), Sum((14, 10))),)
    assert str(ended.credits[0].sum) == "14 + 10 = 24"
    assert told(made, RoundScored).points == (0, 24, 0)


def test_SQB_T2():
    """With a piece that fits a pass is rejected, and SKIP skips nobody."""
    state = table(SQUARES_BLOCK, "skip-3-5-6 1-1-2-2", "0-2-6-6", "0-0-4-6")
    assert legal(SQUARES_BLOCK, state, 0) == ["skip-3-5-6@e1/0"]
    with pytest.raises(IllegalMove):
        find(SQUARES_BLOCK, state, 0, "pass")

    assert asked(SQUARES_BLOCK, after(SQUARES_BLOCK, state, "skip-3-5-6@e1/0")) == {1}


def test_SQB_T3():
    """Out against 6 + 10 and 8 pips: 16 + 8 = 24."""
    state = table(SQUARES_BLOCK, "0-2-5-2", "w-1-2-3 0-0-4-6", "give1-5-3-0")

    ended = told(step(SQUARES_BLOCK, state, "0-2-5-2@w1/1"), SquaresEnded)

    assert ended.credits == (Credit((0,), Sum((16, 8))),)


def test_SQB_T4():
    """8, 8 and 10 pips: the lowest hand is shared, nobody wins and nobody scores."""
    state = table(SQUARES_BLOCK, "4-4-6-5 give1-5-3-0", "0-0-6-2", "0-0-4-6", on="2-4-4-5")

    made = step(SQUARES_BLOCK, state, "4-4-6-5@e1/3")

    ended = told(made, SquaresEnded)
    assert (ended.reason, ended.winners, ended.credits) == ("blocked", (), ())
    assert told(made, MatchEnded) == MatchEnded((), (0, 0, 0), "blocked")


# Invariants, over matches played by chance.


def test_SQB_I1():
    """9n + 1 pieces for n players are in the set."""
    assert all(9 * seats + 1 <= len(SQUARES) for seats in (2, 3, 4))
    assert (9 * 4 + 1, len(SQUARES)) == (37, 48)


@pytest.mark.parametrize(("seats", "seed"), MATCHES)
def test_SQB_I2(seats, seed):
    """The winner of a round gets what the other hands hold, and nobody else gets anything."""
    for ply in played(SQUARES_BLOCK, prepare(SQUARES_BLOCK.info, seats, SEVERAL), seed).plies:
        for ended in (event for event in ply.events if isinstance(event, SquaresEnded)):
            pips = [sum(piece.pips for piece in hand) for hand in ended.hands]
            lowest = [seat for seat in range(seats) if pips[seat] == min(pips)]
            winner = ended.out if ended.out is not None else lowest[0]
            alone = ended.out is not None or len(lowest) == 1
            points = [0] * seats
            if alone:
                points[winner] = sum(pips) - pips[winner]
            assert told(Step(ply.state, ply.events), RoundScored).points == tuple(points)
            assert ended.winners == ((winner,) if alone else ())


@pytest.mark.parametrize(("seats", "seed"), MATCHES)
def test_SQB_I3(seats, seed):
    """Every piece touches exactly one before it, and wherever two touch both squares match."""
    last = played(SQUARES_BLOCK, prepare(SQUARES_BLOCK.info, seats), seed).states[-1]
    assert_path(last.round.path)


def assert_path(lying: Path):
    there = {each.cell: each for each in lying.laid}
    assert len(there) == len(lying.laid)
    contacts = 0
    for each in lying.laid:
        beside = 0
        for side, (dx, dy) in enumerate(STEPS):
            other = there.get((each.cell[0] + dx, each.cell[1] + dy))
            if other is not None:
                beside += 1
                facing = other.piece.sides[((side + 2) % SIDES - other.turn) % SIDES]
                assert match(each.piece.sides[(side - each.turn) % SIDES], facing)
        assert beside <= 2
        contacts += beside
    assert contacts == 2 * (len(lying.laid) - 1)


@pytest.mark.parametrize(("seats", "seed"), MATCHES)
def test_no_piece_scores_and_nobody_passes_who_can_play(seats, seed):
    match_ = played(SQUARES_BLOCK, prepare(SQUARES_BLOCK.info, seats), seed)
    for ply in match_.plies:
        state = match_.states[ply.index].round
        for event in ply.events:
            assert not isinstance(event, Scored)
            if isinstance(event, Passed):
                assert not any(map(state.path.fits, state.hands[event.seat]))


# What can be known.


def test_who_knocked_is_not_imagined_with_a_piece_that_fits():
    first = "1-1-2-2 1-1-5-5 1-1-5-6 1-1-6-4 1-2-3-2 1-2-5-6 1-4-6-6 1-5-4-4 2-2-3-6"
    second = "0-2-6-6 w-1-2-3 0-0-4-6 0-2-5-2 2-3-4-4 2-4-3-3 2-4-4-5 2-5-6-3 3-5-6-5"
    dealt = after(SQUARES_BLOCK, begun(SQUARES_BLOCK, 2), shuffled(first, second, "0-0-6-2"))

    places = imagined(SQUARES_BLOCK, after(SQUARES_BLOCK, dealt, "pass"), None, 300)

    fits = path("0-0-6-2").fits
    for piece in pieces(rest("0-0-6-2")):
        could = {"hand 1", "stock out"} if fits(piece) else {"hand 0", "hand 1", "stock out"}
        assert places[piece.code] == could, piece.code


def test_somebody_can_play_in_every_imagined_world():
    """A and B have knocked, so C's one piece fits; else the round would be over."""
    hands = ("1-1-2-2", "1-1-5-5", "0-2-6-6")
    state = table(SQUARES_BLOCK, *hands, stock=rest("0-0-6-2", *hands))

    places = imagined(SQUARES_BLOCK, after(SQUARES_BLOCK, state, "pass", "pass"), 0, 400)

    fits = path("0-0-6-2").fits
    fitting = {piece.code for piece in pieces(rest("0-0-6-2")) if fits(piece)}
    assert {code for code, where in places.items() if "hand 2" in where} == fitting
