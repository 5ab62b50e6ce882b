from typing import Any

import pytest

from bot.cli.doctor_store import examine_shards
from bot.config import Settings
from tests.store.coordinating import processes, shards
from tests.store.test_hanging import listening, stay_silent_after_the_login

pytestmark = pytest.mark.parametrize("engines", ["postgresql"], indirect=True)


async def visit(url: str, **settings: Any) -> dict[str, str]:
    given = Settings(database_url=url, _env_file=None, **settings)
    return {each.about: str(each) async for each in examine_shards(given)}


async def test_who_holds_the_shards(database):
    assert await visit(database.url) == {
        "shards": "ok     shards: all, as many as Discord recommends, which no process holds now"
    }
    some: dict[str, Any] = {"shard_count": 8, "shard_ids": "0-3"}
    async with processes(database.url) as (one, two):
        assert await visit(database.url, **some) == {
            "shards": "ok     shards: 0–3 of 8, which no process holds now"
        }
        await one.locks.take(shards(8, 2, 3, 4))
        await two.locks.take(shards(8, 5))
        since = f"since {one.connection.session.since:%Y-%m-%d %H:%M:%S} UTC"
        verdicts = await visit(database.url, **some)
        expected = f"ok     shards: 0–3 of 8; a running process has held 2–3 {since}"
        assert verdicts["shards"].startswith(expected)
        assert verdicts["shards"].count("held") == 1
        assert (await visit(database.url))["shards"].count("held") == 2
        verdicts = await visit(database.url, shard_count=4)
        assert verdicts["shards"].startswith("WRONG")
        assert verdicts["shards"].count("SHARD_COUNT=8") == 2


async def test_the_direct_address(database, bare):
    verdicts = await visit(database.url, database_direct_url=database.url)
    assert list(verdicts) == ["direct", "shards"]
    assert "ok     direct: DATABASE_DIRECT_URL leads to the same" in verdicts["direct"]
    verdicts = await visit(database.url, database_direct_url=bare.url)
    assert "WRONG  direct: DATABASE_DIRECT_URL leads to another" in verdicts["direct"]


async def test_a_direct_address_that_does_not_answer(database, monkeypatch):
    monkeypatch.setattr("bot.cli.doctor_store.ANSWER", 0.1)
    async with listening(stay_silent_after_the_login) as silent:
        verdicts = await visit(database.url, database_direct_url=silent)
    assert list(verdicts) == ["direct"]
    assert verdicts["direct"].startswith("WRONG")
    assert "does not answer" in verdicts["direct"]
