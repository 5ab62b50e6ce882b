"""A process's store, and what connects it with the other processes that use it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from bot.model.shards import ALONE, Shards
from bot.service.ports.identifying import IdentifyTurns
from bot.service.ports.ownership import ShardOwnership, SoleOwner
from bot.service.ports.store import Store


@dataclass(frozen=True, slots=True)
class Cluster:
    """The store, and this process's part of the work."""

    open_store: Callable[[], Awaitable[Store]]
    """Opens the store; it is disposed of at the end."""
    shards: Shards | None = ALONE
    """The shards of this process; ``None``: all, as many as Discord recommends."""
    ownership: ShardOwnership = field(default_factory=SoleOwner)
    identify_turns: IdentifyTurns | None = None
    """Turns in starting shards; ``None`` if there is only this process."""
    end: Callable[[str], None] = lambda _: None
    """Ends this process with a sentence that says why it cannot go on."""
