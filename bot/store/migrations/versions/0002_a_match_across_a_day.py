"""Tables of release 1.1.0: plans, times without calls, lengths, muted matches, digests."""

import sqlalchemy as sa
from alembic import op

revision = "1.1.0"
down_revision = "1.0.0"


def upgrade() -> None:
    op.add_column("matches", sa.Column("calls_at", sa.DateTime(timezone=True)))
    op.add_column("matches", _flag("length_chosen"))
    op.add_column("seats", sa.Column("wishes", sa.JSON))
    op.add_column("seats", sa.Column("reach", sa.String(8)))
    op.add_column("seats", _flag("muted"))
    op.add_column("log", sa.Column("unasked", sa.String(8)))
    op.add_column("people", _flag("asked_autoplay"))
    op.add_column("people", sa.Column("digest_minute", sa.Integer))
    op.add_column("people", sa.Column("digest_zone", sa.String(60)))
    op.create_table(
        "digests",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("claimed_at", sa.DateTime(timezone=True)),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_digests_due_at", "digests", ["due_at"])


def _flag(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false())
