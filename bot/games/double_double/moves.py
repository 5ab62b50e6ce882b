"""The moves of Double Double Dominoes, cached so that listing legal moves builds few objects."""

from dataclasses import dataclass
from functools import cache

from bot.domino.board import Cell, neighbours
from bot.domino.bone import DOUBLE_SIX, Bone
from bot.engine.contract import Move
from bot.games.double_double.tiling import OnBoard, Tiling


@dataclass(frozen=True, slots=True)
class Place(Move):
    """A bone placed on two squares: ``4-3@h8i8``, the high half on the first.

    The halves of a double are alike: its first square is the one that comes first, row by row.
    """

    bone: Bone
    first: Cell
    """The square under its high half."""
    second: Cell
    """The square under its low half."""


@dataclass(frozen=True, slots=True)
class Discard(Move):
    """Putting a bone into the pit, face down, when none can be placed: ``4-3@pit`` (DDD-5)."""

    bone: Bone


@dataclass(frozen=True, slots=True)
class Stop(Move):
    """Not placing another bone after a double (DDD-8)."""


STOP = Stop("stop")
_DISCARDS = {each: Discard(f"{each.code}@pit", secret=True, bone=each) for each in DOUBLE_SIX}


def legal_moves(hand: tuple[Bone, ...], tiling: Tiling, after: int | None) -> tuple[Move, ...]:
    """Return placings, or discards if nothing fits (DDD-5); after a double, placings or a stop.

    Stopping is never automatic, even when nothing can follow, because that would reveal that
    the player has nothing to place next to the double.
    """
    if after is not None:
        return (*places(hand, tiling, after), STOP)
    return places(hand, tiling, None) or discards(hand)


def discards(hand: tuple[Bone, ...]) -> tuple[Discard, ...]:
    return tuple([_DISCARDS[each] for each in dict.fromkeys(hand)])


def places(hand: tuple[Bone, ...], tiling: Tiling, after: int | None) -> tuple[Place, ...]:
    """Return every way to place a bone of ``hand``, identical ones once, in the hand's order.

    The first bone of the game covers the star (DDD-6). ``after`` is the index of the double
    that the bone must touch (DDD-8); ``None`` for anywhere.
    """
    if not tiling.laid:
        return _on_the_star(hand, tiling)
    spots = tiling.spots
    if after is not None:
        spots = tuple([each for each in spots if after in {each.at, each.head_at}])
    found: list[Place] = []
    for bone in dict.fromkeys(hand):
        high, low = bone.high, bone.low
        for spot in spots:
            shows = spot.shows
            if high == shows and spot.head_shows in {None, low}:
                found.append(_placed(bone, spot.tail, spot.head))
            elif low == shows and spot.head_shows in {None, high}:
                found.append(_placed(bone, spot.head, spot.tail))
    return tuple(found)


def _on_the_star(hand: tuple[Bone, ...], tiling: Tiling) -> tuple[Place, ...]:
    star = tiling.board.star
    ways = [
        way
        for other in neighbours(tiling.board.size)[star]
        for way in ((star, other), (other, star))
    ]
    return tuple(dict.fromkeys(_placed(bone, *way) for bone in dict.fromkeys(hand) for way in ways))


def _placed(bone: Bone, first: Cell, second: Cell) -> Place:
    if bone.high == bone.low and (second[1], second[0]) < (first[1], first[0]):
        first, second = second, first
    return _place(bone, first, second)


@cache
def _place(bone: Bone, first: Cell, second: Cell) -> Place:
    return Place(OnBoard(bone, first, second).code, bone=bone, first=first, second=second)
