"""The part of a round's state that every game has."""

from typing import Any, Self

from msgspec.structs import replace

from bot.engine.contract import ALONE, Event, Lot, Outcome, Seat, Setup, Shuffle, Step
from bot.engine.value import Value


class RoundCourse(Value, kw_only=True):
    """The course of a round so far: who leads it, what has happened and how it ended."""

    leader: Seat | None = None
    """The seat that leads the round; ``None`` until that is known."""
    history: tuple[Event, ...] = ()
    outcome: Outcome | None = None


class RoundState(RoundCourse):
    """A round at one moment; each game adds its pieces."""

    setup: Setup
    awaits: Shuffle | Lot | None
    """Nature's pending task; ``None`` if there is none."""
    turn: Seat
    """The seat whose turn it is, unless nature acts or the round is over."""

    def acting(self) -> frozenset[Seat]:
        """Return the seats that must act, unless nature acts or the round is over."""
        return ALONE[self.turn]

    def step(self, events: tuple[Event, ...], **changes: Any) -> Step[Self]:  # noqa: ANN401
        """Return the table with other values for some fields, after ``events`` as well."""
        return Step(replace(self, history=self.history + events, **changes), events)
