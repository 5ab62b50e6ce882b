"""Settings of servers, made by their managers, and the running matches in servers."""

from collections.abc import Collection, Mapping

import sqlalchemy as sa

from bot.model.match import MatchId, Stage
from bot.model.overview import GuildMatch
from bot.model.preferences import ThemeChoice
from bot.model.scores import Server
from bot.model.shards import Shards
from bot.store import statements
from bot.store.tables.matches import IS_OPEN, clocks, matches
from bot.store.tables.people import servers
from bot.store.transactions import QueryBase

_IS_RUNNING = sa.and_(IS_OPEN, matches.c.stage == Stage.RUNNING)
_HAS_CLOCK = sa.exists().where(clocks.c.match_id == matches.c.id, clocks.c.kept_until.is_(None))


class GuildQueries(QueryBase):
    """The part of the store that keeps servers' settings, and finds the matches in servers."""

    async def server(self, guild_id: int) -> Server:
        query = sa.select(servers).where(servers.c.guild_id == guild_id)
        async with self._read() as connection:
            row = (await connection.execute(query)).first()
        if row is None:
            return Server()
        theme = ThemeChoice(row.felt, row.bones)
        return Server(row.podium_channel_id, row.language, theme)

    async def save_podium_channel(self, guild_id: int, channel_id: int | None, last: str) -> None:
        before = sa.select(servers.c.podium_week).where(servers.c.guild_id == guild_id)
        async with self._write() as connection:
            week = max(await connection.scalar(before) or last, last)
            row = {"podium_channel_id": channel_id, "podium_week": week}
            await statements.upsert(connection, servers, [{"guild_id": guild_id} | row], [*row])

    async def save_server_language(self, guild_id: int, language: str | None) -> None:
        row = {"guild_id": guild_id, "language": language}
        async with self._write() as connection:
            await statements.upsert(connection, servers, [row], ["language"])

    async def save_server_theme(self, guild_id: int, theme: ThemeChoice) -> None:
        chosen = {"felt": theme.felt, "bones": theme.bones}
        row = {name: value for name, value in chosen.items() if value is not None}
        async with self._write() as connection:
            await statements.upsert(connection, servers, [{"guild_id": guild_id} | row], [*row])

    async def podiums_due(
        self, week: str, shards: Shards, guild_id: int | None = None
    ) -> Mapping[int, int]:
        query = sa.select(servers.c.guild_id, servers.c.podium_channel_id).where(
            servers.c.podium_channel_id.is_not(None), servers.c.podium_week < week
        )
        query = query.where(*statements.on_shards(servers.c.guild_id, shards))
        if guild_id is not None:
            query = query.where(servers.c.guild_id == guild_id)
        async with self._read() as connection:
            found = await connection.execute(query)
            return {row.guild_id: row.podium_channel_id for row in found}

    async def podium_posted(self, guild_id: int, week: str) -> None:
        posted = servers.update().where(
            servers.c.guild_id == guild_id, servers.c.podium_week < week
        )
        async with self._write() as connection:
            await connection.execute(posted.values(podium_week=week))

    async def guilds_in_play(self, shards: Shards) -> frozenset[int]:
        query = (
            sa.select(matches.c.guild_id)
            .distinct()
            .where(_IS_RUNNING, matches.c.guild_id.is_not(None))
            .where(*statements.on_shards(matches.c.guild_id, shards))
        )
        async with self._read() as connection:
            return frozenset(await connection.scalars(query))

    async def ticking_matches(self, guild_ids: Collection[int]) -> tuple[MatchId, ...]:
        query = (
            sa.select(matches.c.id)
            .where(_IS_RUNNING, matches.c.guild_id.in_(guild_ids), _HAS_CLOCK)
            .order_by(matches.c.wakes_at)
        )
        async with self._read() as connection:
            return tuple(await connection.scalars(query))

    async def stopped_matches(self, shards: Shards) -> tuple[GuildMatch, ...]:
        query = (
            sa.select(matches.c.id, matches.c.guild_id)
            .where(_IS_RUNNING, matches.c.guild_id.is_not(None), ~_HAS_CLOCK)
            .where(*statements.on_shards(matches.c.guild_id, shards))
            .order_by(matches.c.wakes_at)
        )
        async with self._read() as connection:
            return tuple(GuildMatch(*row) for row in await connection.execute(query))
