from __future__ import annotations

import asyncio
import json
import time
from typing import TYPE_CHECKING, Any

from aiohttp import WSCloseCode, WSMsgType, web

from tests.wire.discord_objects import APPLICATION, GUILD, TOKEN, member, unavailable, user
from tests.wire.sessions import Session, Shard, Socket

if TYPE_CHECKING:
    from tests.wire.discord_api import DiscordApi

PRIVILEGED = 1 << 1 | 1 << 8 | 1 << 15
"""Intents that the developer portal must grant: members, presences, message content."""
INVALID_SHARD = 4010
ENDS_SESSION = {WSCloseCode.OK, WSCloseCode.GOING_AWAY}
"""Codes with which a client closes a connection that it won't continue."""


class Gateway:
    """Sends events to the bot's processes, and records how they connected.

    Each event goes to every session of its shard: several processes may connect for the same one.
    """

    def __init__(self, discord: DiscordApi) -> None:
        self._discord = discord
        self.url = ""
        self.shards = 1
        self.max_concurrency = 1
        self.identify_interval = 0.0
        """Seconds between two accepted IDENTIFYs of a bucket; 0: any number is accepted."""
        self.too_early: list[Shard] = []
        """Shards for which an IDENTIFY was refused because another came shortly before it."""
        self.silences: list[float] = []
        """Seconds between the last connection of a shard to one process and the next to another."""
        self.identified = 0
        self.resumed = 0
        self.compressed = False
        self.sessions: dict[str, Session] = {}
        """Sessions that are connected or can be continued."""
        self.close_with = 0
        """A code with which the next IDENTIFY is refused; 0 accepts it."""
        self._identified_at: dict[int, float] = {}
        self._silent_since: dict[int, float] = {}

    def url_of(self, client: str) -> str:
        return f"{self.url}/{client}"

    @property
    def connected(self) -> list[Session]:
        return [each for each in self.sessions.values() if each.socket is not None]

    @property
    def is_up(self) -> bool:
        return bool(self.connected)

    def serves(self, guild: int | None) -> bool:
        """Return whether somebody would hear of an event in a guild now."""
        return any(each.shard.hears_of(guild) for each in self.connected)

    def shards_of(self, client: str) -> set[int]:
        return {each.shard.number for each in self.connected if each.client == client}

    def dispatch(self, event: str, data: object, guild: int | None = GUILD) -> list[Session]:
        """Send an event to the sessions of its shard, and return these.

        A session that is not connected gets it when it is continued.
        """
        text = json.dumps(data)
        reached = [each for each in self.sessions.values() if each.shard.hears_of(guild)]
        for session in reached:
            session.tell(event, text)
        return reached

    def drop(self, client: str | None = None, *, forget: bool = False) -> None:
        """Cut the connections, or those of one process; with ``forget`` sessions end, too."""
        for session in list(self.sessions.values()):
            if client in {None, session.client}:
                session.cut()
                if forget:
                    del self.sessions[session.id]

    async def close(self, code: int) -> None:
        """Close the connections with this code; their sessions may be continued."""
        for session in self.connected:
            if session.socket is not None:
                await session.socket.close(code)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
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
                    client = request.match_info["client"]
                    session = await self._identify(packet["d"], socket, client)
                elif packet["op"] == 6 and session is None:
                    session = await self._resume(packet["d"], socket)
                elif packet["op"] == 8 and session is not None and "user_ids" in packet["d"]:
                    session.tell("GUILD_MEMBERS_CHUNK", json.dumps(self._members(packet["d"])))
                else:
                    self._discord.violations.append(f"gateway: op {packet['op']} is out of place")
                    await ws.close(code=4001)
        except ConnectionError:
            pass
        finally:
            if session is not None and session.socket is socket:
                session.socket = None
                self._silent_since[session.shard.number] = time.monotonic()
                if ws.close_code in ENDS_SESSION:
                    self.sessions.pop(session.id, None)
            pump.cancel()
            await asyncio.gather(pump, return_exceptions=True)
        return ws

    def _members(self, asked: Any) -> dict[str, Any]:
        """Return the members whose ids were asked for; that takes no privileged intent."""
        members = [member(int(each)) for each in asked["user_ids"]]
        common = {"guild_id": str(asked["guild_id"]), "nonce": asked.get("nonce")}
        return common | {"members": members, "chunk_index": 0, "chunk_count": 1, "not_found": []}

    async def _identify(self, said: Any, socket: Socket, client: str) -> Session | None:
        self.identified += 1
        shard = Shard(*said.get("shard", (0, 1)))
        code = self.close_with or (said["token"] != TOKEN and 4004)
        code = code or (said["intents"] & PRIVILEGED and 4014)
        code = code or (shard.number >= shard.count and INVALID_SHARD)
        if code:
            self.close_with = 0
            await socket.close(code)
            return None
        if self._is_too_early(shard):
            self.too_early.append(shard)
            socket.send(9, False)
            return None
        if shard.number in self._silent_since:
            self.silences.append(time.monotonic() - self._silent_since[shard.number])
        session = Session(f"session-{self.identified}", client, shard, socket=socket)
        self.sessions[session.id] = session
        guilds = [each for each in self._discord.guilds if shard.hears_of(each.id)]
        session.tell("READY", json.dumps(self._ready(session) | {"guilds": unavailable(guilds)}))
        for each in guilds:
            session.tell("GUILD_CREATE", json.dumps(each.wire() | {"unavailable": False}))
        return session

    def _is_too_early(self, shard: Shard) -> bool:
        """Return whether the shard's bucket must wait; else note that it begins to wait now."""
        bucket, now = shard.number % self.max_concurrency, time.monotonic()
        before = self._identified_at.get(bucket)
        if before is not None and now < before + self.identify_interval:
            return True
        self._identified_at[bucket] = now
        return False

    async def _resume(self, said: Any, socket: Socket) -> Session | None:
        if said["token"] != TOKEN:
            await socket.close(4004)
            return None
        session = self.sessions.get(said["session_id"])
        if session is None:
            socket.send(9, False)
            return None
        self.resumed += 1
        session.resume(socket, said["seq"])
        session.tell("RESUMED", "{}")
        return session

    def _ready(self, session: Session) -> dict[str, Any]:
        return {
            "v": 10,
            "user": user(APPLICATION),
            "session_id": session.id,
            "resume_gateway_url": self.url_of(session.client),
            "application": {"id": str(APPLICATION), "flags": 0},
            "shard": [session.shard.number, session.shard.count],
        }
