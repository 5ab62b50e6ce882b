"""Keeps logins to PostgreSQL that were given up from being logged as errors."""

import logging

_UNRETRIEVED = "Future exception was never retrieved"
_ABANDONED = "unexpected connection_lost() call"
"""What asyncpg says of a connection that ends before PostgreSQL has answered at all."""


def ignore_abandoned_logins() -> None:
    """Keep asyncio from logging that nobody has asked how an abandoned login ended.

    If a login takes too long while its connection is being made, asyncpg closes the connection, and
    notes that in a future that nobody waits for any more. Whoever wanted to log in was told of the
    time limit already.
    """
    logging.getLogger("asyncio").addFilter(_is_worth_logging)


def _is_worth_logging(record: logging.LogRecord) -> bool:
    error = record.exc_info[1] if record.exc_info else None
    is_abandoned = isinstance(error, ConnectionError) and str(error) == _ABANDONED
    return not (is_abandoned and record.getMessage().startswith(_UNRETRIEVED))
