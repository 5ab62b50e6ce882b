"""Deals of one secret, on days that have each game of the calendar once, played out at random."""

from datetime import date, timedelta
from functools import cache
from random import Random

from bot.ai.daily import daily_round
from bot.ai.solo_round import SoloRound
from bot.games.daily import game_of_day

SECRET = bytes(range(32))
MONDAY = date(2026, 11, 30)


@cache
def days_of_all_games() -> tuple[date, ...]:
    days = [MONDAY + timedelta(days=at) for at in range(7 * 12)]
    return tuple(sorted({game_of_day(day.toordinal()): day for day in reversed(days)}.values()))


@cache
def played_out(day: date) -> tuple[SoloRound, tuple[str, ...]]:
    """Return the round of a day, which is not to be changed, and its player's choices."""
    dealt, rng, moves = game_of_day(day.toordinal()), Random(1), []
    played = daily_round(dealt.id, dealt.seats, dealt.options, day.isoformat(), SECRET)
    while not played.is_over:
        move = rng.choice(played.legal)
        moves.append(move.code)
        played.choose(move)
    return played, tuple(moves)
