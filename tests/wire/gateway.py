"""The fake Discord's gateway: HELLO, IDENTIFY, heartbeats, events, RESUME, on a real websocket."""

from __future__ import annotations

import asyncio
import json
import zlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from aiohttp import WSMsgType, web

from tests.wire.discord_objects import (
    APPLICATION,
    EVERYTHING,
    GUILD,
    OWNER,
    TEXT_CHANNEL,
    TOKEN,
    now,
    user,
)

if TYPE_CHECKING:
    from tests.wire.discord_api import DiscordApi

PRIVILEGED = 1 << 1 | 1 << 8 | 1 << 15
"""Intents that the developer portal must grant: members, presences, message content."""


@dataclass(eq=False)
class Session:
    """A session that an IDENTIFY began and a RESUME continues."""

    id: str
    sent: list[dict[str, Any]] = field(default_factory=list)
    socket: Socket | None = None


class Socket:
    """A connection, compressed if the client asked for that."""

    def __init__(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        self._socket, self._request = socket, request
        self._squeeze = (
            zlib.compressobj() if request.query.get("compress") == "zlib-stream" else None
        )
        self._queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    def send(self, op: int, data: object = None, **more: object) -> None:
        self._queue.put_nowait({"op": op, "d": data, "s": None, "t": None} | more)

    async def pump(self) -> None:
        while True:
            text = json.dumps(await self._queue.get())
            if self._squeeze is None:
                await self._socket.send_str(text)
            else:
                packed = self._squeeze.compress(text.encode()) + self._squeeze.flush(
                    zlib.Z_SYNC_FLUSH
                )
                await self._socket.send_bytes(packed)

    def abort(self) -> None:
        """Cut the connection: no close frame, no goodbye."""
        if self._request.transport is not None:
            self._request.transport.abort()


class Gateway:
    """Sends events to the bot, and records how it connected."""

    def __init__(self, discord: DiscordApi) -> None:
        self._discord = discord
        self.url = ""
        self.identified = 0
        self.resumed = 0
        self.compressed = False
        self.sessions: dict[str, Session] = {}
        self.session: Session | None = None
        """The newest session."""
        self.close_with = 0
        """A code with which the next IDENTIFY is refused; 0 accepts it."""

    @property
    def is_up(self) -> bool:
        return self.session is not None and self.session.socket is not None

    def dispatch(self, event: str, data: object) -> None:
        """Send an event to the newest session; keep it for a RESUME if the connection is down."""
        session = self.session
        if session is None:
            return
        packet = {"t": event, "s": len(session.sent) + 1}
        session.sent.append({"data": data, **packet})
        if session.socket is not None:
            session.socket.send(0, data, **packet)

    def drop(self, *, forget: bool = False) -> None:
        """Cut the connection; with ``forget`` the session can't be resumed either."""
        session = self.session
        if session is None:
            return
        if forget:
            self.sessions.pop(session.id, None)
            self.session = None
        if session.socket is not None:
            session.socket.abort()
            session.socket = None

    async def connected(self, request: web.Request) -> web.WebSocketResponse:
        ws = web.WebSocketResponse(autoping=True)
        await ws.prepare(request)
        assert request.query["v"] == "10", request.query
        assert request.query["encoding"] == "json", request.query
        self.compressed = "compress" in request.query
        socket = Socket(ws, request)
        pump = asyncio.create_task(socket.pump())
        socket.send(10, {"heartbeat_interval": 1000})
        session = None
        try:
            async for frame in ws:
                if frame.type is not WSMsgType.TEXT:
                    break
                packet = json.loads(frame.data)
                if packet["op"] == 1:
                    socket.send(11)
                elif packet["op"] == 2 and session is None:
                    session = await self._identify(packet["d"], socket, ws)
                elif packet["op"] == 6 and session is None:
                    session = await self._resume(packet["d"], socket, ws)
                else:
                    self._discord.violations.append(f"gateway: op {packet['op']} is out of place")
                    await ws.close(code=4001)
        except ConnectionError:
            pass
        finally:
            if session is not None and session.socket is socket:
                session.socket = None
            pump.cancel()
            await asyncio.gather(pump, return_exceptions=True)
        return ws

    async def _identify(
        self, said: Any, socket: Socket, ws: web.WebSocketResponse
    ) -> Session | None:
        self.identified += 1
        code = self.close_with or (said["token"] != TOKEN and 4004)
        code = code or (said["intents"] & PRIVILEGED and 4014)
        if code:
            self.close_with = 0
            await ws.close(code=code)
            return None
        session = self.session = Session(f"session-{self.identified}")
        self.sessions[session.id] = session
        session.socket = socket
        self.dispatch("READY", self._ready(session))
        self.dispatch("GUILD_CREATE", {**self.guild(), "unavailable": False})
        return session

    async def _resume(self, said: Any, socket: Socket, ws: web.WebSocketResponse) -> Session | None:
        if said["token"] != TOKEN:
            await ws.close(code=4004)
            return None
        session = self.sessions.get(said["session_id"])
        if session is None:
            socket.send(9, False)
            return None
        self.resumed += 1
        session.socket = socket
        for missed in session.sent[said["seq"] :]:
            socket.send(0, missed["data"], t=missed["t"], s=missed["s"])
        self.dispatch("RESUMED", {})
        return session

    def _ready(self, session: Session) -> dict[str, Any]:
        return {
            "v": 10,
            "user": user(APPLICATION),
            "guilds": [{"id": str(GUILD), "unavailable": True}],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "application": {"id": str(APPLICATION), "flags": 0},
            "shard": [0, 1],
        }

    def guild(self) -> dict[str, Any]:
        """Return the server as the bot sees it."""
        role = {
            "id": str(GUILD),
            "name": "@everyone",
            "permissions": str(EVERYTHING),
            "position": 0,
        }
        role |= {"color": 0, "colors": {"primary_color": 0}, "hoist": False, "managed": False}
        role |= {"mentionable": False, "flags": 0}
        me = {"user": user(APPLICATION), "roles": [], "joined_at": now(), "deaf": False}
        rooms = [
            room.wire() for room in self._discord.channels.values() if room.kind == TEXT_CHANNEL
        ]
        lists: dict[str, list[object]] = {key: [] for key in _EMPTY}
        return lists | {
            "id": str(GUILD),
            "name": "The Bone Club",
            "owner_id": str(OWNER),
            "preferred_locale": "en-US",
            "member_count": 3,
            "roles": [role],
            "members": [me | {"mute": False, "flags": 0}],
            "channels": rooms,
        }


_EMPTY = (
    "features",
    "emojis",
    "stickers",
    "threads",
    "presences",
    "voice_states",
    "stage_instances",
)
