"""Changes made by other processes: memory drops what they concern, and owners act on them."""

from collections.abc import Callable
from dataclasses import dataclass, field

from bot.model.match import MatchId, UserId
from bot.service.ports.changes import Change, Subject
from bot.service.ports.publisher import Publisher
from bot.service.preference_cache import PreferenceCache
from bot.service.publishing.outbox import Outbox
from bot.service.retry_queue import RetryQueue
from bot.service.server_cache import ServerCache


@dataclass(slots=True)
class RemoteChanges:
    """Hears what other processes have changed.

    A match in memory needs no notification, since it is compared with the store before it is used.
    """

    preferences: PreferenceCache
    servers: ServerCache
    outbox: Outbox
    publisher: Publisher
    owns: Callable[[int | None], bool]
    """Returns whether this process owns a server (``None``: direct messages)."""
    attend: Callable[[MatchId], None]
    """Called with a match of ours that has changed."""
    look: Callable[[], None]
    """Called when any match of ours may have changed."""
    _hands: RetryQueue = field(init=False)
    _erasures: RetryQueue = field(init=False)

    def __post_init__(self) -> None:
        self._hands = RetryQueue("refreshing hands", self._refresh_hands)
        self._erasures = RetryQueue("forgetting", self._forget, about="person")

    @property
    def queues(self) -> tuple[RetryQueue, ...]:
        """The background jobs."""
        return (self._hands, self._erasures)

    def heard(self, change: Change) -> None:
        """Act on a change."""
        match change.subject:
            case Subject.MATCH:
                if self.owns(change.guild_id):
                    self.attend(change.id)
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
        self.look()

    async def _refresh_hands(self, match_id: MatchId) -> None:
        self.publisher.refresh_hands(await self.outbox.current_update(match_id))

    async def _forget(self, user: UserId) -> None:
        await self.publisher.forget(user)
