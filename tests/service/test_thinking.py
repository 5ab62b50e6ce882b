"""Computers think in processes of their own, and the time that they take tells nothing."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.engine.choices import choices
from bot.games import CATALOGUE, game
from bot.metrics import PrometheusMetrics
from bot.model.match import WaitingFor
from bot.service.delays import AnswerTime, Delays
from bot.service.play import computers
from bot.service.thinking import processes, worker_pool
from bot.service.thinking.processes import ThinkingInProcesses
from bot.service.thinking.worker_pool import WorkerCallFailed, WorkerPool
from tests.games.cases import cases
from tests.service import in_worker
from tests.service.harness import ANA, ServiceHarness


@pytest.fixture
async def pool() -> AsyncIterator[WorkerPool]:
    pool = WorkerPool(1)
    yield pool
    await pool.close()


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """Let decisions wait for the file `go` in the folder, where each process leaves its number."""
    monkeypatch.setattr(processes, "decide", partial(in_worker.decide_when_allowed, str(tmp_path)))
    return tmp_path


async def until(done: Callable[[], Any]) -> None:
    while not done():  # noqa: ASYNC110 - other processes set no events
        await asyncio.sleep(0.005)


def thinkers(folder: Path) -> set[int]:
    """Return the numbers of the processes that have begun to think."""
    return {int(each.name) for each in folder.iterdir() if each.name.isdigit()}


def turns(rules: Any) -> list[Any]:
    case = next(cases(rules))
    return [each.seen for each in choices(rules, case.setup, case.match().plies)]


def stood_in(metrics: PrometheusMetrics, kind: str) -> float | None:
    return metrics.registry.get_sample_value("boneyard_stand_ins_total", {"kind": kind})


async def test_observations_of_all_games_reach_a_worker_and_return(pool):
    seen = []
    for rules in CATALOGUE:
        match = next(cases(rules)).match()
        seats = (0, None)
        seen += [rules.observe(match.states[at], who) for at in match.moments(6) for who in seats]
    pid, returned = await pool.call(in_worker.same, seen, urgent=False)
    assert pool.pids == {pid} != {os.getpid()}
    assert returned == seen


async def test_a_worker_does_not_get_the_bots_secrets(pool, monkeypatch):
    names = ("DISCORD_TOKEN", "DATABASE_URL", "OTHER")
    for name in names:
        monkeypatch.setenv(name, "told")
    assert [await pool.call(os.getenv, name, urgent=True) for name in names] == [None, None, "told"]


def test_all_computers_that_play_at_once_may_wait():
    assert worker_pool.MAX_WAITING >= computers.COMPUTERS_AT_ONCE


async def test_a_worker_chooses_as_this_process_does_and_keeps_hands_out_of_its_errors(pool):
    thinking = ThinkingInProcesses(pool)
    for seed, name in enumerate(("block", "all-fives", "squares-block")):
        decision = (name, turns(game(name))[0], seed)
        there = await thinking.run(in_worker.choose_well, *decision)
        assert there == in_worker.choose_well(*decision)
    with pytest.raises(WorkerCallFailed, match=r"^ValueError in in_worker.py, line \d+$"):
        await thinking.run(in_worker.fail, "6-4")


@pytest.mark.parametrize("kills", [1, 2])
async def test_a_match_goes_on_though_what_thinks_is_killed(folder, pool, caplog, kills):
    metrics = PrometheusMetrics()
    harness = ServiceHarness(thinking=ThinkingInProcesses(pool, metrics))
    match_id = await harness.lobby(ANA, computers=("strong",))
    await harness.tables.start(match_id, ANA, "start")
    while not thinkers(folder):
        if (await harness.store.match(match_id)).awaits is WaitingFor.PERSON:
            await harness.move(match_id)
        await asyncio.sleep(0)
    before, killed = await harness.store.match(match_id), set[int]()
    for _ in range(kills):
        (thinker,) = thinkers(folder) - killed
        os.kill(thinker, signal.SIGKILL)
        killed.add(thinker)
        await until(lambda: thinkers(folder) != killed or stood_in(metrics, "lost"))
    (folder / "go").touch()
    await harness.quiet()
    assert (await harness.store.match(match_id)).ply > before.ply
    assert stood_in(metrics, "lost") == kills - 1
    assert ("so steady stands in" in caplog.text) == (kills == 2)
    await harness.end()


async def test_beyond_a_bound_the_steady_computer_stands_in(folder, pool, monkeypatch):
    monkeypatch.setattr(worker_pool, "MAX_WAITING", 1)
    metrics, block = PrometheusMetrics(), game("block")
    thinking, seen = ThinkingInProcesses(pool, metrics), turns(block)[0]
    waiting = [asyncio.ensure_future(thinking.choose("strong", block, seen, n)) for n in range(2)]
    await until(lambda: thinkers(folder))
    assert await thinking.choose("strong", block, seen, 1) in {move.code for move in seen.legal}
    assert stood_in(metrics, "busy") == 1
    assert not any(each.done() for each in waiting)
    (folder / "go").touch()
    await asyncio.gather(*waiting)
    assert len(thinkers(folder)) == 1, "the second decision went to the same process"
    assert await ThinkingInProcesses(pool, metrics, patience=0).choose("strong", block, seen, 1)
    assert stood_in(metrics, "slow") == 1


async def test_moves_go_before_other_work(folder, pool):
    """A single worker finishes what it does, and then moves come first."""
    seen, done = turns(game("block"))[0], list[str]()
    decide = partial(in_worker.decide_when_allowed, str(folder))

    async def call(name: str, *, urgent: bool) -> None:
        await pool.call(decide, "strong", "block", seen, 1, urgent=urgent)
        done.append(name)

    calls = [call("hint", urgent=False), call("hint", urgent=False), call("move", urgent=True)]
    running = asyncio.gather(*calls)
    await until(lambda: thinkers(folder))
    (folder / "go").touch()
    await running
    assert done == ["hint", "move", "hint"]


async def test_closing_the_service_ends_what_thinks(folder):
    pool, seen = WorkerPool(2), turns(game("block"))[0]
    harness = ServiceHarness(thinking=ThinkingInProcesses(pool))
    thinking, block = harness.service.thinking, game("block")
    given_up, asked = (
        asyncio.ensure_future(thinking.choose("strong", block, seen, seed)) for seed in range(2)
    )
    await until(lambda: len(thinkers(folder)) == 2)
    given_up.cancel()
    await until(lambda: len(pool.pids) == 1)
    await harness.end()
    assert not pool.pids
    for pid in thinkers(folder):
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
    with pytest.raises(worker_pool.PoolClosed):
        await asked


BOT = """
import asyncio
from bot.service.thinking.worker_pool import WorkerPool
from tests.service.in_worker import think_for_ever

async def main():
    await WorkerPool(1).call(think_for_ever, urgent=True)

asyncio.run(main())
"""


def test_what_thinks_ends_with_a_bot_that_is_killed():
    """Its standard error is the bot's, and can be read to its end when both have ended."""
    with subprocess.Popen([sys.executable, "-c", BOT], stderr=subprocess.PIPE) as bot:
        assert bot.stderr is not None
        assert bot.stderr.readline() == b"it thinks\n"
        bot.kill()
        assert bot.stderr.read() == b""


async def answered_after(*thought: float, chance: float = 0.5) -> float:
    """Return the seconds after which computers that think so long, in a row, have answered."""
    seconds = 0.0

    async def sleep(time: float) -> None:
        nonlocal seconds
        assert time >= 0
        seconds += time

    answer = AnswerTime(chance=lambda: chance, now=lambda: seconds, sleep=sleep)
    for number, each in enumerate(thought):
        begun = seconds
        seconds += each
        await answer.wait(begun, number)
    return seconds


async def test_quick_and_slow_thoughts_are_answered_at_the_same_moment():
    moment = await answered_after(0.0)
    assert moment > 1
    for thought in (0.08, 0.38, 1.0):
        assert await answered_after(thought) == pytest.approx(moment)
    for thought in (1.5, 2.0):
        assert await answered_after(thought) == pytest.approx(2 * moment)


async def test_a_person_waits_four_seconds_for_three_computers_and_little_for_more():
    assert await answered_after(0, 0.5, 1, chance=1.0) < 4
    assert await answered_after(*[0] * 20) < 12


async def test_a_computer_moves_when_its_moment_has_come():
    waits, come = asyncio.Event(), asyncio.Event()

    async def sleep(_: float) -> None:
        waits.set()
        await come.wait()

    harness = ServiceHarness(delays=Delays(AnswerTime(sleep=sleep)))
    match_id = await harness.lobby(ANA, computers=("steady",))
    await harness.tables.start(match_id, ANA, "start")
    while (await harness.store.match(match_id)).awaits is WaitingFor.PERSON:
        await harness.move(match_id)
    before = await harness.store.match(match_id)
    await waits.wait()
    assert await harness.store.match(match_id) == before
    come.set()
    await harness.quiet()
    assert (await harness.store.match(match_id)).ply > before.ply
    await harness.end()
