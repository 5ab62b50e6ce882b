"""Add the revision of a match, which goes up with every write to it.

All processes of the release before must have stopped: they change matches without raising the
revision, so others would take outdated copies of those matches for current ones.
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

NEEDS_ALL_STOPPED = True


def upgrade() -> None:
    op.add_column("matches", sa.Column("revision", sa.Integer, nullable=False, server_default="1"))


def downgrade() -> None:
    op.drop_column("matches", "revision")
