"""A player's part in a finished match, and their totals so far: achievements follow from both."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from bot.engine.contract import Event, Seat
from bot.engine.game_info import OptionValue


@dataclass(frozen=True, slots=True)
class Tally:
    """The number of matches of one kind, and of those won."""

    matches: int = 0
    wins: int = 0
    stayed: int = 0
    """The matches that the player neither left nor had a computer playing for them at the end."""

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.matches + other.matches, self.wins + other.wins, self.stayed + other.stayed
        )


@dataclass(frozen=True, slots=True)
class Career:
    """A player's finished matches; with hints or moves taken back they count as played, not won."""

    games: Mapping[str, Tally] = field(default_factory=dict)
    """The tallies by game, for each game of which they have finished a match."""
    streak: int = 0
    """The number of multiplayer matches they have won in a row, up to now."""
    longest: int = 0
    company: Tally = Tally()
    """The multiplayer matches of all games together."""

    @property
    def matches(self) -> int:
        return sum(each.matches for each in self.games.values())

    @property
    def wins(self) -> int:
        return sum(each.wins for each in self.games.values())


@dataclass(frozen=True, slots=True)
class Participation:
    """A player's part in a match and their totals so far, this match included."""

    game: str
    options: Mapping[str, OptionValue]
    """The value of every option, defaults included."""
    seat: Seat
    seats: int
    partners: frozenset[Seat]
    """The seats that score together with this one, not including it."""
    place: int
    won: bool
    left: bool
    """True if they left or a computer played for them at the end."""
    aided: bool
    """True if hints were taken or moves taken back, so that it counts as played and no more."""
    helped: bool
    """True if the clock, or a computer after it, has made a move for them."""
    totals: tuple[int, ...]
    """The points at the end, by seat; penalties if the game counts those."""
    computers: Mapping[Seat, str]
    """The levels of the computers that held their seat from the start, by seat."""
    pace: str
    lasted: timedelta
    """The time from the opening of the table to the end of the match."""
    events: tuple[Event, ...]
    career: Career = field(default_factory=Career)
    avenged: bool = False
    """True if this was the rematch of a match that they had lost."""
