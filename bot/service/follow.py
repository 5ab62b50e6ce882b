"""What follows by itself: nature's answers, and moves in which there is no choice."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from bot.engine.chance import Chance
from bot.engine.contract import NATURE, Actor, Lot, Move, Rules, S, Shuffle
from bot.engine.record import Entry
from bot.service.ports import Awaits, Match, News


@dataclass(slots=True)
class Course:
    """A match on its way from one committed ply to the next."""

    rules: Rules[Any]
    chance: Chance
    state: Any
    ply: int
    chances: int
    """How often nature has answered so far."""
    entries: list[Entry] = field(default_factory=list)
    """What is to be added to the log."""
    news: list[News] = field(default_factory=list)

    def make(self, actor: Actor, move: Move) -> None:
        """Carry out a legal move."""
        step = self.rules.apply(self.state, actor, move)
        self.state = step.state
        told = tuple(event.for_seat(None) for event in step.events)
        self.news.append(News(self.ply, told))
        self.entries.append((actor, move.code))
        self.ply += 1
        self.chances += actor is NATURE

    def go_on(self) -> None:
        """Let nature answer and make forced moves until somebody has to decide."""
        while True:
            asked = self.rules.to_act(self.state)
            if isinstance(asked, Shuffle | Lot):
                self.make(NATURE, self.chance.answer(asked, self.chances))
                continue
            if len(asked) != 1:
                return
            (seat,) = asked
            legal = self.rules.legal_moves(self.state, seat)
            if len(legal) > 1 or not legal[0].automatic:
                return
            self.make(seat, legal[0])


def awaited(rules: Rules[S], state: S, match: Match) -> Awaits:
    """Whom the table waits for; a computer goes before a person when both are to act."""
    asked = rules.to_act(state)
    if not isinstance(asked, frozenset) or not asked:
        return Awaits.NOBODY
    played_by_computer = any(match.seats[seat].level is not None for seat in asked)
    return Awaits.COMPUTER if played_by_computer else Awaits.PERSON
