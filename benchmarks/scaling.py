"""Measures the numbers of docs/scaling.md: what a move and a match cost the database.

    tests/with_postgres.sh .venv/bin/python -m benchmarks.scaling

Whole matches of all games for several players are played at random, by people from a few servers,
through the real service on PostgreSQL; the size of each table is divided by the matches. What a
move costs is measured with real processes (:mod:`benchmarks.cluster`); nothing else may use the
PostgreSQL meanwhile. Then the memory of servers in discord.py's cache is measured.
"""

import asyncio
import json
import tracemalloc
from datetime import UTC, datetime
from itertools import count
from random import Random
from typing import Any

import discord
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

from benchmarks import cluster
from benchmarks.databases import POSTGRES_URL, command, fresh_database, written
from benchmarks.large_crowd import LargeCrowd, gather_large
from benchmarks.measures import Measure, table
from benchmarks.silent_publisher import SilentPublisher
from bot.engine.rules import Rules
from bot.games import CATALOGUE
from bot.model.match import Match
from bot.model.terms import Pace
from bot.service.game_service import GameService
from bot.service.lobby.new_match import MatchPlace
from bot.store import open_store, upgrade
from tests.wire.discord_objects import Channel, Guild, guild_ids

MATCHES = 6
"""Matches of each game."""
AT_ONCE = 6
OPEN, SCATTERED = 100_000, 2000
"""Open matches, and the moves in some of them."""
PEOPLE, FIRST_PERSON = 200, 10**17
MOST_SEATS = 4
SERVERS, CHANNELS, ROLES = 300, 40, 20
"""Servers in the cache, and what each of them has."""
_SIZES = """
SELECT relname, pg_total_relation_size(oid), (SELECT count(*) FROM {table})
FROM pg_class WHERE relname = '{table}' AND relkind = 'r'
"""
TABLES = ("matches", "seats", "log", "results", "standings", "ratings", "achievements")


class Season:
    """Matches that are played to their ends, and the moves that people made in them."""

    def __init__(self, service: GameService) -> None:
        self._service = service
        self._rng = Random("season")
        self._channels = count(1)
        self.moves = 0

    async def play(self, rules: Rules[Any, Any]) -> None:
        """Play a match."""
        match = await self._start(rules)
        while True:
            async with self._service.cache.locked(match.id) as loaded:
                match, state = loaded.match, loaded.state
            if match.shown_version < match.version:
                await asyncio.sleep(0.001)
                continue
            if not match.is_open:
                return
            asked = rules.to_act(state)
            seat = min(asked) if isinstance(asked, frozenset) else 0
            legal = rules.legal_moves(state, seat)
            code, user = legal[self._rng.randrange(len(legal))].code, match.seats[seat].user_id
            await self._service.matches.play(match.id, user or 0, match.ply, code)
            self.moves += 1

    async def _start(self, rules: Rules[Any, Any]) -> Match:
        info, channel = rules.info, next(self._channels)
        seats = min(MOST_SEATS, info.max_seats)
        people = [FIRST_PERSON + each for each in self._rng.sample(range(PEOPLE), seats)]
        lobbies, host = self._service.lobbies, people[0]
        match = await lobbies.open(info.id, MatchPlace(channel % 10, channel), host, str(10**18))
        for user in people[1:]:
            await lobbies.join(match.id, user, str(user))
        await lobbies.set_pace(match.id, host, Pace.DAY)
        return await lobbies.start(match.id, host, str(10**18))


def measure(*, matches: int = MATCHES) -> list[Measure]:
    """Measure what moves, matches and servers cost."""
    if POSTGRES_URL is None:
        raise SystemExit("There is no PostgreSQL; see tests/with_postgres.sh.")
    return [
        *cluster.costs(POSTGRES_URL),
        *asyncio.run(_season(POSTGRES_URL, matches)),
        *asyncio.run(_scattered(POSTGRES_URL)),
        Measure(
            name=f"a server with {CHANNELS} channels and {ROLES} roles, in memory",
            value=_server_bytes() / 1000,
            unit="KB",
        ),
    ]


async def _season(server: str, matches: int) -> list[Measure]:
    """Play the season; return the moves and the bytes of a match."""
    async with fresh_database(server) as url:
        store = open_store(url)
        await upgrade(store.database)
        service = GameService(store, SilentPublisher())
        season, slots = Season(service), asyncio.Semaphore(AT_ONCE)

        async def one(rules: Rules[Any, Any]) -> None:
            async with slots:
                await season.play(rules)

        games = [each for each in CATALOGUE if each.info.max_seats > 1] * matches
        await asyncio.gather(*map(one, games))
        await service.close()
        await store.dispose()
        length = Measure(
            name="moves by people, for each match", value=season.moves / len(games), unit=""
        )
        return [length, *await _sizes(url, len(games))]


async def _scattered(server: str) -> list[Measure]:
    """Measure WAL after a checkpoint: the first change of a page writes all of it.

    Each move is in another of very many open matches.
    """
    async with fresh_database(server) as url:
        await gather_large(url, LargeCrowd(OPEN, 5), datetime.now(UTC))
        store = open_store(url)
        service = GameService(store, SilentPublisher())
        service.resume()
        await command(url, "CHECKPOINT")
        before, moves = await written(url), 0
        for match_id in Random("scattered").sample(range(1, 1 + OPEN), SCATTERED):
            moves += await _move_once(service, match_id)
        wal = await written(url) - before
        await service.close()
        await store.dispose()
        name = f"WAL for each of {SCATTERED:,} moves after a checkpoint, {OPEN:,} open matches"
        return [Measure(name=name, value=wal / moves / 1000, unit="KB")]


async def _move_once(service: GameService, match_id: int) -> bool:
    """Make a move; return ``False`` if nobody is to choose."""
    async with service.cache.locked(match_id) as loaded:
        match, state, rules = loaded.match, loaded.state, loaded.rules
    asked = rules.to_act(state)
    if not isinstance(asked, frozenset) or not asked:
        return False
    seat = min(asked)
    code = rules.legal_moves(state, seat)[0].code
    await service.matches.play(match_id, match.seats[seat].user_id or 0, match.ply, code)
    return True


async def _sizes(url: str, matches: int) -> list[Measure]:
    """Return rows and bytes for each match, by table, without and with the space to be reused."""
    as_played = await _bytes_and_rows(url)
    await command(url, "VACUUM FULL")
    packed = await _bytes_and_rows(url)
    return [
        Measure(
            name=f"{name}, for each match",
            value=packed[name][0] / matches,
            unit="bytes",
            beside=f"{packed[name][1] / matches:.1f} rows; "
            f"before VACUUM FULL {as_played[name][0] / matches:,.0f} bytes",
        )
        for name in TABLES
    ]


async def _bytes_and_rows(url: str) -> dict[str, tuple[int, int]]:
    engine = create_async_engine(url)
    try:
        async with engine.connect() as connection:
            found = {}
            for name in TABLES:
                row = (await connection.execute(sa.text(_SIZES.format(table=name)))).one()
                found[str(row[0])] = (int(row[1]), int(row[2]))
            return found
    finally:
        await engine.dispose()


def _server_bytes() -> float:
    """Return the bytes of memory for each server in discord.py's cache."""
    client = discord.Client(
        intents=discord.Intents(guilds=True), member_cache_flags=discord.MemberCacheFlags.none()
    )
    texts = [json.dumps(_server(guild_id)) for guild_id in guild_ids(SERVERS)]
    tracemalloc.start()
    for text in texts:
        client._connection._add_guild_from_data(json.loads(text))  # noqa: SLF001 - as a gateway does
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return held / SERVERS


def _server(guild_id: int) -> dict[str, Any]:
    """Return a server as the gateway describes it."""
    rooms = tuple(Channel(guild_id + number, guild=guild_id) for number in range(CHANNELS))
    data = Guild(guild_id, rooms).wire()
    everyone = data["roles"][0]
    data["roles"] = [everyone | {"id": str(guild_id + number)} for number in range(ROLES)]
    return data


if __name__ == "__main__":
    print(table(measure()))
