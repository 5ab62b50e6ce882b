"""Who sits where in a lobby; a rematch has everybody where they sat before."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

from bot.engine.contract import GameInfo
from bot.service.errors import TableFull
from bot.service.ports import Match, Occupant, UserId

Seats = tuple[Occupant, ...]


def renumbered(seats: Seats) -> Seats:
    """The same people in the same order, nobody's lap empty."""
    return tuple(replace(each, seat=at) for at, each in enumerate(seats))


def joined(seats: Seats, info: GameInfo, newcomer: Occupant) -> Seats:
    """With the newcomer in the last seat."""
    if len(seats) >= info.max_seats:
        raise TableFull(seats=info.max_seats)
    return renumbered((*seats, newcomer))


def moved_on(seats: Seats) -> Seats:
    """Everybody but the first has moved on by one."""
    first, *others = seats
    return renumbered((first, *others[1:], *others[:1]))


def for_rematch(before: Match, user: UserId, salt: str) -> Seats:
    """The first to ask for it, with the computers of the match before."""
    computers = (Occupant(0, level=each.level) for each in before.seats if _is_computer(each))
    return as_before((Occupant(0, user, salt=salt), *computers), before)


def _is_computer(each: Occupant) -> bool:
    """Not somebody whose data was deleted: nobody sits there any more."""
    return each.user_id is None and each.level is not None


def as_before(seats: Seats, before: Match) -> Seats:
    """In the order of the match before; whoever is new sits where somebody is missing."""
    left = list(seats)
    places = [_taken(left, each) for each in before.seats]
    newcomers = iter(left)
    filled = (next(newcomers, None) if each is None else each for each in places)
    return renumbered(tuple(each for each in chain(list(filled), newcomers) if each is not None))


def _taken(left: list[Occupant], before: Occupant) -> Occupant | None:
    """Take out whoever comes to that seat: the same person, or a computer of the same level."""

    def same(each: Occupant) -> bool:
        alike = before.user_id is not None or each.level == before.level
        return each.user_id == before.user_id and alike

    found = next((each for each in left if same(each)), None)
    if found is not None:
        left.remove(found)
    return found
