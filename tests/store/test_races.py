"""Several at once: two processes, a held database, a killed process, a cancelled task."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from pathlib import Path
from time import monotonic

import pytest

from bot.service.ports import ChannelTaken, Conflict, StoreBusy
from bot.store import open_store, upgrade
from tests.store.support import (
    AT,
    DEAL,
    Database,
    new,
    play,
    reread,
    rows,
    running,
    touch,
)

ROOT = Path(__file__).parents[2]

KILLED_BEFORE_THE_LOG_IS_WRITTEN = """
import asyncio, os, sys
from datetime import UTC, datetime
from sqlalchemy import event
from bot.service.ports import Awaits, Moved, Place
from bot.store import open_store

async def main(url, match_id):
    store = open_store(url)

    @event.listens_for(store.engine.sync_engine, "before_cursor_execute")
    def die(connection, cursor, statement, *rest):
        if statement.startswith("INSERT INTO " + sys.argv[3]):
            os._exit(9)

    await store.append(
        int(match_id), 1, Moved(
            [(0, "6-4"), (1, "pass")], Awaits.COMPUTER, datetime.now(UTC),
            places=[Place(0, 101, 1, 10, won=True)],
        ),
    )

asyncio.run(main(*sys.argv[1:3]))
"""


class TestTwoProcesses:
    async def test_one_of_two_moves_for_a_ply_is_stored(self, store, other):
        match = await running(store)
        for ply in range(1, 16):
            outcomes = await asyncio.gather(
                play(store, match, ply, (0, f"mine {ply}")),
                play(other, match, ply, (1, f"theirs {ply}")),
                return_exceptions=True,
            )

            names = sorted(type(outcome).__name__ for outcome in outcomes)
            assert names == ["Conflict", "NoneType"]
            seat = int(isinstance(outcomes[0], Conflict))
            assert (await store.log(match.id))[ply][0] == seat

        after = await reread(store, match)
        assert (after.ply, after.version) == (16, match.version + 15)

    async def test_one_of_two_lobbies_opens_in_a_channel(self, store, other):
        outcomes = await asyncio.gather(
            store.open_match(new(), AT), other.open_match(new(), AT), return_exceptions=True
        )

        assert sum(isinstance(each, ChannelTaken) for each in outcomes) == 1
        assert await store.open_in(1) in outcomes

    async def test_many_writers_all_get_their_turn(self, store, other):
        matches = [await running(store, channel) for channel in range(10)]
        await asyncio.gather(
            *(
                self._play_on(each, match)
                for match, each in zip(matches, (store, other) * 5, strict=True)
            )
        )

        for match in matches:
            assert (await reread(other, match)).ply == 9

    async def _play_on(self, store, match):
        for ply in range(1, 9):
            await play(store, match, ply)


class TestHeld:
    async def test_a_move_waits_for_a_moment(self, store, other):
        match = await running(store)
        async with other.engine.begin() as connection:
            await connection.execute(touch())
            move = asyncio.create_task(play(store, match, 1))
            await asyncio.sleep(0.1)
            assert not move.done()

        await move
        assert (await reread(store, match)).ply == 2

    async def test_a_move_does_not_wait_for_ever(self, database: Database, store):
        match = await running(store)
        hasty = database.open(patience=0.1)
        async with store.engine.begin() as connection:
            await connection.execute(touch())
            with pytest.raises(StoreBusy, match="moment"):
                await play(hasty, match, 1)

        assert await reread(store, match) == match
        await play(hasty, match, 1)

    async def test_those_who_queue_do_not_wait_for_ever_either(self, database: Database, store):
        match = await running(store)
        hasty = database.open(patience=0.2)
        async with store.engine.begin() as connection:
            await connection.execute(touch())
            began = monotonic()
            outcomes = await asyncio.gather(
                *(play(hasty, match, 1) for _ in range(12)), return_exceptions=True
            )
            took = monotonic() - began

        assert {type(each) for each in outcomes} == {StoreBusy}
        assert took < 2
        await play(hasty, match, 1)

    async def test_readers_do_not_wait(self, store, other):
        match = await running(store)
        async with other.engine.begin() as connection:
            await connection.execute(touch())

            assert await reread(store, match) == match
            assert await store.log(match.id) == (DEAL,)

    async def test_the_event_loop_goes_on(self, database: Database, store):
        match = await running(store)
        hasty = database.open(patience=0.4)
        gaps = []

        async def tick():
            while True:
                began = monotonic()
                await asyncio.sleep(0.005)
                gaps.append(monotonic() - began)

        ticking = asyncio.create_task(tick())
        async with store.engine.begin() as connection:
            await connection.execute(touch())
            with pytest.raises(StoreBusy):
                await play(hasty, match, 1)
        ticking.cancel()

        assert len(gaps) > 20
        assert max(gaps) < 0.35


class TestInterrupted:
    @pytest.mark.parametrize("table", ["log", "results"])
    async def test_a_killed_process_leaves_nothing_half_written(
        self, database: Database, store, table
    ):
        match = await running(store)

        child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", KILLED_BEFORE_THE_LOG_IS_WRITTEN),
            *(database.url, str(match.id), table),
            cwd=ROOT,
        )

        assert await child.wait() == 9
        assert await reread(store, match) == match
        assert await store.log(match.id) == (DEAL,)
        assert await rows(store, "SELECT * FROM results") == []
        await play(store, match, 1)

    async def test_a_cancelled_move_is_stored_whole_or_not_at_all(self, store):
        match = await running(store)
        ply = 1
        for tenths in range(25):
            move = asyncio.create_task(play(store, match, ply, (0, "6-4"), (1, "pass")))
            await asyncio.sleep(tenths / 10_000)
            move.cancel()
            with suppress(asyncio.CancelledError):
                await move

            ply = (await reread(store, match)).ply
            assert len(await store.log(match.id)) == ply
        assert ply % 2

    async def test_a_database_in_memory_survives_a_cancelled_task(self):
        store = open_store("sqlite+aiosqlite://")
        await upgrade(store.engine)
        match = await running(store)
        for delay in (0, 0.0002, 0.0005, 0.001):
            with suppress(TimeoutError):
                async with asyncio.timeout(delay):
                    await play(store, match, (await reread(store, match)).ply)

        assert (await reread(store, match)).ply == len(await store.log(match.id))
        await store.dispose()
