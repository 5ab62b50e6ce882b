"""Add the tally of matches played alone to results."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("results", sa.Column("tally", sa.Integer))


def downgrade() -> None:
    op.drop_column("results", "tally")
