"""The results of a match that has ended or was closed early."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from bot.engine.contract import Outcome, Seat
from bot.engine.game_info import GameInfo
from bot.model.match import CloseReason, FinalPlace, Match, Occupant, Stage

COUNTED = frozenset({CloseReason.LEFT, CloseReason.ABSENT})
"""Reasons with results: walking away loses. A match closed for other reasons counts for nobody."""


def final_places(match: Match, outcome: Outcome, info: GameInfo) -> Sequence[FinalPlace]:
    """Return everybody's result: winners first, then by last round played, then by points.

    People who left, or for whom a computer made the moves at the end, come after those who stayed,
    and have not won. ``match`` is as it was before the last move.
    """
    better = 1 if info.penalties else -1

    def rank(occupant: Occupant) -> tuple[bool, bool, int, int]:
        seat = occupant.seat
        lasted = outcome.lasted[seat] if outcome.lasted else 0
        points = better * outcome.points[seat]
        return (_has_left(occupant), seat not in outcome.winners, -lasted, points)

    return _final_places(
        match,
        info,
        rank,
        points=lambda seat: 0 if info.penalties else outcome.points[seat],
        won=lambda seat: seat in outcome.winners,
        tally=outcome.tally if len(match.seats) == 1 else None,
    )


def early_close_places(
    match: Match, info: GameInfo, why: CloseReason, *, is_played: bool = True
) -> Sequence[FinalPlace]:
    """Return the results of a match closed early: nobody has won, and no person has stayed.

    ``match`` is as it was before: computers come first, then people who were still at the table or
    were the last to leave it, and last those who had left it earlier. Empty for a reason not in
    :data:`COUNTED`, a lobby, a match played alone, or one in which nobody has made a move
    (``is_played``).
    """
    alone = len(match.seats) == 1
    if why not in COUNTED or match.stage is not Stage.RUNNING or alone or not is_played:
        return ()

    last = match.last_to_leave

    def rank(occupant: Occupant) -> int:
        if occupant.user_id is not None or occupant.seat == last:
            return 1
        return 0 if occupant.left_by is None else 2

    found = _final_places(match, info, rank, points=lambda _: 0, won=lambda _: False)
    return [replace(each, left=each.user_id is not None) for each in found]


def _final_places(
    match: Match,
    info: GameInfo,
    rank: Callable[[Occupant], Any],
    *,
    points: Callable[[Seat], int],
    won: Callable[[Seat], bool],
    tally: int | None = None,
) -> Sequence[FinalPlace]:
    """Return the results by seat; the lowest ``rank`` is first, and equal ranks share a place."""
    ranks = sorted(map(rank, match.seats))
    sides = info.partnerships_under(match.options, len(match.seats))
    return [
        FinalPlace(
            seat=occupant.seat,
            user_id=occupant.user_id or occupant.left_by,
            place=ranks.index(rank(occupant)) + 1,
            points=points(occupant.seat),
            won=won(occupant.seat) and not _has_left(occupant),
            tally=tally,
            left=_has_left(occupant),
            side=next((min(side) for side in sides if occupant.seat in side), occupant.seat),
        )
        for occupant in match.seats
    ]


def _has_left(occupant: Occupant) -> bool:
    """Return whether a person was in this seat and did not play to the end."""
    return occupant.left_by is not None or occupant.is_held
