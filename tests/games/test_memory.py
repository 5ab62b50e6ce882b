import dataclasses
import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from bot.domino.bone import DOUBLE_SIX, by_code
from bot.engine.contract import Lot, Previous
from bot.engine.errors import IllegalMove
from bot.engine.replay import play
from bot.engine.rounds import MatchEnded, RoundScored
from bot.engine.seating import prepare
from bot.games.common.events import Leads
from bot.games.memory import MEMORY
from bot.games.memory.events import GridCleared, GridLaid, Taken, TurnedBack, TurnedUp
from bot.games.memory.moves import place_name, rows
from tests.games.cases import by_chance
from tests.games.grids import ALL, begun, known, laid, late, names, pair
from tests.games.playing import played
from tests.games.positions import bones, deal, language, told
from tests.games.recount import events_of
from tests.games.worlds import worlds_of

step, steps, after, asked, legal = language(MEMORY)[2:]
every_match = by_chance(MEMORY, seeds=3, others=3)


def cleared(made):
    event = told(made, GridCleared)
    return event.reason, event.winners, event.pairs, event.attempts


@pytest.mark.parametrize(("tiles", "each", "high", "last"), [(28, 1, 7, "g4"), (56, 2, 8, "h7")])
def test_MEM_1_MEM_2_one_set_in_seven_rows_of_four_or_two_in_eight_of_seven(
    tiles, each, high, last
):
    pieces = asked(begun(2, tiles=tiles)).pieces
    assert Counter(pieces) == dict.fromkeys(ALL, each)
    assert list(pieces) == sorted(pieces)
    state = laid(tiles=tiles)
    seen = MEMORY.observe(state, 0).round
    assert rows(tiles) == seen.rows == high
    assert seen.left == (True,) * tiles
    assert legal(state, 0) == names(tiles)
    assert (names(tiles)[0], names(tiles)[high], names(tiles)[-1]) == ("a1", "a2", last)


def test_MEM_2_the_shuffle_is_the_grid_column_by_column():
    made = step(begun(1), deal("6-6 5-0", "4-1"))
    assert told(made, GridLaid) == GridLaid(28)
    places = MEMORY.piece_locations(made.state)
    shown = [places[f"stock {name}"] for name in ("a1", "b1", "c1")]
    assert shown == [("6-6",), ("5-0",), ("4-1",)]
    assert place_name(9, 7) == "c2"
    assert told(step(made.state, "c2"), TurnedUp).place == 9


def test_MEM_4_two_tiles_are_turned_up_and_a_pair_is_taken_and_the_same_player_goes_on():
    first = step(laid("6-6 0-0", turn=1), "b1")
    assert first.events == (TurnedUp(1, 1, "b1", by_code("0-0")),)
    assert asked(first.state) == {1}
    assert MEMORY.observe(first.state, 0).round.up == ((1, by_code("0-0")),)
    second = step(first.state, "a1")
    taken = Taken(1, (1, 0), pair("0-0 6-6"), 1)
    assert second.events == (TurnedUp(1, 0, "a1", by_code("6-6")), taken)
    seen = MEMORY.observe(second.state, 0).round
    assert asked(second.state) == {1}
    assert (seen.pairs, seen.counts, seen.up) == (((), (bones("0-0 6-6"),)), (0, 1), ())
    assert seen.left == (False, False, *[True] * 26)
    assert MEMORY.piece_locations(second.state)["pile 1"] == ("0-0", "6-6")


def test_MEM_T3_MEM_4_other_tiles_are_turned_back_and_the_turn_goes_to_the_left():
    made = steps(laid("6-5 1-1", seats=3, turn=1), "a1", "b1", "a1", "b1", "a1", "b1")
    assert told(made[1], TurnedBack) == TurnedBack(1, (0, 1), pair("6-5 1-1"))
    assert [asked(each.state) for each in made] == [{1}, {2}, {2}, {0}, {0}, {1}]
    seen = MEMORY.observe(made[-1].state, 0).round
    assert (seen.left, seen.counts) == ((True,) * 28, (0, 0, 0))
    alone = step(laid("6-5 1-1", seats=1), "a1", "b1")
    assert (told(alone, TurnedBack).seat, asked(alone.state)) == (0, {0})


@pytest.mark.parametrize("seats", [1, 2])
def test_MEM_5_two_tiles_are_an_attempt_in_vain_or_not(seats):
    made = steps(laid("6-6 0-0 5-0", seats=seats), "a1", "b1", "c1", "d1")
    tried = [MEMORY.observe(each.state, None).round.attempts[0] for each in made]
    assert tried == [0, 1, 1, 2]


def test_MEM_6_MEM_7_alone_the_attempts_are_what_counts():
    """There is no lot, and the end comes with the last pair."""
    dealt = step(begun(1), deal())
    assert (dealt.events, asked(dealt.state)) == ((GridLaid(28),), {0})
    state = late("6-6 0-0 5-1 4-2", piles=(12,), attempts=(39,))
    not_yet, made = (steps(state, "a1", "b1", "c1", "d1")[at] for at in (1, 3))
    assert not_yet.state.outcome is None
    assert cleared(made) == ("cleared", (0,), (14,), (41,))
    assert told(made, MatchEnded) == MatchEnded((0,), (14,), "cleared")
    assert made.state.outcome.tally == 41


def test_MEM_6_MEM_7_one_grid_is_the_match_and_the_most_pairs_win():
    made = step(late("6-6 0-0", piles=(6, 7, 0), attempts=(9, 20, 8), turn=2), "a1", "b1")
    assert cleared(made) == ("cleared", (1,), (6, 7, 1), (9, 20, 9))
    assert told(made, RoundScored).points == (6, 7, 1)
    outcome = made.state.outcome
    assert (outcome.winners, outcome.points, outcome.tally) == ((1,), (6, 7, 1), None)
    assert outcome.reason == "cleared"
    seen = MEMORY.observe(made.state, 0)
    assert (seen.goal, seen.counted) == (None, True)


def test_MEM_7_a_lot_picks_who_begins_and_then_the_next_seat_does():
    dealt = step(begun(3), deal())
    assert dealt.events == (GridLaid(28),)
    assert asked(dealt.state) == Lot((0, 1, 2))
    drawn = step(dealt.state, "lot 2")
    assert drawn.events == (Leads(2, by_lot=True),)
    assert asked(drawn.state) == {2}
    assert MEMORY.observe(drawn.state, 0).round.leader == 2
    for before, begins in ((0, 1), (1, 2), (2, 0)):
        next_one = step(begun(3, previous=Previous(1, before, ()), firstTo=25), deal())
        assert next_one.events == (GridLaid(28), Leads(begins, by_lot=False))
        assert asked(next_one.state) == {begins}


@pytest.mark.parametrize(
    ("piles", "scores", "winners"),
    [((7, 6), (17, 12), (0,)), ((5, 8), (20, 20), (1,)), ((6, 7), (20, 20), (0, 1))],
)
def test_MEM_7_grids_are_laid_until_somebody_has_the_number(piles, scores, winners):
    """The highest total wins, and a tie shares."""
    made = step(late("6-6 0-0", piles=piles, scores=scores, firstTo=25), "a1", "b1")
    totals = (scores[0] + piles[0] + 1, scores[1] + piles[1])
    assert told(made, MatchEnded) == MatchEnded(winners, totals, "target")
    short = after(late("6-6 0-0", piles=(7, 6), scores=(16, 12), firstTo=25), "a1", "b1")
    assert (short.outcome, short.number, short.totals) == (None, 2, (24, 18))


def test_MEM_7_alone_the_attempts_of_all_grids_are_added_up():
    match = played(MEMORY, prepare(MEMORY.info, 1, {"firstTo": 25}), seed=3)
    attempts = [sum(event.attempts) for event in events_of(match, GridCleared)]
    assert len(attempts) == 2
    assert match.states[-1].outcome.tally == sum(attempts)
    assert match.states[-1].outcome.points == (28,)


def test_MEM_8_a_tile_is_seen_while_it_lies_face_up_and_told_in_the_history():
    seen = MEMORY.observe(after(laid("6-6 5-0"), "a1", "b1", "c1"), 1).round
    assert seen.up == ((2, DOUBLE_SIX[0]),)
    assert known(seen) == {0: by_code("6-6"), 1: by_code("5-0"), 2: by_code("0-0")}
    assert seen.pairs == ((), ())
    assert {field.name for field in dataclasses.fields(seen)} == {
        *("setup", "seat", "to_act", "legal", "awaits", "counts", "rows", "left", "up"),
        *("in_view", "pairs", "attempts", "leader", "history", "outcome"),
    }


@every_match
def test_MEM_8_all_seats_know_the_same(match):
    for at in match.moments(40):
        first, *others = [
            dataclasses.replace(MEMORY.observe(match.states[at], seat).round, seat=None, legal=())
            for seat in match.eyes
        ]
        assert all(other == first for other in others)


@pytest.mark.parametrize("tiles", [28, 56])
def test_MEM_8_what_was_turned_up_is_remembered_and_nothing_else(tiles):
    state = after(laid("6-6 5-0 0-0", tiles=tiles), "a1", "b1", "c1", "a1", "d1")
    hidden = [f"stock {name}" for name in names(tiles)[4:]]
    samples = worlds_of(MEMORY, state, 0, 300)
    assert all(list(world) == hidden for world in samples)
    assert len({world[hidden[6]] for world in samples}) == (24 if tiles == 28 else 27)


def shown(state):
    """Return the places in view with the letters of the seats that turned them up."""
    seen = MEMORY.observe(state, None).round
    letters: dict[str, str] = {}
    for attempt in seen.in_view:
        for place in attempt.places:
            letters[names()[place]] = letters.get(names()[place], "") + "ABCDEF"[attempt.seat]
    return letters


def test_MEM_T7_MEM_9_what_the_others_turned_up_stays_in_view():
    made = steps(laid("6-6 5-0 4-0 3-0", seats=3), "a1", "b1", "a1", "c1", "d1", "b1", "a1", "d1")
    assert [shown(each.state) for each in made] == [
        {},
        {"a1": "A", "b1": "A"},
        {"a1": "A", "b1": "A"},
        {"a1": "AB", "b1": "A", "c1": "B"},
        {"a1": "AB", "b1": "A", "c1": "B"},
        {"a1": "B", "c1": "B", "d1": "C", "b1": "C"},
        {"a1": "B", "c1": "B", "d1": "C", "b1": "C"},
        {"d1": "CA", "b1": "C", "a1": "A"},
    ]


def test_MEM_9_a_pair_found_keeps_the_others_attempts_in_view():
    made = steps(laid("6-6 5-0 0-0 4-0", seats=3), "a1", "b1", "c1", "a1", "d1")
    assert shown(made[-1].state) == {"a1": "A", "b1": "A"}
    assert not MEMORY.observe(made[-1].state, 0).round.left[0], "the picture shows no taken tile"


def test_MEM_9_alone_an_attempt_is_shown_until_the_next_tile():
    made = steps(laid("6-6 5-0 4-0 0-0", seats=1), "a1", "b1", "c1", "d1")
    in_view = {"a1": "A", "b1": "A"}, {"c1": "A", "d1": "A"}
    assert [shown(each.state) for each in made] == [{}, in_view[0], {}, in_view[1]]


@pytest.mark.parametrize("span", [0, 1, 2, 3])
def test_who_remembers_a_few_tiles_knows_those_turned_back_last(span):
    """6-6 and 0-0 were taken, then 5-0 and 4-0 turned back, 3-0 and 5-0 again, and 2-0 is up. 3-0
    and 5-0 are still in view."""
    tiles = "6-6 5-0 4-0 3-0 2-0 0-0 1-1"
    state = after(laid(tiles), "a1", "f1", "b1", "g1", "b1", "c1", "d1", "b1", "e1")
    seen = MEMORY.observe(state, 1)
    assert known(seen.round) == {at: state.round.grid[at] for at in (1, 2, 3, 4, 6)}
    assert MEMORY.recalled(seen, 4) is seen
    recalled, chance = MEMORY.recalled(seen, span), random.Random(1)
    order = [1, 3, 2][: max(span, 2)]
    assert set(known(recalled.round)) == {4, *order}
    belief = MEMORY.believe(recalled)
    samples: list[Any] = [belief.sample(chance) for _ in range(60)]
    for at in (1, 2, 3):
        assert (len({each._pips[at] for each in samples}) == 1) == (at in order)


@pytest.mark.parametrize(("turned", "points"), [("a1 b1", (1, 13)), ("a1 c1 b1", (3, 11))])
def test_playouts_take_every_pair_that_is_known(turned, points):
    """B turns up 0-0 and knows 6-6, then 4-2 and knows 3-3; or A has 3-3 face up and finds 4-2."""
    state = after(late("6-6 3-3 0-0 4-2", piles=(1, 11)), *turned.split())
    assert MEMORY.position(state, random.Random(1)).play_out(random.Random(1)).points == points


@pytest.mark.parametrize(
    "tiles",
    [
        pytest.param("6-6 0-0", id="MEM-T1"),
        pytest.param("5-3 2-2", id="MEM-T2"),
        *(pytest.param(f"3-3 {other}", id="MEM-T4") for other in ("3-3", "6-0", "5-1", "4-2")),
    ],
)
def test_MEM_T1_MEM_T2_MEM_T4_pairs(tiles):
    made = step(laid(tiles, tiles=56 if tiles == "3-3 3-3" else 28), "a1", "b1")
    assert told(made, Taken) == Taken(0, (0, 1), pair(tiles), 1)
    assert sum(each.pips for each in bones(tiles)) == 12
    assert asked(made.state) == {0}


def test_MEM_T5():
    state = after(laid("6-6 0-0 5-0"), "a1", "b1", "c1")
    for wrong in ("c1", "a1", "b1", "h1", "a5", "C2", "pass"):
        with pytest.raises(IllegalMove):
            play(MEMORY, state, 0, wrong)
    assert legal(state, 0) == names()[3:]
    assert MEMORY.observe(state, 0).round.attempts == (1, 0)


@pytest.mark.parametrize(("piles", "winners"), [((7, 6), (0,)), ((6, 7), (0, 1))])
def test_MEM_T6(piles, winners):
    made = step(late("6-6 0-0", piles=piles), "a1", "b1")
    assert told(made, GridCleared).winners == winners
    assert made.state.outcome.winners == winners


@every_match
def test_MEM_I1_MEM_I2_MEM_I3(match):
    """As many tiles are left with s pips as with 12 - s, those with 6 an even number. What is left
    has six pips a tile, and there are as many pairs as half the tiles."""
    for state in match.states[1:]:
        pips = [bone.pips for bone in state.round.grid if bone]
        left = Counter(pips)
        assert all(left[each] == left[12 - each] for each in range(13))
        assert left[6] % 2 == 0
        assert sum(pips) == 6 * len(pips)
    for event in events_of(match, GridCleared):
        assert sum(event.pairs) == match.setup.options["tiles"] // 2
        assert sum(event.attempts) >= sum(event.pairs)


@every_match
def test_MEM_I5_in_view_is_exactly_what_was_turned_up_since_ones_last_turn(match):
    """Followed move by move: every seat collects what others turn up, and forgets it at its turn.
    Whoever is to move sees just that, as far as it is still there; nobody else misses anything."""
    if match.setup.seat_count == 1:
        return
    unseen: dict[int, set[tuple[int, int]]] = {seat: set() for seat in match.setup.seats}
    for at, (actor, code) in enumerate(match.log):
        table, now = match.states[at].round, match.states[at + 1]
        if match.closes(at) or actor not in unseen:
            unseen = {seat: set() for seat in unseen}
            continue
        for seat in set(unseen) - {actor}:
            unseen[seat].add((names(len(table.grid)).index(code), actor))
        (following,) = asked(now)
        if following != actor:
            unseen[actor] = set()
        seen = MEMORY.observe(now, None).round
        shown = {(place, each.seat) for each in seen.in_view for place in each.places}
        face_up = shown | {(place, following) for place, _ in seen.up}
        here = {
            seat: {(place, by) for place, by in turned if seen.left[place]}
            for seat, turned in unseen.items()
        }
        assert {each for each in shown if seen.left[each[0]]} == here[following]
        assert all(turned <= face_up for turned in here.values())


@pytest.mark.parametrize(("tiles", "pairs", "matching"), [(28, 378, 34), (56, 1540, 140)])
def test_MEM_I1_MEM_I4_how_many_of_the_first_pairs_match(tiles, pairs, matching):
    pieces = [by_code(code).pips for code in begun(2, tiles=tiles).round.awaits.pieces]
    by_pips = [1, 1, 2, 2, 3, 3, 4, 3, 3, 2, 2, 1, 1]
    assert [pieces.count(pips) * 28 // tiles for pips in range(13)] == by_pips
    every = list(combinations(pieces, 2))
    assert (len(every), sum(x + y == 12 for x, y in every)) == (pairs, matching)


def test_MEM_I3_nobody_needs_more_than_a_pair_an_attempt():
    """Who knew all tiles would clear the grid in fourteen attempts."""
    state = laid(seats=1)
    while state.outcome is None:
        lie = {at: tile for at, tile in enumerate(state.round.grid) if tile}
        one = min(lie)
        other = next(at for at in lie if at != one and lie[at].pips + lie[one].pips == 12)
        state = after(state, names()[one], names()[other])
    assert state.outcome.tally == 14
