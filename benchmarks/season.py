"""Databases with a million stored results in them, made in half a minute.

No match was played: the rows are those that the service would have left after two years of matches
among fifty thousand people, inserted in batches and added up by SQLite.
"""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from random import Random

from bot.games import CATALOGUE
from bot.scores.achievements.catalogue import ACHIEVEMENTS
from bot.scores.rating import ESTABLISHED
from bot.scores.span import WEEK, Span, month_of, week_of
from bot.store import open_store, upgrade

GAMES = tuple(sorted(rules.info.id for rules in CATALOGUE if rules.info.max_seats > 1))[:16]
SIZES = (2, 4, 4)
"""Seats of matches, in turn: three matches have ten results."""
PEOPLE, SERVERS, MATCHES, CHANNELS = 10**17, 10**16, 1, 10**15
"""The first ids. The first person is the busiest of all."""
NOW = datetime(2026, 11, 20, 18, tzinfo=UTC)
"""A Friday."""
BATCH = 5_000


@dataclass(frozen=True, slots=True)
class Season:
    """A description of the results to be put into a database."""

    matches: int = 300_000
    people: int = 50_000
    servers: int = 200
    busiest: int = 5_000
    """Matches of the busiest person."""
    lasts: timedelta = timedelta(days=730)
    """Time from the first match to now."""

    @property
    def results(self) -> int:
        """Return about how many results there are."""
        return self.matches * sum(SIZES) // len(SIZES)

    def server(self, number: int) -> int:
        """Return the server of the n-th match; a tenth of all are on the first server."""
        return SERVERS + (0 if number % 10 == 0 else number * 7919 % self.servers)


async def play(file: Path, season: Season) -> None:
    """Make the database in a file that does not exist yet."""
    store = open_store(f"sqlite+aiosqlite:///{file}")
    await upgrade(store.database)
    await store.dispose()
    with sqlite3.connect(file, isolation_level=None) as database:
        for setting in ("journal_mode=MEMORY", "synchronous=OFF", "cache_size=-400000"):
            database.execute(f"PRAGMA {setting}")
        database.execute("BEGIN")
        _fill(database, season)
        database.execute("COMMIT")
        database.execute("PRAGMA journal_mode=WAL")
    database.close()


def _fill(database: sqlite3.Connection, season: Season) -> None:
    indexes = database.execute(
        "SELECT name, sql FROM sqlite_master"
        " WHERE tbl_name IN ('results', 'standings', 'seats') AND type = 'index' AND sql <> ''"
    ).fetchall()
    for name, _ in indexes:
        database.execute(f"DROP INDEX {name}")
    matches = _matches(season)
    while chunk := list(islice(matches, BATCH)):
        database.executemany(_MATCH, (row for row, _ in chunk))
        database.executemany(_RESULT, (result for _, results in chunk for result in results))
    database.execute(_SEATS)
    month, week = month_of(NOW), week_of(NOW)
    last_month, last_week = month_of(month - timedelta(days=1)), week - WEEK
    _add_up(database, Span.ALL, NOW - season.lasts, NOW)
    for begins, ends in ((last_month, month), (month, NOW)):
        _add_up(database, Span.MONTH, begins, ends)
    for begins, ends in ((last_week, week), (week, NOW)):
        _add_up(database, Span.WEEK, begins, ends)
    database.execute(_RATINGS)
    database.execute(_RATED, (ESTABLISHED,))
    ids = [each.id for each in ACHIEVEMENTS]
    database.executemany(_EARNED, ((nth, id_, 2 + nth % 7) for nth, id_ in enumerate(ids)))
    for _, sql in indexes:
        database.execute(sql)


def _matches(season: Season) -> Iterator[tuple[tuple[object, ...], list[tuple[object, ...]]]]:
    """Yield the row of each match with those of its results, in order of ending."""
    rng = Random("season")
    every = max(season.matches // season.busiest, 1)
    ratings = [1000] * season.people
    for number in range(season.matches):
        left = season.lasts * (season.matches - number) / season.matches
        ended = _moment(NOW - left)
        match_id = MATCHES + number
        yield (
            (
                match_id,
                GAMES[rng.randrange(len(GAMES))],
                None if number % 20 == 19 else season.server(number),
                CHANNELS + number,
                _moment(NOW - left - timedelta(hours=1)),
                ended,
                ended,
            ),
            _results(season, rng, ratings, match_id, ended, busy=number % every == 0),
        )


def _results(
    season: Season, rng: Random, ratings: list[int], match_id: int, ended: str, *, busy: bool
) -> list[tuple[object, ...]]:
    size = SIZES[match_id % len(SIZES)]
    users = {0} if busy else {_somebody(season, rng)}
    while len(users) < size:
        users.add(_somebody(season, rng))
    partners = size == 4 and match_id % 2 == 0
    order = rng.sample(range(size), size)
    made: list[tuple[object, ...]] = []
    for seat, user in enumerate(users):
        side = seat % 2 if partners else seat
        place = 1 + order[side]
        gained = rng.randrange(25) if place == 1 else -rng.randrange(18)
        ratings[user] += gained
        points = rng.randrange(100)
        row = (match_id, seat, PEOPLE + user, place, points, place == 1, side)
        made.append((*row, ratings[user], gained, ratings[user], gained, ended))
    return made


def _somebody(season: Season, rng: Random) -> int:
    """Return a random person; few people play most matches."""
    return 1 + int((season.people - 1) * rng.random() ** 1.5)


def _moment(at: datetime) -> str:
    return at.strftime("%Y-%m-%d %H:%M:%S.%f")


def _add_up(database: sqlite3.Connection, span: Span, begins: datetime, ends: datetime) -> None:
    """Add up the results of a span: in each server and everywhere, by game and over all."""
    within = (span.key(begins), _moment(begins), _moment(ends))
    for place in ("0", "guild_id"):
        for game in ("''", "game"):
            database.execute(_STANDINGS.format(place=place, game=game), within)


_MATCH = """
INSERT INTO matches (id, game, rules, options, guild_id, channel_id, host_id, stage, ply,
shown_ply, version, shown_version, awaits, secret, start_salt, created_at, ended_at, scored_at)
VALUES (?, ?, 1, '{"target": 100}', ?, ?, 0, 'over', 60, 60, 61, 61, 'nobody', zeroblob(32),
'100000000000000000', ?, ?, ?)
"""
_RESULT = """
INSERT INTO results (match_id, seat, user_id, place, points, won, side, rounds, weight, rating,
gained, game_rating, game_gained, ended_at)
VALUES (?, ?, ?, ?, ?, ?, ?, '[25, 5, 30]', 1, ?, ?, ?, ?, ?)
"""
_SEATS = """
INSERT INTO seats (match_id, seat, user_id, salt)
SELECT match_id, seat, user_id, user_id FROM results
"""
_STANDINGS = """
INSERT INTO standings (span, guild_id, game, user_id, matches, wins, points, rating)
SELECT ?, {place}, {game}, user_id, count(*), sum(won), sum(points), sum(gained)
FROM matches JOIN results ON match_id = id
WHERE matches.ended_at >= ? AND matches.ended_at < ? AND {place} IS NOT NULL
GROUP BY 1, 2, 3, 4
"""
_RATINGS = """
INSERT INTO ratings (user_id, game, mu, sigma, matches)
SELECT user_id, game, 25 + rating / 100.0, 3, matches FROM standings
WHERE span = 'all' AND guild_id = 0
"""
_RATED = """
UPDATE standings SET rating = CASE WHEN matches >= ? THEN 1000 + rating END WHERE span = 'all'
"""
_EARNED = """
INSERT INTO achievements (user_id, id, at)
SELECT user_id, ?2, '2026-01-01 12:00:00.000000' FROM ratings
WHERE game = '' AND (user_id + ?1) % ?3 = 0
"""
