"""The shards that a process holds: their sessions, and lost connections.

While a connection to Discord is lost, nobody can play, so nobody's time may run out.
"""

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Self

import discord.shard
import yarl
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

from bot.discord_ui.base_client import BaseClient
from bot.model.shards import Shards
from bot.service.keyed_locks import KeyedLocks
from bot.service.ports.cluster import Cluster, IdentifyTurns
from bot.service.ports.faults import StoreFault

log = logging.getLogger(__name__)

HICCUP = 60.0
"""Seconds without a connection that change nothing: short losses happen all the time."""
SPACING = 5.0
"""Seconds between two starts of a bucket; Discord ends a session that starts sooner."""
POLL = 0.25
"""Seconds between two checks whether another process is done with a bucket."""
LONGEST_WAIT = 300.0
"""Seconds after which a shard starts even if another process still has its bucket."""
LONGEST_PAUSE = 30.0
"""The most seconds before a shard tries to connect again."""
DOUBLINGS = 5
"""How often the pause doubles, from a second; then it is longer than that."""
LASTING = 120.0
"""Seconds without a failure after which a connection must have lasted: a pause and an attempt,
which discord.py ends after 60 seconds, take less."""


class IdentifyGate:
    """Lets the shards of a bucket (`shard % max_concurrency`) start one after the other.

    With ``turns``, the shards of other processes count, too; without, this one is alone. If they
    cannot be asked, a shard starts all the same: at worst Discord refuses it once.
    """

    def __init__(
        self,
        max_concurrency: int,
        turns: IdentifyTurns | None = None,
        *,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._buckets = max_concurrency
        self._turns = turns
        self._now = now
        self._sleep = sleep
        self._waiting: KeyedLocks[int] = KeyedLocks()
        self._pauses: dict[int, asyncio.Task[None]] = {}

    async def wait_turn(self, shard_id: int) -> None:
        """Wait until this shard may identify, which it should do right afterwards."""
        bucket = shard_id % self._buckets
        async with self._waiting[bucket]:
            if bucket in self._pauses:
                await asyncio.wait([self._pauses[bucket]])
            taken_from = await self._take(bucket)
            pause = asyncio.create_task(self._pause(bucket, taken_from), name="identify gate")
            self._pauses[bucket] = pause

    async def close(self) -> None:
        """Stop giving buckets back: the locks end with the connection."""
        for pause in self._pauses.values():
            pause.cancel()
        await asyncio.gather(*self._pauses.values(), return_exceptions=True)

    async def _take(self, bucket: int) -> IdentifyTurns | None:
        """Take the bucket from other processes; return to whom it has to be given back."""
        deadline = self._now() + LONGEST_WAIT
        try:
            while self._turns is not None and not await self._turns.try_take(bucket):
                if self._now() >= deadline:
                    log.warning("another process has been starting shards for too long")
                    return None
                await self._sleep(POLL)
        except StoreFault as fault:
            log.warning("a shard starts without asking the other processes: %s", fault)
            return None
        return self._turns

    async def _pause(self, bucket: int, taken_from: IdentifyTurns | None) -> None:
        """Keep the bucket for a while, from this process and from others."""
        await self._sleep(SPACING)
        if taken_from is not None:
            try:
                await taken_from.give_back(bucket)
            except StoreFault as fault:
                log.debug("bucket %s is free once the connection ends: %s", bucket, fault)


class ShardedClient(BaseClient):
    """The part of the client that holds shards."""

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
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(self.gateway_url or address)
        self._identify_gate = IdentifyGate(limits["max_concurrency"], self._cluster.identify_turns)
        return count

    # Events and hooks of discord.py.

    async def launch_shards(self) -> None:
        """Connect the shards; discord.py asks for the gateway only if it does not know how many."""
        if self._identify_gate is None:
            await self._ask_for_gateway()
        await super().launch_shards()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        del initial
        if self._identify_gate is not None:
            await self._identify_gate.wait_turn(shard_id or 0)

    async def on_shard_ready(self, shard_id: int) -> None:
        """Continue on a shard that has a new session; events between the two are lost."""
        if self.is_ready():
            self.sync_guilds()
            self._continue_on(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
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
        before, self._failed_at = self._failed_at, self._now()
        if self._failed_at - before > LASTING:
            self._failures = 0
        self._failures += 1
        return self._within(0.0, min(2.0 ** min(self._failures, DOUBLINGS), LONGEST_PAUSE))


def use_for_shards() -> None:
    """Let all shards connect like this; discord.py has no public way."""
    discord.shard.DiscordWebSocket = GatewayConnection  # type: ignore[misc]
    discord.shard.ExponentialBackoff = ReconnectPauses  # type: ignore[assignment,attr-defined]
