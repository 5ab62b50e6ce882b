"""A store whose calls never return: other matches continue, the bot can stop, nothing is lost."""

import asyncio
from contextlib import suppress

import pytest

from bot.service.lobby.seating import Where
from bot.service.retry_queue import LAST_WAIT
from tests.service.fault_injection import FaultInjectingStore
from tests.service.harness import ANA, BRUNO, CHEN, DANA, ServiceHarness
from tests.service.virtual_time import TimedHarness


class HangingStore(FaultInjectingStore):
    """Lets one call hang until it is ``released``, even if the caller is cancelled."""

    def __init__(self, hangs_at: str | None = None) -> None:
        super().__init__(before=self._hang)
        self.hangs_at = hangs_at
        self.hung, self.released = asyncio.Event(), asyncio.Event()

    async def _hang(self, name: str) -> None:
        if name != self.hangs_at:
            return
        self.hangs_at = None  # this one call only
        self.hung.set()
        while not self.released.is_set():
            with suppress(asyncio.CancelledError):
                await self.released.wait()


@pytest.mark.parametrize("name", ["commit_moves", "mark_shown"])
async def test_other_matches_go_on_and_what_hung_is_done_once_it_is_released(name):
    store = HangingStore()
    harness = ServiceHarness(store)
    stuck = await harness.running(ANA, BRUNO)
    other = await harness.lobby(CHEN, DANA, where=Where(1, 11))
    await harness.tables.start(other, CHEN, "start")
    await harness.quiet()
    store.hangs_at = name
    user, codes = await harness.turn(stuck)
    ply = (await store.match(stuck)).ply
    playing = asyncio.create_task(harness.matches.play(stuck, user, ply, codes[0]))
    await store.hung.wait()
    mover, others_codes = await harness.turn(other)
    await harness.matches.play(other, mover, None, others_codes[0])
    store.released.set()
    await playing
    await harness.quiet()
    assert (await store.log(stuck))[ply][1] == codes[0]
    for match_id in (stuck, other):
        await harness.agree(match_id)
        match = await store.match(match_id)
        assert match.shown_version == match.version
    await harness.end()


async def test_cancelling_ends_in_time_though_a_call_hangs(time):
    """What cannot be cancelled is left behind, and found at the next start."""
    store = HangingStore("mark_shown")
    harness = TimedHarness(time, store)
    match_id = await harness.lobby(ANA, BRUNO)
    await store.hung.wait()
    (outbox,) = harness.service.publishing.queue._tasks.values()
    begun = time.seconds
    giving_up = asyncio.create_task(harness.service.cancel())
    while not giving_up.done():
        for _ in range(20):
            await asyncio.sleep(0)
        if not giving_up.done():
            time.ring_next(begun + 60)
    assert not outbox.done()
    assert time.seconds - begun == LAST_WAIT
    match = await store.match(match_id)
    assert match.shown_version < match.version
    again = ServiceHarness(store)
    again.service.resume()
    await again.quiet()
    match = await store.match(match_id)
    assert match.shown_version == match.version
    store.released.set()
    await asyncio.wait([outbox])
    await again.end()
