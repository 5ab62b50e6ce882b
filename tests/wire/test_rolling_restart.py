"""Deploys while people play: each process is replaced by another, and every press is answered."""

import asyncio
from pathlib import Path

import pytest

from tests.wire.cluster import POSTGRES, Cluster, many_guilds, own_database
from tests.wire.cluster_checks import Referee
from tests.wire.load import Load

pytestmark = [
    pytest.mark.deep,
    pytest.mark.skipif(not POSTGRES, reason="BONEYARD_TEST_POSTGRES_URL is not set"),
]

NEXT_RELEASE = ("-m", "tests.wire.next_release_bot", "run")


async def test_every_press_is_answered(tmp_path: Path) -> None:
    """All three are replaced twice: first by the same release, then by one that adds a column."""
    async with (
        own_database("rolling_restart") as url,
        many_guilds(channels=8) as discord,
        Cluster(tmp_path, discord, url) as cluster,
    ):
        referee, load = Referee(discord), Load(discord, seed="deploy")

        async def replace_all_twice() -> None:
            for command in (None, NEXT_RELEASE):
                for number in range(len(cluster.processes)):
                    await cluster.replace(number, command)

        deploys = asyncio.create_task(replace_all_twice())
        await load.play(40, at_once=10, during=deploys)
        await deploys
        await cluster.until_settled(load.groups)
        assert referee.complaints(load.groups, await cluster.stored()) == []
        assert referee.repetitions == []
        assert None not in load.waits, "every press was answered"
        assert discord.gateway.too_early == []
        assert cluster.tracebacks == []
