"""Tables of release 1.3.0: deals of the day, people's attempts at them, where they are posted."""

import sqlalchemy as sa
from alembic import op

revision = "1.3.0"
down_revision = "1.2.0"


def upgrade() -> None:
    op.create_table(
        "daily_deals",
        sa.Column("day", sa.Date, primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("secret", sa.LargeBinary(32), nullable=False),
        sa.Column("par", sa.JSON, nullable=False),
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
    op.create_index("ix_daily_attempts_score", "daily_attempts", ["day", "counts", "score"])
    op.create_index(
        "ix_daily_attempts_guild_id", "daily_attempts", ["guild_id", "day", "counts", "score"]
    )
    op.create_index("ix_daily_attempts_user_id", "daily_attempts", ["user_id", "day"])
    op.add_column("servers", sa.Column("daily_channel_id", sa.BigInteger))
    op.add_column("servers", sa.Column("daily_day", sa.String(10)))
