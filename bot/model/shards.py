"""Shards: the parts that Discord divides a bot's servers into, and those that a process holds."""

from dataclasses import dataclass
from typing import Self

TIMESTAMP_SHIFT = 22
"""The number of low bits of an id that Discord drops when it computes a server's shard."""
OF_DIRECT_MESSAGES = 0


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards that a process holds.

    Any process may carry out what a person asks for. What follows in a server is the work of the
    process that holds its shard: it posts the table, runs the clocks and moves for computers.
    """

    count: int
    ids: frozenset[int]

    @classmethod
    def all_of(cls, count: int) -> Self:
        return cls(count, frozenset(range(count)))

    @classmethod
    def from_settings(cls, count: int | None, ids: frozenset[int] | None) -> Self | None:
        """Return the shards that the settings name; ``None`` if Discord is to say how many."""
        if count is None:
            return None
        return cls.all_of(count) if ids is None else cls(count, ids)

    @property
    def are_all(self) -> bool:
        return len(self.ids) == self.count

    def of(self, guild_id: int | None) -> int:
        if guild_id is None:
            return OF_DIRECT_MESSAGES
        return (guild_id >> TIMESTAMP_SHIFT) % self.count

    def has_guild(self, guild_id: int | None) -> bool:
        return self.of(guild_id) in self.ids

    def __str__(self) -> str:
        """Return the ids as ranges, as in ``0–3, 6``; log lines would mask ``0-3`` as a bone."""
        ranges: list[list[int]] = []
        for each in sorted(self.ids):
            if ranges and each == ranges[-1][-1] + 1:
                ranges[-1][1:] = [each]
            else:
                ranges.append([each])
        return ", ".join("–".join(map(str, each)) for each in ranges)


ALONE = Shards.all_of(1)
