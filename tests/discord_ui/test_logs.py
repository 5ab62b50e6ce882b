import io
import json
import logging
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any
from unittest.mock import Mock

import pytest
import simcord

from bot.ai import players
from bot.config import LogFormat
from bot.domino.bone import bone
from bot.engine.contract import NATURE
from bot.games import game
from bot.logs import start_logging
from bot.model.shards import ALONE
from bot.present import screen
from tests.discord_ui.secrecy_sweep import pieces_in
from tests.discord_ui.simulation import DiscordSim
from tests.games.positions import asked as asked_of, legal

deep = pytest.mark.deep
LIFE = ("match opened", "match started")
LOGGERS = ("", "bot", "discord", "discord.http", "discord.gateway", "discord.ui", "discord.webhook")


@pytest.fixture(params=["plain", "json"])
def form(request) -> Any:
    return request.param


@pytest.fixture
def log(form: LogFormat) -> Iterator[io.StringIO]:
    """Yield what is written with ``LOG_LEVEL=DEBUG``."""
    root, written = logging.getLogger(), io.StringIO()
    levels = {name: logging.getLogger(name).level for name in LOGGERS}
    handlers, root.handlers = root.handlers, []
    start_logging("DEBUG", form, stream=written)
    try:
        yield written
    finally:
        root.handlers = handlers
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)


async def check(sim: DiscordSim, written: str) -> None:
    match = await sim.match()
    assert not pieces_in(written), pieces_in(written)
    assert not re.findall(r"\bbone\(\d", written)
    assert not re.findall(r"\b[mb]:\d+:\d+:[^…]", written), "ids of moves"
    tokens = {each.token for each in sim.env.backend.interactions.values()}
    assert tokens
    for secret in (match.secret.hex(), repr(match.secret), *tokens, "ana", "bruno"):
        assert secret not in written


DEEP = ("block", "memory", "squares", "double-double")


@pytest.mark.parametrize("game_id", ["blind", *(pytest.param(each, marks=deep) for each in DEEP)])
async def test_play_leaves_no_piece_in_the_log(sim, log, form, game_id):
    others = [sim.bruno] if game(game_id).info.min_seats <= 2 else [sim.bruno, sim.chen]
    await sim.start(*others, game_id=game_id, computers=["casual"])
    for _ in range(10):
        if (await sim.match()).is_open:
            who, *_ = await sim.asked(1)  # in Blind, all choose at once
            await sim.move_by_command(who)
    written = log.getvalue()
    assert "Dispatching" in written, "discord.py tells what it does"
    await check(sim, written)
    if form == "plain":
        return
    lines = [json.loads(line) for line in written.splitlines()]
    made = [ply for ply in await sim.plies() if not (ply.actor is NATURE or ply.move.automatic)]
    told = [line for line in lines if line["event"] == "move committed"]
    places = [(line["match"], line["ply"], line["seat"]) for line in told]
    assert places == [(1, ply.index, ply.actor) for ply in made]
    assert [line["event"] for line in lines if line["event"] in LIFE] == list(LIFE)
    assert all("match" in line for line in lines if line["logger"].startswith("bot.service"))


async def test_errors_leave_no_piece_in_the_log(sim, log, monkeypatch):
    await sim.start(sim.bruno, computers=["steady"])

    def choose(rules: object, seen: object, rng: object) -> str:
        raise KeyError(bone(6, 4), "5-5")

    monkeypatch.setattr(players, "player", lambda level: Mock(choose=choose))
    monkeypatch.setattr(screen, "render", Mock(side_effect=KeyError(bone(6, 4), "5-5")))
    for status in (500, 403, 404, 400):
        sim.env.inject_error("POST", sim.messages_path, status=status, times=1)
        with suppress(Exception):
            await sim.move_by_command(await sim.to_move())
        await sim.pass_time(seconds=20)
    written = log.getvalue()
    for told in ("Traceback", "KeyError", "in choose"):
        assert told in written
    assert "cannot draw hand.png (TableAndHandScene), so its description is posted" in written
    await check(sim, written)


ROUTES = (
    *(
        ("POST", each)
        for each in ("/channels/*/messages", "/users/@me/channels", "/interactions/*")
    ),
    *((method, "/channels/*/messages/*") for method in ("PATCH", "DELETE", "GET")),
    *((method, "/webhooks/*") for method in ("PATCH", "DELETE", "POST")),
    ("GET", "/guilds/*/members/*"),
)
"""All that the bot asks of Discord while people play."""
FAULTS = ((400, 30046), (403, 50001), (403, 50007), (404, 10008), (404, 10062), (429, 0), (503, 0))


async def live_through(sim: DiscordSim) -> None:
    who, state = await sim.to_move(), await sim.state()
    (code, *_) = legal(game("block"), state, *asked_of(game("block"), state))
    for table in sim.tables()[-1:]:
        await sim.press(sim.chen, table, "t:1:watch:11")
        await sim.press(who, table, "t:1:more")
        await sim.press(who, table, "t:1:hand")
    asked: dict[str, dict[str, str]] = {"hand": {}, "board": {}, "profile": {}, "rules": {}}
    for command, options in (asked | {"move": {"move": code}}).items():
        with suppress(simcord.SetupError, simcord.BackendError):
            await who.slash(sim.channel, command, **options)
    await sim.pass_time(hours=13)


@pytest.mark.parametrize("form", ["plain"], indirect=True)
@pytest.mark.parametrize(
    "routes", [ROUTES, *(pytest.param([each], marks=deep, id=" ".join(each)) for each in ROUTES)]
)
async def test_no_fault_of_discord_is_told_like_a_defect(sim, log, routes, two_play):
    """A traceback in the log is for the bot's own mistakes."""
    for status, code in FAULTS:
        sim.env.backend.faults.clear()
        for method, path in routes:
            sim.env.inject_error(method, path, status=status, code=code, times=3)
        await live_through(sim)
    sim.env.backend.faults.clear()
    await sim.pass_time(hours=1)
    assert await sim.store.pending_matches(ALONE) == ()
    assert "Traceback" not in log.getvalue()
