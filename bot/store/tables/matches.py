"""Tables of matches, with seats, clocks, logs, messages, reminders, watchers and invitations."""

import sqlalchemy as sa
from sqlalchemy import Column, Index, Table, text

from bot.model.match import CloseReason, MoveMaker, Stage, WaitingFor
from bot.model.plans import Reach
from bot.model.terms import HintRule, Pace, Phrase
from bot.store.tables.columns import UtcDateTime, match_id, metadata, number, partial_index, word

IS_OPEN = text("stage IN ('lobby', 'running')")
"""A lobby or a running match. Written out, so that SQLite can use the partial index."""
IS_UNSCORED = text("scored_at IS NULL AND ended_at IS NOT NULL")
"""A match that has ended and has not been scored."""
_PENDING = "shown_version < version OR awaits = 'computer'"
IS_PENDING = text(f"({_PENDING})")
"""A match whose newest version was not shown, or whose table waits for a computer."""

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
    # Whether the host has chosen that; else it depends on who joins.
    Column("rated_chosen", sa.Boolean, nullable=False, server_default=sa.false()),
    # Whether any move was taken back.
    Column("taken_back", sa.Boolean, nullable=False, server_default=sa.false()),
    # Until then nothing is posted that calls anybody.
    Column("calls_at", UtcDateTime),
    # Whether the host has chosen how long it lasts; else it depends on who joins.
    Column("length_chosen", sa.Boolean, nullable=False, server_default=sa.false()),
    # The preset that the host chose; empty for the game itself.
    Column("preset", sa.String(40), nullable=False, server_default=""),
    sqlite_autoincrement=True,
)
IS_LOBBY = matches.c.stage == Stage.LOBBY
IS_RUNNING = matches.c.stage == Stage.RUNNING
partial_index("uq_matches_open_channel_id", matches.c.channel_id, only=IS_OPEN, unique=True)
partial_index("uq_matches_open_rematch_of", matches.c.rematch_of, only=IS_OPEN, unique=True)
partial_index("ix_matches_owed", matches.c.id, only=text(_PENDING))
partial_index("ix_matches_unscored", matches.c.ended_at, matches.c.id, only=IS_UNSCORED)
partial_index("ix_matches_wakes_at", matches.c.wakes_at, only=IS_OPEN)
partial_index("ix_matches_rematch_of", matches.c.rematch_of, only=text("rematch_of IS NOT NULL"))
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
    # The last phrase that the person said, and the length of the log then. The phrase is deleted
    # when they leave.
    Column("said", word(Phrase, "said")),
    Column("said_ply", sa.Integer),
    # The length of the log when the person in ``left_by`` left.
    Column("left_ply", sa.Integer),
    # The name of a computer, if it is not the one that follows from match and seat.
    Column("name", sa.String(20)),
    # The person's plan: a list of codes of wishes, and how long it lasts.
    Column("wishes", sa.JSON(none_as_null=True)),
    Column("reach", word(Reach, "reach")),
    # Whether the person wants no messages about the match.
    Column("muted", sa.Boolean, nullable=False, server_default=sa.false()),
    sqlite_with_rowid=False,
)
partial_index("ix_seats_left_by", seats.c.left_by, only=text("left_by IS NOT NULL"))

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
    # Until then it does not run, but is kept for somebody who has left the seat.
    Column("kept_until", UtcDateTime),
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
    # Who else made the move for a person: only they may know.
    Column("unasked", word(MoveMaker, "unasked")),
    sqlite_with_rowid=False,
)

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
partial_index("ix_messages_user_id", messages.c.user_id, only=text("user_id IS NOT NULL"))

reminders = Table(
    "reminders",
    metadata,
    match_id(),
    Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False, index=True),
    # The length of the log when they got the choice that they are reminded of.
    number("ply"),
    Column("claimed_at", UtcDateTime),
    sqlite_with_rowid=False,
)
"""Players who are to be reminded of a choice and were not yet, as far as is known."""

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
    # True once the call was made, or need not be made.
    Column("done", sa.Boolean, nullable=False),
    sqlite_with_rowid=False,
)
"""People who were invited to a lobby: nobody is called to one twice."""
