"""Measures a bot with ten thousand open matches: its start, its memory, and a move.

    python -m benchmarks.scale

The start is that of a real process, ``python -m bot run`` against the fake Discord of the tests, on
loopback, with a channel for every match: from the command to the first command that is answered.
Its memory is read when it has connected, and again when everything pending has been shown: by then
it has drawn every kind of picture that there is.

A move goes through the service and the real store, clocks and commit included, in the same matches
with the same people twice: once among ten, once among ten thousand. The two take turns.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.crowd import CHANNELS, Crowd, gather
from benchmarks.measures import Measure, table
from benchmarks.processes import resident_megabytes
from benchmarks.silent_publisher import SilentPublisher
from bot.model.match import Stage
from bot.service.game_service import GameService
from bot.service.play.match_cache import MatchCache
from bot.store import open_store
from tests.wire.bot_process import BotProcess
from tests.wire.fake_discord import FakeDiscord, until
from tests.wire.person import Person

MATCHES, FEW = 10_000, 10
OWED = 100
"""Matches whose newest table was not shown when the bot stopped."""
MOVES = 400


def measure(*, quick: bool = False) -> list[Measure]:
    """Measure the start of a bot with ten thousand open matches, and a move in one of them."""
    matches = 50 if quick else MATCHES
    with TemporaryDirectory() as directory:
        start = asyncio.run(_start(Path(directory), matches))
        many, few, cold = asyncio.run(_moves(Path(directory), matches, 10 if quick else MOVES))
    owed = f"{OWED} of them owed, all shown after {start.settled:.1f} s"
    drawn = f"when pictures of all games were drawn: {start.megabytes_then:.0f} MB"
    return [
        Measure(
            name=f"start to the first answer, {MATCHES:,} open matches",
            value=start.answered,
            unit="s",
            at_most=3,
            beside=owed,
        ),
        Measure(
            name=f"memory of a bot with {MATCHES:,} open matches",
            value=start.megabytes,
            unit="MB",
            at_most=150,
            beside=drawn,
        ),
        Measure(
            name=f"a move among {MATCHES:,} open matches",
            value=many,
            unit="ms",
            at_most=1.2 * few,
            peer=few,
            beside=f"among {FEW}",
        ),
        Measure(name="the same in a match that is not at hand", value=cold, unit="ms"),
    ]


@dataclass(frozen=True, slots=True)
class Start:
    """Seconds since the command, and the megabytes of memory of the process."""

    answered: float
    settled: float
    megabytes: float
    megabytes_then: float
    """Memory after everything pending was shown."""


async def _start(directory: Path, matches: int) -> Start:
    """Start the bot on a database of matches from its last run."""
    now = datetime.now(UTC)
    async with FakeDiscord(channels=matches + 1) as discord:
        bot = BotProcess(directory, discord)
        day = timedelta(days=1)
        crowd = Crowd(
            matches,
            now,
            lambda number: day * number / matches,
            owed=max(1, OWED * matches // MATCHES),
        )
        await gather(bot.settings["DATABASE_URL"], crowd)
        began = perf_counter()
        async with bot:
            await bot.ready()
            somebody = Person(discord, 1)
            await somebody.answered(somebody.type("help", discord.channels[CHANNELS + matches]))
            answered = perf_counter() - began
            await until(lambda: "ready as" in bot.output, "the bot is ready")
            ready = resident_megabytes(bot.process.pid)
            await bot.until_all_is_shown()
            settled = perf_counter() - began
            return Start(answered, settled, ready, resident_megabytes(bot.process.pid))


async def _moves(directory: Path, matches: int, moves: int) -> tuple[float, float, float]:
    """Return medians in milliseconds: among many, among few, and of matches not in memory."""
    few_file, many_file = directory / "few.db", directory / "many.db"
    async with _open(many_file, matches) as many, _open(few_file, FEW) as few:
        ways: dict[GameService, list[float]] = {many: [], few: []}
        for turn in range(moves):
            for service in ways:
                ways[service] += await _move(service, 1 + turn % FEW, Random(turn), at_hand=True)
        cold: list[float] = []
        for match_id in range(FEW + 1, 1 + min(FEW + moves, matches)):
            cold += await _move(many, match_id, Random(match_id), at_hand=False)
    return 1000 * median(ways[many]), 1000 * median(ways[few]), 1000 * median(cold)


@asynccontextmanager
async def _open(file: Path, matches: int) -> AsyncIterator[GameService]:
    url = f"sqlite+aiosqlite:///{file}"
    await gather(url, Crowd(matches, datetime.now(UTC), lambda _: timedelta(days=1)))
    store = open_store(url, exclusive=True)
    service = GameService(store, SilentPublisher())
    service.resume()
    yield service
    await service.close()
    await store.dispose()


async def _move(service: GameService, match_id: int, rng: Random, *, at_hand: bool) -> list[float]:
    """Make a move and wait until it is shown; return its seconds, nothing if it cannot be made."""
    cache = (
        service.cache
        if at_hand
        else MatchCache(service.store, service.changes.report_uncertain_commit)
    )
    async with cache.locked(match_id) as loaded:
        match, asked = loaded.match, loaded.rules.to_act(loaded.state)
        if match.stage is not Stage.RUNNING or not isinstance(asked, frozenset):
            return []
        seat = min(asked)
        user, legal = match.seats[seat].user_id or 0, loaded.rules.legal_moves(loaded.state, seat)
    code = legal[rng.randrange(len(legal))].code
    began = perf_counter()
    await service.matches.play(match_id, user, match.ply, code)
    took = perf_counter() - began
    while not await _is_shown(service, match_id):  # noqa: ASYNC110 - there is no event to wait for
        await asyncio.sleep(0.001)
    return [took]


async def _is_shown(service: GameService, match_id: int) -> bool:
    async with service.cache.locked(match_id) as loaded:
        return loaded.match.shown_version >= loaded.match.version


if __name__ == "__main__":
    print(table(measure()))
