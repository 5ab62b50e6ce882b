"""All scores computed again from the results alone, to be compared with what is stored."""

from collections.abc import Collection, Sequence
from typing import Any

from bot.model.match import CloseReason, Match, Stage
from bot.model.scores import OVERALL, Ended
from bot.scores.rating import Rating
from bot.service.scores.rating_changes import changes


def counts(match: Match, *, was_played: bool) -> bool:
    """Return whether a match should have results; ``was_played``: somebody has made a move."""
    walked_away = match.close_reason in {CloseReason.LEFT, CloseReason.ABSENT}
    return match.stage is Stage.OVER or (walked_away and was_played and len(match.seats) > 1)


def ratings_after(ended: Sequence[Ended]) -> dict[tuple[int, str], Rating]:
    """Return everybody's ratings after matches that were scored in this order."""
    now: dict[tuple[int, str], Rating] = {}
    for each in ended:
        weights = weights_among(each, ended)
        for name in (OVERALL, each.game):
            for seat, change in changes(each, name, now, weights).items():
                user = each.seats[seat].user_id
                assert user is not None
                now[user, name] = change.after
    return now


def weights_among(match: Ended, all_matches: Collection[Ended]) -> dict[int, float]:
    """Return each seat's weight: halved for each meeting of the day after the third."""
    day, at = match.at.date(), (match.at, match.match_id)
    earlier = [
        each
        for each in all_matches
        if each.at.date() == day and (each.at, each.match_id) < at
        if each.rated and not each.is_hinted
    ]
    weights = {}
    for own in match.seats:
        shares = []
        for other in match.seats:
            if own.side != other.side and (other.user_id or other.level):
                met = sum(_met(each, own.user_id, other.user_id or other.level) for each in earlier)
                shares.append(1.0 if met < 3 else 0.5 ** (met - 2))
        is_counted = own.user_id is not None and shares
        weights[own.seat] = sum(shares) / len(shares) if is_counted else 1.0
    return weights


def _met(match: Ended, user: int | None, rival: Any) -> bool:
    return any(
        own.user_id == user and (other.user_id or other.level) == rival and own.side != other.side
        for own in match.seats
        for other in match.seats
    )
