import logging
from contextlib import suppress

import pytest
from hypothesis import given, strategies as st

from bot.service.ports.changes import Change, Subject
from bot.store.coordination import change_feed
from bot.store.coordination.change_feed import MOST_PENDING, NotOurs, payloads, read, word_of
from tests.store.coordinating import processes, until

on_postgres = pytest.mark.parametrize("engines", ["postgresql"], indirect=True)
LAST = Change(Subject.SERVER, 1)
IDS = st.integers(0, 2**63 - 1)
MATCHES = st.builds(Change, st.just(Subject.MATCH), IDS, st.none() | IDS)
CHANGES = MATCHES | st.builds(Change, st.sampled_from(Subject), IDS)
WORDS = st.text("mpes:!0123456789 ", max_size=30) | st.text(max_size=10)


@on_postgres
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


@on_postgres
async def test_the_last_changes_are_sent_before_the_end(database):
    async with processes(database.url) as (one, two):
        one.feed.announce(LAST)
        await one.feed.close()
        await one.connection.close()
        one.feed.announce(LAST)
        await until(lambda: two.heard)
        await two.connection.fetch("SELECT")
        assert two.heard == [LAST]


@on_postgres
async def test_notifications_of_others(database, caplog):
    async with processes(database.url) as (one, two):
        for garbage in ("", "x", "0123abcd m1:", "m1", "é" * 2000):
            await one.connection.fetch("SELECT pg_notify($1, $2)", change_feed.CHANNEL, garbage)
        one.feed.announce(LAST)
        await until(lambda: two.heard)
        assert two.heard == [LAST]
        warnings = [each for each in caplog.records if each.levelno >= logging.WARNING]
        assert len(warnings) == 2, "one for each process"


@on_postgres
async def test_after_a_lost_session_both_processes_hear_that_changes_were_missed(database):
    async with processes(database.url) as (one, two):
        one.connection.begin_new_session()
        for number in range(2 * MOST_PENDING):
            one.feed.announce(Change(Subject.PERSON, number))
        assert not one.feed._pending
        await until(lambda: one.heard and two.heard)
        one.feed.announce(LAST)
        two.feed.announce(LAST)
        await until(lambda: len(one.heard) > 1 and len(two.heard) > 1)
        assert one.heard == two.heard == ["missed", LAST]


@on_postgres
async def test_far_too_many_changes(database):
    async with processes(database.url) as (one, two):
        for number in range(MOST_PENDING + 2):
            one.feed.announce(Change(Subject.PERSON, number))
        await until(lambda: len(two.heard) > 1)
        assert two.heard == ["missed", Change(Subject.PERSON, MOST_PENDING + 1)]


@on_postgres
async def test_a_listener_that_fails(database, caplog):
    async with processes(database.url) as (one, two):
        two.feed._heard.insert(0, lambda change: 1 // 0)
        one.feed.announce(LAST)
        await until(lambda: two.heard)
        assert "ZeroDivisionError" in caplog.text


@given(st.lists(CHANGES, max_size=600))
def test_changes_are_read_as_they_were_sent(changes):
    texts = list(payloads("0123abcd", map(word_of, changes)))
    assert all(len(text.encode()) <= change_feed.MAX_PAYLOAD for text in texts)
    assert [change for text in texts for change in read(text)[1]] == changes
    assert len(texts) <= 1 + len(changes) // 150


@given(st.text(max_size=20) | st.builds("0123abcd {}".format, WORDS))
def test_only_what_we_send_is_read(payload):
    with suppress(NotOurs):
        instance, changes = read(payload)
        words = ["!" if each is None else word_of(each) for each in changes]
        assert " ".join([instance, *words]) == payload


@pytest.mark.parametrize(
    "words",
    [
        *("", " ", "  m1", " m1 ", " m1\n", " m1:", " p1:2", " m-1", " x1", " m01", " m٣"),
        *(" m9223372036854775808", " m1:9223372036854775808", " m1" * 4000),
    ],
)
def test_changes_that_nobody_sends(words):
    with pytest.raises(NotOurs):
        read(f"0123abcd{words}")
