"""What a bot writes into its log while matches are played: lines with their match, no secrets."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

from bot.config import LogFormat
from tests.discord_ui.sweep import pieces_in
from tests.wire.people import Person, Table
from tests.wire.program import Program
from tests.wire.standin import TOKEN, Discord, until

STAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z (\w+) +([\w.]+): .")


async def test_a_match_at_debug_leaves_no_secret_in_the_log(tmp_path: Path) -> None:
    await asyncio.gather(
        told_as("plain", tmp_path / "plain"),
        told_as("json", tmp_path / "json"),
    )


async def told_as(form: LogFormat, directory: Path) -> None:
    async with (
        Discord() as discord,
        Program(directory, discord, LOG_LEVEL="DEBUG", LOG_FORMAT=form) as bot,
    ):
        await bot.ready()
        people = (Person(discord, 101), Person(discord, 102))
        table = await Table.open(bot, people, discord.channel(), "logs", target="1000")
        await table.play(4)
        room = f"/channels/{table.channel.id}/messages"
        discord.fault("POST", room, drop="before")  # shown later: there are tracebacks
        await play_until_trouble(bot, table)
        await until(lambda: not bot.books.owed(), 10, "the table that could not be shown")
        said = bot.output
        check_lines(form, said)
        check_secrets(bot, said, table)


async def play_until_trouble(bot: Program, table: Table) -> None:
    """Move until a table could not be sent."""
    while "Traceback" not in bot.output:
        mover = table.to_move()
        assert mover is not None
        table.moves.append(mover.press_move(await mover.hand(table.message)))
        await mover.shown(table.moves[-1].interaction)
        await asyncio.sleep(0.3)


def check_lines(form: LogFormat, said: str) -> None:
    if form == "plain":
        assert all(STAMP.match(line) for line in said.splitlines() if line.startswith("20"))
        return
    told = [json.loads(line) for line in said.splitlines()]
    assert all({"time", "level", "logger", "event"} <= each.keys() for each in told)


def check_secrets(bot: Program, said: str, table: Table) -> None:
    with bot.books.opened() as database:
        ((secret,),) = database.execute("SELECT secret FROM matches").fetchall()
    assert len(said.splitlines()) > 20, "it told much"
    assert TOKEN not in said
    assert secret.hex() not in said
    assert repr(secret) not in said
    assert "interaction-" not in said, "tokens of interactions"
    assert not pieces_in(said), pieces_in(said)
    assert not [each for each in table.moves if f":{each.ply}:{each.code}" in said]
