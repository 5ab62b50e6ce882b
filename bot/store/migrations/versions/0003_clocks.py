"""Add clocks to matches, and tables for people's preferences and holidays."""

from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

COLUMNS = {
    "matches": (
        lambda: sa.Column("pace", sa.String(8), nullable=False, server_default="none"),
        lambda: sa.Column("given_up", sa.String(8)),
        lambda: sa.Column("lapses_at", sa.DateTime(timezone=True)),
        lambda: sa.Column("wakes_at", sa.DateTime(timezone=True)),
        lambda: sa.Column("rematch_of", sa.BigInteger),
    ),
    "seats": (lambda: sa.Column("missed", sa.Integer, nullable=False, server_default="0"),),
    "log": (lambda: sa.Column("late", sa.Boolean, nullable=False, server_default=sa.false()),),
    "messages": (
        lambda: sa.Column("since", sa.Integer, nullable=False, server_default="0"),
        lambda: sa.Column("called", sa.JSON, nullable=False, server_default="[]"),
    ),
}


def upgrade() -> None:
    for table, columns in COLUMNS.items():
        for column in columns:
            op.add_column(table, column())
    op.execute("UPDATE messages SET since = ply")
    is_open = sa.text("stage IN ('lobby', 'running')")
    op.create_index(
        "ix_matches_wakes_at",
        "matches",
        ["wakes_at"],
        sqlite_where=is_open,
        postgresql_where=is_open,
    )
    op.create_index(
        "uq_matches_open_rematch_of",
        "matches",
        ["rematch_of"],
        unique=True,
        sqlite_where=is_open,
        postgresql_where=is_open,
    )
    op.create_table(
        "clocks",
        sa.Column("match_id", sa.BigInteger, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True)),
        sa.Column("reminded", sa.Integer, nullable=False),
        sa.Column("away_until", sa.DateTime(timezone=True)),
        sa.Column("plays_at", sa.DateTime(timezone=True)),
        sa.Column("strict_at", sa.DateTime(timezone=True)),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_clocks")),
        sa.ForeignKeyConstraint(
            ["match_id"],
            ["matches.id"],
            name=op.f("fk_clocks_match_id_matches"),
            ondelete="CASCADE",
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "people",
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("letters", sa.String(9), nullable=False),
        sa.Column("autoplay", sa.Boolean, nullable=False),
        sa.Column("quiet_begins", sa.Integer),
        sa.Column("quiet_ends", sa.Integer),
        sa.Column("zone", sa.String(60)),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_people")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "holidays",
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("begins_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "begins_at", name=op.f("pk_holidays")),
        sqlite_with_rowid=False,
    )

    _let_open_tables_lapse()


def _let_open_tables_lapse() -> None:
    """Let open lobbies lapse in a day and running matches in 30, as if they were used just now."""
    moment = sa.DateTime(timezone=True)
    matches = sa.table(
        "matches", sa.column("stage"), sa.column("lapses_at", moment), sa.column("wakes_at", moment)
    )
    for stage, days in (("lobby", 1), ("running", 30)):
        at = datetime.now(UTC) + timedelta(days=days)
        op.execute(
            matches.update().where(matches.c.stage == stage).values(lapses_at=at, wakes_at=at)
        )


def downgrade() -> None:
    for table in ("holidays", "people", "clocks"):
        op.drop_table(table)
    op.drop_index("uq_matches_open_rematch_of", "matches")
    op.drop_index("ix_matches_wakes_at", "matches")
    for table, columns in COLUMNS.items():
        for column in columns:
            op.drop_column(table, column().name)
