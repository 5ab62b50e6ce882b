"""Hints: the best move for a person, worked out off the event loop, and counted."""

import hashlib
import logging
import random
from dataclasses import dataclass, field, replace

from bot.ai.hint import hint_in
from bot.engine.analysis import Hint, can_be_advised
from bot.engine.contract import Observation, Seat
from bot.engine.errors import NotYourTurn, StaleMove
from bot.model.errors import (
    HintsOff,
    HintUnderWay,
    NoHintNow,
    NothingKnown,
    NothingToChoose,
    SeatHeld,
)
from bot.model.match import MatchId, UserId
from bot.service.play.loaded_match import LoadedMatch
from bot.service.play.match_cache import MatchCache, retried
from bot.service.play.matches import has_same_choice, running_seat
from bot.service.ports.store import Store
from bot.service.ports.thinking import Thinking, ThinkingFailed

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Question:
    game: str
    seat: Seat
    since: int
    """The ply from which on they have had it."""
    seen: Observation

    def random_source(self, match_id: MatchId) -> random.Random:
        """Return the same random source for the same choice; it reveals nothing of the shuffles."""
        text = f"hint|{match_id}|{self.since}|{self.seat}"
        return random.Random(hashlib.sha256(text.encode()).digest())  # noqa: S311


@dataclass(frozen=True, slots=True)
class Hints:
    """Gives hints to people: where the table allows it, on their turn, one at a time each."""

    store: Store
    cache: MatchCache
    thinking: Thinking
    _under_way: set[UserId] = field(default_factory=set)

    async def would_be_first(self, match_id: MatchId, user: UserId, ply: int) -> bool:
        """Return whether a hint would be their first here; raises what :meth:`take` raises."""
        async with self.cache.locked(match_id) as loaded:
            question = _question(loaded, user, ply)
            return not loaded.match.seats[question.seat].took_hint

    async def take(self, match_id: MatchId, user: UserId, ply: int) -> Hint:
        """Return the best move of a person at the table after ``ply`` log entries, and count it.

        Asking again at the same table gives the same hint, and a choice is counted once. Raises
        :class:`~bot.engine.errors.StaleMove` when that table is out of date or becomes so
        meanwhile, which is not counted; the choices of others who choose at the same time don't
        make it so. Raises :class:`~bot.model.errors.NoHintNow` when finding it failed.
        """
        if user in self._under_way:
            raise HintUnderWay
        self._under_way.add(user)
        try:
            async with self.cache.locked(match_id) as loaded:
                question = _question(loaded, user, ply)
            found = await self._found(question, match_id)
            await self._count(question, match_id, user, ply)
            return found
        finally:
            self._under_way.discard(user)

    @retried
    async def _count(self, question: _Question, match_id: MatchId, user: UserId, ply: int) -> None:
        async with self.cache.locked(match_id) as loaded:
            if _question(loaded, user, ply).since != question.since:
                raise StaleMove
            match = loaded.match
            await self.store.count_hint(
                match_id, match.revision, match.ply, question.seat, question.since
            )
            taker = replace(match.seats[question.seat], took_hint=True)
            loaded.match = match.after_write(shown=False).with_occupant(taker)

    async def _found(self, question: _Question, match_id: MatchId) -> Hint:
        source = question.random_source(match_id)
        try:
            return await self.thinking.run(hint_in, question.game, question.seen, source)
        except (ThinkingFailed, TimeoutError) as error:
            log.warning("cannot find a hint: %s", str(error) or "it took too long")
            raise NoHintNow from None


def _question(loaded: LoadedMatch, user: UserId, ply: int) -> _Question:
    seat, match = running_seat(loaded, user), loaded.match
    seen, since = loaded.observe(seat), loaded.turns.get(seat)
    if not has_same_choice(loaded, seat, ply):
        raise StaleMove
    if match.seats[seat].is_held:
        raise SeatHeld
    if seen is None or since is None:
        raise NotYourTurn
    if not match.allows_hints:
        raise HintsOff
    if not can_be_advised(seen):
        raise NothingToChoose if len(seen.legal) < 2 else NothingKnown
    return _Question(match.game, seat, since, seen)
