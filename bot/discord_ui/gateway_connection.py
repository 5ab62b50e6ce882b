"""Connections to Discord's gateway: where to, and how soon again after one has failed."""

import random
import time
from collections.abc import Callable
from typing import Any, Self

import discord.shard
import yarl
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

LONGEST_PAUSE = 30.0
"""The most seconds before a shard tries to connect again."""
DOUBLINGS = 5
"""How often the pause doubles, from a second; then it is longer than that."""
LASTING = 120.0
"""Seconds without a failure after which a connection must have lasted: a pause and an attempt,
which discord.py ends after 60 seconds, take less."""


class GatewayConnection(DiscordWebSocket):
    """A connection of a shard.

    If Discord closes one before it says hello, as during an outage, discord.py's shards take that
    for a reason to end the process. As a lost connection, it is made again after a pause.
    """

    @classmethod
    async def from_client(
        cls,
        *args: Any,  # noqa: ANN401 - those of discord.py's
        **options: Any,  # noqa: ANN401 - the same
    ) -> Self:
        """Connect; a session that is resumed is resumed again by discord.py itself."""
        try:
            return await super().from_client(*args, **options)
        except ReconnectWebSocket as closed:
            if options.get("resume"):
                raise
            raise ConnectionResetError("Discord closed the connection at once") from closed


class ReconnectPauses:
    """The pauses of a shard that cannot connect, in place of discord.py's, which may be 17 minutes.

    They are random, so that not all shards come back at once, and grow with every failure. Once a
    connection has lasted, they are short again.
    """

    def __init__(
        self,
        now: Callable[[], float] = time.monotonic,
        within: Callable[[float, float], float] = random.uniform,
    ) -> None:
        self._now = now
        self._within = within
        self._failures = 0
        self._failed_at = now()

    def delay(self) -> float:
        """Return the seconds to wait after another failure."""
        before, self._failed_at = self._failed_at, self._now()
        if self._failed_at - before > LASTING:
            self._failures = 0
        self._failures += 1
        return self._within(0.0, min(2.0 ** min(self._failures, DOUBLINGS), LONGEST_PAUSE))


def use_for_shards() -> None:
    """Let all shards connect like this; discord.py has no public way."""
    discord.shard.DiscordWebSocket = GatewayConnection  # type: ignore[misc]
    discord.shard.ExponentialBackoff = ReconnectPauses  # type: ignore[assignment,attr-defined]


def connect_to(gateway: str) -> None:
    """Let all shards connect to this address."""
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
