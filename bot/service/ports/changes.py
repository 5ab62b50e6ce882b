"""The interface through which processes tell each other what has changed."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Protocol


class Subject(Enum):
    MATCH = "m"
    PERSON = "p"
    """A person's settings, which may have been deleted."""
    ERASED_PERSON = "e"
    """Everything about a person was deleted."""
    SERVER = "s"


@dataclass(frozen=True, slots=True)
class Change:
    subject: Subject
    id: int
    guild_id: int | None = None
    """The server of a match; ``None`` for direct messages, and for everything else."""


class ChangeFeed(Protocol):
    """Carries changes between the processes that share a store.

    A change may arrive late, twice or not at all, so nothing may depend on it except how soon the
    others know.
    """

    def announce(self, change: Change) -> None:
        """Tell the other processes soon, in the background; it never waits and never fails."""

    def subscribe(self, heard: Callable[[Change], None], missed: Callable[[], None]) -> None:
        """Call ``heard`` with each change of another process, and ``missed`` after a gap.

        After a gap, as when the connection was lost, anything may have changed.
        """


class NoChangeFeed:
    def announce(self, change: Change) -> None:
        pass

    def subscribe(self, heard: Callable[[Change], None], missed: Callable[[], None]) -> None:
        pass


NO_CHANGE_FEED = NoChangeFeed()
