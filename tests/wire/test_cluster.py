"""Three processes that share a PostgreSQL: they play many matches; some others are refused.

What they do when processes and the database die is in `test_cluster_chaos.py`, deploys are in
`test_rolling_restart.py`.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.model.shards import Shards
from tests.seeds import SEEDS
from tests.wire.bot_process import BotProcess
from tests.wire.cluster import HELD, POSTGRES, SHARDS, Cluster, many_guilds, own_database
from tests.wire.cluster_checks import Referee
from tests.wire.fake_discord import FakeDiscord
from tests.wire.load import Load

pytestmark = [
    pytest.mark.deep,
    pytest.mark.skipif(not POSTGRES, reason="BONEYARD_TEST_POSTGRES_URL is not set"),
]

MATCHES = 100 * len(SEEDS)


@pytest.fixture
async def url(request: pytest.FixtureRequest) -> AsyncIterator[str]:
    async with own_database(request.node.name[:30]) as url:
        yield url


async def test_many_matches(tmp_path: Path, url: str) -> None:
    async with many_guilds(channels=4) as discord, Cluster(tmp_path, discord, url) as cluster:
        referee, load = Referee(discord), Load(discord, seed="play")
        await load.play(MATCHES)
        await cluster.until_settled(load.groups)
        assert referee.complaints(load.groups, await cluster.stored()) == []
        assert None not in load.waits, "every press was answered"
        assert referee.repetitions == []
        assert {each.client for each in discord.requests("POST", "/interactions/*")} == {
            each.client for each in cluster.processes
        }
        assert discord.gateway.too_early == []
        assert cluster.tracebacks == []


@pytest.mark.parametrize(
    ("shards", "words"),
    [
        (Shards(SHARDS, frozenset({1, 2})), ("Shard 1 ", "since")),
        (Shards(SHARDS + 1, frozenset({SHARDS})), (f"SHARD_COUNT={SHARDS} ", "since")),
    ],
    ids=["a shard of another", "another number of shards"],
)
async def test_a_process_that_does_not_fit_the_others_is_refused(
    tmp_path: Path, discord: FakeDiscord, url: str, shards: Shards, words: tuple[str, ...]
) -> None:
    async with BotProcess(tmp_path / "first", discord, shards=HELD[0], DATABASE_URL=url) as first:
        await first.ready()
        async with BotProcess(
            tmp_path / "second", discord, shards=shards, DATABASE_URL=url
        ) as second:
            assert await second.ended() == 2
            line = second.output.splitlines()[-1]
            assert all(word in line for word in words), line
        assert first.is_up
