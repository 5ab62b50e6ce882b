import asyncio
import itertools
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, event

from bot.model.match import Stage
from bot.service.ports.faults import StoreFault, StoreTooNew
from bot.store import SchemaState, check, migrate, open_store, upgrade
from bot.store.tables.columns import metadata
from tests.store.matches import ANA, AT, new, play, reread, running
from tests.store.support import execute, make_of_revision_0015, rows

ROOT = Path(__file__).parents[2]
MIGRATIONS = Path(migrate.__file__).parent / "migrations"

HEAD = str(ScriptDirectory.from_config(migrate._config()).get_current_head())

TOMORROW = """
import sqlalchemy as sa
from alembic import op

revision = "tomorrow"
down_revision = "HEAD"

def upgrade():
    op.add_column("matches", sa.Column("mood", sa.Text))
    {and_then}
""".replace("HEAD", HEAD)

UPGRADE = """
import asyncio, sys
from bot.store import open_store, upgrade

async def main(url):
    store = open_store(url)
    print((await upgrade(store.database)).state.value)
    await store.dispose()

asyncio.run(main(sys.argv[1]))
"""


def copied_to(folder: Path) -> Callable[[], Config]:
    """Copy the migrations to a folder, to be changed; return what configures Alembic for it."""
    shutil.copytree(MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))

    def config() -> Config:
        config = Config()
        config.set_main_option("script_location", str(folder))
        return config

    return config


@pytest.fixture
async def today(bare):
    store = bare.open()
    await upgrade(store.database)
    return store


@pytest.fixture
def tomorrow(today, tmp_path, monkeypatch):
    """Give this Boneyard one migration more; return its file."""
    later = tmp_path / "later"
    monkeypatch.setattr(migrate, "_config", copied_to(later))
    step = later / "versions" / "tomorrow.py"
    step.write_text(TOMORROW.format(and_then=""))
    return step


class TestUpgrade:
    async def test_from_nothing(self, bare):
        store = bare.open()
        assert (await check(store.database)).state is SchemaState.EMPTY
        done = await upgrade(store.database)
        assert done == await check(store.database)
        assert done.state is SchemaState.CURRENT
        assert done.revision == done.head
        match = await running(store)
        assert match.ply == 1
        assert await upgrade(store.database) == done, "there is nothing left to do"
        assert await reread(store, match) == match

    async def test_it_makes_them_to_the_letter(self, tmp_path):
        query = "SELECT name, sql FROM sqlite_master WHERE name NOT LIKE '%alembic%' ORDER BY name"
        migrated = open_store(f"sqlite+aiosqlite:///{tmp_path}/migrated.db")
        await upgrade(migrated.database)
        made = open_store(f"sqlite+aiosqlite:///{tmp_path}/made.db")
        await made.database.write(metadata.create_all)
        stepwise = [(name, _in_one_line(sql)) for name, sql in await rows(migrated, query)]
        assert stepwise == [(name, _in_one_line(sql)) for name, sql in await rows(made, query)]
        await migrated.dispose()
        await made.dispose()

    @pytest.mark.deep
    async def test_several_processes_at_once(self, bare):
        children = [
            await asyncio.create_subprocess_exec(
                *(sys.executable, "-c", UPGRADE, bare.url), cwd=ROOT, stdout=asyncio.subprocess.PIPE
            )
            for _ in range(3)
        ]
        assert [(await child.communicate())[0].strip() for child in children] == [b"current"] * 3
        assert await rows(bare.open(), "SELECT count(*) FROM alembic_version") == [(1,)]

    @pytest.mark.deep
    @pytest.mark.parametrize("statement", range(3))
    async def test_another_process_makes_the_tables_while_we_look(self, bare, statement):
        if bare.url.startswith("sqlite"):
            pytest.skip("a look at a SQLite file keeps writers out")
        # On a busy machine the other process takes longer than a transaction may be idle.
        store, looks = open_store(bare.url, answer=120.0), itertools.count()

        def meanwhile(*_: object) -> None:
            if next(looks) == statement:
                subprocess.run([sys.executable, "-c", UPGRADE, bare.url], cwd=ROOT, check=True)

        event.listen(store.database.engine, "after_cursor_execute", meanwhile)
        assert (await check(store.database)).state in {SchemaState.EMPTY, SchemaState.CURRENT}
        assert next(looks) > statement
        await store.dispose()

    async def test_an_older_database_is_upgraded_and_keeps_its_matches(self, today, tomorrow):
        match = await running(today)
        behind = await check(today.database)
        assert behind.state is SchemaState.BEHIND
        assert HEAD in str(behind)
        assert "tomorrow" in str(behind)
        assert (await upgrade(today.database)).revision == "tomorrow"
        assert await rows(today, "SELECT mood FROM matches") == [(None,)]
        assert await reread(today, match) == match

    async def test_a_database_from_before_the_first_release_keeps_what_it_has(self, tmp_path):
        file = tmp_path / "old.db"
        make_of_revision_0015(file)
        before = dump(file)
        store = open_store(f"sqlite+aiosqlite:///{file}")
        behind = await check(store.database)
        assert behind.state is SchemaState.BEHIND
        done = await upgrade(store.database, others_running=never_asked)
        assert done.state is SchemaState.CURRENT
        matches = [match for nth in (1, 2, 3, 4) if (match := await store.match(nth))]
        expected = [Stage.CLOSED, Stage.RUNNING, Stage.RUNNING, Stage.LOBBY]
        assert [each.stage for each in matches] == expected
        assert await store.kept_for(ANA) == (2,)
        assert [each.rating for each in await store.scored(1)] == [927, 1000]
        assert [each.id for each in await store.achievements(ANA)] == ["first_match"]
        assert [each.message_id for each in await store.posted(3)] == [2**62 + 1]
        assert await store.may_call(3)
        assert (await store.player_settings([ANA], AT))[ANA].preferences.theme.felt == "night"
        await play(store, matches[2], matches[2].ply)
        assert (await store.open_match(new(99, seats=()), AT)).id == 6, "ids are not used again"
        await store.dispose()
        changed = [line for line in before - dump(file) if line.startswith("CREATE")]
        tables = {line.split()[2].strip('"') for line in changed}
        assert tables == {"log", "matches", "people", "seats", "servers"}, "these got new columns"

    @pytest.mark.parametrize("revision", ["0015", "1.0.0"])
    async def test_tables_of_the_first_release_and_before_become_those_of_today(
        self, bare, revision
    ):
        store = bare.open()
        await store.database.write(make_first_release)
        await execute(store, f"UPDATE alembic_version SET version_num = '{revision}'")
        assert (await check(store.database)).state is SchemaState.BEHIND
        assert (await upgrade(store.database)).revision == HEAD
        match = await running(store)
        assert await reread(store, match) == match
        context = MigrationContext.configure
        assert await store.database.read(lambda db: compare_metadata(context(db), metadata)) == []

    @pytest.mark.parametrize("revision", ["0001", "0014"])
    async def test_older_ones_are_refused(self, today, revision):
        await execute(today, f"UPDATE alembic_version SET version_num='{revision}'")
        for look in (check, upgrade):
            with pytest.raises(StoreFault, match=rf"revision {revision}, .*Only revision 0015 can"):
                await look(today.database)

    async def test_a_step_that_fails_leaves_the_database_as_it_was(self, today, tomorrow):
        tomorrow.write_text(TOMORROW.format(and_then="raise ZeroDivisionError"))
        with pytest.raises(ZeroDivisionError):
            await upgrade(today.database)
        assert (await check(today.database)).revision == HEAD
        assert "mood" not in str(await rows(today, "SELECT * FROM matches"))
        tomorrow.write_text(TOMORROW.format(and_then=""))
        await upgrade(today.database)

    async def test_others_go_on_with_most_new_tables(self, today, tomorrow):
        assert (await upgrade(today.database, others_running=never_asked)).revision == "tomorrow"

    async def test_a_step_that_needs_all_stopped_is_refused_while_others_run(self, today, tomorrow):
        tomorrow.write_text(TOMORROW.format(and_then="") + "\nNEEDS_ALL_STOPPED = True\n")
        running_ones = ["Shard 3 is held since 12:00", None]

        async def others_running() -> str | None:
            return running_ones.pop(0)

        with pytest.raises(StoreFault, match=r"Shard 3 is held since 12:00. Stop all .* tomorrow"):
            await upgrade(today.database, others_running=others_running)
        assert (await check(today.database)).revision == HEAD
        assert (await upgrade(today.database, others_running=others_running)).revision == "tomorrow"
        assert running_ones == []
        await upgrade(today.database, others_running=never_asked)

    async def test_a_step_that_another_process_has_carried_out_needs_no_stop(self, today, tomorrow):
        tomorrow.write_text(TOMORROW.format(and_then="") + "\nNEEDS_ALL_STOPPED = True\n")

        async def others_running() -> str:
            await upgrade(today.database)
            return "Shard 3 is held since 12:00"

        assert (await upgrade(today.database, others_running=others_running)).revision == "tomorrow"

    async def test_a_new_database_needs_nobody_to_stop(self):
        fresh = open_store("sqlite+aiosqlite://")
        assert (await upgrade(fresh.database, others_running=never_asked)).revision == HEAD
        await fresh.dispose()

    async def test_a_newer_database_is_refused(self, today):
        match = await running(today)
        await execute(today, "UPDATE alembic_version SET version_num = '9876'")
        with pytest.raises(StoreTooNew, match="revision 9876, which a newer Boneyard made"):
            await upgrade(today.database)
        verdict = await check(today.database)
        assert verdict.state is SchemaState.NEWER
        assert "9876" in str(verdict)
        assert await reread(today, match) == match

    async def test_tables_of_somebody_else(self, bare):
        store = bare.open()
        await execute(store, "CREATE TABLE matches (brand TEXT)")
        for look in (check, upgrade):
            with pytest.raises(StoreFault, match="a table matches that Boneyard did not make"):
                await look(store.database)


def make_first_release(connection: Connection) -> None:
    config = migrate._config()
    config.attributes["connection"] = connection
    command.upgrade(config, "1.0.0")


def dump(file: Path) -> set[str]:
    with closing(sqlite3.connect(file)) as connection:
        return set(connection.iterdump())


async def never_asked() -> str | None:
    raise AssertionError("who is running does not matter here")


def _in_one_line(sql: str | None) -> str:
    """Ignore line breaks: SQLite adds a later column behind the last one, without a new line."""
    return " ".join((sql or "").split()).replace(" ,", ",")


class TestSqliteFiles:
    async def test_a_commit_is_on_the_disk_references_hold_and_what_goes_is_gone(self, tmp_path):
        store = open_store(f"sqlite+aiosqlite:///{tmp_path}/boneyard.db")
        await upgrade(store.database)
        settings = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
        for name, value in (settings | {"secure_delete": 1, "busy_timeout": 5000}).items():
            assert await rows(store, f"PRAGMA {name}") == [(value,)], name
        await store.dispose()
        assert [path.name for path in tmp_path.iterdir()] == ["boneyard.db"]

    async def test_one_in_memory_is_gone_afterwards(self):
        stores = [open_store("sqlite+aiosqlite://"), open_store("sqlite+aiosqlite:///:memory:")]
        one, other = stores
        await upgrade(one.database)
        await one.open_match(new(), AT)
        assert await one.open_in(1)
        assert (await check(other.database)).state is SchemaState.EMPTY
        for store in stores:
            await store.dispose()
        assert (await check(one.database)).state is SchemaState.EMPTY
        await one.dispose()

    @pytest.mark.deep
    async def test_a_process_ends_though_nobody_closed_the_store(self, tmp_path):
        child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", UPGRADE.replace("await store.dispose()", "")),
            f"sqlite+aiosqlite:///{tmp_path}/boneyard.db",
            cwd=ROOT,
            stdout=asyncio.subprocess.DEVNULL,
        )
        assert await asyncio.wait_for(child.wait(), 60) == 0
