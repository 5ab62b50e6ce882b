"""The podium of each week: once in every server that wants it, or not at all."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any
from unittest.mock import AsyncMock

import pytest

from bot.model.scores import Podium, Post, RankingRow
from bot.model.shards import ALONE
from bot.scores.span import WEEK, Span
from bot.service.periodic_posts import LATE
from bot.service.ports.publisher import ChannelGone, PostingForbidden, PublishFailed
from bot.service.scores.podiums import Podiums
from tests.service.harness import ANA, BRUNO, CHEN
from tests.service.virtual_time import TimedHarness

MONDAY = datetime(2026, 1, 5, tzinfo=UTC)
"""The first end of a week after the harness starts."""
BEFORE = "2025-W01"
SERVER, NEWS = 5, 50
RESULTS = (1, ANA, 4, 2.5, 30, 41), (2, BRUNO, 3, 1, 20, 7), (3, CHEN, 1, 0, 5, 2)
FIRST = tuple(RankingRow(*each) for each in RESULTS)


@pytest.fixture(autouse=True)
def somebody_has_gained(timed: TimedHarness, monkeypatch) -> None:
    async def leaders(board: Any, at: datetime, limit: int) -> tuple[RankingRow, ...]:
        assert board.span is Span.WEEK
        ran = Span.WEEK.key(at) == Span.WEEK.key(MONDAY - WEEK)
        return FIRST[:limit] if ran and board.guild_id != 404 else ()

    monkeypatch.setattr(timed.store, "ranking_rows", leaders)


async def wants(timed: TimedHarness, guild_id: int = SERVER, channel_id: int = NEWS) -> None:
    await timed.store.save_post_channel(guild_id, Post.PODIUM, channel_id, BEFORE)


async def due(timed: TimedHarness) -> list[int]:
    """Return the servers that have not had the podium of the week before this one."""
    week = Span.WEEK.key(timed.time.now() - WEEK)
    return [*await timed.store.posts_due(Post.PODIUM, week, ALONE)]


def refusing(timed: TimedHarness, monkeypatch, fault: type[PublishFailed]) -> list[datetime]:
    """Refuse all posts; return the times at which one was tried."""
    tried: list[datetime] = []

    async def post_podium(podium: Podium) -> None:
        tried.append(timed.time.now())
        raise fault(f"channel {podium.channel_id}")

    monkeypatch.setattr(timed.channel, "post_podium", post_podium)
    return tried


async def test_it_is_posted_just_after_the_week_has_ended(timed):
    """It tells what is earned by it, but not what somebody had before, such as Bruno's place."""
    await wants(timed)
    await timed.store.earn(BRUNO, ["podium"], MONDAY - WEEK)
    await timed.until(MONDAY + LATE - timedelta(seconds=1))
    assert not timed.channel.podiums

    await timed.advance(seconds=1)

    (podium,) = timed.channel.podiums
    assert (podium.guild_id, podium.channel_id, podium.week) == (SERVER, NEWS, MONDAY - WEEK)
    assert podium.leaders == FIRST
    assert podium.earned == {ANA: ("podium", "week-won"), BRUNO: (), CHEN: ("podium",)}
    assert not await due(timed)
    await timed.advance(days=6)
    assert len(timed.channel.podiums) == 1


@pytest.mark.parametrize(("days", "posted"), [(1, 1), (6, 1), (8, 0), (30, 0)])
async def test_what_was_missed_is_made_up_for_until_the_week_ends(timed, monkeypatch, days, posted):
    await wants(timed)
    await timed.until(MONDAY - timedelta(hours=1))
    again = await timed.again(days=days)
    await again.advance(minutes=5)
    assert len(timed.channel.podiums) == posted
    assert not await due(again)
    await (await again.again(hours=1)).advance(hours=30)
    assert len(timed.channel.podiums) == posted


async def test_it_is_tried_again_after_growing_pauses(timed, monkeypatch):
    await wants(timed)
    await timed.until(MONDAY)
    with monkeypatch.context() as patch:
        tried = refusing(timed, patch, PublishFailed)
        await timed.advance(hours=1)
    assert [(b - a).total_seconds() for a, b in pairwise(tried)][:6] == [6, 15, 60, 240, 900, 900]

    await timed.advance(hours=1)
    assert len(timed.channel.podiums) == 1
    earned = timed.channel.podiums[0].earned[ANA]
    assert earned == ("podium", "week-won"), "told, though given before"


async def test_a_deleted_channel_gets_no_podium(timed, monkeypatch):
    await wants(timed)
    tried = refusing(timed, monkeypatch, ChannelGone)
    await timed.until(MONDAY + timedelta(days=3))
    assert len(tried) == 1
    assert not await due(timed)


async def test_where_it_may_not_be_posted_it_is_given_up_after_two_days(timed, monkeypatch):
    await wants(timed)
    tried = refusing(timed, monkeypatch, PostingForbidden)
    await timed.until(MONDAY + Podiums.retry_window - timedelta(hours=1))
    assert await due(timed) == [SERVER]
    assert len(tried) < 12
    await timed.advance(hours=8)
    assert not await due(timed)
    assert tried[-1] > MONDAY + Podiums.retry_window


async def test_a_server_that_thinks_better_of_it_meanwhile(timed, monkeypatch):
    await wants(timed)
    await timed.until(MONDAY)
    tried = refusing(timed, monkeypatch, PublishFailed)
    await timed.advance(minutes=2)
    before = len(tried)
    await timed.store.save_post_channel(SERVER, Post.PODIUM, None, BEFORE)
    await timed.advance(days=1)
    assert len(tried) == before


async def test_one_server_in_trouble_keeps_nobody_waiting(timed, monkeypatch):
    for guild in range(1, 8):
        await wants(timed, guild, 50 + guild)
    post = timed.channel.post_podium

    async def post_podium(podium: Podium) -> None:
        if podium.guild_id == 3:
            raise RuntimeError("something else")
        await post(podium)

    monkeypatch.setattr(timed.channel, "post_podium", post_podium)
    await timed.until(MONDAY + LATE + timedelta(minutes=1))
    assert {each.guild_id for each in timed.channel.podiums} == {1, 2, 4, 5, 6, 7}
    assert await due(timed) == [3]


async def test_podiums_of_thousands_of_servers_are_posted_in_batches(timed):
    for guild in range(1, 301):
        await wants(timed, guild, 1000 + guild)
    await timed.until(MONDAY + LATE)
    assert len(timed.channel.podiums) == 60
    await timed.advance(seconds=10)
    assert len(timed.channel.podiums) == 120
    await timed.advance(minutes=1)
    assert len(timed.channel.podiums) == 300
    assert len({each.guild_id for each in timed.channel.podiums}) == 300


async def test_a_clock_that_is_set_or_overslept(timed):
    await wants(timed)
    timed.time.set_by += MONDAY - timed.time.now() + timedelta(hours=5)
    assert not timed.channel.podiums
    await timed.advance(hours=1)
    assert len(timed.channel.podiums) == 1
    timed.time.set_by -= timedelta(days=10)
    await timed.advance(days=11)
    assert len(timed.channel.podiums) == 1


async def test_rankings_that_nobody_can_ask_for_are_dropped(timed, monkeypatch):
    forget_spans = AsyncMock()
    monkeypatch.setattr(timed.store, "forget_spans", forget_spans)
    await timed.until(MONDAY + timedelta(days=8))
    dropped = [each.args for each in forget_spans.call_args_list]
    assert dropped[1:] == [(MONDAY + LATE,), (MONDAY + WEEK + LATE,)]
