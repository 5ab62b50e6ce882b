"""Tables of the deals of the day, and of people's attempts at them."""

import sqlalchemy as sa
from sqlalchemy import Column, Index, Table

from bot.model.daily import SECRET_SIZE
from bot.store.tables.columns import UtcDateTime, metadata, number

daily_deals = Table(
    "daily_deals",
    metadata,
    Column("day", sa.Date, primary_key=True),
    Column("game", sa.String(40), nullable=False),
    # That of the rules and of the computers; 0 if the deal is void.
    number("version"),
    number("seats"),
    Column("options", sa.JSON, nullable=False),
    Column("secret", sa.LargeBinary(SECRET_SIZE), nullable=False),
    # The scores of strong computers so far.
    Column("par", sa.JSON, nullable=False),
    # True once somebody has seen the secret.
    Column("revealed", sa.Boolean, nullable=False, server_default=sa.false()),
    sqlite_with_rowid=False,
)

daily_attempts = Table(
    "daily_attempts",
    metadata,
    Column("day", sa.Date, primary_key=True),
    Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    # Where it was begun; NULL outside of servers.
    Column("guild_id", sa.BigInteger),
    # The codes of all choices, and how many there are.
    Column("moves", sa.JSON, nullable=False),
    number("made"),
    Column("began_at", UtcDateTime, nullable=False),
    # Once the round is over.
    Column("score", sa.Integer),
    Column("counts", sa.Boolean, nullable=False, server_default=sa.false()),
    # How good each choice was (:class:`bot.model.daily.Mark`), once that is judged.
    Column("marks", sa.String(120), nullable=False, server_default=""),
    sqlite_with_rowid=False,
)
daily_traces = Table(
    "daily_traces",
    metadata,
    # What is left of attempts that were deleted while the deal was open
    # (:meth:`bot.model.daily.Deal.trace_of`), until it closes.
    Column("day", sa.Date, primary_key=True),
    Column("trace", sa.LargeBinary(32), primary_key=True),
    sqlite_with_rowid=False,
)
Index(
    "ix_daily_attempts_score", daily_attempts.c.day, daily_attempts.c.counts, daily_attempts.c.score
)
Index(
    "ix_daily_attempts_guild_id",
    daily_attempts.c.guild_id,
    daily_attempts.c.day,
    daily_attempts.c.counts,
    daily_attempts.c.score,
)
Index("ix_daily_attempts_user_id", daily_attempts.c.user_id, daily_attempts.c.day)
