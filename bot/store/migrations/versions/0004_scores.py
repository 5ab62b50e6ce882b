"""Add ratings, rankings, achievements, and the settings of servers."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

COLUMNS = {
    "matches": (lambda: sa.Column("scored_at", sa.DateTime(timezone=True)),),
    "results": (
        lambda: sa.Column("left_early", sa.Boolean, nullable=False, server_default=sa.false()),
        lambda: sa.Column("side", sa.Integer, nullable=False, server_default="0"),
        lambda: sa.Column("ended_at", sa.DateTime(timezone=True)),
        lambda: sa.Column("rounds", sa.JSON),
        lambda: sa.Column("weight", sa.Float),
        lambda: sa.Column("rating", sa.Integer),
        lambda: sa.Column("gained", sa.Integer),
        lambda: sa.Column("game_rating", sa.Integer),
        lambda: sa.Column("game_gained", sa.Integer),
    ),
    "people": (lambda: sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.true()),),
}
IS_UNSCORED = "scored_at IS NULL AND ended_at IS NOT NULL"
INDEXES = (
    ("matches", "ix_matches_unscored", ["ended_at", "id"], IS_UNSCORED),
    ("matches", "ix_matches_rematch_of", ["rematch_of"], "rematch_of IS NOT NULL"),
    ("matches", "ix_matches_channel_id", ["channel_id", "ended_at"], None),
    ("matches", "ix_matches_host_id", ["host_id"], None),
    ("seats", "ix_seats_left_by", ["left_by"], "left_by IS NOT NULL"),
    ("messages", "ix_messages_user_id", ["user_id"], "user_id IS NOT NULL"),
    ("results", "ix_results_user_id", ["user_id", "ended_at", "match_id"], None),
    ("people", "ix_people_unlisted", ["user_id"], "NOT listed"),
)
"""Indexes: table, name, columns, and the condition of a partial one."""
MEASURES = ("rating", "wins", "points")


def upgrade() -> None:
    for table, columns in COLUMNS.items():
        for column in columns:
            op.add_column(table, column())
    _settle()
    for table, name, keys, condition in INDEXES:
        only = None if condition is None else sa.text(condition)
        op.create_index(name, table, keys, sqlite_where=only, postgresql_where=only)
    op.create_table(
        "ratings",
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "game", name=op.f("pk_ratings")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "standings",
        sa.Column("span", sa.String(8), nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("wins", sa.Float, nullable=False),
        sa.Column("points", sa.Float, nullable=False),
        sa.Column("rating", sa.Integer),
        sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.true()),
        sa.PrimaryKeyConstraint("span", "guild_id", "game", "user_id", name=op.f("pk_standings")),
        sqlite_with_rowid=False,
    )
    for measure in MEASURES:
        op.create_index(
            f"ix_standings_{measure}",
            "standings",
            ["span", "guild_id", "game", "listed", sa.text(f"{measure} DESC")],
        )
    op.create_index("ix_standings_user_id", "standings", ["user_id", "game", "span"])
    op.create_table(
        "achievements",
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("match_id", sa.BigInteger),
        sa.PrimaryKeyConstraint("user_id", "id", name=op.f("pk_achievements")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "servers",
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("podium_channel_id", sa.BigInteger),
        sa.Column("podium_week", sa.String(8)),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_servers")),
        sqlite_with_rowid=False,
    )


def _settle() -> None:
    """Mark matches without results as scored, and copy the time of the end to results.

    Set the sides (before there were scores, only Duos had partners), and mark those who had left or
    were away at the end.
    """
    moment = sa.DateTime(timezone=True)
    matches = sa.table(
        "matches",
        sa.column("id"),
        sa.column("game"),
        sa.column("ended_at", moment),
        sa.column("scored_at", moment),
    )
    results = sa.table(
        "results",
        sa.column("match_id"),
        sa.column("seat", sa.Integer),
        sa.column("side", sa.Integer),
        sa.column("left_early", sa.Boolean),
        sa.column("ended_at", moment),
    )
    seats = sa.table("seats", *map(sa.column, ("match_id", "seat", "user_id", "level", "left_by")))
    has_results = sa.exists().where(results.c.match_id == matches.c.id)
    op.execute(
        matches.update()
        .where(matches.c.ended_at.is_not(None), ~has_results)
        .values(scored_at=matches.c.ended_at)
    )
    ended_at = sa.select(matches.c.ended_at).where(matches.c.id == results.c.match_id)
    op.execute(results.update().values(ended_at=ended_at.scalar_subquery(), side=results.c.seat))
    duos = sa.select(matches.c.id).where(matches.c.game == "duos")
    op.execute(results.update().where(results.c.match_id.in_(duos)).values(side=results.c.seat % 2))
    is_held = sa.and_(seats.c.user_id.is_not(None), seats.c.level.is_not(None))
    absent = sa.exists().where(
        seats.c.match_id == results.c.match_id,
        seats.c.seat == results.c.seat,
        sa.or_(seats.c.left_by.is_not(None), is_held),
    )
    op.execute(results.update().where(absent).values(left_early=sa.true()))


def downgrade() -> None:
    for table in ("servers", "achievements", "standings", "ratings"):
        op.drop_table(table)
    for table, name, *_ in INDEXES:
        op.drop_index(name, table)
    for table, columns in COLUMNS.items():
        for column in columns:
            op.drop_column(table, column().name)
