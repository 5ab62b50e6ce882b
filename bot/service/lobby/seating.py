"""The host and the seats of a lobby; in a rematch everybody sits where they sat before."""

from dataclasses import replace
from datetime import datetime, timedelta
from itertools import chain
from math import ceil

from bot.engine.game_info import GameInfo
from bot.model.errors import NotHost, NotSeated, TableFull
from bot.model.match import Match, Occupant, UserId
from bot.service.clock.planner import LOBBY_LASTS

Seats = tuple[Occupant, ...]
HOST_LASTS = timedelta(minutes=15)
"""Time without activity in a lobby after which its host is taken to be away."""


def hosted(match: Match, user: UserId, now: datetime) -> Match:
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


def renumbered(seats: Seats) -> Seats:
    return tuple(replace(each, seat=at) for at, each in enumerate(seats))


def joined(seats: Seats, info: GameInfo, newcomer: Occupant) -> Seats:
    if len(seats) >= info.max_seats:
        raise TableFull
    return renumbered((*seats, newcomer))


def moved_on(seats: Seats) -> Seats:
    first, *others = seats
    return renumbered((first, *others[1:], *others[:1]))


def for_rematch(before: Match, user: UserId, salt: str) -> Seats:
    """Seat the first person to ask for a rematch, with the computers of the match before.

    A seat without a person and without a level is that of somebody whose data was deleted.
    """
    computers = (
        Occupant(0, level=each.level, name=before.computer_name(each.seat))
        for each in before.seats
        if each.user_id is None and each.level
    )
    return as_before((Occupant(0, user, salt=salt), *computers), before)


def as_before(seats: Seats, before: Match) -> Seats:
    """Return the seats in the order of the match before; newcomers fill the gaps."""
    left = list(seats)
    places = [_taken(left, each) for each in before.seats]
    newcomers = iter(left)
    filled = (next(newcomers, None) if each is None else each for each in places)
    return renumbered(tuple(each for each in chain(list(filled), newcomers) if each is not None))


def _taken(left: list[Occupant], before: Occupant) -> Occupant | None:
    def same(each: Occupant) -> bool:
        alike = before.user_id is not None or each.level == before.level
        return each.user_id == before.user_id and alike

    found = next((each for each in left if same(each)), None)
    if found is not None:
        left.remove(found)
    return found
