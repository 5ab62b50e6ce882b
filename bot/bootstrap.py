"""The composition root: the one module that may import every part of the bot."""

import asyncio
import contextlib
import gc
import logging
import os
import signal
import sys
import threading
from contextlib import AsyncExitStack
from functools import partial

import aiohttp
import discord

from bot.cluster import join_cluster, single_process
from bot.config import Settings
from bot.discord_ui.client import BoneyardClient
from bot.discord_ui.errors import NotInServer
from bot.logs import start_logging
from bot.metrics import CannotServe, PrometheusMetrics, exposed
from bot.model.overview import Census
from bot.service.delays import NO_DELAYS, Delays
from bot.service.game_service import GameService
from bot.service.metrics import NO_METRICS, Metrics
from bot.service.ports.clock import Clock
from bot.service.ports.cluster import Cluster
from bot.service.ports.faults import StoreFault
from bot.service.ports.thinking import Thinking
from bot.service.thinking.processes import ThinkingInProcesses
from bot.service.thinking.worker_pool import WorkerPool, usual_size
from bot.store.instance_lock import claimed

log = logging.getLogger(__name__)

UNREACHABLE = 1
"""Exit status when Discord cannot be reached."""
BAD_INPUT = 2
"""Exit status when a setting keeps the bot from running."""
AUTHENTICATION_FAILED = 4004
"""The code the gateway closes with when it does not know the token."""
UNKNOWN_TO_DISCORD = "Discord refused the token in DISCORD_TOKEN."
GARBAGE_THRESHOLDS = (10_000, 1, 65)
"""Thresholds of the garbage collector: the new objects after which it searches the youngest, and
the numbers of such searches after which it searches older ones."""
EXIT_TIMEOUT = 3.0
"""Seconds after which a bot that was told to stop exits, whatever it waits for."""
MAX_LINE = 400
"""The most characters of an error message; a proxy may answer with a whole page."""


def build(
    settings: Settings,
    clock: Clock | None = None,
    metrics: Metrics | None = None,
    thinking: Thinking | None = None,
    delays: Delays = NO_DELAYS,
    cluster: Cluster | None = None,
) -> BoneyardClient:
    """Build the bot, wired but not yet started.

    Unless given, computers think in threads, nothing is delayed, as tests need it, and this is the
    only process.
    """
    client = BoneyardClient(
        cluster or single_process(settings),
        clock=clock,
        command_guild=settings.command_guild,
        docs_url=settings.docs_url,
        metrics=metrics,
        thinking=thinking,
        delays=delays,
    )
    client.gateway_url = settings.discord_gateway_url
    return client


def build_for_people(
    settings: Settings,
    clock: Clock | None = None,
    metrics: Metrics | None = None,
    cluster: Cluster | None = None,
    delays: Delays | None = None,
) -> BoneyardClient:
    """Build the bot with computers that think in processes, and with natural delays."""
    pool = WorkerPool(settings.thinking_processes or usual_size())
    thinking = ThinkingInProcesses(pool, metrics or NO_METRICS)
    return build(settings, clock, metrics, thinking, delays or Delays(), cluster)


def run(settings: Settings) -> int:
    """Run against Discord until told to stop; return the exit status."""
    if settings.discord_token is None:
        return _refuse("DISCORD_TOKEN is not set; .env.example says where to get one.")
    token = settings.discord_token.get_secret_value()
    start_logging(settings.log_level, settings.log_format, settings.secrets)
    if settings.discord_api_url is not None:
        discord.http.Route.BASE = settings.discord_api_url
    try:
        with claimed(settings.database_url) as is_claimed:
            asyncio.run(_run(settings, token, exclusive=is_claimed))
    except (KeyboardInterrupt, asyncio.CancelledError):
        log.info("stopped")
    except discord.LoginFailure:
        return _refuse(UNKNOWN_TO_DISCORD)
    except discord.PrivilegedIntentsRequired as error:
        return _refuse(str(error))
    except discord.ConnectionClosed as error:
        if error.code == AUTHENTICATION_FAILED:
            return _refuse(UNKNOWN_TO_DISCORD)
        return _unreachable(error)
    except (StoreFault, NotInServer, CannotServe) as fault:
        return _refuse(str(fault))
    except (OSError, aiohttp.ClientError, discord.HTTPException, discord.GatewayNotFound) as error:
        return _unreachable(error)
    return 0


async def _run(settings: Settings, token: str, *, exclusive: bool) -> None:
    """Run until Discord, the terminal or the system ends it; then close everything."""
    metrics = None if settings.metrics_port is None else PrometheusMetrics()
    ending = _Ending()
    async with AsyncExitStack() as stack:
        cluster = await stack.enter_async_context(
            join_cluster(settings, ending.end, exclusive=exclusive)
        )
        client = build_for_people(settings, metrics=metrics, cluster=cluster)
        if metrics is not None and settings.metrics_port is not None:
            census = partial(_census, client)
            page = exposed(metrics, settings.metrics_host, settings.metrics_port, census)
            await stack.enter_async_context(page)
        ending.running = asyncio.create_task(_started(client, token))
        with contextlib.suppress(NotImplementedError):  # Windows has no signal handlers
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ending.end)
        async with client:
            try:
                await ending.running
            except asyncio.CancelledError:
                _leave_in_time(ending.reason)
                if ending.reason is not None:
                    raise StoreFault(ending.reason) from None
                raise


async def _started(client: BoneyardClient, token: str) -> None:
    await client.login(token)
    _tune_garbage_collector()
    await client.connect()


def _tune_garbage_collector() -> None:
    """Keep the garbage collector from holding up everybody for a tenth of a second at a time.

    Objects made at the start are never freed, so they are not searched. Others are searched so
    rarely that most answers have been sent by then: what an answer on its way holds survives the
    search and counts as old, and a search among old objects takes longest. Those between young and
    old are searched after every other search of the young, while they are few.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE_THRESHOLDS)


class _Ending:
    def __init__(self) -> None:
        self.running: asyncio.Task[None] | None = None
        self.reason: str | None = None
        """Why the bot has to stop, if nobody told it to."""

    def end(self, reason: str | None = None) -> None:
        """Stop: somebody has told the bot to, or there is a ``reason`` why it cannot go on."""
        self.reason = self.reason or reason
        _leave_in_time(self.reason)  # even cancelled tasks may take their time
        if self.running is not None:
            self.running.cancel()


def _leave_in_time(reason: str | None) -> None:
    """Force the process to exit soon, even if something cannot be cancelled.

    With a ``reason`` why it cannot go on, its exit status is the same as without force.

    SQLite may wait for somebody else's lock. Nothing is lost by exiting: whatever was committed is
    found and shown after a start, as after a kill.
    """

    def leave() -> None:
        log.warning("forced exit; pending updates are posted at the next start")
        logging.shutdown()
        os._exit(0 if reason is None else _refuse(reason))

    last = threading.Timer(EXIT_TIMEOUT, leave)
    last.daemon = True
    last.start()


async def _census(client: BoneyardClient) -> Census | None:
    service: GameService | None = getattr(client, "service", None)
    return None if service is None else await service.store.census(service.shards)


def _refuse(sentence: str) -> int:
    _complain(sentence)
    return BAD_INPUT


def _unreachable(error: Exception) -> int:
    _complain(f"Discord cannot be reached: {error}")
    return UNREACHABLE


def _complain(sentence: str) -> None:
    """Write one line to standard error, even if the sentence quotes several."""
    sys.stderr.write(" ".join(sentence.split())[:MAX_LINE] + "\n")
