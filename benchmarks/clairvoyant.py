"""The most that anybody could win against the steady computer: a player who sees all hands.

In Block with two nothing is left to chance after the deal. So a search of the whole round finds the
best reply to the steady computer's moves, which no player can beat who does not see the other hand.
"""

from collections.abc import Sequence
from random import Random

from benchmarks.measures import Measure
from bot.engine.contract import Move, Position, Seat
from bot.engine.replay import after_nature
from bot.engine.seating import prepare
from bot.games.block import BLOCK
from bot.games.connecting.moves import Play

SETUP = prepare(BLOCK.info, 2)


def measure_clairvoyant(*, deals: int) -> Measure:
    """Measure the share of rounds that the best reply to the steady computer wins."""
    shares = [_value(_dealt(Random(deal)), seat) for deal in range(deals) for seat in (0, 1)]
    return Measure(
        name="best reply to steady by a player who sees all hands, rounds of Block",
        value=100 * sum(shares) / len(shares),
        unit="%",
        beside=f"{len(shares)} rounds, each searched to its end",
    )


def _dealt(rng: Random) -> Position:
    game = BLOCK.game
    return game.position(after_nature(game, game.start(SETUP), rng), rng)


def _value(position: Position, seat: Seat) -> float:
    """Return the part of the round that the seat wins: half of it if nobody does."""
    outcome = position.outcome()
    if outcome is not None:
        return float(seat in outcome.winners) if outcome.winners else 0.5
    own = position.seat == seat
    moves = position.moves() if own else _preferred(position)
    values = []
    for move in moves:
        after = position.copy()
        after.push(move)
        values.append(_value(after, seat))
        if own and values[-1] == 1:
            break
    return max(values) if own else sum(values) / len(values)


def _preferred(position: Position) -> Sequence[Move]:
    """Return the moves among which the steady computer chooses at random."""
    moves = list(position.moves())
    plays = [move for move in moves if isinstance(move, Play)]
    best = max(((each.bone.double, each.bone.pips) for each in plays), default=None)
    return [each for each in plays if (each.bone.double, each.bone.pips) == best] or moves
