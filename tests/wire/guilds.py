from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tests.wire.discord_objects import APPLICATION, EVERYTHING, GUILD, OWNER, Channel, member
from tests.wire.sessions import GUILD_SHIFT

_FIRST_MOMENT = 1_008_000
"""Divisible by all small numbers, so that the second guild comes after the first on every count."""
_LISTS = (
    "features",
    "emojis",
    "stickers",
    "threads",
    "presences",
    "voice_states",
    "stage_instances",
)


def guild_ids(number: int) -> list[int]:
    """Return ids that lie on one shard after another, whatever the number of shards."""
    return [GUILD] + [(_FIRST_MOMENT + n) << GUILD_SHIFT | n for n in range(1, number)]


@dataclass(frozen=True)
class Guild:
    id: int
    channels: tuple[Channel, ...]

    def wire(self) -> dict[str, Any]:
        role = {
            "id": str(self.id),
            "name": "@everyone",
            "permissions": str(EVERYTHING),
            "position": 0,
        }
        role |= {"color": 0, "colors": {"primary_color": 0}, "hoist": False, "managed": False}
        role |= {"mentionable": False, "flags": 0}
        lists: dict[str, list[object]] = {key: [] for key in _LISTS}
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
