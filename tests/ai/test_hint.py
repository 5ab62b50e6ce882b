import pickle
from itertools import chain, islice
from random import Random

import pytest

from bot.ai.hint import hint, hint_in
from bot.engine.analysis import LeavesStuck, OnlyMove, Scores
from bot.engine.choices import choices as all_choices
from bot.engine.seating import prepare
from bot.games import game
from bot.games.all_fives import ALL_FIVES
from bot.games.block import BLOCK
from bot.games.common.events import Scored
from bot.games.connecting.moves import PASS
from tests.games.playing import played


def choices(rules, seats=2, seed=5, most=8):
    setup = prepare(rules.info, seats)
    match = played(rules, setup, seed=seed)
    for each in islice(all_choices(rules, setup, match.plies), most):
        yield match, each.index, each.seen


@pytest.mark.parametrize(("game_id", "seats"), [("block", 3), ("duos", 4), ("solitaire", 1)])
def test_it_is_a_legal_move_and_can_be_passed_between_processes(game_id, seats):
    for _, _, seen in choices(game(game_id), seats, most=3):
        found = hint_in(game_id, pickle.loads(pickle.dumps(seen)), Random(1), 40)
        legal = [move.code for move in seen.legal]
        assert found.code in legal
        assert found.second in legal
        assert found.second != found.code
        assert pickle.loads(pickle.dumps(found)) == hint_in(game_id, seen, Random(1), 40)


def test_an_opponent_is_stuck_as_often_as_it_says():
    told = 0
    for _, _, seen in chain.from_iterable(choices(BLOCK, seed=seed, most=3) for seed in (7, 13)):
        reason = (found := hint(BLOCK, seen, Random(1), 250)).reason
        if not isinstance(reason, LeavesStuck):
            continue
        shares = []
        for code in (found.code, found.second):
            (move,) = [each for each in seen.legal if each.code == code]
            belief, chance, stuck = BLOCK.believe(seen), Random(2), 0
            for _ in range(100):
                world = belief.sample(chance)
                world.push(move)
                stuck += world.seat == reason.seat and list(world.moves()) == [PASS]
            shares.append(stuck / 100)
        assert shares == pytest.approx([reason.share, reason.otherwise], abs=0.2)
        assert reason.share >= reason.otherwise + 0.1
        told += 1
    assert told


def test_points_at_once_are_those_that_the_move_scores():
    told = 0
    for match, at, seen in choices(ALL_FIVES):
        found = hint(ALL_FIVES, seen, Random(1), 40)
        if isinstance(found.reason, Scores):
            (move,) = [each for each in seen.legal if each.code == found.code]
            events = ALL_FIVES.apply(match.states[at], seen.seat, move).events
            assert sum(e.points for e in events if isinstance(e, Scored)) == found.reason.points
            told += 1
    assert told > 1


def test_a_forced_move_is_the_only_one():
    state = next(choices(BLOCK, most=1))[0].states[-2]
    (seat,) = (seat for seat in range(2) if BLOCK.legal_moves(state, seat))
    (move,) = BLOCK.legal_moves(state, seat)
    found = hint(BLOCK, BLOCK.observe(state, seat), Random(1), 20)
    assert (found.code, found.second, found.reason) == (move.code, None, OnlyMove())
