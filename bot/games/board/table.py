"""A table with a board at one moment."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domino.boards import BOARDS, Board
from bot.domino.bone import BY_INDEX, Bone
from bot.domino.sets import DOUBLE_SIX
from bot.engine.contract import Event, Outcome, Seat, Setup, Shuffle
from bot.games.board.tiling import Tiling

HAND = 3
"""Dominoes dealt to everybody, and held again after a turn (DDD-2, DDD-10)."""
_TARGETS = {2: 100, 3: 75, 4: 50, 5: 75, 6: 50}

Hands = tuple[tuple[Bone, ...], ...]


@dataclass(frozen=True, slots=True)
class BoardTable:
    """The game at one moment."""

    setup: Setup
    awaits: Shuffle | None
    """What nature is asked for, if anything."""
    leader: Seat | None
    turn: Seat
    """Whose turn it is, once that is known."""
    hands: Hands
    """By seat; empty before the deal."""
    stock: tuple[Bone, ...]
    """The boneyard, top first."""
    pits: Hands
    """What each seat has put into the pit, in that order."""
    tiling: Tiling
    positions: tuple[int, ...]
    after: int | None = None
    """Index of the double that the seat to act may go on next to."""
    history: tuple[Event, ...] = ()
    outcome: Outcome | None = None

    @property
    def board(self) -> Board:
        """The board it is played on."""
        return self.tiling.board

    @property
    def mover(self) -> Seat:
        """Whose turn it is."""
        return self.turn


def board_of(setup: Setup) -> Board:
    """The board that was agreed."""
    return BOARDS[str(setup.options["board"])]


def dominoes(setup: Setup) -> tuple[Bone, ...]:
    """Two double-six sets, or three: for five and six, unless agreed otherwise (DDD-1)."""
    sets = setup.options["sets"]
    count = (3 if setup.table > 4 else 2) if sets == "auto" else int(sets)
    return tuple(each for each in DOUBLE_SIX for _ in range(count))


def target(setup: Setup) -> int:
    """The points that end the game (DDD-17)."""
    return _TARGETS[setup.table]


def lowest(hand: tuple[Bone, ...]) -> Bone:
    """The domino with the fewest dots; of equal ones, the one with the lower high half (DDD-3)."""
    return min(hand, key=dots_first)


def dots_first(bone: Bone) -> tuple[int, int]:
    """The order in which a player looks for the lowest domino."""
    return bone.pips, bone.index


def without(hand: tuple[Bone, ...], bone: Bone) -> tuple[Bone, ...]:
    """A hand after one domino has left it."""
    at = hand.index(bone)
    return hand[:at] + hand[at + 1 :]


def in_order(hand: tuple[Bone, ...]) -> tuple[Bone, ...]:
    """A hand as it is shown, so that no order of drawing is told."""
    return tuple(sorted(hand, key=BY_INDEX))
