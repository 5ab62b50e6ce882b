"""A small Discord on loopback: the HTTP interface as the bot meets it, over real sockets.

    async with Discord() as discord:
        ...                             # discord.api and discord.gateway.url are its addresses
    assert not discord.broken           # every body kept the laws (tests/wire/laws.py)

It keeps what Discord keeps (channels, messages, interactions), refuses with Discord's codes, and
misbehaves when it is asked to: :meth:`Discord.fault`. It shares no code with the bot.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import re
import time
import traceback
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from typing import Any

from aiohttp import web
from aiohttp.http_exceptions import PayloadEncodingError

from tests.wire import laws
from tests.wire.gateway import Gateway

TOKEN = "MTIzNDU2Nzg5.stand-in.not-a-secret"  # shaped like one
APPLICATION, GUILD, OWNER = 900_001, 900_002, 900_003
EVERYTHING = (1 << 53) - 1
SEND, ATTACH, VIEW = 1 << 11, 1 << 15, 1 << 10
IN_TIME = 3.0
LOADING = 1 << 7
ANSWERS = {2: {4, 5, 9}, 3: {4, 5, 6, 7, 9}, 4: {8}, 5: {4, 5, 6, 7}}
"""Which types of answers each type of interaction takes."""
LIMIT = (1000, 1.0)
TEXT_CHANNEL, DM_CHANNEL, THREAD = 0, 1, 11
CALL = web.RequestKey("call", object)
_numbers = itertools.count(1)


def snowflake() -> int:
    """An id of this moment."""
    since_2015 = int(time.time() * 1000) - 1_420_070_400_000
    return since_2015 << 22 | next(_numbers) % (1 << 22)


async def until(done: Callable[[], Any], seconds: float, what: str) -> Any:
    """Wait for ``done()`` to become true and return it."""
    end = time.monotonic() + seconds
    while not (found := done()):
        assert time.monotonic() < end, f"after {seconds} s still waiting: {what}"
        await asyncio.sleep(0.01)
    return found


class Refused(Exception):
    """Discord's no: a status, a code, a message."""

    def __init__(self, status: int, code: int, text: str) -> None:
        super().__init__(text)
        self.status, self.code = status, code


@dataclass(eq=False)
class Channel:
    """A text channel, a thread, or direct messages with ``recipient``."""

    id: int
    kind: int = TEXT_CHANNEL
    recipient: int | None = None
    permissions: int = EVERYTHING
    parent: int | None = None
    archived: bool = False
    locked: bool = False
    """Of a thread: only moderators speak, and wake it up."""
    messages: list[Message] = field(default_factory=list, repr=False)

    def wire(self) -> dict[str, Any]:
        common = {"id": str(self.id), "type": self.kind, "name": f"room-{self.id}"}
        if self.kind == DM_CHANNEL:
            return common | {"recipients": [user(self.recipient or 0)], "last_message_id": None}
        common |= {
            "guild_id": str(GUILD),
            "permission_overwrites": [],
            "position": 0,
            "topic": None,
        }
        common |= {"nsfw": False, "rate_limit_per_user": 0, "parent_id": None}
        if self.kind == THREAD:
            times: dict[str, Any] = {"archived": self.archived, "locked": self.locked}
            times |= {"auto_archive_duration": 1440, "archive_timestamp": now()}
            common |= {"parent_id": str(self.parent), "owner_id": str(APPLICATION)}
            common |= {"message_count": 0, "member_count": 1, "thread_metadata": times}
        return common

    @property
    def public(self) -> list[Message]:
        """What everybody in the channel sees now, oldest first."""
        return [each for each in self.messages if not each.deleted and each.seen_by is None]


@dataclass(eq=False)
class Message:
    """A message of the bot's."""

    channel: Channel
    flags: int
    seen_by: int | None = None
    """The only person who sees it; ``None``: everybody."""
    id: int = field(default_factory=snowflake)
    components: list[dict[str, Any]] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict, repr=False)
    pinged: frozenset[int] = frozenset()
    nonce: str | None = None
    deleted: bool = False
    edits: int = 0

    @property
    def text(self) -> str:
        return "\n".join(laws.texts(self.components))

    @property
    def is_ephemeral(self) -> bool:
        return bool(self.flags & laws.EPHEMERAL)

    @property
    def alt(self) -> str:
        return " ".join(item.get("description") or "" for item in laws.pictures(self.components))

    @property
    def ids(self) -> list[str]:
        """The ids of what can be pressed."""
        parts = laws.walk(self.components)
        return [
            part["custom_id"] for part in parts if "custom_id" in part and not part.get("disabled")
        ]

    def wire(self) -> dict[str, Any]:
        attachments = [
            {"id": str(self.id + n), "filename": name, "size": len(data), "url": _cdn(name)}
            | {"proxy_url": _cdn(name), "content_type": "image/png"}
            for n, (name, data) in enumerate(self.files.items())
        ]
        lists: dict[str, list[object]] = {"mention_roles": [], "embeds": [], "reactions": []}
        return lists | {
            "id": str(self.id),
            "channel_id": str(self.channel.id),
            "author": user(APPLICATION),
            "content": "",
            "timestamp": now(),
            "edited_timestamp": now() if self.edits else None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [user(each) for each in self.pinged],
            "attachments": attachments,
            "pinned": False,
            "type": 0,
            "nonce": self.nonce,
            "flags": self.flags,
            "components": [_resolved(part) for part in self.components],
        }


@dataclass(eq=False)
class Interaction:
    """Something a person did, and what the bot answered."""

    user: int
    kind: int
    channel: Channel
    message: Message | None = None
    id: int = field(default_factory=snowflake)
    born: float = field(default_factory=time.monotonic)
    reply: int | None = None
    """The type of the first answer."""
    took: float | None = None
    data: dict[str, Any] = field(default_factory=dict)
    original: Message | None = None
    """What an edit of the answer changes."""
    edits: int = 0
    followups: list[Message] = field(default_factory=list)
    custom_id: str = ""

    @property
    def token(self) -> str:
        return f"interaction-{self.id}"


@dataclass
class Call:
    """A request of the bot's, decoded."""

    method: str
    path: str
    query: dict[str, str]
    body: Any
    files: dict[str, bytes] = field(repr=False)
    token: str | None
    at: float = field(default_factory=time.monotonic)
    status: int = 0

    @classmethod
    async def of(cls, request: web.Request) -> Call:
        body, files, raw = None, {}, await request.read()
        if request.content_type == "multipart/form-data":
            parts = _parts(request.headers["Content-Type"], raw)
            body = json.loads(parts.pop("payload_json")[1])
            listed = {
                f"files[{each['id']}]": each for each in (body.get("data") or body)["attachments"]
            }
            for field_name, (file_name, data) in parts.items():
                assert listed[field_name]["filename"] == file_name, field_name
                files[file_name] = data
        elif raw:
            assert request.content_type == "application/json", request.content_type
            body = json.loads(raw)
        path = request.path.removeprefix("/api/v10")
        token = request.headers.get("Authorization")
        return cls(request.method, path, dict(request.query), body, files, token)


def _parts(content_type: str, raw: bytes) -> dict[str, tuple[str, bytes]]:
    """The parts of a form: for each name its file's name and its content."""
    found = re.search(r'boundary="?([^";]+)', content_type)
    assert found, content_type
    first, *inner, last = raw.split(b"--" + found[1].encode())
    assert (first, last) == (b"", b"--\r\n"), "a form that does not end"
    parts = {}
    for part in inner:
        head, _, content = part.removeprefix(b"\r\n").partition(b"\r\n\r\n")
        names = dict(re.findall(r'\b(name|filename)="([^"]*)"', head.decode()))
        assert names["name"] not in parts, f"{names['name']} twice"
        parts[names["name"]] = names.get("filename", ""), content.removesuffix(b"\r\n")
    return parts


@dataclass
class Fault:
    """How the next ``times`` requests that match are mistreated."""

    method: str
    path: str
    times: int
    status: int
    retry_after: float
    delay: float
    lag: float
    via: bool
    """Whether it is Discord itself that says no, and no proxy before it."""
    drop: str
    """``before``: nothing is done and no answer given; ``after``: done, but the answer is lost."""
    hits: int = 0

    def meets(self, call: Call) -> bool:
        return (
            self.hits < self.times
            and call.method == self.method
            and fnmatchcase(call.path, self.path)
        )


class Discord:
    """The stand-in. Everything it was asked is in ``calls``; every law broken in ``broken``."""

    def __init__(self, channels: int = 8) -> None:
        self.calls: list[Call] = []
        self.broken: list[str] = []
        self.commands: list[dict[str, Any]] = []
        self.channels = {
            channel.id: channel for channel in (Channel(910_000 + n) for n in range(channels))
        }
        self.interactions: dict[int, Interaction] = {}
        self.closed_to_dms: set[int] = set()
        self.left: set[int] = set()
        """Who is not in the server any more."""
        self.let_in = True
        """Whether the bot is in the server."""
        self.limits: dict[str, tuple[int, float]] = {}
        """For a channel's id: requests in so many seconds, for each route; else ``LIMIT``."""
        self.watch: Callable[[Message], None] = lambda message: None
        """Told of every message as it becomes visible or changes."""
        self.gateway = Gateway(self)
        self._faults: list[Fault] = []
        self._used: dict[str, deque[float]] = {}
        self._fresh = list(self.channels.values())

    async def __aenter__(self) -> Discord:
        app = web.Application(middlewares=[self._met], client_max_size=64 * 1024 * 1024)
        for method, path, handler in self._routes():
            app.router.add_route(method, f"/api/v10{path}", _on_call(handler))
        app.router.add_get("/gateway", self.gateway.connected)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        port = self._runner.addresses[0][1]
        self.api = f"http://127.0.0.1:{port}/api/v10"
        self.gateway.url = f"ws://127.0.0.1:{port}/gateway"
        return self

    async def __aexit__(self, *_: object) -> None:
        self.gateway.drop()
        await self._runner.cleanup()

    def channel(self) -> Channel:
        """A channel that nobody used yet."""
        return self._fresh.pop()

    def fault(
        self,
        method: str,
        path: str,
        *,
        times: int = 1,
        status: int = 0,
        retry_after: float = 0.0,
        delay: float = 0.0,
        lag: float = 0.0,
        via: bool = True,
        drop: str = "",
    ) -> Fault:
        """Mistreat requests whose path goes with the glob ``path``.

        They are met after ``delay`` seconds, answered ``lag`` seconds after that, with ``status``
        or not at all.
        """
        fault = Fault(method, path, times, status, retry_after, delay, lag, via, drop)
        self._faults.append(fault)
        return self._faults[-1]

    def asked(self, method: str, path: str) -> list[Call]:
        """What was asked, oldest first; ``path`` is a glob."""
        return [
            each for each in self.calls if each.method == method and fnmatchcase(each.path, path)
        ]

    # What people with the right to do so change.

    def allow(self, channel: Channel, permissions: int = EVERYTHING) -> None:
        """Let the bot do so much in a channel, and tell it that something has changed there."""
        channel.permissions = permissions
        allowed = {"id": str(GUILD), "type": 0, "allow": str(permissions), "deny": "0"}
        self.gateway.dispatch(
            "CHANNEL_UPDATE", channel.wire() | {"permission_overwrites": [allowed]}
        )

    def put_to_sleep(self, thread: Channel, *, locked: bool = False) -> None:
        """Archive a thread."""
        thread.archived, thread.locked = True, locked
        self.gateway.dispatch("THREAD_UPDATE", thread.wire())

    def wake(self, thread: Channel) -> None:
        """Unlock a thread and open it again."""
        thread.archived = thread.locked = False
        self.gateway.dispatch("THREAD_UPDATE", thread.wire())

    def delete(self, channel: Channel) -> None:
        """A channel or a thread, and all its messages."""
        del self.channels[channel.id]
        kind = "THREAD_DELETE" if channel.kind == THREAD else "CHANNEL_DELETE"
        self.gateway.dispatch(kind, channel.wire())

    def put_out(self) -> None:
        """The bot is kicked from the server."""
        self.let_in = False
        self.gateway.dispatch("GUILD_DELETE", {"id": str(GUILD)})

    def invite(self) -> None:
        """The bot is let into the server again."""
        self.let_in = True
        self.gateway.dispatch("GUILD_CREATE", self.gateway.guild())

    # How a request is met.

    @web.middleware
    async def _met(self, request: web.Request, handler: Any) -> web.StreamResponse:
        if request.path == "/gateway":
            return await handler(request)
        try:
            call = await Call.of(request)
        except (ConnectionError, PayloadEncodingError):  # the bot went away in the middle of it
            return _hang_up(request)
        except (AssertionError, KeyError, ValueError) as error:
            self.broken.append(f"{request.method} {request.path}: {error!r}")
            return _refusal(Refused(400, 50035, f"Invalid Form Body: {error!r}"))
        self.calls.append(call)
        request[CALL] = call
        fault = next((each for each in self._faults if each.meets(call)), None)
        if fault is not None:
            fault.hits += 1
            await asyncio.sleep(fault.delay)
        if fault is not None and fault.status:
            response: web.StreamResponse = _failure(fault)
        elif fault is not None and fault.drop == "before":
            return _hang_up(request)
        else:
            response = await self._carried_out(request, call, handler)
        if fault is not None:
            await asyncio.sleep(fault.lag)
        call.status = response.status
        return _hang_up(request) if fault is not None and fault.drop == "after" else response

    async def _carried_out(
        self, request: web.Request, call: Call, handler: Any
    ) -> web.StreamResponse:
        is_webhook = call.path.startswith(("/interactions/", "/webhooks/"))
        if not is_webhook and call.token != f"Bot {TOKEN}":
            return _refusal(Refused(401, 0, "401: Unauthorized"))
        most, seconds = self.limits.get(request.match_info.get("channel", ""), LIMIT)
        used = self._uses(request, call, seconds)
        after = seconds - (call.at - used[0]) if used else seconds
        if len(used) >= most and not is_webhook:
            return _slow_down(after)
        used.append(call.at)
        try:
            response: web.StreamResponse = await handler(request)
        except Refused as refused:
            response = _refusal(refused)
        except web.HTTPException:
            self.broken.append(f"no such route: {call.method} {call.path}")
            response = _refusal(Refused(404, 0, "404: Not Found"))
        except Exception:  # noqa: BLE001 - a fault of the stand-in must not pass for one of Discord
            self.broken.append(f"{call.method} {call.path}: {traceback.format_exc()}")
            response = _refusal(Refused(500, 0, "the stand-in fell over"))
        if not is_webhook:
            response.headers["X-RateLimit-Limit"] = str(most)
            response.headers["X-RateLimit-Remaining"] = str(most - len(used))
            response.headers["X-RateLimit-Reset"] = f"{time.time() + after:.3f}"
            response.headers["X-RateLimit-Reset-After"] = f"{after:.3f}"
            response.headers["X-RateLimit-Bucket"] = f"bucket-{_route(request)}"
        return response

    def _uses(self, request: web.Request, call: Call, seconds: float) -> deque[float]:
        """When this route was last used for this channel, within the time that counts."""
        bucket = f"{_route(request)} {request.match_info.get('channel', '')}"
        used = self._used.setdefault(bucket, deque())
        while used and used[0] <= call.at - seconds:
            used.popleft()
        return used

    def _hold_to(self, call: Call, wrong: list[str]) -> None:
        """Refuse a body that breaks a law, and remember it."""
        if wrong:
            self.broken += [f"{call.method} {call.path}: {each}" for each in wrong]
            raise Refused(400, 50035, f"Invalid Form Body: {'; '.join(wrong)}")

    # What can be asked.

    def _routes(self) -> list[tuple[str, str, Callable[..., Any]]]:
        message = "/channels/{channel}/messages/{message}"
        original = "/webhooks/{application}/{token}/messages/@original"
        return [
            ("GET", "/users/@me", lambda call: user(APPLICATION)),
            ("GET", "/oauth2/applications/@me", lambda call: application()),
            ("GET", "/gateway", lambda call: {"url": self.gateway.url}),
            ("GET", "/gateway/bot", self._gateway_bot),
            ("PUT", "/applications/{application}/commands", self._sync),
            ("PUT", "/applications/{application}/guilds/{guild}/commands", self._sync),
            ("POST", "/users/@me/channels", self._open_dm),
            ("GET", "/guilds/{guild}/members/{member}", self._member),
            ("POST", "/channels/{channel}/messages", self._send),
            ("POST", "/channels/{channel}/threads", self._thread),
            ("GET", message, lambda call, **at: self._message(**at).wire()),
            ("PATCH", message, self._edit),
            ("DELETE", message, self._delete),
            ("POST", "/interactions/{interaction}/{token}/callback", self._answer),
            ("GET", original, lambda call, application, token: self._original(token).wire()),
            ("PATCH", original, self._edit_original),
            ("DELETE", original, self._delete_original),
            ("POST", "/webhooks/{application}/{token}", self._follow_up),
        ]

    def _gateway_bot(self, call: Call) -> dict[str, Any]:
        starts = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
        return {"url": self.gateway.url, "shards": 1, "session_start_limit": starts}

    def _sync(self, call: Call, application: str, guild: str | None = None) -> list[dict[str, Any]]:
        self._hold_to(call, laws.commands(call.body))
        common = {"application_id": application, "version": "1", "guild_id": guild}
        self.commands = [
            {"description_localizations": {}, "name_localizations": {}}
            | command
            | common
            | {"id": str(920_000 + n), "default_member_permissions": None}
            for n, command in enumerate(call.body)
        ]
        return self.commands

    def _member(self, call: Call, guild: str, member: str) -> dict[str, Any]:
        if int(member) in self.left:
            raise Refused(404, 10007, "Unknown Member")
        of_guild = {"roles": [], "joined_at": now(), "deaf": False, "mute": False, "flags": 0}
        return of_guild | {"user": user(int(member))}

    def _open_dm(self, call: Call) -> dict[str, Any]:
        recipient = int(call.body["recipient_id"])
        return self.dm(recipient).wire()

    def dm(self, recipient: int) -> Channel:
        """The direct messages between the bot and a person."""
        return self.channels.setdefault(
            930_000 + recipient, Channel(930_000 + recipient, DM_CHANNEL, recipient)
        )

    def _room(self, channel: str) -> Channel:
        try:
            room = self.channels[int(channel)]
        except KeyError:
            raise Refused(404, 10003, "Unknown Channel") from None
        if room.kind != DM_CHANNEL and not self.let_in:
            raise Refused(403, 50001, "Missing Access")
        return room

    def _send(self, call: Call, channel: str) -> dict[str, Any]:
        room = self._room(channel)
        if room.recipient in self.closed_to_dms:
            raise Refused(403, 50007, "Cannot send messages to this user")
        if not room.permissions & VIEW:
            raise Refused(403, 50001, "Missing Access")
        if not room.permissions & SEND or (call.files and not room.permissions & ATTACH):
            raise Refused(403, 50013, "Missing Permissions")
        if room.archived and room.locked:
            raise Refused(400, 50083, "Thread is archived")
        if room.archived:
            self.wake(room)
        nonce = call.body.get("nonce")
        wrong = [f"nonce {nonce}"] if len(str(nonce or "")) > 25 else []
        flags = call.body.get("flags", 0)
        if flags & ~(laws.COMPONENTS_V2 | laws.SILENT | 1 << 2):
            wrong.append(f"flags {flags} on a message to a channel")
        self._hold_to(call, wrong + laws.message(call.body, call.files, flags=flags))
        if nonce and call.body.get("enforce_nonce"):
            for each in room.messages:
                if each.nonce == nonce:  # though it be deleted since
                    return each.wire()
        message = Message(room, flags, nonce=nonce, pinged=laws.pinged(call.body))
        return self._put(message, call.body, call.files).wire()

    def _put(self, message: Message, body: dict[str, Any], files: dict[str, bytes]) -> Message:
        """Give a message its content, new or changed."""
        if message in message.channel.messages:
            message.edits += 1
        else:
            message.channel.messages.append(message)
        message.flags |= body.get("flags", 0) & laws.COMPONENTS_V2
        if "components" in body:
            message.components = body["components"] or []
        if "attachments" in body:
            message.files = {name: message.files[name] for name in _kept(message, body)}
        message.files |= files
        self.watch(message)
        return message

    def _message(self, channel: str, message: str) -> Message:
        for each in self._room(channel).messages:
            if each.id == int(message) and not each.deleted:
                if each.is_ephemeral:
                    break
                return each
        raise Refused(404, 10008, "Unknown Message")

    def _awake(self, channel: str) -> None:
        """In a thread that sleeps nothing is changed and nothing taken away."""
        if self._room(channel).archived:
            raise Refused(400, 50083, "Thread is archived")

    def _edit(self, call: Call, channel: str, message: str) -> dict[str, Any]:
        if not self._room(channel).permissions & VIEW:
            raise Refused(403, 50001, "Missing Access")
        self._awake(channel)
        found = self._message(channel, message)
        return self._change(call, found, call.body).wire()

    def _change(self, call: Call, message: Message, body: dict[str, Any]) -> Message:
        flags = message.flags | body.get("flags", 0)
        merged = {"components": message.components} | body
        kept = frozenset(_kept(message, body))
        self._hold_to(call, laws.message(merged, call.files, flags=flags, kept=kept))
        return self._put(message, body, call.files)

    def _delete(self, call: Call, channel: str, message: str) -> None:
        self._awake(channel)
        self._message(channel, message).deleted = True

    def _thread(self, call: Call, channel: str) -> dict[str, Any]:
        parent = self._room(channel)
        self._hold_to(call, laws.thread(call.body))
        thread = Channel(snowflake(), THREAD, parent=parent.id, permissions=parent.permissions)
        self.channels[thread.id] = thread
        self.gateway.dispatch("THREAD_CREATE", thread.wire() | {"newly_created": True})
        return thread.wire()

    # Interactions.

    def _interaction(self, token: str) -> Interaction:
        found = next((each for each in self.interactions.values() if each.token == token), None)
        if found is None or time.monotonic() - found.born > 15 * 60:
            raise Refused(404, 10015, "Unknown Webhook")
        return found

    def _answer(self, call: Call, interaction: str, token: str) -> dict[str, Any] | None:
        asked = self._unanswered(call, int(interaction), token)
        kind, data = call.body["type"], call.body.get("data") or {}
        flags = data.get("flags", 0)
        wrong = (
            []
            if kind in ANSWERS[asked.kind]
            else [f"an answer of type {kind} to one of {asked.kind}"]
        )
        if kind in {6, 7} and asked.message is None:
            wrong.append("no message to change")
        if flags & ~(
            laws.EPHEMERAL if kind == 5 else laws.COMPONENTS_V2 | laws.EPHEMERAL | laws.SILENT
        ):
            wrong.append(f"flags {flags} on an answer of type {kind}")
        self._hold_to(call, wrong)
        message = self._done_with(call, asked, kind, data)
        asked.reply, asked.data, asked.took = kind, data, time.monotonic() - asked.born
        if "with_response" not in call.query:
            return None
        told: dict[str, Any] = {"interaction": {"id": interaction, "type": asked.kind}}
        if message is not None:
            told["interaction"] |= {"response_message_id": str(message.id)}
            told["interaction"] |= {"response_message_loading": kind == 5}
            told["interaction"] |= {"response_message_ephemeral": message.is_ephemeral}
            told["resource"] = {"type": kind, "message": message.wire()}
        return told

    def _unanswered(self, call: Call, number: int, token: str) -> Interaction:
        asked = self.interactions.get(number)
        late = asked is not None and call.at - asked.born > IN_TIME
        if asked is None or asked.token != token or late:
            self.broken.append(f"10062 Unknown interaction {number}, late: {late}")
            raise Refused(404, 10062, "Unknown interaction")
        if asked.reply is not None:
            self.broken.append(f"40060 interaction {number} answered twice")
            raise Refused(400, 40060, "Interaction has already been acknowledged.")
        return asked

    def _done_with(
        self, call: Call, asked: Interaction, kind: int, data: dict[str, Any]
    ) -> Message | None:
        """Carry an answer out; the message that came of it."""
        flags = data.get("flags", 0)
        is_private = flags & laws.EPHEMERAL or asked.channel.kind == DM_CHANNEL
        new = Message(asked.channel, flags, asked.user if is_private else None)
        match kind:
            case 4:  # a new message
                self._hold_to(call, laws.message(data, call.files, flags=flags))
                new.pinged = laws.pinged(data)
                asked.original = self._put(new, data, call.files)
            case 5:  # a new message, later
                new.flags |= LOADING
                asked.original = new
            case 6:  # a change of the message, later, or nothing at all
                asked.original = asked.message
                return None
            case 7 if asked.message is not None:  # a change of the message
                asked.original = self._change(call, asked.message, data)
            case 8:
                self._hold_to(call, laws.choices(data))
            case _:
                self._hold_to(call, laws.modal(data))
        return asked.original

    def _original(self, token: str) -> Message:
        asked = self._interaction(token)
        if asked.reply is None:
            raise Refused(404, 10015, "Unknown Webhook")
        if asked.original is None or asked.original.deleted:
            raise Refused(404, 10008, "Unknown Message")
        return asked.original

    def _edit_original(self, call: Call, application: str, token: str) -> dict[str, Any]:
        message = self._original(token)
        message.flags &= ~LOADING
        self._change(call, message, call.body)
        self._interaction(token).edits += 1
        return message.wire()

    def _delete_original(self, call: Call, application: str, token: str) -> None:
        self._original(token).deleted = True

    def _follow_up(self, call: Call, application: str, token: str) -> dict[str, Any]:
        asked = self._interaction(token)
        flags = call.body.get("flags", 0)
        self._hold_to(call, laws.message(call.body, call.files, flags=flags))
        seen_by = asked.user if flags & laws.EPHEMERAL else None
        message = self._put(Message(asked.channel, flags, seen_by), call.body, call.files)
        asked.followups.append(message)
        return message.wire()


def _route(request: web.Request) -> str:
    resource = request.match_info.route.resource
    return f"{request.method} {resource.canonical if resource else request.path}"


def user(user_id: int) -> dict[str, Any]:
    is_bot = user_id == APPLICATION
    name = "Boneyard" if is_bot else f"person-{user_id}"
    common = {"id": str(user_id), "username": name, "global_name": name, "discriminator": "0"}
    return common | {"avatar": None, "bot": is_bot, "public_flags": 0, "flags": 0}


def application() -> dict[str, Any]:
    common = {
        "id": str(APPLICATION),
        "name": "Boneyard",
        "icon": None,
        "description": "",
        "flags": 0,
    }
    keys = {"bot_public": True, "bot_require_code_grant": False, "verify_key": "00"}
    return common | keys | {"owner": user(OWNER), "team": None, "rpc_origins": []}


def now() -> str:
    return datetime.now(UTC).isoformat()


def _slow_down(after: float, *, via: bool = True) -> web.Response:
    """Too many requests, as Discord itself says so; without ``via`` as a proxy before it does."""
    body = {
        "message": "You are being rate limited.",
        "retry_after": round(after, 3),
        "global": False,
    }
    headers = {"Retry-After": str(int(after) + 1), "X-RateLimit-Scope": "user"}
    headers |= {"Via": "1.1 google"} if via else {}
    return _json(body, 429, **headers)


def _kept(message: Message, body: dict[str, Any]) -> list[str]:
    """The names of the pictures that an edit leaves."""
    if "attachments" not in body:
        return list(message.files)
    ids = {str(each.get("id")) for each in body["attachments"] or []}
    return [name for n, name in enumerate(message.files) if str(message.id + n) in ids]


def _resolved(part: dict[str, Any]) -> dict[str, Any]:
    """A component as Discord gives it back: pictures have addresses."""
    part = dict(part)
    if "components" in part:
        part["components"] = [_resolved(each) for each in part["components"]]
    if part["type"] == laws.GALLERY:
        part["items"] = [
            item | {"media": {"url": _cdn(item["media"]["url"].removeprefix("attachment://"))}}
            for item in part["items"]
        ]
    return part


def _cdn(name: str) -> str:
    return f"http://127.0.0.1/attachments/{name}"


def _json(data: object, status: int = 200, **headers: str) -> web.Response:
    """JSON as Discord labels it: discord.py reads nothing else as JSON."""
    body = json.dumps(data).encode()
    return web.Response(body=body, status=status, headers=headers, content_type="application/json")


def _on_call(handler: Callable[..., Any]) -> Callable[..., Any]:
    async def handled(request: web.Request) -> web.StreamResponse:
        answer = handler(request[CALL], **request.match_info)
        return web.Response(status=204) if answer is None else _json(answer)

    return handled


def _refusal(refused: Refused) -> web.Response:
    return _json({"code": refused.code, "message": str(refused)}, refused.status)


def _failure(fault: Fault) -> web.StreamResponse:
    if fault.status == 429:
        return _slow_down(fault.retry_after, via=fault.via)
    return _json({"code": 0, "message": f"{fault.status}: by request"}, fault.status)


def _hang_up(request: web.Request) -> web.Response:
    if request.transport is not None:
        request.transport.abort()
    return web.Response()
