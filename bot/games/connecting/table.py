"""The state of a round of the family, and small steps from one state to the next."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from bot.domino.bone import Bone
from bot.domino.counting import Sum
from bot.domino.layout import Layout
from bot.engine.contract import Event, Lot, Outcome, Seat, Setup, Shuffle, Step
from bot.games.connecting.leading import Lead
from bot.games.connecting.scoring import Hands


@dataclass(frozen=True, slots=True)
class Table:
    """The state of a round."""

    setup: Setup
    awaits: Shuffle | Lot | None
    """Nature's pending task; ``None`` if there is none."""
    turn: Seat
    """The seat that is to act, unless nature is or the round is over."""
    hands: Hands = ()
    """Hands by seat, for every seat of the match; empty before the deal."""
    stock: tuple[Bone, ...] = ()
    """Bones not dealt or drawn, top first: the boneyard, or out of play."""
    layout: Layout = field(default_factory=Layout)
    lead: Lead | None = None
    """The lead that follows from the deal; ``None`` before the deal."""
    leader: Seat | None = None
    earned: tuple[int, ...] = ()
    """Points scored by plays in this round, by seat."""
    history: tuple[Event, ...] = ()
    outcome: Outcome | None = None


def told(state: Table, *events: Event) -> Step[Table]:
    """Return the step to ``state`` with ``events`` added to its history."""
    return Step(replace(state, history=(*state.history, *events)), events)


def with_hand(hands: Hands, seat: Seat, hand: tuple[Bone, ...]) -> Hands:
    """Return ``hands`` with one hand replaced."""
    return (*hands[:seat], hand, *hands[seat + 1 :])


def with_points(points: tuple[int, ...], seat: Seat, made: Sum) -> tuple[int, ...]:
    """Return the points by seat after ``seat`` has scored ``made``."""
    return (*points[:seat], points[seat] + made.points, *points[seat + 1 :])


def codes(bones: Iterable[Bone]) -> tuple[str, ...]:
    """Return the codes of ``bones``."""
    return tuple(each.code for each in bones)
