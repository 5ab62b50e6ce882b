"""Database errors, translated into the faults that the service knows."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, IntegrityError, TimeoutError as PoolTimeout

from bot.service.ports.faults import StoreBusy, StoreFault, StoreReadOnly

Verdict = tuple[type[StoreFault], str]


class RolledBack(StoreBusy):
    """The database rolled a transaction back because of a concurrent one; it can be run again."""


class ConnectionLost(StoreFault):
    """The connection was lost; whether something was committed depends on when."""


_BUSY: Verdict = (StoreBusy, "{where} is held by somebody else; it may work in a moment.")
_ROLLED_BACK: Verdict = (RolledBack, _BUSY[1])
_READ_ONLY: Verdict = (StoreReadOnly, "{where} cannot be written: it is read-only for Boneyard.")
_FULL: Verdict = (StoreFault, "There is no room left on the disk of {where}.")
_DAMAGED: Verdict = (StoreFault, "{where} is damaged; restore it from a backup.")
_LOST: Verdict = (ConnectionLost, "The connection to {where} was lost.")
_REFUSED: Verdict = (StoreFault, "{where} refuses this user or password.")

# Names of SQLite's result codes; extended ones (SQLITE_BUSY_SNAPSHOT) begin with the plain one.
_SQLITE: dict[str, Verdict] = {
    "SQLITE_BUSY": _BUSY,
    "SQLITE_LOCKED": _BUSY,
    "SQLITE_READONLY": _READ_ONLY,
    "SQLITE_FULL": _FULL,
    "SQLITE_CORRUPT": _DAMAGED,
    "SQLITE_NOTADB": (StoreFault, "{where} is not a SQLite database."),
    "SQLITE_CANTOPEN": (
        StoreFault,
        "{where} cannot be opened; Boneyard needs to read and write the file and its directory.",
    ),
    "SQLITE_IOERR": (StoreFault, "The disk of {where} does not read or write as it should."),
}

# PostgreSQL's SQLSTATE codes, or their classes, which are the first two characters.
_POSTGRESQL: dict[str, Verdict] = {
    "55P03": _BUSY,  # lock_not_available: lock_timeout has passed
    "40001": _ROLLED_BACK,  # serialization_failure
    "40P01": _ROLLED_BACK,  # deadlock_detected
    "57014": _BUSY,  # query_canceled: statement_timeout has passed
    "53300": _BUSY,  # too_many_connections
    "57P03": _BUSY,  # cannot_connect_now: it is starting up
    "25006": _READ_ONLY,  # read_only_sql_transaction
    "42501": _READ_ONLY,  # insufficient_privilege
    "53100": _FULL,  # disk_full
    "3D000": (StoreFault, "{where} does not exist; create the database first."),
    "57P01": _LOST,  # admin_shutdown
    "57P02": _LOST,  # crash_shutdown
    "57P05": _LOST,  # idle_session_timeout
    "25P03": _LOST,  # idle_in_transaction_session_timeout
    "XX001": _DAMAGED,  # data_corrupted
    "XX002": _DAMAGED,  # index_corrupted
    "08": _LOST,
    "28": _REFUSED,
}

_CLASHES = frozenset(
    {
        "SQLITE_CONSTRAINT_UNIQUE",
        "SQLITE_CONSTRAINT_PRIMARYKEY",
        "SQLITE_CONSTRAINT_FOREIGNKEY",
        "23505",  # unique_violation
        "23503",  # foreign_key_violation
    }
)


@contextmanager
def faults_of(where: str) -> Iterator[None]:
    """Turn errors of the database ``where`` into a :class:`StoreFault`; let others through."""
    try:
        yield
    except PoolTimeout as error:
        raise _fault(_BUSY, where) from error
    except OSError as error:
        why = error.strerror or str(error) or "it does not answer"
        raise StoreFault(f"{where} cannot be reached: {why}.") from error
    except Exception as error:
        verdict = _verdict(error)
        if verdict is None:
            raise
        raise _fault(verdict, where) from error


def is_clash(error: IntegrityError) -> bool:
    """Return whether rows clash: one exists already, or the one it refers to was deleted."""
    return _code(error) in _CLASHES


def ends_session(error: BaseException) -> bool:
    """Return whether PostgreSQL closes the connection after this error."""
    code = _code(error)
    return (_POSTGRESQL.get(code) or _POSTGRESQL.get(code[:2])) is _LOST


def is_of_a_value(error: DBAPIError) -> bool:
    """Return whether the database, or its driver, does not accept a value or a row."""
    refused = _code(error).startswith(("22", "23", "SQLITE_CONSTRAINT", "SQLITE_MISMATCH"))
    # asyncpg itself refuses what it cannot encode.
    return refused or isinstance(getattr(error.orig, "__cause__", None), ValueError)


def _verdict(error: Exception) -> Verdict | None:
    code = _code(error)
    for name, verdict in _SQLITE.items():
        if code.startswith(name):
            return verdict
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return _LOST
    return _POSTGRESQL.get(code) or _POSTGRESQL.get(code[:2])


def _code(error: BaseException) -> str:
    """Return the driver's error code, even if SQLAlchemy wrapped the error; empty without one."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None) or ""


def _fault(verdict: Verdict, where: str) -> StoreFault:
    kind, sentence = verdict
    return kind(sentence.format(where=where))
