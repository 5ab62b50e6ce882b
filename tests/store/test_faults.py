import os
import sqlite3

import pytest
import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.exc import DBAPIError, OperationalError

from bot.service.ports.faults import StoreBusy, StoreFault, StoreReadOnly
from bot.store import check, open_store, upgrade
from bot.store.faults import ConnectionLost, RolledBack, faults_of
from tests.store.matches import AT, new, play, reread, running
from tests.store.support import END_OTHER_SESSIONS, POSTGRES, execute, opened, url_of

needs_postgres = pytest.mark.skipif(not POSTGRES, reason="BONEYARD_TEST_POSTGRES_URL is not set")
not_for_root = pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")


def of_file(path):
    return open_store(url_of(path))


@pytest.fixture
async def file_store(tmp_path):
    async with opened(tmp_path / "boneyard.db") as store:
        yield store


class TestReadOnly:
    async def test_it_can_be_read_and_not_written(self, store, match, database):
        reader = database.open_read_only()
        with pytest.raises(StoreReadOnly, match="cannot be written") as refusal:
            await play(reader, match, 1)
        assert "\n" not in str(refusal.value)
        assert await reread(reader, match) == match

    async def test_it_is_found_out_at_the_start_and_by_the_doctor(self, store, database):
        await running(store)
        reader = database.open_read_only()
        for look in (check, upgrade):
            with pytest.raises(StoreReadOnly, match="cannot be written"):
                await look(reader.database)

    @not_for_root
    async def test_a_directory_that_is_not_ours_to_write(self, tmp_path):
        tmp_path.chmod(0o555)
        with pytest.raises(StoreFault, match=r"/data cannot be made: Permission denied\."):
            of_file(tmp_path / "data" / "boneyard.db")
        store = of_file(tmp_path / "boneyard.db")
        with pytest.raises(StoreReadOnly, match=r"directory .* cannot be written"):
            await check(store.database)
        with pytest.raises(StoreFault, match="cannot be opened"):
            await store.open_match(new(), AT)
        await store.dispose()


class TestFiles:
    async def test_a_file_that_is_no_database(self, tmp_path):
        (tmp_path / "notes.txt").write_text("This is not a database. " * 100)
        store = of_file(tmp_path / "notes.txt")
        for attempt in (check(store.database), upgrade(store.database), store.match(1)):
            with pytest.raises(StoreFault, match=r"notes\.txt is not a SQLite database\.$"):
                await attempt
        await store.dispose()

    async def test_a_directory_in_its_place(self, tmp_path):
        store = of_file(tmp_path)
        for attempt in (upgrade(store.database), store.open_match(new(), AT)):
            with pytest.raises(StoreFault, match="cannot be opened"):
                await attempt
        await store.dispose()

    async def test_a_file_in_the_place_of_its_directory(self, tmp_path):
        (tmp_path / "data").touch()
        with pytest.raises(StoreFault, match=r"data cannot be made: File exists\.$"):
            of_file(tmp_path / "data" / "boneyard.db")

    async def test_a_full_disk(self, file_store):
        store = file_store
        match = await running(store)

        @event.listens_for(store.database.engine, "checkout")
        def leave_no_room(connection, *_):
            cursor = connection.cursor()
            cursor.execute("PRAGMA max_page_count=1")
            cursor.close()

        with pytest.raises(StoreFault, match="no room left on the disk"):
            await play(store, match, 1, *[(0, "6-4" * 500)] * 50)
        assert await reread(store, match) == match

    async def test_a_damaged_file(self, tmp_path, file_store):
        path = tmp_path / "boneyard.db"
        await running(file_store)
        await file_store.dispose()
        whole = path.read_bytes()
        path.write_bytes(whole[:4096] + b"\xa5" * (len(whole) - 4096))
        store = of_file(path)
        with pytest.raises(StoreFault, match=r"is damaged; restore it"):
            await store.match(1)
        await store.dispose()


class TestAddresses:
    @pytest.mark.parametrize(
        "url", ["boneyard.db", "", "sqlite+aiosqlite:/x", "nosuch://x", "sqlite+nosuch:///x"]
    )
    def test_what_is_no_address(self, url):
        with pytest.raises(StoreFault, match="address"):
            open_store(url)

    def test_a_driver_that_is_not_installed(self, monkeypatch):
        monkeypatch.setitem(__import__("sys").modules, "asyncpg", None)
        with pytest.raises(StoreFault, match="needs the package asyncpg"):
            open_store("postgresql+asyncpg://nobody@localhost/boneyard")


class TestPostgres:
    pytestmark = needs_postgres

    @pytest.mark.parametrize(
        ("wrong", "sentence"),
        [
            ({"host": "127.0.0.1", "port": 1}, "cannot be reached"),
            ({"database": "no_such_place"}, "no_such_place does not exist"),
            ({"username": "stranger", "password": "s3cret"}, "refuses this user|does not exist"),
        ],
        ids=str,
    )
    async def test_an_address_that_leads_nowhere(self, wrong, sentence):
        url = sa.make_url(str(POSTGRES)).set(**wrong)
        store = open_store(url.render_as_string(hide_password=False))
        for attempt in (upgrade(store.database), store.match(1), store.open_match(new(), AT)):
            with pytest.raises(StoreFault, match=sentence) as told:
                await attempt
            assert "s3cret" not in str(told.value)
            assert "\n" not in str(told.value)
        await store.dispose()

    @pytest.mark.parametrize("engines", ["postgresql"], indirect=True)
    async def test_the_server_hangs_up(self, store, match, other):
        await execute(other, END_OTHER_SESSIONS)
        await play(store, match, 1)


class TestSentences:
    @pytest.mark.parametrize(
        ("name", "fault", "sentence"),
        [
            ("SQLITE_BUSY", StoreBusy, "It is held"),
            ("SQLITE_BUSY_SNAPSHOT", StoreBusy, "It is held"),
            ("SQLITE_LOCKED_SHAREDCACHE", StoreBusy, "It is held"),
            ("SQLITE_READONLY_DBMOVED", StoreReadOnly, "It cannot be written"),
            ("SQLITE_IOERR_FSYNC", StoreFault, "The disk of It"),
        ],
    )
    def test_each_fault_of_sqlite_has_one(self, name, fault, sentence):
        error = sqlite3.OperationalError("whatever")
        error.sqlite_errorname = name
        for raised in (error, OperationalError("COMMIT", None, error)):
            with pytest.raises(fault, match=sentence) as told, faults_of("It"):
                raise raised
            assert told.value.__cause__ is raised

    @pytest.mark.parametrize(
        ("code", "fault", "sentence"),
        [
            ("55P03", StoreBusy, "It is held"),
            ("53300", StoreBusy, "It is held"),
            ("57014", StoreBusy, "It is held"),
            ("40001", RolledBack, "It is held"),
            ("40P01", RolledBack, "It is held"),
            ("25P03", ConnectionLost, "connection to It was lost"),
            ("25006", StoreReadOnly, "It cannot be written"),
            ("53100", StoreFault, "no room left"),
            ("3D000", StoreFault, "create the database first"),
            ("57P01", ConnectionLost, "connection to It was lost"),
            ("08006", ConnectionLost, "connection to It was lost"),
            ("28P01", StoreFault, "refuses this user"),
        ],
    )
    def test_each_fault_of_postgresql_has_one(self, code, fault, sentence):
        error = type("PostgresError", (Exception,), {"sqlstate": code})("whatever")
        with pytest.raises(fault, match=sentence) as told, faults_of("It"):
            raise OperationalError("COMMIT", None, error)
        assert type(told.value) is fault

    async def test_a_fault_at_the_commit_is_told_too(self, file_store):
        @event.listens_for(file_store.database.engine, "commit")
        def fail(connection):
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorname = "SQLITE_IOERR_FSYNC"
            raise error

        with pytest.raises(StoreFault, match="does not read or write as it should"):
            await file_store.open_match(new(), AT)
        event.remove(file_store.database.engine, "commit", fail)
        assert await file_store.open_in(1) is None

    async def test_what_is_a_mistake_of_ours_stays_as_it_is(self, bare):
        store = bare.open()
        with pytest.raises(DBAPIError, match=r"no such table|does not exist"):
            await store.match(1)
