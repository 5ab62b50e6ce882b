"""Matches with their seats, logs, results and messages."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("guild_id", sa.BigInteger),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("host_id", sa.BigInteger, nullable=False),
        sa.Column("stage", _word("stage", "lobby", "running", "over", "closed"), nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("shown_ply", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("shown_version", sa.Integer, nullable=False),
        sa.Column("awaits", _word("awaits", "nobody", "person", "computer"), nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("start_salt", sa.String(40)),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True)),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
        sqlite_autoincrement=True,
    )
    is_open = sa.text("stage IN ('lobby', 'running')")
    op.create_index(
        "uq_matches_open_channel_id",
        "matches",
        ["channel_id"],
        unique=True,
        sqlite_where=is_open,
        postgresql_where=is_open,
    )
    is_owed = sa.text("shown_version < version OR awaits = 'computer'")
    op.create_index(
        "ix_matches_owed", "matches", ["id"], sqlite_where=is_owed, postgresql_where=is_owed
    )
    op.create_index("ix_matches_guild_id", "matches", ["guild_id"])
    op.create_table(
        "seats",
        _match_id(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("level", sa.String(40)),
        sa.Column("salt", sa.String(40)),
        sa.Column("left_by", sa.BigInteger),
        *_of_match("seats", "seat"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_seats_user_id", "seats", ["user_id"])
    op.create_table(
        "log",
        _match_id(),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("actor", sa.String(4), nullable=False),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        *_of_match("log", "ply"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "results",
        _match_id(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        *_of_match("results", "seat"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "messages",
        _match_id(),
        sa.Column("message_id", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        *_of_match("messages", "message_id"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    for table in ("messages", "results", "log", "seats", "matches"):
        op.drop_table(table)


def _word(name: str, *words: str) -> sa.Enum:
    return sa.Enum(*words, name=name, length=8, native_enum=False, create_constraint=True)


def _match_id() -> sa.Column[int]:
    return sa.Column("match_id", sa.BigInteger, nullable=False)


def _of_match(table: str, key: str) -> tuple[sa.Constraint, ...]:
    return (
        sa.PrimaryKeyConstraint("match_id", key, name=op.f(f"pk_{table}")),
        sa.ForeignKeyConstraint(
            ["match_id"],
            ["matches.id"],
            name=op.f(f"fk_{table}_match_id_matches"),
            ondelete="CASCADE",
        ),
    )
