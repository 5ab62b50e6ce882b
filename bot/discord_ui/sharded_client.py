"""The shards that a process holds: their sessions, and lost connections.

While a connection to Discord is lost, nobody can play, so nobody's time may run out.
"""

import asyncio
from collections.abc import Iterable
from typing import Any

from bot.discord_ui.base_client import BaseClient
from bot.discord_ui.gateway_connection import connect_to, use_for_shards
from bot.discord_ui.identify_gate import IdentifyGate
from bot.model.shards import Shards
from bot.service.ports.cluster import Cluster

HICCUP = 60.0
"""Seconds without a connection that change nothing: short losses happen all the time."""


class ShardedClient(BaseClient):
    gateway_url: str | None = None
    """The address of the gateway; ``None``: the one that Discord names."""

    def __init__(
        self,
        cluster: Cluster,
        **options: Any,  # noqa: ANN401 - those of discord.py's client
    ) -> None:
        shards = cluster.shards
        if shards is not None and not shards.are_all:
            options["shard_ids"] = sorted(shards.ids)
        super().__init__(
            shard_count=None if shards is None else shards.count,
            shard_connect_timeout=None,  # a shard may have to wait for others to start
            **options,
        )
        use_for_shards()
        self._cluster = cluster
        self._identify_gate: IdentifyGate | None = None
        self._outages: dict[int, asyncio.TimerHandle] = {}
        """For each shard whose connection is lost, what pauses it after :data:`HICCUP` seconds."""

    async def claim_shards(self) -> None:
        """Become the owner of this process's shards, once a former owner has ended.

        Nobody answers there from its end until this process is connected.

        Raises :class:`~bot.service.ports.faults.StoreFault` if another process keeps one of them.
        """
        self.held_shards = self._cluster.shards or Shards.all_of(await self._ask_for_gateway())
        self.shard_count = self.held_shards.count
        await self._cluster.claim(self.held_shards)

    async def close_shards(self) -> None:
        """Disconnect from Discord, and let other processes start shards."""
        await super().close()
        if self._identify_gate is not None:
            await self._identify_gate.close()

    async def _ask_for_gateway(self) -> int:
        """Note where shards connect, and how many at once; return how many Discord recommends."""
        count, address, limits = await self.http.get_bot_gateway()
        connect_to(self.gateway_url or address)
        self._identify_gate = IdentifyGate(limits["max_concurrency"], self._cluster.identify_turns)
        return count

    # Events and hooks of discord.py.

    async def launch_shards(self) -> None:
        """Connect the shards; discord.py asks for the gateway only if it does not know how many."""
        if self._identify_gate is None:
            await self._ask_for_gateway()
        await super().launch_shards()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until Discord allows this shard's session to start."""
        del initial
        if self._identify_gate is not None:
            await self._identify_gate.wait_turn(shard_id or 0)

    async def on_shard_ready(self, shard_id: int) -> None:
        """Continue on a shard that has a new session; events between the two are lost."""
        if self.is_ready():
            self.sync_guilds()
            self._continue_on(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Continue on a shard that is connected again and has missed no events."""
        self._continue_on(shard_id)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Start the outage timer: nobody on this shard can play until Discord is back."""
        if not self.is_closed():
            self.metrics.shard(shard_id, connected=False)
            if shard_id not in self._outages:  # every failed attempt to connect calls this again
                loop = asyncio.get_running_loop()
                outage = loop.call_later(HICCUP, self.service.pause, [shard_id])
                self._outages[shard_id] = outage

    def forget_outages(self, shard_ids: Iterable[int]) -> None:
        """Keep shards that are connected again, or that are given up, from being paused."""
        for shard_id in shard_ids:
            if (outage := self._outages.pop(shard_id, None)) is not None:
                outage.cancel()

    def _continue_on(self, shard_id: int) -> None:
        self.forget_outages([shard_id])
        self.metrics.shard(shard_id, connected=True)
        self.service.resume([shard_id])

    def continue_on_all(self) -> None:
        """Begin or continue the work on all shards of this process, which are connected now."""
        self.forget_outages([*self._outages])
        for shard_id in self.held_shards.ids:
            self.metrics.shard(shard_id, connected=True)
        self.service.resume()
