"""The ply since which a seat has had its choice, when several choose at once."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from bot.engine.contract import NATURE, Actor, Lot, Move, Shuffle
from bot.engine.replay import ReplayedMove, by_chance, replay
from bot.engine.seating import prepare
from bot.games.blind import BLIND
from bot.games.block import BLOCK
from bot.service.play.match_cache import turns_after

GAMES = [(BLIND, 3), (BLOCK, 2)]
every_game = pytest.mark.parametrize(("rules", "seats"), GAMES, ids=lambda each: str(each)[:5])


@every_game
def test_a_choice_began_when_its_seat_last_acted_or_its_moves_last_changed(rules, seats):
    """The log alone tells, so it is the same after a restart."""
    rng, kept = random.Random(1), 0
    actor: Actor
    state, live, log = rules.start(prepare(rules.info, seats)), [], []
    turns: Mapping[int, int] = {}
    while waiting := rules.to_act(state):
        if isinstance(waiting, Shuffle | Lot):
            actor, move = NATURE, by_chance(waiting, rng)
        else:
            actor = rng.choice(sorted(waiting))
            move = rng.choice(rules.legal_moves(state, actor))
        before, known, state = state, turns, rules.apply(state, actor, move).state
        log.append((actor, move.code))
        ply = ReplayedMove(len(log) - 1, actor, move, (), state)
        turns = turns_after(rules, before, ply, known)
        live.append(turns)
        acting = rules.to_act(state)
        assert set(turns) == (set() if isinstance(acting, Shuffle | Lot) else acting)
        for seat, since in turns.items():
            goes_on = seat != actor and seat in known
            same = goes_on and rules.legal_moves(before, seat) == rules.legal_moves(state, seat)
            assert since == (known[seat] if same else len(log))
            kept += same
    assert kept or rules is BLOCK
    turns, state = {}, rules.start(prepare(rules.info, seats))
    for ply, known in zip(replay(rules, prepare(rules.info, seats), log), live, strict=True):
        turns = turns_after(rules, state, ply, turns)
        state = ply.state
        assert turns == known


def test_a_choice_that_has_become_another_is_a_new_one():
    """A change of what a seat may do counts as a new question, though it has not acted."""

    class Changing:
        def to_act(self, state):
            return frozenset({0, 1})

        def legal_moves(self, state, seat):
            return (state,)

    rules: Any = Changing()
    changed = ReplayedMove(4, 0, Move(""), (), "after")
    asked = turns_after(rules, "before", changed, {0: 2, 1: 2})
    assert asked == {0: 5, 1: 5}
    asked = turns_after(rules, "same", ReplayedMove(5, 0, Move(""), (), "same"), asked)
    assert asked == {0: 6, 1: 5}
