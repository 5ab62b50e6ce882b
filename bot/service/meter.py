"""What is counted and timed while matches are played; who counts is none of the service's business.

A meter is told what happened, in passing: it raises nothing and waits for nothing. No person and
no match is to be found in what it makes of that; matches are named to it only so that it can tell
which showing belongs to which click.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import Enum
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from bot.service.moving import By


class Parcel(Enum):
    """What is sent to Discord."""

    TABLE = "table"
    """Anything that a channel sees: lobby, table, end of a round, result."""
    LETTER = "letter"
    """A direct message."""
    HAND = "hand"
    """An open hand that turns live again."""
    ANSWER = "answer"
    """What a click or a command is answered with."""


@dataclass(frozen=True, slots=True)
class Census:
    """How many matches there are at a moment."""

    lobbies: int
    running: int
    owed: int
    """Whose newest version was not shown, or whose table waits for a computer."""


class Meter(Protocol):
    """Is told what happens."""

    def clicked(self) -> None:
        """Somebody pressed or typed something; what comes of it in this task is timed from now."""

    def committed(self, match_id: int, by: By) -> None:
        """A move is in the store."""

    def shown(self, match_id: int) -> None:
        """The channel has seen all that is committed."""

    def sent(self, parcel: Parcel, *, arrived: bool) -> None:
        """Something was sent, and Discord took it or did not."""

    def alarmed(self, lag: timedelta) -> None:
        """What was due then is done only now."""


class Silent:
    """Counts nothing."""

    def clicked(self) -> None:
        """Nothing."""

    def committed(self, match_id: int, by: By) -> None:
        """Nothing."""

    def shown(self, match_id: int) -> None:
        """Nothing."""

    def sent(self, parcel: Parcel, *, arrived: bool) -> None:
        """Nothing."""

    def alarmed(self, lag: timedelta) -> None:
        """Nothing."""


SILENT = Silent()
