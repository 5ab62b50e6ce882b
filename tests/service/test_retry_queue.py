"""Background jobs: one at a time per key, repeated when woken meanwhile, retried after pauses."""

import asyncio
import logging
from collections.abc import Sequence

import pytest

from bot.service.ports.publisher import PostingForbidden, PublishFailed
from bot.service.retry_queue import BARRED, HANGS, PAUSES, RetryQueue
from tests.service.virtual_time import VirtualTime, turns


class Work:
    """A job that fails as often as it is told to, and may be held up."""

    def __init__(self, failures: Sequence[Exception] = (), *, held_up: bool = False) -> None:
        self.begun: list[int] = []
        self.done: list[int] = []
        self.failures = list(failures)
        self.may_end = asyncio.Event()
        if not held_up:
            self.may_end.set()

    async def __call__(self, key: int) -> None:
        self.begun.append(key)
        if self.failures:
            raise self.failures.pop(0)
        await self.may_end.wait()
        self.done.append(key)


async def wake(queue: RetryQueue, *keys: int) -> None:
    for key in keys:
        queue.enqueue(key)
    await turns()


async def next_pause(time: VirtualTime) -> float:
    await turns()
    began = time.seconds
    assert time.ring_next()
    await turns()
    return time.seconds - began


async def test_woken_while_it_runs_it_is_done_once_more():
    work = Work(held_up=True)
    queue = RetryQueue("test", work)
    for _ in range(5):
        await wake(queue, 1)
    await wake(queue, 2)
    assert work.begun == [1, 2], "never twice at once, and keys do not wait for each other"
    work.may_end.set()
    await turns()
    assert sorted(work.done) == [1, 1, 2]
    await queue.close()


@pytest.mark.parametrize(
    ("failures", "pauses", "told"),
    [
        ([OSError("no network")] * 8, [*PAUSES, *[PAUSES[-1]] * 3], "6 s"),
        ([PublishFailed("channel 1: 503")], [PAUSES[0]], "6 s: channel 1: 503"),
        ([PostingForbidden("no")] * 5, [*BARRED, BARRED[-1], BARRED[-1]], "900 s: no"),
    ],
)
async def test_after_failures_it_is_tried_again_with_growing_pauses(
    time, caplog, failures, pauses, told
):
    """What is expected, as an outage and missing permissions are, is told in a line."""
    work = Work(failures)
    queue = RetryQueue("showing", work)
    queue.enqueue(7)
    with caplog.at_level(logging.WARNING):
        assert [await next_pause(time) for _ in failures] == pauses
    assert (len(work.begun), work.done) == (len(failures) + 1, [7])
    assert time.next_timer() is None
    assert f"showing of match 7 failed (1), trying again in {told}" in caplog.text
    assert ("Traceback" in caplog.text) is isinstance(failures[0], OSError)
    work.failures = [OSError()]
    queue.enqueue(7)
    assert await next_pause(time) == PAUSES[0], "a success makes the pauses short again"
    await queue.close()


async def test_woken_before_the_pause_is_over_it_does_not_wait(time):
    work = Work([OSError()])
    queue = RetryQueue("test", work)
    await wake(queue, 1)
    await wake(queue, 1)
    assert work.done == [1]
    assert time.next_timer() is None
    await queue.close()


async def test_a_rate_limit_holds_a_job_even_if_it_is_enqueued(time, caplog):
    work = Work([PublishFailed("slow down", retry_after=600)])
    queue = RetryQueue("showing", work)
    await wake(queue, 7, 7, 8)
    assert (work.begun, work.done) == ([7, 8], [8]), "others may be tried"
    assert "showing of match 7 failed (1), trying again in 600 s" in caplog.text
    assert queue.is_pending(7)
    queue.enqueue(7)
    assert await next_pause(time) == 600
    assert work.done == [8, 7]
    assert time.next_timer() is None
    work.failures = [PublishFailed("slow down", retry_after=2)]
    queue.enqueue(7)
    assert await next_pause(time) == 2
    assert await next_pause(time) == PAUSES[0] - 2, "no sooner than after any other failure"
    await queue.close()


async def test_a_global_rate_limit_holds_all_jobs(time):
    work = Work([PublishFailed("banned", retry_after=600, is_for_everything=True)])
    queue = RetryQueue("test", work)
    await wake(queue, 1)
    await wake(queue, 2, 1, 3)
    assert work.begun == [1]
    assert await next_pause(time) == 600
    assert sorted(work.done) == [1, 2, 3]
    await queue.close()


async def test_what_is_woken_in_a_while_may_be_woken_before(time):
    work = Work()
    queue = RetryQueue("test", work)
    for key, pause in ((1, 0.0), (2, 10.0), (3, 20.0), (2, 5.0)):
        queue.enqueue_later(key, pause)
    await turns()
    assert work.done == [1]
    await wake(queue, 3)
    assert work.done == [1, 3]
    assert await next_pause(time) == 10
    assert work.done == [1, 3, 2]
    assert time.next_timer() is None
    await queue.close()


async def test_a_job_may_ask_to_be_run_again(time):
    runs = []

    async def work(key: int) -> None:
        runs.append(key)
        if len(runs) < 3:
            queue.enqueue_again(key, 7)

    queue = RetryQueue("test", work)
    queue.enqueue(1)
    assert [await next_pause(time) for _ in range(2)] == [7, 7]
    assert runs == [1, 1, 1]
    assert time.next_timer() is None
    await queue.close()


async def test_closed_it_finishes_what_runs_and_forgets_what_waits(time):
    work = Work([OSError()], held_up=True)
    queue = RetryQueue("test", work, at_once=2)
    for key in (1, 2, 3, 4):  # the first fails, the last waits for a place
        queue.enqueue(key)
        await turns()
    closing = asyncio.create_task(queue.close())
    await turns()
    assert not closing.done()
    queue.enqueue(5)
    work.may_end.set()
    await closing
    assert work.begun == [1, 2, 3]
    assert work.done == [2, 3]
    assert time.next_timer() is None
    assert not queue._tasks


async def test_a_cancelled_job_can_be_run_again():
    work = Work(held_up=True)
    queue = RetryQueue("test", work)
    await wake(queue, 1)
    queue._tasks[1].cancel()
    await turns()
    work.may_end.set()
    await wake(queue, 1)
    assert (work.begun, work.done) == ([1, 1], [1])
    await queue.close()


@pytest.mark.parametrize("at_once", [1, 8])
async def test_a_start_with_thousands_is_no_flood(at_once):
    work = Work(held_up=True)
    queue = RetryQueue("test", work, at_once=at_once)
    await wake(queue, *range(1, 1001))
    assert work.begun == list(range(1, at_once + 1))
    work.may_end.set()
    while len(work.done) < 1000:
        assert len(work.begun) - len(work.done) <= at_once
        await turns(1)
    assert work.begun == list(range(1, 1001)), "who was woken first is seen to first"
    await queue.close()


async def test_jobs_that_hang_hold_up_no_other(time):
    work, others = Work(held_up=True), Work()
    queue = RetryQueue("test", lambda key: (work if key <= 2 else others)(key), at_once=2)
    await wake(queue, 1, 2, 3, 4, 5)
    assert others.done == []
    assert await next_pause(time) == HANGS
    await turns()
    assert (others.done, work.begun) == ([3, 4, 5], [1, 2])
    queue.enqueue(1)
    work.may_end.set()
    await turns()
    assert sorted(work.done) == [1, 1, 2]
    assert queue._slots._value == 2
    await queue.close()


async def test_whoever_waits_for_an_end_hears_whether_it_succeeded(time):
    queue = RetryQueue("test", Work([OSError()]))
    for succeeded in (False, True):
        waiting = asyncio.ensure_future(queue.next_end(1))
        await turns()
        await wake(queue, 1)
        assert await waiting is succeeded
        assert succeeded or not await queue.next_end(1), "it waits for no second try"
        queue._failures.clear()
    await queue.close()
