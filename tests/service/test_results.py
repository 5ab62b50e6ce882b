"""Places when a match ends, results of matches played alone, and how a match changes ratings."""

from dataclasses import replace
from random import Random

import pytest

from bot.discord_ui.adapters import record_of
from bot.engine.contract import Outcome
from bot.games import game
from bot.model import scores
from bot.model.match import CloseReason, FinalPlace, Match, Occupant, Stage
from bot.model.scores import OVERALL, EndedMatch, Meetings, SoloResult, personal_bests
from bot.scores.rating import FRESH, Rating
from bot.service.play.final_results import early_close_places, final_places
from bot.service.scores.rating_changes import changes, weights_of
from tests.service.harness import ANA, BRUNO, CHEN, DANA, NOON, ServiceHarness, stored_match
from tests.service.played import Who, place

BLOCK, CROSS, DUOS = (game(each).info for each in ("block", "maltese-cross", "duos"))
USERS = (ANA, BRUNO, CHEN, DANA)


def match_of(seats: str, stage: Stage = Stage.RUNNING) -> Match:
    """Return a match with computers, and people who are here, away, late once or have left."""
    of_each = {
        "here": lambda at: Occupant(at, USERS[at]),
        "late": lambda at: Occupant(at, USERS[at], missed=1),
        "away": lambda at: Occupant(at, USERS[at], "steady", missed=2),
        "left": lambda at: Occupant(at, None, "steady", left_by=USERS[at]),
        "casual": lambda at: Occupant(at, None, "casual"),
    }
    occupants = tuple(of_each[each](at) for at, each in enumerate(seats.split()))
    return stored_match(stage=stage, ply=9 if stage is Stage.RUNNING else 0, seats=occupants)


@pytest.mark.parametrize(
    ("info", "seats", "points", "winners", "expected"),
    [
        (BLOCK, "here here", (50, 20), (0,), "1 won, 2"),
        (BLOCK, "here here here here", (10, 60, 60, 5), (1, 2), "3, 1 won, 1 won, 4"),
        (BLOCK, "here here here", (20, 20, 60), (2,), "2, 2, 1 won"),
        (BLOCK, "left here", (60, 20), (0,), "2 left, 1"),
        (BLOCK, "here left", (60, 60), (0, 1), "1 won, 2 left"),
        (BLOCK, "here here here here", (0, 0, 0, 0), (), "1, 1, 1, 1"),
        (BLOCK, "left here left here", (60, 30, 20, 10), (0,), "3 left, 1, 4 left, 2"),
        (BLOCK, "away here", (60, 20), (0,), "2 left, 1"),
        (BLOCK, "here casual", (5, 70), (1,), "2, 1 won"),
        (CROSS, "here here", (90, 110), (0,), "1 won, 2"),
        (CROSS, "here here here here", (120, 99, 101, 100), (1,), "4, 1 won, 3, 2"),
        (CROSS, "here here here", (105, 105, 107), (0, 1), "1 won, 1 won, 3"),
        (CROSS, "here left here", (130, 40, 101), (1,), "2, 3 left, 1"),
        (DUOS, "here here left here", (60, 20, 60, 20), (0, 2), "1 won, 2, 4 left, 2"),
    ],
)
def test_places_of_a_match_that_was_played_out(info, seats, points, winners, expected):
    """Winners first, then the better points; who left or was away has not won and comes last."""
    match = match_of(seats)
    found = final_places(match, Outcome(winners, points, "target"), info)
    results = [f"{each.place}{' won' * each.won}{' left' * each.left}" for each in found]
    assert ", ".join(results) == expected
    users = [each.user_id or each.left_by for each in match.seats]
    assert [each.user_id for each in found] == users, "who left still has a result"
    penalties = info is CROSS
    assert tuple(each.points for each in found) == ((0,) * len(points) if penalties else points)
    sides = [0, 1, 0, 1] if info is DUOS else [*range(len(points))]
    assert [each.side for each in found] == sides


@pytest.mark.parametrize(
    ("seats", "why", "expected"),
    [
        ("here casual casual", CloseReason.LEFT, "3 left, 1, 1"),
        ("left here left", CloseReason.LEFT, "2 left, 1 left, 2 left"),
        ("away here", CloseReason.ABSENT, "1 left, 1 left"),
        ("late left casual", CloseReason.ABSENT, "2 left, 3 left, 1"),
        ("here here", CloseReason.LAPSED, ""),
        ("here here", CloseReason.CHANNEL_DELETED, ""),
        ("here", CloseReason.LEFT, ""),
    ],
)
def test_places_of_a_match_that_was_given_up(seats, why, expected):
    """Who left last comes first of those who left; what ended by nobody's doing doesn't count."""
    found = early_close_places(match_of(seats), BLOCK, why)
    assert ", ".join(f"{each.place}{' left' * each.left}" for each in found) == expected
    assert not any(each.won or each.points for each in found)


def test_a_lobby_has_no_results():
    lobby = match_of("here here", Stage.LOBBY)
    assert list(early_close_places(lobby, BLOCK, CloseReason.LEFT)) == []


ALONE = pytest.mark.parametrize(
    "game_id", ["solitaire", pytest.param("memory", marks=pytest.mark.deep)]
)


@ALONE
async def test_the_tally_and_the_time_are_kept(harness, game_id):
    match_id = await harness.running(ANA, game_id=game_id)
    await harness.play_on(match_id, Random(1))
    last = (await harness.plies(match_id))[-1].state

    assert last.outcome.tally is not None
    options = (await harness.store.match(match_id)).options
    (try_,) = await harness.store.solo_results(ANA, game_id, options)
    won = last.outcome.winners == (0,)
    assert try_ == SoloResult(match_id, won, last.outcome.tally, try_.seconds)
    # The harness's clock advances a second each time it is read, several times for each move.
    moves = sum(ply.actor == 0 for ply in await harness.plies(match_id))
    assert moves < try_.seconds <= 6 * moves


@ALONE
async def test_a_restart_in_the_middle_costs_nothing(harness, game_id):
    match_id = await harness.running(ANA, game_id=game_id)
    await harness.play_on(match_id, Random(3), moves=10)
    before = await harness.plies(match_id)
    await harness.service.close()

    after = ServiceHarness(harness.store, harness.channel)
    after.clock.asked = 7200
    assert (await after.matches.view_for(match_id, ANA)).match.ply == len(before)
    await after.play_on(match_id, Random(3))
    match = await after.store.match(match_id)
    assert match.stage is Stage.OVER
    assert (await after.plies(match_id))[: len(before)] == before
    (try_,) = await after.store.solo_results(ANA, game_id, match.options)
    assert 7200 < try_.seconds < 10_000, "the start counts, whichever process saw it"
    await after.service.close()


async def test_a_match_with_a_computer_is_no_solo_result(harness):
    match_id = await harness.running(ANA, computers=("casual",), game_id="memory")
    await harness.play_on(match_id, Random(1))

    match = await harness.store.match(match_id)
    assert match.stage is Stage.OVER
    assert await harness.store.solo_results(ANA, "memory", match.options) == ()


def test_the_fewest_then_the_shortest_time_are_best():
    given = ((False, 5, 10), (True, 0, 90), (True, 0, 80), (True, 0, 80), (True, None, 1))
    tries = [SoloResult(number, *each) for number, each in enumerate(given, 1)]
    tries += [SoloResult(6, True, 0, 1, hints=1), SoloResult(7, True, 0, 1, rated=False)]
    found = personal_bests(tries)
    assert (found.played, found.won, found.best) == (7, 6, tries[2])
    assert personal_bests(()).best is None


async def test_a_result_is_compared_with_earlier_ones_only(harness):
    first = await harness.store.match(await harness.lobby(game_id="solitaire"))
    tries = [SoloResult(first.id, False, 5, 60), SoloResult(first.id + 1, True, 0, 90)]

    earlier, later = record_of(first, tries), record_of(replace(first, id=first.id + 1), tries)
    assert earlier is not None
    assert later is not None
    assert (earlier.result, earlier.best, earlier.played) == (tries[0], None, 1)
    assert (later.best, later.played, later.won) == (tries[0], 2, 1)
    assert later.is_best
    assert record_of(first, tries[1:]) is None


KNOWN = Rating(25.0, 2.0, 40)


def ended(*results: tuple[Who | None, FinalPlace]) -> EndedMatch:
    seats = []
    for who, each in results:
        level = who if isinstance(who, str) else None
        outcome = (each.place, each.points, each.won, each.left, each.side)
        seats.append(scores.SeatResult(each.seat, each.user_id, level, *outcome))
    return EndedMatch(1, "block", 1, NOON, tuple(seats))


def match(*numbers: int, left: tuple[int, ...] = (), sides: tuple[int, ...] = ()) -> EndedMatch:
    """Return a match of Ana, Bruno, Chen and Dana with these places, by seat."""
    seats = []
    for seat, (who, number) in enumerate(zip(USERS, numbers, strict=False)):
        side = sides[seat] if sides else None
        seats.append((who, place(seat, who, number, left=seat in left, side=side)))
    return ended(*seats)


def gained(of: EndedMatch, met: Meetings | None = None, known: Rating = KNOWN) -> dict[int, float]:
    """Return what was gained or lost in the model's own units, by seat."""
    ratings = {(user, name): known for user in USERS for name in (OVERALL, "block")}
    found = changes(of, "block", ratings, weights_of(of, met or Meetings()))
    assert found == changes(of, OVERALL, ratings, weights_of(of, met or Meetings()))
    return {seat: change.after.mu - change.before.mu for seat, change in found.items()}


def test_of_two_equals_one_wins_what_the_other_loses_and_a_beginner_wins_more():
    won = gained(match(1, 2))
    assert won[0] > 0
    assert won[0] == pytest.approx(-won[1])
    assert gained(match(1, 2), known=FRESH)[0] > 3 * won[0]


def hinted(of: EndedMatch, *seats: int) -> EndedMatch:
    return replace(of, seats=tuple(replace(each, hints=each.seat in seats) for each in of.seats))


def test_with_hints_nobody_gains_and_only_who_took_one_or_left_can_lose():
    assert gained(hinted(match(1, 2, 3), 0)) == {}, "the winner took it, so the others lose nothing"
    plain = gained(match(1, 2, 3))
    assert gained(hinted(match(1, 2, 3), 2)) == {2: plain[2]}, "a hint undoes no loss"
    left = gained(match(1, 3, 2, left=(1,)))
    assert gained(hinted(match(1, 3, 2, left=(1,)), 0)) == {1: left[1]}
    assert gained(hinted(match(1, 2, 1, 2, sides=(0, 1, 0, 1)), 1)).keys() == {1, 3}


@pytest.mark.parametrize("known", [KNOWN, FRESH])
def test_nobody_gains_by_leaving_last(known):
    everybody_left = match(1, 2, left=(0, 1))
    won = gained(everybody_left, known=known)
    assert won[0] == 0
    assert won[1] < 0
    ratings = {(user, "block"): known for user in USERS}
    found = changes(everybody_left, "block", ratings, {0: 1.0, 1: 1.0})
    assert found[0].gained == 0
    assert found[0].after.matches == known.matches + 1


def test_with_several_opponents_gains_are_in_the_order_of_places():
    won = gained(match(2, 1, 4, 3))
    assert won[1] > won[0] > won[3] > won[2]
    assert won[1] > 0 > won[2]
    order: list[tuple[Who, int]] = [(ANA, 2), ("casual", 1), (BRUNO, 4), ("steady", 3)]
    of = ended(*((who, place(seat, who, number)) for seat, (who, number) in enumerate(order)))
    won = gained(of)
    assert won.keys() == {0, 2}, "computers are not rated themselves"
    assert won[0] > won[2]
    assert gained(match(1)) == {}, "all alone nothing is rated"


def test_who_share_a_place_gain_alike_and_equals_who_tie_gain_nothing():
    won = gained(match(1, 1, 3))
    assert won[0] == pytest.approx(won[1])
    assert won[0] > 0 > won[2]
    assert gained(match(1, 1)) == {0: pytest.approx(0), 1: pytest.approx(0)}
    assert gained(match(1, 1, 1, 1)) == {seat: pytest.approx(0, abs=1e-9) for seat in range(4)}


def test_partners_are_rated_as_a_side():
    won = gained(match(1, 3, 1, 3, sides=(0, 1, 0, 1)))
    assert won[0] == pytest.approx(won[2])
    assert won[1] == pytest.approx(won[3])
    assert won[0] > 0 > won[1]
    assert won[0] < gained(match(1, 2))[0], "each of two has a part in it"
    both_left = gained(match(3, 1, 4, 1, left=(0, 2), sides=(0, 1, 0, 1)))
    lost = pytest.approx(gained(match(3, 1, 3, 1, sides=(0, 1, 0, 1))))
    assert both_left == lost, "a side that was left by both stands where they stand"


def test_who_left_their_partner_has_lost_though_the_partner_won():
    of = match(1, 2, 4, 2, left=(2,), sides=(0, 1, 0, 1))
    won, lost = gained(of), gained(match(3, 1, 3, 1, sides=(0, 1, 0, 1)))
    assert won[0] > 0, "who stayed has won"
    assert won[2] == pytest.approx(lost[2]), "as if the side had lost"
    assert won[1] == pytest.approx(won[3])
    assert won[1] < 0


def test_of_those_who_left_each_stands_where_they_are_placed():
    won, stayed = gained(match(1, 2, 3, left=(1, 2))), gained(match(1, 2, 3))
    assert won == {0: stayed[0], 1: 0, 2: stayed[2]}, "but nobody gains by it"
    assert won[0] > 0 > won[2]


def test_computers_are_opponents_and_are_not_rated_themselves():
    beaten = gained(ended((ANA, place(0, ANA, 1)), ("steady", place(1, "steady", 2))))
    assert beaten.keys() == {0}
    assert beaten[0] > 0
    weaker = gained(ended((ANA, place(0, ANA, 1)), ("casual", place(1, "casual", 2))))
    assert 0 < weaker[0] < beaten[0], "to beat the weaker one is worth less"
    nameless = gained(ended((ANA, place(0, ANA, 1)), (None, place(1, "nobody", 2))))
    assert nameless.keys() == {0}, "they count as a beginner"
    assert nameless[0] > 0


def test_a_match_counts_less_for_those_who_met_often_and_in_full_for_others():
    met = Meetings({(ANA, BRUNO): 9, (BRUNO, ANA): 9})
    of = match(1, 2, 3)
    weights = weights_of(of, met)
    assert weights == {0: pytest.approx((1 + 0.5**7) / 2), 1: weights[0], 2: 1.0}
    full, less = gained(of), gained(of, met)
    assert less[0] == pytest.approx(full[0] * weights[0])
    assert less[2] == pytest.approx(full[2])


def test_who_deletes_their_data_in_between_is_not_met_for_the_first_time_again():
    met = Meetings({(ANA, scores.NAMELESS): 9})
    assert weights_of(match(1, 2), met) == {0: pytest.approx(0.5**7), 1: 1.0}
    nobody = ended((ANA, place(0, ANA, 1)), (None, place(1, "nobody", 2)))
    assert weights_of(nobody, met)[0] == pytest.approx(0.5**7)
    against_a_computer = ended((ANA, place(0, ANA, 1)), ("steady", place(1, "steady", 2)))
    assert weights_of(against_a_computer, met)[0] == 1.0
    of = match(1, 3, 1, 3, sides=(0, 1, 0, 1))
    met = Meetings({(ANA, CHEN): 9, (CHEN, ANA): 9})
    assert set(weights_of(of, met).values()) == {1.0}, "to meet a partner counts for nothing"


def test_the_change_tells_what_people_see():
    change = scores.Change(FRESH, Rating(FRESH.mu + 1, FRESH.sigma, 1))
    assert change.gained == change.after.shown - 1000 == 40
