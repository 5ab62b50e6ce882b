"""A round of one person against computers, in which everything else follows from their choices.

It is played again from its first shuffle whenever it is needed, so only the choices are kept.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from bot.engine.chance import MatchRandomness
from bot.engine.contract import NATURE, Actor, Event, Lot, Move, Observation, Seat, Setup, Shuffle
from bot.engine.record import Entry
from bot.engine.rules import Rules
from bot.games.common.events import RoundEndEvent

Answer = Callable[[Seat, Observation, int], str]
"""Returns the code of the move that a computer chooses, given its seat, what it sees and the length
of the log."""


@dataclass(slots=True)
class SoloRound:
    """The first round of a match, always at a choice of its person or at its end."""

    rules: Rules[Any, Any]
    setup: Setup
    seat: Seat
    """The person's; computers have the others."""
    chance: MatchRandomness
    answer: Answer
    skips_forced: bool = False
    """True if moves without an alternative are made by themselves, unless they end the round."""
    events: list[Event] = field(default_factory=list)
    """The events since the person's last choice, as they saw them."""
    log: list[Entry] = field(default_factory=list)
    state: Any = None
    is_over: bool = False
    """True once the round has ended."""
    _shuffles: int = 0

    def __post_init__(self) -> None:
        self.state = self.rules.start(self.setup)
        self._go_on()

    @property
    def seen(self) -> Observation:
        seen: Observation = self.rules.observe(self.state, self.seat)
        return seen

    @property
    def legal(self) -> tuple[Move, ...]:
        return () if self.is_over else self.rules.legal_moves(self.state, self.seat)

    def choose(self, move: Move) -> None:
        """Make one of the person's legal moves, and everything up to their next choice."""
        self.events.clear()
        self._apply(self.seat, move)
        self._go_on()

    def _go_on(self) -> None:
        while not self.is_over:
            asked = self.rules.to_act(self.state)
            if isinstance(asked, Shuffle | Lot):
                self._apply(NATURE, self.chance.answer(asked, self._shuffles))
                self._shuffles += 1
            elif self.seat not in asked:
                seat = min(asked)
                seen = self.rules.observe(self.state, seat)
                code = self.answer(seat, seen, len(self.log))
                self._apply(seat, next(each for each in seen.legal if each.code == code))
            elif len(self.legal) == 1 and self._is_skipped(self.legal[0]):
                self._apply(self.seat, self.legal[0])
            else:
                return

    def _is_skipped(self, move: Move) -> bool:
        if move.automatic or not self.skips_forced:
            return move.automatic
        return not _ends_round(self.rules.apply(self.state, self.seat, move).events)

    def _apply(self, actor: Actor, move: Move) -> None:
        step = self.rules.apply(self.state, actor, move)
        self.state = step.state
        self.log.append((actor, move.code))
        self.events += [each.for_seat(self.seat) for each in step.events]
        self.is_over = _ends_round(step.events)


def _ends_round(events: Iterable[Event]) -> bool:
    return any(isinstance(each, RoundEndEvent) for each in events)
