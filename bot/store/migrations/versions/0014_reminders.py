"""Keep reminders until they are given."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.create_table(
        "reminders",
        sa.Column("match_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("claimed_at", sa.DateTime(timezone=True)),
        sa.PrimaryKeyConstraint("match_id", "user_id", name="pk_reminders"),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name="fk_reminders_match_id_matches", ondelete="CASCADE"
        ),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_reminders_user_id", "reminders", ["user_id"])


def downgrade() -> None:
    op.drop_table("reminders")
