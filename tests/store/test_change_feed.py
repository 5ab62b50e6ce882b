"""What one process announces, the others hear."""

import logging

import pytest

from bot.model.shards import Shards
from bot.service.ports.changes import Change, Subject
from bot.store.coordination import accepted_interactions, change_feed
from bot.store.coordination.change_feed import MOST_PENDING
from tests.store.coordinating import processes, until

pytestmark = pytest.mark.parametrize("engines", ["postgresql"], indirect=True)

LAST = Change(Subject.SERVER, 1)
NOTIFY = "SELECT pg_notify($1, $2)"


async def test_a_thousand_changes(database):
    changes = [Change(Subject.MATCH, 2**62 + each, each or None) for each in range(1000)]
    async with processes(database.url, 3) as (one, two, three):
        for each in (*changes, *changes):
            one.feed.announce(each)
        two.feed.announce(LAST)
        await until(lambda: len(three.heard) > 1000 and len(two.heard) > 999 and one.heard)
        assert [each for each in three.heard if each != LAST] == changes
        assert two.heard == changes
        assert one.heard == [LAST]


async def test_the_last_changes_are_sent_before_the_end(database):
    async with processes(database.url) as (one, two):
        one.feed.announce(LAST)
        await one.feed.close()
        await one.connection.close()
        one.feed.announce(LAST)
        await until(lambda: two.heard)
        await two.connection.fetch("SELECT")
        assert two.heard == [LAST]


@pytest.mark.parametrize("module", [change_feed, accepted_interactions])
async def test_notifications_of_others(database, module, caplog):
    async with processes(database.url) as (one, two):
        for garbage in (
            "",
            "x",
            "0123abcd m1:",
            "m1",
            "0123abcd 2/1 5",
            "0123abcd 0/0",
            "é" * 2000,
        ):
            await one.connection.fetch(NOTIFY, module.CHANNEL, garbage)
        await one.accepted.announce_accepted(Shards.all_of(2), [])
        one.feed.announce(LAST)
        await until(lambda: two.heard)
        assert two.heard == [LAST]
        assert two.were_accepted == [({0, 1}, frozenset())]
        warnings = [each for each in caplog.records if each.levelno >= logging.WARNING]
        assert len(warnings) == 2, "one for each process"


async def test_a_gap(database):
    async with processes(database.url) as (one, two):
        one.connection.begin_new_session()
        for number in range(2 * MOST_PENDING):
            one.feed.announce(Change(Subject.PERSON, number))
        assert not one.feed._pending
        await until(lambda: one.heard and two.heard)
        one.feed.announce(LAST)
        two.feed.announce(LAST)
        await until(lambda: len(one.heard) > 1 and len(two.heard) > 1)
        assert one.heard == ["missed", LAST]
        assert two.heard == ["missed", LAST]


async def test_far_too_many_changes(database):
    async with processes(database.url) as (one, two):
        for number in range(MOST_PENDING + 2):
            one.feed.announce(Change(Subject.PERSON, number))
        await until(lambda: len(two.heard) > 1)
        assert two.heard == ["missed", Change(Subject.PERSON, MOST_PENDING + 1)]


async def test_a_listener_that_fails(database, caplog):
    async with processes(database.url) as (one, two):
        two.feed._heard.insert(0, lambda change: 1 // 0)
        one.feed.announce(LAST)
        await until(lambda: two.heard)
        assert "ZeroDivisionError" in caplog.text
