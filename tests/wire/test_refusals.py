"""What keeps the bot from running is one line and an exit status."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.wire.program import Program
from tests.wire.standin import Discord

WRONG = "d3Jvbmc.wrong.token"


async def ended(directory: Path, discord: Discord | None, **settings: str) -> tuple[int, str]:
    """Run the bot to its end: exit status and what it said."""
    async with Program(directory, discord, **settings) as bot:
        status = await bot.ended(60)
        return status, bot.output


def one_line(output: str, *parts: str) -> None:
    assert output.endswith("\n")
    assert output.count("\n") == 1, output
    assert "Traceback" not in output
    for part in parts:
        assert part in output


async def test_discord_refuses(tmp_path: Path, discord: Discord) -> None:
    """The token by HTTP, then by the gateway; intents that were not granted."""
    (status, output) = await ended(tmp_path / "http", discord, DISCORD_TOKEN=WRONG)
    assert status == 2
    one_line(output, "DISCORD_TOKEN")
    assert WRONG not in output

    for code, word in ((4004, "DISCORD_TOKEN"), (4014, "intents")):
        discord.gateway.close_with = code
        status, output = await ended(tmp_path / str(code), discord)
        assert status == 2, output
        one_line(output, word)


async def test_discord_is_not_there(tmp_path: Path, discord: Discord) -> None:
    """Nobody listens, or whoever listens hangs up."""
    discord.fault("GET", "/users/@me", times=10, drop="before")
    absent, silent = await asyncio.gather(
        ended(tmp_path / "absent", None), ended(tmp_path / "silent", discord)
    )
    for status, output in (absent, silent):
        assert status == 1, output
        one_line(output, "cannot be reached")


async def test_the_database_is_of_no_use(tmp_path: Path, discord: Discord) -> None:
    """Read-only, from a newer version, no database at all, nowhere to put it."""
    newer = tmp_path / "newer.db"
    with closing(sqlite3.connect(newer)) as db:
        db.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        db.execute("INSERT INTO alembic_version VALUES ('9999')")
        db.commit()
    noise = tmp_path / "noise.db"
    noise.write_bytes(b"no database " * 100)
    urls = {
        "read-only": f"sqlite+aiosqlite:///file:{newer}?mode=ro&uri=true",
        "newer": f"sqlite+aiosqlite:///{newer}",
        "not a SQLite": f"sqlite+aiosqlite:///{noise}",
        "cannot be made": "sqlite+aiosqlite:////proc/nowhere/boneyard.db",
    }
    ends = await asyncio.gather(
        *(ended(tmp_path / word, discord, DATABASE_URL=url) for word, url in urls.items())
    )
    for (status, output), word in zip(ends, urls, strict=True):
        assert status == 2, output
        one_line(output, word)


@pytest.mark.long
async def test_discord_is_ill(tmp_path: Path, discord: Discord) -> None:
    discord.fault("GET", "/users/@me", times=10, status=502)
    status, output = await ended(tmp_path, discord)
    assert status == 1, output
    one_line(output, "cannot be reached")
