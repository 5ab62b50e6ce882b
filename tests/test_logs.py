import json
import logging
import sys
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any
from unittest.mock import Mock

import aiohttp
import discord
import pytest
from structlog.contextvars import bound_contextvars

from bot.config import LogFormat
from bot.domino.bone import bone
from bot.engine.errors import IllegalMove
from bot.logs import _WITHOUT_HANDS, formatter
from bot.present.text.square_signs import SIGNS
from bot.service.ports.faults import StoreFault
from bot.service.ports.publisher import PublishFailed

FORMS: tuple[LogFormat, ...] = ("plain", "json")
Line = Callable[..., str]


@pytest.fixture(params=FORMS)
def line(request) -> Line:
    return lambda *args, **more: written(request.param, *args, **more)


def written(form: LogFormat, message: str, *args: object, **extra: Any) -> str:
    error = extra.pop("exc_info", None)
    record = logging.LogRecord("bot.room", logging.INFO, "room.py", 1, message, args, error)
    record.__dict__.update(extra)
    return formatter(form, ["hunter2", ""]).format(record)


def raised(error: BaseException, cause: BaseException | None = None) -> Any:
    hand = [bone(6, 4), bone(5, 5)]  # a variable that holds a hand
    try:
        del hand
        raise error from cause
    except type(error):
        return sys.exc_info()


def test_a_plain_line_is_time_level_logger_message_and_the_rest():
    with bound_contextvars(match=7, ply=3):
        text = written("plain", "a move\nwas %s", "committed", seat=1)
    time, level, logger, *words = text.split()
    assert time.endswith("Z")
    assert (level, logger) == ("INFO", "bot.room:")
    assert words == ["a", "move", "was", "committed", "match=7", "ply=3", "seat=1"]
    assert "\n" not in text


def test_a_line_of_json_is_an_object():
    with bound_contextvars(match=7, ply=3):
        told = json.loads(written("json", "a move\nwas %s", "committed", seat=1))
    assert told.pop("time").endswith("Z")
    line = {"event": "a move\nwas committed", "level": "info", "logger": "bot.room"}
    assert told == line | {"match": 7, "ply": 3, "seat": 1}


def test_a_line_itself_wins_over_what_is_bound():
    with bound_contextvars(ply=3):
        assert written("plain", "shown", ply=4).endswith(": shown ply=4")
        assert json.loads(written("json", "shown", ply=4))["ply"] == 4


def test_a_traceback_of_json_is_on_the_line():
    text = written("json", "failed", exc_info=raised(KeyError(bone(6, 4))))
    assert "\n" not in text
    exception = json.loads(text)["exception"]
    assert exception.startswith("Traceback (most recent call last):\n")
    assert exception.endswith("\nKeyError")
    assert "in raised" in exception


@pytest.mark.parametrize(
    "error",
    [
        KeyError(bone(6, 4)),
        ValueError("5-5 is not in the hand 6-4"),
        IllegalMove(code="6-4@l", legal="5-5@r"),
        ExceptionGroup("6-4", [KeyError("5-5")]),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_of_a_game_tells_where_and_not_what(line, error):
    for exc_info in (raised(error), raised(RuntimeError("6-4"), cause=error)):
        text = line("failed", exc_info=exc_info)
        assert type(error).__name__ in text
        assert "test_logs.py" in text
        assert not [each for each in ("6-4", "5-5", "(6, 4)", "(5, 5)") if each in text]


def test_an_error_of_the_outside_is_told_with_what_led_to_it(line):
    text = line("failed", exc_info=raised(OSError(28, "Full"), cause=StoreFault("No room left.")))
    assert text.index("StoreFault: No room left.") < text.index("OSError: [Errno 28] Full")


def refused(kind: type[discord.HTTPException], status: int) -> discord.HTTPException:
    return kind(Mock(status=status, reason="Because"), "not now")


@pytest.mark.parametrize(
    "error",
    [
        ConnectionResetError(104, "Connection reset by peer"),
        TimeoutError(),
        aiohttp.ServerDisconnectedError(),
        discord.ConnectionClosed(Mock(close_code=4009), shard_id=0),
        refused(discord.DiscordServerError, 503),
        refused(discord.Forbidden, 403),
        refused(discord.NotFound, 404),
        refused(discord.HTTPException, 429),
        PublishFailed("the channel could not be reached"),
        StoreFault("No room left."),
    ],
    ids=lambda error: type(error).__name__,
)
def test_what_is_no_defect_is_told_in_a_line_that_is_a_warning(line, error):
    text = line("Attempting a reconnect", levelname="ERROR", exc_info=raised(error))
    assert "Traceback" not in text
    assert "\n" not in text
    assert f"Attempting a reconnect: {str(error) or type(error).__name__}" in text
    assert "WARNING" in text.upper()


def test_what_discord_finds_wrong_with_a_request_is_a_defect(line):
    assert "Traceback" in line("failed", exc_info=raised(refused(discord.HTTPException, 400)))


def test_modules_without_hands_are_there():
    assert all(map(find_spec, _WITHOUT_HANDS))


@pytest.mark.parametrize(
    ("rooms", "told"),
    [
        (["bot.service.clock.scheduler"], True),
        (["bot.bootstrap", "asyncio.tasks", "bot.metrics"], True),
        (["bot.bootstrapper"], False),
        (["bot.service.clock.scheduler", "bot.service.play.deadline_handler"], False),
        (["bot.metrics", "renderers.paint"], False),
    ],
)
def test_an_error_says_what_happened_where_nobody_knows_a_hand(line, rooms, told):
    scope: dict[str, Any] = {}
    exec("def step(): raise TypeError('not a number')", scope)
    for room in reversed(rooms):
        scope = {"__name__": room, "then": scope["step"]}
        exec("def step(): then()", scope)
    with pytest.raises(TypeError) as caught:
        scope["step"]()
    text = line("failed", exc_info=(caught.type, caught.value, caught.tb))
    assert ("TypeError: not a number" in text) == told


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("the token is hunter2", "hunter2"),
        ("Invalid custom id m:7:12:h4", "h4"),
        ("nothing at b:7:12:give1-3-4-w", "give1"),
        ("you hold 6-4", "6-4"),
        ("you hold w-0-again-skip.", "again"),
        *((f"手札は{sign}-1-2-3です", f"{sign}-1-2-3") for sign in SIGNS.values()),
        ("<Task exception=KeyError(bone(6, 4))>", "6, 4"),
        ("PATCH /webhooks/1/aW50ZXJhY3Rpb24/messages/@original", "aW50"),
        ("POST /interactions/1/aW50ZXJhY3Rpb24/callback", "aW50"),
    ],
)
def test_what_looks_like_a_secret_is_blotted_out(line, text, secret):
    for shown in (line(text), line("%s", text), line("note", why=text)):
        assert secret not in shown
        assert "…" in shown


def test_what_is_none_stays(line):
    for innocent in ("round 2 of 6", "2026-11-20", "m:7", "messages/1573361044552679523", "10-12"):
        assert innocent in line(innocent)
