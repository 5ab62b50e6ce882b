"""Measures one of two processes on a PostgreSQL with a hundred thousand open matches.

    tests/with_postgres.sh .venv/bin/python -m benchmarks.large [--matches N] [--finished N]

The start is that of a real process, ``python -m bot run`` with shard 0 of 2, against the fake
Discord of the tests on loopback: from the command to the first answer, which is the hand of
somebody in one of the matches. From then on somebody asks for a hand again and again until the
process has nothing more to do; the longest wait for an answer shows whether something blocked the
event loop. The memory is read at the end.
"""

import argparse
import asyncio
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.crowd import people
from benchmarks.databases import POSTGRES_URL, fresh_database, without_postgres
from benchmarks.large_crowd import COPIED, LargeCrowd, gather_large
from benchmarks.large_queries import slowest_query
from benchmarks.measures import Measure, table
from benchmarks.processes import cpu_seconds, resident_megabytes
from bot.model.shards import Shards
from tests.wire.bot_process import BotProcess
from tests.wire.discord_api import FIRST_CHANNEL
from tests.wire.discord_objects import Channel
from tests.wire.fake_discord import FakeDiscord, until
from tests.wire.person import Person

MATCHES = 100_000
CHANNELS = 5
"""Channels with a match in each server."""
SHARDS = Shards(2, frozenset({0}))
QUIET = 3
"""Seconds in a row with almost no processor time after which the process has settled."""


def measure(*, quick: bool = False, matches: int = MATCHES, finished: int = 0) -> list[Measure]:
    """Measure the start, the memory and the slowest query of one of two processes."""
    name = f"one of two processes, {matches:,} open matches"
    if POSTGRES_URL is None:
        return [without_postgres(name)]
    crowd = LargeCrowd(COPIED if quick else matches, CHANNELS, finished)
    with TemporaryDirectory() as directory:
        start, (query, slowest) = asyncio.run(_measure(POSTGRES_URL, crowd, Path(directory)))
    return [
        Measure(
            name=f"{name}: start to the first answer", value=start.answered, unit="s", at_most=5
        ),
        Measure(
            name=f"{name}: memory",
            value=start.megabytes,
            unit="MB",
            at_most=250,
            beside=f"settled after {start.settled:.0f} s",
        ),
        Measure(name=f"{name}: longest answer meanwhile", value=start.longest, unit="ms"),
        Measure(name=f"{name}: slowest query", value=slowest, unit="ms", beside=query),
    ]


@dataclass(frozen=True, slots=True)
class Start:
    """Seconds since the command, and the megabytes of memory of the process in the end."""

    answered: float
    settled: float
    megabytes: float
    longest: float
    """The longest wait for an answer while the process settled, in milliseconds."""


async def _measure(
    server: str, crowd: LargeCrowd, directory: Path
) -> tuple[Start, tuple[str, float]]:
    async with fresh_database(server) as url:
        await gather_large(url, crowd, datetime.now(UTC))
        return await _start(url, crowd, directory), await slowest_query(url, SHARDS)


async def _start(url: str, crowd: LargeCrowd, directory: Path) -> Start:
    """Start shard 0 on the database, and ask for hands until it has settled."""
    async with FakeDiscord(crowd.channels, crowd.guilds, keeps_pictures=False) as discord:
        bot = BotProcess(directory, discord, shards=SHARDS, DATABASE_URL=url)
        began = perf_counter()
        async with bot:
            await bot.ready()
            somebody, channel = await _with_a_hand(discord)
            answered = perf_counter() - began
            await until(lambda: "ready as" in bot.output, "the bot is ready")
            asking = asyncio.create_task(_ask_again_and_again(somebody, channel))
            await _settled(bot.process.pid)
            settled = perf_counter() - began
            asking.cancel()
            longest = await asking
            return Start(answered, settled, resident_megabytes(bot.process.pid), 1000 * longest)


async def _with_a_hand(discord: FakeDiscord) -> tuple[Person, Channel]:
    """Return the first person in the first server who is shown a hand, and the channel.

    In some games everything is at the table.
    """
    for number in range(CHANNELS):
        somebody = Person(discord, people(number, 2)[0])
        channel = discord.channels[FIRST_CHANNEL + number]
        if await _ask(somebody, channel):
            return somebody, channel
    raise RuntimeError("nobody is shown a hand")


async def _ask(somebody: Person, channel: Channel) -> bool:
    """Ask for a hand; return whether the answer has a picture of it."""
    return bool((await somebody.shown(somebody.type("hand", channel))).files)


async def _ask_again_and_again(somebody: Person, channel: Channel) -> float:
    """Ask for a hand four times a second until cancelled; return the longest wait in seconds."""
    longest = 0.0
    try:
        while True:
            asked = perf_counter()
            await _ask(somebody, channel)
            longest = max(longest, perf_counter() - asked)
            await asyncio.sleep(0.25)
    except asyncio.CancelledError:
        return longest


async def _settled(pid: int) -> None:
    """Wait until a process has used less than a tenth of a core for some seconds."""
    quiet, before = 0, cpu_seconds(pid)
    while quiet < QUIET:
        await asyncio.sleep(1)
        used, before = cpu_seconds(pid) - before, cpu_seconds(pid)
        quiet = quiet + 1 if used < 0.1 else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.large", description=__doc__)
    parser.add_argument("--matches", type=int, default=MATCHES, help="open matches")
    parser.add_argument("--finished", type=int, default=0, help="finished matches beside them")
    given = parser.parse_args()
    print(table(measure(matches=given.matches, finished=given.finished)))
