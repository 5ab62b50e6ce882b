"""asyncpg, as the direct connection uses it: its address, its types and its errors."""

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

    async def fetch(self, query: str, *args: object) -> Sequence[Mapping[str, Any]]:
        """Return the rows of a statement."""

    async def add_listener(self, channel: str, callback: Callable[..., None]) -> None:
        """Listen to a channel."""

    def add_termination_listener(self, callback: Callable[["RawConnection"], None]) -> None:
        """Have ``callback`` called when the connection has ended, for whatever reason."""

    def get_server_pid(self) -> int:
        """Return the process id that the server sent at the login."""

    def is_closed(self) -> bool:
        """Return whether the connection has ended."""

    async def close(self) -> None:
        """Tell the server that the connection ends, and close it."""

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
        """Return the address that SQLAlchemy spells as ``postgresql+asyncpg://…``.

        Raises:
            StoreFault: It is another address, or none.
        """
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
        """Log in.

        Args:
            answer: seconds that PostgreSQL may take.
            options: more arguments for asyncpg.

        Raises:
            StoreFault: It is out of reach, or refuses.
        """
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
        """Return the fault of a connection that has ended."""
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
