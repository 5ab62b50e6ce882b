"""Conditions that achievements are built from: small predicates over a deed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from bot.engine.contract import Event, Seat
from bot.engine.rounds import RoundScored
from bot.games import game
from bot.scores.achievements.definition import Achievement
from bot.scores.achievements.participation import Participation

E = TypeVar("E", bound=Event)


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
    return lambda deed: all(condition(deed) for condition in conditions)


def in_game(*games: str) -> Condition:
    """Require a match of one of these games."""
    return lambda deed: deed.game in games


def by_hand(deed: Participation) -> bool:
    """Return whether neither the clock nor a computer has made a move for the player."""
    return not deed.helped


def won(deed: Participation) -> bool:
    """Return whether the player won, alone or against others."""
    return deed.won


def won_in_company(deed: Participation) -> bool:
    """Return whether the player won against others."""
    return deed.won and deed.seats > 1


def for_points(deed: Participation) -> bool:
    """Return whether points were counted and the most were best."""
    counted = any(each.scored.counted for each in rounds(deed))
    return counted and not game(deed.game).info.penalties


def once(moment: EventCondition) -> Condition:
    """Require at least one event of the match that meets ``moment``."""
    return lambda deed: any(moment(deed, each) for each in deed.events)


def in_a_round(*courses: RoundCondition) -> Condition:
    """Require at least one round of the match that meets all of ``courses``."""
    return lambda deed: any(all(c(deed, each) for c in courses) for each in rounds(deed))


def rounds(deed: Participation) -> Iterator[Round]:
    """Yield the rounds of a match, in order."""
    events: list[Event] = []
    for each in deed.events:
        events.append(each)
        if isinstance(each, RoundScored):
            yield Round(tuple(events), each)
            events = []


def rivals(deed: Participation) -> tuple[Seat, ...]:
    """Return the seats that play against the player's."""
    return tuple(seat for seat in range(deed.seats) if seat not in {deed.seat, *deed.partners})


def round_won(deed: Participation, played: Round) -> bool:
    """Return whether the player was among the winners of the round."""
    return deed.seat in played.scored.winners


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
