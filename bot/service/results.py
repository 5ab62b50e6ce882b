"""What everybody came to when a match ended."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.contract import GameInfo, Outcome
from bot.service.ports import Match, Occupant, Place


def places(match: Match, outcome: Outcome, info: GameInfo) -> Sequence[Place]:
    """What everybody came to: winners, then who was in it longest, then by points.

    Who left comes after who stayed.
    """
    better = 1 if info.penalties else -1

    def rank(occupant: Occupant) -> tuple[bool, bool, int, int]:
        seat = occupant.seat
        lasted = outcome.lasted[seat] if outcome.lasted else 0
        points = better * outcome.points[seat]
        return (occupant.left_by is not None, seat not in outcome.winners, -lasted, points)

    ranks = sorted(map(rank, match.seats))
    return [
        Place(
            seat=occupant.seat,
            user_id=occupant.user_id or occupant.left_by,
            place=ranks.index(rank(occupant)) + 1,
            points=0 if info.penalties else outcome.points[occupant.seat],
            won=occupant.seat in outcome.winners and occupant.left_by is None,
            tally=outcome.tally if len(match.seats) == 1 else None,
        )
        for occupant in match.seats
    ]
