"""Add languages: those that people and servers choose, and that of each player's Discord."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("people", sa.Column("language", sa.String(8)))
    op.add_column("servers", sa.Column("language", sa.String(8)))
    op.create_table(
        "locales",
        sa.Column("user_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("locale", sa.String(8), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_locales"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    op.drop_table("locales")
    op.drop_column("servers", "language")
    op.drop_column("people", "language")
