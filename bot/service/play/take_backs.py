"""Taking back a move, in unrated matches of a person alone with computers."""

from dataclasses import dataclass
from typing import Any

from bot.engine.choices import PastChoice
from bot.engine.contract import Seat
from bot.engine.errors import StaleMove
from bot.model.errors import NothingToTakeBack, RevealedSince, SeatHeld, TakeBackOff
from bot.model.match import MatchId, UserId
from bot.service.play.loaded_match import LoadedMatch
from bot.service.play.match_cache import MatchCache, retried
from bot.service.play.matches import PlayerView, running_seat
from bot.service.play.move_executor import MoveExecutor


@dataclass(frozen=True, slots=True)
class TakeBacks:
    """Lets a person undo their last choice and everything that followed.

    The log keeps what was taken back, and an entry says so (:mod:`bot.engine.replay`). So the
    log is longer than before: old buttons stay out of date, also those of the position that the
    match has again, and a computer that is still thinking about an undone position is ignored.
    """

    cache: MatchCache
    executor: MoveExecutor

    async def offer(self, match_id: MatchId, user: UserId) -> int:
        """Return the length of the log before the choice that can be taken back.

        Raises :class:`~bot.model.errors.TakeBackOff`,
        :class:`~bot.model.errors.NothingToTakeBack`,
        :class:`~bot.model.errors.RevealedSince`, and :class:`~bot.model.errors.SeatHeld` while
        a computer plays for the person.
        """
        async with self.cache.locked(match_id) as loaded:
            return _last_choice(loaded, running_seat(loaded, user)).ply

    @retried
    async def take_back(self, match_id: MatchId, user: UserId, ply: int) -> PlayerView:
        """Return to before the person's last choice, which they made after ``ply`` log entries.

        Raises the refusals of :meth:`offer`, and :class:`~bot.engine.errors.StaleMove` if their
        last choice is another one by now.
        """
        async with self.cache.locked(match_id) as loaded:
            seat = running_seat(loaded, user)
            try:
                choice = _last_choice(loaded, seat)
            except NothingToTakeBack:
                raise StaleMove from None  # pressed twice
            if choice.ply != ply:
                raise StaleMove
            news = await self.executor.take_back(loaded, seat, choice)
            return PlayerView.of(loaded, seat, news)


def _last_choice(loaded: LoadedMatch, seat: Seat) -> PastChoice[Any]:
    if not loaded.match.allows_take_back:
        raise TakeBackOff
    if loaded.match.seats[seat].is_held:
        raise SeatHeld
    if not loaded.choices:
        raise NothingToTakeBack
    if loaded.choices[-1].has_uncovered:
        raise RevealedSince
    return loaded.choices[-1]
