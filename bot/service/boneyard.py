"""The whole service in one piece: what the Discord side talks to."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import UTC, datetime
from os import urandom

from bot.service.computers import Computers
from bot.service.errands import Errands
from bot.service.live import Keeper
from bot.service.matches import Matches
from bot.service.ports import Awaits, Clock, Entropy, Match, Publisher, Stage, Store
from bot.service.showing import Showing
from bot.service.tables import Tables

_ALL = 0
"""Stands for all matches; no match has this id."""


@dataclass(frozen=True, slots=True)
class SystemClock:
    """The machine's time."""

    def now(self) -> datetime:
        """The present, in UTC."""
        return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class SystemEntropy:
    """The operating system's chance."""

    def secret(self) -> bytes:
        """32 random bytes."""
        return urandom(32)


class Boneyard:
    """Lobbies, matches, computers and what is owed to the channels, wired together."""

    def __init__(
        self,
        store: Store,
        publisher: Publisher,
        clock: Clock | None = None,
        entropy: Entropy | None = None,
    ) -> None:
        clock = clock or SystemClock()
        self.store = store
        self.keeper = Keeper(store, unsure=self._look_again)
        self.tables = Tables(store, self.keeper, clock, entropy or SystemEntropy(), self._changed)
        self.matches = Matches(store, self.keeper, clock, self._changed)
        self.showing = Showing(store, self.keeper, publisher)
        computers = Computers(self.matches, random.SystemRandom, done=self.show)
        self._starts = Errands("resuming", self._resume)
        self._shows = Errands("showing", self.showing.show)
        self._thoughts = Errands("computer", computers.play)

    def show(self, match_id: int) -> None:
        """Show what is new of a match, soon."""
        self._shows.wake(match_id)

    def resume(self) -> None:
        """After a start: show what is owed, let computers go on."""
        self._starts.wake(_ALL)

    async def close(self) -> None:
        """Finish what is under way."""
        await self._starts.close()
        await self._thoughts.close()
        await self._shows.close()

    async def _resume(self, _: int) -> None:
        for match_id in await self.store.owed():
            self._thoughts.wake(match_id)

    def _look_again(self, match_id: int) -> None:
        """The store failed in the middle: go on from whatever it has, unless that is under way."""
        if not self._thoughts.expects(match_id):
            self._thoughts.wake(match_id)

    async def abandon(self) -> None:
        """Give up what is under way; the store knows what is owed."""
        for errands in (self._starts, self._shows, self._thoughts):
            await errands.abandon()

    def _changed(self, match: Match) -> None:
        if match.stage is Stage.RUNNING and match.awaits is Awaits.COMPUTER:
            self._thoughts.wake(match.id)
        else:
            self._shows.wake(match.id)
