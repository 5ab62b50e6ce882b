"""Three processes are killed again and again, and PostgreSQL is restarted and frozen meanwhile."""

import asyncio
import time
from pathlib import Path
from random import Random

import pytest

from tests.seeds import SEEDS
from tests.wire.bot_process import BotProcess
from tests.wire.cluster import Cluster, many_guilds
from tests.wire.fake_discord import until
from tests.wire.load import Load
from tests.wire.private_postgres import PrivatePostgres, binaries
from tests.wire.referee import Referee

PROGRAMS = binaries()
without = pytest.mark.skipif(PROGRAMS is None, reason="PostgreSQL is not installed")
pytestmark = [pytest.mark.deep, without]

DEAF = ("-m", "tests.wire.changed_bot", "deaf", "run")
MATCHES = 20 * len(SEEDS)
KILLS = 6 * len(SEEDS)
"""How often each process is killed."""
AT_ONCE = 10
"""How many matches are played at the same time; starting killed processes again takes the rest."""
SHORT_LIFE = 3.0
"""Seconds after which a process is killed at the latest that may not have done anything yet."""
RESTARTS = FREEZES = 2 * len(SEEDS)
FROZEN = 10.0
"""Seconds for which PostgreSQL does not answer."""


async def kill_often(bot: BotProcess, chance: Random) -> None:
    """Kill it at any moment after it has connected; every other time, let it do something first.

    For that it gets up to twice the time that its start took, however slow the machine is.
    """
    for number in range(KILLS):
        begun, longest = time.monotonic(), SHORT_LIFE
        await until(lambda: bot.process.returncode is None and bot.is_up, "it is up again")
        if number % 2:
            await until(lambda: bot.was_ready or bot.process.returncode is not None, "it is ready")
            longest = 2 * (time.monotonic() - begun)
        await asyncio.sleep(chance.uniform(0.0, longest))
        if bot.process.returncode is None:
            bot.process.kill()
            await bot.process.wait()


async def upset(postgres: PrivatePostgres, chance: Random) -> None:
    for restarts in chance.sample([True] * RESTARTS + [False] * FREEZES, RESTARTS + FREEZES):
        await asyncio.sleep(chance.uniform(1.0, 8.0))
        if restarts:
            await postgres.restart()
        else:
            await postgres.freeze(FROZEN)


async def test_nothing_is_lost_or_done_twice(tmp_path: Path) -> None:
    assert PROGRAMS is not None
    chance = Random("chaos")
    async with (
        PrivatePostgres(PROGRAMS) as postgres,
        many_guilds(channels=12) as discord,
        Cluster(tmp_path, discord, postgres.url, DEAF) as cluster,
    ):
        referee, load = Referee(discord), Load(discord, seed="chaos")
        supervisors = [asyncio.create_task(each.keep_running()) for each in cluster.processes]
        killing = (kill_often(each, chance) for each in cluster.processes)
        trouble = asyncio.gather(upset(postgres, chance), *killing)
        try:
            await load.play(MATCHES, AT_ONCE, during=trouble)
            await trouble
            await until(lambda: all(each.is_up for each in cluster.processes), "all are up again")
            await load.settled(cluster.until_all_is_shown())
        finally:
            trouble.cancel()
            for task in supervisors:
                task.cancel()
            await asyncio.gather(trouble, *supervisors, return_exceptions=True)
        assert referee.complaints(load.groups, await cluster.stored()) == []
        assert referee.pinged_twice == []
        assert referee.sent_twice == []
        ended = {each for process in cluster.processes for each in process.own_exits}
        assert ended <= {(2, False)}, "only at a start may a process give up without its database"
        assert cluster.tracebacks == []
