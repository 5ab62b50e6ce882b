"""Every result is scored: once, in the order of ends, whatever fails on the way."""

import asyncio
from datetime import timedelta
from random import Random
from unittest.mock import AsyncMock, Mock

import pytest

from bot.engine.rounds import RoundScored
from bot.model.match import Stage
from bot.model.scores import OVERALL, Measure, RankingQuery
from bot.scores.rating import ESTABLISHED
from bot.scores.span import Span
from bot.service.ports.faults import StoreFault
from bot.service.scores import podiums, scoring
from bot.service.scores.scoring import BEFORE, Scoring
from tests.scores.test_rating import Club, agreement
from tests.service.harness import ANA, BRUNO, CHEN, NOON, ServiceHarness
from tests.service.played import (
    Who,
    check_ratings,
    place,
    played,
    ratings_after,
    weights_among,
    with_places,
)


def after(minutes: int):
    return NOON + timedelta(minutes=minutes)


async def is_scored(harness: ServiceHarness, match_id: int) -> bool:
    return (await harness.store.ended(match_id)).is_scored


async def is_right(harness: ServiceHarness, *order: int) -> None:
    ended = [await harness.store.ended(match_id) for match_id in order]
    await check_ratings(harness.store, ended)
    weights = {each.match_id: weights_among(each, ended) for each in ended}
    for match_id in order:
        scored = await harness.store.scored(match_id)
        assert {each.seat: each.weight for each in scored} == pytest.approx(weights[match_id])


async def test_a_match_that_was_played_is_shown_with_what_came_of_it(harness):
    match_id = await harness.running(ANA, BRUNO, target=30)
    await harness.play_on(match_id, Random(8))
    update = harness.channel.shown[-1]
    assert update.match.stage is Stage.OVER
    assert [each.user_id for each in update.scores] == [ANA, BRUNO]
    assert update.scores == await harness.store.scored(match_id)
    events = [event for ply in await harness.plies(match_id) for event in ply.events]
    rounds = [event.points for event in events if isinstance(event, RoundScored)]
    assert rounds
    for seat, each in enumerate(update.scores):
        assert each.rounds == tuple(points[seat] for points in rounds)
        assert each.rating == each.game_rating == 1000 + each.gained
        assert (each.gained > 0) == (each.place == 1)
    (winner,) = [each for each in update.scores if each.place == 1]
    kept = await harness.store.achievements(winner.user_id)
    assert set(winner.earned) == {each.id for each in kept}
    assert winner.earned
    await is_right(harness, match_id)


async def test_a_match_that_everybody_left_counts(harness):
    match_id = await harness.running(ANA, BRUNO)
    await harness.play_on(match_id, Random(1), 2)
    await harness.matches.leave(match_id, BRUNO)
    await harness.leave(match_id, ANA, for_good=True)
    scores = {each.user_id: each for each in harness.channel.shown[-1].scores}
    assert scores[ANA].place < scores[BRUNO].place
    assert scores[ANA].gained == 0 > scores[BRUNO].gained
    career = await harness.store.career(ANA)
    assert (career.matches, career.wins) == (1, 0)
    assert scores[ANA].earned == ()


async def test_what_ended_before_is_scored_before(harness):
    first = await played(harness.store, ANA, BRUNO, at=after(1))
    second = await played(harness.store, BRUNO, ANA, CHEN, at=after(2))
    later = await played(harness.store, CHEN, ANA, at=after(3))
    await harness.service.scoring.of(second)
    assert await is_scored(harness, first)
    assert not await is_scored(harness, later)
    await harness.service.scoring.of(later)
    await is_right(harness, first, second, later)


async def test_a_backlog_does_not_hold_up_who_waits_and_is_worked_off(harness, monkeypatch):
    monkeypatch.setattr("bot.service.scores.scoring.REST", 0)
    old = [await played(harness.store, ANA, BRUNO, at=after(nth)) for nth in range(BEFORE + 2)]
    new = await played(harness.store, CHEN, ANA, at=after(100))
    assert await harness.service.scoring.of(new)
    assert not any([await is_scored(harness, each) for each in old])
    harness.service.resume()
    await harness.quiet()
    assert await harness.store.unscored(1) == ()
    await is_right(harness, new, *old)


async def test_when_the_store_fails_the_end_is_shown_later_with_the_same(harness):
    match_id = await harness.running(ANA, BRUNO, target=1)
    harness.store.fail_in("score", "before")
    await harness.play_on(match_id, Random(8))
    assert harness.channel.shown[-1].match.stage is Stage.RUNNING
    harness.service.attend(match_id)
    await harness.quiet()
    assert harness.channel.shown[-1].scores == await harness.store.scored(match_id) != ()
    await is_right(harness, match_id)


async def test_an_answer_that_was_lost_does_not_score_twice(harness):
    match_id = await played(harness.store, ANA, BRUNO)
    harness.store.fail_in("score", "after")
    with pytest.raises(StoreFault):
        await harness.service.scoring.of(match_id)
    assert await harness.service.scoring.of(match_id)
    await is_right(harness, match_id)


async def test_two_processes_score_the_same_and_other_matches_of_the_same_people(harness):
    ids = [await played(harness.store, ANA, BRUNO, CHEN, at=after(nth)) for nth in range(6)]
    ours, theirs = Scoring(harness.store), Scoring(harness.store)
    await asyncio.gather(*(each.of(ids[-1]) for each in (ours, theirs)))
    assert await harness.store.unscored(1) == ()
    (matches,) = {(await harness.store.ratings_of(user))[OVERALL].matches for user in (ANA, BRUNO)}
    assert matches == len(ids)
    await is_right(harness, *ids)


async def test_no_rating_is_lost_between_two_processes(harness):
    one = await played(harness.store, ANA, BRUNO, at=after(1))
    other = await played(harness.store, BRUNO, CHEN, at=after(2))
    ours, theirs = Scoring(harness.store), Scoring(harness.store)
    await asyncio.gather(ours._score(one), theirs._score(other))
    assert (await harness.store.ratings_of(BRUNO))[OVERALL].matches == 2
    try:
        await is_right(harness, one, other)
    except AssertionError:
        await is_right(harness, other, one)


@pytest.mark.parametrize(("fails", "lacks"), [("_events_of", "rounds"), ("earned_in", "earned")])
async def test_a_log_of_older_rules_or_a_wrong_achievement_keeps_no_rating_from_anybody(
    harness, monkeypatch, fails, lacks
):
    monkeypatch.setattr(scoring, fails, Mock(side_effect=LookupError("6-4@l")))
    match_id = await played(harness.store, ANA, BRUNO)
    scores = await harness.service.scoring.of(match_id)
    assert [getattr(each, lacks) for each in scores] == [(), ()]
    assert scores[0].gained > 0 > scores[1].gained
    await is_right(harness, match_id)


async def test_a_match_that_cannot_be_scored_holds_up_no_other(harness, monkeypatch):
    spoiled = await played(harness.store, ANA, BRUNO, at=after(1))
    fine = await played(harness.store, ANA, BRUNO, at=after(2))
    really = harness.store.match

    async def reads(match_id):
        if match_id == spoiled:
            raise ValueError("unreadable")
        return await really(match_id)

    monkeypatch.setattr(harness.store, "match", reads)
    assert await harness.service.scoring.of(fine)
    last = await played(harness.store, ANA, CHEN, at=after(3))
    assert await harness.service.scoring.catch_up(1) is True
    assert await harness.service.scoring.catch_up(1) is False
    assert await is_scored(harness, last)


async def test_all_that_was_left_unscored_is_scored_some_at_a_time(harness, monkeypatch):
    monkeypatch.setattr(podiums, "ROUNDS", 0)
    left = [await played(harness.store, ANA, BRUNO, at=after(hour)) for hour in range(1, 23)]
    harness.service.resume()
    await harness.quiet()
    assert not await is_scored(harness, left[-1])
    assert harness.service.scoring.queue.is_pending(0), "it goes on in a moment"
    harness.service.scoring.queue.enqueue(0)
    await harness.quiet()
    assert await harness.store.unscored(1) == ()
    assert not harness.service.scoring.queue.is_pending(0)


async def test_an_end_is_shown_though_it_cannot_be_scored(harness, monkeypatch):
    unreadable = AsyncMock(side_effect=ValueError("unreadable"))
    monkeypatch.setattr(harness.store, "meetings", unreadable)
    match_id = await harness.running(ANA, BRUNO, target=1)
    await harness.play_on(match_id, Random(8))
    update = harness.channel.shown[-1]
    assert (update.match.stage, update.scores) == (Stage.OVER, ())


@pytest.mark.parametrize("rivals", [(BRUNO,), ("casual", "casual", "casual")])
async def test_from_the_fourth_match_of_a_day_with_the_same_rival_each_counts_half(harness, rivals):
    """Computers of one level are one rival, and a new day counts in full."""
    moments = [*map(after, range(5)), NOON + timedelta(hours=12)]
    ids = [await played(harness.store, ANA, *rivals, at=at) for at in moments]
    weights = [(await harness.service.scoring.of(each))[0].weight for each in ids]
    assert weights == [1, 1, 1, 0.5, 0.25, 1]


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
            places = []
            for seat, (person, side, came) in enumerate(seated):
                user, left_it = PEOPLE[person], person == left
                nth = len(seated) if left_it else came
                places.append(place(seat, user, nth, left=left_it, side=first[side]))
            ids.append(await with_places(store, who, places, at, guild=1 + night % 2))
    return ids


@pytest.mark.deep
async def test_a_season_ends_with_the_strong_ahead_and_every_sum_right(harness):
    ids = await season(harness.store, Club(Random(5), [each * 0.6 for each in range(len(PEOPLE))]))
    end = NOON + timedelta(days=3 * NIGHTS)
    while await harness.service.scoring.catch_up(100):
        pass

    ended = [await harness.store.ended(match_id) for match_id in ids]
    expected = ratings_after(ended)
    assert await harness.store.ratings(PEOPLE, (OVERALL, "block")) == expected
    assert all(each.matches >= ESTABLISHED for each in expected.values())

    leaders = await harness.store.ranking_rows(RankingQuery(None, Span.ALL), end, 20)
    shown = {user: expected[user, OVERALL].shown for user in PEOPLE}
    assert {each.user_id: each.rating for each in leaders} == shown
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
