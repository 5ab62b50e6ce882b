"""The program: what it says, and with which status it ends, when it cannot run."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import socket
import sqlite3
import sys
from collections.abc import AsyncIterator, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

import bot.app
from bot.app import BAD_INPUT, UNREACHABLE, build
from bot.config import Settings
from bot.store import open_store, upgrade
from bot.store.claim import claimed

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GhOsT_.a-token-nobody-must-read"
PROGRAM = "import sys; from bot.app import run; from bot.config import load_settings;"
RUN = PROGRAM + " sys.exit(run(load_settings(None)))"
USER = {"id": "1", "username": "Boneyard", "discriminator": "0", "avatar": None, "bot": True}
APPLICATION = {
    "id": "1",
    "name": "Boneyard",
    "icon": None,
    "description": "",
    "bot_public": True,
    "bot_require_code_grant": False,
    "verify_key": "",
    "flags": 0,
    "owner": USER,
}


@dataclass
class Discord:
    """Just enough of Discord to be refused by."""

    url: str = ""
    known: bool = True
    seen: list[str] = field(default_factory=list)

    async def answer(self, request: web.Request) -> web.Response:
        self.seen.append(f"{request.method} {request.path}")
        if not self.known:
            return web.json_response({"message": "401: Unauthorized", "code": 0}, status=401)
        assert request.headers["Authorization"] == f"Bot {TOKEN}"
        answer = USER if request.path.endswith("/users/@me") else APPLICATION
        plain = {"Content-Type": "application/json"}  # discord.py wants it without a charset
        return web.Response(body=json.dumps(answer).encode(), headers=plain)


@pytest.fixture
async def discord() -> AsyncIterator[Discord]:
    there = Discord()
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", there.answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    there.url = f"http://{host}:{port}/api/v10"
    yield there
    await runner.cleanup()


@dataclass
class Ended:
    status: int
    out: str
    complaint: str


async def run(folder: Path, level: str = "INFO", **settings: str) -> Ended:
    """The program in a process of its own, with these settings and no others."""
    environment = {
        key: value for key, value in os.environ.items() if key in {"PATH", "LANG", "HOME"}
    }
    environment |= {"PYTHONPATH": str(Path(__file__).parents[1]), "LOG_LEVEL": level}
    environment |= {name.upper(): value for name, value in settings.items()}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-c", RUN),
        cwd=folder,
        env=environment,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(30):
            out, complaint = await process.communicate()
    except TimeoutError:
        process.kill()
        await process.wait()
        raise
    return Ended(process.returncode or 0, out.decode(), complaint.decode())


def check_one_line(ended: Ended, status: int, *words: str) -> None:
    assert ended.status == status
    assert ended.out == ""
    (line,) = ended.complaint.splitlines()
    assert all(word in line for word in words), line
    assert TOKEN not in line


async def test_without_a_token_it_says_where_to_get_one(tmp_path):
    check_one_line(await run(tmp_path), BAD_INPUT, "DISCORD_TOKEN is not set", ".env.example")
    assert list(tmp_path.iterdir()) == [], "and touches nothing"


@pytest.mark.parametrize("level", ["INFO", "DEBUG"])
async def test_a_refused_token_is_never_printed(tmp_path, discord, level):
    discord.known = False
    ended = await run(tmp_path, level, discord_token=TOKEN, discord_api_url=discord.url)
    assert ended.status == BAD_INPUT
    assert "Traceback" not in ended.complaint
    for part in (TOKEN, *TOKEN.split(".")[1:]):
        assert part not in ended.complaint + ended.out
    assert "DISCORD_TOKEN" in ended.complaint.splitlines()[-1]
    if level == "INFO":
        check_one_line(ended, BAD_INPUT, "DISCORD_TOKEN")
    assert discord.seen == ["GET /api/v10/users/@me"], (
        "Discord was asked once, at the address given"
    )


async def test_discord_that_cannot_be_reached(tmp_path):
    ended = await run(tmp_path, discord_token=TOKEN, discord_api_url="http://127.0.0.1:9/api/v10")
    check_one_line(ended, UNREACHABLE, "Discord cannot be reached")


async def made_by_a_newer_boneyard(path: Path) -> None:
    store = open_store(f"sqlite+aiosqlite:///{path}")
    await upgrade(store.engine)
    await store.dispose()
    with sqlite3.connect(path) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()


async def with_database(tmp_path: Path, discord: Discord, url: str) -> Ended:
    return await run(tmp_path, discord_token=TOKEN, discord_api_url=discord.url, database_url=url)


async def test_a_database_from_a_newer_version_is_left_alone(tmp_path, discord):
    path = tmp_path / "newer.db"
    await made_by_a_newer_boneyard(path)
    before = path.read_bytes()
    ended = await with_database(tmp_path, discord, f"sqlite+aiosqlite:///{path}")
    check_one_line(ended, BAD_INPUT, "9999", "newer Boneyard")
    assert path.read_bytes() == before
    assert not any("commands" in request for request in discord.seen)


@pytest.mark.long
async def test_a_database_that_somebody_holds_for_long(tmp_path, discord):
    path = tmp_path / "boneyard.db"
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    ended = await with_database(tmp_path, discord, f"sqlite+aiosqlite:///{path}")
    other.close()
    check_one_line(ended, BAD_INPUT, str(path))


async def test_a_port_for_metrics_that_is_taken(tmp_path, discord):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        ended = await run(
            tmp_path, discord_token=TOKEN, discord_api_url=discord.url, metrics_port=port
        )
    check_one_line(ended, BAD_INPUT, f"127.0.0.1:{port}", "address already in use")
    assert discord.seen == []


async def test_two_bots_on_one_database(tmp_path, discord):
    url = f"sqlite+aiosqlite:///{tmp_path / 'boneyard.db'}"
    with claimed(url):
        ended = await with_database(tmp_path, discord, url)
    check_one_line(ended, BAD_INPUT, "boneyard.db", "stop that one first")
    assert discord.seen == []


def test_building_the_bot_touches_nothing(tmp_path):
    url = f"sqlite+aiosqlite:///{tmp_path / 'data' / 'boneyard.db'}"
    client = build(Settings(database_url=url, _env_file=None))
    assert not client.is_ready()
    assert not (tmp_path / "data").exists()
    assert client.intents.value == 1, "no intent but guilds"


def test_the_program_itself_is_not_looked_through_for_garbage_while_people_play(
    tmp_path, monkeypatch
):
    frozen = []

    def ran(work: Coroutine[Any, Any, None]) -> None:
        work.close()
        frozen.append(gc.get_freeze_count())

    monkeypatch.setattr(bot.app, "start_logging", lambda *_: None)
    monkeypatch.setattr(asyncio, "run", ran)
    try:
        url = f"sqlite+aiosqlite:///{tmp_path}/boneyard.db"
        status = bot.app.run(Settings(discord_token=TOKEN, database_url=url, _env_file=None))
    finally:
        gc.unfreeze()
    assert status == 0
    assert frozen[0] > 10_000
