"""Measures a move on PostgreSQL beside SQLite, with durable commits in both.

    BONEYARD_TEST_FSYNC=on tests/with_postgres.sh .venv/bin/python -m benchmarks.postgres

Two matches of Block with four people and a day for each move, in the real service over the real
store, without pictures: one in a SQLite file with synchronous=FULL, the other on the PostgreSQL at
``BONEYARD_TEST_POSTGRES_URL``, in a database of its own. They take turns. The time runs from the
click until the move is committed.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.databases import POSTGRES_URL, fresh_database, is_durable, without_postgres
from benchmarks.measures import Measure, table
from benchmarks.silent_publisher import SilentPublisher
from bot.model.terms import Pace
from bot.service.game_service import GameService
from bot.service.lobby.new_match import MatchPlace
from bot.store import SqlStore, open_store, upgrade

PEOPLE = tuple(range(101, 105))
MOVES = 400
WARMING_UP = 40
"""Moves before the first one that counts, for connections and prepared statements."""


class Table:
    """A match that is played at random, one after the other if it ends."""

    def __init__(self, service: GameService) -> None:
        self._service = service
        self._rng = Random(1)
        self._channels = iter(range(1, 1000))
        self._match_id = 0

    async def move(self) -> float:
        """Make a move when everything before it is shown; return its seconds."""
        while True:
            async with AsyncExitStack() as stack:
                if not self._match_id:
                    await self._open()
                loaded = await stack.enter_async_context(self._service.cache.locked(self._match_id))
                match, state = loaded.match, loaded.state
                asked = loaded.rules.to_act(state) if match.is_open else None
                is_shown = match.shown_version >= match.version
                if is_shown and isinstance(asked, frozenset):
                    seat = min(asked)
                    legal = loaded.rules.legal_moves(state, seat)
                    break
            if is_shown:
                self._match_id = 0
            await asyncio.sleep(0.001)
        code = legal[self._rng.randrange(len(legal))].code
        began = perf_counter()
        await self._service.matches.play(match.id, match.seats[seat].user_id or 0, match.ply, code)
        return perf_counter() - began

    async def _open(self) -> None:
        lobbies = self._service.lobbies
        match = await lobbies.open("block", MatchPlace(1, next(self._channels)), PEOPLE[0], "1")
        for user in PEOPLE[1:]:
            await lobbies.join(match.id, user, str(user))
        await lobbies.set_pace(match.id, PEOPLE[0], Pace.DAY)
        await lobbies.set_option(match.id, PEOPLE[0], "target", "1000")
        await lobbies.start(match.id, PEOPLE[0], "2")
        self._match_id = match.id


def measure(*, quick: bool = False) -> list[Measure]:
    """Measure the median move on PostgreSQL, beside SQLite."""
    name = "a move on PostgreSQL, committed"
    if POSTGRES_URL is None:
        return [without_postgres(name)]
    with TemporaryDirectory() as directory:
        file = Path(directory) / "boneyard.db"
        ours, theirs, durable = asyncio.run(_measure(POSTGRES_URL, file, 10 if quick else MOVES))
    if not durable:
        why = "its commits are not durable (fsync or synchronous_commit is off)"
        return [Measure(name=name, value=None, unit="ms", beside=why, skipped=True)]
    return [
        Measure(name=name, value=ours, unit="ms", peer=theirs, beside="on SQLite"),
        Measure(
            name="a move on PostgreSQL, beside SQLite", value=ours / theirs, unit="×", at_most=2
        ),
    ]


async def _measure(server: str, file: Path, moves: int) -> tuple[float, float, bool]:
    """Return the medians in milliseconds on PostgreSQL and on SQLite; and if both are durable."""
    async with (
        fresh_database(server) as url,
        _service(open_store(f"sqlite+aiosqlite:///{file}", exclusive=True)) as small,
        _service(open_store(url)) as large,
    ):
        durable = await is_durable(url)
        ways = {Table(large): list[float](), Table(small): list[float]()}
        for turn in range(WARMING_UP + moves):
            for played, times in ways.items():
                seconds = await played.move()
                if turn >= WARMING_UP:
                    times.append(1000 * seconds)
        ours, theirs = map(median, ways.values())
        return ours, theirs, durable


@asynccontextmanager
async def _service(store: SqlStore) -> AsyncIterator[GameService]:
    await upgrade(store.database)
    service = GameService(store, SilentPublisher())
    service.resume()
    yield service
    await service.close()
    await store.dispose()


if __name__ == "__main__":
    print(table(measure()))
