"""The parts of a game's rules for players: the topics of the page, and worked examples."""

from dataclasses import dataclass
from enum import Enum

from bot.engine.translatable import N_


class Topic(Enum):
    """The subject of a paragraph; the value is the name of its chapter."""

    SET_UP = N_("Setting up")
    TURN = N_("Your turn")
    COMMANDS = N_("Commands")
    END = N_("End and points")
    NAMES = N_("Names of pieces")


class Shown(Enum):
    """The picture of a worked example, made as at a real table."""

    TABLE = "table"
    """The table as everybody sees it."""
    HAND = "hand"
    """The table and the hand, as the seat to move sees them."""
    ROUND_END = "round end"
    """The end of the round, with all hands face up."""


@dataclass(frozen=True, slots=True)
class WorkedExample:
    """A position, reached by legal moves, and what it shows of the rules."""

    text: str
    """A sentence or two. Points that the last move makes are in bold, and sums are written out, as
    in ``2 + 8 + 5 = 15``; a test compares both with the rules."""
    seats: int
    """The number of players."""
    log: str
    """The codes of the log up to this position, separated by ``"; "``. A deal may end early: the
    pieces that are not named follow in the order of the set."""
    shown: Shown = Shown.TABLE
