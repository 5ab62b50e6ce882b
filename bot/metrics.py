"""Metrics for Prometheus: the service's metrics, and the server for the pages with them."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from datetime import timedelta
from functools import partial
from math import nan
from time import perf_counter

from aiohttp import web
from cachetools import TTLCache
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    exposition,
)

from bot.model.match import MoveMaker
from bot.model.overview import Census
from bot.service.metrics import MessageKind, Metrics, StandInReason
from bot.service.ports.faults import StoreFault

log = logging.getLogger(__name__)

TakeCensus = Callable[[], Awaitable[Census | None]]
"""Counts the matches; ``None`` before there is a store."""

COUNT_TIMEOUT = 2.0
"""Seconds that counting may take; after that the page is served without the counts."""
MOST_TIMED, LONGEST_TIMED = 10_000, 600.0
"""The most clicks that are timed at once, and the seconds after which one is given up."""
SHUTDOWN_GRACE = 0.5
"""Seconds that an open request may take when the bot is told to stop."""

_QUICK = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)
_SLOW = (0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300)
_LAGS = (0.1, 0.5, 1, 5, 15, 60, 300, 1800, 3600, 21600, 86400)

_clicked: ContextVar[float | None] = ContextVar("clicked", default=None)
"""The time of the click that the present task works on; ``None`` without one."""


class CannotServe(Exception):
    """The page cannot be served; the message is one line for the operator."""


class PrometheusMetrics(Metrics):
    """Metrics with a registry of its own. No label identifies a person or a match."""

    def __init__(self) -> None:
        registry = self.registry = CollectorRegistry()
        counter = partial(Counter, registry=registry)
        histogram = partial(Histogram, registry=registry)
        gauge = partial(Gauge, registry=registry)
        self._moves = counter(
            "boneyard_moves_committed",
            "Moves in the store, by who made them; what follows by itself is not counted.",
            ["by"],
        )
        self._to_commit = histogram(
            "boneyard_click_to_commit_seconds",
            "From a person's click, or command, to its move in the store.",
            buckets=_QUICK,
        )
        self._to_shown = histogram(
            "boneyard_click_to_shown_seconds",
            "From a person's click to the table that shows its move, computers' moves included.",
            buckets=_SLOW,
        )
        self._sends = counter(
            "boneyard_sends",
            "What was sent to Discord, by kind and by whether Discord took it.",
            ["kind", "outcome"],
        )
        self._lag = histogram(
            "boneyard_clock_lag_seconds", "How late the clock saw to what was due.", buckets=_LAGS
        )
        self._stand_ins = counter(
            "boneyard_stand_ins",
            "Moves that a simpler computer chose because a stronger one could not, by reason.",
            ["kind"],
        )
        self._open = gauge(
            "boneyard_open_matches", "Matches of this process that are not over.", ["stage"]
        )
        self._pending = gauge(
            "boneyard_owed_matches",
            "Matches of this process with something to show, or waiting for a computer.",
        )
        self._shards = gauge(
            "boneyard_shard_connected",
            "The shards that this process holds: 1 with a connection to Discord, 0 without.",
            ["shard"],
        )
        ProcessCollector(registry=registry)
        self._since: TTLCache[int, float] = TTLCache(MOST_TIMED, LONGEST_TIMED)
        """Click times of moves that were not shown yet, by match; another process may show them."""
        for by in set(MoveMaker) - {MoveMaker.PLAN}:  # counted as the person's
            self._moves.labels(by.value)
        for reason in StandInReason:
            self._stand_ins.labels(reason.value)
        for kind in MessageKind:
            for outcome in ("sent", "failed"):
                self._sends.labels(kind.value, outcome)

    def clicked(self) -> None:
        _clicked.set(perf_counter())

    def committed(self, match_id: int, by: MoveMaker) -> None:
        self._moves.labels(by.value).inc()
        since = _clicked.get()
        if by is MoveMaker.PERSON and since is not None:
            _clicked.set(None)  # later moves in this task are not the click's
            self._to_commit.observe(perf_counter() - since)
            self._since.setdefault(match_id, since)

    def shown(self, match_id: int) -> None:
        since = self._since.pop(match_id, None)
        if since is not None:
            self._to_shown.observe(perf_counter() - since)

    def sent(self, kind: MessageKind, *, arrived: bool) -> None:
        self._sends.labels(kind.value, "sent" if arrived else "failed").inc()

    def deadline_handled(self, lag: timedelta) -> None:
        self._lag.observe(max(0.0, lag.total_seconds()))

    def stood_in(self, reason: StandInReason) -> None:
        self._stand_ins.labels(reason.value).inc()

    def shard(self, shard_id: int, *, connected: bool) -> None:
        self._shards.labels(str(shard_id)).set(connected)

    def counted(self, census: Census | None) -> None:
        """Set the numbers of matches; ``None`` if they are unknown."""
        if census is None:
            self._open.clear()
            self._pending.set(nan)
            return
        self._open.labels("lobby").set(census.lobbies)
        self._open.labels("running").set(census.running)
        self._pending.set(census.pending)


@asynccontextmanager
async def exposed(
    metrics: PrometheusMetrics, host: str, port: int, census: TakeCensus
) -> AsyncIterator[None]:
    """Serve ``/metrics`` and ``/healthz`` at ``http://host:port`` until the block ends.

    ``/healthz`` answers 200 while the store answers, and 503 otherwise. Both are served in the
    bot's own event loop, so matches can be counted on request and no thread has to be ended.
    Raises :class:`CannotServe` if the port is taken, or the address is not of this machine.
    """
    count = _Count(census)

    async def page(request: web.Request) -> web.StreamResponse:
        metrics.counted(await count.result())
        encode, content_type = exposition.choose_encoder(request.headers.get("Accept", ""))
        return web.Response(body=encode(metrics.registry), headers={"Content-Type": content_type})

    async def health(_: web.Request) -> web.StreamResponse:
        if await count.result() is None:
            return web.Response(text="the store does not answer\n", status=503)
        return web.Response(text="ok\n")

    app = web.Application()
    app.router.add_get("/metrics", page)
    app.router.add_get("/healthz", health)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=SHUTDOWN_GRACE)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise CannotServe(f"Cannot serve metrics on {host}:{port}: {why}.") from error
        yield
    finally:
        await runner.cleanup()
        await count.stop()


class _Count:
    """Counts the matches for the page, in one task at a time.

    A store may finish what it has begun before it can be cancelled. So the page waits only a
    limited time for the count, and a store that hangs is not asked again until it has answered.
    """

    def __init__(self, census: TakeCensus) -> None:
        self._census = census
        self._task: asyncio.Task[Census | None] | None = None

    async def result(self) -> Census | None:
        """Return the counts; ``None`` if the store fails or does not answer in time."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._take())
        done, _ = await asyncio.wait([self._task], timeout=COUNT_TIMEOUT)
        if not done:
            log.warning("cannot count matches: the store does not answer")
            return None
        return self._task.result()

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task], timeout=SHUTDOWN_GRACE)

    async def _take(self) -> Census | None:
        try:
            return await self._census()
        except StoreFault as fault:
            log.warning("cannot count matches: %s", fault)
            return None
