"""Errands: one at a time for each key, again when woken meanwhile, again after growing pauses."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable

import pytest

from bot.service.errands import BARRED, PAUSES, Errands
from bot.service.ports import Barred


class Timers:
    """Time that passes when told to."""

    def __init__(self) -> None:
        self.set: list[tuple[float, Callable[..., None], tuple[object, ...], Timer]] = []

    def call_later(self, delay: float, do: Callable[..., None], *args: object) -> Timer:
        timer = Timer()
        self.set.append((delay, do, args, timer))
        return timer

    @property
    def pending(self) -> list[float]:
        return [delay for delay, _, _, timer in self.set if not timer.cancelled]

    def ring(self) -> None:
        due, self.set = self.set, []
        for _, do, args, timer in due:
            if not timer.cancelled:
                do(*args)


class Timer:
    cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


@pytest.fixture
def timers(monkeypatch) -> Timers:
    timers = Timers()

    class Loop:
        call_later = staticmethod(timers.call_later)

    monkeypatch.setattr(asyncio, "get_running_loop", Loop)
    return timers


async def turns(count: int = 5) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


async def test_woken_while_it_runs_it_is_done_once_more():
    begun, gate = Counter[int](), asyncio.Event()

    async def do(key: int) -> None:
        begun[key] += 1
        await gate.wait()

    errands = Errands("test", do)
    for _ in range(5):
        errands.wake(1)
        await turns()
    errands.wake(2)
    await turns()
    assert begun == {1: 1, 2: 1}, "never twice at once, and keys do not wait for each other"
    gate.set()
    await turns()
    assert begun == {1: 2, 2: 1}
    await errands.close()


async def test_after_failures_it_is_tried_again_with_growing_pauses(timers, caplog):
    tries = Counter[int]()

    async def do(key: int) -> None:
        tries[key] += 1
        if tries[key] <= 8:
            raise OSError("no network")

    errands = Errands("showing", do)
    errands.wake(7)
    pauses = []
    with caplog.at_level(logging.WARNING):
        for _ in range(8):
            await turns()
            pauses += timers.pending
            timers.ring()
        await turns()
    assert pauses == [*PAUSES, *[PAUSES[-1]] * 3]
    assert tries[7] == 9
    assert timers.pending == []
    assert "showing of match 7 failed (1), trying again in 6 s" in caplog.text
    await errands.close()


async def test_a_success_makes_the_pauses_short_again(timers):
    outcomes = iter([True, True, False, True, False])

    async def do(key: int) -> None:
        if next(outcomes):
            raise OSError

    errands = Errands("test", do)
    pauses = []
    for _ in range(2):
        errands.wake(1)
        for _ in range(3):
            await turns()
            pauses += timers.pending
            timers.ring()
    assert pauses == [6.0, 15.0, 6.0]
    await errands.close()


async def test_woken_before_the_pause_is_over_it_does_not_wait(timers):
    tries = 0

    async def do(key: int) -> None:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise OSError

    errands = Errands("test", do)
    errands.wake(1)
    await turns()
    assert timers.pending == [6.0]
    errands.wake(1)
    await turns()
    assert tries == 2
    assert timers.pending == []
    timers.ring()
    await turns()
    assert tries == 2
    await errands.close()


async def test_closed_it_finishes_what_runs_and_forgets_what_waits(timers):
    done, gate = [], asyncio.Event()

    async def do(key: int) -> None:
        if key == 1:
            raise OSError
        await gate.wait()
        done.append(key)

    errands = Errands("test", do)
    errands.wake(1)
    errands.wake(2)
    await turns()
    closing = asyncio.create_task(errands.close())
    await turns()
    assert not closing.done()
    errands.wake(3)
    gate.set()
    await closing
    assert done == [2]
    assert timers.pending == []
    assert not errands._tasks


async def test_an_errand_that_was_cancelled_is_not_in_the_way():
    begun = 0

    async def do(key: int) -> None:
        nonlocal begun
        begun += 1
        await asyncio.sleep(60 if begun == 1 else 0)

    errands = Errands("test", do)
    errands.wake(1)
    await turns()
    errands._tasks[1].cancel()
    await turns()
    errands.wake(1)
    await turns()
    assert begun == 2
    await errands.close()


async def test_a_start_with_thousands_is_no_flood():
    running, most, order, gate = 0, 0, [], asyncio.Event()

    async def do(key: int) -> None:
        nonlocal running, most
        running += 1
        most = max(most, running)
        order.append(key)
        await gate.wait()
        running -= 1

    errands = Errands("test", do, at_once=8)
    for key in range(1, 1001):
        errands.wake(key)
    await turns()
    assert order == [1, 2, 3, 4, 5, 6, 7, 8]
    gate.set()
    await turns(5000)
    assert most == 8
    assert order == list(range(1, 1001)), "who was woken first is seen to first"
    await errands.close()


async def test_closed_it_does_not_begin_what_still_waits_for_a_place():
    begun, gate = [], asyncio.Event()

    async def do(key: int) -> None:
        begun.append(key)
        await gate.wait()

    errands = Errands("test", do, at_once=2)
    for key in (1, 2, 3, 4):
        errands.wake(key)
    await turns()
    closing = asyncio.create_task(errands.close())
    await turns()
    gate.set()
    await closing
    assert begun == [1, 2]


async def test_where_we_are_not_let_in_it_is_tried_again_seldom_and_quietly(timers, caplog):
    async def do(key: int) -> None:
        raise Barred("no")

    errands = Errands("test", do)
    errands.wake(1)
    pauses = []
    for _ in range(5):
        await turns()
        pauses += timers.pending
        timers.ring()
    assert pauses == [*BARRED, BARRED[-1], BARRED[-1]]
    assert "Traceback" not in caplog.text
    await errands.close()


async def test_what_is_woken_in_a_while_may_be_woken_before(timers):
    done = []

    async def do(key: int) -> None:
        done.append(key)

    errands = Errands("test", do)
    for key, pause in ((1, 0.0), (2, 10.0), (3, 20.0)):
        errands.wake_in(key, pause)
    errands.wake_in(2, 5.0)
    await turns()
    assert done == [1]
    assert timers.pending == [10.0, 20.0]
    errands.wake(3)
    await turns()
    assert done == [1, 3]
    timers.ring()
    await turns()
    assert done == [1, 3, 2]
    await errands.close()
