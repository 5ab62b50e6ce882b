"""Measures three processes on one PostgreSQL beside one process with all shards.

    BONEYARD_TEST_FSYNC=on tests/with_postgres.sh .venv/bin/python -m benchmarks.cluster

Real processes, ``python -m bot run`` against the fake Discord of the tests. People ask for their
hands and press moves, at the same pace for one process and for three, which take turns. A move is
confirmed when it was answered and its table was shown.

Then all people play in direct messages, whose presses arrive at the first process. The tables of
two thirds of the matches are shown by the other processes. The time runs from the log's line of a
committed move to the moment when the fake Discord has the table.
"""

import asyncio
import re
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from benchmarks.cluster_load import PlayedMatch, open_matches, play_all
from benchmarks.databases import (
    POSTGRES_URL,
    backends,
    fresh_database,
    value,
    without_postgres,
    written,
)
from benchmarks.measures import Measure, table
from benchmarks.processes import cpu_seconds
from bot.model.shards import Shards
from tests.wire.bot_process import BotProcess
from tests.wire.fake_discord import FakeDiscord

GUILDS, CHANNELS = 12, 2
SHARD_COUNT = 3
ONE, THREE = (Shards.all_of(3),), tuple(Shards(3, frozenset({each})) for each in range(3))
TURNS = 3
SECONDS = 20.0
WARMING_UP = 8.0
"""Seconds: every process draws its first pictures."""
PAUSE, PAUSE_IN_DMS = 1.5, 3.0
"""Seconds between two moves of a match, so that nobody waits for a processor all the time."""
COUNTED_WITHIN = 1.5
"""Seconds after which PostgreSQL's sessions have reported their transactions."""
_TRANSACTIONS = "SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()"
COMMITTED = re.compile(r"^(\S+) .* move committed match=(\d+) ply=(\d+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Run:
    """What was done in one run, and what it took."""

    moves: int
    seconds: float
    cpu: float
    """Processor time of all processes of the bot, in seconds."""
    database_cpu: float
    """The same of PostgreSQL's processes for them."""
    wal: float
    """Bytes that PostgreSQL wrote to its log."""
    transactions: float
    requests: int
    """Requests to Discord that its global limit counts; answers to interactions are not."""
    delays: Sequence[float]
    """Seconds from a commit at one process to the table shown by another."""


def measure(*, quick: bool = False) -> list[Measure]:
    """Measure the moves of three processes beside one, and the tables that others show."""
    name = "three processes, moves per CPU second"
    if POSTGRES_URL is None:
        return [without_postgres(name)]
    turns, seconds = (1, 5.0) if quick else (TURNS, SECONDS)
    one, three = [], []
    for _ in range(turns):
        one.append(_run(POSTGRES_URL, ONE, seconds))
        three.append(_run(POSTGRES_URL, THREE, seconds))
    remote = _run(POSTGRES_URL, THREE, turns * seconds, in_dms=True)
    ours, theirs = (
        sum(each.moves for each in runs) / sum(each.cpu for each in runs) for runs in (three, one)
    )
    rates = [sum(each.moves for each in runs) / turns / seconds for runs in (three, one)]
    return [
        Measure(
            name=name, value=ours, unit="moves/s", at_least=0.9 * theirs, peer=theirs, beside="one"
        ),
        Measure(
            name="moves confirmed", value=rates[0], unit="moves/s", peer=rates[1], beside="one"
        ),
        Measure(
            name="PostgreSQL's CPU for a move",
            value=median(1000 * each.database_cpu / each.moves for each in three),
            unit="ms",
            peer=median(1000 * each.database_cpu / each.moves for each in one),
            beside="with one process",
        ),
        Measure(
            name="from a commit to another process's table, p99",
            value=1000 * quantiles(remote.delays, n=100)[98],
            unit="ms",
            at_most=250,
            beside=f"median {1000 * median(remote.delays):.0f} ms of {len(remote.delays)}",
        ),
    ]


def costs(server: str) -> list[Measure]:
    """Measure what a move costs three processes and their PostgreSQL."""
    run = _run(server, THREE, 2 * SECONDS)
    return [
        Measure(name="the bot's CPU for a move", value=1000 * run.cpu / run.moves, unit="ms"),
        Measure(
            name="PostgreSQL's CPU for a move", value=1000 * run.database_cpu / run.moves, unit="ms"
        ),
        Measure(name="WAL for a move", value=run.wal / run.moves / 1000, unit="KB"),
        Measure(name="transactions for a move", value=run.transactions / run.moves, unit=""),
        Measure(name="requests to Discord for a move", value=run.requests / run.moves, unit=""),
    ]


def _run(server: str, processes: Sequence[Shards], seconds: float, *, in_dms: bool = False) -> Run:
    with TemporaryDirectory() as directory:
        return asyncio.run(_play(server, processes, Path(directory), seconds, in_dms=in_dms))


async def _play(
    server: str, processes: Sequence[Shards], directory: Path, seconds: float, *, in_dms: bool
) -> Run:
    async with AsyncExitStack() as stack:
        url = await stack.enter_async_context(fresh_database(server))
        discord = await stack.enter_async_context(
            FakeDiscord(CHANNELS, GUILDS, keeps_pictures=False)
        )
        discord.gateway.shards = discord.gateway.max_concurrency = SHARD_COUNT
        matches = await open_matches(url, discord, discord.channels.values(), in_dms=in_dms)
        bots = [
            BotProcess(directory / str(nth), discord, shards=shards, DATABASE_URL=url)
            for nth, shards in enumerate(processes)
        ]
        await asyncio.gather(*(stack.enter_async_context(bot) for bot in bots))
        await asyncio.gather(*(bot.ready() for bot in bots))
        pause = PAUSE_IN_DMS if in_dms else PAUSE
        await play_all(discord, matches, min(seconds, WARMING_UP), pause)
        moves = sum(each.confirmed for each in matches)
        servers = await backends(url)
        before = await _counters(url, bots, servers)
        discord.calls.clear()
        await play_all(discord, matches, seconds, pause)
        after = await _counters(url, bots, servers)
        cpu, database_cpu, wal, transactions = (
            now - then for now, then in zip(after, before, strict=True)
        )
        return Run(
            sum(each.confirmed for each in matches) - moves,
            seconds,
            cpu,
            database_cpu,
            wal,
            transactions,
            sum(not call.path.startswith(("/interactions", "/webhooks")) for call in discord.calls),
            _delays(bots, matches) if in_dms else (),
        )


async def _counters(
    url: str, bots: Sequence[BotProcess], servers: Sequence[int]
) -> tuple[float, float, float, float]:
    """Return the processor times of the bot and PostgreSQL, bytes of WAL, and transactions."""
    cpu = sum(cpu_seconds(bot.process.pid) for bot in bots)
    await asyncio.sleep(COUNTED_WITHIN)
    transactions = float(await value(url, _TRANSACTIONS))
    return cpu, sum(map(cpu_seconds, servers)), await written(url), transactions


def _delays(bots: Sequence[BotProcess], matches: Sequence[PlayedMatch]) -> list[float]:
    """Return the times from commits at the first process to tables that others show."""
    committed = {
        (int(match), int(ply)): datetime.fromisoformat(at).timestamp()
        for at, match, ply in COMMITTED.findall(bots[0].output)
    }
    return [
        at - committed[number, ply]
        for each in matches
        if THREE[0].of(each.channel.guild) != 0
        for number, ply, at in each.shown
    ]


if __name__ == "__main__":
    print(table(measure()))
