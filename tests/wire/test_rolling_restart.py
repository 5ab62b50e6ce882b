"""A deploy while people play: each process is replaced, and its shards are silent for a moment."""

import asyncio
from pathlib import Path

import pytest

from tests.store.support import POSTGRES
from tests.wire.cluster import SHARDS, Cluster, many_guilds, own_database
from tests.wire.cluster_checks import Referee
from tests.wire.load import Load

pytestmark = [
    pytest.mark.deep,
    pytest.mark.skipif(not POSTGRES, reason="BONEYARD_TEST_POSTGRES_URL is not set"),
]

NEXT_RELEASE = ("-m", "tests.wire.next_release_bot", "run")
LONGEST_SILENCE = 10.0
"""Seconds that a shard may be silent, on a machine that is very busy."""


async def test_nothing_is_lost_or_doubled(tmp_path: Path) -> None:
    """All three are replaced by a release that adds a column to the database."""
    async with (
        own_database("rolling_restart") as url,
        many_guilds(channels=8, max_concurrency=4, identify_interval=4.9) as discord,
        Cluster(tmp_path, discord, url) as cluster,
    ):
        referee, load = Referee(discord), Load(discord, seed="deploy")

        async def replace_all() -> None:
            for number in range(len(cluster.processes)):
                await cluster.replace(number, NEXT_RELEASE)

        deploy = asyncio.create_task(replace_all())
        await load.play(20, at_once=10, during=deploy)
        await deploy
        await cluster.until_settled(load.groups)
        assert referee.complaints(load.groups, await cluster.stored()) == []
        assert referee.repetitions == []
        silences = discord.gateway.silences
        assert (len(silences), max(silences) < LONGEST_SILENCE) == (SHARDS, True), silences
        assert discord.gateway.too_early == []
        assert cluster.tracebacks == []
