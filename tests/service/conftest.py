"""A harness, and one whose clock runs by the test's hand."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from bot.service.clock import scheduler
from tests.service.harness import ServiceHarness
from tests.service.virtual_time import TimedHarness, VirtualTime


@pytest.fixture
async def harness() -> AsyncIterator[ServiceHarness]:
    """The whole service over a database of its own."""
    harness = ServiceHarness()
    yield harness
    await harness.end()


@pytest.fixture
async def time(monkeypatch) -> VirtualTime:
    """Timers that are set in a test ring when the test says how much time goes by."""
    time = VirtualTime()
    monkeypatch.setattr(asyncio.get_running_loop(), "call_later", time.call_later)
    return time


@pytest.fixture
def only_alarms(monkeypatch) -> None:
    """The clock wakes for its alarms alone, not every hour: quicker, and no alarm may be missed."""
    monkeypatch.setattr(scheduler, "LONGEST_SLEEP", timedelta(days=400))


@pytest.fixture
async def timed(time, only_alarms) -> AsyncIterator[TimedHarness]:
    """A harness whose clock runs."""
    timed = TimedHarness(time)
    yield timed
    await timed.end()
