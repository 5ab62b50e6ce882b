# ruff: noqa: N802 - tests bear the ids of the rules
"""Solitaire, rule by rule (docs/rules/solitaire.md)."""

import random

import pytest

from bot.domino.bone import bone
from bot.domino.sets import DOUBLE_SIX
from bot.engine.contract import Outcome, Shuffle
from bot.engine.errors import BadOption, IllegalMove, WrongSeats
from bot.engine.replay import play, playout
from bot.engine.rounds import MatchEnded, RoundScored
from bot.engine.seating import prepare
from bot.games.solitaire import SOLITAIRE, Added, Remove, Removed, RowEnded, RowLaid
from tests.games.patience import mixed, share, won_at_leisure, won_by_force
from tests.games.playing import played
from tests.games.positions import bones, deal, told
from tests.games.vanishing import after, asked, begun, legal, row, step, table

ALL = " ".join(each.code for each in DOUBLE_SIX)

# Rules.


def test_SOLO_1_three_bones_lie_in_a_row_and_the_others_face_down():
    assert asked(begun()) == Shuffle(tuple(ALL.split()))

    laid = step(begun(), deal("6-4 1-0 5-5"))

    assert told(laid, RowLaid) == RowLaid(bones("6-4 1-0 5-5"), 25)
    assert row(laid.state) == "6-4 1-0 5-5"
    seen = SOLITAIRE.observe(laid.state, 0).round
    assert (seen.row, seen.stock, seen.gone, seen.newest) == (
        bones("6-4 1-0 5-5"),
        25,
        (),
        None,
    )
    assert seen.counts == (3,)


@pytest.mark.parametrize("seats", [0, 2, 3])
def test_SOLO_1_one_plays(seats):
    with pytest.raises(WrongSeats, match=r"Solitaire is played by 1"):
        prepare(SOLITAIRE.info, seats)


@pytest.mark.parametrize(
    "neighbours", ["5-1 6-5", "5-1 5-0", "1-0 2-1", "5-5 6-5", "5-4 5-5", "6-5 6-4"]
)
def test_SOLO_2_what_lies_between_two_that_share_a_number_can_go(neighbours):
    left, right = neighbours.split()
    state = table(f"{left} 3-3 {right}", "4-1")

    assert legal(state) == ["3-3"]
    gone = step(state, "3-3")
    assert told(gone, Removed) == Removed(bones("3-3"), 1, together=False)
    assert row(gone.state) == f"{left} {right}"
    assert SOLITAIRE.whereabouts(gone.state)["gone"][-1] == "3-3"


def test_SOLO_2_what_lies_between_two_that_share_nothing_stays():
    assert legal(table("5-1 5-5 6-0", "4-1")) == ["draw"]


def test_SOLO_2_the_gap_closes_and_there_are_new_neighbours():
    state = table("5-1 3-3 6-5 1-0", "4-1")
    assert legal(state) == ["3-3"]

    state = after(state, "3-3")

    assert row(state) == "5-1 6-5 1-0"
    assert legal(state) == ["6-5"]


def test_SOLO_2_the_ends_of_the_row_have_one_neighbour_and_stay():
    assert legal(table("5-1 5-2 6-4", "4-1")) == ["draw"]
    assert legal(table("5-1 5-2", "4-1")) == ["draw"]


def test_SOLO_2_of_several_that_can_go_the_player_chooses():
    state = table("5-1 3-3 5-2 4-4 6-2", "4-1")

    assert legal(state) == ["3-3", "4-4"]
    assert [
        (move.bone, move.at, move.triple)
        for move in SOLITAIRE.legal_moves(state, 0)
        if isinstance(move, Remove)
    ] == [(bone(3, 3), 1, False), (bone(4, 4), 3, False)]


def test_SOLO_3_three_with_one_number_go_together_or_the_middle_one_goes():
    state = table("6-0 5-1 2-1 4-1 3-0", "4-4")
    assert legal(state) == ["2-1", "2-1+"]

    gone = step(state, "2-1+")
    assert told(gone, Removed) == Removed(bones("5-1 2-1 4-1"), 1, together=True)
    assert row(gone.state) == "6-0 3-0"

    assert row(after(state, "2-1")) == "6-0 5-1 4-1 3-0"


def test_SOLO_3_a_double_in_the_middle_has_the_number_too():
    assert legal(table("5-1 1-1 4-1", "4-4")) == ["1-1", "1-1+"]


@pytest.mark.parametrize(
    ("triple", "codes"), [("same-number", ["3-2"]), ("pairwise", ["3-2", "3-2+"])]
)
def test_SOLO_3_three_of_which_each_two_share_a_number(triple, codes):
    assert legal(table("2-1 3-2 3-1", "4-4", triple=triple)) == codes


def test_SOLO_3_pairwise_needs_all_three_pairs():
    assert legal(table("2-1 3-2 4-1", "4-4", triple="pairwise")) == ["3-2"]
    assert legal(table("2-1 3-2 4-3", "4-4", triple="pairwise")) == ["draw"]


@pytest.mark.parametrize("triple", ["", "all", "on"])
def test_SOLO_3_there_is_no_other_way(triple):
    with pytest.raises(BadOption):
        begun(triple=triple)


def test_SOLO_4_who_can_remove_must():
    state = table("5-1 3-3 5-2", "4-1")

    with pytest.raises(IllegalMove, match="3-3"):
        play(SOLITAIRE, state, 0, "draw")


def test_SOLO_4_when_nothing_can_go_the_next_bone_comes_at_the_right():
    state = table("5-1 3-3 6-2", "4-1 2-0")
    assert legal(state) == ["draw"]
    assert not SOLITAIRE.legal_moves(state, 0)[0].automatic

    drawn = step(state, "draw")

    assert told(drawn, Added) == Added(bone(4, 1), 1)
    assert row(drawn.state) == "5-1 3-3 6-2 4-1"
    assert SOLITAIRE.observe(drawn.state, 0).round.newest == 3


def test_SOLO_4_the_newest_bone_is_so_until_something_is_removed():
    state = after(table("5-1 3-3 6-2 4-4", "6-5 2-0"), "draw")
    assert SOLITAIRE.observe(state, 0).round.newest == 4

    assert SOLITAIRE.observe(after(state, "4-4"), 0).round.newest is None


def test_SOLO_4_if_it_is_agreed_the_next_bone_may_come_at_any_time():
    state = table("5-1 3-3 5-2", "4-1", mustRemove="off")

    assert legal(state) == ["3-3", "draw"]
    assert row(after(state, "draw")) == "5-1 3-3 5-2 4-1"


def test_SOLO_4_what_was_left_can_still_be_removed_when_nothing_comes_any_more():
    state = after(table("5-1 3-3 5-2", "4-1", mustRemove="off"), "draw")

    assert legal(state) == ["3-3"]


@pytest.mark.parametrize("here", ["", "5-1", "5-1 5-2"])
def test_SOLO_4_with_a_short_row_the_next_bone_comes(here):
    assert legal(table(here, "4-1")) == ["draw"]


def test_SOLO_5_it_is_won_when_all_bones_are_gone():
    made = step(table("5-1 2-1 4-1"), "2-1+")

    assert told(made, RowEnded) == RowEnded("won", (0,), (), 28, 0)
    assert told(made, MatchEnded) == MatchEnded((0,), (0,), "won")
    assert made.state.outcome.tally == 0


def test_SOLO_5_an_empty_row_is_not_a_win_while_bones_lie_face_down():
    state = after(table("5-1 2-1 4-1", "3-0"), "2-1+")

    assert state.outcome is None
    assert row(state) == ""
    assert legal(state) == ["draw"]


def test_SOLO_5_what_is_left_counts():
    made = step(table("5-1 3-3 5-2 6-0"), "3-3")

    assert told(made, RowEnded) == RowEnded("stuck", (), bones("5-1 5-2 6-0"), 25, 0)
    assert told(made, RoundScored).points == (3,)
    assert told(made, MatchEnded) == MatchEnded((), (3,), "stuck")
    outcome = made.state.outcome
    assert (outcome.winners, outcome.points, outcome.tally) == ((), (3,), 3)
    assert SOLITAIRE.info.penalties


def test_SOLO_5_the_last_bone_may_end_it():
    made = step(table("5-1 3-3 6-2", "4-0"), "draw")

    assert told(made, RowEnded) == RowEnded("stuck", (), bones("5-1 3-3 6-2 4-0"), 24, 1)
    assert asked(made.state) == frozenset()


def test_SOLO_5_one_row_is_the_match():
    seen = SOLITAIRE.observe(table("5-1"), 0)

    assert (seen.goal, seen.rounds, seen.counted) == (None, 1, True)


def test_SOLO_6_nobody_knows_what_comes():
    state = after(begun(), deal("6-4 1-0 5-5"))
    seen, chance = SOLITAIRE.observe(state, 0), random.Random(1)

    tops = {SOLITAIRE.imagine(seen, chance).round.stock[0].code for _ in range(400)}

    assert tops == set(ALL.split()) - {"6-4", "1-0", "5-5"}


# Worked examples.


def test_SOLO_T1():
    """Two single bones go, then three together or one."""
    state = after(begun(), deal("2-1 6-5 4-2 4-4 6-2"))
    assert legal(state) == ["6-5"]

    state = after(state, "6-5")
    assert (row(state), legal(state)) == ("2-1 4-2", ["draw"])
    state = after(state, "draw")
    assert (row(state), legal(state)) == ("2-1 4-2 4-4", ["draw"])
    state = after(state, "draw")
    assert (row(state), legal(state)) == ("2-1 4-2 4-4 6-2", ["4-4"])
    state = after(state, "4-4")
    assert (row(state), legal(state)) == ("2-1 4-2 6-2", ["4-2", "4-2+"])

    assert row(after(state, "4-2+")) == ""
    assert row(after(state, "4-2")) == "2-1 6-2"


def test_SOLO_T2():
    """3-2 has not the number that its neighbours share."""
    state = after(begun(), deal("2-1 3-2 3-1"))
    assert legal(state) == ["3-2"]
    with pytest.raises(IllegalMove):
        play(SOLITAIRE, state, 0, "3-2+")

    state = after(begun(triple="pairwise"), deal("2-1 3-2 3-1"))
    assert row(after(state, "3-2+")) == ""


def test_SOLO_T3():
    """No bone comes while 6-5 can be removed, unless it is agreed."""
    first = deal("2-1 6-5 4-2")
    with pytest.raises(IllegalMove):
        play(SOLITAIRE, after(begun(), first), 0, "draw")

    free = after(begun(mustRemove="off"), first)
    assert legal(free) == ["6-5", "draw"]


def test_SOLO_T4():
    """Nothing comes and nothing can go: lost with two."""
    made = step(table("0-0", "2-1"), "draw")

    assert told(made, RowEnded).left == bones("0-0 2-1")
    assert made.state.outcome.points == (2,)


# Invariants, over matches played by chance.

WAYS = [{}, {"triple": "pairwise"}, {"mustRemove": "off"}]
MATCHES = [(way, seed) for way in WAYS for seed in range(8)]


@pytest.mark.parametrize(("way", "seed"), MATCHES)
def test_SOLO_I1(way, seed):
    """The row, what is gone and what lies face down are the set."""
    for state in played(SOLITAIRE, prepare(SOLITAIRE.info, 1, way), seed).states:
        here = state.round
        assert sorted(map(str, (*here.row, *here.stock, *here.gone))) == sorted(ALL.split())


@pytest.mark.parametrize(("way", "seed"), MATCHES)
def test_SOLO_I2(way, seed):
    """One bone or three."""
    plies = played(SOLITAIRE, prepare(SOLITAIRE.info, 1, way), seed).plies
    removed = [each for ply in plies for each in ply.events if isinstance(each, Removed)]

    assert removed
    for event in removed:
        assert len(event.bones) == (3 if event.together else 1)


# What can be won.


def test_SOLO_I3():
    """A game that is won, is won through the moves of the game, and three go last."""
    ways = {seed: way for seed in range(60) if (way := won_by_force(mixed(seed))) is not None}
    assert ways

    for seed, way in ways.items():
        order = " ".join(each.code for each in mixed(seed))
        assert way[-1].endswith("+")
        over = after(begun(), deal(order), *way)
        assert over.outcome.winners == (0,)


@pytest.mark.parametrize("pairwise", [False, True])
def test_laying_all_bones_first_loses_nothing_where_it_is_allowed(pairwise):
    """Both ways to find out whether a game can be won agree, on small sets of bones."""
    for seed in range(60):
        few = mixed(seed)[:13]
        by_force = won_by_force(few, may_draw=True, pairwise=pairwise) is not None
        assert by_force == won_at_leisure(few, pairwise=pairwise)


SHARES = [
    pytest.param(False, False, 0.286, id="default"),
    pytest.param(False, True, 0.332, id="pairwise"),
    pytest.param(True, False, 0.660, id="mustRemove=off"),
    pytest.param(True, True, 0.689, id="both"),
]
"""What came out over 20,000 deals, or 5,000 where bones may be left."""


@pytest.mark.parametrize(("may_draw", "pairwise", "expected"), SHARES)
def test_the_share_of_deals_that_can_be_won(may_draw, pairwise, expected):
    found = share(range(300), may_draw=may_draw, pairwise=pairwise)

    assert abs(found - expected) < 0.07


@pytest.mark.long
@pytest.mark.parametrize(("may_draw", "pairwise", "expected"), SHARES)
def test_the_share_of_deals_that_can_be_won_over_many(may_draw, pairwise, expected):
    found = share(range(50_000, 55_000), may_draw=may_draw, pairwise=pairwise)

    assert abs(found - expected) < 0.025


@pytest.mark.long
def test_chance_wins_about_one_game_in_a_hundred():
    chance, setup, won = random.Random(1), prepare(SOLITAIRE.info, 1), 0
    for _ in range(3000):
        *_, (_, _, last) = playout(SOLITAIRE, SOLITAIRE.start(setup), chance)
        won += SOLITAIRE.outcome(last.state) == Outcome((0,), (0,), "won", tally=0)

    assert 0.004 < won / 3000 < 0.018
