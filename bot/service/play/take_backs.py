"""Taking back a move, in unrated matches of a person alone with computers."""

import asyncio
from dataclasses import dataclass
from typing import Any

from bot.engine.contract import Seat
from bot.engine.errors import StaleMove
from bot.engine.last_choice import LastChoice, last_choice
from bot.service.errors import NothingToTakeBack, RevealedSince, SeatHeld, TakeBackOff
from bot.service.model.match import MatchId, UserId
from bot.service.play.conflicts import retried
from bot.service.play.match_cache import LoadedMatch, MatchCache, setup_of
from bot.service.play.matches import PlayerView, running_seat
from bot.service.play.move_executor import MoveExecutor
from bot.service.ports.store import Store


@dataclass(frozen=True, slots=True)
class TakeBacks:
    """Lets a person undo their last choice and everything that followed.

    The log keeps what was taken back, and an entry says so (:mod:`bot.engine.take_back`). So the
    log is longer than before: old buttons stay out of date, also those of the position that the
    match has again, and a computer that is still thinking about an undone position is ignored.
    """

    store: Store
    cache: MatchCache
    executor: MoveExecutor

    async def offer(self, match_id: MatchId, user: UserId) -> int:
        """Return the length of the log before the choice that can be taken back.

        Raises :class:`~bot.service.errors.TakeBackOff`,
        :class:`~bot.service.errors.NothingToTakeBack`,
        :class:`~bot.service.errors.RevealedSince`, and :class:`~bot.service.errors.SeatHeld` while
        a computer plays for the person.
        """
        async with self.cache.locked(match_id) as loaded:
            return (await self._choice(loaded, running_seat(loaded, user))).ply

    @retried
    async def take_back(self, match_id: MatchId, user: UserId, ply: int) -> PlayerView:
        """Return to before the person's last choice, which they made after ``ply`` log entries.

        Raises the refusals of :meth:`offer`, and :class:`~bot.engine.errors.StaleMove` if their
        last choice is another one by now.
        """
        async with self.cache.locked(match_id) as loaded:
            seat = running_seat(loaded, user)
            try:
                choice = await self._choice(loaded, seat)
            except NothingToTakeBack:
                raise StaleMove from None  # pressed twice
            if choice.ply != ply:
                raise StaleMove
            news = await self.executor.take_back(loaded, seat, choice)
            return PlayerView(loaded.match, loaded.observe(seat), news, loaded.choosing_since(seat))

    async def _choice(self, loaded: LoadedMatch, seat: Seat) -> LastChoice[Any]:
        """Return the seat's last choice, if it can be taken back."""
        match = loaded.match
        if not match.allows_take_back:
            raise TakeBackOff
        if match.seats[seat].is_held:
            raise SeatHeld
        log = (await self.store.log(match.id))[: match.ply]
        choice = await asyncio.to_thread(last_choice, loaded.rules, setup_of(match), log, seat)
        if choice is None:
            raise NothingToTakeBack
        if choice.has_uncovered:
            raise RevealedSince
        return choice
