"""The deal of the day in servers: once each morning, with who was best the day before."""

from datetime import UTC, date, datetime, timedelta

import pytest

from bot.ai.daily import version_of
from bot.games.daily import game_of_day
from bot.model.daily import Attempt, BestOfDay, DailyPost, Deal, Mark
from bot.model.preferences import Preferences
from bot.model.scores import Post
from bot.model.shards import Shards
from bot.service.daily import par
from bot.service.daily.posts import DailyPosts
from bot.service.periodic_posts import LATE
from bot.service.ports.publisher import ChannelGone, PostingForbidden, PublishFailed, ServerLeft
from tests.service.harness import ANA, BRUNO, CHEN, DANA
from tests.service.virtual_time import TimedHarness

FRIDAY = date(2026, 1, 2)
"""The first midnight after the harness starts."""
DAY = timedelta(days=1)
SATURDAY, MONDAY = FRIDAY + DAY, FRIDAY + 3 * DAY
SERVER, NEWS = 5, 50


@pytest.fixture(autouse=True)
def no_par(monkeypatch) -> None:
    monkeypatch.setattr(par, "RUNS", 0)


def midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


async def wants(timed: TimedHarness, guild_id: int = SERVER, channel_id: int = NEWS) -> None:
    await timed.service.daily_posts.choose_channel(guild_id, channel_id)
    await timed.quiet()


async def dealt(timed: TimedHarness, day: date, version: int | None = None) -> None:
    """Make the deal of a day, whenever that is; with an older version than today's it is void."""
    game = game_of_day(day.toordinal())
    version = version_of(game.id) if version is None else version
    await timed.store.keep_deal(Deal(day, game.id, version, game.seats, game.options, b"s" * 32))


async def played(
    timed: TimedHarness,
    day: date,
    scores: dict[int, int],
    guild_id: int | None = SERVER,
    *,
    counts: bool = True,
) -> None:
    await dealt(timed, day)
    for nth, (user, score) in enumerate(scores.items()):
        attempt = Attempt(day, user, ("a",), guild_id, score, counts)
        await timed.store.save_attempt(attempt, midnight(day) + timedelta(seconds=nth))


def refusing(timed: TimedHarness, monkeypatch, fault: type[PublishFailed]) -> list[datetime]:
    """Refuse all posts; return the times at which one was tried."""
    tried: list[datetime] = []

    async def post_daily(post: DailyPost) -> None:
        tried.append(timed.time.now())
        raise fault(f"channel {post.channel_id}")

    monkeypatch.setattr(timed.channel, "post_daily", post_daily)
    return tried


def days(timed: TimedHarness) -> list[date]:
    return [each.deal.day for each in timed.channel.dailies]


async def test_it_is_posted_each_day_from_the_next_midnight_on(timed):
    await wants(timed)
    await timed.until(midnight(FRIDAY) + LATE - timedelta(seconds=1))
    assert not timed.channel.dailies
    await timed.advance(seconds=1)
    assert days(timed) == [FRIDAY]
    await timed.advance(days=3)
    assert days(timed) == [FRIDAY, SATURDAY, SATURDAY + DAY, MONDAY]
    await timed.service.daily_posts.choose_channel(SERVER, None)
    await timed.advance(days=2)
    assert days(timed)[-1] == MONDAY


async def test_it_tells_who_was_best_the_day_before_of_those_who_began_in_that_server(timed):
    await wants(timed)
    await played(timed, FRIDAY, {1000 + nth: 10 for nth in range(4)}, guild_id=None)
    await played(timed, FRIDAY, {ANA: 12, BRUNO: 12, CHEN: 14, DANA: 9, 21: 8, 22: 7})
    await played(timed, FRIDAY, {23: 20}, guild_id=6)
    await played(timed, FRIDAY, {24: 30}, counts=False)
    await played(timed, FRIDAY, {25: 25})
    await timed.store.save_preferences(25, Preferences(listed=False))
    await timed.store.save_marks(FRIDAY, CHEN, (Mark.BEST, Mark.COSTLY))
    await timed.until(midnight(SATURDAY) + LATE)
    best = timed.channel.dailies[-1].best
    assert [(each.place, each.user_id) for each in best] == [
        *((1, CHEN), (2, ANA), (2, BRUNO), (4, DANA), (5, 21))
    ]
    assert best[0] == BestOfDay(1, CHEN, 9 / 11, (Mark.BEST, Mark.COSTLY)), "of all, also of hidden"


async def test_a_deleted_person_is_not_told(timed):
    await wants(timed)
    await played(timed, FRIDAY, {ANA: 12, BRUNO: 9})
    await timed.store.erase(ANA)
    await timed.until(midnight(SATURDAY) + LATE)
    assert [each.user_id for each in timed.channel.dailies[-1].best] == [BRUNO]


async def test_after_restarts_at_any_time_nothing_is_posted_twice(timed):
    await wants(timed)
    process = timed
    for _ in range(20):
        process = await process.again(minutes=7)
        await process.advance(hours=5)
    assert days(timed) == sorted(set(days(timed)))
    assert len(days(timed)) == 4


@pytest.mark.parametrize(("hours", "posted"), [(1, [FRIDAY]), (23, [FRIDAY]), (30, [SATURDAY])])
async def test_only_the_current_day_is_made_up_for(timed, hours, posted):
    await wants(timed)
    again = await timed.again(hours=12 + hours)
    await again.advance(minutes=5)
    assert days(timed) == posted


async def test_of_two_processes_each_posts_on_its_own_shards(timed):
    guilds = [each << 22 for each in range(1, 9)]
    for guild in guilds:
        await wants(timed, guild, guild + 1)
    timed.service.take_shards(Shards(2, frozenset({0})))
    other = TimedHarness(timed.time, timed.store, timed.channel)
    timed.others.append(other)
    other.service.take_shards(Shards(2, frozenset({1})))
    await timed.until(midnight(FRIDAY) + timedelta(minutes=5))
    await other.quiet()
    assert sorted(each.guild_id for each in timed.channel.dailies) == guilds
    (deal,) = {each.deal for each in timed.channel.dailies}
    assert deal.day == FRIDAY


async def test_servers_of_a_process_that_has_ended_get_it_from_the_one_that_takes_them(timed):
    guilds = [each << 22 for each in range(1, 5)]
    for guild in guilds:
        await wants(timed, guild, guild + 1)
    timed.service.take_shards(Shards(2, frozenset({0})))
    await timed.until(midnight(FRIDAY) + timedelta(minutes=5))
    assert sorted(each.guild_id for each in timed.channel.dailies) == guilds[1::2]
    timed.service.take_shards(Shards(2, frozenset({0, 1})))
    timed.service.resume()
    await timed.advance(minutes=1)
    assert sorted(each.guild_id for each in timed.channel.dailies) == guilds


async def test_a_server_that_was_left_is_not_asked_again_that_day(timed, monkeypatch):
    await wants(timed)
    tried = refusing(timed, monkeypatch, ServerLeft)
    await timed.until(midnight(SATURDAY) + timedelta(hours=20))
    assert len(tried) == 2


async def test_a_deleted_channel_gets_none_until_another_is_chosen(timed, monkeypatch):
    await wants(timed)
    with monkeypatch.context() as patch:
        tried = refusing(timed, patch, ChannelGone)
        await timed.until(midnight(FRIDAY) + timedelta(hours=20))
        assert len(tried) == 1
    await wants(timed, channel_id=51)
    assert not timed.channel.dailies, "that day is over for this server"
    await timed.until(midnight(SATURDAY) + LATE)
    assert [each.channel_id for each in timed.channel.dailies] == [51]


async def test_a_closed_channel_gets_it_late_or_another_one_does(timed, monkeypatch):
    await wants(timed)
    with monkeypatch.context() as patch:
        tried = refusing(timed, patch, PostingForbidden)
        await timed.until(midnight(FRIDAY) + timedelta(hours=3))
        assert 1 < len(tried) < 6
    await wants(timed, channel_id=51)
    assert [(each.deal.day, each.channel_id) for each in timed.channel.dailies] == [(FRIDAY, 51)]


async def test_what_cannot_be_posted_is_given_up_before_the_next(timed, monkeypatch):
    await wants(timed)
    with monkeypatch.context() as patch:
        refusing(timed, patch, PostingForbidden)
        await timed.until(midnight(FRIDAY) + DailyPosts.retry_window + timedelta(hours=6))
        assert not await timed.store.posts_due(Post.DAILY, FRIDAY.isoformat(), timed.service.shards)
    await timed.until(midnight(SATURDAY) + timedelta(hours=7))
    assert days(timed) == [SATURDAY]


async def test_a_clock_that_is_set_back_brings_no_second_post(timed):
    await wants(timed)
    await timed.until(midnight(FRIDAY) + timedelta(hours=2))
    timed.time.set_by -= timedelta(hours=3)
    await timed.advance(hours=5)
    assert days(timed) == [FRIDAY]


async def test_a_void_deal_is_posted_as_such_and_its_players_are_not_told(timed):
    await wants(timed)
    await dealt(timed, FRIDAY, version=1)
    await played(timed, FRIDAY, {ANA: 12})
    await timed.until(midnight(SATURDAY) + LATE)
    assert [(each.deal.day, each.is_void) for each in timed.channel.dailies] == [
        *((FRIDAY, True), (SATURDAY, False))
    ]
    assert timed.channel.dailies[1].best == ()


async def test_the_league_comes_on_mondays_with_the_podium_even_if_nobody_is_on_it(timed):
    """The week that is told ended on Saturday, so that all of its deals are closed."""
    await wants(timed)
    await wants(timed, 6, 60)
    await timed.service.podiums.choose_channel(6, 61)
    for guild_id, user in ((SERVER, ANA), (6, BRUNO), (7, CHEN)):
        for day in (FRIDAY, SATURDAY, SATURDAY + DAY):
            await played(timed, day, {user: 10}, guild_id)
    await timed.until(midnight(MONDAY) + timedelta(hours=1))
    await timed.advance(days=2)
    (podium,) = timed.channel.podiums
    assert (podium.guild_id, podium.leaders) == (6, ())
    (row,) = podium.league.rows
    assert (row.place, row.user_id, row.points, row.days) == (1, BRUNO, 100, 2)
    assert podium.league.days[-1] == SATURDAY


async def test_a_deal_of_a_newer_release_is_left_to_its_processes(timed):
    await wants(timed)
    await dealt(timed, FRIDAY, version=9_001)
    await timed.until(midnight(FRIDAY) + timedelta(hours=2))
    assert timed.channel.dailies == []
    assert await timed.store.posts_due(
        Post.DAILY, FRIDAY.isoformat(), Shards(1, frozenset({0})), SERVER
    )
