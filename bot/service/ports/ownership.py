"""The interface through which a process becomes the owner of its shards, and hands them over."""

from collections.abc import Callable, Collection
from typing import Protocol

from bot.model.shards import Shards


class ShardOwnership(Protocol):
    """Makes sure that each shard has one owner among the processes that share a store."""

    async def claim(self, shards: Shards) -> bool:
        """Become the owner of all of ``shards``; wait for a predecessor that is about to end.

        Returns ``False`` if the predecessor was told to stop and goes on until :meth:`take_over` is
        called: then connect to Discord, but leave all work to it. Raises
        :class:`~bot.service.ports.faults.StoreFault` if another process holds one and stays.
        """

    async def take_over(self) -> None:
        """Tell the predecessor that this process is connected; return once it owns the shards."""

    async def hand_over(self) -> bool:
        """Offer the shards to a successor that waits for them: this process was told to stop.

        Returns whether there is one, as soon as it is connected; without one, ``False`` at once.
        """

    async def announce_accepted(self, interactions: Collection[int]) -> None:
        """Tell the successor which of the newest interactions this process has accepted."""

    def on_accepted(self, heard: Callable[[frozenset[int]], None]) -> None:
        """Call ``heard`` with what was accepted, once all predecessors have told it."""


class SoleOwner:
    """The ownership of a process that is alone."""

    async def claim(self, shards: Shards) -> bool:
        """Return ``True``."""
        del shards
        return True

    async def take_over(self) -> None:
        """Do nothing."""

    async def hand_over(self) -> bool:
        """Return ``False``."""
        return False

    async def announce_accepted(self, interactions: Collection[int]) -> None:
        """Do nothing."""

    def on_accepted(self, heard: Callable[[frozenset[int]], None]) -> None:
        """Do nothing."""
