"""The ply since which a seat has had its choice, when several choose at once."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from bot.engine.contract import NATURE, Lot, Shuffle
from bot.engine.replay import by_chance, replay
from bot.engine.seating import prepare
from bot.games.blind import BLIND
from bot.games.block import BLOCK
from bot.service.play.auto_moves import Ply, asked_since

GAMES = [(BLIND, 3), (BLOCK, 2)]
every_game = pytest.mark.parametrize(("rules", "seats"), GAMES, ids=lambda each: str(each)[:5])


def goes(rules, seats, seed=1):
    """Yield the plies of a random match, each with the state before and the choices."""
    rng, state = random.Random(seed), rules.start(prepare(rules.info, seats))
    asked: Mapping[int, int] = {}
    length = 0
    while waiting := rules.to_act(state):
        if isinstance(waiting, Shuffle | Lot):
            actor, move = NATURE, by_chance(waiting, rng)
        else:
            actor = rng.choice(sorted(waiting))
            move = rng.choice(rules.legal_moves(state, actor))
        before, state = state, rules.apply(state, actor, move).state
        length += 1
        known = asked
        asked = asked_since(rules, before, Ply(length, actor, state), asked)
        yield before, Ply(length, actor, state), move, known, asked


@every_game
def test_exactly_those_who_are_to_act_are_asked(rules, seats):
    for _, now, _, _, asked in goes(rules, seats):
        waiting = rules.to_act(now.state)
        assert set(asked) == (set() if isinstance(waiting, Shuffle | Lot) else waiting)
        assert all(0 < since <= now.length for since in asked.values())


@every_game
def test_who_has_acted_is_asked_anew(rules, seats):
    for _, now, _, _, asked in goes(rules, seats):
        assert asked.get(now.actor, now.length) == now.length


@every_game
def test_others_keep_their_choice_as_long_as_it_is_the_same(rules, seats):
    kept = 0
    for before, now, _, known, asked in goes(rules, seats):
        for seat in set(known) & set(asked) - {now.actor}:
            same = rules.legal_moves(before, seat) == rules.legal_moves(now.state, seat)
            assert asked[seat] == (known[seat] if same else now.length)
            kept += same
    assert kept or rules is BLOCK


@every_game
def test_after_a_restart_it_is_as_it_was(rules, seats):
    """What is asked follows from the log alone."""
    live, log = [], []
    for _, now, move, _, known in goes(rules, seats):
        live.append(known)
        log.append((now.actor, move.code))
    asked: Mapping[int, int] = {}
    state = rules.start(prepare(rules.info, seats))
    for ply, known in zip(replay(rules, prepare(rules.info, seats), log), live, strict=True):
        asked = asked_since(rules, state, Ply(ply.index + 1, ply.actor, ply.state), asked)
        state = ply.state
        assert asked == known


def test_a_choice_that_has_become_another_is_a_new_one():
    """A change of what a seat may do counts as a new question, though it has not acted."""

    class Changing:
        def to_act(self, state):
            return frozenset({0, 1})

        def legal_moves(self, state, seat):
            return (state,)

    rules: Any = Changing()
    asked = asked_since(rules, "before", Ply(5, 0, "after"), {0: 2, 1: 2})
    assert asked == {0: 5, 1: 5}
    asked = asked_since(rules, "same", Ply(6, 0, "same"), asked)
    assert asked == {0: 6, 1: 5}
