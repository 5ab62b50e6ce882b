"""The tables of the first release, 1.0.0."""

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "1.0.0"
down_revision = None

IS_OPEN = "stage IN ('lobby', 'running')"
INDEXES = (
    ("matches", "ix_matches_owed", ["id"], "shown_version < version OR awaits = 'computer'"),
    ("matches", "ix_matches_guild_id", ["guild_id"], None),
    ("matches", "ix_matches_wakes_at", ["wakes_at"], IS_OPEN),
    (
        "matches",
        "ix_matches_unscored",
        ["ended_at", "id"],
        "scored_at IS NULL AND ended_at IS NOT NULL",
    ),
    ("matches", "ix_matches_rematch_of", ["rematch_of"], "rematch_of IS NOT NULL"),
    ("matches", "ix_matches_channel_id", ["channel_id", "ended_at"], None),
    ("matches", "ix_matches_host_id", ["host_id"], None),
    ("seats", "ix_seats_user_id", ["user_id"], None),
    ("seats", "ix_seats_left_by", ["left_by"], "left_by IS NOT NULL"),
    ("messages", "ix_messages_user_id", ["user_id"], "user_id IS NOT NULL"),
    ("results", "ix_results_user_id", ["user_id", "ended_at", "match_id"], None),
    ("people", "ix_people_unlisted", ["user_id"], "NOT listed"),
    ("standings", "ix_standings_user_id", ["user_id", "game", "span"], None),
    ("watchers", "ix_watchers_user_id", ["user_id"], None),
    ("invitations", "ix_invitations_user_id", ["user_id"], None),
    ("invitations", "ix_invitations_invited_by", ["invited_by"], None),
    ("reminders", "ix_reminders_user_id", ["user_id"], None),
)
"""Indexes: table, name, columns, and the condition of a partial one."""


def upgrade() -> None:
    _matches()
    _of_matches()
    _calls()
    _people()
    _scores()
    for key in ("channel_id", "rematch_of"):
        only = sa.text(IS_OPEN)
        name = f"uq_matches_open_{key}"
        op.create_index(
            name, "matches", [key], unique=True, sqlite_where=only, postgresql_where=only
        )
    for table, name, keys, condition in INDEXES:
        where = None if condition is None else sa.text(condition)
        op.create_index(name, table, keys, sqlite_where=where, postgresql_where=where)
    for measure in ("rating", "wins", "points"):
        descending = sa.text(f"{measure} DESC")
        by_measure: list[str | sa.TextClause] = ["span", "guild_id", "game", "listed", descending]
        op.create_index(f"ix_standings_{measure}", "standings", by_measure)


def _matches() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        _number("rules"),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("guild_id", sa.BigInteger),
        _id("channel_id"),
        _id("host_id"),
        sa.Column("stage", _word("stage", "lobby", "running", "over", "closed"), nullable=False),
        _number("ply"),
        _number("shown_ply"),
        _number("version"),
        _number("shown_version"),
        sa.Column("awaits", _word("awaits", "nobody", "person", "computer"), nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("start_salt", sa.String(40)),
        _moment("created_at", nullable=False),
        _moment("ended_at"),
        sa.Column("pace", sa.String(8), nullable=False, server_default="none"),
        sa.Column("given_up", sa.String(8)),
        _moment("lapses_at"),
        _moment("wakes_at"),
        sa.Column("rematch_of", sa.BigInteger),
        _moment("scored_at"),
        sa.Column("hints", sa.String(8), nullable=False, server_default="off"),
        _number("revision", "1"),
        _flag("phrases", sa.true()),
        _flag("rated", sa.true()),
        _flag("rated_chosen", sa.false()),
        _flag("taken_back", sa.false()),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
        sqlite_autoincrement=True,
    )


def _of_matches() -> None:
    _table_of_match(
        "seats",
        _number("seat"),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("level", sa.String(40)),
        sa.Column("salt", sa.String(40)),
        sa.Column("left_by", sa.BigInteger),
        _number("missed", "0"),
        _number("hints_taken", "0"),
        sa.Column("hint_ply", sa.Integer),
        sa.Column("said", sa.String(8)),
        sa.Column("said_ply", sa.Integer),
        sa.Column("left_ply", sa.Integer),
        sa.Column("name", sa.String(20)),
    )
    _table_of_match(
        "clocks",
        _number("seat"),
        _number("ply"),
        _moment("due_at"),
        _number("reminded"),
        _moment("away_until"),
        _moment("plays_at"),
        _moment("strict_at"),
        _moment("kept_until"),
    )
    _table_of_match(
        "log",
        _number("ply"),
        sa.Column("actor", sa.String(4), nullable=False),
        sa.Column("code", sa.Text, nullable=False),
        _moment("at", nullable=False),
        _flag("late", sa.false()),
    )
    _table_of_match(
        "messages",
        _id("message_id"),
        _id("channel_id"),
        sa.Column("user_id", sa.BigInteger),
        _number("version"),
        _number("ply"),
        _number("since", "0"),
        sa.Column("called", sa.JSON, nullable=False, server_default="[]"),
    )
    _table_of_match(
        "results",
        _number("seat"),
        sa.Column("user_id", sa.BigInteger),
        _number("place"),
        _number("points"),
        _flag("won"),
        sa.Column("tally", sa.Integer),
        _flag("left_early", sa.false()),
        _number("side", "0"),
        _moment("ended_at"),
        sa.Column("rounds", sa.JSON),
        sa.Column("weight", sa.Float),
        sa.Column("rating", sa.Integer),
        sa.Column("gained", sa.Integer),
        sa.Column("game_rating", sa.Integer),
        sa.Column("game_gained", sa.Integer),
    )


def _calls() -> None:
    _table_of_match("reminders", _id("user_id"), _number("ply"), _moment("claimed_at"))
    _table_of_match(
        "watchers",
        _id("user_id"),
        _flag("goes_on"),
        _flag("ends"),
        _number("told_ply"),
        _moment("claimed_at"),
    )
    _table_of_match(
        "invitations",
        _id("user_id"),
        sa.Column("invited_by", sa.BigInteger),
        _moment("at", nullable=False),
        _moment("claimed_at"),
        _flag("done"),
    )


def _people() -> None:
    _table(
        "people",
        ("user_id",),
        _numbered_id("user_id"),
        sa.Column("letters", sa.String(9), nullable=False),
        _flag("autoplay"),
        sa.Column("quiet_begins", sa.Integer),
        sa.Column("quiet_ends", sa.Integer),
        sa.Column("zone", sa.String(60)),
        _flag("listed", sa.true()),
        sa.Column("language", sa.String(8)),
        sa.Column("felt", sa.String(16)),
        sa.Column("bones", sa.String(16)),
        sa.Column("calls", sa.String(8), nullable=False, server_default="channel"),
    )
    locale = sa.Column("locale", sa.String(8), nullable=False)
    _table("locales", ("user_id",), _id("user_id"), locale)
    game = sa.Column("game", sa.String(40), nullable=False)
    offered_at = _moment("offered_at", nullable=False)
    _table("lesson_offers", ("user_id", "game"), _id("user_id"), game, offered_at)
    span = (_moment("begins_at", nullable=False), _moment("ends_at", nullable=False))
    _table("holidays", ("user_id", "begins_at"), _id("user_id"), *span)
    _table(
        "servers",
        ("guild_id",),
        _numbered_id("guild_id"),
        sa.Column("podium_channel_id", sa.BigInteger),
        sa.Column("podium_week", sa.String(8)),
        sa.Column("language", sa.String(8)),
        sa.Column("felt", sa.String(16)),
        sa.Column("bones", sa.String(16)),
    )


def _scores() -> None:
    _table(
        "ratings",
        ("user_id", "game"),
        _id("user_id"),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        _number("matches"),
    )
    _table(
        "standings",
        ("span", "guild_id", "game", "user_id"),
        sa.Column("span", sa.String(8), nullable=False),
        _id("guild_id"),
        sa.Column("game", sa.String(40), nullable=False),
        _id("user_id"),
        _number("matches"),
        sa.Column("wins", sa.Float, nullable=False),
        sa.Column("points", sa.Float, nullable=False),
        sa.Column("rating", sa.Integer),
        _flag("listed", sa.true()),
    )
    _table(
        "achievements",
        ("user_id", "id"),
        _id("user_id"),
        sa.Column("id", sa.String(40), nullable=False),
        _moment("at", nullable=False),
        sa.Column("match_id", sa.BigInteger),
    )


def _table(name: str, keys: tuple[str, ...], *columns: sa.Column[Any]) -> None:
    key = sa.PrimaryKeyConstraint(*keys, name=op.f(f"pk_{name}"))
    op.create_table(name, *columns, key, sqlite_with_rowid=False)


def _table_of_match(name: str, key: sa.Column[Any], *columns: sa.Column[Any]) -> None:
    """Make a table whose rows are deleted with their match; ``key`` tells a match's rows apart."""
    op.create_table(
        name,
        _id("match_id"),
        key,
        *columns,
        sa.PrimaryKeyConstraint("match_id", key.name, name=op.f(f"pk_{name}")),
        sa.ForeignKeyConstraint(
            ["match_id"],
            ["matches.id"],
            name=op.f(f"fk_{name}_match_id_matches"),
            ondelete="CASCADE",
        ),
        sqlite_with_rowid=False,
    )


def _id(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger, autoincrement=False, nullable=False)


def _numbered_id(name: str) -> sa.Column[int]:
    """Make a key for which PostgreSQL has a sequence, which nothing uses."""
    return sa.Column(name, sa.BigInteger, nullable=False)


def _number(name: str, default: str | None = None) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, autoincrement=False, nullable=False, server_default=default)


def _flag(name: str, default: sa.ColumnElement[bool] | None = None) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean, nullable=False, server_default=default)


def _moment(name: str, *, nullable: bool = True) -> sa.Column[datetime]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=nullable)


def _word(name: str, *words: str) -> sa.Enum:
    return sa.Enum(*words, name=name, length=8, native_enum=False, create_constraint=True)
