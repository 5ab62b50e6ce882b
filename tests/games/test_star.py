import pytest

from bot.engine.contract import Previous
from bot.engine.errors import IllegalMove
from bot.engine.replay import find
from bot.games.connecting.events import RoundEnded
from bot.games.star import STAR
from tests.games.by_chance import by_chance
from tests.games.positions import FIVES, REST, SIXES, THREES, ends, language, lead, result
from tests.games.recount import events_of

position, dealt, step, steps, after, asked, legal = language(STAR)

DEAL = (THREES, FIVES, SIXES, REST)

ENDS_1235 = "6-6 6-1@l 6-2@r 6-3@u 6-5@d"
"""The star of the examples."""
ENDS_4445 = "6-6 6-1@l 4-1@l 6-2@r 4-2@r 6-3@u 4-3@u 6-5@d"
"""Who lays 5-4 here blocks the table unless somebody holds another four."""
LESS_OWN = {"blockedScore": "others-minus-own"}


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


# Worked examples; the second is among the rules.


def test_STAR_T1_STAR_4():
    """After 6-6: with 5-5 and 3-2 only a pass; with 6-2 and 5-5 it is 6-2."""
    assert legal(four("5-5 3-2", on="6-6"), 0) == ["pass"]
    state = four("6-2 5-5", on="6-6")
    assert legal(state, 0) == ["6-2@l", "6-2@r", "6-2@u", "6-2@d"]
    for code in ("pass", "draw"):
        with pytest.raises(IllegalMove):
            find(STAR, state, 0, code)


def test_STAR_T3_STAR_6():
    """D is out against 5-5, 1-0, and 3-2 with 4-4: 10 + 1 + 13 = 24."""
    state = position("5-5", "1-0", "3-2 4-4", "5-4", on=ENDS_1235, turn=3)
    assert result(step(state, "5-4@d")) == ("domino", (3,), (0, 0, 0, 24))


@pytest.mark.parametrize(
    ("hands", "agreed", "points"),
    [
        (("2-1", "5-3", "5-2 2-0", "5-5"), {}, 27),
        (("2-1", "5-3", "5-2 2-0", "5-5"), LESS_OWN, 24),
        (("2-1", "3-0", "5-2 2-0", "5-5"), {}, 0),
        (("2-1", "3-0", "5-2 2-0", "5-5"), LESS_OWN, 0),
    ],
)
def test_STAR_T4_STAR_7(hands, agreed, points):
    """Blocked with 3, 8, 9 and 10 the first scores 27, or 24; with 3, 3, 9 and 10 nobody does."""
    first, *others = hands
    made = step(four(f"5-4 {first}", *others, on=ENDS_4445, **agreed), "5-4@d")
    assert result(made) == ("blocked", (0,) if points else (), (points, 0, 0, 0))


# Invariants, over matches played by chance.


@by_chance(STAR)
def test_STAR_I1_STAR_3(match):
    """The star is made before anything else."""
    for ended in events_of(match, RoundEnded):
        first, *sides = ended.layout.laid[:5]
        assert first.bone.code == "6-6"
        assert len(sides) == 4
        assert all(side.bone.has(6) and side.parent == 0 for side in sides)
