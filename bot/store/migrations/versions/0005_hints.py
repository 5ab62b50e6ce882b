"""Add hints: whether a table allows them, and how many each seat took."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("matches", sa.Column("hints", sa.String(8), nullable=False, server_default="off"))
    op.add_column("seats", sa.Column("hints_taken", sa.Integer, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("hint_ply", sa.Integer))


def downgrade() -> None:
    op.drop_column("seats", "hint_ply")
    op.drop_column("seats", "hints_taken")
    op.drop_column("matches", "hints")
