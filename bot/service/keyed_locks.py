"""Locks by key."""

import asyncio
from collections.abc import Hashable
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

K = TypeVar("K", bound=Hashable)


class KeyedLocks(Generic[K]):
    """Locks by key; each exists only as long as somebody holds it or waits for it."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[K, asyncio.Lock] = WeakValueDictionary()

    def __getitem__(self, key: K) -> asyncio.Lock:
        return self._locks.setdefault(key, asyncio.Lock())

    def __contains__(self, key: object) -> bool:
        return key in self._locks

    def existing(self) -> list[tuple[K, asyncio.Lock]]:
        return list(self._locks.items())
