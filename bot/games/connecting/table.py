"""A round of the family at one moment, and the small steps from one moment to the next."""

from __future__ import annotations

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
    """A round at one moment."""

    setup: Setup
    awaits: Shuffle | Lot | None
    """What nature is asked for, if anything."""
    turn: Seat
    """Who is to act, unless nature is or the round is over."""
    hands: Hands = ()
    """By seat, for every seat of the match; empty before the deal."""
    stock: tuple[Bone, ...] = ()
    """Undealt bones, top first: the boneyard, or out of play."""
    layout: Layout = field(default_factory=Layout)
    lead: Lead | None = None
    """What the deal said of the lead."""
    leader: Seat | None = None
    earned: tuple[int, ...] = ()
    """Points made by plays in this round, by seat."""
    history: tuple[Event, ...] = ()
    outcome: Outcome | None = None


def told(state: Table, *events: Event) -> Step[Table]:
    """The table after ``events``."""
    return Step(replace(state, history=(*state.history, *events)), events)


def with_hand(hands: Hands, seat: Seat, hand: tuple[Bone, ...]) -> Hands:
    """The same hands but for one."""
    return (*hands[:seat], hand, *hands[seat + 1 :])


def with_points(points: tuple[int, ...], seat: Seat, made: Sum) -> tuple[int, ...]:
    """The points by seat after ``seat`` has made some."""
    return (*points[:seat], points[seat] + made.points, *points[seat + 1 :])


def codes(bones: Iterable[Bone]) -> tuple[str, ...]:
    """How bones are written."""
    return tuple(each.code for each in bones)
