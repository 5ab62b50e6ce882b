"""A worker process as the bot sees it."""

import asyncio
import os
import pickle
import subprocess
import sys
from contextlib import suppress
from typing import Any

from bot.service.ports.thinking import ThinkingFailed
from bot.service.thinking.worker import LENGTH

PROGRAM = "bot.service.thinking.worker"
_SECRET = {"DISCORD_TOKEN", "DATABASE_URL"}
"""The settings with secrets, which a worker doesn't get."""
_BELOW_NORMAL = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)
"""The priority on Windows; on other systems the worker lowers its own."""


class CallFailed(ThinkingFailed):
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
        """The number of the process."""
        return self._process.pid

    @property
    def is_running(self) -> bool:
        """Whether the process has not ended, as far as is known."""
        return self._process.returncode is None

    async def call(self, request: bytes) -> Any:  # noqa: ANN401
        """Carry out a pickled pair of a function and its arguments, and return the result.

        If no answer comes, because the caller is cancelled or the process has died, the process is
        killed. Raises ``OSError`` or ``EOFError`` if it died, and :class:`CallFailed`.
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
            raise CallFailed(result)
        return result

    def kill(self) -> None:
        """End the process now, whatever it does."""
        self.is_usable = False
        with suppress(ProcessLookupError):
            self._process.kill()

    async def end(self) -> None:
        """End the process now, and wait until it has ended."""
        self.kill()
        await self._process.wait()
