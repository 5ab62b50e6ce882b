import pytest

from bot.engine.contract import Previous
from bot.games.connecting.events import RoundEnded
from bot.games.star import STAR
from tests.games.cases import by_chance
from tests.games.positions import FIVES, REST, SIXES, THREES, ends, language, lead
from tests.games.recount import events_of

position, dealt, step, steps, after, asked, legal = language(STAR)

DEAL = (THREES, FIVES, SIXES, REST)

ENDS_1235 = "6-6 6-1@l 6-2@r 6-3@u 6-5@d"
"""The star of the examples."""


def four(hand, *others, on, **options):
    """A table where it is the first one's turn, and hands that do not matter are 0-0."""
    return position(hand, *others, *["0-0"] * (3 - len(others)), on=on, **options)


@pytest.mark.parametrize("previous", [None, Previous(4, leader=0, winners=(1,))])
def test_STAR_2_who_holds_6_6_leads_it_in_every_round(previous):
    assert lead(STAR, *DEAL, previous=previous) == ({2}, ["6-6"])


def test_STAR_5_STAR_T2_later_doubles_lie_across_and_open_nothing():
    """The arms show 1, 2, 3 and 5: 5-5 goes on the last, and they still do."""
    state = four("5-5 4-3", on=ENDS_1235)
    assert ends(state) == (1, 2, 3, 5)
    assert legal(state, 0) == ["5-5@d", "4-3@u"]
    state = after(state, "5-5@d")
    assert state.round.layout.laid[-1].crosswise
    assert ends(state) == (1, 2, 3, 5)


def test_STAR_5_where_agreed_a_double_lies_along_or_crosswise_as_one_likes():
    state = four("5-5 4-3", "5-4", on=ENDS_1235, crosswiseOpens="on")
    assert legal(state, 0) == ["5-5@d", "5-5@d+", "4-3@u"]
    along = after(state, "5-5@d")
    assert not along.round.layout.laid[-1].crosswise
    assert ends(along) == (1, 2, 3, 5)
    crosswise = after(state, "5-5@d+")
    assert crosswise.round.layout.laid[-1].crosswise
    assert ends(crosswise) == (1, 2, 3, 5, 5, 5)
    assert legal(crosswise, 1) == ["5-4@d", "5-4@e", "5-4@f"]


@by_chance(STAR)
def test_STAR_I1_STAR_3(match):
    """The star is made before anything else."""
    for ended in events_of(match, RoundEnded):
        first, *sides = ended.layout.laid[:5]
        assert first.bone.code == "6-6"
        assert len(sides) == 4
        assert all(side.bone.has(6) and side.parent == 0 for side in sides)
