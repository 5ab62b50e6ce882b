"""A PostgreSQL with a hundred thousand open matches in it, made in about a minute.

A small crowd (:mod:`benchmarks.crowd`) is stored, and PostgreSQL copies it as often as needed. Each
copy has channels, people and messages of its own. The servers are those of the fake Discord of the
tests.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from benchmarks.crowd import Crowd, gather
from bot.store.tables.matches import clocks, log, matches, messages, seats
from tests.wire.discord_objects import guild_ids

COPIED = 500
"""Matches in the crowd that is copied."""
_PEOPLE = 10 * COPIED
"""The distance between the people of a match and those of its copy."""
_LATER = "make_interval(secs => 86400.0 * copy / :copies)"
"""A copy's deadlines are later, so that they are spread over a day."""


@dataclass(frozen=True, slots=True)
class LargeCrowd:
    """A description of the matches to be put into a database."""

    matches: int
    """Open matches; a multiple of :data:`COPIED`."""
    channels: int
    """Channels in each server, each with a match."""
    finished: int = 0
    """Matches that have ended, with seats and results; they have no logs."""

    @property
    def guilds(self) -> int:
        """Return the number of servers."""
        return self.matches // self.channels


async def gather_large(url: str, crowd: LargeCrowd, now: datetime) -> None:
    """Make the database, and let PostgreSQL collect its statistics."""
    day = timedelta(days=1)
    await gather(url, Crowd(COPIED, now, lambda number: day + timedelta(seconds=number)))
    engine = create_async_engine(url)
    async with engine.begin() as connection:
        for table, changed in _COPIES.items():
            await _copy(connection, table, changed, crowd.matches // COPIED)
        await _move_in(connection, crowd)
        if crowd.finished:
            await _finish(connection, crowd)
        await connection.execute(
            sa.text("SELECT setval(pg_get_serial_sequence('matches', 'id'), max(id)) FROM matches")
        )
    async with engine.connect() as connection:
        await connection.execution_options(isolation_level="AUTOCOMMIT")
        await connection.execute(sa.text("VACUUM ANALYZE"))
    await engine.dispose()


_COPIES: Mapping[sa.Table, Mapping[str, str]] = {
    matches: {
        "id": f"id + {COPIED} * copy",
        "host_id": f"host_id + {_PEOPLE} * copy",
        "channel_id": f"channel_id + {COPIED} * copy",
        "wakes_at": f"wakes_at + {_LATER}",
    },
    seats: {"match_id": f"match_id + {COPIED} * copy", "user_id": f"user_id + {_PEOPLE} * copy"},
    clocks: {"match_id": f"match_id + {COPIED} * copy", "due_at": f"due_at + {_LATER}"},
    log: {"match_id": f"match_id + {COPIED} * copy"},
    messages: {
        "match_id": f"match_id + {COPIED} * copy",
        "channel_id": f"channel_id + {COPIED} * copy",
        "message_id": f"message_id + {COPIED} * copy",
    },
}
"""What differs in a copy."""


async def _copy(
    connection: AsyncConnection, table: sa.Table, changed: Mapping[str, str], copies: int
) -> None:
    names = [column.name for column in table.columns]
    values = ", ".join(changed.get(name, name) for name in names)
    command = (
        f"INSERT INTO {table.name} ({', '.join(names)}) SELECT {values} "  # noqa: S608 - our own
        f"FROM {table.name}, generate_series(1, :copies - 1) AS copy"
    )
    await connection.execute(sa.text(command), {"copies": copies})


async def _move_in(connection: AsyncConnection, crowd: LargeCrowd) -> None:
    """Divide the matches among the servers, in the order of their channels."""
    await connection.execute(sa.text("CREATE TEMPORARY TABLE places (number INT, guild_id BIGINT)"))
    places = [{"number": n, "guild": each} for n, each in enumerate(guild_ids(crowd.guilds))]
    await connection.execute(sa.text("INSERT INTO places VALUES (:number, :guild)"), places)
    await connection.execute(
        sa.text(
            "UPDATE matches SET guild_id = places.guild_id "
            "FROM places WHERE number = (id - 1) / :channels"
        ),
        {"channels": crowd.channels},
    )


_FINISHED = """
INSERT INTO matches (id, game, rules, options, guild_id, channel_id, host_id, stage, ply, shown_ply,
version, shown_version, awaits, secret, start_salt, created_at, ended_at, scored_at, pace, hints)
SELECT :open + n, 'block', 1, '{"target": 100}', guild_id, channel_id, host_id, 'over', 60, 60, 61,
61, 'nobody', secret, '100000000000000000', now() - interval '1 year', ended, ended, 'day', 'off'
FROM generate_series(1, :finished) AS n
JOIN matches AS place ON place.id = 1 + n % :open,
LATERAL (SELECT now() - n * interval '30 seconds' AS ended) AS _
"""
_SEATED = """
INSERT INTO seats (match_id, seat, user_id, salt, missed, hints_taken)
SELECT :open + n, seat, user_id, salt, 0, 0
FROM generate_series(1, :finished) AS n JOIN seats ON match_id = 1 + n % :open
"""
_RESULTS = """
INSERT INTO results (match_id, seat, user_id, place, points, won, side, rounds, weight, rating,
gained, game_rating, game_gained, ended_at)
SELECT match_id, seat, user_id, 1 + seat, 100, seat = 0, seat, '[25, 5, 30]', 1, 1500, 1, 1500, 1,
ended_at
FROM seats JOIN matches ON matches.id = match_id WHERE match_id > :open
"""


async def _finish(connection: AsyncConnection, crowd: LargeCrowd) -> None:
    numbers = {"open": crowd.matches, "finished": crowd.finished}
    await connection.execute(sa.text(_FINISHED), numbers)
    await connection.execute(sa.text(_SEATED), numbers)
    await connection.execute(sa.text(_RESULTS), {"open": crowd.matches})
