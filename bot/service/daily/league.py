"""The league of a server, and of everybody."""

import asyncio
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from functools import partial

from cachetools import TTLCache

from bot.model.daily import Distribution, LeagueOrder, LeagueRow, LeagueTable, closes_at
from bot.model.match import UserId
from bot.scores.league import DAYS, day_points, league_days, league_points, newest_account
from bot.service.daily.par import has_changed
from bot.service.ports.clock import Clock
from bot.service.ports.store import Store

LENGTH = 10
"""The most people in a table."""
CLOSED_FRESH, EVERYBODY_FRESH = timedelta(hours=1), timedelta(minutes=5)
"""How long the scores of a closed deal are kept, which all servers share, and the order of all."""
SETTLED = timedelta(minutes=1)
"""Time after a deal has closed, so that whatever still counts is stored."""
_DAYS_KEPT = 2 * DAYS


class _Worth(dict[int, int]):
    """The points for each score of a day, that of a latecomer included."""

    def __init__(self, everybody: Distribution) -> None:
        shares = {score: everybody.beaten_by(score) for score in everybody.people}
        super().__init__({score: day_points(share) for score, share in shares.items()})
        self.everybody = everybody

    def __missing__(self, score: int) -> int:
        return day_points(self.everybody.beaten_by(score))


class League:
    """Makes the tables of a week from the scores of its days.

    A day whose deal is void counts for nobody; one that has closed counts whatever rules come then.
    The order of everybody is made anew only after some
    minutes, but whoever is hidden or deleted meanwhile is not shown.
    """

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self._worths: TTLCache[date, _Worth | None]
        self._worths = TTLCache(_DAYS_KEPT, CLOSED_FRESH.total_seconds(), self._seconds)
        self._everybody: TTLCache[date, LeagueOrder]
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
        played: dict[UserId, list[int]] = {}
        scores = await self._store.league_scores([*worth], guild_id, self._newest, wanted)
        for user, played_on, score in scores:
            played.setdefault(user, []).append(worth[played_on][score])
        rows = {user: _row(user, points, order) for user, points in played.items()}
        first = sorted(
            (rows[user] for user in order.first if user in rows),
            key=lambda row: (-row.points, row.user_id),
        )
        return LeagueTable(days, tuple(first), None if viewer is None else rows.get(viewer))

    async def everybody(self, day: date) -> Distribution | None:
        """Return the scores of a day; ``None`` if it counts for nobody."""
        worth = await self._worth_on(day)
        return None if worth is None else worth.everybody

    @property
    def _newest(self) -> UserId:
        return newest_account(int(self._seconds() * 1000))

    async def _worth(self, days: Iterable[date]) -> dict[date, _Worth]:
        """Return what each score is worth on each of these days that counts for anybody."""
        worths = {day: await self._worth_on(day) for day in days}
        return {day: worth for day, worth in worths.items() if worth}

    async def _worth_on(self, day: date) -> _Worth | None:
        if day in self._worths:
            return self._worths.get(day)
        deal, worth, now = await self._store.deal(day), None, self._clock.now()
        if deal and not deal.is_void and (now >= deal.closes_at or not has_changed(deal)):
            worth = _Worth(await self._store.distribution(day))
        if now > closes_at(day) + SETTLED:
            self._worths[day] = worth
        return worth

    async def _order(
        self, days: tuple[date, ...], guild_id: int | None, worth: Mapping[date, _Worth]
    ) -> LeagueOrder:
        make = partial(self._store.league_order, worth, guild_id, self._newest, LENGTH)
        if guild_id is not None:
            return await make()
        async with self._ordering:
            order = self._everybody.get(days[0])
            if order is None:
                order = self._everybody[days[0]] = await make()
            return order


def _row(user: UserId, days: list[int], order: LeagueOrder) -> LeagueRow:
    points = league_points(days)
    return LeagueRow(order.place(points), user, points, len(days))
