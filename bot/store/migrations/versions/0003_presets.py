"""Tables of release 1.2.0: the preset whose name a match has."""

import sqlalchemy as sa
from alembic import op

revision = "1.2.0"
down_revision = "1.1.0"


def upgrade() -> None:
    preset = sa.Column("preset", sa.String(40), nullable=False, server_default="")
    op.add_column("matches", preset)
