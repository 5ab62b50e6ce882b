from __future__ import annotations

import itertools
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from tests.wire import api_rules
from tests.wire.sessions import GUILD_SHIFT

if TYPE_CHECKING:
    from tests.wire.sessions import Session

TOKEN = "MTIzNDU2Nzg5.stand-in.not-a-secret"  # has the form of a token
APPLICATION, GUILD, OWNER = 900_001, 900_002, 900_003
EVERYTHING = (1 << 53) - 1
SEND, ATTACH, VIEW = 1 << 11, 1 << 15, 1 << 10
LOADING = 1 << 7
TEXT_CHANNEL, DM_CHANNEL = 0, 1
TOKEN_PREFIX = "interaction-"
_numbers = itertools.count(1)
_FIRST_MOMENT = 1_008_000
"""Divisible by all small numbers, so that the second guild comes after the first on every count."""
_LISTS = ("features", "emojis", "stickers", "threads", "presences", "voice_states")


def snowflake() -> int:
    since_2015 = int(time.time() * 1000) - 1_420_070_400_000
    return since_2015 << 22 | next(_numbers) % (1 << 22)


@dataclass(eq=False)
class Channel:
    """A text channel, or direct messages with ``recipient``."""

    id: int
    kind: int = TEXT_CHANNEL
    recipient: int | None = None
    guild: int | None = GUILD
    permissions: int = EVERYTHING
    messages: list[Message] = field(default_factory=list, repr=False)

    def wire(self) -> dict[str, Any]:
        common = {"id": str(self.id), "type": self.kind, "name": f"room-{self.id}"}
        if self.kind == DM_CHANNEL:
            return common | {"recipients": [user(self.recipient or 0)], "last_message_id": None}
        common |= {"guild_id": str(self.guild), "permission_overwrites": [], "position": 0}
        return common | {"topic": None, "nsfw": False, "rate_limit_per_user": 0, "parent_id": None}

    @property
    def public(self) -> list[Message]:
        return [each for each in self.messages if not each.deleted and each.seen_by is None]


@dataclass(eq=False)
class Message:
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
        return "\n".join(api_rules.texts(self.components))

    @property
    def shown(self) -> Answer:
        return Answer(self.text, bool(self.files))

    @property
    def is_ephemeral(self) -> bool:
        return bool(self.flags & api_rules.EPHEMERAL)

    @property
    def alt(self) -> str:
        shown = api_rules.pictures(self.components)
        return " ".join(item.get("description") or "" for item in shown)

    @property
    def ids(self) -> list[str]:
        parts = (part for part in api_rules.walk(self.components) if not part.get("disabled"))
        return [part["custom_id"] for part in parts if "custom_id" in part]

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


@dataclass(frozen=True)
class Answer:
    """What a person was shown when the bot answered, whatever becomes of the message later."""

    text: str
    has_pictures: bool


@dataclass(eq=False)
class Interaction:
    user: int
    kind: int
    channel: Channel
    message: Message | None = None
    id: int = field(default_factory=snowflake)
    born: float = field(default_factory=time.monotonic)
    reply: int | None = None
    """The type of the first answer."""
    data: dict[str, Any] = field(default_factory=dict)
    original: Message | None = None
    """The message that an edit of the answer changes."""
    edits: int = 0
    answers: list[Answer] = field(default_factory=list)
    """What the answer, each edit of it and each message after it showed."""
    custom_id: str = ""
    sessions: list[Session] = field(default_factory=list)
    """The gateway's sessions that it was sent to; none: it was lost."""

    @property
    def token(self) -> str:
        return f"{TOKEN_PREFIX}{self.id}"

    @property
    def guild(self) -> int | None:
        return self.channel.guild

    @property
    def can_be_answered(self) -> bool:
        """Return whether any process that got it is connected."""
        return any(each.socket is not None for each in self.sessions)


def guild_ids(number: int) -> list[int]:
    """Return ids that lie on one shard after another, whatever the number of shards."""
    return [GUILD] + [(_FIRST_MOMENT + n) << GUILD_SHIFT | n for n in range(1, number)]


@dataclass(frozen=True)
class Guild:
    id: int
    channels: tuple[Channel, ...]

    def wire(self) -> dict[str, Any]:
        role: dict[str, Any] = {"id": str(self.id), "name": "@everyone", "position": 0}
        role |= {"color": 0, "colors": {"primary_color": 0}, "hoist": False, "managed": False}
        role |= {"mentionable": False, "flags": 0, "permissions": str(EVERYTHING)}
        lists: dict[str, list[object]] = {key: [] for key in (*_LISTS, "stage_instances")}
        return lists | {
            "id": str(self.id),
            "name": "The Bone Club",
            "owner_id": str(OWNER),
            "preferred_locale": "en-US",
            "member_count": 3,
            "roles": [role],
            "members": [member(APPLICATION)],
            "channels": [room.wire() for room in self.channels],
        }


def unavailable(guilds: Iterable[Guild]) -> list[dict[str, Any]]:
    return [{"id": str(each.id), "unavailable": True} for each in guilds]


def user(user_id: int) -> dict[str, Any]:
    is_bot = user_id == APPLICATION
    name = "Boneyard" if is_bot else f"person-{user_id}"
    common = {"id": str(user_id), "username": name, "global_name": name, "discriminator": "0"}
    return common | {"avatar": None, "bot": is_bot, "public_flags": 0, "flags": 0}


def member(user_id: int) -> dict[str, Any]:
    of_guild = {"roles": [], "joined_at": now(), "deaf": False, "mute": False, "flags": 0}
    return of_guild | {"user": user(user_id)}


def application() -> dict[str, Any]:
    common = {"id": str(APPLICATION), "name": "Boneyard", "icon": None, "description": ""}
    keys = {"bot_public": True, "bot_require_code_grant": False, "verify_key": "00", "flags": 0}
    return common | keys | {"owner": user(OWNER), "team": None, "rpc_origins": []}


def now() -> str:
    return datetime.now(UTC).isoformat()


def _resolved(part: dict[str, Any]) -> dict[str, Any]:
    """Return a component as Discord sends it back: pictures have addresses."""
    part = dict(part)
    if "components" in part:
        part["components"] = [_resolved(each) for each in part["components"]]
    if part["type"] == api_rules.GALLERY:
        part["items"] = [
            item | {"media": {"url": _cdn(item["media"]["url"].removeprefix("attachment://"))}}
            for item in part["items"]
        ]
    return part


def _cdn(name: str) -> str:
    return f"http://127.0.0.1/attachments/{name}"
