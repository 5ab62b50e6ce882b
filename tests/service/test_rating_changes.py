"""How a match changes the ratings of its people."""

from dataclasses import replace

import pytest

from bot.model.match import FinalPlace
from bot.model.scores import NAMELESS, OVERALL, Change, Ended, Meetings, SeatResult
from bot.scores.rating import FRESH, Rating
from bot.service.scores.rating_changes import changes, weights_of
from tests.service.harness import ANA, BRUNO, CHEN, DANA, NOON
from tests.service.played import Who, place

KNOWN = Rating(25.0, 2.0, 40)
PEOPLE = (ANA, BRUNO, CHEN, DANA)


def ended(*results: tuple[Who | None, FinalPlace]) -> Ended:
    seats = []
    for who, each in results:
        level = who if isinstance(who, str) else None
        outcome = (each.place, each.points, each.won, each.left, each.side)
        seats.append(SeatResult(each.seat, each.user_id, level, *outcome))
    return Ended(1, "block", 1, NOON, tuple(seats))


def match(*numbers: int, left: tuple[int, ...] = (), sides: tuple[int, ...] = ()) -> Ended:
    """Return a match of Ana, Bruno, Chen and Dana with these places, by seat."""
    return ended(
        *(
            (who, place(seat, who, number, left=seat in left, side=sides[seat] if sides else seat))
            for seat, (who, number) in enumerate(zip(PEOPLE, numbers, strict=False))
        )
    )


def gained(of: Ended, met: Meetings | None = None, known: Rating = KNOWN) -> dict[int, float]:
    """Return what was gained or lost in the model's own units, by seat."""
    ratings = {(user, name): known for user in PEOPLE for name in (OVERALL, "block")}
    found = changes(of, "block", ratings, weights_of(of, met or Meetings()))
    assert found == changes(of, OVERALL, ratings, weights_of(of, met or Meetings()))
    return {seat: change.after.mu - change.before.mu for seat, change in found.items()}


def test_of_two_equals_one_wins_what_the_other_loses_and_a_beginner_wins_more():
    won = gained(match(1, 2))
    assert won[0] > 0
    assert won[0] == pytest.approx(-won[1])
    assert gained(match(1, 2), known=FRESH)[0] > 3 * won[0]


def hinted(of: Ended, *seats: int) -> Ended:
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
    ratings = {(user, "block"): known for user in PEOPLE}
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
    assert gained(match(3, 1, 4, 1, left=(0, 2), sides=(0, 1, 0, 1))) == pytest.approx(
        gained(match(3, 1, 3, 1, sides=(0, 1, 0, 1)))
    ), "a side that was left by both stands where they stand"


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
    met = Meetings({(ANA, NAMELESS): 9})
    assert weights_of(match(1, 2), met) == {0: pytest.approx(0.5**7), 1: 1.0}
    nobody = ended((ANA, place(0, ANA, 1)), (None, place(1, "nobody", 2)))
    assert weights_of(nobody, met)[0] == pytest.approx(0.5**7)
    against_a_computer = ended((ANA, place(0, ANA, 1)), ("steady", place(1, "steady", 2)))
    assert weights_of(against_a_computer, met)[0] == 1.0
    of = match(1, 3, 1, 3, sides=(0, 1, 0, 1))
    met = Meetings({(ANA, CHEN): 9, (CHEN, ANA): 9})
    assert set(weights_of(of, met).values()) == {1.0}, "to meet a partner counts for nothing"


def test_the_change_tells_what_people_see():
    change = Change(FRESH, Rating(FRESH.mu + 1, FRESH.sigma, 1))
    assert change.gained == change.after.shown - 1000 == 40
