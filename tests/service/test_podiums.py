"""Every server that wants it has the podium of the week that ended: once, or not at all."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest

from bot.scores.span import WEEK, Span
from bot.service.podiums import GIVEN_UP, LATE
from bot.service.ports import (
    Barred,
    ChannelGone,
    Leader,
    NotShown,
    Podium,
    Server,
    StoreBusy,
)
from tests.service.clockwork import Clockhouse
from tests.service.house import ANA, BRUNO, CHEN

MONDAY = datetime(2026, 1, 5, tzinfo=UTC)
"""The first turn of the week after the house is opened."""
BEFORE = "2025-W01"
SERVER, NEWS = 5, 50
FIRST = (Leader(1, ANA, 4, 2.5, 30, 41), Leader(2, BRUNO, 3, 1, 20, 7), Leader(3, CHEN, 1, 0, 5, 2))


@pytest.fixture(autouse=True)
def somebody_has_gained(there: Clockhouse, monkeypatch) -> None:
    async def leaders(board: Any, at: datetime, limit: int) -> tuple[Leader, ...]:
        assert board.span is Span.WEEK
        ran = Span.WEEK.key(at) == Span.WEEK.key(MONDAY - WEEK)
        return FIRST[:limit] if ran and board.guild_id != 404 else ()

    monkeypatch.setattr(there.store, "leaders", leaders)


def wants(there: Clockhouse, guild_id: int = SERVER, channel_id: int = NEWS) -> None:
    there.store.servers[guild_id] = (Server(channel_id), BEFORE)


def due(there: Clockhouse) -> list[int]:
    """Servers that have not had the podium of the week before this one."""
    week = Span.WEEK.key(there.time.now() - WEEK)
    return [guild for guild, (_, last) in there.store.servers.items() if last < week]


def refusing(there: Clockhouse, monkeypatch, fault: type[NotShown]) -> list[datetime]:
    """Nothing can be posted; the moments at which it was tried."""
    tried: list[datetime] = []

    async def show_podium(podium: Podium) -> None:
        tried.append(there.time.now())
        raise fault(f"channel {podium.channel_id}")

    monkeypatch.setattr(there.channel, "show_podium", show_podium)
    return tried


async def test_it_is_posted_just_after_the_week_has_ended(there):
    wants(there)
    await there.until(MONDAY + LATE - timedelta(seconds=1))
    assert not there.channel.podiums

    await there.goes_by(seconds=1)

    (podium,) = there.channel.podiums
    assert (podium.guild_id, podium.channel_id, podium.week) == (SERVER, NEWS, MONDAY - WEEK)
    assert podium.leaders == FIRST
    assert podium.earned == {
        ANA: ("podium", "week-won"),
        BRUNO: ("podium",),
        CHEN: ("podium",),
    }
    assert not due(there)
    await there.goes_by(days=6)
    assert len(there.channel.podiums) == 1


async def test_what_is_earned_twice_is_told_once(there):
    wants(there)
    await there.store.earn(BRUNO, ["podium"], MONDAY - WEEK)
    await there.until(MONDAY + LATE)
    assert there.channel.podiums[0].earned[BRUNO] == ()


async def test_a_week_without_anybody_is_settled(there):
    wants(there, 404)
    await there.until(MONDAY + LATE)
    assert not there.channel.podiums
    assert not due(there)


async def test_who_wants_none_gets_none(there):
    there.store.servers[SERVER] = (Server(None), BEFORE)
    await there.until(MONDAY + timedelta(days=1))
    assert not there.channel.podiums


@pytest.mark.parametrize(("days", "posted"), [(1, 1), (6, 1), (8, 0), (30, 0)])
async def test_what_was_missed_is_made_up_for_until_the_week_ends(there, monkeypatch, days, posted):
    wants(there)
    await there.until(MONDAY - timedelta(hours=1))
    again = await there.again(days=days)
    await again.goes_by(minutes=5)
    assert len(there.channel.podiums) == posted
    assert not due(again)
    last = await again.again(hours=1)
    await last.goes_by(hours=30)
    assert len(there.channel.podiums) == posted
    await last.boneyard.close()


async def test_it_is_tried_again_after_growing_pauses(there, monkeypatch):
    wants(there)
    await there.until(MONDAY)
    tried = refusing(there, monkeypatch, NotShown)
    await there.goes_by(hours=1)
    pauses = [(b - a).total_seconds() for a, b in pairwise(tried)]
    assert pauses[:6] == [6, 15, 60, 240, 900, 900]

    monkeypatch.undo()
    there.store.leaders = lambda *_: _leaders()
    await there.goes_by(hours=1)
    assert len(there.channel.podiums) == 1
    assert there.channel.podiums[0].earned[ANA] == ("podium", "week-won"), (
        "told, though given before"
    )


async def _leaders() -> tuple[Leader, ...]:
    return FIRST


async def test_of_a_channel_that_is_gone_nothing_more_is_asked(there, monkeypatch):
    wants(there)
    tried = refusing(there, monkeypatch, ChannelGone)
    await there.until(MONDAY + timedelta(days=3))
    assert len(tried) == 1
    assert not due(there)


async def test_where_it_may_not_be_posted_it_is_given_up_after_two_days(there, monkeypatch):
    wants(there)
    tried = refusing(there, monkeypatch, Barred)
    await there.until(MONDAY + GIVEN_UP - timedelta(hours=1))
    assert due(there) == [SERVER]
    assert len(tried) < 12
    await there.goes_by(hours=8)
    assert not due(there)
    assert tried[-1] > MONDAY + GIVEN_UP


async def test_a_server_that_thinks_better_of_it_meanwhile(there, monkeypatch):
    wants(there)
    await there.until(MONDAY)
    tried = refusing(there, monkeypatch, NotShown)
    await there.goes_by(minutes=2)
    before = len(tried)
    await there.store.save_server(SERVER, Server(None), BEFORE)
    await there.goes_by(days=1)
    assert len(tried) == before


async def test_one_server_in_trouble_keeps_nobody_waiting(there, monkeypatch):
    for guild in range(1, 8):
        wants(there, guild, 50 + guild)
    post = there.channel.show_podium

    async def show_podium(podium: Podium) -> None:
        if podium.guild_id == 3:
            raise RuntimeError("something else")
        await post(podium)

    monkeypatch.setattr(there.channel, "show_podium", show_podium)
    await there.until(MONDAY + LATE + timedelta(minutes=1))
    assert {each.guild_id for each in there.channel.podiums} == {1, 2, 4, 5, 6, 7}
    assert due(there) == [3]


async def test_thousands_of_servers_are_seen_to_bit_by_bit(there):
    for guild in range(1, 301):
        wants(there, guild, 1000 + guild)
    await there.until(MONDAY + LATE)
    assert len(there.channel.podiums) == 60
    await there.goes_by(seconds=10)
    assert len(there.channel.podiums) == 120
    await there.goes_by(minutes=1)
    assert len(there.channel.podiums) == 300
    assert len({each.guild_id for each in there.channel.podiums}) == 300


async def test_a_clock_that_is_set_or_overslept(there):
    wants(there)
    there.time.set_by += MONDAY - there.time.now() + timedelta(hours=5)
    assert not there.channel.podiums
    await there.goes_by(hours=1)
    assert len(there.channel.podiums) == 1
    there.time.set_by -= timedelta(days=10)
    await there.goes_by(days=11)
    assert len(there.channel.podiums) == 1


async def test_a_store_that_is_away_is_asked_again(there, monkeypatch):
    wants(there)
    podiums_due, failures = there.store.podiums_due, [StoreBusy("full")] * 3

    async def failing(*args: Any) -> Any:
        if failures:
            raise failures.pop()
        return await podiums_due(*args)

    monkeypatch.setattr(there.store, "podiums_due", failing)
    await there.until(MONDAY + timedelta(minutes=5))
    assert len(there.channel.podiums) == 1


async def test_rankings_that_nobody_can_ask_for_are_dropped(there, monkeypatch):
    dropped: list[datetime] = []

    async def forget_spans(at: datetime) -> None:
        dropped.append(at)

    monkeypatch.setattr(there.store, "forget_spans", forget_spans)
    await there.until(MONDAY + timedelta(days=8))
    assert dropped[1:] == [MONDAY + LATE, MONDAY + WEEK + LATE]
