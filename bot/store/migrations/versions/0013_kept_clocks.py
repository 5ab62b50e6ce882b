"""Keep the clocks of people who have just left and may come back."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.add_column("clocks", sa.Column("kept_until", sa.DateTime(timezone=True)))


def downgrade() -> None:
    op.drop_column("clocks", "kept_until")
