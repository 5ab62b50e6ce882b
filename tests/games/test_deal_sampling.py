import random
from dataclasses import replace

import pytest

from bot.domino.bone import DOUBLE_SIX
from bot.engine.seating import prepare
from bot.games.block import BLOCK
from bot.games.common.events import Passed
from bot.games.draw import DRAW
from tests.games.playing import played
from tests.games.positions import after, dealt, ends
from tests.games.worlds import worlds_of

SIXES, FIVES = "6-6 6-5 6-4 6-3 6-2 6-1 6-0", "5-5 5-4 5-3 5-2 5-1 5-0 4-4"


def ever(rounds, place):
    return {code for world in rounds for code in world[place]}


def test_after_the_deal_what_is_not_in_ones_own_hand_may_be_anywhere():
    state = after(BLOCK, dealt(BLOCK, SIXES, FIVES), "lot 0")
    rounds = worlds_of(BLOCK, state, 0, 300)
    assert all(set(world["hand 0"]) == set(SIXES.split()) for world in rounds)
    others = {f"{high}-{low}" for high in range(6) for low in range(high + 1)}
    assert ever(rounds, "hand 1") == ever(rounds, "stock") == others


def after_a_pass():
    """0 leads 6-6, which 1 cannot match; 0 goes on with 6-5 at the right."""
    state = dealt(BLOCK, SIXES, FIVES)
    return after(BLOCK, state, "lot 0", "6-6", "pass", "6-5@r")


def test_who_passes_holds_nothing_that_fitted():
    state = dealt(BLOCK, "6-6 6-5 6-4 0-0 1-0 1-1 2-0", FIVES)
    state = after(BLOCK, state, "lot 0", "6-6", "pass")
    rounds = worlds_of(BLOCK, state, 0, 300)
    sixes = {"6-0", "6-1", "6-2", "6-3"}
    assert not ever(rounds, "hand 1") & sixes
    assert sixes <= ever(rounds, "stock")


def drawn_twice():
    """1 cannot match 6-6, draws 3-0 in vain and then 6-5, which it plays."""
    state = dealt(DRAW, "6-6 0-0 1-0 1-1 2-0 2-1 2-2", FIVES, stock="3-0 6-5 4-3")
    return after(DRAW, state, "lot 0", "6-6", "draw", "draw", "6-5@r")


def test_only_the_bone_drawn_last_can_have_fitted_and_what_was_drawn_in_vain_is_still_held():
    rounds = worlds_of(DRAW, drawn_twice(), 0, 300)
    assert not any("6" in code for code in ever(rounds, "hand 1"))
    assert {len(world["hand 1"]) for world in rounds} == {8}
    assert "3-0" in ever(rounds, "hand 1")


def test_who_draws_may_hold_afterwards_what_fits():
    """A bone drawn just now says nothing: it may fit or not."""
    state = dealt(DRAW, "6-6 0-0 1-0 1-1 2-0 2-1 2-2", FIVES, stock="6-5")
    state = after(DRAW, state, "lot 0", "6-6", "draw")
    sixes = {
        sum("6" in code for code in world["hand 1"]) for world in worlds_of(DRAW, state, 0, 300)
    }
    assert sixes == {0, 1}


def test_with_the_last_two_kept_a_pass_tells_and_they_may_be_what_fitted():
    match = played(DRAW, prepare(DRAW.info, 2, {"keepLastTiles": 2}), seed=1)
    state = next(s for s in match.states if s.round.history[-1:] == (Passed(0),))
    assert len(state.round.stock) == 2
    rounds = worlds_of(DRAW, state, 1, 300)
    shown = set(ends(state))
    fitting = {bone.code for bone in DOUBLE_SIX if {bone.high, bone.low} & shown}
    assert not ever(rounds, "hand 0") & fitting
    assert ever(rounds, "stock") & fitting


def test_a_table_that_goes_on_is_never_blocked_in_a_sample():
    """1 passed, and yet the round is not over: somebody holds a fitting bone, and it is 2."""
    state = dealt(BLOCK, "6-6 0-0 1-0 1-1 2-0 2-1 2-2", FIVES, "6-5 4-0 4-1 4-2 4-3 3-0 3-1")
    state = after(BLOCK, state, "lot 0", "6-6", "pass")
    for world in worlds_of(BLOCK, state, 0, 300):
        assert any("6" in code for code in world["hand 2"])


def test_an_observation_that_contradicts_itself_has_no_world():
    """Nobody passes on sixes and then plays one."""
    seen = BLOCK.observe(after_a_pass(), None).round
    *before, last = seen.history
    liar = replace(seen, history=(*before, Passed(0), last))
    with pytest.raises(ValueError, match="no world agrees"):
        BLOCK.game.believe(liar).sample(random.Random(1))
