"""Copies of a SQLite database: made while a bot writes to it, and restored.

A copy is made with SQLite's own online backup, which copies pages as one transaction sees them:
faster than ``VACUUM INTO``, which rewrites every row, and true to the last byte. It is a single
file, without the files that SQLite keeps beside a database, such as its write-ahead log.
"""

import asyncio
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path

from bot.service.ports.faults import StoreFault, StoreTooNew
from bot.store.database import LOCK_TIMEOUT
from bot.store.engine import file_named, open_database
from bot.store.faults import faults_of
from bot.store.instance_lock import claimed
from bot.store.migrate import SchemaState, check

_BESIDE = ("-wal", "-shm", "-journal")
"""Suffixes of the files that SQLite may keep beside a database."""
_SURROUNDINGS = ("SQLITE_IOERR", "SQLITE_CANTOPEN", "SQLITE_FULL")
"""Error codes for what is around a file; all others say that its contents are damaged."""
_OURS = {"alembic_version", "matches", "seats", "log"}
"""Tables that a database of any version of Boneyard has."""


def back_up(url: str, target: Path, *, force: bool = False) -> None:
    """Copy a database, which may be in use, to ``target``; only an intact copy gets that name.

    The target is in an existing directory, and is replaced only with ``force``. Raises
    :class:`StoreFault` if the backup failed; ``target`` is as it was.
    """
    source = _file(url, "back it up with pg_dump")
    if not source.is_file():
        raise StoreFault(f"There is no database {source} to back up.")
    if target.exists() and (target.is_dir() or target.samefile(source)):
        raise StoreFault(f"{target} is not a name for a backup.")
    if target.exists() and not force:
        raise StoreFault(f"{target} is there already; --force replaces it.")
    stale = [str(each) for each in _beside(target) if each.exists()]
    if stale:
        raise StoreFault(f"{stale[0]} would be taken for a part of the backup; move it away first.")
    with _partial(target) as copy:
        _copy_pages(source, copy, target)
        _check(copy, source, target)
        _put(copy, target)


def restore(url: str, source: Path) -> Path | None:
    """Replace a database with the copy ``source``; return where the old one is kept, if any.

    The database is replaced in one step, so that one of the two exists at every moment. Raises
    :class:`StoreFault` if it failed, a bot is running, or the copy is of a newer Boneyard; the
    database is as it was.
    """
    file = _file(url, "restore it with pg_restore")
    if not source.is_file():
        raise StoreFault(f"There is no backup {source}.")
    if file.exists() and source.samefile(file):
        raise StoreFault(f"{source} is the database itself.")
    with claimed(url, patience=0), _partial(file) as copy:
        with _written(file):
            for suffix in ("", "-wal"):  # one of our backups has no log; a plain copy may have one
                if _with(source, suffix).exists():
                    _copy_file(_with(source, suffix), _with(copy, suffix))
        _check(copy, source, file)
        _check_age(copy, source)
        with _alone(file):
            kept = _keep(file)
            _put(copy, file)
    return kept


def _file(url: str, advice: str) -> Path:
    file = file_named(url)
    if file is not None:
        return file.resolve()
    if url.startswith("postgresql"):
        raise StoreFault(f"The database is PostgreSQL; {advice}.")
    raise StoreFault("The database is not in a file.")


def _copy_pages(source: Path, copy: Path, target: Path) -> None:
    """Copy the database as it is at one moment; others may read and write it meanwhile."""
    with closing(_opened(source)) as database, closing(_opened(copy)) as pages:
        with faults_of(str(source)):
            database.execute("BEGIN")
            # A first read fixes what the transaction sees. It also waits for locks with a time
            # limit; the copying itself would wait for them without one.
            database.execute("SELECT count(*) FROM sqlite_master").fetchone()
        with _blaming(source, target):
            pages.execute("PRAGMA synchronous=OFF")  # flushed to the disk once it is complete
            database.backup(pages)


def _copy_file(source: Path, copy: Path) -> None:
    try:
        reading = source.open("rb")
    except OSError as error:
        raise StoreFault(f"{source} cannot be read: {error.strerror}.") from error
    with reading, copy.open("wb") as writing:
        shutil.copyfileobj(reading, writing)


def _check(copy: Path, source: Path, target: Path) -> None:
    """Check that a copy is intact and Boneyard's, and make it a single file."""
    with _blaming(source, target), closing(_opened(copy)) as database:
        database.execute("PRAGMA locking_mode=EXCLUSIVE")  # needs no shared-memory file
        database.execute("PRAGMA journal_mode=DELETE")
        (verdict,) = database.execute("PRAGMA integrity_check(1)").fetchone()
        if verdict != "ok":
            raise StoreFault(f"{source} is damaged: {verdict}")
        names = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
        if not names >= _OURS:
            raise StoreFault(f"{source} is not a database of Boneyard's.")


def _check_age(copy: Path, source: Path) -> None:

    async def state() -> SchemaState:
        database = open_database(f"sqlite:///{copy}")
        try:
            return (await check(database)).state
        finally:
            await database.dispose()

    if asyncio.run(state()) is SchemaState.NEWER:
        raise StoreTooNew(f"{source} was made by a newer Boneyard; update this one first.")


@contextmanager
def _alone(file: Path) -> Iterator[None]:
    """Checkpoint a database's WAL and hold an exclusive lock until the block ends.

    Raises :class:`StoreFault` if it is in use or cannot be locked. A damaged one is left as it is.
    """
    if not file.exists():
        yield
        return
    with closing(_opened(file)) as database:
        in_use = StoreFault(f"{file} is in use by another program; stop that one first.")
        try:
            (mode,) = database.execute("PRAGMA journal_mode=DELETE").fetchone()
            database.execute("BEGIN EXCLUSIVE")
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorname.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
                raise in_use from None
            read_only = error.sqlite_errorname.startswith("SQLITE_READONLY")
            if error.sqlite_errorname.startswith(_SURROUNDINGS) or (
                read_only and not os.access(file, os.W_OK)
            ):
                with faults_of(str(file)):
                    raise
        else:
            if mode != "delete":
                raise in_use
        yield


def _keep(file: Path) -> Path | None:
    """Keep the existing database under an unused name and return it; ``None`` without one."""
    parts = [part for part in (*_beside(file), file) if part.exists()]
    if not parts:
        return None
    names = (f"{file.name}.before-restore{'' if n == 1 else f'-{n}'}" for n in count(1))
    kept = next(each for each in map(file.with_name, names) if not each.exists())
    with _written(file):
        for part in parts:
            if part != file:  # the database was damaged
                part.replace(_with(kept, part.name.removeprefix(file.name)))
                continue
            try:
                os.link(file, kept)
            except OSError:  # a file system without hard links
                shutil.copy2(file, kept)
                _flush(kept)
    return kept


def _put(copy: Path, target: Path) -> None:
    """Move a complete copy to ``target`` so that it survives a power failure."""
    with _written(target):
        if target.exists():
            shutil.copymode(target, copy)
        _flush(copy)
        copy.replace(target)
        _flush(target.parent)


@contextmanager
def _partial(target: Path) -> Iterator[Path]:
    """Yield a new private file beside ``target``; delete it at the end if it still exists."""
    with _written(target):
        handle, name = tempfile.mkstemp(".part", f".{target.name}.", target.parent)
        os.close(handle)
    try:
        yield Path(name)
    finally:
        for each in (Path(name), *_beside(Path(name))):
            with suppress(OSError):
                each.unlink()


@contextmanager
def _blaming(source: Path, target: Path) -> Iterator[None]:
    """Turn SQLite's errors into faults: disk errors blame ``target``, all others ``source``."""
    try:
        yield
    except sqlite3.Error as error:
        of_the_disk = error.sqlite_errorname.startswith(("SQLITE_FULL", "SQLITE_IOERR"))
        with faults_of(str(target if of_the_disk else source)):
            raise


@contextmanager
def _written(file: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StoreFault(f"{file} cannot be written: {error.strerror}.") from error


def _opened(file: Path) -> sqlite3.Connection:
    """Open an existing file; transactions begin only where the code begins them."""
    with faults_of(str(file)):
        address = f"{file.resolve().as_uri()}?mode=rw"
        return sqlite3.connect(address, uri=True, timeout=LOCK_TIMEOUT, isolation_level=None)


def _flush(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _beside(file: Path) -> list[Path]:
    return [_with(file, suffix) for suffix in _BESIDE]


def _with(file: Path, suffix: str) -> Path:
    return file.with_name(file.name + suffix)
