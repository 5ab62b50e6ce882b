"""Tables of people's answers to puzzles, and of what follows from them."""

import sqlalchemy as sa
from sqlalchemy import Column, Table

from bot.store.tables.columns import UtcDateTime, metadata, number

puzzle_attempts = Table(
    "puzzle_attempts",
    metadata,
    Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    Column("puzzle_id", sa.String(8), primary_key=True),
    # The code of the move that was chosen first, and whether it was the best.
    Column("move", sa.Text, nullable=False),
    Column("solved", sa.Boolean, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    # The person's rating after it, and by how much the number that people see changed.
    Column("mu", sa.Float, nullable=False),
    Column("sigma", sa.Float, nullable=False),
    number("gained"),
    # The number of puzzles answered by then, and of right answers in a row.
    number("answered"),
    number("streak"),
    # Whether they called it a good puzzle; NULL until they say so.
    Column("is_good", sa.Boolean),
    sqlite_with_rowid=False,
)

puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    Column("puzzle_id", sa.String(8), primary_key=True),
    Column("mu", sa.Float, nullable=False),
    Column("sigma", sa.Float, nullable=False),
    number("answered"),
    # How many people called it good, and how many not.
    number("up"),
    number("down"),
    sqlite_with_rowid=False,
)
"""How hard puzzles are, and how well people like them."""
