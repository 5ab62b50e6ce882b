"""Counting pips."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from bot.domino.bone import Bone

Key = TypeVar("Key")


def pips(bones: Iterable[Bone]) -> int:
    """The pips of several bones."""
    return sum(bone.pips for bone in bones)


def unique_lowest(counts: Mapping[Key, int]) -> Key | None:
    """Who has strictly the least; ``None`` when two or more share it (GEN-11)."""
    least = min(counts.values())
    holders = [key for key, count in counts.items() if count == least]
    return holders[0] if len(holders) == 1 else None
