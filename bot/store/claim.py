"""One Boneyard at a time on a SQLite file: a bot, or what puts another file in its place."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from filelock import FileLock, Timeout

from bot.service.ports import StoreFault
from bot.store.engine import PATIENCE, file_named, make_directory


@contextmanager
def claimed(url: str, *, patience: float = PATIENCE) -> Iterator[None]:
    """Have a database for oneself, as far as other programs of Boneyard's go.

    The claim is a lock of the operating system's on a file beside the database, which therefore
    ends with the process, however that ends; the file stays and means nothing. Databases that are
    no file are not claimed.

    Args:
        url: where the database is; its directory is made.
        patience: seconds to wait for a predecessor that is about to leave.

    Raises:
        StoreFault: Another Boneyard has it, or the lock cannot be had at all.
    """
    file = file_named(url)
    if file is None:
        yield
        return
    make_directory(file.parent)
    # Without the fallback: a mere file instead of a lock would outlive a process that is killed.
    lock = FileLock(f"{file.resolve()}.lock", timeout=patience, fallback_to_soft=False)
    try:
        lock.acquire()
    except Timeout:
        raise StoreFault(f"A Boneyard is running on {file}; stop that one first.") from None
    except (OSError, NotImplementedError) as error:
        why = getattr(error, "strerror", None) or "this disk knows no locks"
        raise StoreFault(f"The lock {file}.lock cannot be had: {why}.") from error
    try:
        yield
    finally:
        lock.release()
