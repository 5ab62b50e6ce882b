import os
import random
import subprocess
import sys

import pytest
from msgspec.structs import replace

from bot.ai.players import Strong
from bot.ai.search import judge
from bot.engine.seating import prepare
from bot.games import CATALOGUE
from bot.games.block import BLOCK
from bot.games.duos import DUOS
from tests.games.playing import played
from tests.games.positions import after, dealt

AN_OWN_PROCESS = "import tests.ai.test_search as here; print(*here.choices())"


def choices():
    for rules in CATALOGUE:
        match = played(rules, prepare(rules.info, rules.info.seat_counts[-1]), seed=4)
        for at in match.moments(2):
            asked = rules.to_act(match.states[at])
            for seat in sorted(asked)[:1] if isinstance(asked, frozenset) else ():
                seen = rules.observe(match.states[at], seat)
                yield Strong(playouts=24).choose(rules, seen, random.Random(at))


def test_the_same_observation_seed_and_effort_give_the_same_move_in_every_process():
    """Whatever the addresses of its objects and the hashes of its strings."""
    runs = [
        subprocess.run(
            [sys.executable, "-c", AN_OWN_PROCESS],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert runs[0] == runs[1]
    assert len(runs[0].split()) > len(CATALOGUE)


def judged(state, **effort):
    seat = state.round.turn
    return judge(BLOCK, BLOCK.observe(state, seat), random.Random(1), **effort)


HANDS = "6-5 6-6 5-1 5-0 6-0 4-1 2-1", "6-1 3-3 2-2 4-4 3-2 4-3 0-0"


def opened(*codes, scores=(0, 0)):
    """Return a table after these moves, whose leader is seat 1."""
    state = after(BLOCK, dealt(BLOCK, *HANDS), "lot 1", *codes)
    return replace(state, totals=scores)


@pytest.mark.parametrize("playouts", [1, 64])
def test_moves_to_keep_are_tried_as_often_as_the_best(playouts):
    state = opened("6-1")
    worst = judged(state, playouts=playouts).moves[-1]
    kept = judged(state, playouts=playouts, keep=[worst.move.code])
    assert kept.of(worst.move.code).worlds == kept.best.worlds
    with pytest.raises(KeyError):
        kept.of("9-9@l")


def test_the_totals_count():
    """One point from the target, a round won wins the match, and before it only a part of it."""
    near, far = (judged(opened("6-1", scores=each), playouts=200) for each in ((99, 0), (0, 0)))
    assert near.best.chance > far.best.chance + 0.1


def test_partners_share_a_chance():
    state = after(DUOS, dealt(DUOS, "6-6 5-1", "6-5 1-0", "6-4 4-4", "5-5 3-3"), "6-6")
    seen = DUOS.observe(state, state.round.turn)
    result = DUOS.believe(seen).sample(random.Random(1)).play_out(random.Random(1))
    chances = DUOS.chances(seen, result)
    assert chances[0] == chances[2] != chances[1] == chances[3]
    assert chances[0] + chances[1] == pytest.approx(1)
