"""Connections to Discord's gateway that are closed before they begin."""

from typing import Any, Self

import discord.shard
from discord.gateway import DiscordWebSocket, ReconnectWebSocket


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


def use_for_shards() -> None:
    """Let all shards connect like this; discord.py has no public way."""
    discord.shard.DiscordWebSocket = GatewayConnection  # type: ignore[misc]
