"""The contract between a game and everything that runs it.

A game is an object with a few pure functions over frozen states: it deals, checks, scores and
replays, and the same object plays out imagined futures for a computer player.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from bot.engine.options import Option, OptionValue

Seat: TypeAlias = int
"""A position at the table, 0 to n - 1; seat + 1 sits to the left (GEN-3)."""


class Nature(Enum):
    """The one who shuffles and draws lots; logged as ``*``."""

    NATURE = "*"


NATURE = Nature.NATURE
Actor: TypeAlias = Seat | Nature


class Rng(Protocol):
    """The chance a caller lends to :meth:`Rules.imagine` and to players (`random.Random` fits)."""

    def randrange(self, stop: int, /) -> int:
        """A uniform number in 0 … ``stop`` - 1."""

    def shuffle(self, x: list[Any], /) -> None:
        """Put ``x`` in random order, in place."""

    def random(self) -> float:
        """A uniform number in [0, 1)."""


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Nature is asked to put ``pieces`` (their codes) in order.

    They come in an order that follows from which they are, and so tells nothing of where they were.
    """

    pieces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lot:
    """Nature is asked to pick one of ``seats``."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """One way to act. Its ``code`` is its only spelling, in the log, in a button and in a test."""

    code: str
    automatic: bool = field(default=False, kw_only=True)
    """There is no choice in it and making it tells no more than the move itself (a forced pass):
    the table may make it for the player at once."""
    secret: bool = field(default=False, kw_only=True)
    """Its code is known to its maker only, until an event tells it."""


class Event:
    """Something that happened at the table, as those who saw it would tell it.

    Subclasses are frozen dataclasses. They carry the arithmetic of a score, not only its sum.
    """

    __slots__ = ()

    def for_seat(self, seat: Seat | None) -> Event:
        """The same event as ``seat`` saw it; ``None`` is a spectator (GEN-14)."""
        del seat
        return self


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a round or a match ended: who won, what everybody scored, and why it ended."""

    winners: tuple[Seat, ...]
    points: tuple[int, ...]
    """By seat, for every seat of the match."""
    reason: str
    lasted: tuple[int, ...] = ()
    """The last round that each seat took part in, where that differs or may; else empty."""
    tally: int | None = None
    """Of a match played alone: what is held against other tries, the fewest best (attempts, bones
    left over)."""


@dataclass(frozen=True, slots=True)
class Previous:
    """What the next round must know of the round before it."""

    number: int
    leader: Seat | None
    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Setup:
    """Who sits where and what was agreed before the first shuffle."""

    seats: tuple[Seat, ...]
    """Those who play, clockwise. In a later round of an elimination match some are missing."""
    options: Mapping[str, OptionValue]
    """Every option in force, defaults included."""
    table: int
    """How many seats the match has, eliminated ones included."""
    seniority: tuple[Seat, ...]
    """The oldest first (GEN-4)."""
    partnerships: tuple[tuple[Seat, ...], ...] = ()
    """As the game has them (:attr:`GameInfo.partnerships`)."""
    previous: Previous | None = None
    """The round before, inside a match."""


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What a catalogue tells about a game."""

    id: str
    name: str
    min_seats: int
    max_seats: int
    rules: int
    """Version of the rules; a stored match is replayed by the version it was played under."""
    options: tuple[Option, ...]
    card: tuple[str, str, str]
    """The rules in three lines."""
    page: tuple[str, ...]
    """The rules on one page, a paragraph each."""
    hidden: bool = True
    """Whether anything is hidden from a player."""
    partnerships: tuple[tuple[Seat, ...], ...] = ()
    """Seats that score together; empty when all play for themselves."""
    sample: tuple[str, ...] = ("6-4", "6-6@l", "4-4@r", "4-1@r", "6-2@l")
    """A few bones that show what the table looks like: a lead and plays, a spinner with ``+``."""
    scoring_plays: bool = False
    """Whether plays make points before the round ends."""
    penalties: bool = False
    """Whether points count against those who have them: the fewest are best."""
    open_play: bool = False
    """Whether nobody holds anything of their own: what can be chosen is known to all, and is chosen
    at the table itself."""


class Observation(Protocol):
    """All that one seat (or a spectator, ``None``) may know, and room for nothing else."""

    @property
    def seat(self) -> Seat | None:
        """Who sees; ``None`` is a spectator."""

    @property
    def to_act(self) -> frozenset[Seat]:
        """Who must act; empty when nature acts or the match is over."""

    @property
    def legal(self) -> tuple[Move, ...]:
        """The moves of :attr:`seat`; empty when it is not to act."""


S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Step(Generic[S_co]):
    """What a move leads to: the next state, and what happened on the way."""

    state: S_co
    events: tuple[Event, ...] = ()


class Rules(Protocol[S]):
    """A game. All functions are pure; states are frozen values."""

    @property
    def info(self) -> GameInfo:
        """What a catalogue tells about the game."""

    def start(self, setup: Setup) -> S:
        """The state before the first shuffle.

        Raises :class:`~bot.engine.errors.WrongSeats` when that many cannot play.
        """

    def to_act(self, state: S) -> Shuffle | Lot | frozenset[Seat]:
        """Nature's task, or the seats that must act; an empty set when it is over."""

    def legal_moves(self, state: S, seat: Seat) -> tuple[Move, ...]:
        """What ``seat`` may do now: never empty when it is to act, empty otherwise."""

    def apply(self, state: S, actor: Actor, move: Move) -> Step[S]:
        """Carry out ``move``, which is one of the actor's legal moves (or nature's answer).

        Raises :class:`~bot.engine.errors.NotYourTurn` when the actor is not to act.
        """

    def observe(self, state: S, seat: Seat | None) -> Any:  # noqa: ANN401 - each game has its own
        """What ``seat`` may know, as the game's own :class:`Observation`."""

    def imagine(self, seen: Any, rng: Rng) -> S:  # noqa: ANN401 - what its `observe` returned
        """A full state in which everything seen is as it is, and the rest as it might be."""

    def safest(self, seen: Any) -> Move:  # noqa: ANN401 - what its `observe` returned
        """The move that is made for the seat of ``seen`` when its time is up.

        One of ``seen.legal``: a pass, a draw, or what risks least; the game says which, by what the
        seat sees and nothing else. Of equal observations the answer is the same. A match in which
        every seat plays so comes to an end.
        """

    def outcome(self, state: S) -> Outcome | None:
        """The result once it is over, else ``None``."""

    def whereabouts(self, state: S) -> Mapping[str, tuple[str, ...]]:
        """Where every piece is: place, and the codes there in their order (GEN-I1).

        The name of a place says who sees its pieces: of ``hand 2`` seat 2 alone until the end, of
        ``stock`` (or ``stock …``) nobody, of any other place everybody.
        Full knowledge: for invariants and tests, and for a screen only of a match that is over
        (:mod:`bot.engine.story`).
        """


def to_act_alone(seat: Seat) -> frozenset[Seat]:
    """The set that names ``seat`` only, without making it anew at every turn."""
    return _ALONE[seat]


NOBODY: frozenset[Seat] = frozenset()
_ALONE = tuple(frozenset({seat}) for seat in range(16))
