"""Settings of servers, made by their managers, and the running matches in servers."""

from collections.abc import Collection, Mapping

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.model.match import MatchId
from bot.model.overview import GuildMatch
from bot.model.preferences import ThemeChoice
from bot.model.scores import Server
from bot.model.shards import Shards
from bot.store import statements
from bot.store.tables.matches import IS_OPEN, IS_RUNNING, clocks, matches
from bot.store.tables.people import servers
from bot.store.transactions import QueryBase, reads, writes

_IN_PLAY = sa.and_(IS_OPEN, IS_RUNNING)
_HAS_CLOCK = sa.exists().where(clocks.c.match_id == matches.c.id, clocks.c.kept_until.is_(None))


class GuildQueries(QueryBase):
    @reads
    def server(self, db: Connection, guild_id: int) -> Server:
        query = sa.select(servers).where(servers.c.guild_id == guild_id)
        row = db.execute(query).first()
        if row is None:
            return Server()
        theme = ThemeChoice(row.felt, row.bones)
        return Server(row.podium_channel_id, row.language, theme)

    @writes
    def save_podium_channel(
        self, db: Connection, guild_id: int, channel_id: int | None, last: str
    ) -> None:
        before = sa.select(servers.c.podium_week).where(servers.c.guild_id == guild_id)
        week = max(db.scalar(before) or last, last)
        row = {"podium_channel_id": channel_id, "podium_week": week}
        statements.upsert(db, servers, [{"guild_id": guild_id} | row], [*row])

    @writes
    def save_server_language(self, db: Connection, guild_id: int, language: str | None) -> None:
        row = {"guild_id": guild_id, "language": language}
        statements.upsert(db, servers, [row], ["language"])

    @writes
    def save_server_theme(self, db: Connection, guild_id: int, theme: ThemeChoice) -> None:
        chosen = {"felt": theme.felt, "bones": theme.bones}
        row = {name: value for name, value in chosen.items() if value is not None}
        statements.upsert(db, servers, [{"guild_id": guild_id} | row], [*row])

    @reads
    def podiums_due(
        self, db: Connection, week: str, shards: Shards, guild_id: int | None = None
    ) -> Mapping[int, int]:
        query = sa.select(servers.c.guild_id, servers.c.podium_channel_id).where(
            servers.c.podium_channel_id.is_not(None), servers.c.podium_week < week
        )
        query = query.where(*statements.on_shards(servers.c.guild_id, shards))
        if guild_id is not None:
            query = query.where(servers.c.guild_id == guild_id)
        found = db.execute(query)
        return {row.guild_id: row.podium_channel_id for row in found}

    @writes
    def podium_posted(self, db: Connection, guild_id: int, week: str) -> None:
        posted = servers.update().where(
            servers.c.guild_id == guild_id, servers.c.podium_week < week
        )
        db.execute(posted.values(podium_week=week))

    @reads
    def guilds_in_play(self, db: Connection, shards: Shards) -> frozenset[int]:
        query = (
            sa.select(matches.c.guild_id)
            .distinct()
            .where(_IN_PLAY, matches.c.guild_id.is_not(None))
            .where(*statements.on_shards(matches.c.guild_id, shards))
        )
        return frozenset(db.scalars(query))

    @reads
    def ticking_matches(self, db: Connection, guild_ids: Collection[int]) -> tuple[MatchId, ...]:
        query = (
            sa.select(matches.c.id)
            .where(_IN_PLAY, matches.c.guild_id.in_(guild_ids), _HAS_CLOCK)
            .order_by(matches.c.wakes_at)
        )
        return tuple(db.scalars(query))

    @reads
    def stopped_matches(self, db: Connection, shards: Shards) -> tuple[GuildMatch, ...]:
        query = (
            sa.select(matches.c.id, matches.c.guild_id)
            .where(_IN_PLAY, matches.c.guild_id.is_not(None), ~_HAS_CLOCK)
            .where(*statements.on_shards(matches.c.guild_id, shards))
            .order_by(matches.c.wakes_at)
        )
        return tuple(GuildMatch(*row) for row in db.execute(query))
