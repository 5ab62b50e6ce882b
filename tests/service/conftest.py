"""Fixtures: a harness, and one with a virtual clock."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from bot.service.clock import scheduler
from tests.service.harness import ServiceHarness
from tests.service.virtual_time import TimedHarness, VirtualTime


@pytest.fixture
async def harness() -> AsyncIterator[ServiceHarness]:
    harness = ServiceHarness()
    yield harness
    await harness.end()


@pytest.fixture
async def time(monkeypatch) -> VirtualTime:
    """Replace the loop's timers: they ring when the test lets time pass."""
    time = VirtualTime()
    monkeypatch.setattr(asyncio.get_running_loop(), "call_later", time.call_later)
    return time


@pytest.fixture
def only_alarms(monkeypatch) -> None:
    """Wake the clock only for alarms, not every hour: faster, and a missing alarm is noticed."""
    monkeypatch.setattr(scheduler, "LONGEST_SLEEP", timedelta(days=400))


@pytest.fixture
async def timed(time, only_alarms) -> AsyncIterator[TimedHarness]:
    timed = TimedHarness(time)
    yield timed
    await timed.end()
