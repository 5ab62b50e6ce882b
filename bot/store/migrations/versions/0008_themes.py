"""Add themes: the felt and the bones that people and servers choose."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    for table in ("people", "servers"):
        op.add_column(table, sa.Column("felt", sa.String(16)))
        op.add_column(table, sa.Column("bones", sa.String(16)))


def downgrade() -> None:
    for table in ("servers", "people"):
        op.drop_column(table, "bones")
        op.drop_column(table, "felt")
