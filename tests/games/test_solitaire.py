import random
import re
from pathlib import Path

import pytest

from bot.domino.bone import DOUBLE_SIX, bone
from bot.engine.contract import Outcome, Shuffle
from bot.engine.errors import IllegalMove
from bot.engine.replay import play, playout
from bot.engine.rounds import MatchEnded, RoundScored
from bot.engine.seating import prepare
from bot.games.solitaire import SOLITAIRE
from bot.games.solitaire.events import Added, Removed, RowEnded, RowLaid
from bot.games.solitaire.moves import Remove
from bot.games.solitaire.rules import winnable
from tests.games.cases import by_chance
from tests.games.patience import mixed, won_at_leisure, won_by_force
from tests.games.positions import bones, deal, told
from tests.games.recount import events_of
from tests.games.vanishing import after, asked, begun, legal, row, step, table
from tests.games.worlds import worlds_of

ALL = " ".join(each.code for each in DOUBLE_SIX)


def test_SOLO_1_three_bones_lie_in_a_row_and_the_others_face_down():
    assert asked(begun()) == Shuffle(tuple(ALL.split()))
    laid = step(begun(), deal("6-4 1-0 5-5"))
    first = bones("6-4 1-0 5-5")
    assert told(laid, RowLaid) == RowLaid(first, 25)
    seen = SOLITAIRE.observe(laid.state, 0).round
    assert (seen.row, seen.stock, seen.gone, seen.newest) == (first, 25, (), 0)
    assert seen.counts == (3,)


@pytest.mark.parametrize(
    "beside", ["5-1 6-5", "5-1 5-0", "1-0 2-1", "5-5 6-5", "5-4 5-5", "6-5 6-4"]
)
def test_SOLO_2_what_lies_between_two_that_share_a_number_can_go(beside):
    left, right = beside.split()
    state = table(f"{left} 3-3 {right}", "4-1")
    assert legal(state) == ["3-3"]
    gone = step(state, "3-3")
    assert told(gone, Removed) == Removed(bones("3-3"), 1, together=False)
    assert row(gone.state) == f"{left} {right}"
    assert SOLITAIRE.piece_locations(gone.state)["gone"][-1] == "3-3"


@pytest.mark.parametrize("here", ["5-1 5-5 6-0", "5-1 5-2 6-4", "5-1 5-2", "5-1", ""])
def test_SOLO_2_SOLO_4_what_lies_between_two_that_share_nothing_stays_and_so_do_the_ends(here):
    """Then the next bone comes."""
    assert legal(table(here, "4-1")) == ["draw"]


def test_SOLO_2_of_several_that_can_go_the_player_chooses():
    moves = SOLITAIRE.legal_moves(table("5-1 3-3 5-2 4-4 6-2", "4-1"), 0)
    assert [move.code for move in moves] == ["3-3", "4-4"]
    chosen = [(move.bone, move.at, move.triple) for move in moves if isinstance(move, Remove)]
    assert chosen == [(bone(3, 3), 1, False), (bone(4, 4), 3, False)]


def test_SOLO_3_three_with_one_number_go_together_or_the_middle_one_goes():
    """The gap closes, and there are new neighbours."""
    state = table("6-0 5-1 2-1 4-1 3-0", "4-4")
    assert legal(state) == ["2-1", "2-1+"]
    gone = step(state, "2-1+")
    assert told(gone, Removed) == Removed(bones("5-1 2-1 4-1"), 1, together=True)
    assert row(gone.state) == "6-0 3-0"
    alone = after(state, "2-1")
    assert (row(alone), legal(alone)) == ("6-0 5-1 4-1 3-0", ["draw"])


@pytest.mark.parametrize(
    ("here", "triple", "codes"),
    [
        pytest.param("5-1 1-1 4-1", "same-number", ["1-1", "1-1+"], id="a double has it, too"),
        ("2-1 3-2 3-1", "same-number", ["3-2"]),
        ("2-1 3-2 3-1", "pairwise", ["3-2", "3-2+"]),
        pytest.param("2-1 3-2 4-1", "pairwise", ["3-2"], id="all three pairs are needed"),
        ("2-1 3-2 4-3", "pairwise", ["draw"]),
    ],
)
def test_SOLO_3_three_with_one_number_or_of_which_each_two_share_one(here, triple, codes):
    assert legal(table(here, "4-4", triple=triple)) == codes


def test_SOLO_4_when_nothing_can_go_the_next_bone_comes_at_the_right():
    """It is new until something is removed; if nothing can be, the next one follows by itself."""
    state = table("5-1 3-3 6-2 4-4", "6-5 2-0")
    assert legal(state) == ["draw"]
    assert not SOLITAIRE.legal_moves(state, 0)[0].automatic
    drawn = step(state, "draw")
    assert told(drawn, Added) == Added(bone(6, 5), 1)
    assert row(drawn.state) == "5-1 3-3 6-2 4-4 6-5"
    assert SOLITAIRE.observe(drawn.state, 0).round.newest == 1
    assert SOLITAIRE.observe(after(drawn.state, "4-4"), 0).round.newest == 0
    stuck = after(table("5-1 3-3 6-2 4-4", "5-0 2-0 1-1"), "draw")
    assert [(m.code, m.automatic) for m in SOLITAIRE.legal_moves(stuck, 0)] == [("draw", True)]
    assert SOLITAIRE.observe(after(stuck, "draw"), 0).round.newest == 2


def test_SOLO_4_if_it_is_agreed_the_next_bone_may_come_at_any_time():
    """What was left can still be removed when nothing comes any more."""
    state = table("5-1 3-3 5-2", "4-1", mustRemove="off")
    assert legal(state) == ["3-3", "draw"]
    state = after(state, "draw")
    assert row(state) == "5-1 3-3 5-2 4-1"
    assert not any(move.automatic for move in SOLITAIRE.legal_moves(state, 0))
    assert legal(state) == ["3-3"]


def test_SOLO_5_it_is_won_when_all_bones_are_gone_also_those_face_down():
    """One row is the match."""
    made = step(table("5-1 2-1 4-1"), "2-1+")
    assert told(made, RowEnded) == RowEnded("won", (0,), (), 28, 0)
    assert told(made, MatchEnded) == MatchEnded((0,), (0,), "won")
    assert made.state.outcome.tally == 0
    seen = SOLITAIRE.observe(made.state, 0)
    assert (seen.goal, seen.rounds, seen.counted) == (None, 1, True)
    state = after(table("5-1 2-1 4-1", "3-0"), "2-1+")
    assert (state.outcome, row(state), legal(state)) == (None, "", ["draw"])


def test_SOLO_5_what_is_left_counts():
    made = step(table("5-1 3-3 5-2 6-0"), "3-3")
    assert told(made, RowEnded) == RowEnded("stuck", (), bones("5-1 5-2 6-0"), 25, 0)
    assert told(made, RoundScored).points == (3,)
    assert told(made, MatchEnded) == MatchEnded((), (3,), "stuck")
    assert made.state.outcome.tally == 3
    assert SOLITAIRE.info.penalties


def test_SOLO_T4_SOLO_5():
    made = step(table("0-0", "2-1"), "draw")
    assert told(made, RowEnded) == RowEnded("stuck", (), bones("0-0 2-1"), 26, 1)
    assert made.state.outcome.points == (2,)
    assert asked(made.state) == frozenset()


def test_SOLO_6_nobody_knows_what_comes():
    state = after(begun(), deal("6-4 1-0 5-5"))
    tops = {world["stock"][0] for world in worlds_of(SOLITAIRE, state, 0, 400)}
    assert tops == set(ALL.split()) - {"6-4", "1-0", "5-5"}


def test_SOLO_T1():
    state = after(begun(), deal("2-1 6-5 4-2 4-4 6-2"))
    assert legal(state) == ["6-5"]
    for code, left, then in (
        ("6-5", "2-1 4-2", ["draw"]),
        ("draw", "2-1 4-2 4-4", ["draw"]),
        ("draw", "2-1 4-2 4-4 6-2", ["4-4"]),
        ("4-4", "2-1 4-2 6-2", ["4-2", "4-2+"]),
    ):
        state = after(state, code)
        assert (row(state), legal(state)) == (left, then)
    assert row(after(state, "4-2+")) == ""
    assert row(after(state, "4-2")) == "2-1 6-2"


def test_SOLO_T2():
    first = deal("2-1 3-2 3-1")
    assert legal(after(begun(), first)) == ["3-2"]
    assert row(after(begun(triple="pairwise"), first, "3-2+")) == ""


def test_SOLO_T3_SOLO_4_who_can_remove_must():
    first = deal("2-1 6-5 4-2")
    with pytest.raises(IllegalMove, match="6-5"):
        play(SOLITAIRE, after(begun(), first), 0, "draw")
    assert legal(after(begun(mustRemove="off"), first)) == ["6-5", "draw"]


@by_chance(SOLITAIRE, seeds=20, others=8)
def test_SOLO_I1_SOLO_I2(match):
    """The row, what is gone and what lies face down are the set; one bone goes, or three."""
    for state in match.states:
        here = state.round
        assert sorted(map(str, (*here.row, *here.stock, *here.gone))) == sorted(ALL.split())
    removed = events_of(match, Removed)
    assert removed
    for event in removed:
        assert len(event.bones) == (3 if event.together else 1)


@pytest.mark.parametrize("count", [10, pytest.param(60, marks=pytest.mark.deep)])
@pytest.mark.parametrize("triple", ["same-number", "pairwise"])
def test_SOLO_I3(triple, count):
    """A game that can be won is won through the moves of the game, and three go last."""
    ways = {seed: won_by_force(mixed(seed), pairwise=triple == "pairwise") for seed in range(count)}
    assert any(ways.values())
    for seed, way in ways.items():
        if way:
            order = " ".join(each.code for each in mixed(seed))
            assert way[-1].endswith("+")
            assert after(begun(triple=triple), deal(order), *way).outcome.winners == (0,)


@pytest.mark.parametrize("pairwise", [False, True])
def test_laying_all_bones_first_loses_nothing_where_it_is_allowed(pairwise):
    """Both ways to find out whether a game can be won agree, on small sets of bones."""
    for seed in range(60):
        few = mixed(seed)[:13]
        by_force = won_by_force(few, may_draw=True, pairwise=pairwise) is not None
        assert by_force == won_at_leisure(few, pairwise=pairwise)


RULES = Path(__file__).parents[2] / "docs" / "rules" / "solitaire.md"
SHARES = re.compile(
    r"win only (\d+) of a hundred \((\d+) with\s.*?or (\d+) with .*?\((\d+) with both\)", re.DOTALL
)


@pytest.mark.parametrize(
    ("deals", "within"),
    [(range(150), 0.06), pytest.param(range(50_000, 55_000), 0.025, marks=pytest.mark.deep)],
    ids=["few deals", "many deals"],
)
@pytest.mark.parametrize("at", range(4), ids=["default", "pairwise", "mustRemove=off", "both"])
def test_the_rules_and_the_result_tell_how_many_deals_can_be_won(at, deals, within):
    told = SHARES.search(RULES.read_text(encoding="utf-8"))
    assert told
    may_draw, pairwise = at >= 2, at % 2 == 1
    options = {
        "mustRemove": "off" if may_draw else "on",
        "triple": "pairwise" if pairwise else "same-number",
    }
    assert winnable(options) == int(told[at + 1])
    won = [
        won_at_leisure(mixed(seed), pairwise=pairwise)
        if may_draw
        else won_by_force(mixed(seed), pairwise=pairwise) is not None
        for seed in deals
    ]
    assert sum(won) / len(won) == pytest.approx(int(told[at + 1]) / 100, abs=within)


@pytest.mark.deep
def test_chance_wins_about_one_game_in_a_hundred():
    chance, setup, won = random.Random(1), prepare(SOLITAIRE.info, 1), 0
    for _ in range(3000):
        *_, (_, _, last) = playout(SOLITAIRE, SOLITAIRE.start(setup), chance)
        won += SOLITAIRE.outcome(last.state) == Outcome((0,), (0,), "won", tally=0)
    assert 0.004 < won / 3000 < 0.018
