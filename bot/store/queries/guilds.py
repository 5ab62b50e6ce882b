"""Settings of servers, made by their managers, and the running matches in servers."""

from collections.abc import Collection, Mapping

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.model.match import MatchId
from bot.model.overview import GuildMatch
from bot.model.preferences import ThemeChoice
from bot.model.scores import Post, Server
from bot.model.shards import Shards
from bot.store import statements
from bot.store.tables.matches import IS_OPEN, IS_RUNNING, clocks, matches
from bot.store.tables.people import servers
from bot.store.transactions import QueryBase, reads, writes

_IN_PLAY = sa.and_(IS_OPEN, IS_RUNNING)
_HAS_CLOCK = sa.exists().where(clocks.c.match_id == matches.c.id, clocks.c.kept_until.is_(None))

_POSTS = {
    Post.PODIUM: (servers.c.podium_channel_id, servers.c.podium_week),
    Post.DAILY: (servers.c.daily_channel_id, servers.c.daily_day),
}
"""The channel of each post, and the last period that was posted."""


class GuildQueries(QueryBase):
    @reads
    def server(self, db: Connection, guild_id: int) -> Server:
        query = sa.select(servers).where(servers.c.guild_id == guild_id)
        row = db.execute(query).first()
        if row is None:
            return Server()
        theme = ThemeChoice(row.felt, row.bones)
        channels = {post: getattr(row, channel.name) for post, (channel, _) in _POSTS.items()}
        set_ones = {post: channel for post, channel in channels.items() if channel is not None}
        return Server(set_ones, row.language, theme)

    @writes
    def save_post_channel(
        self, db: Connection, guild_id: int, post: Post, channel_id: int | None, last: str
    ) -> None:
        channel, period = _POSTS[post]
        query = sa.select(channel.label("channel_id"), period.label("posted"))
        before = db.execute(query.where(servers.c.guild_id == guild_id)).first()
        row: dict[str, int | str | None] = {channel.name: channel_id}
        if before is None or before.channel_id is None:
            posted = None if before is None else before.posted
            row[period.name] = max(posted or last, last)
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
    def posts_due(
        self, db: Connection, post: Post, period: str, shards: Shards, guild_id: int | None = None
    ) -> Mapping[int, int]:
        channel, posted = _POSTS[post]
        query = sa.select(servers.c.guild_id, channel.label("channel_id")).where(
            channel.is_not(None), posted < period
        )
        query = query.where(*statements.on_shards(servers.c.guild_id, shards))
        if guild_id is not None:
            query = query.where(servers.c.guild_id == guild_id)
        found = db.execute(query)
        return {row.guild_id: row.channel_id for row in found}

    @writes
    def post_done(self, db: Connection, post: Post, guild_id: int, period: str) -> None:
        _, posted = _POSTS[post]
        changed = servers.update().where(servers.c.guild_id == guild_id, posted < period)
        db.execute(changed.values({posted: period}))

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
