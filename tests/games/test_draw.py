import pytest

from bot.domino.counting import pips
from bot.games.common.events import Drew, Passed
from bot.games.connecting.events import RoundEnded
from bot.games.draw import DRAW
from tests.games.cases import by_chance
from tests.games.positions import ends, held, language, told
from tests.games.recount import check_the_books, others_minus_own

position, dealt, step, steps, after, asked, legal = language(DRAW)

THREE = {"allowThree": "on"}


def test_DRAW_4_the_last_two_stay_when_agreed():
    state = position("4-3", "6-1", on="6-6", stock="1-0 2-0 3-0", keepLastTiles=2)
    drawn = step(state, "draw")
    assert told(drawn, Drew).left == 0
    assert legal(drawn.state, 0) == ["pass"]
    seen = DRAW.observe(drawn.state, 1).round
    assert (seen.boneyard, seen.stock) == (0, 2)


@pytest.mark.parametrize(
    ("options", "hands", "won", "target"),
    [
        pytest.param({}, ("5-2", "5-0"), 5, 50, id="DRAW-T4"),
        pytest.param({}, ("5-2", "6-6 6-5", "6-4", "5-1"), 39, 100, id="DRAW-T5"),
        (THREE, ("5-2", "5-5", "3-2"), 15, 100),
    ],
)
def test_DRAW_8_the_target(options, hands, won, target):
    for missing in (0, 1):
        scores = (target - won - missing, *(0,) * (len(hands) - 1))
        state = after(position(*hands, on="5-3", scores=scores, **options), "5-2@l")
        assert (state.outcome is None) == (missing == 1)
        assert DRAW.observe(state, None).goal == target


def test_DRAW_T1_DRAW_5_GEN_8():
    state = position("4-3", "1-1", on="2-2", stock="1-0 5-5 6-2 3-0")
    state = after(state, "draw", "draw", "draw")
    assert legal(state, 0) == ["6-2@l", "6-2@r"]
    state = after(state, "6-2@l")
    assert held(state, 0) == "4-3 1-0 5-5"
    assert pips(state.round.hands[0]) == 18
    assert [bone.code for bone in state.round.stock] == ["3-0"]
    assert ends(state) == (6, 2)


def test_DRAW_T2_DRAW_4_DRAW_6_GEN_8():
    passed = step(position("4-3", "6-1", on="6-6", stock="1-0"), "draw", "pass")
    assert told(passed, Passed) == Passed(0)
    assert held(passed.state, 0) == "4-3 1-0"


@by_chance(DRAW)
def test_DRAW_I1(match):
    """Nobody passes and no round is blocked while there is something to draw."""
    kept = match.setup.options["keepLastTiles"]
    for ply in match.plies:
        before = match.states[ply.index].round
        for event in ply.events:
            if isinstance(event, Passed):
                assert len(before.stock) <= kept
            if isinstance(event, RoundEnded) and event.reason == "blocked":
                assert len(match.pieces_after(ply.index)["stock"]) <= kept
    check_the_books(match, others_minus_own)
