"""Conditions that achievements are built from: small predicates over a player's part."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import ParamSpec, TypeAlias, TypeVar

from bot.engine.contract import Event, Seat
from bot.engine.rounds import RoundScored
from bot.games import game
from bot.scores.achievements.definition import Achievement
from bot.scores.achievements.participation import Participation

E = TypeVar("E", bound=Event)
P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Round:
    """A round of a match with all its events."""

    events: tuple[Event, ...]
    scored: RoundScored

    def all(self, kind: type[E]) -> list[E]:
        """Return the events of that kind, in order."""
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
    """Require all of the conditions."""
    return lambda part: all(condition(part) for condition in conditions)


def at_least(number: int, measure: Callable[P, int]) -> Callable[P, bool]:
    """Require that ``measure``, of a player's part or one of its rounds, is that much or more."""
    return lambda *args, **kwargs: measure(*args, **kwargs) >= number


def in_game(*games: str) -> Condition:
    """Require a match of one of these games."""
    return lambda part: part.game in games


def by_hand(part: Participation) -> bool:
    """Return whether neither the clock nor a computer has made a move for the player."""
    return not part.helped


def won(part: Participation) -> bool:
    """Return whether the player won, alone or against others."""
    return part.won


def won_in_company(part: Participation) -> bool:
    """Return whether the player won against others."""
    return part.won and part.seats > 1


def for_points(part: Participation) -> bool:
    """Return whether points were counted and the most were best."""
    counted = any(each.scored.counted for each in rounds(part))
    return counted and not game(part.game).info.penalties


def once(moment: EventCondition) -> Condition:
    """Require at least one event of the match that meets ``moment``."""
    return lambda part: any(moment(part, each) for each in part.events)


def in_a_round(*courses: RoundCondition) -> Condition:
    """Require at least one round of the match that meets all of ``courses``."""
    return lambda part: any(all(c(part, each) for c in courses) for each in rounds(part))


def rounds(part: Participation) -> Iterator[Round]:
    """Yield the rounds of a match, in order."""
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
    """Return whether the player was among the winners of the round."""
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
