"""What the public history tells of hidden bones, in rounds dealt for the purpose."""

import random
from dataclasses import replace

import pytest

from bot.domino.bone import by_code
from bot.domino.sets import DOUBLE_SIX
from bot.engine.seating import prepare
from bot.games.block import BLOCK
from bot.games.common.events import Drew, Passed
from bot.games.connecting.events import Dealt
from bot.games.draw import DRAW
from tests.games.playing import played
from tests.games.positions import after, dealt, ends

SIXES, FIVES = "6-6 6-5 6-4 6-3 6-2 6-1 6-0", "5-5 5-4 5-3 5-2 5-1 5-0 4-4"


def worlds(rules, state, seat, count=300):
    """Rounds that ``seat`` imagines."""
    seen = rules.observe(state, seat)
    chance = random.Random(5)
    return [rules.imagine(seen, chance).round for _ in range(count)]


def ever_held(rounds, seat):
    return {bone.code for world in rounds for bone in world.hands[seat]}


def ever_in_stock(rounds):
    return {bone.code for world in rounds for bone in world.stock}


def test_between_deal_and_lot_the_hands_are_imagined_and_the_lot_is_awaited():
    nothing_dealt = BLOCK.start(prepare(BLOCK.info, 2))
    assert worlds(BLOCK, nothing_dealt, 0, 1) == [nothing_dealt.round]
    state = dealt(BLOCK, SIXES, FIVES)
    rounds = worlds(BLOCK, state, 0)
    assert {world.awaits for world in rounds} == {state.round.awaits}
    assert {world.hands[0] for world in rounds} == {state.round.hands[0]}
    others = {f"{high}-{low}" for high in range(6) for low in range(high + 1)}
    assert ever_held(rounds, 1) == ever_in_stock(rounds) == others


def after_a_pass():
    """0 leads 6-6, which 1 cannot match; 0 goes on with 6-5 at the right."""
    state = dealt(BLOCK, SIXES, FIVES)
    return after(BLOCK, state, "lot 0", "6-6", "pass", "6-5@r")


def test_who_passes_holds_nothing_that_fitted():
    state = dealt(BLOCK, "6-6 6-5 6-4 0-0 1-0 1-1 2-0", FIVES)
    state = after(BLOCK, state, "lot 0", "6-6", "pass")
    rounds = worlds(BLOCK, state, 0)
    sixes = {"6-0", "6-1", "6-2", "6-3"}
    assert not ever_held(rounds, 1) & sixes
    assert sixes <= ever_in_stock(rounds)


def drawn_twice():
    """1 cannot match 6-6, draws 3-0 in vain and then 6-5, which it plays."""
    state = dealt(DRAW, "6-6 0-0 1-0 1-1 2-0 2-1 2-2", FIVES, stock="3-0 6-5 4-3")
    return after(DRAW, state, "lot 0", "6-6", "draw", "draw", "6-5@r")


def dealt_to(world, seat):
    deal = world.history[0]
    assert isinstance(deal, Dealt)
    return deal.hands[seat] or ()


def test_only_the_bone_drawn_last_can_have_fitted_and_what_was_drawn_in_vain_is_still_held():
    drawn = set()
    for world in worlds(DRAW, drawn_twice(), 0):
        first, second = [event.bone for event in world.history if isinstance(event, Drew)]
        assert second is by_code("6-5")
        assert first is not None
        assert first in world.hands[1]
        assert not first.has(6)
        drawn |= set(world.hands[1]) - set(dealt_to(world, 1))
    assert by_code("3-0") in drawn
    assert len(drawn) > 10


def test_who_draws_may_hold_afterwards_what_fits():
    """A bone drawn just now says nothing: it may fit or not."""
    state = dealt(DRAW, "6-6 0-0 1-0 1-1 2-0 2-1 2-2", FIVES, stock="6-5")
    state = after(DRAW, state, "lot 0", "6-6", "draw")
    hands = [world.hands[1] for world in worlds(DRAW, state, 0)]
    assert {hand[-1].has(6) for hand in hands} == {True, False}
    assert not any(bone.has(6) for hand in hands for bone in hand[:-1])


def test_with_the_last_two_kept_a_pass_tells_and_they_may_be_what_fitted():
    match = played(DRAW, prepare(DRAW.info, 2, {"keepLastTiles": 2}), seed=1)
    state = next(s for s in match.states if s.round.history[-1:] == (Passed(0),))
    assert len(state.round.stock) == 2
    rounds = worlds(DRAW, state, 1)
    shown = set(ends(state))
    fitting = {bone.code for bone in DOUBLE_SIX if {bone.high, bone.low} & shown}
    assert not ever_held(rounds, 0) & fitting
    assert ever_in_stock(rounds) & fitting


def test_a_table_that_goes_on_is_never_imagined_blocked():
    """1 passed, and yet the round is not over: somebody holds a fitting bone, and it is 2."""
    state = dealt(BLOCK, "6-6 0-0 1-0 1-1 2-0 2-1 2-2", FIVES, "6-5 4-0 4-1 4-2 4-3 3-0 3-1")
    state = after(BLOCK, state, "lot 0", "6-6", "pass")
    for world in worlds(BLOCK, state, 0):
        assert any(bone.has(6) for bone in world.hands[2])


def test_an_observation_that_contradicts_itself_has_no_world():
    """Nobody passes on sixes and then plays one."""
    seen = BLOCK.observe(after_a_pass(), None).round
    *before, last = seen.history
    liar = replace(seen, history=(*before, Passed(0), last))
    with pytest.raises(ValueError, match="no world agrees"):
        BLOCK.game.imagine(liar, random.Random(1))
