import random
from collections import Counter
from itertools import count

from bot.domino.square_set import SQUARES
from bot.engine.seating import prepare
from bot.games.squares import DOMINO_SQUARES
from tests.games.playing import played
from tests.games.worlds import worlds

WORLDS = 400


def test_with_two_players_all_pieces_not_seen_are_held_equally_often():
    """Nobody has to play, so nothing tells one piece that was never seen from another."""
    matches = (played(DOMINO_SQUARES, prepare(DOMINO_SQUARES.info, 2), seed) for seed in count())
    match, at = next(
        (match, at)
        for match in matches
        for at, state in enumerate(match.states[:-1])
        if DOMINO_SQUARES.to_act(state) == frozenset({0}) and len(state.round.path.laid) > 7
    )
    unseen, held = match.unseen(at, 0), Counter[str]()
    known = {each.code for each in SQUARES} - set(unseen)
    for world in worlds(DOMINO_SQUARES, match.observed(at, 0), random.Random(7), WORLDS):
        held.update(set(world["hand 1"]) - known)
    share = held.total() / len(unseen)
    assert all(abs(held[code] - share) < 0.13 * WORLDS for code in unseen)
