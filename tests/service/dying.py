"""A process that dies in the middle, and what outlives it: the database, the channel, the time."""

from __future__ import annotations

import asyncio
import inspect
import shutil
from collections.abc import Awaitable, Callable, Collection, Coroutine
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import event

from bot.service.ports import Update
from bot.store import open_store
from tests.blank import write_blank
from tests.service.house import NOON, Channel, House


class Life:
    """So many moments, of which the last never ends; without an end it counts them."""

    def __init__(self, ends_at: int | None = None) -> None:
        self.moments: list[str] = []
        self.over = asyncio.Event()
        self.counts = False
        """Whether the moments have come that may be the last."""
        self.under_way: set[asyncio.Task[Any]] = set()
        """What the world does for it, and brings to its end without it."""
        self._ends_at = ends_at

    async def moment(self, what: str) -> None:
        """Nobody goes on from here once life is over."""
        if self.counts and not self.over.is_set():
            self.moments.append(what)
        if len(self.moments) == self._ends_at:
            self.over.set()
        if self.over.is_set():
            await asyncio.get_running_loop().create_future()

    def begun(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Something is written, or sent: death does not stop it any more."""
        task = asyncio.create_task(work)
        self.under_way.add(task)
        task.add_done_callback(self.under_way.discard)
        return task


class Mortal:
    """A store or a publisher: just before a call of it and just after, there is a moment."""

    def __init__(self, within: Any, life: Life) -> None:
        self.within = within
        self.life = life

    def __getattr__(self, name: str) -> Any:
        method = getattr(self.within, name)
        if not inspect.iscoroutinefunction(method):
            return method

        async def called(*args: Any, **kwargs: Any) -> Any:
            await self.life.moment(f"before {name}")
            result = await asyncio.shield(self.life.begun(method(*args, **kwargs)))
            await self.life.moment(f"after {name}")
            return result

        return called


Act = Callable[[House], Awaitable[Any]]
"""Somebody does something, or time passes."""
Scene = Callable[[House], Awaitable[Act]]
"""Makes everything ready, and says what is done then."""


@dataclass
class World:
    """What a process does not take along when it dies."""

    file: Path
    channel: Channel = field(default_factory=Channel)
    asked: int = 0
    passed: timedelta = timedelta()

    async def house(self, life: Life) -> House:
        """A new process on the same database."""
        store = open_store(f"sqlite+aiosqlite:///{self.file}")
        event.listen(store.engine.sync_engine, "connect", _no_disk_to_wait_for)
        house = House(Mortal(store, life), Mortal(self.channel, life))  # type: ignore[arg-type]
        house.clock.asked, house.clock.passed = self.asked, self.passed
        return house

    async def bury(self, house: House, mourners: set[asyncio.Task[Any]]) -> None:
        """Whatever still runs of it does no more, in this world."""
        self.asked, self.passed = house.clock.asked, house.clock.passed
        await house.boneyard.abandon()
        while under_way := house.store.life.under_way:
            await asyncio.wait(under_way)
        while tasks := asyncio.all_tasks() - mourners:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        await house.store.within.dispose()


async def began(house: House) -> None:
    """The process starts, and goes on with what it finds."""
    house.boneyard.resume()


async def made_ready(scene: Scene, file: Path) -> tuple[World, Act]:
    """The database as it is just before the act, and the act."""
    write_blank(file)
    world = World(file)
    house = await world.house(Life())
    await began(house)
    await rest()
    act = await scene(house)
    await rest()
    await world.bury(house, here())
    return world, act


async def lived(world: World, act: Act, file: Path, life: Life) -> tuple[World, bool]:
    """A life in a copy of the world; whether the act came to its end in it."""
    shutil.copy(world.file, file)
    channel = Channel(
        list(world.channel.shown), list(world.channel.rounds), list(world.channel.reminded)
    )
    copy = World(file, channel, world.asked, world.passed)
    house = await copy.house(life)
    main = here()

    async def story() -> None:
        if act is not began:
            await began(house)
            await rest({*main, ended})
        life.counts = True
        await act(house)

    ended = asyncio.create_task(life.over.wait())
    told = asyncio.create_task(story())
    await asyncio.wait({told, ended}, return_when=asyncio.FIRST_COMPLETED)
    if told.done():
        told.result()
        resting = asyncio.create_task(rest({*main, ended}))
        await asyncio.wait({resting, ended}, return_when=asyncio.FIRST_COMPLETED)
    confirmed = told.done()
    await copy.bury(house, main)
    return copy, confirmed


def here() -> set[asyncio.Task[Any]]:
    """The test itself."""
    task = asyncio.current_task()
    assert task is not None
    return {task}


async def rest(besides: Collection[asyncio.Task[Any]] = ()) -> None:
    """Until nothing is under way; what waits for its time may wait."""
    while tasks := asyncio.all_tasks().difference(besides, here()):
        await asyncio.wait(tasks)


async def ring(house: House) -> None:
    """Let the clock notice that time has passed."""
    house.boneyard.timekeeper.expect(NOON)
    await asyncio.sleep(0.001)  # timers are set for the past


def last_shown(channel: Channel, match_id: int) -> Update | None:
    """The newest table that the channel saw."""
    return next((each for each in reversed(channel.shown) if each.match.id == match_id), None)


def _no_disk_to_wait_for(connection: Any, record: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA synchronous=OFF")
    cursor.close()
