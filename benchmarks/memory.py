"""Measures the memory of open matches, beyond that of an idle bot."""

import asyncio
import gc
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import bot.bootstrap  # noqa: F401 - all that a running bot has loaded
from benchmarks.measures import Measure, table
from benchmarks.silent_publisher import SilentPublisher
from bot.cli.simulation import Series, series
from bot.engine.rounds import MatchState
from bot.model.match import MoveCommit, NewMatch, Occupant, WaitingFor
from bot.service.game_service import GameService
from bot.store import SqlStore, open_store, upgrade

MATCHES = 1000
SEATS = 4
WARMING_UP = 20
"""Matches loaded before the first reading, so that one-time costs are not counted."""
PLIES = 18
"""Log entries of a match when it is loaded; a round has some thirty."""
AT = datetime(2026, 1, 1, tzinfo=UTC)


def measure(*, quick: bool = False) -> list[Measure]:
    """Measure the megabytes of resident memory for a thousand matches."""
    matches = 20 if quick else MATCHES
    with TemporaryDirectory() as directory:
        url = f"sqlite+aiosqlite:///{Path(directory) / 'boneyard.db'}"
        ids = asyncio.run(_open_all(url, WARMING_UP + matches))
        done = subprocess.run(  # noqa: S603 - ourselves
            [sys.executable, "-m", "benchmarks.memory", url, *map(str, ids)],
            cwd=Path(__file__).parents[1],
            capture_output=True,
            text=True,
            check=True,
        )
    idle, held = json.loads(done.stdout)
    more = (held - idle) * MATCHES / matches / 1e6
    about = f"an idle bot has {idle / 1e6:.0f} MB"
    name = "memory for 1,000 open matches"
    return [Measure(name=name, value=more, unit="MB", at_most=60, beside=about)]


async def _hold_all(url: str, ids: Sequence[int]) -> tuple[int, int]:
    """Load the matches; return the resident bytes of this process before and after."""
    store = open_store(url, exclusive=True)
    await upgrade(store.database)
    service = GameService(store, SilentPublisher())
    for match_id in ids[:WARMING_UP]:
        await _hold(service, match_id)
    idle = resident()
    for match_id in ids[WARMING_UP:]:
        await _hold(service, match_id)
    held = resident()
    await service.close()
    await store.dispose()
    return idle, held


async def _hold(service: GameService, match_id: int) -> None:
    async with service.cache.locked(match_id) as loaded:
        if not isinstance(loaded.state, MatchState):
            raise TypeError("the match does not run")


async def _open_all(url: str, count: int) -> list[int]:
    """Store that many matches in mid-game; return their ids."""
    store = open_store(url, exclusive=True)
    await upgrade(store.database)
    to_play = series("block", seats=SEATS, levels=["casual"], options=[], seed="bench")
    ids = [await _open(store, to_play, number) for number in range(1, count + 1)]
    await store.dispose()
    return ids


async def _open(store: SqlStore, to_play: Series, number: int) -> int:
    """Store a match in mid-game whose table was shown; return its id."""
    setup, info = to_play.setup, to_play.rules.info
    log = to_play.play(number).record.log[:PLIES]
    seats = tuple(
        Occupant(seat, 10**18 + 10 * number + seat, salt=str(10**18 + number))
        for seat in range(SEATS)
    )
    new = NewMatch(
        game=info.id,
        rules=info.rules,
        options=setup.options,
        guild_id=1,
        channel_id=number,
        host_id=10**18,
        secret=bytes(32),
        seats=seats,
    )
    match = await store.open_match(new, AT)
    salt = str(10**18 + number)
    await store.start(match.id, 1, start_salt=salt, moved=MoveCommit(log, WaitingFor.PERSON, AT))
    await store.mark_shown(match.id, match.revision + 1, match.version + 1, len(log))
    return match.id


def resident() -> int:
    """Return the resident memory of this process in bytes."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(json.dumps(asyncio.run(_hold_all(sys.argv[1], [int(each) for each in sys.argv[2:]]))))
    else:
        print(table(measure()))
