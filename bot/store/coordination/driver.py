"""asyncpg, as the direct connection uses it: its address, its types, its errors and poolers."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from bot.service.ports.faults import StoreFault
from bot.store.faults import faults_of

_FOR_SQLALCHEMY = (
    "async_fallback",
    "async_creator_fn",
    "prepared_statement_cache_size",
    "prepared_statement_name_func",
)
"""Options that an address may have for SQLAlchemy itself."""
_LOST = {"ConnectionDoesNotExistError", "InterfaceError", "InternalClientError"}


class RawConnection(Protocol):
    """The part of asyncpg's connection that is used; asyncpg has no types of its own."""

    async def fetch(self, query: str, *args: object) -> Sequence[Mapping[str, Any]]: ...

    async def add_listener(self, channel: str, callback: Callable[..., None]) -> None: ...

    def add_termination_listener(self, callback: Callable[["RawConnection"], None]) -> None: ...

    def get_server_pid(self) -> int: ...

    def is_closed(self) -> bool: ...

    async def close(self) -> None: ...

    def terminate(self) -> None:
        """Close the connection without telling the server."""


@dataclass(frozen=True, slots=True, repr=False)
class Address:
    """The address of a PostgreSQL, with what is needed to log in."""

    options: Mapping[str, Any]
    """asyncpg's arguments; among them is the password."""
    name: str
    """The database's name for sentences, without the password."""

    @classmethod
    def of(cls, url: str) -> "Address":
        """Read what SQLAlchemy spells ``postgresql+asyncpg://…``; else raise `StoreFault`."""
        try:
            address = make_url(url)
            if address.drivername != "postgresql+asyncpg":
                raise ArgumentError
            _, options = address.get_dialect()().create_connect_args(address)
        except ArgumentError:
            raise StoreFault("The direct address is not one of PostgreSQL.") from None
        for name in _FOR_SQLALCHEMY:
            options.pop(name, None)
        return cls(options, f"{address.host or 'the local server'}/{address.database}")

    async def connect(self, answer: float, **options: object) -> RawConnection:
        """Log in within ``answer`` seconds, or raise :class:`StoreFault`."""
        with self.faults():
            import asyncpg  # type: ignore[import-untyped]  # noqa: PLC0415 - an optional package

            connection: RawConnection = await asyncpg.connect(
                **self.options,
                timeout=answer,
                server_settings={"application_name": "boneyard"},
                **options,
            )
        return connection

    def lost(self) -> StoreFault:
        return StoreFault(f"The connection to {self.name} was lost.")

    @contextmanager
    def faults(self) -> Iterator[None]:
        """Turn all errors of the driver into a :class:`StoreFault`."""
        try:
            with faults_of(self.name):
                yield
        except StoreFault:
            raise
        except ModuleNotFoundError as error:
            text = f"This database needs the package {error.name}; install it."
            raise StoreFault(text) from error
        except Exception as error:
            kind = type(error).__name__
            if kind in _LOST:
                raise self.lost() from error
            raise StoreFault(f"{self.name} reports {kind}: {error}") from error

    async def shares_sessions(self, connection: RawConnection, answer: float) -> bool:
        """Return whether another connection gets the same session, as in a transaction pooler.

        A pooler makes up the process id that it sends at the login. Only if that is not the id of
        the process that carries out statements, a second connection is made. PostgreSQL gives it
        a session of its own, and so does a pooler in session mode. In transaction mode it gets
        the idle session of the first connection, which must be in no transaction.

        Raises:
            StoreFault: The other connection was not made within ``answer`` seconds.
        """
        backend = await _backend_of(connection)
        if connection.get_server_pid() == backend:
            return False
        # Named statements would be looked for in other sessions.
        other = await self.connect(answer, statement_cache_size=0)
        try:
            theirs = await _backend_of(other)
            ours = await _backend_of(connection)
        finally:
            other.terminate()
        return ours != backend or theirs == ours


async def _backend_of(connection: RawConnection) -> int:
    (row,) = await connection.fetch("SELECT pg_backend_pid() AS pid")
    return int(row["pid"])
