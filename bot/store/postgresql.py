"""Connections to PostgreSQL: every wait has a time limit, and a dead peer is noticed."""

import logging
import socket
from typing import Any

from sqlalchemy import URL, Engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection, ExceptionContext
from sqlalchemy.ext.asyncio import create_async_engine

from bot.store.faults import ends_session

CONNECT_TIMEOUT = 10.0
"""Seconds that PostgreSQL may take to accept a connection."""

ANSWER = 10.0
"""Seconds that PostgreSQL may take to answer a statement, by default.

More than a transaction waits for others, so that it is PostgreSQL that gives up on a lock.
"""

CONNECTIONS = 10
"""The most connections of a process by default."""

SERVER_SHARE = 0.9
"""The part of the time for an answer after which PostgreSQL itself cancels a statement."""

KEEPALIVES = {"idle": 15, "interval": 5, "count": 3}
"""Seconds without traffic before a peer is probed, seconds between probes, and the most of them."""

_PLANNING = {"jit": "off", "max_parallel_workers_per_gather": "0"}
"""Queries are short. PostgreSQL takes some for long ones, since it can't estimate how few matches
are pending; to compile them or to divide them among workers takes longer than to run them.
"""

_POOLED = "boneyard_pooled"
_UNRETRIEVED = "Future exception was never retrieved"
_ABANDONED = "unexpected connection_lost() call"
"""What asyncpg says of a connection that ends before PostgreSQL has answered at all."""


def postgresql_engine(
    url: URL, *, patience: float, answer: float, connections: int, pooled: bool
) -> Engine:
    """Make an engine whose connections are not tested before use, which would cost a round trip.

    Instead the store runs a transaction again whose connection turns out to be lost.

    Behind a connection pooler in transaction mode (``pooled``), each transaction may be on another
    connection of PostgreSQL's. So statements are prepared without a name, and only in transactions.
    PgBouncer refuses settings at the start of a connection, so PostgreSQL's own time limits have to
    be the role's: ``ALTER ROLE boneyard SET lock_timeout = '5s'``, and likewise
    ``statement_timeout`` and ``idle_in_transaction_session_timeout``.
    """
    arguments: dict[str, Any] = {
        "timeout": min(answer, CONNECT_TIMEOUT),
        "command_timeout": answer,
        "server_settings": {"application_name": "boneyard"},
    }
    if pooled:
        arguments["statement_cache_size"] = 0
        arguments["prepared_statement_cache_size"] = 0
        arguments["prepared_statement_name_func"] = _no_name
    else:
        arguments["server_settings"] |= _limits(patience, answer) | _PLANNING
    engine = create_async_engine(
        url,
        hide_parameters=True,  # errors must not show secrets or deals
        connect_args=arguments,
        pool_size=connections,
        max_overflow=0,
        pool_timeout=patience,
        pool_use_lifo=True,
        execution_options={_POOLED: pooled},
    ).sync_engine
    ignore_abandoned_logins()
    event.listen(engine, "connect", _watch_peer(answer))
    event.listen(engine, "handle_error", _discard_broken)
    return engine


def is_pooled(engine: Engine) -> bool:
    return bool(engine.get_execution_options().get(_POOLED))


def _limits(patience: float, answer: float) -> dict[str, str]:
    limits = {
        "lock_timeout": _milliseconds(patience),
        "statement_timeout": _milliseconds(answer * SERVER_SHARE),
        "idle_in_transaction_session_timeout": _milliseconds(answer),
        "tcp_user_timeout": _milliseconds(answer),
    }
    return limits | {f"tcp_keepalives_{name}": str(value) for name, value in KEEPALIVES.items()}


def _milliseconds(seconds: float) -> str:
    return str(max(round(seconds * 1000), 1))  # 0 would be no limit


def _no_name() -> str:
    return ""  # a prepared statement without a name lasts until the next one


def _watch_peer(answer: float) -> Any:  # noqa: ANN401 - a listener, whose types differ by event
    """Return a listener that makes the operating system notice an unreachable server."""
    options = {
        "TCP_KEEPIDLE": KEEPALIVES["idle"],
        "TCP_KEEPINTVL": KEEPALIVES["interval"],
        "TCP_KEEPCNT": KEEPALIVES["count"],
        "TCP_USER_TIMEOUT": round(answer * 1000),
    }

    def watch(connection: DBAPIConnection, record: object) -> None:
        del record
        transport = connection.driver_connection._transport  # noqa: SLF001 - there is no other way
        peer = transport.get_extra_info("socket")
        if peer is None or peer.family not in {socket.AF_INET, socket.AF_INET6}:
            return
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for name, value in options.items():
            if (option := getattr(socket, name, None)) is not None:  # not every system has them all
                peer.setsockopt(socket.IPPROTO_TCP, option, value)

    return watch


def _discard_broken(context: ExceptionContext) -> None:
    """Drop a connection that did not answer in time or that the server is about to close.

    Otherwise one would be asked to roll back, which takes as long again, or be used once more.
    """
    error = context.original_exception
    if isinstance(error, TimeoutError) or ends_session(error):
        context.is_disconnect = True


def ignore_abandoned_logins() -> None:
    """Keep asyncio from logging that nobody has asked how an abandoned login ended.

    asyncpg closes the connection of a login that takes too long, and notes that in a future that
    nobody waits for any more. Whoever wanted to log in was told of the time limit already.
    """
    logging.getLogger("asyncio").addFilter(_is_worth_logging)


def _is_worth_logging(record: logging.LogRecord) -> bool:
    error = record.exc_info[1] if record.exc_info else None
    is_abandoned = isinstance(error, ConnectionError) and str(error) == _ABANDONED
    return not (is_abandoned and record.getMessage().startswith(_UNRETRIEVED))
