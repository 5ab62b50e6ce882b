"""Add watchers of matches, invitations to lobbies, and how people want to hear of them."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column(
        "people", sa.Column("calls", sa.String(8), nullable=False, server_default="channel")
    )
    op.create_table(
        "watchers",
        sa.Column("match_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("goes_on", sa.Boolean, nullable=False),
        sa.Column("ends", sa.Boolean, nullable=False),
        sa.Column("told_ply", sa.Integer, nullable=False),
        sa.Column("claimed_at", sa.DateTime(timezone=True)),
        *_keys("watchers"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "invitations",
        sa.Column("match_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("invited_by", sa.BigInteger),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("claimed_at", sa.DateTime(timezone=True)),
        sa.Column("done", sa.Boolean, nullable=False),
        *_keys("invitations"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_watchers_user_id", "watchers", ["user_id"])
    op.create_index("ix_invitations_user_id", "invitations", ["user_id"])
    op.create_index("ix_invitations_invited_by", "invitations", ["invited_by"])


def downgrade() -> None:
    op.drop_table("invitations")
    op.drop_table("watchers")
    op.drop_column("people", "calls")


def _keys(table: str) -> tuple[sa.Constraint, ...]:
    return (
        sa.PrimaryKeyConstraint("match_id", "user_id", name=f"pk_{table}"),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=f"fk_{table}_match_id_matches", ondelete="CASCADE"
        ),
    )
