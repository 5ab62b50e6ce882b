"""The part of a round's state that every game has."""

from bot.engine.contract import ALONE, Event, Lot, Outcome, Seat, Setup, Shuffle, Value


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
        return ALONE[self.turn]
