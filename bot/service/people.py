"""What people have set for themselves, at hand."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

from bot.service.habits import USUAL_HABITS
from bot.service.ports import Clock, Habits, Holiday, Preferences, Store, UserId

YEAR = timedelta(days=365)
KEPT = 10_000
"""People whose habits are kept at hand."""


class People:
    """Everybody's habits, asked of the store once; an LRU."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._at_hand: OrderedDict[UserId, Habits] = OrderedDict()

    async def habits(self, users: Collection[UserId]) -> Mapping[UserId, Habits]:
        """What each of ``users`` has set."""
        missing = [user for user in users if user not in self._at_hand]
        if missing:
            stored = await self._store.habits(missing, self._year_ago)
            for user in missing:
                self._at_hand[user] = stored.get(user, USUAL_HABITS)
        found = {user: self._at_hand[user] for user in users}
        for user in users:
            self._at_hand.move_to_end(user)
        while len(self._at_hand) > KEPT:
            self._at_hand.popitem(last=False)
        return found

    async def save_preferences(self, user: UserId, preferences: Preferences) -> None:
        """Keep what a person has set."""
        self._at_hand.pop(user, None)
        await self._store.save_preferences(user, preferences)
        self._at_hand.pop(user, None)

    async def save_holiday(self, user: UserId, holiday: Holiday) -> None:
        """Keep a holiday, in place of one that began at the same moment."""
        self._at_hand.pop(user, None)
        await self._store.save_holiday(user, holiday)
        self._at_hand.pop(user, None)

    @property
    def _year_ago(self) -> datetime:
        return self._clock.now() - YEAR
