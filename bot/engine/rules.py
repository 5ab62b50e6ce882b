"""The contract between a game and everything that runs it.

A game is an object with a few pure functions over frozen states.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

from bot.engine.contract import (
    Actor,
    Belief,
    Event,
    Lot,
    Move,
    Outcome,
    Position,
    Rng,
    S,
    Seat,
    SeenT,
    Setup,
    Shuffle,
    Step,
)
from bot.engine.game_info import GameInfo
from bot.engine.planning import Wish


class Rules(Protocol[S, SeenT]):
    """A game. All functions are pure; states are frozen values."""

    @property
    def info(self) -> GameInfo: ...

    def start(self, setup: Setup) -> S:
        """Return the state before the first shuffle.

        Raises :class:`~bot.engine.errors.WrongSeats` if that number of seats cannot play.
        """

    def to_act(self, state: S) -> Shuffle | Lot | frozenset[Seat]:
        """Return nature's task, or the seats that must act; an empty set when it is over."""

    def legal_moves(self, state: S, seat: Seat) -> tuple[Move, ...]:
        """Return the moves that ``seat`` may make now: not empty if it must act, else empty."""

    def apply(self, state: S, actor: Actor, move: Move) -> Step[S]:
        """Apply ``move``, which is one of the actor's legal moves (or nature's answer).

        Raises :class:`~bot.engine.errors.NotYourTurn` when it is not the actor's turn.
        """

    def observe(self, state: S, seat: Seat | None) -> SeenT:
        """Return what ``seat`` may know, as the game's own :class:`Observation`."""

    def timeout_move(self, seen: SeenT) -> Move:
        """Return the move to make for the seat of ``seen`` when its time is up.

        It is the one of ``seen.legal`` with the least risk; equal observations give equal moves. A
        match in which every seat always makes this move comes to an end.
        """

    def position(self, state: S, rng: Rng) -> Position:
        """Return the round of a state in which seats are to act; ``rng`` answers for nature."""

    def believe(self, seen: SeenT) -> Belief:
        """Return all positions that agree with what was seen, in which seats are to act."""

    def preference(self, seen: SeenT, move: Move) -> tuple[int, ...]:
        """Return how much a plain player likes a move at first sight; the greatest is best."""

    def recalled(self, seen: SeenT, span: int) -> SeenT:
        """Return what a player still knows who remembers only the last ``span`` pieces shown."""

    def win_chances(self, seen: SeenT, result: Outcome) -> tuple[float, ...]:
        """Return the chance of each seat to win the match if the round ends with that result.

        Partners share a chance. A seat that plays alone has a greater one the lower its tally.
        """

    def wishes(self, seen: SeenT) -> tuple[Wish, ...]:
        """Return all that the seat of ``seen`` can plan, whoever is to act, in the hand's order.

        The wish for a piece at any place comes before those for its places.
        """

    def granted(self, seen: SeenT, wish: Wish) -> tuple[Move, ...]:
        """Return the moves of ``seen.legal`` that a wish means; several if the player must choose.

        Equal wishes of equal observations give equal moves.
        """

    def ends_plans(self, before: SeenT, after: SeenT, events: Sequence[Event]) -> bool:
        """Return whether ``events``, the last of ``after``, may change the mind of its seat."""

    def outcome(self, state: S) -> Outcome | None: ...

    def piece_locations(self, state: S) -> Mapping[str, tuple[str, ...]]:
        """Return the codes at every place, in their order, by the name of the place (GEN-I1).

        The name says who sees the pieces: only seat 2 sees ``hand 2`` until the end, nobody
        ``stock`` (or ``stock …``), everybody any other place. Screens may use this full knowledge
        only for a match that is over (:mod:`bot.engine.story`).
        """
