import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from bot.cli import doctor_guilds
from bot.discord_ui.publishing.permissions import INVITE
from tests.blank import write_blank
from tests.cli.support import run
from tests.http_stub import SLOW, HttpStub

pytestmark = pytest.mark.usefixtures("no_settings")
TOKEN = "a-token.that-nobody.may-see"
ME = {"id": "7", "username": "Boneyard"}
CAFE = {"id": "5", "name": "Domino café", "permissions": str(INVITE.value)}

STARTS = {"total": 1000, "remaining": 2, "reset_after": 5_400_000, "max_concurrency": 1}
BOTH = {"id": "7", "integration_types_config": {"0": {}, "1": {}}}
GATEWAY = {"url": "wss://gateway.discord.gg", "shards": 2, "session_start_limit": STARTS}


@pytest.fixture
def discord(monkeypatch) -> Iterator[HttpStub]:
    answers: dict[str, Any] = {"/users/@me": ME, "/gateway/bot": GATEWAY}
    answers |= {"/users/@me/guilds": [CAFE], "/applications/@me": BOTH}
    server = HttpStub({path: (200, answer) for path, answer in answers.items()})
    monkeypatch.setenv("DISCORD_API_URL", server.url)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    with server.serving():
        yield server


def visit(*args: str, expect: int) -> dict[str, str]:
    """Return the doctor's verdict on each thing; one that is not ``ok`` begins with ``!``."""
    result = run("doctor", *args)
    assert result.exit_code == expect, result.output
    assert result.stderr == ""
    assert TOKEN not in result.output
    verdicts = {}
    for line in result.stdout.splitlines():
        mark, about, text = line.replace(":", "", 1).split(maxsplit=2)
        assert mark in {"ok", "WRONG"}
        verdicts[about] = text if mark == "ok" else f"! {text}"
    assert any(text.startswith("!") for text in verdicts.values()) == bool(expect)
    return verdicts


def test_all_is_well(discord):
    verdicts = visit(expect=0)
    about_discord = ["token", "installs", "gateway", "servers"]
    assert list(verdicts) == ["settings", "database", "shards", *about_discord]
    assert "Boneyard (7)" in verdicts["token"]
    assert "is in 1" in verdicts["servers"]
    assert {header for _, header in discord.asked} == {f"Bot {TOKEN}"}


def test_quiet_says_nothing_and_asks_nobody(discord):
    assert visit("--quiet", expect=0) == {}
    assert discord.asked == []


@pytest.mark.parametrize("args", [(), ("--quiet",)])
def test_a_wrong_setting(monkeypatch, args):
    monkeypatch.setenv("LOG_LEVEL", "loud")
    verdicts = visit(*args, expect=1)
    assert list(verdicts) == ["settings"]
    assert "LOG_LEVEL" in verdicts["settings"]


def test_no_token():
    assert "DISCORD_TOKEN" in visit(expect=1)["token"]
    visit("--quiet", expect=0)


@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_token(discord, status):
    discord.answers["/users/@me"] = (status, {"message": "401: Unauthorized"})
    assert "refuses" in visit(expect=1)["token"]


@pytest.mark.parametrize(
    ("status", "answer"),
    [(500, {}), (429, {"retry_after": 1}), (404, {}), (302, {}), (200, []), (200, b"<html>")],
)
def test_something_else_than_discord_answers(discord, status, answer):
    discord.answers["/users/@me"] = (status, answer)
    assert visit(expect=1)["Discord"].startswith("!")


def test_nobody_answers(monkeypatch):
    monkeypatch.setenv("DISCORD_API_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    assert "cannot be reached" in visit(expect=1)["Discord"]


def test_an_answer_that_takes_too_long(discord, monkeypatch):
    monkeypatch.setattr(doctor_guilds, "DISCORD_TIMEOUT", 0.1)
    discord.answers["/users/@me"] = (200, SLOW)
    assert "no answer" in visit(expect=1)["Discord"]


@pytest.mark.parametrize(
    "answer", [{}, GATEWAY | {"shards": "two"}, GATEWAY | STARTS | {"shards": []}]
)
def test_a_gateway_that_discord_does_not_describe_so(discord, answer):
    discord.answers["/gateway/bot"] = (200, answer)
    assert "not Discord" in visit(expect=1)["Discord"]


@pytest.mark.parametrize(
    ("switched_on", "status", "said"),
    [
        ({"0": {}, "1": {}}, 0, "servers can add it, and people to their own account"),
        ({"0": {}}, 0, "switch on User Install in the developer portal, under Installation"),
        (None, 0, "switch on User Install in the developer portal, under Installation"),
        ({"1": {}}, 1, "! servers can't add it; switch on Guild Install"),
    ],
)
def test_who_can_add_the_bot(discord, switched_on, status, said):
    application = BOTH | {"integration_types_config": switched_on}
    discord.answers["/applications/@me"] = (200, application)
    assert said in visit(expect=status)["installs"]


def test_the_starts_that_remain(discord, monkeypatch):
    verdict = visit(expect=0)["gateway"]
    assert verdict == "Discord recommends a SHARD_COUNT of 2, and today 2 of 1000 starts remain"
    monkeypatch.setenv("SHARD_COUNT", "3")
    verdict = visit(expect=1)["gateway"]
    assert "has 3 to start, and only 2 of 1000 starts remain for the next 1.5 hours" in verdict


def test_the_shards_of_a_file(monkeypatch):
    assert visit("--quiet", expect=0) == {}
    monkeypatch.setenv("SHARD_COUNT", "4")
    assert visit("--quiet", expect=0) == {}
    monkeypatch.setenv("SHARD_IDS", "0-2")
    assert "0–2 of 4, but a SQLite file is for one process" in visit(expect=1)["shards"]


def test_a_server_that_gives_too_little(discord):
    nothing = CAFE | {"id": "6", "name": "Two\nlines", "permissions": "0"}
    admin = CAFE | {"id": "8", "permissions": str(1 << 3)}
    discord.answers["/users/@me/guilds"] = (200, [CAFE, nothing, admin])
    verdicts = visit(expect=1)
    assert "Two lines" in verdicts["permissions"]
    assert "Attach Files" in verdicts["permissions"]
    assert "café" not in str(verdicts)


def test_the_server_of_the_commands(discord, monkeypatch):
    monkeypatch.setenv("COMMAND_GUILD", "5")
    visit(expect=0)
    monkeypatch.setenv("COMMAND_GUILD", "6")
    assert "COMMAND_GUILD" in visit(expect=1)["servers"]


def test_the_server_of_the_commands_after_those_that_are_listed_at_once(discord, monkeypatch):
    first = [CAFE | {"id": str(number)} for number in range(10, 10 + doctor_guilds.LISTED)]
    discord.answers["/users/@me/guilds"] = (200, first)
    discord.answers["/users/@me/guilds?limit=1&after=998"] = (200, [CAFE | {"id": "999"}])
    monkeypatch.setenv("COMMAND_GUILD", "999")
    assert "201 or more" in visit(expect=0)["servers"]
    discord.answers["/users/@me/guilds?limit=1&after=998"] = (200, [CAFE | {"id": "1000"}])
    assert "COMMAND_GUILD, 999" in visit(expect=1)["servers"]


def test_databases(monkeypatch, tmp_path, discord):
    path, notes = tmp_path / "boneyard.db", tmp_path / "notes.db"
    monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{path}")
    assert "empty" in visit(expect=0)["database"]
    assert not path.exists()
    write_blank(path)
    assert "up to date" in visit(expect=0)["database"]
    assert visit("--quiet", expect=0) == {}
    notes.write_bytes(b"no database at all" * 100)
    monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{notes}")
    assert "is not a SQLite database" in visit("--quiet", expect=1)["database"]
    monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{path}")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    assert "newer" in visit("--quiet", expect=1)["database"]
    assert visit(expect=1)["token"], "what comes after it is looked at, and does not make it good"
