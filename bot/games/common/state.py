"""The part of a round's state that every game has."""

from dataclasses import dataclass, field

from bot.engine.contract import ALONE, Event, Lot, Outcome, Seat, Setup, Shuffle


@dataclass(frozen=True, slots=True)
class RoundState:
    """A round at one moment; each game adds its pieces."""

    setup: Setup
    awaits: Shuffle | Lot | None
    """Nature's pending task; ``None`` if there is none."""
    turn: Seat
    """The seat whose turn it is, unless nature acts or the round is over."""
    leader: Seat | None = field(default=None, kw_only=True)
    """The seat that leads the round; ``None`` until that is known."""
    history: tuple[Event, ...] = field(default=(), kw_only=True)
    outcome: Outcome | None = field(default=None, kw_only=True)

    @property
    def acting(self) -> frozenset[Seat]:
        """The seats that must act, unless nature acts or the round is over."""
        return ALONE[self.turn]
