"""The same bot in a simulated Discord, to be played with in a browser; no account is needed."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import signal
import sys
import tempfile
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Never

import simcord
from babel.localtime import get_localzone

from bot.app import BAD_INPUT, build
from bot.config import Settings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from simcord import ChannelHandle, Env, Preview

    from bot.engine.contract import GameInfo

PEOPLE = ("Ana", "Bruno", "Chen", "Dana")
TOPIC = (
    "Be somebody else with “Viewing as”, above, or in a second tab with the same address."
    " /help says what there is."
)
TICK = 0.2
"""Seconds by which the simulated time lags behind."""
SOON = 0.001
"""Seconds after which pages that were busy are tried again."""


@dataclass(slots=True)
class SimulatedClock:
    """The simulated Discord's time, once there is one."""

    env: Env | None = None

    def now(self) -> datetime:
        """The present there."""
        return datetime.now(UTC) if self.env is None else self.env.now()


class OneLine(logging.Formatter):
    """A record in one line: a player's terminal is no place for tracebacks."""

    def format(self, record: logging.LogRecord) -> str:
        """The message, and what was raised."""
        text = " ".join(record.getMessage().split())
        error = record.exc_info[1] if record.exc_info else None
        return f"boneyard: {text}" + (f" ({error!r})" if error else "")


def run(game: GameInfo, port: int = 0) -> int:
    """Serve the demo on loopback until interrupted; port 0 lets the system choose.

    A table of ``game`` is open.

    Raises:
        OSError: The port cannot be had.
    """
    _complain_in_one_line()
    with tempfile.TemporaryDirectory(prefix="boneyard-", ignore_cleanup_errors=True) as folder:
        database = f"sqlite+aiosqlite:///{(Path(folder) / 'demo.db').as_posix()}"
        settings = Settings.model_construct(database_url=database)  # deaf to the environment
        try:
            asyncio.run(serve(settings, game, port))
        except (KeyboardInterrupt, asyncio.CancelledError):
            pass
        except simcord.SetupError as error:  # the extra is there, but not all of it
            sys.stderr.write(f"boneyard: the demo cannot be served: {error}\n")
            return BAD_INPUT
    sys.stdout.write("\nThe table is cleared. Thank you for playing!\n")
    return 0


async def serve(settings: Settings, game: GameInfo, port: int) -> None:
    """A server with a channel, four people, and a lobby for ``game`` already open.

    Ends when it is cancelled, or when somebody ends the session on the page.
    """
    _end_on_signals()
    clock = SimulatedClock()
    bot = build(settings, clock)
    async with simcord.run(bot, check_errors=False) as env, AsyncExitStack() as stack:
        stack.push_async_callback(bot.close)
        clock.env = env
        keeping_time = asyncio.ensure_future(_keep_time(env))
        stack.callback(keeping_time.cancel)
        await asyncio.sleep(0)
        env.backend.bot_user.name = "Boneyard"
        guild = env.create_guild("Domino café")
        channel = guild.create_text_channel("dominoes", topic=TOPIC)
        people = [
            guild.add_member(env.create_user(name.lower(), global_name=name)) for name in PEOPLE
        ]
        await people[0].slash(channel, "play", game=game.id)
        preview = await _opened(env, channel, people, port, stack)
        _greet(preview.url, game)
        following = asyncio.ensure_future(_follow(env, channel, preview))
        stack.callback(following.cancel)
        await preview.wait_closed()


async def _opened(
    env: Env, channel: ChannelHandle, people: list[Any], port: int, stack: AsyncExitStack
) -> Preview:
    page = env.preview(
        channel,
        viewers=people,
        layout="channel",
        timezone=getattr(get_localzone(), "key", None) or "UTC",
        port=port,
    )
    try:
        return await stack.enter_async_context(page)
    except simcord.SetupError as error:
        cause = error.__cause__
        if not isinstance(cause, OSError):
            raise
        if cause.errno == errno.EADDRINUSE:
            text = f"port {port} is in use; name another with --port, or none"
            raise OSError(cause.errno, text) from None
        raise cause from None


async def _keep_time(env: Env) -> Never:
    """Let the simulated time, which stands still by itself, be the machine's."""
    while True:
        behind = (datetime.now(UTC) - env.now()).total_seconds()
        if behind > 0:
            env.backend.advance_clock(behind)
        await asyncio.sleep(TICK)


async def _follow(env: Env, channel: ChannelHandle, preview: Preview) -> Never:
    """Bring what changes in the channel to every open page.

    A page refuses the click that crosses with news, so none are brought without need: whoever
    clicks is shown what came of it anyway.
    """
    changed = asyncio.Event()

    def heard(event: str, payload: Mapping[str, Any]) -> None:
        if event.startswith("MESSAGE_") and payload.get("channel_id") == str(channel.id):
            changed.set()

    env.backend.subscribers.append(heard)
    while True:
        await changed.wait()
        changed.clear()
        try:
            await preview.refresh()
        except (simcord.SetupError, TimeoutError):  # a click is being answered
            if _tabs(preview) > 1:
                changed.set()
            await asyncio.sleep(SOON)


def _tabs(preview: Preview) -> int:
    """How many pages are open; one more is SimCord's own."""
    return len(preview._pages) - 1  # noqa: SLF001 - it tells nobody


def _greet(url: str, game: GameInfo) -> None:
    first, *others = PEOPLE
    sys.stdout.write(
        f"Boneyard is open at {url}\n"
        f"You are {first}, who has opened a table of {game.name}: add a computer and press Start.\n"
        f"“Viewing as” makes you {', '.join(others[:-1])} or {others[-1]}; a second tab with the"
        " same address plays along. Ctrl+C ends it.\n"
    )
    sys.stdout.flush()


def _end_on_signals() -> None:
    """Being told to end is the same as Ctrl+C."""
    task = asyncio.current_task()
    if task is None:
        raise RuntimeError("not in a task")
    loop = asyncio.get_running_loop()
    with contextlib.suppress(NotImplementedError, AttributeError):  # Windows knows them not
        for each in (signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(each, task.cancel)


def _complain_in_one_line() -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(OneLine())
    logging.basicConfig(level=logging.ERROR, handlers=[handler])
