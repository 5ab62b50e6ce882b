"""Deliver calls to people who aren't at the table, in the background."""

from collections.abc import Callable

from bot.model.match import MatchId
from bot.model.shards import Shards
from bot.service.pending_matches import PendingMatches
from bot.service.ports.store import Store
from bot.service.publishing.calls import Calls
from bot.service.retry_queue import RetryQueue


class PendingCalls:
    """Delivers the calls of this process's matches: after a table was shown, and at a start.

    If other processes use the store, it also looks regularly for calls that they left undone.
    """

    def __init__(
        self,
        store: Store,
        calls: Calls,
        shards: Callable[[], Shards],
        is_expected: Callable[[MatchId], bool],
    ) -> None:
        """Take ``calls``, which delivers those of one match.

        ``shards`` returns the shards whose matches are this process's; ``is_expected`` returns
        whether a match is about to be shown.
        """
        self._calls = calls
        self._is_expected = is_expected
        self._queue = RetryQueue("calling", self._deliver)
        self._pending = PendingMatches(
            store, store.matches_to_call, shards, self._queue, self._will_call
        )

    @property
    def queues(self) -> tuple[RetryQueue, ...]:
        """The background jobs."""
        return (*self._pending.queues, self._queue)

    def deliver_soon(self, match_id: MatchId) -> None:
        """Call everybody who is to be called about a match that was just shown."""
        self._queue.enqueue(match_id)

    def resume_soon(self) -> None:
        """Deliver the calls that are due in all matches of this process."""
        self._pending.resume_soon()

    def stop(self) -> None:
        """Stop looking for calls."""
        self._pending.stop()

    async def _deliver(self, match_id: MatchId) -> None:
        """Call people about a match, and again when those who may not be disturbed now may be."""
        at = await self._calls.deliver(match_id)
        if at is not None:
            pause = (at - self._calls.clock.now()).total_seconds()
            self._queue.enqueue_again(match_id, max(pause, 0))

    def _will_call(self, match_id: MatchId) -> bool:
        """Return whether a match's calls are queued, or will be once its table has been shown."""
        return self._queue.expects(match_id) or self._is_expected(match_id)
