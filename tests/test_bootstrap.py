import asyncio
import gc
import logging
import os
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, cast
from unittest.mock import AsyncMock

import discord as discord_py
import pytest

import bot.bootstrap
from bot.bootstrap import BAD_INPUT, UNREACHABLE, build
from bot.config import Settings
from bot.discord_ui.client import BoneyardClient
from bot.store.instance_lock import claimed
from tests.blank import write_blank
from tests.http_stub import HttpStub

ME = "/users/@me"
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GhOsT_.a-token-nobody-must-read"
USER = {"id": "1", "username": "Boneyard", "discriminator": "0", "avatar": None, "bot": True}
ABOUT = {"id": "1", "name": "Boneyard", "icon": None, "description": "", "verify_key": ""}
APPLICATION = ABOUT | {"owner": USER, "bot_public": True, "bot_require_code_grant": False}
APPLICATION |= {"flags": 0}


@pytest.fixture
def discord() -> Iterator[HttpStub]:
    answers = {ME: (200, USER), "/oauth2/applications/@me": (200, APPLICATION)}
    with HttpStub(answers).serving() as server:
        yield server


@dataclass
class EndedMatch:
    status: int
    out: str
    complaint: str


Run = Callable[..., EndedMatch]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return the path of the database, which is not there."""
    return tmp_path / "boneyard.db"


@pytest.fixture
def run(monkeypatch, capfd, discord, file) -> Iterator[Run]:
    """Yield a function that runs the program in this process, with a token and such settings."""
    monkeypatch.setattr(discord_py.http.Route, "BASE", discord_py.http.Route.BASE)
    root = logging.getLogger()
    before, level = root.handlers[:], root.level

    def run(**settings: Any) -> EndedMatch:
        capfd.readouterr()
        given: dict[str, Any] = {"discord_token": TOKEN, "discord_api_url": discord.url}
        given |= {"database_url": f"sqlite+aiosqlite:///{file}"} | settings
        return EndedMatch(bot.bootstrap.run(Settings(_env_file=None, **given)), *capfd.readouterr())

    yield run
    gc.unfreeze()
    root.handlers[:] = before
    root.setLevel(level)


def check_one_line(ended: EndedMatch, status: int, *words: str) -> None:
    assert ended.status == status
    assert ended.out == ""
    (line,) = ended.complaint.splitlines()
    assert all(word in line for word in words), line
    assert TOKEN not in line


async def test_a_process_without_a_token_says_where_to_get_one(tmp_path):
    kept = {key: value for key, value in os.environ.items() if key in {"PATH", "LANG", "HOME"}}
    code = "import sys; from bot.bootstrap import run; from bot.config import load_settings;"
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", code + " sys.exit(run(load_settings(None)))"),
        cwd=tmp_path,
        env=kept | {"PYTHONPATH": str(Path(__file__).parents[1])},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, complaint = await process.communicate()
    ended = EndedMatch(process.returncode or 0, out.decode(), complaint.decode())
    check_one_line(ended, BAD_INPUT, "DISCORD_TOKEN is not set", ".env.example")
    assert list(tmp_path.iterdir()) == [], "and touches nothing"


@pytest.mark.parametrize("level", ["INFO", "DEBUG"])
def test_a_refused_token_is_never_printed(run, discord, level):
    discord.answers[ME] = (401, {"message": "401: Unauthorized", "code": 0})
    ended = run(log_level=level)
    assert ended.status == BAD_INPUT
    assert "Traceback" not in ended.complaint
    for part in (TOKEN, *TOKEN.split(".")[1:]):
        assert part not in ended.complaint + ended.out
    assert "DISCORD_TOKEN" in ended.complaint.splitlines()[-1]
    if level == "INFO":
        check_one_line(ended, BAD_INPUT, "DISCORD_TOKEN")
    assert discord.asked == [(ME, f"Bot {TOKEN}")], "asked once, at the address given"


def test_discord_that_cannot_be_reached(run):
    ended = run(discord_api_url="http://127.0.0.1:9/api/v10")
    check_one_line(ended, UNREACHABLE, "Discord cannot be reached")


def test_discord_that_is_out_of_order(run, discord, monkeypatch):
    monkeypatch.setattr(discord_py.http.asyncio, "sleep", AsyncMock())  # type: ignore[attr-defined]
    discord.answers[ME] = (502, "Bad Gateway")
    check_one_line(run(), UNREACHABLE, "Discord cannot be reached")
    assert len(discord.asked) > 1, "it is asked again"


def test_a_database_from_a_newer_version_is_left_alone(run, file, discord):
    write_blank(file)
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    before = file.read_bytes()
    check_one_line(run(), BAD_INPUT, "9999", "newer Boneyard")
    assert file.read_bytes() == before
    assert not any("commands" in path for path, _ in discord.asked)


@pytest.mark.deep
def test_a_database_that_somebody_holds_for_long(run, file):
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        check_one_line(run(), BAD_INPUT, str(file))


def test_a_port_for_metrics_that_is_taken(run, discord):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ended = run(metrics_port=port)
    check_one_line(ended, BAD_INPUT, f"127.0.0.1:{port}", "address already in use")
    assert discord.asked == []


def test_two_bots_on_one_database(run, file, discord, monkeypatch):
    monkeypatch.setattr(bot.bootstrap, "claimed", partial(claimed, patience=0.01))
    with claimed(f"sqlite+aiosqlite:///{file}"):
        ended = run()
    check_one_line(ended, BAD_INPUT, "boneyard.db", "stop that one first")
    assert discord.asked == []


def test_building_the_bot_touches_nothing(tmp_path):
    url = f"sqlite+aiosqlite:///{tmp_path / 'data' / 'boneyard.db'}"
    client = build(Settings(database_url=url, _env_file=None))
    assert not client.is_ready()
    assert not (tmp_path / "data").exists()
    assert client.intents.value == 1, "no intent but guilds"


async def test_the_program_itself_is_not_looked_through_for_garbage_while_people_play():
    frozen: list[int] = []

    class Client:
        async def login(self, token: str) -> None:
            assert token == TOKEN

        async def connect(self) -> None:
            frozen.append(gc.get_freeze_count())

    before, client = gc.get_threshold(), cast("BoneyardClient", Client())
    try:
        await bot.bootstrap._started(client, TOKEN)
        assert gc.get_threshold() == bot.bootstrap.GARBAGE_THRESHOLDS
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
    assert frozen[0] > 10_000


def test_a_bot_that_cannot_go_on_exits_with_that_status_even_by_force():
    """As if the database hung while it closes."""
    hanging = """
import time
from bot import bootstrap
bootstrap.EXIT_TIMEOUT = 0
bootstrap._Ending().end("Shard 0 is held by another process.")
time.sleep(60)
"""
    command = [sys.executable, "-c", hanging]
    ended = subprocess.run(command, capture_output=True, timeout=50, check=False)
    assert ended.returncode == BAD_INPUT
    assert ended.stderr.endswith(b"Shard 0 is held by another process.\n")
