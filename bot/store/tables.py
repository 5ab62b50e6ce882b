"""The database tables, the same on SQLite and on PostgreSQL.

A change here needs a migration beside it (`migrations/versions`); a test compares the two.
"""

from typing import Any

import sqlalchemy as sa
from sqlalchemy import Column, Index, MetaData, Table, text

from bot.service.model.hints import HintRule
from bot.service.model.match import CloseReason, Stage, WaitingFor
from bot.service.model.pace import Pace
from bot.service.model.phrases import Phrase
from bot.service.model.preferences import LONGEST_LOCALE, CallPreference, MessagePreference
from bot.service.model.themes import LONGEST_ID
from bot.store.columns import UtcDateTime, match_id, number, word

IS_OPEN = text("stage IN ('lobby', 'running')")
"""A lobby or a running match. Written out, so that SQLite can use the partial index."""
IS_UNLISTED = text("NOT listed")
"""A person hidden from others in rankings and profiles."""
IS_UNSCORED = text("scored_at IS NULL AND ended_at IS NOT NULL")
"""A match that has ended and has not been scored."""
_PENDING = "shown_version < version OR awaits = 'computer'"
IS_PENDING = text(f"({_PENDING})")
"""A match whose newest version was not shown, or whose table waits for a computer."""


def _some(name: str, *keys: Column[Any], only: sa.TextClause, unique: bool = False) -> None:
    """Add an index of the rows for which ``only`` holds."""
    Index(name, *keys, unique=unique, sqlite_where=only, postgresql_where=only)


metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

matches = Table(
    "matches",
    metadata,
    # Buttons that outlive a match contain its id, so SQLite must not reuse one either.
    Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
    Column("game", sa.String(40), nullable=False),
    number("rules"),
    Column("options", sa.JSON, nullable=False),
    Column("guild_id", sa.BigInteger),
    Column("channel_id", sa.BigInteger, nullable=False),
    Column("host_id", sa.BigInteger, nullable=False),
    Column("stage", word(Stage, "stage", checked=True), nullable=False),
    number("ply", start=0),
    number("shown_ply", start=0),
    number("version", start=1),
    number("shown_version", start=0),
    Column("awaits", word(WaitingFor, "awaits", checked=True), nullable=False),
    Column("secret", sa.LargeBinary, nullable=False),
    Column("start_salt", sa.String(40)),
    Column("created_at", UtcDateTime, nullable=False),
    Column("ended_at", UtcDateTime),
    Column("pace", word(Pace, "pace"), nullable=False, server_default=Pace.NONE.value),
    Column("given_up", word(CloseReason, "given_up")),
    Column("lapses_at", UtcDateTime),
    Column("wakes_at", UtcDateTime),
    Column("rematch_of", sa.BigInteger),
    # When its results were turned into ratings and rankings.
    Column("scored_at", UtcDateTime),
    Column("hints", word(HintRule, "hints"), nullable=False, server_default=HintRule.OFF.value),
    Column("revision", sa.Integer, nullable=False, server_default="1"),
    # Whether people may say phrases.
    Column("phrases", sa.Boolean, nullable=False, server_default=sa.true()),
    Column("rated", sa.Boolean, nullable=False, server_default=sa.true()),
    sqlite_autoincrement=True,
)
_some("uq_matches_open_channel_id", matches.c.channel_id, only=IS_OPEN, unique=True)
_some("uq_matches_open_rematch_of", matches.c.rematch_of, only=IS_OPEN, unique=True)
_some("ix_matches_owed", matches.c.id, only=text(_PENDING))
_some("ix_matches_unscored", matches.c.ended_at, matches.c.id, only=IS_UNSCORED)
_some("ix_matches_wakes_at", matches.c.wakes_at, only=IS_OPEN)
_some("ix_matches_rematch_of", matches.c.rematch_of, only=text("rematch_of IS NOT NULL"))
Index("ix_matches_guild_id", matches.c.guild_id)
Index("ix_matches_channel_id", matches.c.channel_id, matches.c.ended_at)
Index("ix_matches_host_id", matches.c.host_id)

seats = Table(
    "seats",
    metadata,
    match_id(),
    Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    Column("user_id", sa.BigInteger, index=True),
    Column("level", sa.String(40)),
    Column("salt", sa.String(40)),
    Column("left_by", sa.BigInteger),
    Column("missed", sa.Integer, nullable=False, server_default="0"),
    # The number of hints taken by whoever sat there, and the choice that the last one was for: the
    # ply from which on they had it.
    Column("hints_taken", sa.Integer, nullable=False, server_default="0"),
    Column("hint_ply", sa.Integer),
    # The last phrase that the person said, and the length of the log then.
    Column("said", word(Phrase, "said")),
    Column("said_ply", sa.Integer),
    sqlite_with_rowid=False,
)
_some("ix_seats_left_by", seats.c.left_by, only=text("left_by IS NOT NULL"))

clocks = Table(
    "clocks",
    metadata,
    match_id(),
    Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    number("ply"),
    Column("due_at", UtcDateTime),
    number("reminded"),
    Column("away_until", UtcDateTime),
    Column("plays_at", UtcDateTime),
    Column("strict_at", UtcDateTime),
    sqlite_with_rowid=False,
)
"""Clocks of the people who are to act; a match's first alarm is in ``wakes_at``."""

log = Table(
    "log",
    metadata,
    match_id(),
    Column("ply", sa.Integer, primary_key=True, autoincrement=False),
    # As in a record: "*" is nature, else the seat.
    Column("actor", sa.String(4), nullable=False),
    Column("code", sa.Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    # The clock made the move, for somebody whose time was up.
    Column("late", sa.Boolean, nullable=False, server_default=sa.false()),
    sqlite_with_rowid=False,
)

results = Table(
    "results",
    metadata,
    match_id(),
    Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    Column("user_id", sa.BigInteger),
    number("place"),
    number("points"),
    Column("won", sa.Boolean, nullable=False),
    # Of a match played alone: the lowest is best.
    Column("tally", sa.Integer),
    # The person left, or was away at the end.
    Column("left_early", sa.Boolean, nullable=False, server_default=sa.false()),
    # The same for partners: the lowest of their seats.
    Column("side", sa.Integer, nullable=False, server_default="0"),
    # Copied from the match, so that an index can sort a person's history.
    Column("ended_at", UtcDateTime),
    # The rest is filled in when the match is scored, from its log and the ratings.
    Column("rounds", sa.JSON),
    Column("weight", sa.Float),
    # Ratings as people see them, after the match, and by how much they changed.
    Column("rating", sa.Integer),
    Column("gained", sa.Integer),
    Column("game_rating", sa.Integer),
    Column("game_gained", sa.Integer),
    sqlite_with_rowid=False,
)
Index("ix_results_user_id", results.c.user_id, results.c.ended_at, results.c.match_id)

ratings = Table(
    "ratings",
    metadata,
    Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    # Empty: over all games.
    Column("game", sa.String(40), primary_key=True),
    Column("mu", sa.Float, nullable=False),
    Column("sigma", sa.Float, nullable=False),
    number("matches"),
    sqlite_with_rowid=False,
)
"""Estimates of how strong people are (:mod:`bot.scores.rating`)."""

standings = Table(
    "standings",
    metadata,
    # "2026-W47", "2026-11", "all" (:mod:`bot.scores.span`).
    Column("span", sa.String(8), primary_key=True),
    # 0: everywhere, direct messages included.
    Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
    # Empty: all games.
    Column("game", sa.String(40), primary_key=True),
    Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    number("matches"),
    # Each match counts with its weight.
    Column("wins", sa.Float, nullable=False),
    Column("points", sa.Float, nullable=False),
    # Of all time: the rating itself, once established. Else: what was gained.
    Column("rating", sa.Integer),
    Column("listed", sa.Boolean, nullable=False, server_default=sa.true()),
    sqlite_with_rowid=False,
)
"""Totals of the results, kept beside them so that a ranking is read and not computed."""
for _measure in ("rating", "wins", "points"):
    Index(
        f"ix_standings_{_measure}",
        standings.c.span,
        standings.c.guild_id,
        standings.c.game,
        standings.c.listed,
        standings.c[_measure].desc(),
    )
Index("ix_standings_user_id", standings.c.user_id, standings.c.game, standings.c.span)

achievements = Table(
    "achievements",
    metadata,
    Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    Column("id", sa.String(40), primary_key=True),
    Column("at", UtcDateTime, nullable=False),
    # The match that earned it, if any.
    Column("match_id", sa.BigInteger),
    sqlite_with_rowid=False,
)
"""Achievements that people have earned (:mod:`bot.scores.achievements.catalogue`)."""

servers = Table(
    "servers",
    metadata,
    Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
    Column("podium_channel_id", sa.BigInteger),
    # The last week whose podium was posted, or was empty.
    Column("podium_week", sa.String(8)),
    # One of Discord's locales.
    Column("language", sa.String(LONGEST_LOCALE)),
    # Ids of themes (:mod:`bot.service.model.themes`).
    Column("felt", sa.String(LONGEST_ID)),
    Column("bones", sa.String(LONGEST_ID)),
    sqlite_with_rowid=False,
)
"""Settings of servers, made by their managers."""

messages = Table(
    "messages",
    metadata,
    match_id(),
    Column("message_id", sa.BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", sa.BigInteger, nullable=False),
    Column("user_id", sa.BigInteger),
    Column("version", sa.Integer, nullable=False),
    Column("ply", sa.Integer, nullable=False),
    Column("since", sa.Integer, nullable=False, server_default="0"),
    # A list of seats.
    Column("called", sa.JSON, nullable=False, server_default="[]"),
    sqlite_with_rowid=False,
)
"""Messages that show a match: in its channel (no user), or to one person."""
_some("ix_messages_user_id", messages.c.user_id, only=text("user_id IS NOT NULL"))

watchers = Table(
    "watchers",
    metadata,
    match_id(),
    Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False, index=True),
    Column("goes_on", sa.Boolean, nullable=False),
    Column("ends", sa.Boolean, nullable=False),
    number("told_ply"),
    Column("claimed_at", UtcDateTime),
    sqlite_with_rowid=False,
)
"""People who want to be reminded of a match in which they have no seat, until it has ended."""

invitations = Table(
    "invitations",
    metadata,
    match_id(),
    Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False, index=True),
    Column("invited_by", sa.BigInteger, index=True),
    Column("at", UtcDateTime, nullable=False),
    Column("claimed_at", UtcDateTime),
    # The call was made, or is not to be made.
    Column("done", sa.Boolean, nullable=False),
    sqlite_with_rowid=False,
)
"""People who were invited to a lobby: nobody is called to one twice."""

people = Table(
    "people",
    metadata,
    Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    Column("letters", word(MessagePreference, "letters", length=9), nullable=False),
    Column("autoplay", sa.Boolean, nullable=False),
    # Minutes after midnight; set together with the zone, or not at all.
    Column("quiet_begins", sa.Integer),
    Column("quiet_ends", sa.Integer),
    Column("zone", sa.String(60)),
    # Shown to others in rankings and profiles.
    Column("listed", sa.Boolean, nullable=False, server_default=sa.true()),
    # One of Discord's locales.
    Column("language", sa.String(LONGEST_LOCALE)),
    # Ids of themes (:mod:`bot.service.model.themes`).
    Column("felt", sa.String(LONGEST_ID)),
    Column("bones", sa.String(LONGEST_ID)),
    Column(
        "calls",
        word(CallPreference, "calls"),
        nullable=False,
        server_default=CallPreference.CHANNEL.value,
    ),
    sqlite_with_rowid=False,
)
"""Preferences that people have set for themselves."""
_some("ix_people_unlisted", people.c.user_id, only=IS_UNLISTED)

locales = Table(
    "locales",
    metadata,
    Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    Column("locale", sa.String(LONGEST_LOCALE), nullable=False),
    sqlite_with_rowid=False,
)
"""The locale of each player's Discord, for direct messages, which no click precedes."""

lesson_offers = Table(
    "lesson_offers",
    metadata,
    Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    Column("game", sa.String(40), primary_key=True),
    Column("offered_at", UtcDateTime, nullable=False),
    sqlite_with_rowid=False,
)
"""Lessons that were offered to people, so that each is offered only once."""

holidays = Table(
    "holidays",
    metadata,
    Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    Column("begins_at", UtcDateTime, primary_key=True),
    Column("ends_at", UtcDateTime, nullable=False),
    sqlite_with_rowid=False,
)
