"""What a plain player of Double Double Dominoes likes at first sight."""

from bot.engine.contract import Move
from bot.games.double_double.moves import Discard, Place
from bot.games.double_double.observation import BoardSeen
from bot.games.double_double.scoring import move_value


def preference(seen: BoardSeen, move: Move) -> tuple[int, ...]:
    """Prefer the most points for the seat itself, then a double, then the most pips.

    Placing a bone is better than stopping. Into the pit goes the bone with the fewest pips, and a
    double only if there is nothing else, because it counts twice on a diamond (DDD-13).
    """
    match move:
        case Place(bone=bone):
            points = 0 if seen.seat is None else move_value(seen, move)[seen.seat]
            return points, 1 + bone.double, bone.pips
        case Discard(bone=bone):
            return 0, -bone.double, -bone.pips
        case _:
            return 0, 0, 0
