"""Thousands of random events, good and bad; what is stored is right after each."""

import asyncio
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from bot.service.clock import scheduler
from bot.service.clock.scheduler import LONGEST_SLEEP
from bot.service.play import match_cache
from bot.service.ports import thinking
from bot.service.scores import scoring
from tests.blank import InMemoryStore
from tests.seeds import SEEDS
from tests.service.fuzzer import ServiceFuzzer
from tests.service.virtual_time import VirtualTime

CHECK_EVERY = 30
"""Steps after which everything works for a while."""


@pytest.fixture(autouse=True)
def computers_think_on_the_event_loop(monkeypatch) -> None:
    """Let computers think on the event loop, so that the test knows when none does."""

    async def in_place(do: Any, *args: Any) -> Any:
        await asyncio.sleep(0)
        return do(*args)

    for module in (thinking, scoring, match_cache):
        monkeypatch.setattr(module, "asyncio", SimpleNamespace(to_thread=in_place))
    monkeypatch.setattr(scheduler, "LONGEST_SLEEP", timedelta(hours=6))  # not every hour


async def run_fuzzer(time: VirtualTime, seed: int, steps: int) -> ServiceFuzzer:
    """Make this many random steps, and check after each that everything stored is right."""
    store = InMemoryStore()
    fuzzer = ServiceFuzzer(seed, time, store)
    try:
        for number in range(1, steps + 1):
            punctual = await fuzzer.step()
            await fuzzer.auditor.check(punctual=punctual)
            if number % CHECK_EVERY == 0:
                await fuzzer.trouble_free_check()
        await fuzzer.end()
    except BaseException as error:
        happened = f"{len(fuzzer.happened)}: {fuzzer.happened[-12:]}"
        error.add_note(f"seed {seed}, {time.now()}, {happened}")
        raise
    await store.dispose()
    return fuzzer


async def test_fuzzed_briefly(time) -> None:
    assert (await run_fuzzer(time, 1, 80)).auditor.played["person"] > 10


@pytest.mark.deep
@pytest.mark.parametrize("seed", [10 * seed + nth for seed in SEEDS for nth in range(4)])
async def test_fuzzed_at_length(time, seed) -> None:
    await fuzz_at_length(time, seed, 500)


@pytest.mark.deep
async def test_fuzzed_at_length_with_a_clock_that_wakes_every_hour(time, monkeypatch) -> None:
    monkeypatch.setattr(scheduler, "LONGEST_SLEEP", LONGEST_SLEEP)
    await fuzz_at_length(time, 22, 500)


async def fuzz_at_length(time: VirtualTime, seed: int, steps: int) -> None:
    fuzzer = await run_fuzzer(time, seed, steps)
    assert fuzzer.auditor.played["person"] > 50
    assert all(
        fuzzer.auditor.played[who] for who in ("person", "computer", "clock", "habit", "plan")
    )
