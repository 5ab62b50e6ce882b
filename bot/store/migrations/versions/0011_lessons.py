"""Add the lessons that were offered, each once to a person."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "lesson_offers",
        sa.Column("user_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("offered_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "game", name="pk_lesson_offers"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    op.drop_table("lesson_offers")
