import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.model.shards import Shards
from tests.seeds import SEEDS
from tests.store.support import POSTGRES
from tests.wire.bot_process import BotProcess
from tests.wire.cluster import HELD, RUN, SHARDS, Cluster, many_guilds, own_database
from tests.wire.load import Load
from tests.wire.referee import Referee

without = pytest.mark.skipif(not POSTGRES, reason="BONEYARD_TEST_POSTGRES_URL is not set")
pytestmark = [pytest.mark.deep, without]

MATCHES = 60 * len(SEEDS)
NEXT_RELEASE = ("-m", "tests.wire.changed_bot", "next_release", "run")
LONGEST_SILENCE = 10.0
"""Seconds that a shard may be silent, on a machine that is very busy."""
COUNTED = f"SHARD_COUNT={SHARDS} "
IMPATIENT = (
    "-c",
    """
import sys
from bot.cli import main
from bot.store.coordination import shard_locks

shard_locks.LONGEST_WAIT = 0.5
sys.exit(main(["run"]))
""",
)
"""Runs a bot that soon stops waiting for shards that others hold."""


@pytest.fixture
async def url(request: pytest.FixtureRequest) -> AsyncIterator[str]:
    async with own_database(request.node.name[:30]) as url:
        yield url


async def test_many_matches(tmp_path: Path, url: str) -> None:
    async with many_guilds(channels=4) as discord, Cluster(tmp_path, discord, url) as cluster:
        referee, load = Referee(discord), Load(discord, seed="play")
        await load.play(MATCHES)
        await load.settled(cluster.until_all_is_shown())
        assert referee.complaints(load.groups, await cluster.stored()) == []
        assert all(each.reply is not None for each in discord.interactions.values())
        assert referee.repetitions == []
        answering = {each.client for each in discord.requests("POST", "/interactions/*")}
        assert answering == {each.client for each in cluster.processes}
        assert cluster.tracebacks == []


async def test_a_process_that_does_not_fit_the_others_is_refused(tmp_path, discord, url):
    def process(name: str, shards: Shards, *command: str) -> BotProcess:
        return BotProcess(tmp_path / name, discord, command, shards=shards, DATABASE_URL=url)

    shards_of_the_first = process("shards", Shards(SHARDS, frozenset({1, 2})), *IMPATIENT)
    other_number = process("number", Shards(SHARDS + 1, frozenset({SHARDS})), *IMPATIENT)
    async with process("first", HELD[0], *RUN) as first:
        await first.ready()
        async with shards_of_the_first, other_number:
            for each, word in ((shards_of_the_first, "Shard 1 "), (other_number, COUNTED)):
                assert await each.ended() == 2
                line = each.output.splitlines()[-1]
                assert word in line and "since" in line, line  # noqa: PT018
        assert first.is_up


async def test_a_deploy_while_people_play(tmp_path: Path, url: str) -> None:
    """All three are replaced by a release that adds a column; shards are silent for a moment."""
    async with (
        many_guilds(channels=8, max_concurrency=4, interval=4.9) as discord,
        Cluster(tmp_path, discord, url) as cluster,
    ):
        referee, load = Referee(discord), Load(discord, seed="deploy")

        async def replace_all() -> None:
            for number in range(len(cluster.processes)):
                await cluster.replace(number, NEXT_RELEASE)

        deploy = asyncio.create_task(replace_all())
        await load.play(20, at_once=10, during=deploy)
        await deploy
        await load.settled(cluster.until_all_is_shown())
        assert referee.complaints(load.groups, await cluster.stored()) == []
        assert referee.repetitions == []
        silences = discord.gateway.silences
        assert (len(silences), max(silences) < LONGEST_SILENCE) == (SHARDS, True), silences
        assert discord.gateway.too_early == []
        assert cluster.tracebacks == []
