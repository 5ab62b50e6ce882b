"""Strong computers judge moves by what comes of them, the same way on every machine."""

import os
import random
import subprocess
import sys

import pytest

from bot.ai.players import Strong
from bot.ai.search import judge
from bot.engine.seating import prepare
from bot.games import CATALOGUE
from bot.games.block import BLOCK
from bot.games.duos import DUOS
from tests.games.playing import played
from tests.games.positions import position

AN_OWN_PROCESS = "import tests.ai.test_search as here; print(*here.choices())"


def choices():
    """Return what strong computers choose at a few moments of every game."""
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
    seat = next(iter(BLOCK.to_act(state)))
    return judge(BLOCK, BLOCK.observe(state, seat), random.Random(1), **effort)


def test_it_keeps_the_only_number_that_wins():
    """With 5-4 left after it, 6-5 goes out next turn; after 4-3, nothing fits any more."""
    state = position(BLOCK, "6-5 5-4 4-3", "6-6 2-2 1-1 0-0 2-1 2-0", on="6-3")
    assert judged(state, playouts=400).best.move.code in {"6-5@l", "4-3@r"}
    best, *others = judged(state, playouts=400).moves
    assert best.chance >= max(each.chance for each in others)


@pytest.mark.parametrize("playouts", [1, 64])
def test_moves_to_keep_are_tried_as_often_as_the_best(playouts):
    state = position(BLOCK, "6-5 5-1 5-0 6-1 6-0 6-6", "3-3 2-2", on="6-5")
    worst = judged(state, playouts=playouts).moves[-1]
    kept = judged(state, playouts=playouts, keep=[worst.move.code])
    assert kept.of(worst.move.code).worlds == kept.best.worlds
    with pytest.raises(KeyError):
        kept.of("9-9@l")


def test_totals_count():
    """At 95 of 100, a round won by a point wins the match: any win is worth the same."""
    hands = "6-5 1-0", "6-6 2-2"
    nearly, early = (
        judged(position(BLOCK, *hands, on="6-1", scores=scores), playouts=200).best
        for scores in ((99, 0), (0, 0))
    )
    assert nearly.chance > early.chance


def test_partners_share_a_chance():
    """Whoever of the two goes out, the duo wins."""
    state = position(DUOS, "6-5 1-0", "3-3 2-2", "5-0", "4-4 4-2", on="6-1")
    seen = DUOS.observe(state, 0)
    chances = DUOS.chances(
        seen, DUOS.believe(seen).sample(random.Random(1)).play_out(random.Random(1))
    )
    assert chances[0] == chances[2] != chances[1] == chances[3]
    assert sum(chances) == pytest.approx(2)
