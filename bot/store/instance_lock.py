"""A lock that lets one Boneyard at a time use a SQLite file: a bot, or a restore."""

from collections.abc import Iterator
from contextlib import contextmanager

from filelock import FileLock, Timeout

from bot.service.ports.faults import StoreFault
from bot.store.database import LOCK_TIMEOUT
from bot.store.engine import file_named, make_directory


@contextmanager
def claimed(url: str, *, patience: float = LOCK_TIMEOUT) -> Iterator[bool]:
    """Lock a SQLite file against other processes of Boneyard; yield False if it is no file.

    The claim is an operating system lock on a file beside the database, whose directory is made.
    It ends with the process, however that ends; the file stays and means nothing. Raises
    :class:`StoreFault` if it cannot be had, or another process holds it after ``patience`` seconds.
    """
    file = file_named(url)
    if file is None:
        yield False
        return
    make_directory(file.parent)
    # Don't fall back to a file that merely exists: it would outlive a process that is killed.
    lock = FileLock(f"{file.resolve()}.lock", timeout=patience, fallback_to_soft=False)
    try:
        lock.acquire()
    except Timeout:
        raise StoreFault(
            f"A Boneyard is running on {file}; stop that one first. "
            "SQLite serves one process; several need PostgreSQL."
        ) from None
    except (OSError, NotImplementedError) as error:
        why = getattr(error, "strerror", None) or "this disk knows no locks"
        raise StoreFault(f"The lock {file}.lock cannot be had: {why}.") from error
    try:
        yield True
    finally:
        lock.release()
