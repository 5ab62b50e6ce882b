"""Seats: preparing a setup, the order of play (GEN-3), and who makes the moves of a seat."""

from collections.abc import Mapping

from bot.engine.contract import Event, Seat, Setup
from bot.engine.errors import BadSeniority, SeatsNotAllowed, WrongSeats
from bot.engine.game_info import GameInfo
from bot.engine.options import OFF, complete


def prepare(
    info: GameInfo,
    seats: int,
    options: Mapping[str, object] | None = None,
    *,
    seniority: tuple[Seat, ...] | None = None,
) -> Setup:
    """Return a checked setup for ``seats`` players; options not given take their defaults.

    Without ``seniority``, it is the order of joining (GEN-4). Raises
    :class:`~bot.engine.errors.WrongSeats` or a :class:`~bot.engine.errors.BadSetup`. Only the start
    of the match checks that the options allow this number of players (:func:`check_allowed`),
    because a lobby may change its options until then.
    """
    _check_count(info, seats)
    everyone = tuple(range(seats))
    chosen = complete(info.options, options or {}, game=info.name)
    if seniority is not None and sorted(seniority) != list(everyone):
        raise BadSeniority(seats=seats)
    return Setup(
        seats=everyone,
        options=chosen,
        seat_count=seats,
        seniority=everyone if seniority is None else seniority,
        partnerships=info.partnerships_under(chosen, seats),
    )


def check_allowed(info: GameInfo, setup: Setup) -> None:
    """Raise :class:`~bot.engine.errors.WrongSeats` if that number of seats cannot play.

    It is :class:`~bot.engine.errors.SeatsNotAllowed` if an option would allow it
    (:attr:`~bot.engine.game_info.Option.admits`).
    """
    seats = setup.seat_count
    _check_count(info, seats)
    if any(seats in each.admits and setup.options[each.key] == OFF for each in info.options):
        raise SeatsNotAllowed(game=info.name, seats=seats)


def _check_count(info: GameInfo, seats: int) -> None:
    low, high = info.min_seats, info.max_seats
    if not low <= seats <= high:
        allowed = f"{low}–{high}" if low < high else str(low)
        raise WrongSeats(game=info.name, allowed=allowed, seats=seats)


def left_of(seats: tuple[Seat, ...], seat: Seat) -> Seat:
    """Return the next of ``seats`` clockwise, left of ``seat`` (which may be out of the round)."""
    for other in seats:
        if other > seat:
            return other
    return seats[0]


def right_of(seats: tuple[Seat, ...], seat: Seat) -> Seat:
    """Return the next of ``seats`` counterclockwise, to the right of ``seat``."""
    return next((other for other in reversed(seats) if other < seat), seats[-1])


class TimeUp(Event):
    """The next move was made automatically for ``seat``, whose time was up."""

    seat: Seat


class Unasked(Event):
    """The bot made the next move for ``seat``; only its player may know."""

    seat: Seat
    planned: bool
    """True if they had planned it; else it was the only one they had."""


class SeatLeft(Event):
    """Its player left ``seat``; a computer makes its moves from then on."""

    seat: Seat


CASUAL, STEADY, STRONG = "casual", "steady", "strong"
USUAL = STEADY
"""The level of the computer that takes a seat when nobody chooses one."""

COMPUTER_NAMES = ("Ebony", "Ivory", "Amber", "Coral", "Maple", "Pepper", "Cocoa", "Hazel")
"""Names for computers: as many as any game has seats, and none of them a word of the rules."""


def usual_name(match_id: int, seat: Seat) -> str:
    """Return the name of a computer in that seat that has not been given one."""
    return COMPUTER_NAMES[(match_id + seat) % len(COMPUTER_NAMES)]
