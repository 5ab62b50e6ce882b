"""Time was up: what is told of a move that a player did not make in time."""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.contract import Event, Seat


@dataclass(frozen=True, slots=True)
class TimeUp(Event):
    """The next move was made for ``seat``, whose time was up."""

    seat: Seat
