"""The host of a lobby, and who may act in their place."""

from dataclasses import replace
from datetime import datetime, timedelta
from math import ceil

from bot.model.errors import NotHost, NotSeated
from bot.model.match import Match, UserId
from bot.service.clock.planner import LOBBY_LASTS

HOST_LASTS = timedelta(minutes=15)
"""Time without activity in a lobby after which its host is taken to be away."""


def hosted(match: Match, user: UserId, now: datetime) -> Match:
    """Return the match hosted by that person; raises :class:`NotSeated` or :class:`NotHost`."""
    if match.seat_of(user) is None:
        raise NotSeated
    if user == match.host_id:
        return match
    lapses_at = match.agenda.lapses_at  # a lobby from before there were clocks has none
    free_at = lapses_at and lapses_at - LOBBY_LASTS + HOST_LASTS
    if free_at and now < free_at:
        when = f"<t:{ceil(free_at.timestamp())}:R>"
        raise NotHost(host=f"<@{match.host_id}>", when=when)
    return replace(match, host_id=user)
