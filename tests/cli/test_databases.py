import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.config import Settings
from bot.store import open_store, upgrade
from bot.store.exact_rows import ExactTable
from bot.store.instance_lock import claimed
from tests.cli.support import good, refused, run

pytestmark = pytest.mark.usefixtures("no_settings")
TARGET = "sqlite+aiosqlite:///other/copy.db"


@pytest.fixture
def database() -> Path:
    async def made() -> None:
        store = open_store(Settings().database_url)
        await upgrade(store.database)
        await store.save_server_language(81384788765712384, "de")
        await store.dispose()

    asyncio.run(made())
    return Path("data/boneyard.db")


def test_migrate_to_copies_all_rows_and_refuses_a_target_with_rows(database):
    told = good(run("migrate-to", TARGET)).splitlines()
    assert any(line.split() == ["servers", "1"] for line in told)
    assert any(line.split() == ["matches", "0"] for line in told)
    assert "set DATABASE_URL" in told[-2]
    with closing(sqlite3.connect("other/copy.db")) as copy:
        languages = copy.execute("SELECT guild_id, language FROM servers").fetchall()
    assert languages == [(81384788765712384, "de")]
    assert "has rows in servers already" in refused(run("migrate-to", TARGET))


def test_a_difference_is_an_error_of_its_own(database, monkeypatch):
    def wrong(self, connection, rows):
        pass

    monkeypatch.setattr(ExactTable, "write", wrong)
    done = run("migrate-to", TARGET)
    assert done.exit_code == 1
    told = "The copy of servers differs at guild_id = 81384788765712384. Nothing was kept."
    assert done.stderr == f"boneyard: {told}\n"


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("postgresql://me:swordfish@db/boneyard", "must begin with sqlite+aiosqlite:// or postgr"),
        ("sqlite+aiosqlite://copy.db", "three slashes"),
        ("postgresql+asyncpg://me:you@db:swordfish/boneyard", "not one that SQLAlchemy knows"),
        ("postgresql+asyncpg://me:swordfish@127.0.0.1:1/boneyard", "cannot be reached"),
    ],
)
def test_a_wrong_address_is_not_quoted(database, url, words):
    line = refused(run("migrate-to", url))
    assert words in line
    assert "sword" not in line


def test_while_a_bot_is_running_or_without_a_database(database):
    with claimed(Settings().database_url):
        assert "stop that one first" in refused(run("migrate-to", TARGET))
    database.unlink()
    assert "There is no database" in refused(run("migrate-to", TARGET))
    assert not Path("other").exists()


def test_the_source_is_not_read_through_a_pooler(monkeypatch):
    """One in transaction mode would give each statement another connection."""
    monkeypatch.setenv("DATABASE_URL", "postgresql+asyncpg://me@127.0.0.1:1/pooled")
    monkeypatch.setenv("DATABASE_DIRECT_URL", "postgresql+asyncpg://me@127.0.0.1:1/direct")
    assert "127.0.0.1/direct cannot be reached" in refused(run("migrate-to", TARGET))


def test_a_copy_and_back(database):
    assert "complete and intact" in good(run("backup", "copy.db"))
    with closing(sqlite3.connect(database)) as later, later:
        later.execute("CREATE TABLE later (than, the_copy)")
    assert "boneyard.db.before-restore" in good(run("restore", "copy.db"))
    with closing(sqlite3.connect(database)) as now:
        assert not now.execute("SELECT * FROM sqlite_master WHERE name = 'later'").fetchall()
    assert "is not there" not in refused(run("backup", "copy.db"))
    good(run("backup", "copy.db", "--force"))


def test_a_copy_while_a_bot_is_running(database):
    good(run("backup", "copy.db"))
    with claimed(Settings().database_url):
        assert "stop that one first" in refused(run("restore", "copy.db"))
        good(run("backup", "another.db"))
