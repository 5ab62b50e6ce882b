"""A store and a publisher that fail now and then, and outlive the process that uses them."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bot.service.ports import Barred, Match, News, NotShown, PersonGone, Podium, Update

if TYPE_CHECKING:
    from tests.service.havoc import Havoc


@dataclass
class Life:
    """A process."""

    is_over: bool = False
    under_way: set[asyncio.Task[Any]] = field(default_factory=set)

    async def goes_on(self) -> None:
        if self.is_over:
            await asyncio.get_running_loop().create_future()


class Shaky:
    """A store that fails now and then, before or after it has done its work, and is audited."""

    def __init__(self, world: Havoc, life: Life) -> None:
        self.world, self.life = world, life

    def __getattr__(self, name: str) -> Any:
        method = getattr(self.world.store, name)
        if not inspect.iscoroutinefunction(method):
            return method

        async def called(*args: Any, **how: Any) -> Any:
            await self.world.dither()
            await self.life.goes_on()
            self.world.fails("before", name)
            task = asyncio.create_task(self._done(name, method, args, how))
            self.life.under_way.add(task)
            task.add_done_callback(self.life.under_way.discard)
            result = await asyncio.shield(task)
            await self.life.goes_on()
            self.world.fails("after", name)
            return result

        return called

    async def _done(self, name: str, method: Any, args: Any, how: Any) -> Any:
        self.world.flying += 1
        try:
            result = await method(*args, **how)
            with self.world.noting():
                await self.world.auditor.committed(name, args, how)
        finally:
            self.world.flying -= 1
        return result


class Gallery:
    """A publisher who notes what was shown, and often cannot."""

    def __init__(self, world: Havoc, life: Life) -> None:
        self.world, self.life = world, life

    async def show_round(self, match: Match, chapter: Sequence[News]) -> None:
        await self._reach(match.id)
        told = self.world.rounds.setdefault(match.id, [])
        ended = chapter[-1].ply
        with self.world.noting():
            assert not told or ended >= told[-1]
        told.append(ended)

    async def show(self, update: Update) -> None:
        match = update.match
        await self._reach(match.id)
        self._is_proper(update)
        before = self.world.shown.get(match.id, 0)
        with self.world.noting():
            assert match.version >= before, "something older is shown"
        self.world.shown[match.id] = match.version
        self._stumble(match.id)

    async def remind(self, update: Update, user: int) -> None:
        self._is_proper(update)
        await self._reach(update.match.id)
        if self.world.rng.random() < self.world.trouble / 4:
            raise PersonGone
        with self.world.noting():
            self.world.auditor.reminds(update.match, user, update.habits[user])

    async def show_podium(self, podium: Podium) -> None:
        await self._reach(0)

    def _is_proper(self, update: Update) -> None:
        with self.world.noting():
            assert update.hands.keys() <= set(update.match.people)
            assert update.seen is None or update.seen.seat is None
            for user, seen in update.hands.items():
                assert seen.seat == update.match.seat_of(user)

    async def _reach(self, match_id: int) -> None:
        await self.world.dither()
        if self.world.rng.random() < self.world.trouble:
            await asyncio.sleep(self.world.rng.expovariate(1 / 20))
        await self.life.goes_on()
        self._stumble(match_id)

    def _stumble(self, match_id: int) -> None:
        if self.world.rng.random() < self.world.trouble:
            if self.world.rng.random() < 0.8:
                raise NotShown("out of reach")
            self.world.barred.add(match_id)
            raise Barred("not allowed")
