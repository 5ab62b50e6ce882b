"""The definition of an achievement, and conditions to build them from: predicates over a part."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import ParamSpec, TypeAlias, TypeVar

from bot.engine.contract import Event, Seat
from bot.engine.rounds import RoundScored
from bot.games import game
from bot.scores.achievements.participation import Participation


@dataclass(frozen=True, slots=True)
class Achievement:
    """An award that a player can earn once."""

    id: str
    """The stored id; it must never change."""
    symbol: str
    name: str
    """The name in English, which is also the message's key."""
    text: str
    """The condition in one English sentence, which is also the message's key."""
    of_match: Callable[[Participation], bool] | None = None
    """Returns True if a player's part in a match earns it; ``None`` if no match does."""
    for_playing: bool = False
    """True if it is given for playing alone, so that matches with hints count."""
    of_week: Callable[[int], bool] | None = None
    """Returns True if a place in a server's week earns it; ``None`` if no place does."""
    of_streak: int | None = None
    """The days of deals in a row that earn it; ``None`` if none do."""


E = TypeVar("E", bound=Event)
P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Round:
    events: tuple[Event, ...]
    scored: RoundScored

    def all(self, kind: type[E]) -> list[E]:
        return [each for each in self.events if isinstance(each, kind)]

    def end(self, kind: type[E]) -> E | None:
        """Return the last event of that kind; ``None`` if there is none."""
        return next((each for each in reversed(self.events) if isinstance(each, kind)), None)


Condition: TypeAlias = Callable[[Participation], bool]
EventCondition: TypeAlias = Callable[[Participation, Event], bool]
"""A predicate over an event: True if it meets the condition for the player."""
RoundCondition: TypeAlias = Callable[[Participation, Round], bool]
"""A predicate over a round: True if it meets the condition for the player."""


def play_achievement(
    id_: str, symbol: str, name: str, text: str, *conditions: Condition
) -> Achievement:
    """Return an achievement for play itself: all moves must be the player's own."""
    return Achievement(id_, symbol, name, text, of_match=every(by_hand, *conditions))


def every(*conditions: Condition) -> Condition:
    return lambda part: all(condition(part) for condition in conditions)


def at_least(number: int, measure: Callable[P, int]) -> Callable[P, bool]:
    return lambda *args, **kwargs: measure(*args, **kwargs) >= number


def in_game(*games: str) -> Condition:
    return lambda part: part.game in games


def by_hand(part: Participation) -> bool:
    return not part.helped


def won(part: Participation) -> bool:
    return part.won


def won_in_company(part: Participation) -> bool:
    return part.won and part.seats > 1


def for_points(part: Participation) -> bool:
    counted = any(each.scored.counted for each in rounds(part))
    return counted and not game(part.game).info.penalties


def once(moment: EventCondition) -> Condition:
    return lambda part: any(moment(part, each) for each in part.events)


def in_a_round(*courses: RoundCondition) -> Condition:
    return lambda part: any(all(c(part, each) for c in courses) for each in rounds(part))


def rounds(part: Participation) -> Iterator[Round]:
    events: list[Event] = []
    for each in part.events:
        events.append(each)
        if isinstance(each, RoundScored):
            yield Round(tuple(events), each)
            events = []


def rivals(part: Participation) -> tuple[Seat, ...]:
    """Return the seats that play against the player's."""
    return tuple(seat for seat in range(part.seats) if seat not in {part.seat, *part.partners})


def round_won(part: Participation, played: Round) -> bool:
    return part.seat in played.scored.winners


def longest_run(
    events: Sequence[Event], counts: Callable[[Event], bool], breaks: Callable[[Event], bool]
) -> int:
    """Return the most counting events with none between them that breaks the run."""
    longest = run = 0
    for each in events:
        if breaks(each):
            run = 0
        elif counts(each):
            run += 1
            longest = max(longest, run)
    return longest
