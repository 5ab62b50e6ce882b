from datetime import timedelta

import pytest

from bot.model.match import CloseReason, FinalPlace
from bot.model.scores import RankingQuery, ScoredSeat
from bot.scores.rating import ESTABLISHED, FRESH, Rating
from bot.scores.span import Span
from bot.service.ports.faults import Conflict
from bot.store.tables.matches import seats
from tests.store.matches import ANA, AT, BEN, CARO, running
from tests.store.scored import FinalSeat, finish, first, score, scores_of
from tests.store.support import do_until_killed, execute, outcomes_of, rows

EVER = RankingQuery(5, Span.ALL)
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


async def score_an_achievement(store, match_id):
    await score(store, match_id, {ANA: 10}, earned=["first-win"])


class TestResults:
    async def test_they_are_by_seat(self, store):
        partners = FinalSeat(ANA, 2, 3, side=0), FinalSeat(BEN, 2, 5, left=True, side=0)
        final_seats = partners[0], FinalSeat("steady"), partners[1]
        match_id = await finish(store, *final_seats, at=AT, game="draw", guild=None)
        ended = await store.ended(match_id)
        assert (ended.match_id, ended.game, ended.guild_id) == (match_id, "draw", None)
        assert ended.at == AT
        assert not ended.is_scored
        assert [
            (each.user_id, each.level, each.place, each.points, each.won, each.left, each.side)
            for each in ended.seats
        ] == [
            (ANA, None, 2, 3, False, False, 0),
            (None, "steady", 1, 0, True, False, 1),
            (BEN, None, 2, 5, False, True, 0),
        ]

    async def test_what_runs_or_was_closed_has_none(self, store, match):
        assert await store.ended(match.id) is None
        await store.close(match.id, match.revision, CloseReason.LAPSED, AT)
        assert await store.ended(match.id) is None
        assert await store.ended(77) is None
        assert await store.unscored(10) == ()

    async def test_what_was_given_up_can_count(self, store, match):
        left = FinalPlace(1, BEN, 2, 0, won=False, left=True, side=1)
        places = [FinalPlace(0, ANA, 1, 0, won=False), left]
        await store.close(match.id, match.revision, CloseReason.LEFT, AT, places=places)
        assert await store.unscored(10) == (match.id,)
        assert [each.left for each in (await store.ended(match.id)).seats] == [False, True]

    async def test_the_unscored_come_in_the_order_of_their_ends(self, store):
        late = await finish(store, *first(ANA, BEN), at=AT + MINUTE)
        soon, at_once = [await finish(store, *first(ANA, BEN), at=AT) for _ in range(2)]
        assert await store.unscored(10) == (soon, at_once, late)
        assert await store.unscored(2) == (soon, at_once)
        await score(store, soon)
        assert await store.unscored(10) == (at_once, late)


class TestMeetings:
    async def test_opponents_met_and_partners_did_not(self, store):
        each_of = ((ANA, 1, 0), (BEN, 2, 1), (CARO, 1, 0), (104, 2, 1))
        await finish(store, *(FinalSeat(who, place, side=side) for who, place, side in each_of))
        await finish(store, *first(ANA, BEN))
        met = await store.meetings([ANA, CARO], AT - DAY, (AT, 1000))
        assert met.between(ANA, BEN) == 2
        assert met.between(ANA, 104) == met.between(CARO, BEN) == met.between(CARO, 104) == 1
        assert met.between(ANA, CARO) == met.between(CARO, ANA) == 0
        assert met.between(BEN, ANA) == 0, "nobody asked for Ben"

    async def test_computers_are_met_by_their_level_once_a_match(self, store):
        await finish(store, *first(ANA, "steady", "casual", "steady"))
        await finish(store, *first(ANA, "steady"))
        met = await store.meetings([ANA], AT, (AT, 1000))
        assert (met.between(ANA, "steady"), met.between(ANA, "casual")) == (2, 1)

    async def test_only_between_the_two_moments(self, store):
        for at in (AT - MINUTE, AT, AT + MINUTE):
            await finish(store, *first(ANA, BEN), at=at)

        async def met(since, before):
            return (await store.meetings([ANA], since, before)).between(ANA, BEN)

        assert await met(AT, (AT + DAY, 0)) == 2
        assert await met(AT, (AT + MINUTE, 0)) == 1
        assert await met(AT + MINUTE, (AT + MINUTE, 10**9)) == 1

    async def test_whose_data_was_deleted_may_have_been_any_person(self, store):
        await finish(store, *first(ANA, BEN))
        await finish(store, *first(ANA, BEN, CARO))
        await store.erase(BEN)
        met = await store.meetings([ANA], AT, (AT, 1000))
        assert (met.between(ANA, BEN), met.between(ANA, CARO)) == (2, 3)
        assert met.between(ANA, "steady") == 0

    async def test_a_computer_in_the_seat_of_a_deleted_person_is_none_that_was_met(self, store):
        match_id = await finish(store, FinalSeat(ANA), FinalSeat(BEN, 2, left=True))
        gone = seats.update().where(seats.c.user_id == BEN)
        await execute(store, gone.values(user_id=None, left_by=BEN, level="steady"))
        await store.erase(BEN)
        met = await store.meetings([ANA], AT, (AT, 1000))
        assert (met.between(ANA, "steady"), met.between(ANA, CARO)) == (0, 1)
        ended = await store.ended(match_id)
        assert [(each.user_id, each.level) for each in ended.seats] == [(ANA, None), (None, None)]


class TestScoring:
    async def test_ratings_are_kept_by_game_and_overall(self, store):
        await score(store, await finish(store, *first(ANA, BEN)), {ANA: 40, BEN: -40})
        await score(store, await finish(store, *first(ANA, BEN), game="draw"), {ANA: 20})
        assert await store.ratings([ANA, BEN, CARO], ("", "block")) == {
            (ANA, ""): Rating(FRESH.mu + 1.5, FRESH.sigma, 2),
            (ANA, "block"): Rating(FRESH.mu + 1, FRESH.sigma, 1),
            (BEN, ""): Rating(FRESH.mu - 1, FRESH.sigma, 2),
            (BEN, "block"): Rating(FRESH.mu - 1, FRESH.sigma, 1),
        }
        assert set(await store.ratings_of(BEN)) == {"", "block", "draw"}

    async def test_what_is_told_of_each_seat(self, store):
        match_id = await finish(store, FinalSeat(ANA, 1, 9), FinalSeat("steady", 2, 1))
        assert await store.scored(match_id) == ()
        await score(store, match_id, {ANA: 12}, weight=0.5, earned=["first-win", "streak"])
        assert await store.scored(match_id) == (
            ScoredSeat(0, ANA, 1, (9,), 0.5, 1012, 12, 1012, 12, ("first-win", "streak"), 1),
            ScoredSeat(1, None, 2, (1,), 0.5),
        )
        assert (await store.ended(match_id)).is_scored

    async def test_matches_are_counted_until_they_establish_a_rating(self, store):
        moments = [AT + nth * MINUTE for nth in range(ESTABLISHED + 1)]
        ids = [await finish(store, *first(ANA, BEN), at=at) for at in moments]
        for each in ids:
            await score(store, each)
        of_ana = [(await store.scored(each))[0].rated_matches for each in ids]
        assert of_ana == [*range(1, ESTABLISHED + 1), ESTABLISHED]

    async def test_scoring_a_match_twice_is_a_conflict_and_changes_nothing(self, store):
        match_id = await finish(store, *first(ANA, BEN))
        await score(store, match_id, {ANA: 10}, earned=["first-win"])
        before = await everything(store)
        with pytest.raises(Conflict):
            await score(store, match_id, {ANA: 10, BEN: 5}, earned=["podium"])
        assert await everything(store) == before
        for other in (77, (await running(store)).id):
            with pytest.raises(Conflict):
                await store.score(other, AT, ())

    async def test_one_of_two_processes_scores_a_match(self, store, other):
        for nth in range(5):
            match_id = await finish(store, *first(ANA, BEN), at=AT + nth * MINUTE)
            scores = await scores_of(store, match_id, {ANA: 10})
            both = (each.score(match_id, AT, scores) for each in (store, other))
            outcomes = await outcomes_of(*both)
            assert sorted(type(each).__name__ for each in outcomes) == ["Conflict", "NoneType"]
        assert (await store.ranking_row(EVER, AT, ANA)) is None, "the rating is provisional"
        assert (await store.ratings_of(ANA))[""].matches == 5

    async def test_of_two_matches_of_one_person_none_is_lost(self, store, other):
        """Both were worked out from the same rating; the second has to begin again."""
        ids = [await finish(store, *first(ANA, BEN)) for _ in range(2)]
        scores = [await scores_of(store, each, {ANA: 10}) for each in ids]
        both = (store.score(ids[0], AT, scores[0]), other.score(ids[1], AT, scores[1]))
        outcomes = await outcomes_of(*both)
        assert sorted(type(each).__name__ for each in outcomes) == ["Conflict", "NoneType"]
        (left,) = await store.unscored(10)
        await score(store, left, {ANA: 10})
        assert (await store.ratings_of(ANA))[""] == Rating(FRESH.mu + 0.5, FRESH.sigma, 2)

    @pytest.mark.deep
    @pytest.mark.parametrize("statement", ["INSERT INTO standings", "INSERT INTO achievements"])
    async def test_a_killed_process_leaves_nothing_half_written(self, database, store, statement):
        match_id = await finish(store, *first(ANA, BEN))
        before = await everything(store)
        await do_until_killed(database, match_id, statement, score_an_achievement)
        assert await everything(store) == before
        await score(store, match_id, {ANA: 10})
        assert await store.unscored(10) == ()

    async def test_whose_data_is_deleted_meanwhile_is_named_nowhere(self, store):
        match_id = await finish(store, *first(ANA, BEN))
        scores = await scores_of(store, match_id, {ANA: 10}, earned=["first-win"])
        await store.erase(ANA)
        await store.score(match_id, AT, scores)
        assert str(ANA) not in str([each for each in await everything(store) if each])
        assert (await store.ratings_of(BEN))[""].matches == 1

    async def test_a_match_played_alone_is_rated_and_ranked_nowhere(self, store):
        await score(store, await finish(store, FinalSeat(ANA, 1, 9)), earned=["first-win"])
        assert await rows(store, "SELECT * FROM standings") == []
        assert await rows(store, "SELECT * FROM ratings") == []
        assert [each.id for each in await store.achievements(ANA)] == ["first-win"]
        assert await store.rating_points(ANA, 10) == ()


async def everything(store):
    tables = ("ratings", "standings", "achievements", "results")
    found = [await rows(store, f"SELECT * FROM {table} ORDER BY 1, 2, 3, 4") for table in tables]
    return [*found, await rows(store, "SELECT scored_at FROM matches ORDER BY id")]
