"""A real process carries out what people plan, and one table shows several such moves."""

from pathlib import Path

import pytest

from tests.wire.bot_process import BotProcess
from tests.wire.fake_discord import FakeDiscord
from tests.wire.group import Group
from tests.wire.person import Person
from tests.wire.referee import Referee
from tests.wire.test_crashes import QUICK_CALLS

pytestmark = pytest.mark.deep


async def test_planned_moves_are_made_and_one_table_shows_several(tmp_path: Path) -> None:
    async with FakeDiscord() as discord, BotProcess(tmp_path, discord, QUICK_CALLS) as bot:
        await bot.ready()
        referee, people = Referee(discord), [Person.new(discord) for _ in range(3)]
        table = Group(discord, people=people, pace="day", target="1", plans=1, seed=2)
        await table.play()
        await bot.until_all_is_shown()
        assert referee.complaints([table], bot.stored) == []
        plies, users = bot.stored.replayed(table.match), bot.stored.users(table.match)
        chosen = [each for each in plies if not each.move.automatic and each.actor in users]
        pressed = {(move.ply, move.code) for move in table.moves if move.played}
        planned = [each for each in chosen if (each.index, each.move.code) not in pressed]
        assert planned
        tables = [each for each in table.shown if "table.png" in each.files]
        assert len(tables) < len(chosen)
        assert bot.tracebacks == []
