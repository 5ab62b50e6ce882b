import os
import random
import subprocess
import sys

import pytest
from msgspec.structs import replace

from bot.ai import LEVELS, UnknownLevel, player
from bot.ai.players import Strong
from bot.ai.search import judge
from bot.engine.replay import find, playout
from bot.engine.seating import prepare
from bot.games import CATALOGUE, game
from bot.games.all_fives import ALL_FIVES
from bot.games.block import BLOCK
from bot.games.double_double.moves import Place
from bot.games.duos import DUOS
from bot.games.memory import MEMORY
from bot.games.squares.moves import Lay
from tests.games import grids
from tests.games.cases import cases
from tests.games.grids import laid
from tests.games.playing import played
from tests.games.positions import after, dealt, position

COMPUTERS = (*(player(level) for level in LEVELS if level != "strong"), Strong(playouts=4))
"""All levels, the strong one with a little effort."""


@pytest.mark.parametrize("count", [12, pytest.param(80, marks=pytest.mark.deep)])
@pytest.mark.parametrize("rules", CATALOGUE, ids=lambda rules: rules.info.id)
def test_it_always_names_one_of_its_moves(rules, count):
    """At every level, at moments of matches with every number of seats and value of an option."""
    chance = random.Random(1)
    few = count // 6 if rules.info.open_play else 0  # looking ahead is slow
    for case in cases(rules):
        match = case.match()
        for at in match.moments(count)[-few:]:
            for seat in range(case.seats):
                seen = rules.observe(match.states[at], seat)
                for computer in COMPUTERS if seen.legal else ():
                    code = computer.choose(rules, seen, chance)
                    assert code in [move.code for move in seen.legal], f"{case.id} at ply {at}"


def chosen(rules, state, seat=0, tries=20):
    """Return the steady computer's moves, each with another random source."""
    seen = rules.observe(state, seat)
    return {player("steady").choose(rules, seen, random.Random(n)) for n in range(tries)}


def test_the_steady_one_plays_doubles_then_heavy_bones():
    state = position(BLOCK, "6-5 5-5 5-1", "3-3", on="5-4")
    assert chosen(BLOCK, state) == {"5-5@l"}
    state = position(BLOCK, "6-5 5-1 5-0", "3-3", on="5-4")
    assert chosen(BLOCK, state) == {"6-5@l"}


def test_the_steady_one_scores_what_it_can():
    """At 5-4, 5-5 leaves 10 + 4 and 5-3 leaves 3 + 4; only 5-1 leaves 1 + 4 = 5."""
    deal = dealt(ALL_FIVES, "5-5 5-3 5-1 6-6 3-3 2-2 1-1", "5-4 6-2 6-0 3-2 3-0 2-0 0-0")
    state = after(ALL_FIVES, deal, "lot 1", "5-4")
    assert chosen(ALL_FIVES, state) == {"5-1@l"}


def test_an_unknown_level_is_refused():
    with pytest.raises(UnknownLevel):
        player("grandmaster")


@pytest.mark.parametrize("game_id", ["squares", "double-double"])
def test_the_steady_one_lays_a_piece_rather_than_none(game_id):
    """Where it could also draw, or stop after a double."""
    rules = game(game_id)
    match = played(rules, prepare(rules.info, 2), seed=3)
    choices = 0
    for state in match.states:
        for seat in range(2):
            seen = rules.observe(state, seat)
            laying = {move.code for move in seen.legal if isinstance(move, Lay | Place)}
            if laying and len(laying) < len(seen.legal):
                choices += 1
                assert player("steady").choose(rules, seen, random.Random(1)) in laying
    assert choices > 3


@pytest.mark.parametrize("turn", [0, 1])
def test_in_memory_the_steady_one_finishes_a_pair_that_was_seen(turn):
    """6-6 lies face up, and 0-0 was seen at d1, by whoever turned it up."""
    state = grids.after(laid("6-6 5-0 4-0 0-0", turn=turn), "b1", "d1", "a1")
    assert chosen(MEMORY, state, 1 - turn) == {"d1"}


def test_in_memory_the_steady_one_begins_with_a_pair_that_was_seen():
    state = grids.after(laid("6-6 5-0 4-0 0-0"), "b1", "d1", "a1", "c1")
    assert chosen(MEMORY, state, 0) <= {"a1", "d1"}


def test_in_memory_what_was_not_turned_up_is_not_known():
    """0-0 lies at d1, but nobody has seen it: it is turned up no more often than others."""
    state = grids.after(laid("6-6 5-0 4-0 0-0"), "b1", "c1", "a1")
    assert len(chosen(MEMORY, state, 1, tries=30)) > 5


def test_in_memory_a_pair_in_the_history_is_taken_whatever_else_is_there():
    """With two sets, too, a tile that was seen is known by its place."""
    state = grids.after(laid("3-3 5-0 4-0 3-3", tiles=56), "b1", "d1", "a1")
    assert chosen(MEMORY, state, 1, tries=6) == {"d1"}


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.deep) for n in (1, 2, 3))])
@pytest.mark.parametrize(
    ("level", "lead"), [(player("steady"), 1), (Strong(playouts=200), 6)], ids=["steady", "strong"]
)
def test_who_remembers_more_finds_more_pairs_than_the_casual_one(seed, level, lead):
    chance, levels = random.Random(seed), (player("casual"), level)

    def choose(state, seat, legal):
        code = levels[seat].choose(MEMORY, MEMORY.observe(state, seat), chance)
        return find(MEMORY, state, seat, code)

    start = MEMORY.start(prepare(MEMORY.info, 2))
    *_, (_, _, last) = playout(MEMORY, start, chance, choose)
    casual, other = last.state.totals
    assert other >= casual + lead


OWN_PROCESS = "import tests.ai.test_players as here; print(*here.strong_choices())"


def strong_choices():
    for rules in CATALOGUE:
        match = played(rules, prepare(rules.info, rules.info.seat_counts[-1]), seed=4)
        for at in match.moments(2):
            asked = rules.to_act(match.states[at])
            for seat in sorted(asked)[:1] if isinstance(asked, frozenset) else ():
                seen = rules.observe(match.states[at], seat)
                yield Strong(playouts=24).choose(rules, seen, random.Random(at))


def test_the_same_observation_seed_and_effort_give_the_same_move_in_every_process():
    """Whatever the addresses of its objects and the hashes of its strings."""
    command = [sys.executable, "-c", OWN_PROCESS]
    runs = [
        subprocess.check_output(
            command, env={**os.environ, "PYTHONHASHSEED": seed}, stderr=subprocess.PIPE, text=True
        )
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
    chances = DUOS.win_chances(seen, result)
    assert chances[0] == chances[2] != chances[1] == chances[3]
    assert chances[0] + chances[1] == pytest.approx(1)
