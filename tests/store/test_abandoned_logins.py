import asyncio
import gc
import logging
import socket

import pytest

from bot.store import postgresql
from bot.store.postgresql import ignore_abandoned_logins

asyncpg = pytest.importorskip("asyncpg")
STEPS = 20
"""More turns of the event loop than a connection on this machine takes."""


async def abandon_logins() -> None:
    """Begin to log in where nobody answers, and give up at each possible moment."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        host, port = silent.getsockname()
        for steps in range(STEPS):
            login = asyncio.create_task(asyncpg.connect(host=host, port=port, user="nobody"))
            for _ in range(steps):
                await asyncio.sleep(0)
            login.cancel()
            await asyncio.wait([login])
            await asyncio.sleep(0)
        gc.collect()


async def test_it_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    log = logging.getLogger("asyncio")
    log.removeFilter(postgresql._is_worth_logging)
    await abandon_logins()
    assert "unexpected connection_lost() call" in caplog.text
    caplog.clear()

    ignore_abandoned_logins()
    await abandon_logins()
    assert caplog.text == ""


async def test_other_errors_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    ignore_abandoned_logins()
    asyncio.get_running_loop().create_future().set_exception(ConnectionError("another"))
    gc.collect()
    assert "another" in caplog.text
