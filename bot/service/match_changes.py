"""The hub: everything that acts on a match is told here when the match has changed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.model.match import Match, MatchId
from bot.model.shards import ALONE, Shards
from bot.service.ports.changes import Change, ChangeFeed, Subject
from bot.service.retry_queue import RetryQueue


@dataclass(slots=True)
class MatchChanges:
    """Announces each change to other processes and, if the match is ours, to the listeners.

    Each listener does its part of what the match waits for: it wakes the clock, lets a computer
    move, or publishes the table.
    """

    feed: ChangeFeed
    shards: Shards = ALONE
    listeners: Sequence[Callable[[Match], None]] = ()
    when_commit_uncertain: Sequence[Callable[[MatchId], None]] = ()
    """Called with a match if the store failed and may have committed a change all the same."""
    queues: Sequence[RetryQueue] = ()

    def owns(self, guild_id: int | None) -> bool:
        """Return whether this process posts in a server (``None``: direct messages)."""
        return self.shards.has_guild(guild_id)

    def is_under_way(self, match_id: MatchId) -> bool:
        """Return whether a match is being attended to, or about to be."""
        return any(queue.is_pending(match_id) for queue in self.queues)

    def committed(self, match: Match) -> None:
        self._announce(match)
        if self.owns(match.guild_id):
            self._tell(match)

    def attend(self, match: Match) -> None:
        """Request the work that a match waits for, from the listeners or from its owner."""
        (self._tell if self.owns(match.guild_id) else self._announce)(match)

    def report_uncertain_commit(self, match_id: MatchId) -> None:
        for listener in self.when_commit_uncertain:
            listener(match_id)

    def _announce(self, match: Match) -> None:
        self.feed.announce(Change(Subject.MATCH, match.id, match.guild_id))

    def _tell(self, match: Match) -> None:
        for listener in self.listeners:
            listener(match)
