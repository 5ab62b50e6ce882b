from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from itertools import product

import pytest
from sqlalchemy import event

from bot.model.deadlines import NOTHING
from bot.model.match import FinalPlace, Occupant, WaitingFor
from bot.model.messages import MessageRecord
from bot.model.preferences import DigestTime, Holiday, MessagePreference, Preferences
from bot.model.puzzle_attempts import PuzzleAttempt
from bot.model.scores import Change, Measure, Post, RankingQuery, Score
from bot.model.shards import ALONE, Shards
from bot.scores.rating import FRESH, Rating
from bot.scores.span import Span
from bot.service.ports.faults import ChannelTaken
from bot.store.tables.scores import standings
from tests.store.matches import ANA, AT, BEN, CARO, new, play
from tests.store.support import execute, opened

DIGEST = Preferences(MessagePreference.DIGEST, digest=DigestTime(480, "UTC"))
SMALL = ("servers", "puzzle_ratings", "page", "anon_", "(", "CONSTANT")
"""Tables that may be scanned: servers with settings, puzzles, and results of queries."""


@pytest.fixture
async def store(tmp_path):
    async with opened(tmp_path / "boneyard.db") as store:
        yield store


@pytest.fixture
def statements(store):
    sent = []

    @event.listens_for(store.database.engine, "before_cursor_execute")
    def note(connection, cursor, statement, parameters, context, executemany):
        sent.append((statement, parameters[0] if executemany else parameters))

    return sent


async def plans_of(store, asked) -> list[list[str]]:
    def explained(db):
        found = [db.exec_driver_sql(f"EXPLAIN QUERY PLAN {each}", at) for each, at in asked]
        return [[line for *_, line in plan] for plan in found]

    return await store.database.read(explained)


async def test_nothing_is_searched_from_end_to_end(store, match, statements):
    await play(store, match, 1)
    await store.take_seat(match.id, 3, Occupant(1, BEN), WaitingFor.PERSON, NOTHING)
    await store.mark_shown(match.id, 4, 3, 2)
    await store.remember(match.id, MessageRecord(1, 2))
    await store.posted(match.id)
    await store.forget(match.id, 2)
    await store.match(match.id)
    await store.revision(match.id)
    await store.log(match.id)
    await store.open_in(1)
    await store.open_of(ANA)
    await store.waiting_for(ANA)
    await store.others_expected_by(ANA)
    await store.last_moves([match.id])
    await store.save_preferences(BEN, DIGEST, digest_at=AT)
    (digest,) = await store.digests_due(AT)
    await store.next_digest(AT)
    await store.claim_digest(digest, AT)
    await store.settle_digest(digest, AT)
    await store.rematch(match.id)
    await store.last_over(1, ANA)
    await store.pending_matches(ALONE)
    await store.pending_matches(Shards(3, frozenset({1})))
    await store.late_plies(match.id, 1)
    await store.makers(match.id)
    await store.plan(match.id, 5, NOTHING)
    await store.postpone(match.id, AT)
    await store.alarms(AT, 10, ALONE)
    await store.next_alarm(ALONE)
    await store.guilds_in_play(ALONE)
    await store.ticking_matches([1, 2])
    await store.stopped_matches(ALONE)
    await store.census(ALONE)
    await store.save_preferences(ANA, Preferences())
    await store.save_holiday(ANA, Holiday(AT, AT))
    await store.player_settings([ANA, BEN], AT)
    await store.solo_results(ANA, "solitaire", {})
    places = [FinalPlace(0, ANA, 1, 9, won=True), FinalPlace(1, BEN, 2, 3, won=False, side=1)]
    await play(store, match, 2, places=places)
    await store.last_ended_in(1)
    assert await store.unscored(20) == (match.id,)
    (first, second) = (await store.ended(match.id)).seats
    await store.meetings([ANA, BEN], AT, (AT, match.id))
    await store.ratings([ANA, BEN], ("", "block"))
    change = Change(Rating(), Rating(30.0, 2.0, 11))
    scores = [Score(each.seat, each.user_id, (), 1.0, change, change) for each in (first, second)]
    await store.score(match.id, AT, scores)
    await store.scored(match.id)
    for guild, span, measure in product((None, 5), Span, Measure):
        await store.ranking_rows(RankingQuery(guild, span, "block", measure), AT, 20)
        await store.ranking_row(RankingQuery(guild, span, "block", measure), AT, ANA)
    await store.forget_spans(AT + timedelta(days=70))
    await store.career(ANA)
    await store.career(ANA, (AT, match.id))
    await store.ratings_of(ANA)
    await store.rating_points(ANA, 200)
    await store.opponents(ANA, 5)
    await store.earn(ANA, ["podium"], AT)
    await store.achievements(ANA)
    await store.history(ANA, 10, 10)
    await store.answer_puzzle(PuzzleAttempt(ANA, "2522hoek", "2-0@r", solved=True, at=AT), FRESH)
    await store.vote_for_puzzle(ANA, "2522hoek", is_good=True)
    await store.puzzle_outlook(ANA)
    await store.puzzle_attempt(ANA)
    await store.save_post_channel(5, Post.PODIUM, 7, "2026-W08")
    await store.server(5)
    await store.posts_due(Post.PODIUM, "2026-W09", ALONE)
    await store.posts_due(Post.PODIUM, "2026-W09", ALONE, guild_id=5)
    await store.post_done(Post.PODIUM, 5, "2026-W09")
    await store.save_preferences(ANA, Preferences(listed=False))
    await store.holdings(ANA)
    await store.own_rows(ANA)
    await store.played(ANA, await store.own_matches(ANA))
    await store.direct_messages_to(ANA)
    await store.erase(ANA)
    asked = [each for each in statements if each[0].startswith(("SELECT", "UPDATE", "DELETE"))]

    assert len(asked) > 10
    for (statement, _), plan in zip(asked, await plans_of(store, asked), strict=True):
        for line in plan:
            found = not line.startswith("SCAN") or "USING" in line
            assert found or line.split()[1].startswith(SMALL), (statement, plan)


async def test_the_league_reads_indexes_alone_however_many_have_played(store, statements):
    days = [AT.date() + timedelta(days=nth) for nth in range(7)]
    worth = {day: {1: 50, 2: 70} for day in days}
    del statements[:]
    await store.league_order(worth, 5, ANA, 10)
    await store.league_order(worth, None, ANA, 10)
    await store.league_scores(days, 5, ANA, [ANA, BEN])
    await store.best_attempts(5, days[0], 5)
    await store.distribution(days[0])
    here, everywhere, own, best, scores = map(str, await plans_of(store, [*statements]))
    assert "COVERING INDEX ix_daily_attempts_guild_id (guild_id=? AND day=? AND counts=?" in here
    assert "COVERING INDEX ix_daily_attempts_score (day=? AND counts=?" in everywhere
    assert "ix_results_user_id (user_id=?" in everywhere
    assert "PRIMARY KEY (day=? AND user_id=?)" in own or "ix_daily_attempts_user_id" in own
    assert "ix_daily_attempts_guild_id (guild_id=? AND day=? AND counts=?" in best
    assert "COVERING INDEX ix_daily_attempts_score (day=? AND counts=?" in scores


async def test_the_first_alarm_is_found_among_many_that_ring_later(store, statements):
    await store.alarms(AT, 10, ALONE)
    await store.next_alarm(ALONE)
    some = Shards(3, frozenset({1}))
    await store.alarms(AT, 10, some)
    await store.next_alarm(some)
    asked = [each for each in statements if each[0].startswith("SELECT")]
    for plan in map(str, await plans_of(store, asked)):
        assert "ix_matches_wakes_at" in plan
        assert "TEMP B-TREE" not in plan, "they lie in order"


async def test_a_move_is_three_statements_in_a_transaction(store, match, statements):
    del statements[:]
    await play(store, match, 1, (0, "6-4"), (1, "pass"), (1, "5-5@l"), revision=2)
    assert [statement.split("(")[0].split(" SET")[0].strip() for statement, _ in statements] == [
        "BEGIN IMMEDIATE",
        "UPDATE matches",
        "INSERT INTO log",
        "DELETE FROM clocks WHERE clocks.match_id = ?",
    ]


@pytest.mark.parametrize("measure", Measure)
@pytest.mark.parametrize("span", Span)
async def test_a_ranking_lies_in_order_and_is_counted_in_the_index(
    store, statements, span, measure
):
    board = RankingQuery(5, span, "block", measure)
    row = {"guild_id": 5, "game": "block", "matches": 20, "wins": 9, "points": 7, "rating": 1500}
    await execute(store, standings.insert().values({"span": span.key(AT), "user_id": ANA, **row}))
    del statements[:]
    assert await store.ranking_rows(board, AT, 20)
    assert await store.ranking_row(board, AT, ANA)
    first, _, better = [each for each in statements if each[0].startswith("SELECT")]
    plans = [str(plan) for plan in await plans_of(store, [first, better])]
    index = f"ix_standings_{measure.value} (span=? AND guild_id=? AND game=? AND listed=?"
    assert f"USING INDEX {index}" in plans[0]
    assert "USE TEMP B-TREE FOR RIGHT PART OF ORDER BY" in plans[0], "ties alone are sorted"
    assert f"USING COVERING INDEX {index} AND {measure.value}>?" in plans[1]


async def test_what_somebody_looks_back_on_lies_in_order(store, statements):
    await store.history(ANA, 10, 20)
    await store.rating_points(ANA, 200)
    await store.career(ANA)
    await store.career(ANA, (AT, 7))
    asked = [each for each in statements if each[0].startswith("SELECT")]
    assert len(asked) == 4
    for plan in map(str, await plans_of(store, asked)):
        assert "ix_results_user_id (user_id=?" in plan
        assert "TEMP B-TREE" not in plan.split("SCAN page", maxsplit=1)[0], plan


@pytest.fixture
def trips(monkeypatch) -> list[object]:
    """Return what was done in a thread so far."""
    made: list[object] = []
    submit = ThreadPoolExecutor.submit

    def counted(threads, function, *args):
        made.append(function)
        return submit(threads, function, *args)

    monkeypatch.setattr(ThreadPoolExecutor, "submit", counted)
    return made


async def test_whatever_the_store_reads_or_writes_takes_one_trip_to_a_thread(store, match, trips):
    users, shards = [ANA, BEN], Shards(3, frozenset({1}))
    for work in (
        store.match(match.id),
        store.revision(match.id),
        store.log(match.id),
        store.posted(match.id),
        store.player_settings(users, AT),
        store.alarms(AT, 10, shards),
        store.own_rows(ANA),
        play(store, match, 1, (0, "6-4"), (1, "pass"), revision=match.revision),
        store.mark_shown(match.id, 3, 3, 3),
        store.remember(match.id, MessageRecord(1, 2)),
        store.erase(CARO),
    ):
        trips.clear()
        await work
        assert len(trips) == 1, work


async def test_a_failed_statement_does_not_keep_a_closed_file_open(store, tmp_path):
    await store.open_match(new(), AT)
    with pytest.raises(ChannelTaken) as held:
        await store.open_match(new(), AT)
    await store.dispose()
    assert [each.name for each in tmp_path.iterdir()] == ["boneyard.db"], held
