"""What people ask to be told of a match: reminders if they watch, no messages if they play."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.model.calls import WatchReminders
from bot.model.errors import AtTheTable, NoSuchMatch, TooManyWatchers
from bot.model.match import Match, MatchId, UserId
from bot.service.play.match_cache import ChangedMeanwhile, MatchCache, retried
from bot.service.play.matches import require_running, running_seat
from bot.service.ports.faults import Conflict, WatcherLimit
from bot.service.ports.store import Store

MOST_WATCHERS = 50
"""The most people who can be reminded of one match: a message mentions them all."""
NO_REMINDERS = WatchReminders()


@dataclass(frozen=True, slots=True)
class Watching:
    store: Store
    cache: MatchCache
    attend: Callable[[MatchId], None]
    """Called with a watched match, which may have gone on just now."""

    async def reminders(self, match_id: MatchId, user: UserId) -> WatchReminders:
        watchers = await self.store.watchers(match_id)
        return next((each.reminders for each in watchers if each.user_id == user), NO_REMINDERS)

    @retried
    async def choose(self, match_id: MatchId, user: UserId, reminders: WatchReminders) -> Match:
        """Replace the reminders that somebody has chosen, and return the match.

        Anybody can turn all reminders off at any time. Raises :class:`AtTheTable`,
        :class:`TooManyWatchers`, and a refusal if the match isn't running.
        """
        match = await self.store.match(match_id)
        if match is None:
            raise NoSuchMatch
        if not reminders:
            await self.store.stop_watching(match_id, [user])
            return match
        require_running(match)
        if match.seat_of(user) is not None:
            raise AtTheTable
        try:
            await self.store.watch(match_id, user, reminders, match.ply, most=MOST_WATCHERS)
        except WatcherLimit:
            raise TooManyWatchers(most=MOST_WATCHERS) from None
        except Conflict:
            raise ChangedMeanwhile from None
        self.attend(match_id)
        return match

    @retried
    async def mute(self, match_id: MatchId, user: UserId, *, muted: bool) -> Match:
        """Send a player no DMs about a match and ping them no more, or do so again."""
        async with self.cache.locked(match_id) as loaded:
            match, seat = loaded.match, running_seat(loaded, user)
            occupant = replace(match.seats[seat], muted=muted)
            await self.store.save_occupant(match_id, match.revision, occupant, shown=False)
            loaded.match = match.after_write(shown=False).with_occupant(occupant)
            return loaded.match
