"""Changes made by other processes: memory drops what they concern, and owners act on them."""

from collections.abc import Callable
from dataclasses import dataclass, field

from bot.model.match import MatchId, UserId
from bot.service.attendance import Attendance
from bot.service.match_changes import MatchChanges
from bot.service.ports.changes import Change, Subject
from bot.service.ports.publisher import Publisher
from bot.service.publishing.outbox import Outbox
from bot.service.retry_queue import RetryQueue
from bot.service.settings_cache import PreferenceCache, ServerCache


@dataclass(slots=True)
class RemoteChanges:
    """Hears what other processes have changed.

    A match in memory needs no notification, since it is compared with the store before it is used.
    """

    preferences: PreferenceCache
    servers: ServerCache
    outbox: Outbox
    publisher: Publisher
    changes: MatchChanges
    attendance: Attendance
    check: Callable[[], None]
    _hands: RetryQueue = field(init=False)
    _erasures: RetryQueue = field(init=False)

    def __post_init__(self) -> None:
        self._hands = RetryQueue("refreshing hands", self._refresh_hands)
        self._erasures = RetryQueue("forgetting", self._forget, about="person")

    @property
    def queues(self) -> tuple[RetryQueue, ...]:
        return (self._hands, self._erasures)

    def heard(self, change: Change) -> None:
        match change.subject:
            case Subject.MATCH:
                if self.changes.owns(change.guild_id):
                    self.attendance.queue.enqueue(change.id)
                if self.publisher.has_open_hands(change.id):
                    self._hands.enqueue(change.id)
            case Subject.PERSON:
                self.preferences.forget(change.id)
            case Subject.ERASED_PERSON:
                self.preferences.forget(change.id)
                self._erasures.enqueue(change.id)
            case Subject.SERVER:
                self.servers.forget(change.id)

    def missed(self) -> None:
        """Drop everything that may have changed unheard, and look for work."""
        self.preferences.forget_all()
        self.servers.forget_all()
        self.check()

    async def _refresh_hands(self, match_id: MatchId) -> None:
        self.publisher.refresh_hands(await self.outbox.current_update(match_id))

    async def _forget(self, user: UserId) -> None:
        await self.publisher.forget(user)
