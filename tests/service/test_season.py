"""A season through the service and the store: from results to the ranking."""

from datetime import timedelta
from random import Random

import pytest

from bot.model.scores import OVERALL, Measure, RankingQuery
from bot.scores.rating import ESTABLISHED
from bot.scores.span import Span
from tests.scores.test_season import Club, agreement
from tests.service.harness import NOON
from tests.service.played import Who, place, with_places
from tests.service.recounting import ratings_after

PEOPLE = tuple(range(101, 109))
NIGHTS = 16
LEAVER = 3


async def season(store, club: Club) -> list[int]:
    """Play one night every three days, at two servers in turn; one person leaves now and then."""
    ids = []
    for night in range(NIGHTS):
        for number, sides in enumerate(club.night()):
            at = NOON + timedelta(days=3 * night, minutes=number)
            numbers = club.places(sides)
            left = LEAVER if night % 2 else None
            seated = sorted(
                (each, at_seat, number)
                for at_seat, (side, number) in enumerate(zip(sides, numbers, strict=True))
                for each in side
            )
            who: list[Who] = [PEOPLE[person] for person, _, _ in seated]
            first = {side: seat for seat, (_, side, _) in reversed([*enumerate(seated)])}
            places = [
                place(
                    seat,
                    PEOPLE[person],
                    len(seated) if person == left else number,
                    left=person == left,
                    side=first[side],
                )
                for seat, (person, side, number) in enumerate(seated)
            ]
            ids.append(await with_places(store, who, places, at, guild=1 + night % 2))
    return ids


@pytest.mark.deep
async def test_a_season_ends_with_the_strong_ahead_and_every_sum_right(harness):
    club = Club(Random(5), [each * 0.6 for each in range(len(PEOPLE))])
    ids = await season(harness.store, club)
    end = NOON + timedelta(days=3 * NIGHTS)
    while await harness.service.scoring.catch_up(100):
        pass

    ended = [await harness.store.ended(match_id) for match_id in ids]
    expected = ratings_after(ended)
    assert await harness.store.ratings(PEOPLE, (OVERALL, "block")) == expected
    assert all(each.matches >= ESTABLISHED for each in expected.values())

    leaders = await harness.store.ranking_rows(RankingQuery(None, Span.ALL), end, 20)
    assert {each.user_id: each.rating for each in leaders} == {
        user: expected[user, OVERALL].shown for user in PEOPLE
    }
    strong = [each for each in reversed(leaders) if each.user_id != PEOPLE[LEAVER]]
    assert agreement([each.user_id for each in strong]) >= 0.9
    (sunk,) = [each.place for each in leaders if each.user_id == PEOPLE[LEAVER]]
    assert sunk >= len(PEOPLE) - 2, "who leaves is behind weaker ones who stay"

    for guild in (None, 1, 2):
        there = [each for each in ended if guild in {None, each.guild_id}]
        query = RankingQuery(guild, Span.ALL, measure=Measure.WINS)
        wins = await harness.store.ranking_rows(query, end, 20)
        assert {each.user_id: (each.matches, each.wins) for each in wins} == {
            user: (len(own), won)
            for user in PEOPLE
            if (own := [seat for each in there for seat in each.seats if seat.user_id == user])
            if (won := sum(seat.won for seat in own))
        }
