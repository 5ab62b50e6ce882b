"""How long a match is agreed to be, as a part of a full one of the same game and seats."""

from bot.engine.game_info import GameInfo, Length
from bot.model.durations import days_among
from bot.model.match import Match
from bot.scores.rating import SHARES
from bot.service.play.loaded_match import info_of

LEAST_DAYS = 0.1
"""Added to the days of both lengths: the days of matches within an hour or two say little."""


def share_of(match: Match) -> float:
    """Return the share, from 1/:data:`SHARES` to 1 for a full match and a longer one.

    It follows from the agreed options, not from the rounds that were played: a match that is
    quickly over because somebody is strong counts as much as others.
    """
    info = info_of(match)
    length = info.length_of(match.options)
    shortest, *_ = info.lengths
    share = _measured(match, length or shortest)
    if share is None or length is None:  # no match is shorter than a round
        share = max(_by_numbers(match, info), share or 0.0)
    return min(max(1, round(SHARES * share)), SHARES) / SHARES


def _measured(match: Match, length: Length) -> float | None:
    """Return a length's share in days; ``None`` if that was not measured."""
    if length is Length.FULL:
        return 1.0
    full, days = (days_among(match.game, len(match.seats), each) for each in (Length.FULL, length))
    return None if full is None or days is None else (days + LEAST_DAYS) / (full + LEAST_DAYS)


def _by_numbers(match: Match, info: GameInfo) -> float:
    """Return the smallest of the agreed numbers that make lengths, as parts of the usual ones."""
    usual = info.lengths[Length.FULL]
    agreed = ((match.options.get(key), number) for key, number in usual.items())
    parts = (own / full for own, full in agreed if isinstance(own, int) and isinstance(full, int))
    return min((1.0, *parts))
