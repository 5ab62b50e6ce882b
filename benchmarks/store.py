"""Measures a move until it is on the disk, and a long match read again.

python -m benchmarks.store
"""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from bot.engine.contract import NATURE
from bot.model.match import MoveCommit, NewMatch, Occupant, WaitingFor
from bot.store import SqlStore, open_store, upgrade

MOVES = 300
LOADS = 60
AT = datetime(2026, 1, 1, tzinfo=UTC)


def measure(*, quick: bool = False) -> dict[str, float]:
    """Measure medians in milliseconds, on a SQLite file in the system's temporary directory.

    ``append_ms``: one move, committed with synchronous=FULL. ``load_ms``: a match with its seats
    and a log of 300.
    """
    with TemporaryDirectory() as directory:
        return asyncio.run(_measure(Path(directory) / "boneyard.db", 10 if quick else MOVES))


async def _measure(file: Path, moves: int) -> dict[str, float]:
    store = open_store(f"sqlite+aiosqlite:///{file}")
    await upgrade(store.database)
    match_id = await _start(store)

    async def append(ply: int) -> None:
        move = (ply % 4, "6-4@l")
        moved = MoveCommit([move], WaitingFor.PERSON, AT)
        await store.commit_moves(match_id, 1 + ply, ply, moved)

    async def load(_: int) -> None:
        await store.match(match_id)
        await store.log(match_id)

    appended = await _median(append, range(1, moves))
    loaded = await _median(load, range(LOADS))
    await store.dispose()
    return {"append_ms": appended, "load_ms": loaded}


async def _start(store: SqlStore) -> int:
    seats = tuple(Occupant(seat, 10**18 + seat, salt=str(10**18)) for seat in range(4))
    lobby = NewMatch(
        game="block",
        rules=1,
        options={"target": 100},
        guild_id=1,
        channel_id=2,
        host_id=10**18,
        secret=bytes(32),
        seats=seats,
    )
    match = await store.open_match(lobby, AT)
    deal = (NATURE, "deal " + " ".join(f"{high}-{low}" for high in range(7) for low in range(7)))
    await store.start(match.id, 1, start_salt="1", moved=MoveCommit([deal], WaitingFor.PERSON, AT))
    return match.id


async def _median(work: Callable[[int], Awaitable[None]], over: range) -> float:
    times = []
    for number in over:
        began = perf_counter()
        await work(number)
        times.append(perf_counter() - began)
    return median(times) * 1000


if __name__ == "__main__":
    for name, value in measure().items():
        print(f"{name} {value:.2f}")
