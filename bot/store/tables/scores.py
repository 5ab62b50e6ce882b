"""Tables of what people have reached: results, ratings, rankings and achievements."""

import sqlalchemy as sa
from sqlalchemy import Column, Index, Table

from bot.store.tables.columns import UtcDateTime, match_id, metadata, number

results = Table(
    "results",
    metadata,
    match_id(),
    Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    Column("user_id", sa.BigInteger),
    number("place"),
    number("points"),
    Column("won", sa.Boolean, nullable=False),
    # Of a match played alone: the lowest is best.
    Column("tally", sa.Integer),
    # The person left, or was away at the end.
    Column("left_early", sa.Boolean, nullable=False, server_default=sa.false()),
    # The same for partners: the lowest of their seats.
    Column("side", sa.Integer, nullable=False, server_default="0"),
    # Copied from the match, so that an index can sort a person's history.
    Column("ended_at", UtcDateTime),
    # The rest is filled in when the match is scored, from its log and the ratings.
    Column("rounds", sa.JSON),
    Column("weight", sa.Float),
    # Ratings as people see them, after the match, and by how much they changed.
    Column("rating", sa.Integer),
    Column("gained", sa.Integer),
    Column("game_rating", sa.Integer),
    Column("game_gained", sa.Integer),
    sqlite_with_rowid=False,
)
Index("ix_results_user_id", results.c.user_id, results.c.ended_at, results.c.match_id)

ratings = Table(
    "ratings",
    metadata,
    Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    # Empty: over all games.
    Column("game", sa.String(40), primary_key=True),
    Column("mu", sa.Float, nullable=False),
    Column("sigma", sa.Float, nullable=False),
    number("matches"),
    sqlite_with_rowid=False,
)
"""Estimates of how strong people are (:mod:`bot.scores.rating`)."""

standings = Table(
    "standings",
    metadata,
    # "2026-W47", "2026-11", "all" (:mod:`bot.scores.span`).
    Column("span", sa.String(8), primary_key=True),
    # 0: everywhere, direct messages included.
    Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
    # Empty: all games.
    Column("game", sa.String(40), primary_key=True),
    Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    number("matches"),
    # Each match counts with its weight.
    Column("wins", sa.Float, nullable=False),
    Column("points", sa.Float, nullable=False),
    # Of all time: the rating itself, once established. Else: what was gained.
    Column("rating", sa.Integer),
    Column("listed", sa.Boolean, nullable=False, server_default=sa.true()),
    sqlite_with_rowid=False,
)
"""Totals of the results, kept beside them so that a ranking is read and not computed."""
for _measure in ("rating", "wins", "points"):
    Index(
        f"ix_standings_{_measure}",
        standings.c.span,
        standings.c.guild_id,
        standings.c.game,
        standings.c.listed,
        standings.c[_measure].desc(),
    )
Index("ix_standings_user_id", standings.c.user_id, standings.c.game, standings.c.span)

achievements = Table(
    "achievements",
    metadata,
    Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    Column("id", sa.String(40), primary_key=True),
    Column("at", UtcDateTime, nullable=False),
    # The match that earned it, if any.
    Column("match_id", sa.BigInteger),
    sqlite_with_rowid=False,
)
"""Achievements that people have earned (:mod:`bot.scores.achievements.catalogue`)."""
