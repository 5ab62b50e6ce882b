"""Holidays: days on which a person's clocks stop, where moves take days."""

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from bot.model.errors import NotAway, NotEnoughHoliday
from bot.model.match import UserId
from bot.model.preferences import Holiday, PlayerSettings
from bot.service.keyed_locks import KeyedLocks
from bot.service.play.matches import Matches
from bot.service.ports.clock import Clock
from bot.service.settings_cache import YEAR, PreferenceCache

MAX_HOLIDAY = timedelta(days=14)
DAY = timedelta(days=1)


def left(player_settings: PlayerSettings, now: datetime) -> timedelta:
    """Return how long a person could be on holiday from now on, a present one included."""
    taken = (
        min(each.ends_at, now) - max(each.begins_at, now - YEAR)
        for each in player_settings.holidays
    )
    return max(
        MAX_HOLIDAY - sum((each for each in taken if each > timedelta()), timedelta()), timedelta()
    )


@dataclass(frozen=True, slots=True)
class Holidays:
    preferences: PreferenceCache
    matches: Matches
    clock: Clock
    _locks: KeyedLocks[UserId] = field(default_factory=KeyedLocks)

    async def begin(self, user: UserId, days: int) -> Holiday:
        """Begin a holiday of ``days`` from now; a current holiday is changed to end then instead.

        Raises :class:`NotEnoughHoliday`.
        """
        async with self._locks[user]:
            player_settings, now = await self._of(user)
            rest = left(player_settings, now)
            if not timedelta() < days * DAY <= rest:
                raise NotEnoughHoliday(most=MAX_HOLIDAY.days, left=rest // DAY)
            under_way = player_settings.holiday(now)
            begins_at = now if under_way is None else under_way.begins_at
            return await self._save(user, Holiday(begins_at, now + days * DAY))

    async def end(self, user: UserId) -> Holiday:
        """End a holiday early; raises :class:`~bot.model.errors.NotAway`."""
        async with self._locks[user]:
            player_settings, now = await self._of(user)
            under_way = player_settings.holiday(now)
            if under_way is None:
                raise NotAway
            return await self._save(user, replace(under_way, ends_at=now))

    async def _of(self, user: UserId) -> tuple[PlayerSettings, datetime]:
        self.preferences.forget(user)  # another process may have changed them just now
        return (await self.preferences.player_settings([user]))[user], self.clock.now()

    async def _save(self, user: UserId, holiday: Holiday) -> Holiday:
        await self.preferences.save_holiday(user, holiday)
        await self.matches.replan_all(user, always_show=True)
        return holiday
