"""Conditions that achievements are put together from: small questions about a deed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from bot.engine.contract import Event, Seat
from bot.engine.rounds import RoundScored
from bot.games import game
from bot.scores.achievement import Achievement
from bot.scores.deed import Deed

E = TypeVar("E", bound=Event)


@dataclass(frozen=True, slots=True)
class Round:
    """A round of a match, with all that happened in it."""

    events: tuple[Event, ...]
    scored: RoundScored

    def all(self, kind: type[E]) -> list[E]:
        """The events of that kind, in order."""
        return [each for each in self.events if isinstance(each, kind)]

    def end(self, kind: type[E]) -> E | None:
        """The last event of that kind, if there is one."""
        return next((each for each in reversed(self.events) if isinstance(each, kind)), None)


Condition: TypeAlias = Callable[[Deed], bool]
Moment: TypeAlias = Callable[[Deed, Event], bool]
"""Whether an event is what somebody was to bring about."""
Course: TypeAlias = Callable[[Deed, Round], bool]
"""Whether a round went as it was to go for somebody."""


def feat(id_: str, symbol: str, name: str, text: str, *conditions: Condition) -> Achievement:
    """An achievement for play itself: every move of the match must have been their own."""
    return Achievement(id_, symbol, name, text, of_match=every(by_hand, *conditions))


def every(*conditions: Condition) -> Condition:
    """All of them hold."""
    return lambda deed: all(condition(deed) for condition in conditions)


def in_game(*games: str) -> Condition:
    """It was a match of one of these games."""
    return lambda deed: deed.game in games


def by_hand(deed: Deed) -> bool:
    """Neither the clock nor a computer has made a move for them."""
    return not deed.helped


def won(deed: Deed) -> bool:
    """They have won, be it alone."""
    return deed.won


def won_in_company(deed: Deed) -> bool:
    """They have won against others."""
    return deed.won and deed.seats > 1


def for_points(deed: Deed) -> bool:
    """Points were counted, and the most were best."""
    counted = any(each.scored.counted for each in rounds(deed))
    return counted and not game(deed.game).info.penalties


def once(moment: Moment) -> Condition:
    """Some event of the match was such a moment."""
    return lambda deed: any(moment(deed, each) for each in deed.events)


def in_a_round(*courses: Course) -> Condition:
    """Some round of the match went in all these ways."""
    return lambda deed: any(all(c(deed, each) for c in courses) for each in rounds(deed))


def rounds(deed: Deed) -> Iterator[Round]:
    """The rounds of a match, in order."""
    events: list[Event] = []
    for each in deed.events:
        events.append(each)
        if isinstance(each, RoundScored):
            yield Round(tuple(events), each)
            events = []


def rivals(deed: Deed) -> tuple[Seat, ...]:
    """The seats that play against this one."""
    return tuple(seat for seat in range(deed.seats) if seat not in {deed.seat, *deed.partners})


def round_won(deed: Deed, played: Round) -> bool:
    """They were among those who won the round."""
    return deed.seat in played.scored.winners


def longest_run(
    events: Sequence[Event], counts: Callable[[Event], bool], breaks: Callable[[Event], bool]
) -> int:
    """The most events that count with none between them that breaks the run."""
    longest = run = 0
    for each in events:
        if breaks(each):
            run = 0
        elif counts(each):
            run += 1
            longest = max(longest, run)
    return longest
