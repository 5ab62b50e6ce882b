"""Events that say who makes the moves of a seat: the clock, or a computer from now on."""

from bot.engine.contract import Event, Seat


class TimeUp(Event):
    """The next move was made automatically for ``seat``, whose time was up."""

    seat: Seat


class SeatLeft(Event):
    """Its player left ``seat``; a computer makes its moves from then on."""

    seat: Seat
