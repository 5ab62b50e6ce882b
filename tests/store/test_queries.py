"""Queries that are asked all the time find their rows by an index, however old the server is."""

from __future__ import annotations

import pytest
from sqlalchemy import event

from bot.service.ports import NOTHING, Awaits, Holiday, Occupant, Posted, Preferences
from bot.store import open_store, upgrade
from tests.store.support import ANA, AT, BEN, play, rows, running


@pytest.fixture
async def store(tmp_path):
    store = open_store(f"sqlite+aiosqlite:///{tmp_path}/boneyard.db")
    await upgrade(store.engine)
    yield store
    await store.dispose()


@pytest.fixture
def statements(store):
    """What is sent to the database from now on."""
    sent = []

    @event.listens_for(store.engine.sync_engine, "before_cursor_execute")
    def note(connection, cursor, statement, parameters, context, executemany):
        sent.append((statement, parameters[0] if executemany else parameters))

    return sent


async def test_nothing_is_searched_from_end_to_end(store, statements):
    match = await running(store)
    await play(store, match, 1)
    await store.take_seat(match.id, Occupant(1, BEN), Awaits.PERSON, NOTHING)
    await store.mark_shown(match.id, 3, 2)
    await store.remember(match.id, Posted(1, 2))
    await store.posted(match.id)
    await store.forget(match.id, 2)
    await store.match(match.id)
    await store.log(match.id)
    await store.open_in(1)
    await store.open_of(ANA)
    await store.rematch(match.id)
    await store.last_over(1, ANA)
    await store.owed()
    await store.late(match.id, 1)
    await store.plan(match.id, 4, NOTHING)
    await store.postpone(match.id, AT)
    await store.alarms(AT, 10)
    await store.next_alarm()
    await store.stays()
    await store.save_preferences(ANA, Preferences())
    await store.save_holiday(ANA, Holiday(AT, AT))
    await store.habits([ANA, BEN], AT)
    await store.standings(5, 10)
    await store.tries(ANA, "solitaire", {})
    asked = [each for each in statements if each[0].startswith(("SELECT", "UPDATE", "DELETE"))]

    plans = {}
    async with store.engine.connect() as connection:
        for statement, parameters in asked:
            plan = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
            plans[statement] = [line for *_, line in plan]

    assert len(plans) > 10
    for statement, plan in plans.items():
        for line in plan:
            assert not line.startswith("SCAN") or "USING" in line, (statement, plan)


async def test_what_is_owed_is_found_among_many_that_are_not(store):
    plan = await rows(
        store,
        "EXPLAIN QUERY PLAN SELECT id FROM matches"
        " WHERE shown_version < version OR awaits = 'computer' ORDER BY id",
    )

    assert "ix_matches_owed" in str(plan)


async def test_the_first_alarm_is_found_among_many_that_ring_later(store, statements):
    await store.alarms(AT, 10)
    await store.next_alarm()
    asked = [each for each in statements if each[0].startswith("SELECT")]

    async with store.engine.connect() as connection:
        for statement, parameters in asked:
            plan = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
            told = str(plan.all())
            assert "ix_matches_wakes_at" in told
            assert "TEMP B-TREE" not in told, "they lie in order"


async def test_a_move_is_five_statements(store, statements):
    match = await running(store)
    del statements[:]

    await play(store, match, 1, (0, "6-4"), (1, "pass"), (1, "5-5@l"))

    assert [statement.split("(")[0].split(" SET")[0].strip() for statement, _ in statements] == [
        "BEGIN IMMEDIATE",
        "UPDATE matches",
        "INSERT INTO log",
        "DELETE FROM clocks WHERE clocks.match_id = ?",
    ]
