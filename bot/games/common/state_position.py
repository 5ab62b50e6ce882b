"""A position and a belief for any game, made of its states.

Games whose rules are slow to carry out on states have positions of their own.
"""

from collections.abc import Callable, Sequence
from typing import Any, Generic

from bot.engine.contract import Lot, Move, Outcome, Rng, S, Seat, SeenT, Shuffle
from bot.engine.replay import after_nature
from bot.engine.rules import Rules


class StatePosition(Generic[S]):
    """A position of any game, played on the states of its rules."""

    __slots__ = ("_first", "_rng", "_rules", "state")

    def __init__(self, rules: Rules[S, Any], state: S, rng: Rng, first: Seat | None = None) -> None:
        """Begin at ``state``; ``rng`` answers for nature, and ``first`` acts first of several."""
        self._rules, self._rng, self._first = rules, rng, first
        self.state = after_nature(rules, state, rng)

    @property
    def earned(self) -> Sequence[int]:
        """Nothing: a game with scoring plays has a position of its own."""
        return ()

    @property
    def seat(self) -> Seat | None:
        asked = self._rules.to_act(self.state)
        if isinstance(asked, Shuffle | Lot) or not asked:
            return None
        return self._first if self._first in asked else min(asked)

    def moves(self) -> Sequence[Move]:
        seat = self.seat
        return () if seat is None else self._rules.legal_moves(self.state, seat)

    def push(self, move: Move) -> None:
        """Carry out a legal move of :attr:`seat`; raises ``ValueError`` when the round is over."""
        seat = self.seat
        if seat is None:
            raise ValueError("the round is over")
        after = self._rules.apply(self.state, seat, move).state
        self.state = after_nature(self._rules, after, self._rng)

    def copy(self) -> "StatePosition[S]":
        """Return the same position; states never change, so both may hold the same one."""
        return StatePosition(self._rules, self.state, self._rng, self._first)

    def outcome(self) -> Outcome | None:
        return self._rules.outcome(self.state)

    def play_out(self, rng: Rng) -> Outcome:
        while moves := self.moves():
            self.push(moves[int(rng.random() * len(moves))])
        outcome = self.outcome()
        if outcome is None:
            raise ValueError("the round stopped without an outcome")
        return outcome


class StateBelief(Generic[S, SeenT]):
    """The belief of any game that can make states which agree with an observation."""

    __slots__ = ("_rules", "_seen", "_world")

    def __init__(
        self, rules: Rules[S, SeenT], seen: SeenT, world: Callable[[SeenT, Rng], S]
    ) -> None:
        """``world`` returns a random state that agrees, or raises ``ValueError``."""
        self._rules, self._seen, self._world = rules, seen, world

    def sample(self, rng: Rng) -> StatePosition[S]:
        state = self._world(self._seen, rng)
        return StatePosition(self._rules, state, rng, self._seen.seat)
