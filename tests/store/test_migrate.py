"""A database is upgraded once, even if several processes try, and never downgraded."""

import asyncio
import itertools
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from sqlalchemy import event

from bot.model.deadlines import NOTHING
from bot.model.pace import Pace
from bot.model.shards import ALONE
from bot.service.ports.faults import StoreFault, StoreTooNew
from bot.store import SchemaState, check, migrate, open_store, upgrade
from bot.store.tables import metadata
from tests.store.support import ANA, AT, BEN, new, reread, rows, running

ROOT = Path(__file__).parents[2]
MIGRATIONS = Path(migrate.__file__).parent / "migrations"

HEAD = max(file.name[:4] for file in (MIGRATIONS / "versions").glob("0*.py"))
"""The newest migration."""

TOMORROW = """
import sqlalchemy as sa
from alembic import op

revision = "tomorrow"
down_revision = "HEAD"

def upgrade():
    op.add_column("matches", sa.Column("mood", sa.Text))
    {and_then}
""".replace("HEAD", HEAD)

OLD_MATCH = """
INSERT INTO matches (game, rules, options, channel_id, host_id, stage, ply, shown_ply, version,
shown_version, awaits, secret, created_at)
VALUES ('block', 1, '{{}}', {channel}, 101, '{stage}', 0, 0, 1, 1, 'nobody', 'secret',
'2026-01-01 12:00:00.000000')
"""

LONG_AGO = {
    1: "2026-01-02 12:00:00.000000",
    2: "2026-01-01 12:00:00.000000",
    3: "2026-01-03 12:00:00.000000",
}
OLD_SEAT = "INSERT INTO seats (match_id, seat, user_id, missed) VALUES ({}, {}, {}, 0)"
OLD_RESULT = """
INSERT INTO results (match_id, seat, user_id, place, points, won)
VALUES ({}, {}, {}, {}, 10, '1')
"""

UPGRADE = """
import asyncio, sys
from bot.store import open_store, upgrade

async def main(url):
    store = open_store(url)
    print((await upgrade(store.engine)).state.value)
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
    """Return a database that was just made."""
    store = bare.open()
    await upgrade(store.engine)
    return store


@pytest.fixture
def as_of(bare, tmp_path, monkeypatch):
    """Return a function that makes a database of an earlier revision."""

    async def made(revision):
        earlier = tmp_path / "earlier"
        config = copied_to(earlier)
        for step in (earlier / "versions").glob("0*.py"):
            if step.name[:4] > revision:
                step.unlink()
        store = bare.open()
        with monkeypatch.context() as patched:
            patched.setattr(migrate, "_config", config)
            await upgrade(store.engine)
        return store

    return made


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
        assert (await check(store.engine)).state is SchemaState.EMPTY
        done = await upgrade(store.engine)
        assert done == await check(store.engine)
        assert done.state is SchemaState.CURRENT
        assert done.revision == done.head
        match = await running(store)
        assert match.ply == 1
        assert await upgrade(store.engine) == done, "there is nothing left to do"
        assert await reread(store, match) == match

    async def test_it_makes_them_to_the_letter(self, tmp_path):
        query = "SELECT name, sql FROM sqlite_master WHERE name <> 'alembic_version' ORDER BY name"
        migrated = open_store(f"sqlite+aiosqlite:///{tmp_path}/migrated.db")
        await upgrade(migrated.engine)
        made = open_store(f"sqlite+aiosqlite:///{tmp_path}/made.db")
        async with made.engine.begin() as connection:
            await connection.run_sync(metadata.create_all)
        stepwise = [
            (name, _in_one_line(sql))
            for name, sql in await rows(migrated, query)
            if "alembic_version" not in name
        ]
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
        told = [(await child.communicate())[0].strip() for child in children]
        assert told == [b"current"] * 3
        assert await rows(bare.open(), "SELECT count(*) FROM alembic_version") == [(1,)]

    @pytest.mark.deep
    @pytest.mark.parametrize("statement", range(3))
    async def test_another_process_makes_the_tables_while_we_look(self, bare, statement):
        if bare.url.startswith("sqlite"):
            pytest.skip("a look at a SQLite file keeps writers out")
        store, looks = bare.open(), itertools.count()

        def meanwhile(*_: object) -> None:
            if next(looks) == statement:
                subprocess.run([sys.executable, "-c", UPGRADE, bare.url], cwd=ROOT, check=True)

        event.listen(store.engine.sync_engine, "after_cursor_execute", meanwhile)
        assert (await check(store.engine)).state in {SchemaState.EMPTY, SchemaState.CURRENT}
        assert next(looks) > statement

    async def test_a_database_of_yesterday(self, today, tomorrow):
        match = await running(today)
        behind = await check(today.engine)
        assert behind.state is SchemaState.BEHIND
        assert HEAD in str(behind)
        assert "tomorrow" in str(behind)
        assert (await upgrade(today.engine)).revision == "tomorrow"
        assert await rows(today, "SELECT mood FROM matches") == [(None,)]
        assert await reread(today, match) == match

    async def test_tables_from_before_there_were_clocks_lapse_like_others(self, as_of):
        store = await as_of("0002")
        async with store.engine.begin() as connection:
            for nth, stage in enumerate(("lobby", "running", "over"), 1):
                await connection.exec_driver_sql(OLD_MATCH.format(channel=nth, stage=stage))
        before = datetime.now(UTC)
        await upgrade(store.engine)
        lobby, match, over = [await store.match(nth) for nth in (1, 2, 3)]
        for open_table, days in ((lobby, 1), (match, 30)):
            lapses_at = open_table.agenda.lapses_at
            assert abs(lapses_at - before - timedelta(days=days)) < timedelta(minutes=1)
            assert open_table.agenda.wakes_at == lapses_at
            assert open_table.pace is Pace.NONE
            assert open_table.agenda.clocks == ()
        assert over.agenda == NOTHING
        assert await store.late_plies(2, 0) == frozenset()
        assert await store.alarms(datetime.now(UTC), 10, ALONE) == ()

    async def test_results_from_before_there_were_scores_are_scored_later(self, as_of):
        store = await as_of("0003")
        async with store.engine.begin() as connection:
            for nth, stage in enumerate(("over", "over", "closed", "running"), 1):
                await connection.exec_driver_sql(OLD_MATCH.format(channel=nth, stage=stage))
                if stage != "running":
                    ended = f"UPDATE matches SET ended_at = '{LONG_AGO[nth]}' WHERE id = {nth}"
                    await connection.exec_driver_sql(ended)
            for match, seat, user in ((1, 0, ANA), (1, 1, BEN), (2, 0, ANA), (2, 1, BEN)):
                await connection.exec_driver_sql(OLD_SEAT.format(match, seat, user))
                await connection.exec_driver_sql(OLD_RESULT.format(match, seat, user, 1 + seat))
        await upgrade(store.engine)
        assert await store.unscored(10) == (2, 1), "in the order of their ends, and none but these"
        assert [each.user_id for each in (await store.ended(1)).seats] == [ANA, BEN]
        assert [each.match_id for each in await store.history(BEN, 10)] == [1, 2]
        assert await store.scored(1) == ()
        assert (await store.player_settings([ANA], AT)).get(ANA) is None

    async def test_results_from_before_there_were_scores_know_sides_and_who_was_away(self, as_of):
        store = await as_of("0003")
        async with store.engine.begin() as connection:
            for nth, game in enumerate(("block", "duos"), 1):
                old = OLD_MATCH.replace("'block'", f"'{game}'")
                await connection.exec_driver_sql(old.format(channel=nth, stage="over"))
                ended = f"UPDATE matches SET ended_at = '{LONG_AGO[nth]}' WHERE id = {nth}"
                await connection.exec_driver_sql(ended)
                for seat in range(4):
                    user = ANA + seat
                    await connection.exec_driver_sql(OLD_SEAT.format(nth, seat, user))
                    await connection.exec_driver_sql(OLD_RESULT.format(nth, seat, user, 1))
            held = "UPDATE seats SET level = 'steady' WHERE match_id = 1 AND seat = 1"
            left = f"UPDATE seats SET user_id = NULL, level = 'steady', left_by = {ANA + 2}"
            alone = (
                "UPDATE seats SET user_id = NULL, level = 'casual' WHERE match_id = 1 AND seat = 3"
            )
            for change in (held, f"{left} WHERE match_id = 1 AND seat = 2", alone):
                await connection.exec_driver_sql(change)

        await upgrade(store.engine)

        block, duos = [(await store.ended(nth)).seats for nth in (1, 2)]
        assert [each.side for each in block] == [0, 1, 2, 3]
        assert [each.side for each in duos] == [0, 1, 0, 1]
        assert [each.left for each in block] == [False, True, True, False]
        assert not any(each.left for each in duos)

    async def test_unrated_matches_from_before_were_chosen_to_be_and_know_moves_taken_back(
        self, as_of
    ):
        store = await as_of("0013")
        async with store.engine.begin() as connection:
            for nth in (1, 2, 3):
                old = OLD_MATCH.format(channel=nth, stage="over")
                await connection.exec_driver_sql(old)
                for ply, code in enumerate(("6-4", "back@0" if nth == 2 else "5-4")):
                    move = (
                        "INSERT INTO log (match_id, ply, actor, code, at)"
                        f" VALUES ({nth}, {ply}, '0', '{code}', '{LONG_AGO[1]}')"
                    )
                    await connection.exec_driver_sql(move)
            await connection.exec_driver_sql("UPDATE matches SET rated = false WHERE id > 1")
        await upgrade(store.engine)
        flags = "SELECT rated, rated_chosen, taken_back FROM matches ORDER BY id"
        assert [tuple(map(bool, row)) for row in await rows(store, flags)] == [
            (True, False, False),
            (False, True, True),
            (False, True, False),
        ]

    @pytest.mark.parametrize(
        ("revision", "columns"), [("0003", "*"), ("0002", "match_id, ply, actor, code, at")]
    )
    async def test_some_steps_back_and_forth(self, today, revision, columns):
        match = await running(today)
        before = await rows(today, f"SELECT {columns} FROM log")
        async with today.engine.begin() as connection:
            await connection.run_sync(_down, revision)
        assert (await check(today.engine)).revision == revision
        tables = await rows(today, f"SELECT {columns} FROM log")
        await upgrade(today.engine)
        assert tables == before
        after = await reread(today, match)
        match = replace(match, revision=1)
        assert replace(after, agenda=match.agenda) == match
        assert after.agenda.clocks == (), "who ran without a clock goes on without one"
        assert revision == "0002" or after == match
        async with today.engine.connect() as connection:
            differences = await connection.run_sync(
                lambda sync: compare_metadata(MigrationContext.configure(sync), metadata)
            )
        assert differences == []

    async def test_a_step_that_fails_leaves_the_database_as_it_was(self, today, tomorrow):
        tomorrow.write_text(TOMORROW.format(and_then="raise ZeroDivisionError"))
        with pytest.raises(ZeroDivisionError):
            await upgrade(today.engine)
        assert (await check(today.engine)).revision == HEAD
        assert "mood" not in str(await rows(today, "SELECT * FROM matches"))
        tomorrow.write_text(TOMORROW.format(and_then=""))
        await upgrade(today.engine)

    async def test_others_go_on_with_most_new_tables(self, today, tomorrow):
        done = await upgrade(today.engine, others_running=never_asked)
        assert done.revision == "tomorrow"

    async def test_but_some_need_all_of_them_to_stop_first(self, today, tomorrow):
        tomorrow.write_text(TOMORROW.format(and_then="") + "\nNEEDS_ALL_STOPPED = True\n")
        running_ones = ["Shard 3 is held since 12:00", None]

        async def others_running() -> str | None:
            return running_ones.pop(0)

        with pytest.raises(StoreFault, match=r"Shard 3 is held since 12:00. Stop all .* tomorrow"):
            await upgrade(today.engine, others_running=others_running)
        assert (await check(today.engine)).revision == HEAD
        assert (await upgrade(today.engine, others_running=others_running)).revision == "tomorrow"
        assert running_ones == []
        await upgrade(today.engine, others_running=never_asked)

    async def test_those_who_run_may_have_just_done_it_themselves(self, today, tomorrow):
        tomorrow.write_text(TOMORROW.format(and_then="") + "\nNEEDS_ALL_STOPPED = True\n")

        async def others_running() -> str:
            await upgrade(today.engine)
            return "Shard 3 is held since 12:00"

        done = await upgrade(today.engine, others_running=others_running)
        assert done.revision == "tomorrow"

    async def test_revisions_need_it_and_a_new_database_needs_nobody_to_stop(self, as_of):
        store = await as_of("0006")

        async def others_running() -> str:
            return "Somebody runs"

        with pytest.raises(StoreFault, match=r"Somebody runs.* 0007"):
            await upgrade(store.engine, others_running=others_running)
        fresh = open_store("sqlite+aiosqlite://")
        assert (await upgrade(fresh.engine, others_running=never_asked)).revision == HEAD
        await fresh.dispose()

    async def test_a_database_of_tomorrow(self, today):
        match = await running(today)
        async with today.engine.begin() as connection:
            await connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9876'")
        with pytest.raises(StoreTooNew, match="revision 9876, which a newer Boneyard made"):
            await upgrade(today.engine)
        verdict = await check(today.engine)
        assert verdict.state is SchemaState.NEWER
        assert "9876" in str(verdict)
        assert await reread(today, match) == match

    async def test_tables_of_somebody_else(self, bare):
        store = bare.open()
        async with store.engine.begin() as connection:
            await connection.exec_driver_sql("CREATE TABLE matches (brand TEXT)")
        for look in (check, upgrade):
            with pytest.raises(StoreFault, match="a table matches that Boneyard did not make"):
                await look(store.engine)


async def never_asked() -> str | None:
    raise AssertionError("who is running does not matter here")


def _down(connection, revision):
    config = migrate._config()
    config.attributes["connection"] = connection
    command.downgrade(config, revision)


def _in_one_line(sql: str | None) -> str:
    """Ignore line breaks: SQLite adds a later column behind the last one, without a new line."""
    return " ".join((sql or "").split()).replace(" ,", ",")


class TestSqliteFiles:
    async def test_a_commit_is_on_the_disk_references_hold_and_what_goes_is_gone(self, tmp_path):
        store = open_store(f"sqlite+aiosqlite:///{tmp_path}/boneyard.db")
        await upgrade(store.engine)
        settings = [
            (await rows(store, f"PRAGMA {name}"))[0][0]
            for name in (
                *("journal_mode", "synchronous", "foreign_keys", "secure_delete"),
                "busy_timeout",
            )
        ]
        assert settings == ["wal", 2, 1, 1, 5000]
        await store.dispose()
        assert [path.name for path in tmp_path.iterdir()] == ["boneyard.db"]

    async def test_one_in_memory_is_gone_afterwards(self):
        stores = [open_store("sqlite+aiosqlite://"), open_store("sqlite+aiosqlite:///:memory:")]
        one, other = stores
        await upgrade(one.engine)
        await one.open_match(new(), AT)
        assert await one.open_in(1)
        assert (await check(other.engine)).state is SchemaState.EMPTY
        for store in stores:
            await store.dispose()
        assert (await check(one.engine)).state is SchemaState.EMPTY
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
