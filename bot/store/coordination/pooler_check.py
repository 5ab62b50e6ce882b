"""Recognizes connection poolers that give every transaction another session."""

from bot.store.coordination.driver import Address, RawConnection

TRANSACTION_POOLER = (
    "is a connection pooler without sessions of its own, so locks would not hold; "
    "set DATABASE_DIRECT_URL to PostgreSQL's own address."
)
"""The end of a sentence that begins with the database's name."""


async def shares_sessions(connection: RawConnection, address: Address, answer: float) -> bool:
    """Return whether another connection gets the same session, as through a transaction pooler.

    A pooler makes up the process id that it sends at the login. Only if that is not the id of the
    process that carries out statements, a second connection is made. PostgreSQL gives it a
    session of its own, and so does a pooler in session mode. In transaction mode it gets the idle
    session of the first connection.

    Args:
        connection: a connection to that address which is in no transaction.
        address: where it leads.
        answer: seconds that the other connection may take.

    Raises:
        StoreFault: The other connection could not be made.
    """
    backend = await backend_of(connection)
    if connection.get_server_pid() == backend:
        return False
    # Named statements would be looked for in other sessions.
    other = await address.connect(answer, statement_cache_size=0)
    try:
        theirs = await backend_of(other)
        ours = await backend_of(connection)
    finally:
        other.terminate()
    return ours != backend or theirs == ours


async def backend_of(connection: RawConnection) -> int:
    """Return the process id of the session that carries out statements."""
    (row,) = await connection.fetch("SELECT pg_backend_pid() AS pid")
    return int(row["pid"])
