import pickle
import random
from dataclasses import replace
from itertools import chain, islice

import pytest

from bot.ai import analysis as ai
from bot.ai.analysis import LEAST_WORLDS, MATCH_EFFORT, Task, judge_choice, tasks
from bot.ai.hint import hint, hint_in
from bot.ai.search import JudgedMove, Judgement
from bot.engine.analysis import (
    Analysis,
    JudgedDecision,
    LeavesStuck,
    OnlyMove,
    Scores,
    accuracy_after,
)
from bot.engine.choices import choices
from bot.engine.contract import Move, Outcome
from bot.engine.replay import ReplayedMove, find
from bot.engine.seating import prepare
from bot.games import CATALOGUE, game
from bot.games.all_fives import ALL_FIVES
from bot.games.block import BLOCK
from bot.games.common.events import Scored
from bot.games.connecting.moves import PASS
from bot.games.memory import MEMORY
from bot.games.solitaire import SOLITAIRE
from tests.games.cases import cases
from tests.games.playing import played
from tests.games.secrecy import lookalikes

DECISION = JudgedDecision(9, 0, 4, 1, "a", "b", 0.5, 0.7, 8.0, 0.01)


def chosen(case):
    match = case.match()
    return match, list(choices(case.rules, case.setup, match.plies))


@pytest.mark.parametrize("rules", CATALOGUE, ids=lambda rules: rules.info.id)
def test_every_choice_of_a_match_and_no_other_can_be_judged_in_another_process(rules):
    match, found = chosen(next(cases(rules)))
    legal = {
        at: match.rules.legal_moves(match.states[at], ply.actor)
        for at, ply in enumerate(match.plies)
        if isinstance(ply.actor, int)
    }
    assert [each.index for each in found] == [at for at, moves in legal.items() if len(moves) > 1]
    task = tasks(rules.info, found, effort=30 * len(found))[0]
    judged = judge_choice(pickle.loads(pickle.dumps(task)))
    assert judged == judge_choice(task)
    assert judged.played == found[0].code
    assert judged.cost >= 0
    assert judged.played == judged.best or judged.cost > judged.standard_error


ALL_KNOWN = "cut-throat", 2
"""A game and the number of players who hold all bones, so that each knows the other's."""


@pytest.mark.parametrize(
    "rules", [rules for rules in CATALOGUE if rules.info.hidden], ids=lambda rules: rules.info.id
)
def test_it_rests_on_what_the_player_could_know(rules):
    """Two worlds that the player could not tell apart give the same judgement."""
    wanted = (each for each in cases(rules) if (rules.info.id, len(each.setup.seats)) != ALL_KNOWN)
    case = next(wanted)
    match, found = chosen(case)
    compared = 0
    for choice in random.Random(1).sample(found, len(found)):
        at, seat = choice.index, choice.seat
        judged = judge_choice(Task(rules.info.id, choice, 12))
        for _, plies in lookalikes(match, at, seat, 4):
            state = plies[-1].state
            move = find(rules, state, seat, choice.code)
            step = rules.apply(state, seat, move)
            last = ReplayedMove(at, seat, move, step.events, step.state)
            log = [*match.plies[: match.rounds[at]], *plies, last]
            *_, there = choices(rules, case.setup, log)
            assert judge_choice(Task(rules.info.id, there, 12)) == judged
            compared += 1
        if compared:
            return
    assert len(found) < 3, "no world was like another"


@pytest.mark.parametrize(
    ("played", "error", "cost"), [("a", 0.05, 0), ("b", 0.05, 0.1), ("b", 0.1, 0), ("c", 0.05, 0.3)]
)
def test_a_cost_within_the_standard_error_is_none(monkeypatch, played, error, cost):
    moves = [("a", 0.6), ("b", 0.5), ("c", 0.3)]
    judged = tuple(
        JudgedMove(Move(code), chance, 10 * chance, 100, error if code != "a" else 0)
        for code, chance in moves
    )
    monkeypatch.setattr(ai, "judge", lambda *_, **__: Judgement(judged))
    _, found = chosen(next(cases(BLOCK)))
    decision = judge_choice(Task("block", replace(found[0], code=played), 1))
    assert decision.cost == pytest.approx(cost)
    assert decision.best == ("a" if cost else played)
    assert decision.points_cost == pytest.approx(10 * cost)


def test_long_matches_get_fewer_playouts_for_a_move_but_enough():
    _, found = chosen(next(cases(BLOCK)))
    few, many = (tasks(BLOCK.info, found * times) for times in (1, 400))
    assert max(each.playouts for each in few) <= BLOCK.info.playouts
    assert sum(each.playouts for each in few) <= MATCH_EFFORT * BLOCK.info.playouts + len(few)
    assert all(each.playouts == LEAST_WORLDS * len(each.choice.seen.legal) for each in many)


def test_accuracy_the_moves_that_mattered_and_the_curve():
    assert [round(accuracy_after(loss)) for loss in (0, 0.05, 0.2, 1)] == [100, 80, 40, 0]
    costs = (0.01, 0.3, 0, 0.1, 0.2, 0.15)
    made = tuple(
        replace(DECISION, index=index, seat=index % 2, chance_best=0.5 + cost)
        for index, cost in enumerate(costs)
    )
    analysis = Analysis((0, 1, 2), made, length=8, result=(0.0, 1.0, 0.0))
    assert [each.index for each in analysis.key_decisions()] == [1, 4, 5]
    assert [each.index for each in analysis.key_decisions((0,))] == [4]
    assert analysis.curve(0) == ((0, 0.51), (1, 0.5), (3, 0.5), (5, 0.5), (8, 0.0))
    assert analysis.accuracy(0) == pytest.approx(sum(map(accuracy_after, (0.01, 0, 0.2))) / 3)
    assert analysis.accuracy(2) is None
    assert analysis.curve(2) == ()
    alone = replace(analysis, alone=True)
    assert alone.loss(made[1]) == pytest.approx(0.3 / 0.8)


@pytest.mark.parametrize("rules", [MEMORY, SOLITAIRE], ids=lambda rules: rules.info.id)
def test_alone_a_lower_count_is_a_greater_chance(rules):
    _, found = chosen(next(cases(rules)))
    results = (Outcome((), (0,), "over", tally=tally) for tally in (0, 4, 9))
    assert [rules.win_chances(found[0].seen, each) for each in results] == [(1.0,), (0.2,), (0.1,)]


def choices_of(rules, seats=2, seed=5, most=8):
    setup = prepare(rules.info, seats)
    match = played(rules, setup, seed=seed)
    for each in islice(choices(rules, setup, match.plies), most):
        yield match, each.index, each.seen


@pytest.mark.parametrize(("game_id", "seats"), [("block", 3), ("duos", 4), ("solitaire", 1)])
def test_it_is_a_legal_move_and_can_be_passed_between_processes(game_id, seats):
    for _, _, seen in choices_of(game(game_id), seats, most=3):
        found = hint_in(game_id, pickle.loads(pickle.dumps(seen)), random.Random(1), 40)
        legal = [move.code for move in seen.legal]
        assert found.code in legal
        assert found.second in legal
        assert found.second != found.code
        assert pickle.loads(pickle.dumps(found)) == hint_in(game_id, seen, random.Random(1), 40)


def test_an_opponent_is_stuck_as_often_as_it_says():
    told = 0
    for _, _, seen in chain.from_iterable(choices_of(BLOCK, seed=seed, most=3) for seed in (7, 13)):
        reason = (found := hint(BLOCK, seen, random.Random(1), 250)).reason
        if not isinstance(reason, LeavesStuck):
            continue
        shares = []
        for code in (found.code, found.second):
            (move,) = [each for each in seen.legal if each.code == code]
            belief, chance, stuck = BLOCK.believe(seen), random.Random(2), 0
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
    for match, at, seen in choices_of(ALL_FIVES):
        found = hint(ALL_FIVES, seen, random.Random(1), 40)
        if isinstance(found.reason, Scores):
            (move,) = [each for each in seen.legal if each.code == found.code]
            events = ALL_FIVES.apply(match.states[at], seen.seat, move).events
            assert sum(e.points for e in events if isinstance(e, Scored)) == found.reason.points
            told += 1
    assert told > 1


def test_a_forced_move_is_the_only_one():
    state = next(choices_of(BLOCK, most=1))[0].states[-2]
    (seat,) = (seat for seat in range(2) if BLOCK.legal_moves(state, seat))
    (move,) = BLOCK.legal_moves(state, seat)
    found = hint(BLOCK, BLOCK.observe(state, seat), random.Random(1), 20)
    assert (found.code, found.second, found.reason) == (move.code, None, OnlyMove())
