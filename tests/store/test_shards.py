from datetime import timedelta

import pytest
from sqlalchemy import event

from bot.model.deadlines import Agenda
from bot.model.match import MoveCommit, WaitingFor
from bot.model.overview import Alarm, Census
from bot.model.scores import Post
from bot.model.shards import ALONE, Shards
from bot.store import open_store
from tests.store.matches import AT, DEAL, SNOWFLAKE, new

GUILDS = (None, 5, 7 << 22 | 1, 2**62 + (9 << 22), SNOWFLAKE)
WEEK, NEXT = "2026-W08", "2026-W09"


@pytest.fixture
async def matches(store):
    found = {}
    for nth, guild in enumerate(GUILDS):
        wakes_at = AT + timedelta(minutes=nth)
        match = await store.open_match(new(nth, guild=guild), AT)
        moved = MoveCommit([DEAL], WaitingFor.PERSON, AT, Agenda(wakes_at=wakes_at))
        await store.start(match.id, 1, start_salt="9", moved=moved)
        found[match.id] = guild
        if guild is not None:
            await store.save_post_channel(guild, Post.PODIUM, nth, WEEK)
    return found


@pytest.mark.parametrize(
    "shards",
    [
        ALONE,
        Shards.all_of(3),
        *(Shards(3, frozenset(ids)) for ids in ((0,), (1,), (2,), (0, 2))),
        Shards(16, frozenset({7, 15})),
        Shards(5, frozenset()),
    ],
    ids=lambda shards: f"{shards} of {shards.count}",
)
async def test_each_query_finds_only_what_is_on_the_shards(store, matches, shards):
    later = AT + timedelta(days=1)
    held = {match_id: guild for match_id, guild in matches.items() if shards.has_guild(guild)}
    alarms = await store.alarms(later, 10, shards)
    assert alarms == tuple(Alarm(*each) for each in held.items())
    first = min((list(matches).index(each) for each in held), default=None)
    wakes_at = None if first is None else AT + timedelta(minutes=first)
    assert await store.next_alarm(shards) == wakes_at
    assert await store.alarms(later, 10, shards, [*held][:1]) == alarms[1:]
    assert await store.next_alarm(shards, [*held]) is None
    assert await store.pending_matches(shards) == tuple(held)
    in_guilds = [guild for guild in held.values() if guild is not None]
    assert await store.guilds_in_play(shards) == {*in_guilds}
    assert [each.guild_id for each in await store.stopped_matches(shards)] == in_guilds
    assert await store.census(shards) == Census(lobbies=0, running=len(held), pending=len(held))
    assert sorted(await store.posts_due(Post.PODIUM, NEXT, shards)) == sorted(in_guilds)
    assert [*await store.posts_due(Post.PODIUM, NEXT, shards, 5)] == [5] * shards.has_guild(5)


@pytest.mark.parametrize("engines", ["postgresql"], indirect=True)
async def test_postgresql_finds_them_by_the_partial_indexes(store):
    asked = []

    def note(connection, cursor, statement, parameters, *_):
        if statement.startswith("SELECT matches"):
            asked.append((statement, parameters))

    event.listen(store.database.engine, "before_cursor_execute", note)
    some = Shards(3, frozenset({0, 1}))
    await store.alarms(AT, 10, some)
    await store.next_alarm(some)
    await store.pending_matches(some)
    queries, indexes = asked[:], ["ix_matches_wakes_at", "ix_matches_wakes_at", "ix_matches_owed"]

    def explain(db):
        for way in ("seqscan", "bitmapscan", "sort"):  # the quickest ones for an empty table
            db.exec_driver_sql(f"SET LOCAL enable_{way} = off")
        for (statement, parameters), index in zip(queries, indexes, strict=True):
            plan = db.exec_driver_sql(f"EXPLAIN {statement}", parameters)
            assert f"using {index}" in str(plan.all()), statement

    await store.database.write(explain)


async def test_a_store_knows_whether_others_write_to_its_database(tmp_path):
    file = f"sqlite+aiosqlite:///{tmp_path}/boneyard.db"
    alone = (open_store("sqlite+aiosqlite://"), open_store(file, exclusive=True))
    assert all(each.is_exclusive for each in alone)
    assert not open_store(file).is_exclusive
