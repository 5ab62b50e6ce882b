import os
import signal
from itertools import count

import pytest
from sqlalchemy import event

from bot.service.ports.faults import StoreBusy, StoreFault
from bot.store import transactions
from bot.store.faults import ConnectionLost
from tests.store.matches import DEAL, play, reread

DEADLOCK, SERIALIZATION, LOST = "40P01", "40001", "57P01"


class Failure(Exception):
    """An error of the database with a code of PostgreSQL's."""

    def __init__(self, sqlstate: str) -> None:
        super().__init__("whatever")
        self.sqlstate = sqlstate


@pytest.fixture
def fail(store, monkeypatch):
    """Return a function that makes the store fail at an event, the first ``times`` times."""
    monkeypatch.setattr(transactions, "_PAUSES", (0.0, 0.0, 0.0))
    listening = []

    def failing(moment: str, code: str, times: int):
        calls = count(1)

        def fail(*_: object) -> None:
            if next(calls) <= times:
                raise Failure(code)

        event.listen(store.database.engine, moment, fail)
        listening.append((store.database.engine, moment, fail))
        return calls

    yield failing
    for each in listening:
        event.remove(*each)


STATEMENT, COMMIT = "before_cursor_execute", "commit"


@pytest.mark.parametrize(
    ("moment", "code", "times"),
    [(STATEMENT, DEADLOCK, 3), (COMMIT, SERIALIZATION, 3), (STATEMENT, LOST, 1)],
)
async def test_a_transaction_without_effect_is_run_again(store, match, fail, moment, code, times):
    fail(moment, code, times)
    await play(store, match, 1, revision=match.revision)
    after = await reread(store, match)
    assert (after.ply, after.revision) == (2, match.revision + 1)


@pytest.mark.parametrize(
    ("moment", "code", "fault", "attempts"),
    [
        (STATEMENT, DEADLOCK, StoreBusy, 4),
        (STATEMENT, LOST, ConnectionLost, 2),
        (COMMIT, LOST, StoreFault, 1),
    ],
)
async def test_retries_are_limited_and_none_follows_a_possible_commit(
    store, match, other, fail, moment, code, fault, attempts
):
    calls = fail(moment, code, 99)
    with pytest.raises(fault) as told:
        await play(store, match, 1, revision=match.revision)
    assert next(calls) == 1 + attempts
    assert isinstance(told.value, ConnectionLost) == (fault is ConnectionLost)
    assert await other.log(match.id) == (DEAL,)


async def test_a_read_is_run_again_once(store, match, fail):
    fail(STATEMENT, LOST, 1)
    assert await store.match(match.id) == match
    fail(STATEMENT, LOST, 2)
    with pytest.raises(ConnectionLost):
        await store.match(match.id)


@pytest.mark.deep
@pytest.mark.parametrize("engines", ["postgresql"], indirect=True)
@pytest.mark.parametrize("statement", ["UPDATE matches", "INSERT INTO log", "COMMIT"])
async def test_a_server_process_ends_in_the_middle_of_a_move(store, match, other, statement):
    ends = iter([True])

    def end(connection, sent: str) -> None:
        if sent.startswith(statement) and next(ends, False):
            os.kill(connection.connection.driver_connection.get_server_pid(), signal.SIGTERM)

    engine = store.database.engine
    event.listen(engine, STATEMENT, lambda connection, _, sent, *__: end(connection, sent))
    event.listen(engine, COMMIT, lambda connection: end(connection, "COMMIT"))
    if statement == "COMMIT":
        with pytest.raises(StoreFault, match="was lost"):
            await play(store, match, 1, revision=match.revision)
        assert await other.log(match.id) == (DEAL,)
    await play(store, match, 1, revision=match.revision)
    assert await other.log(match.id) == (DEAL, (0, "6-4"))
