"""Stores and publishers whose calls can be counted, delayed, and made to fail."""

import asyncio
import inspect
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

from bot.service.ports.faults import StoreBusy, StoreFault
from tests.blank import InMemoryStore

Hook = Callable[[str], Awaitable[None] | None]
"""Called with a call's name. The caller gets what it raises, and waits for what it returns."""


def nothing(name: str) -> None:
    del name


class FaultInjectingProxy:
    """Passes calls on to ``within``, with a hook ``before`` each and one ``after`` its effect."""

    def __init__(self, within: Any, before: Hook = nothing, after: Hook = nothing) -> None:
        self.within = within
        self.before = before
        self.after = after
        self.calls: Counter[str] = Counter()
        self.under_way: set[asyncio.Task[Any]] = set()
        """Calls that have begun: they are completed even if the caller is cancelled."""

    def __getattr__(self, name: str) -> Any:
        method = getattr(self.within, name)
        if not inspect.iscoroutinefunction(method) or name == "dispose":
            return method

        async def call(*args: Any, **kwargs: Any) -> Any:
            self.calls[name] += 1
            await _told(self.before, name)
            work = asyncio.create_task(self.carry_out(name, *args, **kwargs))
            self.under_way.add(work)
            work.add_done_callback(self.under_way.discard)
            result = await asyncio.shield(work)
            await _told(self.after, name)
            return result

        return call

    async def carry_out(self, name: str, *args: Any, **kwargs: Any) -> Any:
        return await getattr(self.within, name)(*args, **kwargs)


class FaultInjectingStore(FaultInjectingProxy):
    """A store, by default one of its own in memory."""

    def __init__(self, within: Any = None, before: Hook = nothing, after: Hook = nothing) -> None:
        super().__init__(within or InMemoryStore(), before, after)

    def fail_at(self, nth: int, moment: str) -> None:
        """Let the ``nth`` call from now on fail, ``before`` or ``after`` its effect."""
        calls = Counter[str]()

        def hook(name: str) -> None:
            calls[""] += 1
            if calls[""] == nth:
                raise StoreBusy(f"{name} failed")

        setattr(self, moment, hook)

    def fail_in(self, name: str, moment: str, times: int | None = 1) -> None:
        """Let ``times`` calls of that name (``None``: all) fail, ``before`` or ``after`` acting."""
        calls = Counter[str]()

        def hook(called: str) -> None:
            calls[called] += called == name
            if called == name and (times is None or calls[name] <= times):
                raise StoreFault(f"{name} failed")

        setattr(self, moment, hook)

    def works_again(self) -> None:
        self.before = self.after = nothing


async def _told(hook: Hook, name: str) -> None:
    waits = hook(name)
    if waits is not None:
        await waits
