"""What the public history tells of hidden bones, in rounds dealt for the purpose."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from bot.domino.bone import by_code
from bot.domino.sets import DOUBLE_SIX
from bot.engine.seating import prepare
from bot.games.block import BLOCK
from bot.games.draw import DRAW
from bot.games.events import Dealt, Drew, Passed
from tests.games.playing import played
from tests.games.positions import after, dealt, ends

WORLDS = 300


def worlds(rules, state, seat, count=WORLDS):
    """Rounds that ``seat`` imagines."""
    seen = rules.observe(state, seat)
    chance = random.Random(5)
    return [rules.imagine(seen, chance).round for _ in range(count)]


def ever_held(rounds, seat):
    return {bone.code for world in rounds for bone in world.hands[seat]}


def ever_in_stock(rounds):
    return {bone.code for world in rounds for bone in world.stock}


def test_before_the_deal_nobody_imagines_a_hand():
    state = BLOCK.start(prepare(BLOCK.info, 2))

    (world,) = worlds(BLOCK, state, 0, 1)

    assert world == state.round


def test_between_deal_and_lot_the_hands_are_imagined_and_the_lot_is_awaited():
    state = dealt(BLOCK, "6-6 6-5 6-4 6-3 6-2 6-1 6-0", "5-5 5-4 5-3 5-2 5-1 5-0 4-4")

    rounds = worlds(BLOCK, state, 0)

    assert {world.awaits for world in rounds} == {state.round.awaits}
    assert {world.hands[0] for world in rounds} == {state.round.hands[0]}
    others = {f"{high}-{low}" for high in range(6) for low in range(high + 1)}
    assert ever_held(rounds, 1) == ever_in_stock(rounds) == others


def after_a_pass():
    """0 leads 6-6, which 1 cannot match; 0 goes on with 6-5 at the right."""
    state = dealt(BLOCK, "6-6 6-5 6-4 6-3 6-2 6-1 6-0", "5-5 5-4 5-3 5-2 5-1 5-0 4-4")
    return after(BLOCK, state, "lot 0", "6-6", "pass", "6-5@r")


def test_who_passes_holds_nothing_that_fitted():
    state = dealt(BLOCK, "6-6 6-5 6-4 0-0 1-0 1-1 2-0", "5-5 5-4 5-3 5-2 5-1 5-0 4-4")
    state = after(BLOCK, state, "lot 0", "6-6", "pass")

    rounds = worlds(BLOCK, state, 0)

    sixes = {"6-0", "6-1", "6-2", "6-3"}
    assert not ever_held(rounds, 1) & sixes
    assert sixes <= ever_in_stock(rounds)


def test_a_spectator_imagines_from_the_same_passes():
    rounds = worlds(BLOCK, after_a_pass(), None)

    assert not any(code.startswith("6") for code in ever_held(rounds, 1))
    assert "6-4" in ever_held(rounds, 0)
    assert "6-4" in ever_in_stock(rounds)


def test_a_bone_played_after_a_pass_was_there_all_the_time():
    rounds = worlds(BLOCK, after_a_pass(), 1)

    for world in rounds:
        deal = world.history[0]
        assert isinstance(deal, Dealt)
        assert {by_code("6-6"), by_code("6-5")} <= set(deal.hands[0] or ())


def drawn_twice():
    """1 cannot match 6-6, draws 3-0 in vain and then 6-5, which it plays."""
    state = dealt(
        DRAW,
        "6-6 0-0 1-0 1-1 2-0 2-1 2-2",
        "5-5 5-4 5-3 5-2 5-1 5-0 4-4",
        stock="3-0 6-5 4-3",
    )
    return after(DRAW, state, "lot 0", "6-6", "draw", "draw", "6-5@r")


def deal_of(world):
    dealt_hands = world.history[0]
    assert isinstance(dealt_hands, Dealt)
    return dealt_hands.hands[1] or ()


def test_only_the_bone_drawn_last_can_have_fitted():
    rounds = worlds(DRAW, drawn_twice(), 0)

    for world in rounds:
        first, second = [event.bone for event in world.history if isinstance(event, Drew)]
        assert second is by_code("6-5")
        assert first is not None
        assert not first.has(6)


def test_what_was_drawn_in_vain_is_still_held():
    rounds = worlds(DRAW, drawn_twice(), 0)

    for world in rounds:
        first = next(event.bone for event in world.history if isinstance(event, Drew))
        assert first in world.hands[1]
    drawn = Counter(bone for w in rounds for bone in w.hands[1] if bone not in deal_of(w))
    assert by_code("3-0") in drawn
    assert len(drawn) > 10


def test_who_draws_may_hold_afterwards_what_fits():
    """A bone drawn just now says nothing: it may fit or not."""
    state = dealt(DRAW, "6-6 0-0 1-0 1-1 2-0 2-1 2-2", "5-5 5-4 5-3 5-2 5-1 5-0 4-4", stock="6-5")
    state = after(DRAW, state, "lot 0", "6-6", "draw")

    rounds = worlds(DRAW, state, 0)

    assert any(hand[-1].has(6) for hand in (world.hands[1] for world in rounds))
    assert any(not hand[-1].has(6) for hand in (world.hands[1] for world in rounds))
    assert not any(bone.has(6) for world in rounds for bone in world.hands[1][:-1])


def test_the_own_drawn_bones_stay_where_they_are():
    state = drawn_twice()

    for world in worlds(DRAW, state, 1, 50):
        assert world.hands[1] == state.round.hands[1]
        told = [str(event.bone) for event in world.history if isinstance(event, Drew)]
        assert told == ["3-0", "6-5"]


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
    state = dealt(
        BLOCK,
        "6-6 0-0 1-0 1-1 2-0 2-1 2-2",
        "5-5 5-4 5-3 5-2 5-1 5-0 4-4",
        "6-5 4-0 4-1 4-2 4-3 3-0 3-1",
    )
    state = after(BLOCK, state, "lot 0", "6-6", "pass")

    for world in worlds(BLOCK, state, 0):
        assert any(bone.has(6) for bone in world.hands[2])


def test_among_four_with_nothing_aside_the_last_bones_are_certain():
    hands = [
        "6-6 6-5 6-4 6-3 6-2 6-1 6-0",
        "5-5 5-4 5-3 5-2 5-1 5-0 4-4",
        "4-3 4-2 4-1 4-0 3-3 3-2 3-1",
        "3-0 2-2 2-1 2-0 1-1 1-0 0-0",
    ]
    state = after(BLOCK, dealt(BLOCK, *hands), "lot 0", "6-6", "pass", "pass", "pass")

    rounds = worlds(BLOCK, state, 1, 50)

    assert not any(bone.has(6) for world in rounds for at in (2, 3) for bone in world.hands[at])
    assert {world.hands[0] for world in rounds if world.stock == ()}
    for world in rounds:
        assert {bone.code for bone in world.hands[0]} == set(hands[0].split()[1:])


def test_after_the_end_what_was_shown_is_kept():
    match = played(DRAW, prepare(DRAW.info, 2), seed=2)
    state = match.states[match.last]

    for world in worlds(DRAW, state, None, 50):
        assert list(map(set, world.hands)) == list(map(set, state.round.hands))


def test_an_observation_that_contradicts_itself_has_no_world():
    """Nobody passes on sixes and then plays one."""
    seen = BLOCK.observe(after_a_pass(), None).round
    *before, last = seen.history
    liar = replace(seen, history=(*before, Passed(0), last))

    with pytest.raises(ValueError, match="no world agrees"):
        BLOCK.game.imagine(liar, random.Random(1))
