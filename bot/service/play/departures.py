"""Seats kept for people who have just left, and matches that everybody has left."""

from dataclasses import replace
from datetime import datetime, timedelta

from bot.engine.contract import Seat
from bot.model.deadlines import SeatClock
from bot.model.match import Match, MatchId
from bot.service.play.conflicts import retried
from bot.service.play.match_cache import MatchCache
from bot.service.play.move_executor import MoveExecutor

TIME_TO_RETURN = timedelta(minutes=1)
"""The time after leaving in which it can be undone."""


def keeping(match: Match, seat: Seat, now: datetime) -> Match:
    """Return the match with that seat kept for whoever leaves it ``now``, and their clock.

    If no clock runs for them, the one that is kept belongs to no choice, so they get a new one.
    """
    clock = match.agenda.clock(seat) or SeatClock(seat, 0, None)
    own = replace(clock, kept_until=now + TIME_TO_RETURN)
    kept = (*without_kept(match, seat).agenda.kept, own)
    return _with_kept(match, tuple(sorted(kept, key=lambda each: each.seat)))


def without_kept(match: Match, seat: Seat) -> Match:
    return _with_kept(match, tuple(each for each in match.agenda.kept if each.seat != seat))


def _with_kept(match: Match, kept: tuple[SeatClock, ...]) -> Match:
    return replace(match, agenda=replace(match.agenda, kept=kept))


@retried
async def end_abandoned(cache: MatchCache, executor: MoveExecutor, match_id: MatchId) -> None:
    async with cache.locked(match_id) as loaded:
        if loaded.match.is_abandoned:
            await executor.end_abandoned(loaded)
