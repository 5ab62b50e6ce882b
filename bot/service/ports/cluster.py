"""A process's store, and what connects it with the other processes that use it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from bot.model.shards import ALONE, Shards
from bot.service.ports.store import Store


class IdentifyTurns(Protocol):
    """Lets one process at a time start a shard of a bucket (`shard % max_concurrency`)."""

    async def try_take(self, bucket: int) -> bool:
        """Take a bucket if no other process has it; return whether it was taken.

        Raises :class:`StoreFault` if it is unknown whether it is free.
        """

    async def give_back(self, bucket: int) -> None:
        """Free a bucket; after a :class:`StoreFault` it is free once the connection has ended."""


async def _claim_alone(_: Shards) -> None:
    """Do nothing: there is no other process."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """The store, and this process's part of the work."""

    open_store: Callable[[], Awaitable[Store]]
    """Opens the store; it is disposed of at the end."""
    shards: Shards | None = ALONE
    """The shards of this process; ``None``: all, as many as Discord recommends."""
    claim: Callable[[Shards], Awaitable[None]] = _claim_alone
    """Makes this process the one owner of shards; waits for a process that is about to end.

    Raises :class:`~bot.service.ports.faults.StoreFault` if another process holds one and stays.
    """
    identify_turns: IdentifyTurns | None = None
    """Turns in starting shards; ``None`` if there is only this process."""
