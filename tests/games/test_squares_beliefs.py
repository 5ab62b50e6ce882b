"""Samples of hidden square pieces are as likely as the rounds that are imagined."""

import random
from collections import Counter
from itertools import count

import pytest

from bot.engine.seating import prepare
from bot.games.common.events import Passed
from bot.games.squares import DOMINO_SQUARES
from bot.games.squares.block import SQUARES_BLOCK
from bot.games.squares.draw import SQUARES_DRAW
from bot.games.squares.events import AllPassed, Gave
from tests.games.playing import played

WORLDS = 400


def unseen(table):
    """The number of events that moved a piece which seat 0 didn't see."""
    events = [event.for_seat(0) for event in table.history]
    passed = [event for event in events if isinstance(event, AllPassed) and len(event.gave) > 2]
    return len(passed) + sum(isinstance(event, Gave) and event.piece is None for event in events)


def moment(rules, seats, wanted):
    """The first moment of some match at which seat 0 is to act and the table is as wanted."""
    matches = (played(rules, prepare(rules.info, seats), seed) for seed in count())
    return next(
        state
        for match in matches
        for state in match.states[:-1]
        if rules.to_act(state) == {0} and wanted(state.round)
    )


CASES = {
    "unseen": (DOMINO_SQUARES, 3, lambda table: unseen(table) > 1 and len(table.pile) > 3),
    "two": (DOMINO_SQUARES, 2, lambda table: len(table.path.laid) > 7),
    "block": (SQUARES_BLOCK, 3, lambda table: Passed(1) in table.history),
    "draw": (SQUARES_DRAW, 2, lambda table: len(table.pile) < 24),
}


@pytest.mark.parametrize(("rules", "seats", "wanted"), CASES.values(), ids=CASES)
def test_samples_put_each_piece_where_imagined_rounds_do(rules, seats, wanted):
    """The two are told independently; only chance makes them differ."""
    seen = rules.observe(moment(rules, seats, wanted), 0)
    chance, belief = random.Random(7), rules.believe(seen)
    sampled, imagined = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    for _ in range(WORLDS):
        for seat, hand in enumerate(belief.sample(chance).hands):
            sampled.update((seat, at) for at in range(hand.bit_length()) if hand >> at & 1)
        world = rules.position(rules.imagine(seen, chance), chance)
        for seat, hand in enumerate(world.hands):
            imagined.update((seat, at) for at in range(hand.bit_length()) if hand >> at & 1)
    assert sampled.total() == imagined.total()
    assert len(sampled) > 15
    for place in sampled.keys() | imagined.keys():
        assert abs(sampled[place] - imagined[place]) < 0.13 * WORLDS, place
