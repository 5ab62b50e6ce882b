"""Measures deals of the day: how soon they answer, also to very many people, and what par costs.

    python -m benchmarks.daily

The deals of a week are opened and played by chance in the real service, over a SQLite file in which
each has as many players as there may ever be, all of one server. The time of an answer runs from
the press until the message with its picture is ready to be sent, as for a move.
"""

import asyncio
import sqlite3
from collections import defaultdict
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from itertools import chain
from pathlib import Path
from random import Random
from statistics import fmean, median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

from benchmarks.measures import Measure, table
from benchmarks.moves import move_times
from benchmarks.silent_publisher import SilentPublisher
from bot.ai.daily import strong_score, version_of
from bot.discord_ui.components import body
from bot.games.daily import CALENDAR, DailyGame, game_of_day
from bot.model.daily import DailyMoment, Deal, Mark, opens_at
from bot.present.i18n import ENGLISH
from bot.present.screens.daily.deal import daily_end_screen, daily_screen
from bot.scores.league import MATCHES, league_days
from bot.service.daily.league import League
from bot.service.daily.par import RUNS
from bot.service.game_service import GameService
from bot.store import SqlStore, open_store, upgrade

WEEK = league_days(date(2026, 11, 20))
SERVER, PEOPLE = 10**16, 10**17
"""The ids of the server and of the first person of the crowd."""
CROWD = 100_000
PLAYERS = 3
"""The number of people who play each deal here, and of repetitions of each other request."""
MOVES = 40
"""The number of moves of a match, with which answers are compared."""
STRONG_RUNS = 2
"""The number of strong computers that play a deal of each game."""


class LastEvening:
    """A clock that always shows the evening of the last day."""

    def now(self) -> datetime:
        """Return a time at which only the deal of the last day is open."""
        return opens_at(WEEK[-1]) + timedelta(hours=20)


def measure(*, quick: bool = False) -> list[Measure]:
    """Measure an opening, a choice, the place in a crowd, the league, and par."""
    games = [each for games in CALENDAR for each in games]
    crowd, players = (500, range(1, 2)) if quick else (CROWD, range(1, 1 + PLAYERS))
    moves = 5 if quick else MOVES
    with TemporaryDirectory() as directory:
        file = Path(directory) / "boneyard.db"
        times = asyncio.run(_answers(file, crowd, players))
    among = f"{crowd:,} players"
    return [
        _beside_a_move("opening a deal of the day, picture included", times.opened, moves),
        _beside_a_move("a choice in a deal of the day, picture included", times.chosen, moves),
        Measure(
            name=f"place and distribution among {among}, picture included",
            value=1000 * median(times.placed),
            unit="ms",
            at_most=50,
        ),
        Measure(
            name=f"the league of a server, {among} on seven days",
            value=1000 * median(times.here),
            unit="ms",
        ),
        Measure(
            name=f"the league of everybody, {among} on seven days",
            value=1000 * median(times.everywhere),
            unit="ms",
        ),
        _par(games[:1] if quick else games),
    ]


@dataclass(frozen=True, slots=True)
class Times:
    """The seconds of each answer."""

    opened: defaultdict[date, list[float]] = field(default_factory=lambda: defaultdict(list))
    """Of openings, by the day of the deal."""
    chosen: defaultdict[date, list[float]] = field(default_factory=lambda: defaultdict(list))
    """Of choices that do not end it."""
    placed: list[float] = field(default_factory=list)
    """Of results, as they are shown at the end of the deal."""
    here: list[float] = field(default_factory=list)
    """Of the league of a server, with nothing of it in memory."""
    everywhere: list[float] = field(default_factory=list)


async def _answers(file: Path, crowd: int, players: range) -> Times:
    store = open_store(f"sqlite+aiosqlite:///{file}", exclusive=True)
    await upgrade(store.database)
    await _deal(store)
    _fill(file, crowd)
    clock = LastEvening()
    service = GameService(store, SilentPublisher(), clock)
    times = Times()
    for player in players:
        for day in WEEK:
            await _play(service, player, day, times)
        for guild_id, took in ((SERVER, times.here), (None, times.everywhere)):
            league = League(store, clock)
            took.append(await _took(league.table(guild_id, WEEK[-1], PEOPLE + crowd // 2)))
    await service.close()
    await store.dispose()
    return times


def _beside_a_move(name: str, times: Mapping[date, Sequence[float]], moves: int) -> Measure:
    """Compare the medians of each deal with a move in a match of its game, and the next hand."""
    ratios = {}
    for day, took in times.items():
        dealt = game_of_day(day.toordinal())
        _, move = move_times(moves, dealt.id, dealt.seats)
        ratios[dealt.id] = 1000 * median(took) / move
    each = ", ".join(f"{ratio:.1f} × in {game_id}" for game_id, ratio in ratios.items())
    usual = 1000 * median(chain.from_iterable(times.values()))
    return Measure(
        name=f"{name}, of a move in a match",
        value=median(ratios.values()),
        unit="×",
        at_most=1.1,
        beside=f"{usual:.1f} ms; {each}",
    )


async def _deal(store: SqlStore) -> None:
    """Make the deals of the week, whose par is known."""
    for day in WEEK:
        dealt = game_of_day(day.toordinal())
        version = version_of(dealt.id)
        secret = _secret(day.toordinal())
        await store.keep_deal(Deal(day, dealt.id, version, dealt.seats, dealt.options, secret))
        await store.add_par(day, range(-RUNS // 2, RUNS // 2), 0)


def _secret(number: int) -> bytes:
    return Random(number).randbytes(32)


def _fill(file: Path, crowd: int) -> None:
    """Have a crowd play all deals, and finish enough matches to be in the league of everybody."""
    with sqlite3.connect(file, isolation_level=None) as database:
        database.execute("PRAGMA synchronous=OFF")
        database.execute("BEGIN")
        for day in WEEK:
            database.execute(_ATTEMPTS, (crowd, day.isoformat(), PEOPLE, SERVER, day.day))
        for nth in range(MATCHES):
            database.execute(_RESULTS, (crowd, nth * crowd, PEOPLE))
        database.execute("COMMIT")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()


async def _play(service: GameService, player: int, day: date, times: Times) -> None:
    began, took, rng = perf_counter(), times.opened[day], Random(player)
    now = await service.daily.moment(player, day, SERVER)
    while not now.attempt.is_over:
        await body(daily_screen(now, player, ENGLISH))
        took.append(perf_counter() - began)
        made, index = len(now.attempt.moves), rng.randrange(len(now.seen.legal))
        began, took = perf_counter(), times.chosen[day]
        now = await service.daily.choose(player, day, made, index, SERVER)
    await service.store.save_marks(day, player, [Mark.BEST])
    times.placed.append(await _took(_end(service, now)))


async def _end(service: GameService, now: DailyMoment) -> None:
    attempt = await service.store.attempt(now.deal.day, now.attempt.user_id)
    if attempt is None:
        raise LookupError
    result = await service.daily.result(attempt)
    await body(daily_end_screen(now, result, attempt.user_id, ENGLISH))


async def _took(awaitable: Awaitable[Any]) -> float:
    began = perf_counter()
    await awaitable
    return perf_counter() - began


def _par(games: Sequence[DailyGame]) -> Measure:
    """Return the CPU time of all strong computers in the game that takes them longest."""
    times = {each: _strong(each, range(STRONG_RUNS)) for each in games}
    slowest, usual = max(games, key=times.__getitem__), fmean(times.values())
    runs = range(STRONG_RUNS, 4 * STRONG_RUNS)
    return Measure(
        name=f"par: CPU of {RUNS} strong computers in the slowest game",
        value=_strong(slowest, runs),
        unit="s",
        at_most=300,
        beside=f"{slowest.id}, from {len(runs)} runs; on average {usual:.0f} s a game",
    )


def _strong(dealt: DailyGame, runs: range) -> float:
    """Return the CPU seconds of all strong computers in a game, as these runs take them."""
    began = process_time()
    for run in runs:
        strong_score(dealt.id, dealt.seats, dealt.options, "2026-11-20", _secret(run), run)
    return RUNS * (process_time() - began) / len(runs)


_ATTEMPTS = """
INSERT INTO daily_attempts (day, user_id, guild_id, moves, made, began_at, score, counts)
WITH RECURSIVE people (nth) AS (VALUES (0) UNION ALL SELECT nth + 1 FROM people LIMIT ?1)
SELECT ?2, ?3 + nth, ?4, '["pass"]', 1, ?2 || ' 12:00:00.000000', nth * (7 + ?5) % 211 - 105, 1
FROM people
"""
_RESULTS = """
INSERT INTO results (match_id, seat, user_id, place, points, won, ended_at)
WITH RECURSIVE people (nth) AS (VALUES (0) UNION ALL SELECT nth + 1 FROM people LIMIT ?1)
SELECT ?2 + nth, 0, ?3 + nth, 1, 0, 1, '2026-11-15 12:00:00.000000' FROM people
"""

if __name__ == "__main__":
    print(table(measure()))
