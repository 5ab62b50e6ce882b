"""Every result becomes a score: once, in the order of ends, whatever fails on the way."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from random import Random

import pytest

from bot.engine.rounds import RoundScored
from bot.service import scoring
from bot.service.ports import OVERALL, Conflict, Stage, StoreFault
from bot.service.scoring import BEFORE, Scoring
from tests.service.house import ANA, BRUNO, CHEN, NOON, House
from tests.service.played import place, played, with_places
from tests.service.recounting import ratings_after, weights_among


def after(minutes: int):
    return NOON + timedelta(minutes=minutes)


async def is_scored(house: House, match_id: int) -> bool:
    return (await house.store.ended(match_id)).is_scored


async def is_right(house: House, *order: int) -> None:
    """Everybody's ratings are those after the matches in this order."""
    ended = [await house.store.ended(match_id) for match_id in order]
    expected = ratings_after(ended)
    users, games = {user for user, _ in expected}, {name for _, name in expected}
    assert await house.store.ratings(users, games) == expected
    weights = {each.match_id: weights_among(each, ended) for each in ended}
    for match_id in order:
        scored = await house.store.scored(match_id)
        assert {each.seat: each.weight for each in scored} == pytest.approx(weights[match_id])


async def test_a_match_that_was_played_is_shown_with_what_came_of_it(house):
    match_id = await house.running(ANA, BRUNO, target=30)
    await house.play_on(match_id, Random(8))
    update = house.channel.shown[-1]
    assert update.match.stage is Stage.OVER
    assert [each.user_id for each in update.scores] == [ANA, BRUNO]
    assert update.scores == await house.store.scored(match_id)
    rounds = [
        event.points
        for ply in await house.plies(match_id)
        for event in ply.events
        if isinstance(event, RoundScored)
    ]
    assert len(rounds) >= 1
    for seat, each in enumerate(update.scores):
        assert each.rounds == tuple(points[seat] for points in rounds)
        assert each.rating == each.game_rating == 1000 + each.gained
        assert (each.gained > 0) == (each.place == 1)
    (winner,) = [each for each in update.scores if each.place == 1]
    kept = await house.store.achievements(winner.user_id)
    assert set(winner.earned) == {each.id for each in kept}
    assert winner.earned
    await is_right(house, match_id)


async def test_it_is_worked_out_once_however_often_it_is_asked_for(house):
    match_id = await played(house.store, ANA, BRUNO)
    many = await asyncio.gather(*(house.boneyard.scoring.of(match_id) for _ in range(5)))
    assert all(each == many[0] != () for each in many)
    (standing, _) = await house.store.ratings_of(ANA), await house.store.ratings_of(BRUNO)
    assert standing[OVERALL].matches == 1


async def test_a_lobby_that_was_closed_has_nothing_to_score(house):
    match_id = await house.lobby(ANA)
    await house.tables.leave(match_id, ANA)
    await house.quiet()
    assert house.channel.shown[-1].scores == ()
    assert await house.store.unscored(10) == ()


async def test_a_match_that_everybody_left_counts(house):
    match_id = await house.running(ANA, BRUNO)
    await house.matches.leave(match_id, BRUNO)
    await house.matches.leave(match_id, ANA)
    await house.quiet()
    scores = {each.user_id: each for each in house.channel.shown[-1].scores}
    assert scores[ANA].place < scores[BRUNO].place
    assert scores[ANA].gained == 0 > scores[BRUNO].gained
    career = await house.store.career(ANA)
    assert (career.matches, career.wins) == (1, 0)
    assert scores[ANA].earned == ()


async def test_played_alone_and_given_up_is_no_result(house):
    match_id = await house.running(ANA, game_id="solitaire")
    await house.matches.leave(match_id, ANA)
    await house.quiet()
    assert await house.store.ended(match_id) is None
    assert house.channel.shown[-1].scores == ()


async def test_what_ended_before_is_scored_before(house):
    first = await played(house.store, ANA, BRUNO, at=after(1))
    second = await played(house.store, BRUNO, ANA, CHEN, at=after(2))
    later = await played(house.store, CHEN, ANA, at=after(3))
    await house.boneyard.scoring.of(second)
    assert await is_scored(house, first)
    assert not await is_scored(house, later)
    await house.boneyard.scoring.of(later)
    await is_right(house, first, second, later)


async def test_a_backlog_does_not_hold_up_who_waits_and_is_worked_off(house, monkeypatch):
    monkeypatch.setattr("bot.service.boneyard.REST_OF_SCORING", 0)
    old = [await played(house.store, ANA, BRUNO, at=after(nth)) for nth in range(BEFORE + 2)]
    new = await played(house.store, CHEN, ANA, at=after(100))
    assert await house.boneyard.scoring.of(new)
    assert not any([await is_scored(house, each) for each in old])
    house.boneyard.resume()
    await house.quiet()
    assert await house.store.unscored(1) == ()
    await is_right(house, new, *old)


async def test_what_was_over_before_there_were_scores_is_scored_at_the_start(house):
    match_id = await played(house.store, ANA, BRUNO)
    house.boneyard.resume()
    await house.quiet()
    assert house.channel.shown == []
    assert await is_scored(house, match_id)


async def test_when_the_store_fails_the_end_is_shown_later_with_the_same(house, monkeypatch):
    match_id = await house.running(ANA, BRUNO, target=1)
    really = house.store.score
    failures: list[object] = []

    async def fails_once(*args):
        if not failures:
            failures.append(args)
            raise StoreFault("no")
        await really(*args)

    monkeypatch.setattr(house.store, "score", fails_once)
    await house.play_on(match_id, Random(8))
    assert failures
    assert house.channel.shown[-1].match.stage is Stage.RUNNING
    house.boneyard.show(match_id)
    await house.quiet()
    assert house.channel.shown[-1].scores == await house.store.scored(match_id) != ()
    await is_right(house, match_id)


async def test_an_answer_that_was_lost_does_not_score_twice(house, monkeypatch):
    match_id = await played(house.store, ANA, BRUNO)
    really = house.store.score
    lost: list[object] = []

    async def loses_its_answer(*args):
        await really(*args)
        if not lost:
            lost.append(args)
            raise StoreFault("who knows")

    monkeypatch.setattr(house.store, "score", loses_its_answer)
    with pytest.raises(StoreFault):
        await house.boneyard.scoring.of(match_id)
    assert await house.boneyard.scoring.of(match_id)
    await is_right(house, match_id)


async def test_two_processes_score_the_same_and_other_matches_of_the_same_people(house):
    ids = [await played(house.store, ANA, BRUNO, CHEN, at=after(nth)) for nth in range(6)]
    ours, theirs = Scoring(house.store), Scoring(house.store)
    await asyncio.gather(*(each.of(ids[-1]) for each in (ours, theirs)))
    assert await house.store.unscored(1) == ()
    (matches,) = {(await house.store.ratings_of(user))[OVERALL].matches for user in (ANA, BRUNO)}
    assert matches == len(ids)
    await is_right(house, *ids)


async def test_no_rating_is_lost_between_two_processes(house):
    """Each works out another match from the same ratings; one of them has to do it anew."""
    one = await played(house.store, ANA, BRUNO, at=after(1))
    other = await played(house.store, BRUNO, CHEN, at=after(2))
    ours, theirs = Scoring(house.store), Scoring(house.store)
    await asyncio.gather(ours._score(one), theirs._score(other))
    assert (await house.store.ratings_of(BRUNO))[OVERALL].matches == 2
    try:
        await is_right(house, one, other)
    except AssertionError:
        await is_right(house, other, one)


async def test_what_rests_on_an_old_rating_is_refused(house):
    one = await played(house.store, ANA, BRUNO, at=after(1))
    other = await played(house.store, BRUNO, CHEN, at=after(2))
    process = Scoring(house.store)
    ended, match = await house.store.ended(other), await house.store.match(other)
    too_old = await process._worked_out(ended, match)
    await process.of(one)
    with pytest.raises(Conflict):
        await house.store.score(other, ended.at, too_old)
    assert not await is_scored(house, other)
    await process.of(other)
    await is_right(house, one, other)


async def test_a_log_that_cannot_be_replayed_counts_by_its_results(house, monkeypatch):
    def of_older_rules(*_):
        raise LookupError("6-4@l")

    monkeypatch.setattr(scoring, "_told", of_older_rules)
    match_id = await played(house.store, ANA, BRUNO)
    scores = await house.boneyard.scoring.of(match_id)
    assert [each.rounds for each in scores] == [(), ()]
    assert scores[0].gained > 0 > scores[1].gained
    await is_right(house, match_id)


async def test_a_match_that_cannot_be_scored_holds_up_no_other(house, monkeypatch):
    spoiled = await played(house.store, ANA, BRUNO, at=after(1))
    fine = await played(house.store, ANA, BRUNO, at=after(2))
    really = house.store.match

    async def reads(match_id):
        if match_id == spoiled:
            raise ValueError("unreadable")
        return await really(match_id)

    monkeypatch.setattr(house.store, "match", reads)
    assert await house.boneyard.scoring.of(fine)
    last = await played(house.store, ANA, CHEN, at=after(3))
    assert await house.boneyard.scoring.catch_up(1) is True
    assert await house.boneyard.scoring.catch_up(1) is False
    assert await is_scored(house, last)


async def test_an_end_is_shown_though_it_cannot_be_scored(house, monkeypatch):
    async def unreadable(*_):
        raise ValueError("unreadable")

    monkeypatch.setattr(house.store, "meetings", unreadable)
    match_id = await house.running(ANA, BRUNO, target=1)
    await house.play_on(match_id, Random(8))
    update = house.channel.shown[-1]
    assert (update.match.stage, update.scores) == (Stage.OVER, ())


async def test_a_wrong_condition_of_an_achievement_keeps_no_rating_from_anybody(house, monkeypatch):
    def wrong(_):
        raise ZeroDivisionError

    monkeypatch.setattr(scoring, "earned_in", wrong)
    match_id = await played(house.store, ANA, BRUNO)
    assert [each.earned for each in await house.boneyard.scoring.of(match_id)] == [(), ()]
    await is_right(house, match_id)


async def test_whoever_has_been_forgotten_is_rated_nowhere(house):
    nameless = place(1, "nobody", 2)
    match_id = await with_places(house.store, (ANA, BRUNO), (place(0, ANA, 1), nameless), NOON)
    first, second = await house.boneyard.scoring.of(match_id)
    assert first.gained is not None
    assert first.gained > 0
    assert (second.user_id, second.gained) == (None, None)
    assert await house.store.ratings_of(BRUNO) == {}


async def test_computers_of_one_level_are_met_once_in_a_match(house):
    for nth in range(4):
        match_id = await played(house.store, ANA, "casual", "casual", "casual", at=after(nth))
        scores = await house.boneyard.scoring.of(match_id)
        assert scores[0].weight == (1.0 if nth < 3 else 0.5)


async def test_a_new_day_counts_in_full(house):
    ids = [await played(house.store, ANA, BRUNO, at=after(nth)) for nth in range(5)]
    ids.append(await played(house.store, ANA, BRUNO, at=NOON + timedelta(hours=12)))
    weights = [(await house.boneyard.scoring.of(each))[0].weight for each in ids]
    assert weights == [1, 1, 1, 0.5, 0.25, 1]


async def test_a_match_alone_is_not_rated(house):
    match_id = await with_places(
        house.store, (ANA,), (place(0, ANA, 1),), NOON, "solitaire", guild=None
    )
    (score,) = await house.boneyard.scoring.of(match_id)
    assert (score.rating, score.gained, score.weight) == (None, None, 1.0)
    assert await house.store.ratings_of(ANA) == {}
