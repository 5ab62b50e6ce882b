import pytest

from bot.engine.contract import Lot, Previous
from bot.engine.errors import IllegalMove
from bot.engine.replay import find
from bot.games.block import BLOCK
from bot.games.common.events import Passed
from tests.games.by_chance import by_chance
from tests.games.positions import FIVES, SIXES, THREES, language, lead, result, told
from tests.games.recount import check_the_books, others_minus_own, rounds_of

position, dealt, step, steps, after, asked, legal = language(BLOCK)


@pytest.mark.parametrize(
    ("previous", "agreed", "leads"),
    [
        (None, "random", Lot((0, 1, 2))),
        (Previous(1, leader=0, winners=(2,)), "random", Lot((0, 1, 2))),
        (None, "winner", Lot((0, 1, 2))),
        (Previous(1, leader=0, winners=(2,)), "winner", {2}),
        (Previous(1, leader=0, winners=()), "winner", Lot((0, 1, 2))),
        (None, "rotate-left", Lot((0, 1, 2))),
        (Previous(1, leader=0, winners=(0,)), "rotate-left", {1}),
        (Previous(1, leader=2, winners=()), "rotate-left", {0}),
    ],
)
def test_BLOCK_3_a_lot_picks_every_leader_unless_agreed_otherwise(previous, agreed, leads):
    leader, _ = lead(BLOCK, SIXES, FIVES, THREES, previous=previous, nextLead=agreed)
    assert leader == leads


def test_BLOCK_5_BLOCK_T6():
    """With ends 5 and 3, 6-6 and 2-0 can only pass; holding 3-1 as well, a pass is rejected."""
    state = position("6-6 2-0", "3-2 4-4", on="5-3")
    (pass_turn,) = BLOCK.legal_moves(state, 0)
    assert (pass_turn.code, pass_turn.automatic) == ("pass", True)
    passed = step(state, "pass")
    assert told(passed, Passed) == Passed(0)
    assert asked(passed.state) == {1}
    able = position("6-6 2-0 3-1", "5-5", on="5-3")
    assert legal(able, 0) == ["3-1@r"]
    with pytest.raises(IllegalMove):
        find(BLOCK, able, 0, "pass")


@pytest.mark.parametrize("target", [1, 11, 1000])
def test_BLOCK_10_or_to_any_target_agreed(target):
    state = position("5-2", "6-5", on="5-3", target=target)
    assert (after(state, "5-2@l").outcome is not None) == (target <= 11)


# Worked examples.


@pytest.mark.parametrize(
    ("others", "points"),
    [pytest.param("3-3 6-0 4-1", 17, id="BLOCK-T1"), pytest.param("0-0", 0, id="BLOCK-T5")],
)
def test_BLOCK_T1_BLOCK_T5_BLOCK_6_BLOCK_7_GEN_10_who_goes_out_wins(others, points):
    """With 5-2 against 6 + 6 + 5 = 17; against 0-0 alone for nothing."""
    made = step(position("5-2", others, on="5-3"), "5-2@l")
    assert result(made) == ("domino", (0,), (points, 0))


@pytest.mark.parametrize(
    ("hands", "winners", "points"),
    [
        pytest.param(("3-2 5-5", "6-6 2-2 5-3"), (0,), (24 - 15, 0), id="BLOCK-T2"),
        pytest.param(("3-2 5-5", "6-3 5-1"), (), (0, 0), id="BLOCK-T3"),
        pytest.param(("3-2", "6-6", "5-5 1-1"), (0,), (24 - 5, 0, 0), id="BLOCK-T4 5-12-12"),
        pytest.param(("3-2", "2-1 1-1", "6-6"), (), (0, 0, 0), id="BLOCK-T4 5-5-12"),
        pytest.param(("6-6", "3-2", "5-5"), (1,), (0, 22 - 5, 0), id="not who blocked"),
    ],
)
def test_BLOCK_T2_BLOCK_T3_BLOCK_T4_BLOCK_7_BLOCK_9_GEN_9_GEN_11_blocked(hands, winners, points):
    """1-0 leaves ends 4 and 0, which nobody has: the lowest hand wins, if it is not shared."""
    first, *others = hands
    made = step(position(f"1-0 {first}", *others, on="4-1"), "1-0@r")
    assert result(made) == ("blocked", winners, points)


# Invariants, over matches played by chance.


@by_chance(BLOCK)
def test_BLOCK_I1_BLOCK_I2_BLOCK_8_every_round_counted_again(match):
    """One seat scores, unless the only opponent has 0-0 alone or the lowest hand is shared."""
    totals = check_the_books(match, others_minus_own)
    assert max(totals) >= match.setup.options["target"]
    for _, ended, scored in rounds_of(match):
        assert sum(points > 0 for points in scored.points) <= 1
        for winner in scored.winners:
            others = [str(b) for at, hand in enumerate(ended.hands) if at != winner for b in hand]
            assert scored.points[winner] >= 1 or others == ["0-0"]
            assert scored.points[winner] == sum(credit.sum.points for credit in ended.credits)
