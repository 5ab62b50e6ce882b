"""What is done at a board for a player whose time is up."""

from __future__ import annotations

from bot.engine.contract import Move
from bot.games.board.moves import Discard, Place
from bot.games.board.points import worth
from bot.games.board.seen import BoardSeen


def safest(seen: BoardSeen) -> Move:
    """What brings the most points, those that it brings to others taken off.

    After a double nothing more is placed for less than a point, since stopping costs nothing
    (DDD-8). Of equal ones, and into the pit, what is missed least goes: no double, which counts
    twice on a diamond (DDD-13), and the fewest dots, which decide nothing but a tie (DDD-20).
    """
    return min(seen.legal, key=lambda move: _risk(seen, move))


def _risk(seen: BoardSeen, move: Move) -> tuple[int, ...]:
    points = worth(seen, move)
    others = sum(made for seat, made in enumerate(points) if seat != seen.seat)
    lead = sum(points) - 2 * others
    match move:
        case Place(bone=bone) | Discard(bone=bone):
            return -lead, 1, bone.double, bone.pips
        case _:
            return -lead, 0
