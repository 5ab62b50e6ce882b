import asyncio
import errno
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from bot.service.ports.faults import StoreFault, StoreTooNew
from bot.store import backup
from bot.store.backup import back_up, restore
from bot.store.instance_lock import claimed
from tests.store.matches import play, running
from tests.store.support import opened, url_of as url

ROOT = Path(__file__).parents[2]
COLUMNS = "actor, code, at"
ONE_MORE = f"INSERT INTO log (match_id, ply, {COLUMNS}) SELECT 1, 2, {COLUMNS} FROM log LIMIT 1"
HAMMER = """
import asyncio, sys
from bot.store import open_store
from tests.store.matches import play
async def main():
    store = open_store(sys.argv[1])
    match = await store.match(1)
    print("at it", flush=True)
    for ply in range(match.ply, 10**6):
        await play(store, match, ply)
asyncio.run(main())
"""


@pytest.fixture(scope="module")
def template(tmp_path_factory) -> Path:
    file: Path = tmp_path_factory.mktemp("template") / "boneyard.db"

    async def made() -> None:
        async with opened(file) as store:
            await play(store, await running(store), 1)

    asyncio.run(made())
    return file


@pytest.fixture
def file(template: Path, tmp_path: Path) -> Path:
    """Return a database with a match whose log has two entries."""
    there = tmp_path / "data" / "boneyard.db"
    there.parent.mkdir()
    shutil.copy(template, there)
    return there


def entries(file: Path) -> list[tuple[int, str]]:
    """Return the log of match 1 from the file alone, without the files beside it."""
    with closing(sqlite3.connect(f"file:{file}?immutable=1", uri=True)) as database:
        return database.execute("SELECT ply, code FROM log WHERE match_id = 1").fetchall()


def put(file: Path, ply: int) -> None:
    async def played() -> None:
        async with opened(file) as store:
            match = await store.match(1)
            assert match is not None
            await play(store, match, ply)

    asyncio.run(played())


def left_by_a_killed_bot(file: Path) -> Path:
    """Return a copy with one more entry, which is still in SQLite's write-ahead log."""
    dead = file.with_name("dead.db")
    with closing(sqlite3.connect(file, isolation_level=None)) as bot:
        bot.execute("PRAGMA journal_mode=WAL")
        bot.execute(ONE_MORE)
        for suffix in ("", "-wal"):
            shutil.copy(f"{file}{suffix}", f"{dead}{suffix}")
    return dead


def names(folder: Path) -> set[str]:
    return {each.name for each in folder.iterdir()}


@contextmanager
def held_by_sqlite(file: Path, mode: str = "EXCLUSIVE") -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute(f"BEGIN {mode}")
        yield other


def test_a_copy_holds_what_is_committed_and_is_one_file(file, tmp_path):
    copy = tmp_path / "copy.db"
    with closing(sqlite3.connect(file, isolation_level=None)) as bot:
        bot.execute("PRAGMA journal_mode=WAL")
        bot.execute(ONE_MORE)
        bot.execute("BEGIN IMMEDIATE")
        bot.execute("DELETE FROM log")  # and never committed
        assert (file.parent / "boneyard.db-wal").stat().st_size
        back_up(url(file), copy)
    assert [ply for ply, _ in entries(copy)] == [0, 1, 2]
    assert names(tmp_path) == {"data", "copy.db"}
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600, "it holds secrets of shuffles"


@contextmanager
def another_process(code: str, file: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program that prints "at it" once it uses the database."""
    command = [sys.executable, "-c", code, url(file)]
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, env=surroundings, stdout=subprocess.PIPE, cwd=ROOT) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"at it\n"
        yield process


@pytest.mark.deep
def test_copies_are_whole_while_another_process_writes_without_a_pause(file, tmp_path):
    with another_process(HAMMER, file) as writer:
        try:
            lengths = []
            for number in range(8):
                copy = tmp_path / f"{number}.db"
                back_up(url(file), copy)
                with closing(sqlite3.connect(copy)) as database:
                    (ply,) = database.execute("SELECT ply FROM matches").fetchone()
                lengths.append(len(entries(copy)))
                assert lengths[-1] == ply, "a transaction is there as a whole, or not at all"
            assert writer.poll() is None
        finally:
            writer.kill()
    assert lengths == sorted(lengths)
    assert lengths[-1] > lengths[0], "it wrote meanwhile"


@pytest.mark.parametrize("name", ["boneyard.db", "link.db"])
def test_the_database_itself_is_no_place_for_a_copy(file, name):
    target = file.with_name(name)
    if target != file:
        target.symlink_to(file)
    with pytest.raises(StoreFault, match="not a name"):
        back_up(url(file), target, force=True)
    with pytest.raises(StoreFault, match="itself"):
        restore(url(file), file)
    assert len(entries(file)) == 2


def test_what_is_there_stays_unless_force_is_used(file, tmp_path):
    copy = tmp_path / "copy.db"
    copy.write_text("precious")
    with pytest.raises(StoreFault, match="--force"):
        back_up(url(file), copy)
    assert copy.read_text() == "precious"
    back_up(url(file), copy, force=True)
    assert len(entries(copy)) == 2
    (tmp_path / "copy.db-wal").write_text("of an older one")
    with pytest.raises(StoreFault, match=r"copy\.db-wal"):
        back_up(url(file), copy, force=True)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("missing.db", "no database"),
        ("", "not in a file"),
        ("text.db", "not a SQLite database"),
        ("foreign.db", "not a database of Boneyard"),
        ("data/boneyard.db", "damaged"),
    ],
)
def test_what_is_no_good_database_of_ours_is_not_copied(file, tmp_path, name, why):
    damage(file)
    (tmp_path / "text.db").write_text("Once upon a time, " * 100)
    with closing(sqlite3.connect(tmp_path / "foreign.db")) as other:
        other.execute("CREATE TABLE matches (sticks)")
    before = names(tmp_path)
    source = url(tmp_path / name) if name else "sqlite+aiosqlite://"
    with pytest.raises(StoreFault, match=why):
        back_up(source, tmp_path / "copy.db")
    assert names(tmp_path) == before


def test_postgresql_has_tools_of_its_own(tmp_path):
    for command, tool in ((back_up, "pg_dump"), (restore, "pg_restore")):
        with pytest.raises(StoreFault, match=tool):
            command("postgresql+asyncpg://me:hunter2@db/boneyard", tmp_path / "copy.db")


def test_a_directory_that_is_not_there(file, tmp_path):
    with pytest.raises(StoreFault, match=r"nowhere/copy\.db cannot be written: No such file"):
        back_up(url(file), tmp_path / "nowhere" / "copy.db")


def test_a_full_disk_leaves_nothing_behind(file, tmp_path, monkeypatch):
    """The copy may grow by a page only."""

    def small(path: Path) -> sqlite3.Connection:
        database = really(path)
        if path.suffix == ".part":
            database.execute("PRAGMA max_page_count=1")
        return database

    really = backup._opened
    monkeypatch.setattr(backup, "_opened", small)
    with pytest.raises(StoreFault, match=r"no room left on the disk of .*copy\.db"):
        back_up(url(file), tmp_path / "copy.db")
    assert names(tmp_path) == {"data"}


def damage(file: Path) -> None:
    with file.open("r+b") as raw:
        raw.seek(4096 * 3)
        raw.write(b"\x55" * 4096)


def test_a_database_that_is_held_for_long_is_said_to_be(file, tmp_path, monkeypatch):
    monkeypatch.setattr(backup, "LOCK_TIMEOUT", 0.1)
    with closing(sqlite3.connect(file)) as other:
        other.execute("PRAGMA journal_mode=DELETE")
    with held_by_sqlite(file), pytest.raises(StoreFault, match="held by somebody else"):
        back_up(url(file), tmp_path / "copy.db")


def test_a_copy_is_put_back_and_what_was_there_is_kept(file, tmp_path):
    back_up(url(file), tmp_path / "copy.db")
    put(file, 2)
    kept, again = (file.with_name(f"boneyard.db.before-restore{nth}") for nth in ("", "-2"))
    assert restore(url(file), tmp_path / "copy.db") == kept
    assert len(entries(file)) == 2
    assert [ply for ply, _ in entries(kept)] == [0, 1, 2]
    assert names(file.parent) == {"boneyard.db", "boneyard.db.before-restore", "boneyard.db.lock"}
    put(file, 2)
    assert restore(url(file), kept) == again, "nothing is overwritten"
    assert len(entries(file)) == len(entries(again)) == 3


def test_moves_that_a_killed_bot_left_in_the_log_of_sqlite_are_kept(file, tmp_path):
    back_up(url(file), tmp_path / "copy.db")
    dead = left_by_a_killed_bot(file)
    kept = restore(url(dead), tmp_path / "copy.db")
    assert kept is not None
    assert [ply for ply, _ in entries(kept)] == [0, 1, 2]
    assert len(entries(dead)) == 2
    assert not list(dead.parent.glob("dead*-wal"))


def test_a_plain_copy_with_what_lies_beside_it_is_taken_whole(file):
    restore(url(file), left_by_a_killed_bot(file))
    assert [ply for ply, _ in entries(file)] == [0, 1, 2]


def test_it_is_put_where_nothing_was(file, tmp_path):
    back_up(url(file), tmp_path / "copy.db")
    assert restore(url(tmp_path / "new" / "boneyard.db"), tmp_path / "copy.db") is None
    assert len(entries(tmp_path / "new" / "boneyard.db")) == 2


def test_a_damaged_database_gives_way_and_is_kept_with_all_its_parts(file, tmp_path):
    back_up(url(file), tmp_path / "copy.db")
    file.write_bytes(b"\x00" * 100 + b"nothing that SQLite knows" * 1000)
    Path(f"{file}-wal").write_bytes(b"its log")
    broken = file.read_bytes()
    kept = restore(url(file), tmp_path / "copy.db")
    assert kept is not None
    assert kept.read_bytes() == broken
    assert Path(f"{kept}-wal").read_bytes() == b"its log"
    assert len(entries(file)) == 2
    assert not Path(f"{file}-wal").exists()


@pytest.mark.parametrize(("at", "byte"), [(18, 0x7F), (47, 5)], ids=["file version", "format"])
def test_a_database_with_a_damaged_header_gives_way(file, tmp_path, at, byte):
    back_up(url(file), tmp_path / "copy.db")
    head = bytearray(file.read_bytes())
    head[at] = byte
    file.write_bytes(head)
    assert restore(url(file), tmp_path / "copy.db") is not None
    assert len(entries(file)) == 2


def newer(file: Path) -> None:
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")


@pytest.mark.parametrize(
    ("spoil", "fault", "why"),
    [
        (damage, StoreFault, "damaged"),
        (newer, StoreTooNew, "newer Boneyard"),
        (Path.unlink, StoreFault, "no backup"),
        (lambda copy: copy.write_text("no"), StoreFault, "not a SQLite database"),
        (lambda copy: copy.write_bytes(b""), StoreFault, "not a database of Boneyard"),
    ],
    ids=["damaged", "newer", "missing", "text", "empty"],
)
def test_what_is_no_good_backup_changes_nothing(file, tmp_path, spoil, fault, why):
    copy = tmp_path / "copy.db"
    back_up(url(file), copy)
    spoil(copy)
    before = file.read_bytes()
    with pytest.raises(fault, match=why):
        restore(url(file), copy)
    assert file.read_bytes() == before
    assert names(file.parent) - {"boneyard.db.lock"} == {"boneyard.db"}


def test_what_cannot_be_read_or_locked_is_not_called_damaged(file, tmp_path, monkeypatch):
    def refused(path, mode):
        raise PermissionError(errno.EACCES, "Permission denied")

    def opened(path):
        return sqlite3.connect(f"{path.as_uri()}?mode={'ro' if path == file else 'rw'}", uri=True)

    def full(source, _):
        raise OSError(errno.ENOSPC, "No space left on device")

    back_up(url(file), copy := tmp_path / "copy.db")
    monkeypatch.setattr(backup, "_opened", opened)
    with pytest.raises(StoreFault, match=r"boneyard\.db does not read or write"):
        restore(url(file), copy)
    monkeypatch.setattr(shutil, "copyfileobj", full)
    with pytest.raises(StoreFault, match=r"boneyard\.db cannot be written: No space left"):
        restore(url(file), copy)
    monkeypatch.setattr(Path, "open", refused)
    with pytest.raises(StoreFault, match=r"copy\.db cannot be read: Permission denied"):
        restore(url(file), copy)
    assert not list(file.parent.glob("*.before-restore")), "and nothing was replaced"


def test_nothing_is_replaced_under_another_program(file, tmp_path, monkeypatch):
    monkeypatch.setattr(backup, "LOCK_TIMEOUT", 0.1)
    back_up(url(file), tmp_path / "copy.db")
    put(file, 2)
    with held_by_sqlite(file, "DEFERRED") as other:
        other.execute("SELECT * FROM log").fetchone()
        with pytest.raises(StoreFault, match="in use by another program"):
            restore(url(file), tmp_path / "copy.db")
    assert len(entries(file)) in {2, 3}
    beside = {f"boneyard.db{suffix}" for suffix in ("", "-wal", "-shm", ".lock")}
    assert names(file.parent) <= beside


@pytest.mark.deep
def test_a_claim_is_had_once_and_ends_with_its_process(file):
    claiming = (
        "import sys, time; from bot.store.instance_lock import claimed\n"
        "with claimed(sys.argv[1]): print('at it', flush=True); time.sleep(60)"
    )
    link = file.with_name("link.db")
    link.symlink_to(file)
    with another_process(claiming, file) as other:
        for each in map(url, (file, link)):
            with pytest.raises(StoreFault, match="several need"), claimed(each, patience=0.1):
                pass
        other.kill()
    with claimed(url(link), patience=0.1) as is_claimed:
        assert is_claimed


def test_a_lock_that_cannot_be_had_is_named(tmp_path):
    (tmp_path / "boneyard.db.lock").mkdir()
    refusal = pytest.raises(StoreFault, match=r"boneyard\.db\.lock cannot be had: Is a directory")
    with refusal, claimed(url(tmp_path / "boneyard.db")):
        pass


def test_what_is_no_file_is_not_claimed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for address in ("sqlite+aiosqlite://", "postgresql+asyncpg://db/boneyard"):
        with claimed(address) as is_claimed, claimed(address):
            assert not is_claimed
    assert names(tmp_path) == set()
