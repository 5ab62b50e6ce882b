"""What stands in the log of a café: every match's lines, and nothing that only a player may see."""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from bot.config import LogFormat
from bot.domino.bone import bone
from bot.engine.contract import NATURE
from bot.games import game
from bot.logs import start_logging
from bot.service import computers
from tests.discord_ui.sweep import pieces_in
from tests.discord_ui.table import Cafe

LIFE = ("match opened", "match started")
LINE = re.compile(r"\S+ \w+ +(?P<logger>[\w.]+): (?P<event>[^=]*?)(?P<rest>(?: \w+=\S*)*)")
LOGGERS = ("", "bot", "discord", "discord.http", "discord.gateway", "discord.ui", "discord.webhook")


@pytest.fixture(params=["plain", "json"])
def form(request) -> LogFormat:
    form: LogFormat = request.param
    return form


@pytest.fixture
def log(form: LogFormat) -> Iterator[io.StringIO]:
    """What is written with ``LOG_LEVEL=DEBUG``."""
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


def lines(form: LogFormat, written: str) -> list[dict[str, Any]]:
    """What the lines tell; of plain ones only as much as the tests ask for."""
    if form == "json":
        return [json.loads(line) for line in written.splitlines()]
    found = (LINE.fullmatch(line) for line in written.splitlines())
    parts = [each for each in found if each]
    pairs = [dict(pair.split("=", 1) for pair in each["rest"].split()) for each in parts]
    return [
        {key: int(text) if text.isdecimal() else text for key, text in pair.items()}
        | {"logger": each["logger"], "event": each["event"]}
        for pair, each in zip(pairs, parts, strict=True)
    ]


async def check(cafe: Cafe, written: str) -> None:
    match = await cafe.match()
    assert not pieces_in(written), pieces_in(written)
    assert not re.findall(r"\bbone\(\d", written)
    assert not re.findall(r"\b[mb]:\d+:\d+:[^…]", written), "ids of moves"
    for secret in (match.secret.hex(), repr(match.secret)):
        assert secret not in written
    tokens = {each.token for each in cafe.env.backend.interactions.values()}
    assert tokens
    assert not [token for token in tokens if token in written]
    for name in ("ana", "bruno"):
        assert name not in written


@pytest.mark.parametrize("game_id", ["block", "blind", "memory", "squares", "double-double"])
async def test_play_leaves_no_piece_in_the_log(cafe, log, form, game_id):
    others = [cafe.bruno] if game(game_id).info.min_seats <= 2 else [cafe.bruno, cafe.chen]
    await cafe.start(*others, game_id=game_id, computers=["casual"])
    for _ in range(10):
        if (await cafe.match()).is_open:
            who, *_ = await cafe.asked(1)  # in Blind, all choose at once
            await cafe.move_by_command(who)

    written = log.getvalue()
    assert "Dispatching" in written, "discord.py tells what it does"
    await check(cafe, written)
    made = [ply for ply in await cafe.plies() if not (ply.actor is NATURE or ply.move.automatic)]
    told = [line for line in lines(form, written) if line["event"] == "move committed"]
    assert [(line["match"], line["ply"], line["seat"]) for line in told] == [
        (1, ply.index, ply.actor) for ply in made
    ]
    events = [line["event"] for line in lines(form, written)]
    assert [each for each in events if each in LIFE] == list(LIFE)
    ours = [line for line in lines(form, written) if line["logger"].startswith("bot.service")]
    assert all("match" in line for line in ours)


async def test_nor_does_trouble_of_any_kind(cafe, log, monkeypatch):
    await cafe.start(cafe.bruno, computers=["steady"])

    class Confused:
        def choose(self, rules: object, seen: object, rng: object) -> str:
            raise KeyError(bone(6, 4), "5-5")

    monkeypatch.setattr(computers, "player", lambda level: Confused())
    for status in (500, 403, 404, 400):
        cafe.env.inject_error(
            "POST", f"/channels/{cafe.channel.id}/messages", status=status, times=1
        )
        with suppress(Exception):
            await cafe.move_by_command(await cafe.to_move())
        await cafe.pass_time(seconds=20)

    written = log.getvalue()
    assert "Traceback" in written
    assert "KeyError" in written
    assert "in choose" in written
    await check(cafe, written)
