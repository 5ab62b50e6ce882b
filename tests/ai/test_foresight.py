"""Computers when nobody knows what a move will earn."""

import random

import pytest

from bot.ai import player
from bot.ai.foresight import best_by_sampling, earned
from bot.domino.counting import Sum
from bot.engine.replay import find, playout
from bot.engine.seating import prepare
from bot.games.common.events import Passed, Scored
from bot.games.memory import MEMORY
from bot.games.memory.events import Taken
from tests.games.grids import after, laid, pair


def chosen(state, seat, tries=12):
    """Return the steady computer's moves, each with another random source."""
    seen = MEMORY.observe(state, seat)
    return {player("steady").choose(MEMORY, seen, random.Random(n)) for n in range(tries)}


def test_points_are_added_up_for_one_seat():
    events = (
        Scored(0, Sum((10,))),
        Scored(1, Sum((20,))),
        Passed(0),
        Taken(0, (0, 1), pair("6-6 0-0"), 4),
    )
    assert earned(events, 0) == 11
    assert earned(events, 1) == 20


@pytest.mark.parametrize("turn", [0, 1])
def test_it_finishes_a_pair_that_was_seen(turn):
    """6-6 lies face up, and 0-0 was seen at d1, by whoever turned it up."""
    state = after(laid("6-6 5-0 4-0 0-0", turn=turn), "b1", "d1", "a1")
    assert chosen(state, 1 - turn) == {"d1"}


def test_it_begins_with_a_pair_that_was_seen():
    state = after(laid("6-6 5-0 4-0 0-0"), "b1", "d1", "a1", "c1")
    assert chosen(state, 0) <= {"a1", "d1"}


def test_what_was_not_turned_up_is_not_known():
    """0-0 lies at d1, but nobody has seen it: it is turned up no more often than others."""
    state = after(laid("6-6 5-0 4-0 0-0"), "b1", "c1", "a1")
    assert len(chosen(state, 1, tries=30)) > 5


def test_it_takes_a_pair_that_lies_in_the_open_history_whatever_else_is_there():
    """With two sets, too, a tile that was seen is known by its place."""
    state = after(laid("3-3 5-0 4-0 3-3", tiles=56), "b1", "d1", "a1")
    assert chosen(state, 1, tries=6) == {"d1"}


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.deep) for n in (1, 2, 3))])
def test_at_memory_the_steady_one_beats_the_casual_one(seed):
    chance, levels = random.Random(seed), ("casual", "steady")

    def choose(state, seat, legal):
        del legal
        code = player(levels[seat]).choose(MEMORY, MEMORY.observe(state, seat), chance)
        return find(MEMORY, state, seat, code)

    start = MEMORY.start(prepare(MEMORY.info, 2))
    *_, (_, _, last) = playout(MEMORY, start, chance, choose)
    casual, steady = last.state.totals
    assert steady >= casual + 6


def test_alone_it_needs_few_attempts():
    """By chance it takes about a hundred; who forgets nothing needs about twenty-two."""
    chance = random.Random(1)

    def choose(state, seat, legal):
        del legal
        return find(
            MEMORY, state, seat, best_by_sampling(MEMORY, MEMORY.observe(state, seat), chance)
        )

    *_, (_, _, last) = playout(MEMORY, MEMORY.start(prepare(MEMORY.info, 1)), chance, choose)
    (attempts,) = last.state.round.attempts
    assert attempts < 32
