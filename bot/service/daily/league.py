"""The league of a server, and of everybody."""

import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from heapq import nlargest

from cachetools import TTLCache

from bot.model.daily import Distribution, LeagueRow, LeagueTable
from bot.model.match import UserId
from bot.scores.league import DAYS, day_points, league_days, league_points, newest_account
from bot.service.daily.par import is_void
from bot.service.ports.clock import Clock
from bot.service.ports.store import Store

LENGTH = 10
"""The most people in a table."""
FRESH, EVERYBODY_FRESH = timedelta(seconds=10), timedelta(minutes=5)
"""How long the scores of a day are kept, which all servers share, and the order of everybody."""
_DAYS_KEPT = 2 * DAYS


class _Worth(dict[int, int]):
    """The points for each score of a day."""

    def __init__(self, everybody: Distribution) -> None:
        super().__init__()
        self.everybody = everybody

    def __missing__(self, score: int) -> int:
        self[score] = points = day_points(self.everybody.beaten_by(score))
        return points


@dataclass(frozen=True, slots=True)
class _Order:
    """Who is first, and how many people have how many points: all that places follow from."""

    first: tuple[UserId, ...]
    people: Mapping[int, int]

    def place(self, points: int) -> int:
        return 1 + sum(count for each, count in self.people.items() if each > points)


class League:
    """Makes the tables of a week from the scores of its days.

    A day whose deal is void counts for nobody. The order of everybody is only made anew after some
    minutes; but whoever is hidden or deleted meanwhile is not shown.
    """

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self._worths: TTLCache[date, _Worth | None]
        self._worths = TTLCache(_DAYS_KEPT, FRESH.total_seconds(), self._seconds)
        self._everybody: TTLCache[date, _Order]
        self._everybody = TTLCache(_DAYS_KEPT, EVERYBODY_FRESH.total_seconds(), self._seconds)
        self._ordering = asyncio.Lock()

    def _seconds(self) -> float:
        return self._clock.now().timestamp()

    async def table(
        self, guild_id: int | None, day: date, viewer: UserId | None = None
    ) -> LeagueTable:
        """Return the table of the week with a day, of a server or of everybody (``None``)."""
        days = league_days(day)
        worth = await self._worth(days)
        if not worth:
            return LeagueTable(days)
        order = await self._order(days, guild_id, worth)
        wanted = {*order.first, *([] if viewer is None else [viewer])}
        scores = await self._store.league_scores([*worth], guild_id, self._newest, wanted)
        rows = {
            user: _row(user, points, order) for user, points in _by_person(scores, worth).items()
        }
        first = sorted(
            (rows[user] for user in order.first if user in rows),
            key=lambda row: (-row.points, row.user_id),
        )
        return LeagueTable(days, tuple(first), None if viewer is None else rows.get(viewer))

    async def closed_table(self, guild_id: int, monday: date) -> LeagueTable:
        """Return the table of the last week whose deals are all closed on a Monday."""
        return await self.table(guild_id, monday - timedelta(days=2))

    async def everybody(self, day: date) -> Distribution | None:
        """Return the scores of a day, as of a few seconds ago; ``None`` if it counts for nobody."""
        worth = await self._worth_on(day)
        return None if worth is None else worth.everybody

    @property
    def _newest(self) -> UserId:
        return newest_account(int(self._seconds() * 1000))

    async def _worth(self, days: Iterable[date]) -> dict[date, _Worth]:
        """Return what each score is worth on each of these days that counts."""
        worths = {day: await self._worth_on(day) for day in days}
        return {day: worth for day, worth in worths.items() if worth is not None}

    async def _worth_on(self, day: date) -> _Worth | None:
        if day in self._worths:
            return self._worths.get(day)
        deal, worth = await self._store.deal(day), None
        if deal is not None and not is_void(deal):
            worth = _Worth(await self._store.distribution(day))
        self._worths[day] = worth
        return worth

    async def _order(
        self, days: tuple[date, ...], guild_id: int | None, worth: Mapping[date, _Worth]
    ) -> _Order:
        if guild_id is not None:
            scores = await self._store.league_scores([*worth], guild_id, self._newest)
            return await asyncio.to_thread(lambda: _order_of(_by_person(scores, worth)))
        async with self._ordering:
            known = self._everybody.get(days[0])
            if known is None:
                played: dict[UserId, list[int]] = {}
                for day in worth:  # one short transaction each
                    scores = await self._store.league_scores([day], None, self._newest)
                    await asyncio.to_thread(_by_person, scores, worth, played)
                known = await asyncio.to_thread(_order_of, played)
                self._everybody[days[0]] = known
            return known


def _by_person(
    scores: Iterable[tuple[UserId, date, int]],
    worth: Mapping[date, _Worth],
    played: dict[UserId, list[int]] | None = None,
) -> dict[UserId, list[int]]:
    """Return everybody's points of their days, added to those of other days ``played``."""
    played = {} if played is None else played
    for user, day, score in scores:
        played.setdefault(user, []).append(worth[day][score])
    return played


def _order_of(played: Mapping[UserId, Iterable[int]]) -> _Order:
    points = {user: league_points(days) for user, days in played.items()}
    first = nlargest(LENGTH, points, key=lambda user: (points[user], -user))
    return _Order(tuple(first), Counter(points.values()))


def _row(user: UserId, days: list[int], order: _Order) -> LeagueRow:
    points = league_points(days)
    return LeagueRow(order.place(points), user, points, len(days))
