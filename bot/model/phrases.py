"""The phrases that people can say at a table."""

from dataclasses import dataclass
from enum import Enum


class Phrase(Enum):
    """A friendly phrase; none of them says anything about a hand."""

    HELLO = "hello"
    LUCK = "luck"
    KNOCK = "knock"
    NICE = "nice"
    WELL = "well"
    TIME = "time"
    GAME = "game"
    THANKS = "thanks"


@dataclass(frozen=True, slots=True)
class Said:
    """A phrase that was said."""

    phrase: Phrase | None
    """``None`` once its person has left: it is deleted, but they have had their say for now."""
    ply: int
    """The length of the log when it was said."""
