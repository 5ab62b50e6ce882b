"""What a position teaches: why its best move is better than another, in the words of players."""

from collections.abc import Mapping
from enum import StrEnum

from bot.engine.contract import Seat, Value
from bot.engine.translatable import N_


class Theme(StrEnum):
    """What a puzzle is about; the most telling ones come first."""

    FINISH = "finish"
    KNOCKS = "knocks"
    PARTNER = "partner"
    FIVES = "fives"
    BLOCK = "block"
    DOUBLE = "double"
    CHOICE = "choice"
    POINTS = "points"


NAMES: Mapping[Theme, str] = {
    Theme.FINISH: N_("Win at once"),
    Theme.KNOCKS: N_("Listen to the knocks"),
    Theme.PARTNER: N_("Help your partner"),
    Theme.FIVES: N_("Count the fives"),
    Theme.BLOCK: N_("Block the others"),
    Theme.DOUBLE: N_("Keep the double"),
    Theme.CHOICE: N_("Keep a bone for your next turn"),
    Theme.POINTS: N_("Take the points"),
}


class Insight(Value):
    """A theme, with what shows it in a position."""

    theme: Theme
    seat: Seat | None = None
    """The player whom it is about, if it is another one."""
    pips: tuple[int, ...] = ()
    """The numbers that it is about."""
    bone: str = ""
    """The code of the bone that it is about."""
    count: int = 0
    """What is counted after the best move: unseen bones that fit, or the points that it makes less
    the most that any bone can make in answer."""
    otherwise: int = 0
    """The same after the other move."""
