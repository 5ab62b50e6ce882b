"""Connections to the fake Discord's gateway, and the sessions that they begin and continue."""

from __future__ import annotations

import asyncio
import json
import zlib
from dataclasses import dataclass, field

from aiohttp import web

GUILD_SHIFT = 22
"""The number of low bits of a guild's id that do not count when its shard is computed."""


@dataclass(frozen=True)
class Shard:
    """One of ``count`` parts that Discord divides a bot's guilds into."""

    number: int = 0
    count: int = 1

    def hears_of(self, guild: int | None) -> bool:
        """Return whether a guild's events arrive here; ``None`` stands for direct messages."""
        return self.number == (0 if guild is None else (guild >> GUILD_SHIFT) % self.count)


class Socket:
    """A connection, compressed if the client asked for that."""

    def __init__(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        self._socket, self._request = socket, request
        is_compressed = request.query.get("compress") == "zlib-stream"
        self._squeeze = zlib.compressobj() if is_compressed else None
        self._queue: asyncio.Queue[str] = asyncio.Queue()

    def send(self, op: int, data: object = None) -> None:
        self.send_text(json.dumps({"op": op, "d": data, "s": None, "t": None}))

    def send_text(self, packet: str) -> None:
        self._queue.put_nowait(packet)

    async def pump(self) -> None:
        while True:
            text = await self._queue.get()
            if self._squeeze is None:
                await self._socket.send_str(text)
            else:
                packed = self._squeeze.compress(text.encode())
                await self._socket.send_bytes(packed + self._squeeze.flush(zlib.Z_SYNC_FLUSH))

    async def close(self, code: int) -> None:
        await self._socket.close(code=code)

    def abort(self) -> None:
        if self._request.transport is not None:
            self._request.transport.abort()


@dataclass(eq=False)
class Session:
    """A session that an IDENTIFY began and a RESUME continues."""

    id: str
    client: str
    """The process that it belongs to."""
    shard: Shard
    sent: list[str] = field(default_factory=list, repr=False)
    socket: Socket | None = None
    """``None`` while nobody is connected."""

    def tell(self, event: str, data: str) -> None:
        head = json.dumps({"op": 0, "t": event, "s": len(self.sent) + 1})
        self.sent.append(f'{head[:-1]}, "d": {data}}}')
        if self.socket is not None:
            self.socket.send_text(self.sent[-1])

    def resume(self, socket: Socket, last_heard: int) -> None:
        self.socket = socket
        for packet in self.sent[last_heard:]:
            socket.send_text(packet)

    def cut(self) -> None:
        if self.socket is not None:
            self.socket.abort()
            self.socket = None
