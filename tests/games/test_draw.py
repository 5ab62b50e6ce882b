# ruff: noqa: N802 - tests bear the ids of the rules
"""Draw, rule by rule (docs/rules/draw.md)."""

import pytest

from bot.domino.counting import pips
from bot.engine.contract import Lot, Previous
from bot.engine.errors import IllegalMove, WrongSeats
from bot.engine.replay import find
from bot.engine.rounds import MatchEnded, RoundScored
from bot.engine.seating import prepare
from bot.games.draw import DRAW
from bot.games.events import Dealt, Drew, Passed, RoundEnded
from tests.games.playing import played
from tests.games.positions import after, asked, dealt, ends, held, legal, position, step, told

SEVENS = ("6-6 6-5 6-4 6-3 6-2 6-1 6-0", "5-5 5-4 5-3 5-2 5-1 5-0 4-4")


@pytest.mark.parametrize(
    ("seats", "options", "hand", "boneyard"),
    [(2, {}, 7, 14), (4, {}, 5, 8), (3, {"allowThree": "on"}, 5, 13)],
)
def test_DRAW_1_hands_and_boneyard(seats, options, hand, boneyard):
    state = DRAW.start(prepare(DRAW.info, seats, options))

    deal = told(step(DRAW, state, "deal " + " ".join(asked(DRAW, state).pieces)), Dealt)

    assert deal.counts == (hand,) * seats
    assert (deal.boneyard, deal.aside) == (boneyard, 0)


def test_DRAW_1_three_do_not_play_unless_agreed():
    with pytest.raises(WrongSeats, match="2 or 4"):
        DRAW.start(prepare(DRAW.info, 3))
    DRAW.start(prepare(DRAW.info, 3, {"allowThree": True}))


def test_DRAW_2_a_lot_picks_the_first_leader_and_the_winner_leads_then():
    assert asked(DRAW, dealt(DRAW, *SEVENS)) == Lot((0, 1))

    won = dealt(DRAW.game, *SEVENS, previous=Previous(1, leader=0, winners=(1,)))
    assert asked(DRAW.game, won) == {1}


def test_DRAW_2_after_a_round_without_winner_a_lot_picks_again():
    tied = dealt(DRAW.game, *SEVENS, previous=Previous(1, leader=0, winners=()))

    assert asked(DRAW.game, tied) == Lot((0, 1))


def test_DRAW_3_any_bone_leads_and_doubles_are_no_spinners():
    state = after(DRAW, dealt(DRAW, *SEVENS), "lot 1")
    assert legal(DRAW, state, 1) == SEVENS[1].split()

    state = after(DRAW, state, "5-5")
    assert ends(state) == (5, 5)


def test_DRAW_4_the_whole_boneyard_can_be_drawn():
    state = position(DRAW, "4-3", "6-1", on="6-6", stock="1-0 2-0")

    state = after(DRAW, state, "draw", "draw")

    assert held(state, 0) == "4-3 1-0 2-0"
    assert legal(DRAW, state, 0) == ["pass"]


def test_DRAW_4_the_last_two_stay_when_agreed():
    state = position(DRAW, "4-3", "6-1", on="6-6", stock="1-0 2-0 3-0", keepLastTiles=2)

    drawn = step(DRAW, state, "draw")

    assert told(drawn, Drew).left == 0
    assert legal(DRAW, drawn.state, 0) == ["pass"]
    assert DRAW.observe(drawn.state, 1).round.boneyard == 0
    assert DRAW.observe(drawn.state, 1).round.stock == 2


def test_DRAW_4_the_last_two_count_for_nobody():
    state = position(DRAW, "4-3", "6-1", on="6-6", stock="6-5 2-0", turn=1, keepLastTiles=2)

    scored = told(step(DRAW, state, "6-1@l"), RoundScored)

    assert scored.points == (0, 7)


def test_DRAW_4_with_the_last_two_kept_a_table_is_blocked_although_they_lie_there():
    state = position(DRAW, "1-0 3-2", "5-5", on="4-1", stock="6-4 6-0", keepLastTiles=2)

    assert told(step(DRAW, state, "1-0@r"), RoundEnded).reason == "blocked"


def test_DRAW_5_a_drawn_bone_that_fits_must_be_played_and_the_end_is_free():
    state = position(DRAW, "3-2", "1-1", on="6-4 5-4@r", stock="6-5 2-0")

    state = after(DRAW, state, "draw")

    assert legal(DRAW, state, 0) == ["6-5@l", "6-5@r"]


def test_DRAW_6_who_cannot_play_passes_when_the_boneyard_is_empty():
    state = position(DRAW, "4-3", "6-1 5-5", on="6-6")

    assert legal(DRAW, state, 0) == ["pass"]


def test_DRAW_7_a_blocked_round_goes_to_the_lowest_hand():
    scored = told(
        step(DRAW, position(DRAW, "1-0 3-2 5-5", "6-6 2-2 5-3", on="4-1"), "1-0@r"), RoundScored
    )

    assert scored.winners == (0,)
    assert scored.points == (9, 0)


@pytest.mark.parametrize(
    ("seats", "options", "target"), [(2, {}, 50), (4, {}, 100), (3, {"allowThree": "on"}, 100)]
)
def test_DRAW_8_the_target(seats, options, target):
    hands = ("5-2", "5-5", "3-2", "2-2")[:seats]
    won = 10 + (5 + 4 if seats == 4 else 5 if seats == 3 else 0)

    def ends_with(score):
        scores = (score, *(0,) * (seats - 1))
        state = position(DRAW, *hands, on="5-3", scores=scores, **options)
        return after(DRAW, state, "5-2@l").outcome

    assert ends_with(target - won - 1) is None
    assert ends_with(target - won).winners == (0,)
    assert DRAW.observe(DRAW.start(prepare(DRAW.info, seats, options)), None).goal == target


# Worked examples.


def test_DRAW_T1():
    """Ends 2 and 2, holding 4-3: 1-0 and 5-5 are drawn in vain, 6-2 is drawn and played."""
    state = position(DRAW, "4-3", "1-1", on="2-2", stock="1-0 5-5 6-2 3-0")

    state = after(DRAW, state, "draw", "draw", "draw")
    assert legal(DRAW, state, 0) == ["6-2@l", "6-2@r"]
    state = after(DRAW, state, "6-2@l")

    assert held(state, 0) == "4-3 1-0 5-5"
    assert pips(state.round.hands[0]) == 18
    assert [bone.code for bone in state.round.stock] == ["3-0"]
    assert ends(state) == (6, 2)


def test_DRAW_T2():
    """Ends 6 and 6, holding 4-3, the boneyard only 1-0: it is drawn, and a pass follows."""
    state = position(DRAW, "4-3", "6-1", on="6-6", stock="1-0")

    passed = step(DRAW, state, "draw", "pass")

    assert told(passed, Passed) == Passed(0)
    assert held(passed.state, 0) == "4-3 1-0"


def test_DRAW_T3():
    """Who holds 6-3 with a 6 open may not draw."""
    state = position(DRAW, "6-3", "6-1", on="6-6", stock="1-0")

    with pytest.raises(IllegalMove):
        find(DRAW, state, 0, "draw")


def test_DRAW_T4():
    """At 45 points, going out against 5-0 makes 50 and wins the match."""
    state = position(DRAW, "5-2", "5-0", on="5-3", scores=(45, 49))

    ended = told(step(DRAW, state, "5-2@l"), MatchEnded)

    assert ended == MatchEnded((0,), (50, 49), "target")


def test_DRAW_T5():
    """Among four, 60 + 39 = 99: the match goes on."""
    state = position(DRAW, "5-2", "6-6 6-5", "6-4", "5-1", on="5-3", scores=(60, 0, 0, 0), turn=0)

    made = step(DRAW, state, "5-2@l")

    assert told(made, RoundScored).points == (39, 0, 0, 0)
    assert told(made, RoundScored).totals == (99, 0, 0, 0)
    assert made.state.outcome is None
    assert made.state.number == 2


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("seats", [2, 4])
def test_DRAW_I1(seats, seed):
    """Nobody passes and no round is blocked while there is something to draw."""
    match = played(DRAW, prepare(DRAW.info, seats), seed)
    for ply in match.plies:
        before = match.states[ply.index].round
        for event in ply.events:
            if isinstance(event, Passed):
                assert before.stock == ()
            if isinstance(event, RoundEnded) and event.reason == "blocked":
                assert match.pieces_after(ply.index)["stock"] == ()
