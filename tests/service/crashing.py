"""A process that dies at some moment, and what survives it: the database, the channel, the time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

from bot.service.delays import NO_DELAYS, Delays
from tests.blank import InMemoryStore
from tests.service.fault_injection import FaultInjectingProxy, FaultInjectingStore
from tests.service.harness import NOON, RecordingPublisher, ServiceHarness

Action = Callable[[ServiceHarness], Awaitable[Any]]
"""Somebody does something, or time passes."""
Scenario = Callable[[ServiceHarness], Awaitable[Action]]
"""Prepares everything, and returns what is done then."""


class CrashPoint:
    """Counts the moments before and after each call; the process dies at the ``dies_at``-th."""

    def __init__(self, dies_at: int | None = None) -> None:
        self.moments: list[str] = []
        self.died = asyncio.Event()
        self.counts = False
        """True once moments are counted."""
        self._dies_at = dies_at

    async def before(self, name: str) -> None:
        await self._moment(f"before {name}")

    async def after(self, name: str) -> None:
        await self._moment(f"after {name}")

    async def _moment(self, what: str) -> None:
        """Count a moment; once the process is dead, never return."""
        if self.counts and not self.died.is_set():
            self.moments.append(what)
        if len(self.moments) == self._dies_at:
            self.died.set()
        if self.died.is_set():
            await asyncio.get_running_loop().create_future()


@dataclass
class DurableState:
    """Everything that survives the death of a process."""

    database: bytes | None = None
    channel: RecordingPublisher = field(default_factory=RecordingPublisher)
    clock_asked: int = 0
    passed: timedelta = timedelta()
    delays: Delays = NO_DELAYS

    def copy(self) -> DurableState:
        channel = RecordingPublisher(
            shown=list(self.channel.shown),
            rounds=list(self.channel.rounds),
            reminded=list(self.channel.reminded),
        )
        channel.called = list(self.channel.called)
        channel.reminders = set(self.channel.reminders)
        channel.digests = dict(self.channel.digests)
        channel.without_dms = set(self.channel.without_dms)
        return replace(self, channel=channel)

    def new_process(self, crash: CrashPoint | None = None) -> ServiceHarness:
        crash = crash or CrashPoint()
        hooks = (crash.before, crash.after)
        store = FaultInjectingStore(InMemoryStore(self.database), *hooks)
        channel: Any = FaultInjectingProxy(self.channel, *hooks)
        harness = ServiceHarness(store, channel, delays=self.delays)
        harness.clock.asked, harness.clock.passed = self.clock_asked, self.passed
        return harness

    async def stop(self, harness: ServiceHarness, others: set[asyncio.Task[Any]]) -> None:
        """Stop what still runs of a process; calls that it had sent off are carried out."""
        self.clock_asked, self.passed = harness.clock.asked, harness.clock.passed
        await harness.service.cancel()
        channel: Any = harness.channel
        while under_way := harness.store.under_way | channel.under_way:
            await asyncio.wait(under_way)
        while tasks := asyncio.all_tasks() - others:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        self.database = await harness.store.within.content()
        await harness.store.dispose()


async def start_process(harness: ServiceHarness) -> None:
    harness.service.resume()


async def prepared(scenario: Scenario, delays: Delays = NO_DELAYS) -> tuple[DurableState, Action]:
    """Return everything as it is just before the action, and the action."""
    durable = DurableState(delays=delays)
    harness = durable.new_process()
    await start_process(harness)
    await until_idle()
    action = await scenario(harness)
    await until_idle()
    await durable.stop(harness, this_task())
    return durable, action


async def run_until_crash(
    before: DurableState, action: Action, crash: CrashPoint
) -> tuple[DurableState, bool]:
    """Begin the action in a process; return what it leaves, and whether the action completed."""
    durable = before.copy()
    harness = durable.new_process(crash)
    main = this_task()

    async def run() -> None:
        if action is not start_process:
            await start_process(harness)
            await until_idle({*main, died})
        crash.counts = True
        await action(harness)

    died = asyncio.create_task(crash.died.wait())
    running = asyncio.create_task(run())
    await asyncio.wait({running, died}, return_when=asyncio.FIRST_COMPLETED)
    if running.done():
        running.result()
        idle = asyncio.create_task(until_idle({*main, died}))
        await asyncio.wait({idle, died}, return_when=asyncio.FIRST_COMPLETED)
    confirmed = running.done()
    await durable.stop(harness, main)
    return durable, confirmed


def this_task() -> set[asyncio.Task[Any]]:
    task = asyncio.current_task()
    assert task is not None
    return {task}


async def until_idle(besides: Collection[asyncio.Task[Any]] = ()) -> None:
    """Wait until no task is running; tasks that wait for a timer don't count."""
    while tasks := asyncio.all_tasks().difference(besides, this_task()):
        await asyncio.wait(tasks)


async def check_clock(harness: ServiceHarness) -> None:
    """Let the clock notice that time has passed."""
    harness.service.scheduler.wake_by(NOON)
    for _ in range(2):  # its timer is set for the past, and rings in the loop's next round
        await asyncio.sleep(0)
