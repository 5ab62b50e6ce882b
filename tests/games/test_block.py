import pytest

from bot.engine.contract import Lot, Previous
from bot.games.block import BLOCK
from tests.games.cases import by_chance
from tests.games.positions import FIVES, SIXES, THREES, language, lead
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


@pytest.mark.parametrize("target", [1, 11, 1000])
def test_BLOCK_10_or_to_any_target_agreed(target):
    state = position("5-2", "6-5", on="5-3", target=target)
    assert (after(state, "5-2@l").outcome is not None) == (target <= 11)


@by_chance(BLOCK)
def test_BLOCK_I1_BLOCK_I2_BLOCK_8_every_round_counted_again(match):
    """One seat scores, unless the only opponent has 0-0 alone or the lowest hand is shared."""
    totals = check_the_books(match, others_minus_own)
    assert max(totals) >= (match.setup.number("target") or 0)
    for _, ended, scored in rounds_of(match):
        assert sum(points > 0 for points in scored.points) <= 1
        for winner in scored.winners:
            others = [str(b) for at, hand in enumerate(ended.hands) if at != winner for b in hand]
            assert scored.points[winner] >= 1 or others == ["0-0"]
            assert scored.points[winner] == sum(credit.sum.points for credit in ended.credits)
