"""Tables of people and servers: what they have set, and what is known of them."""

import sqlalchemy as sa
from sqlalchemy import Column, Table, text

from bot.model.preferences import (
    LONGEST_ID,
    LONGEST_LOCALE,
    InvitationPreference,
    MessagePreference,
)
from bot.store.tables.columns import UtcDateTime, metadata, partial_index, word

IS_UNLISTED = text("NOT listed")
"""A person hidden from others in rankings and profiles."""

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
    # Ids of themes (:mod:`bot.model.preferences`).
    Column("felt", sa.String(LONGEST_ID)),
    Column("bones", sa.String(LONGEST_ID)),
    Column(
        "calls",
        word(InvitationPreference, "calls"),
        nullable=False,
        server_default=InvitationPreference.CHANNEL.value,
    ),
    # Whether they were asked what to do about forced moves.
    Column("asked_autoplay", sa.Boolean, nullable=False, server_default=sa.false()),
    # When they would like their digest: minutes after midnight, and the zone; both or neither.
    Column("digest_minute", sa.Integer),
    Column("digest_zone", sa.String(60)),
    sqlite_with_rowid=False,
)
"""Preferences that people have set for themselves."""
partial_index("ix_people_unlisted", people.c.user_id, only=IS_UNLISTED)

locales = Table(
    "locales",
    metadata,
    Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    Column("locale", sa.String(LONGEST_LOCALE), nullable=False),
    sqlite_with_rowid=False,
)
"""The locale of each player's Discord, for direct messages, which no click precedes."""

digests = Table(
    "digests",
    metadata,
    Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    # When the next one is due.
    Column("due_at", UtcDateTime, nullable=False, index=True),
    Column("claimed_at", UtcDateTime),
    sqlite_with_rowid=False,
)
"""People who get a digest once a day."""

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

servers = Table(
    "servers",
    metadata,
    Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
    Column("podium_channel_id", sa.BigInteger),
    # The last week whose podium was posted, or was empty.
    Column("podium_week", sa.String(8)),
    # One of Discord's locales.
    Column("language", sa.String(LONGEST_LOCALE)),
    # Ids of themes (:mod:`bot.model.preferences`).
    Column("felt", sa.String(LONGEST_ID)),
    Column("bones", sa.String(LONGEST_ID)),
    Column("daily_channel_id", sa.BigInteger),
    # The last day whose deal was posted, as an ISO date.
    Column("daily_day", sa.String(10)),
    sqlite_with_rowid=False,
)
"""Settings of servers, made by their managers."""
