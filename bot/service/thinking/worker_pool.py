"""A few worker processes, which are started when they are needed and replaced when they die."""

import asyncio
import logging
import os
import pickle
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

from bot.service.ports.thinking import ThinkingFailed, ThinkingInterrupted
from bot.service.thinking.worker import LENGTH

log = logging.getLogger(__name__)

MAX_WAITING = 64
"""The most urgent calls that wait for a worker, and the most others.

As many computers as that play at the same time, so none is turned away after a restart.
"""
PROGRAM = "bot.service.thinking.worker"
_SECRET = {"DISCORD_TOKEN", "DATABASE_URL"}
"""The settings with secrets, which a worker doesn't get."""
_BELOW_NORMAL = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)
"""The priority on Windows; on other systems the worker lowers its own."""
ATTEMPTS = 2
"""The number of workers that may die of a call before it is given up."""


def usual_size() -> int:
    """Return the number of workers for this machine: one or two, and a core is left for the bot."""
    return max(1, min(2, (os.cpu_count() or 1) - 1))


class PoolBusy(ThinkingInterrupted):
    """Too many calls wait already."""


class WorkerLost(ThinkingInterrupted):
    """The call was given up: its workers died, or could not be started."""


class PoolClosed(ThinkingFailed): ...


class WorkerCallFailed(ThinkingFailed):
    """The function raised an error in the worker; the message has its type and place."""


class WorkerProcess:
    """A running worker, which carries out one call at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        if process.stdin is None or process.stdout is None:
            raise ValueError("the process has no pipes")
        self._process, self._calls, self._answers = process, process.stdin, process.stdout
        self.is_usable = True
        """False once the process was killed."""

    @classmethod
    async def start(cls) -> "WorkerProcess":
        """Start a process; raises ``OSError`` if the system refuses.

        It is a fresh Python with the bot's import path, in a session of its own, which Ctrl+C in
        the bot's terminal does not reach.
        """
        path = os.pathsep.join(folder or os.getcwd() for folder in sys.path)  # noqa: PTH109
        known = {name: value for name, value in os.environ.items() if name.upper() not in _SECRET}
        return cls(
            await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", PROGRAM),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**known, "PYTHONPATH": path},
                start_new_session=True,
                creationflags=_BELOW_NORMAL,
            )
        )

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_running(self) -> bool:
        return self._process.returncode is None

    async def call(self, request: bytes) -> Any:  # noqa: ANN401
        """Carry out a pickled pair of a function and its arguments, and return the result.

        If no answer comes, because the caller is cancelled or the process has died, the process is
        killed. Raises ``OSError`` or ``EOFError`` if it died, and :class:`WorkerCallFailed`.
        """
        try:
            self._calls.write(LENGTH.pack(len(request)) + request)
            await self._calls.drain()
            (length,) = LENGTH.unpack(await self._answers.readexactly(LENGTH.size))
            answer = await self._answers.readexactly(length)
        except BaseException:
            self.kill()
            raise
        succeeded, result = pickle.loads(answer)  # noqa: S301 - only our worker writes here
        if not succeeded:
            raise WorkerCallFailed(result)
        return result

    def kill(self) -> None:
        self.is_usable = False
        with suppress(ProcessLookupError):
            self._process.kill()

    async def end(self) -> None:
        self.kill()
        await self._process.wait()


class WorkerPool:
    """Up to ``size`` worker processes.

    All but one of them take calls that are not urgent; a single worker takes both kinds. So an
    urgent call waits for those before it, and for at most one that is not urgent.
    """

    def __init__(self, size: int) -> None:
        self._workers = _Queue(size)
        self._for_others = _Queue(max(1, size - 1))
        self._idle: list[WorkerProcess] = []
        self._started: set[WorkerProcess] = set()
        self._closed = asyncio.Event()

    @property
    def pids(self) -> frozenset[int]:
        return frozenset(each.pid for each in self._started if each.is_running)

    async def call(self, function: Callable[..., Any], *arguments: object, urgent: bool) -> Any:  # noqa: ANN401
        """Call a function of a module with picklable arguments in a worker; return its result.

        If the caller is cancelled, the worker is killed. Raises :class:`PoolBusy`,
        :class:`WorkerLost`, :class:`PoolClosed` and :class:`WorkerCallFailed`.
        """
        request = pickle.dumps((function, arguments))
        if urgent:
            return await self._send(request)
        async with self._for_others.turn():
            return await self._send(request)

    async def _send(self, request: bytes) -> Any:  # noqa: ANN401
        async with self._workers.turn():
            for attempt in range(ATTEMPTS):
                try:
                    # After a loss a new worker is asked: those that are idle may be dead as well.
                    worker = self._idle.pop() if self._idle and not attempt else await self._start()
                    try:
                        return await worker.call(request)
                    finally:
                        if worker.is_usable:
                            self._idle.append(worker)
                except (OSError, EOFError) as error:
                    if self._closed.is_set():
                        raise PoolClosed("the pool is closed") from None
                    log.warning("a worker process was lost: %s", type(error).__name__)
            raise WorkerLost(f"{ATTEMPTS} worker processes were lost")

    async def _start(self) -> WorkerProcess:
        if self._closed.is_set():
            raise PoolClosed("the pool is closed")
        self._started = {each for each in self._started if each.is_running}
        worker = await WorkerProcess.start()
        self._started.add(worker)
        if self._closed.is_set():  # meanwhile
            worker.kill()
        return worker

    async def close(self) -> None:
        self._closed.set()
        await asyncio.gather(*(each.end() for each in self._started))


class _Queue:
    """Callers that take turns, in their order; too many are turned away."""

    def __init__(self, at_once: int) -> None:
        self._places = asyncio.Semaphore(at_once)
        self._waiting = 0

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for a place and hold it; raises :class:`PoolBusy` if too many wait."""
        if self._waiting >= MAX_WAITING:
            raise PoolBusy(f"{self._waiting} calls wait for a worker process")
        self._waiting += 1
        try:
            await self._places.acquire()
        finally:
            self._waiting -= 1
        try:
            yield
        finally:
            self._places.release()
