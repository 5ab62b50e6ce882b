"""The games of the deals of the day."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.engine.options import OptionValue
from bot.games import game


@dataclass(frozen=True, slots=True)
class DailyGame:
    """A game as it is dealt on one day of a week."""

    id: str
    seats: int
    """The number of players, of whom all but one are computers."""

    @property
    def options(self) -> Mapping[str, OptionValue]:
        """The options of the shortest match."""
        info = game(self.id).info
        return {**info.default_options, **next(iter(info.lengths.values()))}


def _in_turn(seats: int, *games: str) -> tuple[DailyGame, ...]:
    return tuple(DailyGame(each, seats) for each in games)


CALENDAR = (
    _in_turn(2, "block", "draw", "classic", "maltese-cross"),
    _in_turn(2, "all-fives", "fives-and-threes"),
    _in_turn(4, "partners", "duos", "puerto-rican", "cuban"),
    _in_turn(2, "squares-draw"),
    _in_turn(2, "double-double"),
    _in_turn(2, "memory"),
    _in_turn(1, "solitaire"),
)
"""The games of each day, from Monday on; those of one day take turns from week to week.

A round of each has many choices and many possible results, so that few players tie, and 200 strong
computers play it in five minutes of one core. That is why some games are missing: Domino Squares
takes them longer, Domino Squares: Block has few choices, and many rounds of Kozel have no result.
"""


def game_of_day(ordinal: int) -> DailyGame:
    """Return what is dealt on a day, given as its number in the calendar (1 is 1 January 1)."""
    week, weekday = divmod(ordinal - 1, len(CALENDAR))
    games = CALENDAR[weekday]
    return games[week % len(games)]
