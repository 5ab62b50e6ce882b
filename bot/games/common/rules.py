"""The part of a round that all games share: its state, what a seat sees of it, and its rules."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeAlias, TypeVar

from msgspec.structs import replace

from bot.domino.bone import Bone
from bot.engine.contract import (
    ALONE,
    NATURE,
    NOBODY,
    Actor,
    Belief,
    Event,
    Lot,
    Move,
    Outcome,
    Position,
    Rng,
    Seat,
    Setup,
    Shuffle,
    Step,
    Value,
    as_seen_by,
)
from bot.engine.errors import NotYourTurn
from bot.engine.game_info import GameInfo
from bot.engine.match_formats import shared_win
from bot.engine.planning import Wish
from bot.games.common.events import DrawEvent, Passed, PointsEvent, TransferEvent
from bot.games.common.planning import MOST
from bot.games.common.state_position import StatePosition


@dataclass(frozen=True, slots=True)
class RoundSeen:
    """A round as one seat sees it (``None``: a spectator); each game adds what it shows."""

    setup: Setup
    seat: Seat | None
    to_act: frozenset[Seat]
    legal: tuple[Move, ...]
    awaits: Shuffle | Lot | None
    counts: tuple[int, ...]
    """The number of pieces held, by seat; empty before the deal."""
    leader: Seat | None
    history: tuple[Event, ...]
    """All events of the round, as the seat saw them."""
    outcome: Outcome | None

    @property
    def is_guess(self) -> bool:
        return False


@dataclass(frozen=True, slots=True)
class BonesSeen(RoundSeen):
    """A round in which everybody has a hand of bones that only they see."""

    hand: tuple[Bone, ...]
    """The seat's own hand; there is no field for others' hands."""
    boneyard: int
    """The number of bones that can be drawn."""


SharedView: TypeAlias = tuple[
    Setup,
    Seat | None,
    frozenset[Seat],
    tuple[Move, ...],
    Shuffle | Lot | None,
    tuple[int, ...],
    Seat | None,
    tuple[Event, ...],
    Outcome | None,
]
"""The values of the fields of :class:`RoundSeen`, in their order."""


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
    turn: Seat
    """The seat whose turn it is, unless nature acts or the round is over."""

    def acting(self) -> frozenset[Seat]:
        return ALONE[self.turn]


FEW = 2
"""The number of pieces with which somebody may soon be out."""


def has_turned(before: RoundSeen, after: RoundSeen, events: Sequence[Event]) -> bool:
    """Return whether ``events`` may change the mind of somebody who has planned.

    Somebody passed, the seat drew or was handed a piece, or another seat scored or is down to
    :data:`FEW` pieces.
    """
    own = after.seat
    for event in events:
        match event:
            case Passed():
                return True
            case PointsEvent() if event.seat != own:
                return True
            case DrawEvent() if event.seat == own:
                return True
            case TransferEvent() if event.reaches(own):
                return True
    held = enumerate(zip(before.counts, after.counts, strict=False))
    return any(now <= FEW < earlier for seat, (earlier, now) in held if seat != own)


StateT = TypeVar("StateT", bound=RoundState)
SeenT = TypeVar("SeenT", bound=RoundSeen)


def with_events(state: StateT, *events: Event, **changes: object) -> Step[StateT]:
    """Return the step to the state with these changes, after these events."""
    return Step(replace(state, history=state.history + events, **changes), events)


@dataclass(frozen=True, slots=True)
class BaseRules(ABC, Generic[StateT, SeenT]):
    """The rules of a round (:class:`~bot.engine.rounds.RoundRules`), without any game's own."""

    info: GameInfo

    @abstractmethod
    def start(self, setup: Setup) -> StateT: ...

    @abstractmethod
    def moves_of(self, state: StateT, seat: Seat) -> tuple[Move, ...]:
        """Return the moves of a seat that must act."""

    @abstractmethod
    def carry_out(self, state: StateT, actor: Actor, move: Move) -> Step[StateT]:
        """Carry out a legal move, or nature's answer."""

    @abstractmethod
    def observe(self, state: StateT, seat: Seat | None) -> SeenT: ...

    @abstractmethod
    def piece_locations(self, state: StateT) -> Mapping[str, tuple[str, ...]]: ...

    @abstractmethod
    def believe(self, seen: SeenT) -> Belief: ...

    @abstractmethod
    def timeout_risk(self, seen: SeenT, move: Move) -> tuple[int, ...]:
        """Return the risk of a move; when time is up, the first with the lowest risk is made."""

    def to_act(self, state: StateT) -> Shuffle | Lot | frozenset[Seat]:
        if state.awaits is not None:
            return state.awaits
        return NOBODY if state.outcome is not None else state.acting()

    def legal_moves(self, state: StateT, seat: Seat) -> tuple[Move, ...]:
        if state.awaits is not None or state.outcome is not None or seat not in state.acting():
            return ()
        return self.moves_of(state, seat)

    def apply(self, state: StateT, actor: Actor, move: Move) -> Step[StateT]:
        """Apply a legal move; raises :class:`NotYourTurn` when it is not the actor's turn."""
        if state.awaits is not None:
            is_asked = actor is NATURE
        else:
            is_asked = state.outcome is None and actor in state.acting()
        if not is_asked:
            raise NotYourTurn
        return self.carry_out(state, actor, move)

    def shared_view(self, state: StateT, seat: Seat | None, counts: tuple[int, ...]) -> SharedView:
        """Return what every game's observation begins with."""
        asked = self.to_act(state)
        return (
            state.setup,
            seat,
            asked if isinstance(asked, frozenset) else NOBODY,
            () if seat is None else self.legal_moves(state, seat),
            state.awaits,
            counts,
            state.leader,
            as_seen_by(state.history, seat),
            state.outcome,
        )

    def timeout_move(self, seen: SeenT) -> Move:
        return min(seen.legal, key=lambda move: self.timeout_risk(seen, move))

    def position(self, state: StateT, rng: Rng) -> Position:
        """Return the round as a position, which plays on its states unless a game has its own."""
        return StatePosition(self, state, rng)

    def preference(self, seen: SeenT, move: Move) -> tuple[int, ...]:
        """Return the opposite of the move's risk: a plain player plays safe."""
        return tuple(-each for each in self.timeout_risk(seen, move))

    def recalled(self, seen: SeenT, span: int) -> SeenT:
        """Return everything seen, because nothing that was shown is turned face down again."""
        return seen

    def win_chances(self, seen: SeenT, result: Outcome) -> tuple[float, ...]:
        return shared_win(seen.setup, result)

    def wishes(self, seen: SeenT) -> tuple[Wish, ...]:
        """Return nothing: most of what is not in a hand cannot be planned."""
        return ()

    def granted(self, seen: SeenT, wish: Wish) -> tuple[Move, ...]:
        """Return the legal moves that are spelled as the wish, or as its piece at any place.

        At the place that makes the most points, it is the one that a plain player likes best.
        """
        anywhere = {"", MOST}
        ways = {
            each.code
            for each in self.wishes(seen)
            if each == wish or (each.piece == wish.piece and wish.place in anywhere)
        }
        moves = [move for move in seen.legal if move.code in ways]
        if wish.place == MOST and moves:
            return (max(moves, key=partial(self.preference, seen)),)
        return tuple(moves)

    def ends_plans(self, before: SeenT, after: SeenT, events: Sequence[Event]) -> bool:
        return has_turned(before, after, events)

    def outcome(self, state: StateT) -> Outcome | None:
        return state.outcome

    def leader(self, state: StateT) -> Seat | None:
        return state.leader
