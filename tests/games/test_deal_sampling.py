import random
from dataclasses import replace

import pytest

from bot.domino.bone import DOUBLE_SIX
from bot.engine.seating import prepare
from bot.games.block import BLOCK
from bot.games.common.events import Passed
from bot.games.draw import DRAW
from tests.games.playing import played
from tests.games.positions import FIVES, SIXES, after, dealt, ends
from tests.games.worlds import worlds_of


def ever(rounds, place):
    return {code for world in rounds for code in world[place]}


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
    state = after(BLOCK, dealt(BLOCK, SIXES, FIVES), "lot 0", "6-6", "pass", "6-5@r")
    seen = BLOCK.observe(state, None).round
    *before, last = seen.history
    liar = replace(seen, history=(*before, Passed(0), last))
    with pytest.raises(ValueError, match="no world agrees"):
        BLOCK.game.believe(liar).sample(random.Random(1))
