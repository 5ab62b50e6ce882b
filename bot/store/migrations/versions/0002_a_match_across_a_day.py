"""Tables of release 1.1.0: plans, times without calls, lengths, muted matches, digests."""

import sqlalchemy as sa
from alembic import op

revision = "1.1.0"
down_revision = "1.0.0"


def upgrade() -> None:
    op.create_table(
        "muted",
        _match_id(),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_muted_user_id", "muted", ["user_id"])
    op.add_column("matches", sa.Column("calls_at", sa.DateTime(timezone=True)))
    op.add_column("matches", _flag("length_chosen"))
    op.add_column("seats", sa.Column("wishes", sa.JSON))
    op.add_column("seats", sa.Column("reach", sa.String(8)))
    op.add_column("people", _flag("asked_autoplay"))


def _match_id() -> sa.Column[int]:
    return sa.Column(
        "match_id",
        sa.BigInteger,
        sa.ForeignKey("matches.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    )


def _flag(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false())
