"""The move made for a player of Blind whose time is up."""

from bot.domino.sets import DOUBLE_SIX
from bot.engine.contract import Move
from bot.games.blind.moves import FROM_LEFT, Choose
from bot.games.blind.observation import BlindSeen
from bot.games.connecting.moves import Play


def risk(seen: BlindSeen, move: Move) -> tuple[int, ...]:
    """Judge a move by the bones that are face up.

    Bones that were seen and are face down again are ignored: remembering them is the game
    (BLIND-10).
    """
    match move:
        case Choose(direction=direction):
            return (direction != FROM_LEFT,)  # a guess either way, so left first, as one reads
        case Play():
            return _end(seen, move)
        case _:
            return ()


def _end(seen: BlindSeen, play: Play) -> tuple[int, ...]:
    """Prefer the end that fits the player's face-up doubles, not the others', and most other bones.

    By default, a player who has laid a bone turns over the next one, which nobody knows.
    """
    layout = seen.layout.lay(play.bone, play.at)
    ends = {opening.pips for opening in layout.openings}
    own = others = 0
    hidden = set(DOUBLE_SIX).difference(laid.bone for laid in layout.laid)
    for seat in range(len(seen.rows)):
        # Face up lie doubles, and the bone just turned over.
        doubles = [each for each in seen.lying(seat) if each and each is not seen.pending]
        hidden.difference_update(doubles)
        fitting = sum(double.high in ends for double in doubles)
        if seat == seen.seat:
            own = fitting
        else:
            others += fitting
    return -own, others, -sum(not ends.isdisjoint((each.high, each.low)) for each in hidden)
