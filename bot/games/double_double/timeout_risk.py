"""The move that Double Double Dominoes makes for a player whose time is up."""

from bot.engine.contract import Move
from bot.games.double_double.moves import Discard, Place
from bot.games.double_double.observation import BoardSeen
from bot.games.double_double.scoring import move_value


def risk(seen: BoardSeen, move: Move) -> tuple[int, ...]:
    """Prefer the move with the most points for the seat minus those it gives to others.

    After a double, nothing more is placed for less than one point net, since stopping costs
    nothing (DDD-8). Among equal moves, and for the pit, it is the bone that is least useful in
    hand: not a double, which counts twice on a diamond (DDD-13), then the one with the fewest
    pips, which matter only in a tie (DDD-20).
    """
    points = move_value(seen, move)
    others = sum(made for seat, made in enumerate(points) if seat != seen.seat)
    lead = sum(points) - 2 * others
    match move:
        case Place(bone=bone) | Discard(bone=bone):
            return -lead, 1, bone.double, bone.pips
        case _:
            return -lead, 0
