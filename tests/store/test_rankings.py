"""Rankings add up what was scored: by span, by server, by game, by measure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import product
from random import Random

import pytest

from bot.scores.rating import ESTABLISHED
from bot.service.ports import Board, Leader, MatchId, Measure, Score, Span
from bot.store import rank_tables
from tests.store.scored import Came, establish, finish, first, listed, score
from tests.store.support import ANA, AT, BEN, CARO, rows

DAY = timedelta(days=1)
LAST_OF_DECEMBER = datetime(2025, 12, 31, 23, 59, tzinfo=UTC)
"""A Wednesday, in the first week of 2026."""


async def ranked(store, board, at=AT, limit=20):
    return [(each.place, each.user_id) for each in await store.leaders(board, at, limit)]


class TestRankings:
    async def test_what_a_match_adds(self, store):
        came = (Came(ANA, 1, 30), Came(BEN, 2, 10))
        await score(store, await finish(store, *came), {ANA: 12, BEN: -7})
        await score(store, await finish(store, *came[::-1]), {ANA: 5, BEN: 1})

        (ana, ben) = await store.leaders(Board(5, Span.WEEK, "", Measure.POINTS), AT, 20)

        assert ana == Leader(1, ANA, 2, 2.0, 60.0, 17)
        assert ben == Leader(2, BEN, 2, 0.0, 20.0, -6)
        assert await ranked(store, Board(5, Span.WEEK)) == [(1, ANA)], "Ben has gained nothing"
        assert await ranked(store, Board(5, Span.WEEK, "", Measure.WINS)) == [(1, ANA)]

    async def test_what_counts_half_adds_half(self, store):
        came = (Came(ANA, 1, 30), Came(BEN, 2, 11))
        await score(store, await finish(store, *came), weight=0.5)

        (ana, ben) = await store.leaders(Board(5, Span.ALL, "", Measure.POINTS), AT, 20)

        assert (ana.matches, ana.wins, ana.points, ben.points) == (1, 0.5, 15.0, 5.5)

    @pytest.mark.parametrize("guild", [None, 5, 6])
    async def test_each_server_has_its_own_and_everywhere_is_all(self, store, guild):
        for here, who in ((5, ANA), (6, BEN), (None, CARO)):
            await score(store, await finish(store, *first(who, 104), guild=here))

        found = await ranked(store, Board(guild, Span.WEEK, "", Measure.WINS))

        assert found == {None: [(1, ANA), (1, BEN), (1, CARO)], 5: [(1, ANA)], 6: [(1, BEN)]}[guild]

    async def test_each_game_has_its_own(self, store):
        for game, who in (("block", ANA), ("draw", BEN)):
            await score(store, await finish(store, *first(who, 104), game=game))

        expected = {"block": [ANA], "draw": [BEN], "": [ANA, BEN], "memory": []}
        for game, there in expected.items():
            board = Board(5, Span.WEEK, game, Measure.WINS)
            assert [user for _, user in await ranked(store, board)] == there

    async def test_spans_turn_with_the_week_and_the_month(self, store):
        sunday = datetime(2026, 2, 22, 23, 59, tzinfo=UTC)
        monday, next_month = sunday + timedelta(minutes=1), datetime(2026, 3, 1, tzinfo=UTC)
        for at, who in ((sunday, ANA), (monday, BEN), (next_month, CARO)):
            await score(store, await finish(store, *first(who, 104), at=at))

        async def there(span, at):
            return {user for _, user in await ranked(store, Board(5, span, "", Measure.WINS), at)}

        assert await there(Span.WEEK, sunday) == {ANA}
        assert await there(Span.WEEK, monday) == {BEN, CARO}, "the month ends on a Saturday"
        assert await there(Span.MONTH, monday) == {ANA, BEN}
        assert await there(Span.MONTH, next_month) == {CARO}
        assert await there(Span.ALL, next_month + 999 * DAY) == {ANA, BEN, CARO}

    async def test_ties_share_a_place_and_the_next_one_is_left_out(self, store):
        for winner, points in ((ANA, 5), (BEN, 7), (CARO, 0), (CARO, 0)):
            came = (Came(winner, 1, points), Came(104, 2, 1))
            await score(store, await finish(store, *came))
        board = Board(5, Span.WEEK, "", Measure.WINS)

        assert await ranked(store, board) == [(1, CARO), (2, BEN), (2, ANA)], "points set the order"

        places = [(await store.standing(board, AT, each)).place for each in (CARO, BEN, ANA)]
        assert places == [1, 2, 2]
        assert await store.standing(board, AT, 104) is None
        by_points = Board(5, Span.WEEK, "", Measure.POINTS)
        assert (await store.standing(by_points, AT, 104)).place == 3

    async def test_ties_without_any_difference_are_in_the_order_of_ids(self, store):
        await score(store, await finish(store, Came(CARO, 1, 5), Came(ANA, 1, 5), Came(BEN, 1, 5)))

        board = Board(5, Span.WEEK, "", Measure.WINS)
        assert await ranked(store, board) == [(1, ANA), (1, BEN), (1, CARO)]
        assert await ranked(store, board, limit=2) == [(1, ANA), (1, BEN)]

    async def test_of_all_time_only_established_ratings_are_ranked(self, store):
        ever, wins = Board(5, Span.ALL), Board(5, Span.ALL, "", Measure.WINS)
        for nth in range(ESTABLISHED - 1):
            at = AT + timedelta(seconds=nth)
            await score(store, await finish(store, *first(ANA, BEN), at=at), {ANA: 10, BEN: -10})
        assert await ranked(store, ever) == []
        assert await store.standing(ever, AT, ANA) is None
        assert await ranked(store, wins) == [(1, ANA)]

        await score(store, await finish(store, *first(ANA, CARO)), {ANA: 10})

        assert [(each.user_id, each.rating) for each in await store.leaders(ever, AT, 20)] == [
            (ANA, 1000 + 10 * ESTABLISHED)
        ]

    async def test_a_rating_is_the_same_in_every_server(self, store):
        await establish(store, ANA, BEN, at=AT)
        await score(store, await finish(store, *first(ANA, BEN), guild=6), {ANA: 7, BEN: -500})

        for guild in (None, 5, 6):
            (ana, ben) = await store.leaders(Board(guild, Span.ALL), AT, 20)
            assert (ana.rating, ben.rating) == (1107, 600), "whoever has lost is ranked, too"
        assert await ranked(store, Board(7, Span.ALL)) == []

    async def test_computers_are_in_no_ranking(self, store):
        await score(store, await finish(store, *first("steady", ANA)))

        assert {user for (user,) in await rows(store, "SELECT user_id FROM standings")} == {ANA}


class TestUnlisted:
    BOARDS = tuple(Board(5, span, "", measure) for span, measure in product(Span, Measure))

    async def test_they_are_left_out_and_others_move_up(self, store):
        await establish(store, ANA, BEN, at=AT)
        await score(store, await finish(store, Came(ANA, 1, 9), Came(BEN, 1, 5)), {ANA: 9, BEN: 5})

        await store.save_preferences(ANA, listed(yes=False))

        for board in self.BOARDS:
            assert await ranked(store, board) == [(1, BEN)]
            assert await store.standing(board, AT, ANA) is None
            assert (await store.standing(board, AT, BEN)).place == 1

        await store.save_preferences(ANA, listed(yes=True))
        for board in self.BOARDS:
            assert (await ranked(store, board))[0] == (1, ANA)

    async def test_so_they_are_where_they_play_for_the_first_time(self, store):
        await store.save_preferences(ANA, listed(yes=False))
        await score(store, await finish(store, Came(ANA, 1, 9), Came(BEN, 1, 9)), {ANA: 9, BEN: 9})

        board = Board(5, Span.WEEK, "block")
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
        assert len(await ranked(played, Board(5, Span.ALL, "", Measure.WINS))) == 1

    async def test_it_takes_as_many_transactions_as_it_needs(self, played, monkeypatch):
        monkeypatch.setattr(rank_tables, "FORGOTTEN_AT_ONCE", 5)

        await played.forget_spans(datetime(2027, 1, 1, tzinfo=UTC))

        assert await self.spans(played) == {"all"}


@dataclass
class Recount:
    """What plain Python makes of the same results."""

    matches: list[tuple[datetime, str, int | None, dict[int, tuple[bool, int, Score]]]] = field(
        default_factory=list
    )

    def lines(self, board: Board, at: datetime, unlisted: set[int]) -> list[tuple[float, ...]]:
        """Measure, wins, points, matches and person of everybody in a ranking, the first first."""
        sums: dict[int, list[float]] = {}
        shown: dict[int, tuple[int, bool]] = {}
        for ended, game, guild, seats in self.matches:
            for user, (won, points, came_of) in seats.items():
                change = came_of.in_game if board.game else came_of.overall
                if change is None or board.game not in ("", game) or user in unlisted:
                    continue
                shown[user] = (change.after.shown, change.after.is_provisional)
                if board.guild_id not in (None, guild) or board.span.key(at) != board.span.key(
                    ended
                ):
                    continue
                so_far = sums.setdefault(user, [0, 0, 0, 0])
                more = (change.gained, came_of.weight * won, came_of.weight * points, 1)
                sums[user] = [a + b for a, b in zip(so_far, more, strict=True)]
        return sorted(self._ranked(board, sums, shown), key=_order)

    def _ranked(
        self, board: Board, sums: dict[int, list[float]], shown: dict[int, tuple[int, bool]]
    ) -> Iterator[tuple[float, ...]]:
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


@pytest.mark.parametrize("seed", range(2))
async def test_after_any_season_rankings_are_what_the_results_add_up_to(store, seed):
    rng = Random(seed)
    people, recount, unlisted = (ANA, BEN, CARO, 104, 105, 106), Recount(), set[int]()
    at = datetime(2025, 12, 1, tzinfo=UTC)
    for _ in range(70):
        at += rng.random() * DAY
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

    boards = [Board(*each) for each in product((None, 5, 6), Span, ("", "block", "draw"), Measure)]
    days = (at, at - 31 * DAY)
    for board, day in product(boards, days):
        expected = recount.lines(board, day, unlisted)
        leaders = await store.leaders(board, day, 20)
        assert [each.user_id for each in leaders] == [line[-1] for line in expected], board
        assert [(each.wins, each.points, each.matches) for each in leaders] == [
            line[1:-1] for line in expected
        ]
        measures = [line[0] for line in expected]
        assert [each.place for each in leaders] == [1 + measures.index(each) for each in measures]
        if leaders:
            assert [await store.standing(board, day, leaders[-1].user_id)] == [leaders[-1]]
    assert any(recount.lines(Board(5, Span.ALL), at, unlisted)), "somebody has a rating by now"


def _by_chance(rng: Random, people: tuple[int, ...]) -> list[Came]:
    everybody: tuple[int | str, ...] = (*people, "steady")
    seats = rng.sample(everybody, rng.randrange(1, 5))
    if len(seats) == 1:
        return [Came(rng.choice(people), 1, rng.randrange(50))]
    return [Came(who, rng.randrange(1, 4), rng.randrange(50)) for who in seats]


async def _came_of(
    store, match_id: MatchId, scores: tuple[Score, ...]
) -> dict[int, tuple[bool, int, Score]]:
    seats = (await store.ended(match_id)).seats
    return {
        result.user_id: (result.won, result.points, came_of)
        for result, came_of in zip(seats, scores, strict=True)
        if result.user_id is not None
    }
