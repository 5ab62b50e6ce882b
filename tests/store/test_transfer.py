import asyncio
import shutil
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from bot.service.ports.faults import StoreFault, StoreTooNew
from bot.store import check
from bot.store.coordination.lock_table import LockKind
from bot.store.exact_rows import ExactTable
from bot.store.instance_lock import claimed
from bot.store.migrate import SchemaState
from bot.store.tables.columns import metadata
from bot.store.transfer import CopyDiffers, transfer
from tests.store.filled import LAST_ID, fill
from tests.store.matches import AT, new
from tests.store.support import Database, holding, make_of_revision_0015, rows, url_of as url

KILLED = """
import asyncio, os, sys
from bot.store.transfer import transfer

def report(doing, table, rows):
    if (doing, table) == ("checking", sys.argv[3]):
        os._exit(9)

asyncio.run(transfer(*sys.argv[1:3], report))
"""


@pytest.fixture(scope="module")
def template(tmp_path_factory) -> Path:
    file: Path = tmp_path_factory.mktemp("template") / "filled.db"
    asyncio.run(fill(file))
    return file


@pytest.fixture
def source(template: Path, tmp_path: Path) -> Path:
    there = tmp_path / "source.db"
    shutil.copy(template, there)
    return there


def edit(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file)) as database, database:
        for each in statements:
            database.execute(each)


def contents(file: Path) -> dict[str, Any]:
    """Return all that SQLite has stored in our tables, with its types."""
    with closing(sqlite3.connect(file)) as database:
        return {
            name: database.execute(
                f"SELECT *, {', '.join(f'typeof({each.name})' for each in table.columns)}"
                f" FROM {name} ORDER BY {', '.join(each.name for each in table.primary_key)}"
            ).fetchall()
            for name, table in metadata.tables.items()
        }


async def count(database: Database) -> int:
    query = " UNION ALL ".join(f"SELECT 1 FROM {each}" for each in metadata.tables)
    return len(await rows(database.open(), query))


@pytest.mark.parametrize("batch", [3, 2_000])
async def test_there_and_back_nothing_has_changed(source, bare, tmp_path, monkeypatch, batch):
    monkeypatch.setattr("bot.store.exact_rows.BATCH", batch)
    before = contents(source)
    there = await transfer(url(source), bare.url)
    assert there.rows == {name: len(rows) for name, rows in before.items()}
    back = tmp_path / "back" / "boneyard.db"
    assert (await transfer(bare.url, url(back))).rows == there.rows
    assert contents(source) == contents(back) == before


async def test_ids_of_deleted_matches_are_not_given_again(source, bare):
    await transfer(url(source), bare.url)
    assert (await bare.open().open_match(new(77), AT)).id == LAST_ID + 1


async def test_a_value_and_none_and_null_stay_apart(source, bare):
    first = min(row[0] for row in contents(source)["results"])
    edit(
        source,
        "UPDATE results SET rounds = 'null', weight = 0.1 + 0.2 WHERE seat = 0",
        "UPDATE results SET rounds = NULL, weight = NULL WHERE seat = 1",
    )
    await transfer(url(source), bare.url)
    query = "SELECT rounds IS NULL, weight FROM results WHERE match_id = {} ORDER BY seat"
    assert await rows(bare.open(), query.format(first)) == [(False, 0.1 + 0.2), (True, None)]


def in_place_of(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, str):
        return f"{value} "
    return value[::-1] + b"-" if isinstance(value, bytes) else value + type(value)(1)


@pytest.mark.parametrize(
    ("table", "column"),
    [("matches", "options"), ("matches", "secret"), ("log", "late"), ("ratings", "mu")],
)
async def test_a_row_that_differs_is_noticed(source, bare, monkeypatch, table, column):
    write = ExactTable.write
    done: list[tuple[Any, ...]] = []

    def wrong(self, connection, rows):
        if self.name == table and not done:
            nth = list(metadata.tables[table].c.keys()).index(column)
            *most, last = rows
            rows = [*most, (*last[:nth], in_place_of(last[nth]), *last[nth + 1 :])]
            done.append(self.key(last))
        write(self, connection, rows)

    monkeypatch.setattr(ExactTable, "write", wrong)
    with pytest.raises(CopyDiffers, match=f"^The copy of {table} differs at ") as caught:
        await transfer(url(source), bare.url)
    assert str(caught.value).endswith(f" = {', '.join(map(str, done[0]))}.")
    assert await count(bare) == 0


@pytest.mark.parametrize("more", [False, True])
async def test_a_row_too_few_or_too_many_is_noticed(source, bare, monkeypatch, more):
    write = ExactTable.write

    def wrong(self, connection, rows):
        if self.name == "locales":
            rows = [*rows, (2**50, "de")] if more else rows[:-1]
        if rows:
            write(self, connection, rows)

    monkeypatch.setattr(ExactTable, "write", wrong)
    with pytest.raises(CopyDiffers, match=r"^The copy of locales differs at user_id = \d+\.$"):
        await transfer(url(source), bare.url)
    assert await count(bare) == 0


async def test_a_value_that_does_not_fit_is_named_by_its_key_only(source, bare):
    edit(
        source,
        "UPDATE ratings SET matches = 98765432109 WHERE game = 'block'",
        "UPDATE matches SET start_salt = 'salt' || char(0) || 'xxxxxxxxxxxxxxxx' WHERE id = 1",
    )
    if not bare.url.startswith("postgresql"):
        await transfer(url(source), bare.url)
        return
    with pytest.raises(StoreFault) as caught:
        await transfer(url(source), bare.url)
    assert "doesn't accept a row of matches with a key from (1,) to (" in str(caught.value)
    assert "salt" not in str(caught.value)
    edit(source, "UPDATE matches SET start_salt = NULL")
    with pytest.raises(StoreFault, match="doesn't accept a row of ratings") as caught:
        await transfer(url(source), bare.url)
    assert "98765432109" not in str(caught.value)
    assert await count(bare) == 0


async def test_a_value_that_cannot_be_read_is_named_by_its_neighbour(source, bare):
    edit(source, "UPDATE log SET at = 'secret time' WHERE match_id = 2")
    with pytest.raises(StoreFault, match="has a row in log that can't be read") as caught:
        await transfer(url(source), bare.url)
    assert "secret" not in str(caught.value)
    assert await count(bare) == 0


async def test_killed_before_the_commit_it_leaves_no_rows_and_can_be_repeated(source, bare):
    command = (sys.executable, "-c", KILLED, url(source), bare.url, metadata.sorted_tables[-1].name)
    child = await asyncio.create_subprocess_exec(*command, cwd=Path(__file__).parents[2])
    assert await child.wait() == 9
    assert (await check(bare.open().database)).state is SchemaState.CURRENT
    assert await count(bare) == 0
    await transfer(url(source), bare.url)
    assert await count(bare) == sum(map(len, contents(source).values()))


async def test_cancelled_it_leaves_no_rows(source, bare):
    moving: asyncio.Task[Any]

    def report(doing: str, table: str, rows: int) -> None:
        if doing == "checking":
            moving.cancel()

    moving = asyncio.create_task(transfer(url(source), bare.url, report))
    with suppress(asyncio.CancelledError):
        await moving
    assert moving.cancelled()
    assert await count(bare) == 0


async def test_nobody_writes_meanwhile(source, bare):
    seen = []

    def report(doing: str, table: str, rows: int) -> None:
        locked = pytest.raises(sqlite3.OperationalError, match="locked")
        with closing(sqlite3.connect(source, timeout=0)) as database, locked:
            database.execute("UPDATE matches SET ply = ply")
        seen.append(doing)

    await transfer(url(source), bare.url, report)
    assert {*seen} == {"copying", "checking"}


async def test_an_older_source_is_upgraded_first(tmp_path, bare):
    file = tmp_path / "old.db"
    make_of_revision_0015(file)
    assert (await transfer(url(file), bare.url)).rows["matches"] == 4
    assert [each.rating for each in await bare.open().scored(1)] == [927, 1000]


async def test_a_target_with_rows_is_left_alone(source, database):
    await database.open().save_server_language(1, "de")
    with pytest.raises(StoreFault, match="has rows in servers already"):
        await transfer(url(source), database.url)
    assert await count(database) == 1


@asynccontextmanager
async def in_use(database: Database) -> AsyncIterator[None]:
    """Hold what a running bot holds."""
    if database.url.startswith("sqlite"):
        with claimed(database.url):
            yield
        return
    async with holding(database.open(), sa.select(sa.func.pg_advisory_xact_lock(LockKind.HOLD, 0))):
        yield


async def test_what_is_in_use_is_refused(source, bare, tmp_path):
    with claimed(url(source)), pytest.raises(StoreFault, match="A Boneyard is running on"):
        await transfer(url(source), bare.url)
    async with in_use(bare):
        with pytest.raises(StoreFault, match="A Boneyard is running on"):
            await transfer(url(source), bare.url)
    assert (await check(bare.open().database)).state is SchemaState.EMPTY
    await transfer(url(source), bare.url)
    async with in_use(bare):
        with pytest.raises(StoreFault, match="A Boneyard is running on"):
            await transfer(bare.url, url(tmp_path / "back.db"))


async def test_what_cannot_be_moved_is_told(source, tmp_path, bare):
    missing = tmp_path / "missing" / "boneyard.db"
    empty = tmp_path / "empty.db"
    empty.touch()
    for given, words in {
        "sqlite+aiosqlite://": "is not in a file",
        url(missing): "There is no database",
        url(empty): "has no tables",
        url(source).replace("source.db", "./source.db"): "The target is the database itself",
    }.items():
        with pytest.raises(StoreFault, match=words):
            await transfer(given, url(source) if "itself" in words else bare.url)
    assert not missing.parent.exists()
    edit(source, "UPDATE alembic_version SET version_num = 'tomorrow'")
    with pytest.raises(StoreTooNew, match="newer Boneyard"):
        await transfer(url(source), bare.url)
    assert (await check(bare.open().database)).state is SchemaState.EMPTY


@pytest.mark.parametrize("engines", ["postgresql"], indirect=True)
async def test_a_wrong_password_is_not_quoted(source, bare):
    wrong = sa.make_url(bare.url).set(password="swordfish")
    for address in (wrong, wrong.set(database="nowhere"), wrong.set(host="host.invalid")):
        with pytest.raises(StoreFault) as caught:
            await transfer(url(source), address.render_as_string(hide_password=False))
        assert "swordfish" not in str(caught.value)
