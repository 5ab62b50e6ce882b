import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import product
from random import Random

import pytest

from bot.model.match import MatchId
from bot.model.scores import Measure, RankingQuery, Score
from bot.scores.rating import SHOWN_FROM
from bot.scores.span import Span
from bot.store.queries import ranking
from tests.store.matches import ANA, AT, BEN, CARO
from tests.store.scored import FinalSeat, finish, first, listed, score
from tests.store.support import rows

DAY = timedelta(days=1)
LAST_OF_DECEMBER = datetime(2025, 12, 31, 23, 59, tzinfo=UTC)
"""A Wednesday, in the first week of 2026."""


async def ranked(store, board, at=AT, limit=20):
    return [(each.place, each.user_id) for each in await store.ranking_rows(board, at, limit)]


class TestRankings:
    async def test_spans_turn_with_the_week_and_the_month(self, store):
        sunday = datetime(2026, 2, 22, 23, 59, tzinfo=UTC)
        monday, next_month = sunday + timedelta(minutes=1), datetime(2026, 3, 1, tzinfo=UTC)
        for at, who in ((sunday, ANA), (monday, BEN), (next_month, CARO)):
            await score(store, await finish(store, *first(who, 104), at=at))

        async def there(span, at):
            query = RankingQuery(5, span, "", Measure.WINS)
            return {user for _, user in await ranked(store, query, at)}

        assert await there(Span.WEEK, sunday) == {ANA}
        assert await there(Span.WEEK, monday) == {BEN, CARO}, "the month ends on a Saturday"
        assert await there(Span.MONTH, monday) == {ANA, BEN}
        assert await there(Span.MONTH, next_month) == {CARO}
        assert await there(Span.ALL, next_month + 999 * DAY) == {ANA, BEN, CARO}

    async def test_ties_share_a_place_and_the_next_one_is_left_out(self, store):
        for winner, points in ((ANA, 5), (BEN, 7), (CARO, 0), (CARO, 0)):
            final_seats = (FinalSeat(winner, 1, points), FinalSeat(104, 2, 1))
            await score(store, await finish(store, *final_seats))
        board = RankingQuery(5, Span.WEEK, "", Measure.WINS)
        assert await ranked(store, board) == [(1, CARO), (2, BEN), (2, ANA)], "points set the order"
        places = [(await store.ranking_row(board, AT, each)).place for each in (CARO, BEN, ANA)]
        assert places == [1, 2, 2]
        assert await store.ranking_row(board, AT, 104) is None
        by_points = RankingQuery(5, Span.WEEK, "", Measure.POINTS)
        assert (await store.ranking_row(by_points, AT, 104)).place == 3


class TestUnlisted:
    async def test_they_are_left_out_from_their_first_match_on(self, store):
        await store.save_preferences(ANA, listed(yes=False))
        match_id = await finish(store, FinalSeat(ANA, 1, 9), FinalSeat(BEN, 1, 9))
        await score(store, match_id, {ANA: 9, BEN: 9})
        board = RankingQuery(5, Span.WEEK, "block", Measure.POINTS)
        assert await ranked(store, board) == [(1, BEN)]
        await store.save_preferences(ANA, listed(yes=True))
        assert await ranked(store, board) == [(1, ANA), (1, BEN)], "what they gained was counted"


class TestForgetting:
    DAYS = tuple(datetime(2025, *day, tzinfo=UTC) for day in ((11, 15), (12, 20), (12, 27)))

    async def spans(self, store):
        return {span for (span,) in await rows(store, "SELECT DISTINCT span FROM standings")}

    @pytest.fixture
    async def played(self, store):
        for at in (*self.DAYS, LAST_OF_DECEMBER):
            await score(store, await finish(store, *first(ANA, BEN, CARO), at=at), {ANA: 1})
        return store

    async def test_the_span_before_stays(self, played):
        before = {"all", "2025-11", "2025-W46", "2025-12", "2025-W51", "2025-W52", "2026-W01"}
        assert await self.spans(played) == before
        await played.forget_spans(LAST_OF_DECEMBER)
        assert await self.spans(played) == before - {"2025-W46", "2025-W51"}
        await played.forget_spans(LAST_OF_DECEMBER + timedelta(minutes=1))
        assert await self.spans(played) == {"all", "2025-12", "2025-W52", "2026-W01"}
        await played.forget_spans(datetime(2026, 1, 5, tzinfo=UTC))
        assert await self.spans(played) == {"all", "2025-12", "2026-W01"}
        await played.forget_spans(datetime(2027, 1, 1, tzinfo=UTC))
        assert await self.spans(played) == {"all"}
        assert len(await ranked(played, RankingQuery(5, Span.ALL, "", Measure.WINS))) == 1

    async def test_it_takes_as_many_transactions_as_it_needs(self, played, monkeypatch):
        monkeypatch.setattr(ranking, "FORGOTTEN_AT_ONCE", 5)
        await played.forget_spans(datetime(2027, 1, 1, tzinfo=UTC))
        assert await self.spans(played) == {"all"}

    async def test_a_cancelled_caller_waits_for_one_portion_only(self, played, monkeypatch):
        portion, portions = played._forget, []

        async def cancelling(span):
            portions.append(span)
            task.cancel()
            return await portion(span)

        monkeypatch.setattr(played, "_forget", cancelling)
        task = asyncio.create_task(played.forget_spans(datetime(2027, 1, 1, tzinfo=UTC)))
        await asyncio.wait([task])
        assert task.cancelled()
        assert len(portions) == 1


Seats = dict[int, tuple[bool, int, Score]]


@dataclass
class Recount:
    """Computes the same rankings in plain Python."""

    matches: list[tuple[datetime, str, int | None, Seats]] = field(default_factory=list)

    def lines(self, board: RankingQuery, at: datetime, unlisted: set[int]) -> list[tuple]:
        """Return measure, wins, points, matches and person of every line of a ranking, in order."""
        sums: dict[int, list[float]] = {}
        shown: dict[int, tuple[int, bool]] = {}
        for ended, game, guild, seats in self.matches:
            for user, (won, points, came_of) in seats.items():
                change = came_of.in_game if board.game else came_of.overall
                if change is None or board.game not in ("", game) or user in unlisted:
                    continue
                shown[user] = (change.after.shown, change.after.is_provisional)
                spans = {board.span.key(moment) for moment in (at, ended)}
                if board.guild_id not in (None, guild) or len(spans) > 1:
                    continue
                so_far = sums.setdefault(user, [0, 0, 0, 0])
                gained = change.gained if change.before.matches >= SHOWN_FROM else 0
                more = (gained, came_of.weight * won, came_of.weight * points, 1)
                sums[user] = [a + b for a, b in zip(so_far, more, strict=True)]
        return sorted(self._ranked(board, sums, shown), key=_order)

    def _ranked(self, board: RankingQuery, sums, shown) -> Iterator[tuple[float, ...]]:
        for user, (gained, wins, points, matches) in sums.items():
            value = {Measure.RATING: gained, Measure.WINS: wins, Measure.POINTS: points}
            measure = value[board.measure]
            if board.measure is Measure.RATING and board.span is Span.ALL:
                rating, is_provisional = shown[user]
                if not is_provisional:
                    yield (rating, wins, points, matches, user)
            elif measure > 0:
                yield (measure, wins, points, matches, user)


def _order(line: tuple[float, ...]) -> tuple[float, ...]:
    measure, wins, points, matches, user = line
    return (-measure, -wins, -points, matches, user)


@pytest.mark.parametrize(
    ("seed", "count", "many"),
    [(0, 35, 4), *(pytest.param(seed, 90, 6, marks=pytest.mark.deep) for seed in range(2))],
)
async def test_after_any_season_rankings_are_what_the_results_add_up_to(store, seed, count, many):
    rng = Random(seed)
    people = (ANA, BEN, CARO, 104, 105, 106)[:many]
    recount, unlisted = Recount(), set[int]()
    at = datetime(2025, 12, 1, tzinfo=UTC)
    for _ in range(count):
        at += 2 * rng.random() * DAY
        somebody = rng.choice(people)
        if rng.random() < 0.1:
            unlisted ^= {somebody}
            await store.save_preferences(somebody, listed(yes=somebody not in unlisted))
        game, guild = rng.choice(("block", "draw")), rng.choice((None, 5, 5, 6))
        match_id = await finish(store, *_by_chance(rng, people), at=at, game=game, guild=guild)
        weight = rng.choice((1, 1, 0.5, 0.25))
        gained = {user: rng.randrange(-20, 25) for user in people}
        scores = await score(store, match_id, gained, weight)
        recount.matches.append((at, game, guild, await _came_of(store, match_id, scores)))

    each_of = product((None, 5, 6), Span, ("", "block", "draw"), Measure)
    boards = [RankingQuery(*each) for each in each_of]
    for board, day in product(boards, (at, at - 31 * DAY)):
        expected = recount.lines(board, day, unlisted)
        leaders = await store.ranking_rows(board, day, 20)
        assert [each.user_id for each in leaders] == [line[-1] for line in expected], board
        counts = [(each.wins, each.points, each.matches) for each in leaders]
        assert counts == [line[1:-1] for line in expected]
        measures = [line[0] for line in expected]
        assert [each.place for each in leaders] == [1 + measures.index(each) for each in measures]
        if leaders:
            assert [await store.ranking_row(board, day, leaders[-1].user_id)] == [leaders[-1]]
    assert any(recount.lines(RankingQuery(5, Span.ALL), at, unlisted)), "somebody is rated by now"


def _by_chance(rng: Random, people: tuple[int, ...]) -> list[FinalSeat]:
    everybody: tuple[int | str, ...] = (*people, "steady")
    seats = rng.sample(everybody, rng.randrange(1, 5))
    if len(seats) == 1:
        return [FinalSeat(rng.choice(people), 1, rng.randrange(50))]
    return [FinalSeat(who, rng.randrange(1, 4), rng.randrange(50)) for who in seats]


async def _came_of(store, match_id: MatchId, scores: tuple[Score, ...]) -> Seats:
    each_of = zip((await store.ended(match_id)).seats, scores, strict=True)
    return {at.user_id: (at.won, at.points, came_of) for at, came_of in each_of if at.user_id}
