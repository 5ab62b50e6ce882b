"""What a game and everything that runs it pass to each other: moves, events, setups, observations.

The game itself, with its functions, is in :mod:`bot.engine.rules`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, ClassVar, Generic, Protocol, Self, TypeAlias, TypeVar, dataclass_transform

from msgspec import Struct, field as struct_field

from bot.engine.options import OptionValue


@dataclass_transform(frozen_default=True, field_specifiers=(struct_field,))
class Value(Struct, frozen=True, gc=False):
    """A frozen value that is declared like a dataclass, and much cheaper to make than one.

    Values of different classes are never equal. To change some fields, use
    :func:`msgspec.structs.replace`. With ``kw_only=True``, only the fields of that class itself are
    keyword-only, not those of classes derived from it. The garbage collector skips values, which
    are never part of a cycle: a value refers only to what was made before it.
    """


Seat: TypeAlias = int
"""A position at the table, 0 to n - 1; seat + 1 sits to the left (GEN-3)."""


class Nature(Enum):
    """The actor that shuffles and draws lots; logged as ``*``."""

    NATURE = "*"


NATURE = Nature.NATURE
Actor: TypeAlias = Seat | Nature


class Rng(Protocol):
    """A random generator for beliefs, positions and players (`random.Random` fits)."""

    def randrange(self, stop: int, /) -> int: ...
    def shuffle(self, x: list[Any], /) -> None: ...
    def random(self) -> float: ...


class Shuffle(Value):
    """A request for nature to put ``pieces`` (their codes) in order.

    Their order here depends only on which pieces they are, so it does not reveal where they were.
    """

    pieces: tuple[str, ...]


class Lot(Value):
    """A request for nature to pick one of ``seats``."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """A legal action. Its ``code`` is its only spelling: in the log, in buttons and in tests."""

    code: str
    automatic: bool = field(default=False, kw_only=True)
    """True if there is no choice and making it reveals only the move itself (a forced pass): the
    table may make it for the player at once."""
    secret: bool = field(default=False, kw_only=True)
    """True if only its maker knows its code, until an event reveals it."""


class Event(Value):
    """Something that happened at the table, as an observer would report it.

    Subclasses carry the arithmetic of a score, not only its total.
    """

    uncovers: ClassVar[bool] = False
    """True if it shows a piece that was drawn or turned over, secret choices, or hands: what led to
    it cannot be taken back."""

    def uncovers_for(self, seat: Seat) -> bool:
        """Return whether it shows ``seat`` what nobody, or only another player, knew before."""
        return self.uncovers

    def for_seat(self, seat: Seat | None) -> "Event":
        """Return this event as ``seat`` saw it; ``None`` is a spectator (GEN-14)."""
        return self


def as_seen_by(events: Iterable[Event], seat: Seat | None) -> tuple[Event, ...]:
    """Return events as ``seat`` saw them; only those that hide something are asked."""
    plain = Event.for_seat
    return tuple([e if type(e).for_seat is plain else e.for_seat(seat) for e in events])


class Outcome(Value):
    """The result of a round or a match: the winners, everybody's points and the reason it ended."""

    winners: tuple[Seat, ...]
    points: tuple[int, ...]
    """The points of every seat of the match, by seat."""
    reason: str
    lasted: tuple[int, ...] = ()
    """The last round that each seat took part in; empty if that cannot differ between seats."""
    tally: int | None = None
    """In a one-player match, the number to compare with other tries, the lowest being best
    (attempts, bones left over); else ``None``."""
    decider: Seat | None = None
    """Of a round: the seat that went out, or whose hand decided the block."""
    carried: Value | None = None
    """Of a round: what the game hands on to the next one beside the totals."""


class Previous(Value):
    """The round before, and the match's totals after it."""

    number: int
    leader: Seat | None
    winners: tuple[Seat, ...]
    decider: Seat | None = None
    carried: Value | None = None
    totals: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Setup:
    """The seats and options of a match, as agreed before the first shuffle."""

    seats: tuple[Seat, ...]
    """The seats that play, clockwise; eliminated ones are missing in later rounds."""
    options: Mapping[str, OptionValue] = field(hash=False)
    """Every option in force, defaults included."""
    seat_count: int
    """The number of seats in the match, eliminated ones included."""
    seniority: tuple[Seat, ...]
    """The seats, the oldest first: at a table, in the order of joining (GEN-4)."""
    partnerships: tuple[tuple[Seat, ...], ...] = ()
    previous: Previous | None = None

    def number(self, option: str) -> int | None:
        """Return the value of an option that is set to a number; ``None`` if it is a word."""
        value = self.options[option]
        return value if isinstance(value, int) else None

    @property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats that play, in groups that score together: partners, or each seat alone."""
        return self.partnerships or tuple((seat,) for seat in self.seats)

    def side_of(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the seat with its partners, or alone."""
        return next((side for side in self.partnerships if seat in side), (seat,))

    def total_before(self, seat: Seat) -> int:
        """Return the seat's total before this round."""
        return self.previous.totals[seat] if self.previous and self.previous.totals else 0


class Observation(Protocol):
    """Everything that one seat (or a spectator, ``None``) may know; it has no field for more."""

    @property
    def seat(self) -> Seat | None:
        """The seat that sees this; ``None`` is a spectator."""

    @property
    def to_act(self) -> frozenset[Seat]:
        """The seats that must act; empty when nature acts or the match is over."""

    @property
    def legal(self) -> tuple[Move, ...]:
        """The legal moves of :attr:`seat`; empty when it is not its turn."""

    @property
    def is_guess(self) -> bool:
        """True if nobody knows anything that tells one of the legal moves from another."""


class Position(Protocol):
    """A round at one moment, changed in place by every move, to try out its futures.

    Unlike a state it has no history. Everything hidden has its place in it, and what nature decides
    follows from a random generator.
    """

    @property
    def seat(self) -> Seat | None:
        """The seat to act, the first of several; ``None`` when the round is over."""

    @property
    def earned(self) -> Sequence[int]:
        """The points that plays have scored so far, by seat; may be empty if no play scores."""

    def moves(self) -> Sequence[Move]:
        """Return the legal moves of :attr:`seat`, in any order; none when the round is over."""

    def push(self, move: Move) -> None:
        """Carry out a legal move of :attr:`seat`, with all that nature does before the next."""

    def copy(self) -> Self: ...

    def outcome(self) -> Outcome | None: ...

    def play_out(self, rng: Rng) -> Outcome:
        """Play to the end of the round, every seat by a quick policy, and return the result."""


class Belief(Protocol):
    """All positions that agree with an observation.

    The likelier a position is by what was seen, the more often it is sampled.
    """

    def sample(self, rng: Rng) -> Position:
        """Return a random one, in which the observation's seat is the first of all who act.

        Raises ``ValueError`` if there is none.
        """


S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)
SeenT = TypeVar("SeenT", bound=Observation)


class Step(Value, Generic[S_co]):
    state: S_co
    events: tuple[Event, ...] = ()


NOBODY: frozenset[Seat] = frozenset()
ALONE = tuple(frozenset({seat}) for seat in range(16))
"""For each seat, the set that holds only it; made once, so that no turn builds a new one."""
