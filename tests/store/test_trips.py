"""A statement on SQLite is one trip to the connection's thread; to read rows is a second one."""

import aiosqlite
import pytest

from bot.service.ports.faults import ChannelTaken
from bot.store import open_store, upgrade
from tests.store.support import AT, new, play, running


@pytest.fixture
def trips(monkeypatch) -> list[str]:
    """Return the names of what was done in the thread of a connection."""
    made: list[str] = []
    execute = aiosqlite.Connection._execute

    async def counted(connection, function, *args, **kwargs):
        made.append(function.__name__)
        return await execute(connection, function, *args, **kwargs)

    monkeypatch.setattr(aiosqlite.Connection, "_execute", counted)
    return made


async def test_a_move_takes_a_trip_for_each_statement(tmp_path, trips):
    store = open_store(f"sqlite+aiosqlite:///{tmp_path / 'trips.db'}")
    await upgrade(store.engine)
    match = await running(store)
    trips.clear()
    await play(store, match, 1, revision=match.revision)
    assert trips == ["execute", "execute", "execute", "execute", "commit"]
    trips.clear()
    await store.revision(match.id)
    assert trips == ["execute", "fetchall"]
    await store.dispose()


async def test_a_failed_statement_does_not_keep_a_closed_file_open(tmp_path):
    store = open_store(f"sqlite+aiosqlite:///{tmp_path / 'failed.db'}")
    await upgrade(store.engine)
    await store.open_match(new(), AT)
    with pytest.raises(ChannelTaken) as held:
        await store.open_match(new(), AT)
    await store.dispose()
    assert [each.name for each in tmp_path.iterdir()] == ["failed.db"], held
