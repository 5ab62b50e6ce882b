"""Tables of release 1.3.0: deals of the day, where they are posted, and puzzles, with attempts."""

import sqlalchemy as sa
from alembic import op

revision = "1.3.0"
down_revision = "1.2.0"


def upgrade() -> None:
    op.create_table(
        "daily_deals",
        sa.Column("day", sa.Date, primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("secret", sa.LargeBinary(32), nullable=False),
        sa.Column("par", sa.JSON, nullable=False),
        sa.Column("revealed", sa.Boolean, nullable=False, server_default=sa.false()),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "daily_attempts",
        sa.Column("day", sa.Date, primary_key=True),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("guild_id", sa.BigInteger),
        sa.Column("moves", sa.JSON, nullable=False),
        sa.Column("made", sa.Integer, nullable=False),
        sa.Column("began_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("score", sa.Integer),
        sa.Column("counts", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("marks", sa.String(120), nullable=False, server_default=""),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "daily_traces",
        sa.Column("day", sa.Date, primary_key=True),
        sa.Column("trace", sa.LargeBinary(32), primary_key=True),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_daily_attempts_score", "daily_attempts", ["day", "counts", "score"])
    op.create_index(
        "ix_daily_attempts_guild_id", "daily_attempts", ["guild_id", "day", "counts", "score"]
    )
    op.create_index("ix_daily_attempts_user_id", "daily_attempts", ["user_id", "day"])
    op.add_column("servers", sa.Column("daily_channel_id", sa.BigInteger))
    op.add_column("servers", sa.Column("daily_day", sa.String(10)))
    _create_puzzles()


def _create_puzzles() -> None:
    op.create_table(
        "puzzle_attempts",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("puzzle_id", sa.String(8), primary_key=True),
        sa.Column("move", sa.Text, nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("gained", sa.Integer, nullable=False),
        sa.Column("answered", sa.Integer, nullable=False),
        sa.Column("streak", sa.Integer, nullable=False),
        sa.Column("is_good", sa.Boolean),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("puzzle_id", sa.String(8), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("answered", sa.Integer, nullable=False),
        sa.Column("up", sa.Integer, nullable=False),
        sa.Column("down", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
