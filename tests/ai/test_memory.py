import random

import pytest

from bot.ai import player
from bot.ai.players import Strong
from bot.engine.replay import find, playout
from bot.engine.seating import prepare
from bot.games.memory import MEMORY
from tests.games.grids import after, laid


def chosen(state, seat, tries=12):
    """Return the steady computer's moves, each with another random source."""
    seen = MEMORY.observe(state, seat)
    return {player("steady").choose(MEMORY, seen, random.Random(n)) for n in range(tries)}


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
@pytest.mark.parametrize(
    ("level", "lead"), [(player("steady"), 1), (Strong(playouts=200), 6)], ids=["steady", "strong"]
)
def test_who_remembers_more_finds_more_pairs_than_the_casual_one(seed, level, lead):
    chance, levels = random.Random(seed), (player("casual"), level)

    def choose(state, seat, legal):
        code = levels[seat].choose(MEMORY, MEMORY.observe(state, seat), chance)
        return find(MEMORY, state, seat, code)

    start = MEMORY.start(prepare(MEMORY.info, 2))
    *_, (_, _, last) = playout(MEMORY, start, chance, choose)
    casual, other = last.state.totals
    assert other >= casual + lead
