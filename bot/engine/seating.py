"""Who sits where: the order of play and who is next (GEN-3)."""

from __future__ import annotations

from collections.abc import Mapping

from bot.engine.contract import GameInfo, Seat, Setup
from bot.engine.errors import BadSeniority, WrongSeats
from bot.engine.options import complete


def prepare(
    info: GameInfo,
    seats: int,
    options: Mapping[str, object] | None = None,
    *,
    seniority: tuple[Seat, ...] | None = None,
) -> Setup:
    """A checked setup for ``seats`` players with the options given, the others by default.

    The seniority is the order of joining unless told otherwise (GEN-4). Raises
    :class:`~bot.engine.errors.WrongSeats` or a :class:`~bot.engine.errors.BadSetup`; a game that
    is particular about its seats raises the former from ``start``, too.
    """
    if not info.min_seats <= seats <= info.max_seats:
        raise wrong_seats(info, seats)
    everyone = tuple(range(seats))
    if seniority is not None and sorted(seniority) != list(everyone):
        raise BadSeniority(seats=seats)
    return Setup(
        seats=everyone,
        options=complete(info.options, options or {}, game=info.name),
        table=seats,
        seniority=everyone if seniority is None else seniority,
        partnerships=info.partnerships,
    )


def wrong_seats(info: GameInfo, seats: int, allowed: str | None = None) -> WrongSeats:
    """The refusal for a number of players the game is not for."""
    low, high = info.min_seats, info.max_seats
    span = str(low) if low == high else f"{low}–{high}"
    return WrongSeats(game=info.name, allowed=allowed or span, seats=seats)


def left_of(seats: tuple[Seat, ...], seat: Seat) -> Seat:
    """The next of ``seats`` clockwise, to the left of ``seat`` (who may have left the round)."""
    for other in seats:
        if other > seat:
            return other
    return seats[0]


def right_of(seats: tuple[Seat, ...], seat: Seat) -> Seat:
    """The next of ``seats`` counter-clockwise, to the right of ``seat``."""
    return next((other for other in reversed(seats) if other < seat), seats[-1])
