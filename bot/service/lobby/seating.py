"""The seats and the host of a lobby: who may sit together, and whether the match is rated."""

from dataclasses import replace
from datetime import datetime, timedelta
from itertools import chain
from math import ceil

from bot.engine.errors import WrongSeats
from bot.engine.game_info import GameInfo
from bot.games import game
from bot.model.errors import NotHost, NotSeated, TableFull
from bot.model.match import Match, Occupant, UserId
from bot.service.clock.planner import LOBBY_LASTS
from bot.service.play.loaded_match import setup_of

Seats = tuple[Occupant, ...]
HOST_LASTS = timedelta(minutes=15)
"""Time without activity in a lobby after which its host is taken to be away."""


def with_acting_host(match: Match, user: UserId, now: datetime) -> Match:
    """Return the lobby with this person as its host, if they may act as that.

    Raises :class:`NotSeated`, and :class:`NotHost` as long as the host may still be around.
    """
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


def with_newcomer(seats: Seats, info: GameInfo, newcomer: Occupant) -> Seats:
    if len(seats) >= info.max_seats:
        raise TableFull
    return renumbered((*seats, newcomer))


def rotated(seats: Seats) -> Seats:
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
    return in_previous_order((Occupant(0, user, salt=salt), *computers), before)


def in_previous_order(seats: Seats, before: Match) -> Seats:
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


def computers_to_add(match: Match) -> int:
    """Return how many computers a lobby lacks to start, with company for somebody alone.

    0 if it can start as it is, if a rematch waits for others, or if the game is for one.
    """
    if match.rematch_of is not None:
        return 0
    room = game(match.game).info.max_seats - len(match.seats)
    fewest = 1 if len(match.seats) == 1 else 0
    return next(
        (n for n in range(fewest, room + 1) if why_not(with_computers(match, n, "")) is None), 0
    )


def filled(match: Match, level: str) -> Match:
    return with_computers(match, computers_to_add(match), level)


def with_computers(match: Match, count: int, level: str) -> Match:
    for _ in range(count):
        seat = len(match.seats)
        added = Occupant(seat, level=level, name=match.free_name(seat))
        match = replace(match, seats=(*match.seats, added))
    return replace(match, rated=is_rated(match))


def is_rated(match: Match) -> bool:
    """Return whether a match is rated: as its host chose, else not for one person with computers.

    Nobody else's rating depends on such a match, and people want to try a game in it.
    """
    if match.rated_chosen:
        return match.rated
    return len(match.people) > 1 or len(match.seats) == 1


def why_not(match: Match) -> WrongSeats | None:
    try:
        game(match.game).start(setup_of(match))
    except WrongSeats as refusal:
        return refusal
    return None
