"""Add phrases: whether a table allows them, and what each seat said last."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column(
        "matches", sa.Column("phrases", sa.Boolean, nullable=False, server_default=sa.true())
    )
    op.add_column("seats", sa.Column("said", sa.String(8)))
    op.add_column("seats", sa.Column("said_ply", sa.Integer))


def downgrade() -> None:
    op.drop_column("seats", "said_ply")
    op.drop_column("seats", "said")
    op.drop_column("matches", "phrases")
