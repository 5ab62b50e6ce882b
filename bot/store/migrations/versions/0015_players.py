"""Keep since when a seat is left, names of computers, who chose ratings, and moves taken back."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.add_column("seats", sa.Column("left_ply", sa.Integer))
    op.add_column("seats", sa.Column("name", sa.String(20)))
    for flag in ("rated_chosen", "taken_back"):
        op.add_column(
            "matches", sa.Column(flag, sa.Boolean, nullable=False, server_default=sa.false())
        )
    # Until now matches were unrated only if their host had chosen that, and only in such matches
    # could moves be taken back.
    op.execute(sa.text("UPDATE matches SET rated_chosen = true WHERE NOT rated"))
    op.execute(
        sa.text(
            "UPDATE matches SET taken_back = true WHERE NOT rated AND EXISTS (SELECT 1 FROM log"
            " WHERE log.match_id = matches.id AND log.code LIKE 'back@%')"
        )
    )


def downgrade() -> None:
    op.drop_column("matches", "taken_back")
    op.drop_column("matches", "rated_chosen")
    op.drop_column("seats", "name")
    op.drop_column("seats", "left_ply")
