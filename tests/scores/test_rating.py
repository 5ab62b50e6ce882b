"""Ratings: how one match changes them, and how in a season they show who is strong."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

import pytest

from bot.ai import LEVELS
from bot.scores.rating import COMPUTERS, ESTABLISHED, FRESH, Rating, computer, rated, weight, worth

FULL = ((1.0,), (1.0,))


def duel(first: Rating, second: Rating, *places: int, weights=FULL) -> tuple[Rating, Rating]:
    (one,), (other,) = rated([[first], [second]], places or (1, 2), weights)
    return one, other


def test_what_is_shown_starts_at_a_thousand_and_grows_as_the_belief_becomes_surer():
    assert FRESH.shown == 1000
    assert Rating(25, 3).shown > Rating(25, 6).shown
    assert Rating(30, 3).shown == Rating(25, 3).shown + 200


def test_a_rating_is_provisional_for_ten_matches():
    assert FRESH.is_provisional
    assert ESTABLISHED == 10
    assert Rating(25, 5, 9).is_provisional
    assert not Rating(25, 5, 10).is_provisional


def test_each_match_counts_one_and_makes_surer():
    won, lost = duel(FRESH, FRESH)
    assert (won.matches, lost.matches) == (1, 1)
    assert max(won.sigma, lost.sigma) < FRESH.sigma
    assert won.shown > 1000 > lost.shown


def test_the_unexpected_moves_more():
    strong, weak = Rating(35, 3, 50), Rating(20, 3, 50)
    as_expected, _ = duel(strong, weak)
    _, surprised = duel(weak, strong)
    assert as_expected.mu - strong.mu < 0.3
    assert strong.mu - surprised.mu > 3 * (as_expected.mu - strong.mu)


def test_who_is_well_known_moves_less_than_a_newcomer():
    known, fresh = duel(Rating(25, 2, 200), FRESH, 2, 1)
    assert 25 - known.mu < (fresh.mu - 25) / 5


@pytest.mark.parametrize("part", [0.0, 0.25, 1.0])
def test_a_weight_is_a_part_of_the_way(part):
    full, _ = duel(FRESH, FRESH)
    some, other = duel(FRESH, FRESH, weights=((part,), (1.0,)))
    assert some.mu - FRESH.mu == pytest.approx(part * (full.mu - FRESH.mu))
    assert some.sigma - FRESH.sigma == pytest.approx(part * (full.sigma - FRESH.sigma))
    assert some.matches == 1
    assert other == duel(FRESH, FRESH)[1], "each has a weight of their own"


def test_each_level_that_can_be_chosen_has_a_rating_and_a_stronger_one_a_better():
    assert COMPUTERS.keys() == LEVELS.keys()
    assert computer("casual").mu < computer("steady").mu
    assert computer("made up") == computer("steady")


@pytest.mark.parametrize("level", COMPUTERS)
def test_who_wins_half_their_matches_against_a_computer_comes_to_its_rating(level):
    person, fixed = FRESH, computer(level)
    for nth in range(300):
        person, _ = duel(person, fixed, *((1, 2) if nth % 2 else (2, 1)))
    assert person.mu == pytest.approx(fixed.mu, abs=0.5)


def test_the_order_in_which_sides_are_named_does_not_matter():
    ratings = [Rating(25 + nth, 4 + nth / 2) for nth in range(4)]
    weights = [[1.0]] * 4
    there = rated([[each] for each in ratings], (3, 1, 4, 2), weights)
    back = rated([[each] for each in reversed(ratings)], (2, 4, 1, 3), weights)
    for (one,), (other,) in zip(there, reversed(back), strict=True):
        assert one.mu == pytest.approx(other.mu)
        assert one.sigma == pytest.approx(other.sigma)


def test_each_of_eight_places_is_worth_more_than_the_next():
    known = Rating(25, 2.5, 50)
    after = rated([[known]] * 8, range(1, 9), [[1.0]] * 8)
    gained = [new.shown - known.shown for (new,) in after]
    assert gained == sorted(gained, reverse=True)
    assert len(set(gained)) == 8
    (win,), (loss,) = rated([[known]] * 2, (1, 2), [[1.0]] * 2)
    assert 0 < gained[0] <= win.shown - known.shown
    assert gained[-1] > 2 * (loss.shown - known.shown), "one evening does not undo a rating"


# Meetings of the same people count less and less within a day.


def test_three_meetings_count_in_full_and_then_each_half_of_the_one_before():
    assert [worth(met) for met in range(7)] == [1, 1, 1, 1 / 2, 1 / 4, 1 / 8, 1 / 16]
    assert sum(worth(met) for met in range(3, 1000)) == pytest.approx(1), "all together"


def test_a_match_counts_by_the_mean_of_its_opponents_and_in_full_without_any():
    assert weight([0, 4]) == (1 + 1 / 4) / 2
    assert weight([3, 3, 3]) == 1 / 2
    assert weight([]) == 1


NIGHTS = 60
Sides = tuple[tuple[int, ...], ...]
"""The people on each side of a match, by number."""


@dataclass
class Club:
    """People by number, each stronger than the one before by the same amount."""

    rng: Random
    strengths: Sequence[float]
    ratings: dict[int, Rating] = field(default_factory=dict)

    def night(self) -> Iterator[Sides]:
        """Yield matches in which everybody plays once: duels, tables of 3 or 4, partnerships."""
        people = [*range(len(self.strengths))]
        self.rng.shuffle(people)
        while len(people) > 1:
            kind = self.rng.choice(("duel", "duel", "three", "four", "partners"))
            many = min({"duel": 2, "three": 3}.get(kind, 4), len(people))
            table = [people.pop() for _ in range(many)]
            if kind == "partners" and many == 4:
                yield (table[0], table[2]), (table[1], table[3])
            else:
                yield tuple((each,) for each in table)

    def places(self, sides: Sides) -> list[int]:
        """Return the places of a match, by strength and by luck, of which dominoes need plenty."""
        luck = [
            sum(self.strengths[each] for each in side) / len(side) + self.rng.gauss(0, 1)
            for side in sides
        ]
        best = sorted(luck, reverse=True)
        return [best.index(each) + 1 for each in luck]

    def rating(self, person: int) -> Rating:
        return self.ratings.get(person, FRESH)

    def play(self, sides: Sides, places: Sequence[int] | None = None, weight: float = 1.0) -> None:
        places = self.places(sides) if places is None else places
        before = [[self.rating(each) for each in side] for side in sides]
        after = rated(before, places, [[weight] * len(side) for side in sides])
        for side, new in zip(sides, after, strict=True):
            self.ratings.update(zip(side, new, strict=True))


def club(seed: int, people: int = 30, spread: float = 4.0) -> Club:
    """Return a club whose weakest and strongest differ by ``spread`` deviations of luck."""
    return Club(Random(seed), [spread * each / (people - 1) for each in range(people)])


def agreement(values: Sequence[float]) -> float:
    """Return Spearman's rank correlation of values with their own order: 1 if they only grow."""
    ranked = sorted(range(len(values)), key=values.__getitem__)
    many = len(values)
    apart = sum((rank - person) ** 2 for rank, person in enumerate(ranked))
    return 1 - 6 * apart / (many * (many**2 - 1))


@pytest.mark.parametrize("seed", range(2))
def test_ratings_order_people_by_strength_roughly_at_first_and_then_well(seed):
    """Measured over ten seeds: between 0.97 and 0.99 after sixty nights."""
    members = club(seed)
    for night in range(1, NIGHTS + 1):
        for sides in members.night():
            members.play(sides)
        ratings = [members.rating(person) for person in range(30)]
        assert all(each.is_provisional for each in ratings) is (night < ESTABLISHED)
        if night == ESTABLISHED - 1:
            assert 0.5 < agreement([each.mu for each in ratings]) < 0.95
    assert agreement([each.mu for each in ratings]) >= 0.95
    assert agreement([each.shown for each in ratings]) >= 0.95
    assert all(0 < each.shown < 3000 for each in ratings)


def test_who_leaves_every_other_match_sinks():
    members, leaver, like = club(3), 20, 21
    for nth in range(NIGHTS):
        for sides in members.night():
            places = members.places(sides)
            if nth % 2:
                pairs = zip(sides, places, strict=True)
                places = [len(sides) + 1 if leaver in side else each for side, each in pairs]
            members.play(sides, places)
    assert members.rating(leaver).shown < members.rating(like).shown - 150


def test_forty_wins_a_day_over_the_same_bring_little_more_than_the_first_few():
    pair, without_weights = Club(club(1).rng, (0, 0)), Club(club(1).rng, (0, 0))
    shown = []
    for met in range(40):
        pair.play(((0,), (1,)), (1, 2), weight([met]))
        without_weights.play(((0,), (1,)), (1, 2))
        shown.append(pair.rating(0).shown)
    few, many = shown[3] - FRESH.shown, shown[-1] - FRESH.shown
    assert few > 200
    assert many < 1.2 * few
    assert shown[-1] - shown[9] <= 1, "after ten it is over"
    assert without_weights.rating(0).shown - FRESH.shown > 700


def test_equals_who_tie_all_season_stay_where_they_are():
    four = Club(club(1).rng, (0, 0, 0, 0))
    for _ in range(40):
        four.play(((0,), (1,), (2,), (3,)), (1, 1, 1, 1))
    for person in range(4):
        assert four.rating(person).mu == pytest.approx(FRESH.mu)
        assert four.rating(person).sigma < FRESH.sigma, "it is surer where they are"
