"""Puzzles: a first answer counts once, and the next puzzle suits."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace
from unittest.mock import Mock

import pytest

from bot.model.puzzle_attempts import (
    AllPuzzlesAnswered,
    NoSuchPuzzle,
    PuzzleOutlook,
    PuzzleStanding,
)
from bot.model.puzzles import puzzle as puzzle_module
from bot.model.puzzles.collection import shipped
from bot.model.puzzles.puzzle import Difficulty, PuzzleChanged
from bot.scores.rating import FRESH, Rating
from bot.service import puzzles
from bot.service.puzzles import _next, puzzle_of_day
from tests.service import crashing
from tests.service.crashing import CrashPoint, DurableState
from tests.service.harness import ANA, BRUNO, NOON, ServiceHarness, refused


@pytest.fixture
async def harness():
    harness = ServiceHarness()
    yield harness
    await harness.quiet()
    await harness.end()


async def solve(harness: ServiceHarness, user: int, puzzle_id: str, *, right: bool = True):
    now = await harness.service.puzzles.moment(puzzle_id)
    return await harness.service.puzzles.answer(user, now, now.puzzle.moves[not right].code)


async def test_of_many_presses_in_two_processes_one_counts(harness):
    one, *_ = shipped()
    both = (harness, harness.another())
    presses = [solve(each, ANA, one, right=right) for each in both for right in (True, False, True)]
    answers = await asyncio.gather(*presses)
    assert len(set(answers)) == 1
    assert (await harness.store.puzzle_attempt(ANA)).rating.matches == 1
    assert (await harness.store.puzzle_outlook(ANA)).answered == {one}


async def test_answers_of_many_people_at_once_are_all_rated(harness):
    one, *_ = shipped()
    other = harness.another()
    await asyncio.gather(*(solve(each, user, one) for user in range(1, 9) for each in (other,)))
    (standing,) = (await harness.store.puzzle_outlook(0)).standings.values()
    assert standing.mu < FRESH.mu - 4


async def test_wherever_a_process_dies_an_answer_counts_once_or_not_at_all():
    one, *_ = shipped()

    async def answer(harness: ServiceHarness) -> None:
        await solve(harness, ANA, one)

    async def nothing(_: ServiceHarness) -> crashing.Action:
        return answer

    durable, action = await crashing.prepared(nothing)
    whole = CrashPoint()
    untroubled, _ = await crashing.run_until_crash(durable, action, whole)
    expected = await _stored(untroubled)
    assert len(whole.moments) >= 2
    for number in range(1, len(whole.moments) + 1):
        left, confirmed = await crashing.run_until_crash(durable, action, CrashPoint(number))
        stored = await _stored(left)
        assert stored == expected or (not confirmed and stored[0] is None), whole.moments
        harness = left.new_process()
        await solve(harness, ANA, one, right=stored[0] is None)
        await left.stop(harness, crashing.this_task())
        attempt, standings = await _stored(left)
        assert (attempt.solved, attempt.rating) == (True, expected[0].rating)
        assert standings == expected[1]


async def _stored(durable: DurableState):
    harness = durable.new_process()
    store = harness.store
    found = [await store.puzzle_attempt(ANA), (await store.puzzle_outlook(0)).standings]
    await durable.stop(harness, crashing.this_task())
    return found


async def test_right_answers_in_a_row_raise_a_rating_and_a_wrong_one_ends_the_row(harness):
    first, second, third, *_ = shipped()
    assert [(await solve(harness, ANA, each)).streak for each in (first, second)] == [1, 2]
    wrong = await solve(harness, ANA, third, right=False)
    assert (wrong.streak, wrong.solved) == (0, False)
    assert wrong.gained <= 0 < (await harness.store.puzzle_attempt(ANA, first)).gained
    before = (await harness.store.puzzle_outlook(0)).standings[third].mu
    await solve(harness, BRUNO, third)
    assert (await harness.store.puzzle_outlook(0)).standings[third].mu < before


async def test_the_next_puzzle_is_the_same_until_it_is_answered_and_never_one_answered(harness):
    seen = set()
    for _ in range(30):
        now = await harness.service.puzzles.next_for(ANA)
        assert (await harness.service.puzzles.next_for(ANA)).puzzle.id == now.puzzle.id
        assert now.puzzle.id not in seen
        seen.add(now.puzzle.id)
        await harness.service.puzzles.answer(ANA, now, now.puzzle.best.code)


def test_the_next_puzzle_fits_the_rating():
    for mu, difficulty in ((10.0, Difficulty.EASY), (40.0, Difficulty.HARD)):
        chosen = _next(shipped().matching(), PuzzleOutlook(rating=Rating(mu, 1.0)), "1")
        assert shipped()[chosen].difficulty is difficulty


def test_what_people_dislike_comes_last_and_nothing_comes_again():
    ids = shipped().matching()[:3]
    bad = {ids[0]: PuzzleStanding(25.0, 1, 4)}
    new = PuzzleOutlook(standings=bad)
    assert {_next(ids, new, str(user)) for user in range(40)} == set(ids[1:])
    assert _next(ids, replace(new, answered=frozenset(ids[1:])), "1") == ids[0]
    with pytest.raises(AllPuzzlesAnswered):
        _next(ids, replace(new, answered=frozenset(ids)), "1")
    assert not PuzzleStanding(25.0, 0, 4).is_disliked
    assert not PuzzleStanding(25.0, 2, 3).is_disliked


async def test_a_vote_needs_an_answer(harness):
    one, *_ = shipped()
    assert await harness.store.vote_for_puzzle(ANA, one, is_good=False) is None
    assert (await harness.store.puzzle_outlook(0)).standings == {}


async def test_the_puzzle_of_a_day_is_the_same_everywhere_and_differs_from_day_to_day(harness):
    days = [NOON.date() + timedelta(days=nth) for nth in range(20)]
    here = [await harness.service.puzzles.of_day(each) for each in days]
    there = [await harness.another().service.puzzles.of_day(each) for each in days]
    assert here == there
    assert len(set(here)) > 10
    assert here == [puzzle_of_day(each) for each in days]


def test_other_puzzles_of_another_release_hardly_change_the_puzzle_of_a_day(monkeypatch):
    """Two releases agree on a day unless the very puzzle is new or dropped."""
    days = [NOON.date() + timedelta(days=nth) for nth in range(30)]
    before = {day: puzzle_of_day(day) for day in days}
    known = shipped().matching()
    dropped = set(known[::5])
    later = Mock(matching=lambda: tuple(each for each in known[::-1] if each not in dropped))
    monkeypatch.setattr(puzzles, "shipped", lambda: later)
    changed = [day for day in days if puzzle_of_day(day) != before[day]]
    assert changed == [day for day in days if before[day] in dropped]
    assert 0 < len(changed) < len(days) / 2


async def test_a_puzzle_of_other_rules_or_of_no_release_is_refused(harness, monkeypatch):
    await refused(NoSuchPuzzle, harness.service.puzzles.moment("aaaaaaaa"))
    await refused(NoSuchPuzzle, harness.service.puzzles.next_for(ANA, "memory"))
    one, *_ = shipped()
    now = await harness.service.puzzles.moment(one)
    other = SimpleNamespace(info=replace(now.rules.info, rules=now.rules.info.rules + 1))
    monkeypatch.setattr(puzzle_module, "game", lambda _: other)
    await refused(PuzzleChanged, harness.service.puzzles.moment(one))
