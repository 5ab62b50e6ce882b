"""Rematches: the people of a finished match play it again."""

from dataclasses import dataclass, field

from bot.model.errors import (
    MatchHere,
    NoRematchHere,
    NoSuchMatch,
    NotOver,
    NotYours,
    RematchBegun,
    TableClosed,
)
from bot.model.match import Match, MatchId, Stage, UserId
from bot.service.keyed_locks import KeyedLocks
from bot.service.lobby.lobbies import Lobbies
from bot.service.lobby.new_match import MatchPlace
from bot.service.ports.store import Store


@dataclass(frozen=True, slots=True)
class Rematches:
    """Opens rematches, one for each match at a time, and seats the people who ask for them."""

    store: Store
    lobbies: Lobbies
    _locks: KeyedLocks[MatchId] = field(default_factory=KeyedLocks)

    async def last(self, channel_id: int, user: UserId) -> Match:
        found = await self.store.last_over(channel_id, user)
        if found is None:
            raise NoRematchHere
        return found

    async def ask(self, match_id: MatchId, where: MatchPlace, user: UserId, salt: str) -> Match:
        """Open the rematch of a match for one of its people, or seat them if it is open already.

        ``salt`` is the id of their own click. Showing a new lobby is left to the caller. Raises
        :class:`~bot.model.errors.MatchHere` when something else is played ``where``, and
        :class:`~bot.model.errors.RematchBegun`.
        """
        before = await self.asked_by(match_id, user)
        async with self._locks[match_id]:
            there = await self.store.rematch(match_id)
            if there is not None and there.is_abandoned:
                await self.lobbies.end_abandoned(there.id)
                there = await self.store.rematch(match_id)
            if there is None:
                try:
                    return await self.lobbies.open_rematch(before, where, user, salt)
                except MatchHere:  # perhaps another process has opened this rematch
                    there = await self.store.rematch(match_id)
                    if there is None:
                        raise
        if there.stage is not Stage.LOBBY:
            raise RematchBegun(there.id)
        return await self.lobbies.join(there.id, user, salt)

    async def asked_by(self, match_id: MatchId, user: UserId) -> Match:
        """Return the match to repeat, if it is over and the person sat there at the end."""
        match = await self.store.match(match_id)
        if match is None:
            raise NoSuchMatch
        if match.stage is Stage.CLOSED:
            raise TableClosed
        if match.stage is not Stage.OVER:
            raise NotOver
        if match.seat_of(user) is None:
            raise NotYours
        return match
