# ruff: noqa: N802 - tests bear the ids of the rules
"""Memory, rule by rule (docs/rules/memory.md)."""

import dataclasses
import random
from collections import Counter
from itertools import combinations

import pytest

from bot.domino.bone import by_code
from bot.domino.sets import DOUBLE_SIX
from bot.engine.contract import Lot, Shuffle
from bot.engine.errors import BadOption, IllegalMove, NotYourTurn, WrongSeats
from bot.engine.replay import play
from bot.engine.rounds import MatchEnded, RoundScored
from bot.engine.seating import prepare
from bot.games.events import Leads
from bot.games.memory import (
    MEMORY,
    GridCleared,
    GridLaid,
    Taken,
    TurnedBack,
    TurnedUp,
    columns,
    place_name,
)
from tests.games.grids import (
    ALL,
    after,
    asked,
    begun,
    known,
    laid,
    late,
    later,
    legal,
    names,
    pair,
    shuffled,
    step,
    steps,
)
from tests.games.playing import played
from tests.games.positions import bones, told


def cleared(made):
    """What the end of a grid tells."""
    event = told(made, GridCleared)
    return event.reason, event.winners, event.pairs, event.attempts


# Rules.


@pytest.mark.parametrize(("tiles", "each"), [(28, 1), (56, 2)])
def test_MEM_1_one_set_or_two(tiles, each):
    pieces = asked(begun(2, tiles=tiles)).pieces

    assert len(pieces) == tiles
    assert Counter(pieces) == dict.fromkeys(ALL, each)
    assert list(pieces) == sorted(pieces)


@pytest.mark.parametrize("tiles", [0, 27, 84, "many"])
def test_MEM_1_there_is_no_other_number_of_tiles(tiles):
    with pytest.raises(BadOption):
        begun(2, tiles=tiles)


@pytest.mark.parametrize(("tiles", "wide", "last"), [(28, 7, "g4"), (56, 8, "h7")])
def test_MEM_2_the_grid_has_four_rows_of_seven_or_seven_rows_of_eight(tiles, wide, last):
    state = laid(tiles=tiles)
    seen = MEMORY.observe(state, 0).round

    assert columns(tiles) == seen.columns == wide
    assert seen.left == (True,) * tiles
    assert legal(state, 0) == names(tiles)
    assert (names(tiles)[0], names(tiles)[wide], names(tiles)[-1]) == ("a1", "a2", last)


def test_MEM_2_the_shuffle_is_the_grid_row_by_row():
    made = step(begun(1), shuffled("6-6 5-0", "4-1"))

    assert told(made, GridLaid) == GridLaid(28)
    places = MEMORY.whereabouts(made.state)
    assert [places[f"stock {name}"] for name in ("a1", "b1", "c1")] == [
        ("6-6",),
        ("5-0",),
        ("4-1",),
    ]
    assert place_name(9, 7) == "c2"
    assert told(step(made.state, "c2"), TurnedUp).place == 9


@pytest.mark.parametrize("seats", range(1, 7))
def test_MEM_3_one_to_six_play(seats):
    assert len(begun(seats).setup.seats) == seats


@pytest.mark.parametrize("seats", [0, 7])
def test_MEM_3_others_do_not_play(seats):
    with pytest.raises(WrongSeats, match=r"Memory is played by 1–6"):
        prepare(MEMORY.info, seats)


def test_MEM_4_two_tiles_are_turned_up_one_after_the_other():
    state = laid("6-6 0-0")

    first = step(state, "b1")
    assert first.events == (TurnedUp(0, 1, "b1", by_code("0-0")),)
    assert asked(first.state) == {0}
    assert MEMORY.observe(first.state, 1).round.up == ((1, by_code("0-0")),)

    second = step(first.state, "a1")
    assert second.events == (
        TurnedUp(0, 0, "a1", by_code("6-6")),
        Taken(0, (1, 0), pair("0-0 6-6"), 1),
    )


def test_MEM_4_a_pair_is_taken_and_the_same_player_goes_on():
    state = after(laid("6-6 0-0", turn=1), "a1", "b1")

    seen = MEMORY.observe(state, 0).round
    assert asked(state) == {1}
    assert seen.pairs == ((), (bones("6-6 0-0"),))
    assert seen.counts == (0, 1)
    assert seen.left == (False, False, *[True] * 26)
    assert seen.up == ()
    assert MEMORY.whereabouts(state)["pile 1"] == ("6-6", "0-0")


def test_MEM_4_other_tiles_are_turned_back_and_the_turn_goes_to_the_left():
    state = laid("6-6 5-0", seats=3, turn=1)

    made = steps(state, "a1", "b1", "a1", "b1", "a1", "b1")

    assert told(made[1], TurnedBack) == TurnedBack(1, (0, 1), pair("6-6 5-0"))
    assert [asked(each.state) for each in made] == [{1}, {2}, {2}, {0}, {0}, {1}]
    assert MEMORY.observe(made[-1].state, 0).round.left == (True,) * 28


def test_MEM_4_alone_one_goes_on_in_any_case():
    state = laid("6-6 5-0", seats=1)

    made = step(state, "a1", "b1")

    assert told(made, TurnedBack).seat == 0
    assert asked(made.state) == {0}


@pytest.mark.parametrize("seats", [1, 2])
def test_MEM_5_two_tiles_are_an_attempt_in_vain_or_not(seats):
    state = laid("6-6 0-0 5-0", seats=seats)

    tried = [MEMORY.observe(each.state, None).round.attempts[0] for each in steps(state, "a1")]
    tried += [
        MEMORY.observe(each.state, None).round.attempts[0]
        for each in steps(state, "a1", "b1", "c1", "d1")
    ]

    assert tried == [0, 0, 1, 1, 2]


def test_MEM_6_alone_the_attempts_are_what_counts():
    state = late("6-6 0-0", piles=(13,), attempts=(40,))

    made = step(state, "a1", "b1")

    assert cleared(made) == ("cleared", (0,), (14,), (41,))
    assert told(made, MatchEnded) == MatchEnded((0,), (14,), "cleared")
    assert made.state.outcome.tally == 41


def test_MEM_6_the_most_pairs_win():
    made = step(late("6-6 0-0", piles=(6, 7, 0), attempts=(9, 20, 8), turn=2), "a1", "b1")

    assert cleared(made) == ("cleared", (1,), (6, 7, 1), (9, 20, 9))
    assert told(made, RoundScored).points == (6, 7, 1)
    assert made.state.outcome.winners == (1,)
    assert made.state.outcome.points == (6, 7, 1)
    assert made.state.outcome.tally is None


def test_MEM_6_it_is_not_over_before_the_grid_is_empty():
    state = after(late("6-6 0-0 5-1 4-2", piles=(12, 0)), "a1", "b1")

    assert state.outcome is None
    assert legal(state, 0) == ["c1", "d1"]


def test_MEM_7_a_lot_picks_who_begins():
    dealt = step(begun(3), shuffled())
    assert dealt.events == (GridLaid(28),)
    assert asked(dealt.state) == Lot((0, 1, 2))

    drawn = step(dealt.state, "lot 2")
    assert drawn.events == (Leads(2, by_lot=True),)
    assert asked(drawn.state) == {2}
    assert MEMORY.observe(drawn.state, 0).round.leader == 2


def test_MEM_7_alone_there_is_no_lot():
    dealt = step(begun(1), shuffled())

    assert dealt.events == (GridLaid(28),)
    assert asked(dealt.state) == {0}


def test_MEM_7_one_grid_is_the_match():
    made = step(late("6-6 0-0", piles=(3, 10)), "a1", "b1")

    assert made.state.outcome.reason == "cleared"
    assert MEMORY.observe(made.state, 0).goal is None
    assert MEMORY.observe(made.state, 0).counted


def test_MEM_7_grids_are_laid_until_somebody_has_the_number():
    short = step(late("6-6 0-0", piles=(7, 6), scores=(16, 12), firstTo=25), "a1", "b1")
    assert short.state.outcome is None
    assert short.state.number == 2
    assert short.state.totals == (24, 18)
    assert isinstance(asked(short.state), Shuffle)

    enough = step(late("6-6 0-0", piles=(7, 6), scores=(17, 12), firstTo=25), "a1", "b1")
    assert told(enough, MatchEnded) == MatchEnded((0,), (25, 18), "target")


def test_MEM_7_the_highest_total_wins_and_a_tie_shares():
    higher = step(late("6-6 0-0", piles=(5, 8), scores=(20, 20), firstTo=25), "a1", "b1")
    assert told(higher, MatchEnded) == MatchEnded((1,), (26, 28), "target")

    tied = step(late("6-6 0-0", piles=(6, 7), scores=(20, 20), firstTo=25), "a1", "b1")
    assert told(tied, MatchEnded) == MatchEnded((0, 1), (27, 27), "target")


def test_MEM_7_alone_the_attempts_of_all_grids_are_added_up():
    match = played(MEMORY, prepare(MEMORY.info, 1, {"firstTo": 25}), seed=3)

    attempts = [
        sum(event.attempts)
        for ply in match.plies
        for event in ply.events
        if isinstance(event, GridCleared)
    ]
    assert len(attempts) == 2
    assert match.states[-1].outcome.tally == sum(attempts)
    assert match.states[-1].outcome.points == (28,)


@pytest.mark.parametrize("target", [0, 51, "many", "on"])
def test_MEM_7_there_is_no_other_target(target):
    with pytest.raises(BadOption):
        prepare(MEMORY.info, 2, {"firstTo": target})


@pytest.mark.parametrize(("before", "begins"), [(0, 1), (1, 2), (2, 0)])
def test_MEM_7_the_next_grid_is_begun_by_the_next_seat_without_a_lot(before, begins):
    dealt = step(later(3, before), shuffled())

    assert dealt.events == (GridLaid(28), Leads(begins, by_lot=False))
    assert asked(dealt.state) == {begins}


def test_MEM_8_a_tile_is_seen_while_it_lies_face_up_and_told_in_the_history():
    state = laid("6-6 5-0")
    state = after(state, "a1", "b1", "c1")

    seen = MEMORY.observe(state, 1).round

    assert seen.up == ((2, DOUBLE_SIX[0]),)
    assert known(seen) == {0: by_code("6-6"), 1: by_code("5-0"), 2: by_code("0-0")}
    rest = dataclasses.replace(seen, history=(), legal=(), up=())
    assert not any(isinstance(each, TurnedUp) for each in rest.history)
    assert rest.pairs == ((), ())
    assert {field.name for field in dataclasses.fields(rest)} == {
        *("setup", "seat", "to_act", "legal", "awaits", "columns", "left", "up", "pairs"),
        *("attempts", "leader", "history", "outcome"),
    }


def test_MEM_8_all_seats_know_the_same():
    for state in played(MEMORY, prepare(MEMORY.info, 3), seed=4).states:
        seen = [
            dataclasses.replace(MEMORY.observe(state, seat).round, seat=None, legal=())
            for seat in (0, 1, 2, None)
        ]
        assert seen[0] == seen[1] == seen[2] == seen[3]


@pytest.mark.parametrize("tiles", [28, 56])
def test_MEM_8_what_was_turned_up_is_remembered_and_nothing_else(tiles):
    state = after(laid("6-6 5-0 0-0", tiles=tiles), "a1", "b1", "c1", "a1", "d1")
    seen, chance = MEMORY.observe(state, 0), random.Random(1)

    worlds = [MEMORY.imagine(seen, chance).round for _ in range(300)]

    for world in worlds:
        assert world.grid[0] is None
        assert world.grid[2] is None
        assert str(world.grid[1]) == "5-0"
        assert world.grid[3] is state.round.grid[3]
    assert len({str(world.grid[10]) for world in worlds}) == (24 if tiles == 28 else 27)


# Worked examples.


@pytest.mark.parametrize(
    "tiles",
    [
        pytest.param("6-6 0-0", id="MEM-T1"),
        pytest.param("5-3 2-2", id="MEM-T2"),
        pytest.param("3-3 6-0", id="MEM-T4 6-0"),
        pytest.param("3-3 5-1", id="MEM-T4 5-1"),
        pytest.param("3-3 4-2", id="MEM-T4 4-2"),
    ],
)
def test_MEM_T1_MEM_T2_MEM_T4_pairs(tiles):
    """Twelve pips in all: the pair is taken, and the same player goes on."""
    made = step(laid(tiles), "a1", "b1")

    assert told(made, Taken) == Taken(0, (0, 1), pair(tiles), 1)
    assert sum(each.pips for each in bones(tiles)) == 12
    assert asked(made.state) == {0}


def test_MEM_T3():
    """6-5 and 1-1 are 13: both are turned back, and the next player has the turn."""
    made = step(laid("6-5 1-1"), "a1", "b1")

    assert told(made, TurnedBack) == TurnedBack(0, (0, 1), pair("6-5 1-1"))
    assert MEMORY.observe(made.state, 0).round.counts == (0, 0)
    assert asked(made.state) == {1}


def test_MEM_T4():
    """With two sets there are two 3-3, which are a pair."""
    made = step(laid("3-3 3-3", tiles=56), "a1", "b1")

    assert told(made, Taken) == Taken(0, (0, 1), pair("3-3 3-3"), 1)
    assert [bone.code for bone in DOUBLE_SIX if bone.pips == 6] == ["3-3", "4-2", "5-1", "6-0"]


def test_MEM_T5():
    """The tile that lies face up, or an empty place, is refused, and it costs nothing."""
    state = after(laid("6-6 0-0 5-0"), "a1", "b1", "c1")

    for wrong in ("c1", "a1", "b1", "h1", "a5", "C2", "pass"):
        with pytest.raises(IllegalMove):
            play(MEMORY, state, 0, wrong)
    with pytest.raises(NotYourTurn):
        play(MEMORY, state, 1, "d1")
    assert legal(state, 0) == names()[3:]
    assert MEMORY.observe(state, 0).round.attempts == (1, 0)


@pytest.mark.parametrize(("piles", "winners"), [((7, 6), (0,)), ((6, 7), (0, 1))])
def test_MEM_T6(piles, winners):
    """8 to 6 wins, 7 to 7 is shared."""
    made = step(late("6-6 0-0", piles=piles), "a1", "b1")

    assert told(made, GridCleared).winners == winners
    assert made.state.outcome.winners == winners


# Invariants, over matches played by chance.

MATCHES = [(seats, tiles, seed) for seats in (1, 2, 6) for tiles in (28, 56) for seed in range(3)]


def rounds(seats, tiles, seed):
    return [
        state.round
        for state in played(MEMORY, prepare(MEMORY.info, seats, {"tiles": tiles}), seed).states[1:]
    ]


@pytest.mark.parametrize(("seats", "tiles", "seed"), MATCHES)
def test_MEM_I1(seats, tiles, seed):
    """As many tiles are left with s pips as with 12 - s, those with 6 an even number."""
    for state in rounds(seats, tiles, seed):
        left = Counter(bone.pips for bone in state.grid if bone)
        assert all(left[pips] == left[12 - pips] for pips in range(13))
        assert left[6] % 2 == 0


def test_MEM_I1_tiles_by_their_pips():
    count = Counter(bone.pips for bone in DOUBLE_SIX)

    assert [count[pips] for pips in range(13)] == [1, 1, 2, 2, 3, 3, 4, 3, 3, 2, 2, 1, 1]


@pytest.mark.parametrize(("seats", "tiles", "seed"), MATCHES)
def test_MEM_I2(seats, tiles, seed):
    """What is left has six pips a tile."""
    for state in rounds(seats, tiles, seed):
        left = [bone.pips for bone in state.grid if bone]
        assert sum(left) == 6 * len(left)


@pytest.mark.parametrize(("seats", "tiles", "seed"), MATCHES)
def test_MEM_I3(seats, tiles, seed):
    """There are as many pairs as half the tiles, and no fewer attempts."""
    over = rounds(seats, tiles, seed)[-1]

    assert sum(over.outcome.points) == tiles // 2
    assert sum(over.attempts) >= tiles // 2


def test_MEM_I3_nobody_needs_more_than_a_pair_an_attempt():
    """Who knew all tiles would clear the grid in fourteen attempts."""
    state = laid(seats=1)
    while state.outcome is None:
        lie = {at: tile for at, tile in enumerate(state.round.grid) if tile}
        one = min(lie)
        other = next(at for at in lie if at != one and lie[at].pips + lie[one].pips == 12)
        state = after(state, names()[one], names()[other])

    assert state.outcome.tally == 14


@pytest.mark.parametrize(("tiles", "pairs", "matching"), [(28, 378, 34), (56, 1540, 140)])
def test_MEM_I4(tiles, pairs, matching):
    """How many of the first pairs match."""
    every = list(combinations(begun(2, tiles=tiles).round.awaits.pieces, 2))

    assert len(every) == pairs
    assert sum(by_code(x).pips + by_code(y).pips == 12 for x, y in every) == matching
