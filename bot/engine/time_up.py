"""The event for a move made automatically because a player's time was up."""

from bot.engine.contract import Event, Seat


class TimeUp(Event):
    """The next move was made automatically for ``seat``, whose time was up."""

    seat: Seat
