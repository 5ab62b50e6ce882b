"""The bot in a simulated Discord, to be played in a browser; no account is needed."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import sys
import tempfile
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Never

import discord
import simcord

from bot.bootstrap import BAD_INPUT, build_for_people
from bot.config import Settings
from bot.demo.channel_pages import ChannelPages
from bot.demo.languages import DemoLanguages
from bot.service.delays import Delays, QuietTime

if TYPE_CHECKING:
    from simcord import Env

    from bot.engine.game_info import GameInfo
    from bot.service.daily.par import Run

PEOPLE = ("Ana", "Bruno", "Chen", "Dana")
TOPIC = (
    "Be somebody else with “Viewing as”, above, or in a second tab with the same address."
    " /help says what there is."
)
SECOND_TOPIC = "A second channel: for another table, or for the podium of the week (/settings)."
PATIENCE = 30.0
"""Seconds after which a page gives up waiting for what a click brings.

A page also waits for clocks that run out sooner, so it must be well below the minute in which
somebody may come back.
"""
QUIET_TIME = QuietTime(2, 4)
"""Short, because whoever tries the bot waits for the next table."""
TICK = 0.2
"""The most seconds by which the simulated time lags behind."""


@dataclass(slots=True)
class SimulatedClock:
    """The simulated Discord's time, once there is one; the machine's until then."""

    env: Env | None = None

    def now(self) -> datetime:
        return datetime.now(UTC) if self.env is None else self.env.now()


class OneLine(logging.Formatter):
    """Formats a record in one line; tracebacks have no place in a player's terminal."""

    def format(self, record: logging.LogRecord) -> str:
        text = " ".join(record.getMessage().split())
        error = record.exc_info[1] if record.exc_info else None
        return f"boneyard: {text}" + (f" ({error!r})" if error else "")


def run(game: GameInfo, port: int = 0) -> int:
    """Serve the demo, with an open table, on loopback until interrupted; return the exit status.

    Port 0 lets the system choose; :class:`OSError` means that the port cannot be opened.
    """
    _complain_in_one_line()
    with tempfile.TemporaryDirectory(prefix="boneyard-", ignore_cleanup_errors=True) as folder:
        database = f"sqlite+aiosqlite:///{(Path(folder) / 'demo.db').as_posix()}"
        settings = Settings.model_construct(database_url=database)  # not from the environment
        try:
            asyncio.run(serve(settings, game, port))
        except (KeyboardInterrupt, asyncio.CancelledError):
            pass
        except simcord.SetupError as error:  # the extra is installed, but incomplete
            sys.stderr.write(f"boneyard: the demo cannot be served: {error}\n")
            return BAD_INPUT
    sys.stdout.write("\nThe table is cleared. Thank you for playing!\n")
    return 0


async def serve(settings: Settings, game: GameInfo, port: int) -> None:
    """Serve a server with two channels, four people and an open lobby for ``game``.

    Ends when it is cancelled, or when somebody ends the session on the first channel's page.
    """
    _end_on_signals()
    clock = SimulatedClock()
    bot = build_for_people(settings, clock, delays=Delays(calls=QUIET_TIME))
    running = simcord.run(bot, check_errors=False, settle_timeout=PATIENCE)
    async with running as env, AsyncExitStack() as stack:
        stack.push_async_callback(bot.close)
        clock.env = env
        bot.service.par.run = _unseen(env, bot.service.par.run)
        _catch_up(env)
        env.backend.bot_user.name = "Boneyard"
        guild = env.create_guild("Domino café")
        channel = guild.create_text_channel("dominoes", topic=TOPIC)
        second = guild.create_text_channel("lounge", topic=SECOND_TOPIC)
        users = [env.create_user(name.lower(), global_name=name) for name in PEOPLE]
        manager = guild.create_role("Host", permissions=discord.Permissions(manage_guild=True))
        people = [guild.add_member(users[0], roles=[manager])]
        people += [guild.add_member(user) for user in users[1:]]
        await people[0].slash(channel, "play", game=game.key)
        pages = ChannelPages(env, guild, people, stack, DemoLanguages(env, guild))
        keeping_time = asyncio.ensure_future(_keep_time(env, pages))
        stack.callback(keeping_time.cancel)
        preview = await pages.open(channel, port)
        await pages.open(second)
        for user in users:
            await pages.open_dm(user)
        _greet(preview.url, game)
        following = asyncio.ensure_future(pages.follow())
        stack.callback(following.cancel)
        await preview.wait_closed()


def _unseen(env: Env, run: Run) -> Run:
    """Let no page wait for thinking whose result nobody looks at."""
    return lambda *arguments: env.external_wait(run(*arguments), reason="thinking")


async def _keep_time(env: Env, pages: ChannelPages) -> Never:
    """Keep the simulated time and that of the pages, which do not run by themselves."""
    while True:
        _catch_up(env)
        pages.keep_time()
        await asyncio.sleep(TICK)


def _catch_up(env: Env) -> None:
    behind = (datetime.now(UTC) - env.now()).total_seconds()
    if behind > 0:
        env.backend.advance_clock(behind)


def _greet(url: str, game: GameInfo) -> None:
    first, *others = PEOPLE
    sys.stdout.write(
        f"Boneyard is open at {url}\n"
        f"You are {first}, who has opened a table of {game.name}: press Play now or Start.\n"
        f"{first} may use /settings. The links above the messages lead to the other channel, to"
        " threads and to your direct messages.\n"
        "The menus beside the links set your language and the server's.\n"
        f"“Viewing as” makes you {', '.join(others[:-1])} or {others[-1]}; a second tab with the"
        " same address plays along. Ctrl+C ends it.\n"
    )
    sys.stdout.flush()


def _end_on_signals() -> None:
    task = asyncio.current_task()
    if task is None:
        raise RuntimeError("not in a task")
    loop = asyncio.get_running_loop()
    with contextlib.suppress(NotImplementedError, AttributeError):  # not on Windows
        for each in (signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(each, task.cancel)


def _complain_in_one_line() -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(OneLine())
    logging.basicConfig(level=logging.ERROR, handlers=[handler])
