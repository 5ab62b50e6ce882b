"""Interactions that have expired, and commands that discord.py cannot start."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import discord
import pytest
from discord import app_commands

from bot.discord_ui.interactions import response
from bot.discord_ui.publishing.open_hands import OpenHand, OpenHands
from tests.discord_ui.simulation import DiscordSim

USER: Any = SimpleNamespace(_error_display_name="user")


@pytest.mark.parametrize(
    "do",
    [
        lambda sim: sim.press(sim.ana, sim.lobby(), "l:1:options"),
        lambda sim: sim.ana.slash(sim.channel, "help"),
        lambda sim: sim.ana.autocomplete(sim.channel, "play", "game", "bl"),
    ],
    ids=["press", "command", "autocomplete"],
)
async def test_what_discord_has_given_up_is_one_line_in_the_log(
    sim, caplog, do: Callable[[DiscordSim], Any]
):
    await sim.play(sim.ana)
    fault: dict[str, Any] = {"status": 404, "code": 10062, "message": "Unknown interaction"}
    sim.env.inject_error("POST", "/interactions/*/*/callback", times=None, **fault)
    with suppress(Exception):
        await do(sim)
    await sim.settle()
    assert [each for each in caplog.records if each.exc_info] == [], "no traceback"
    told = [each for each in caplog.records if each.levelno >= logging.INFO]
    assert len([each for each in told if "10062" in each.getMessage()]) == 1


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (
            app_commands.TransformerError("?", discord.AppCommandOptionType.user, USER),
            "I couldn't read one of the options.",
        ),
        (app_commands.CommandNotFound("help", []), "That command has changed."),
    ],
)
async def test_a_command_that_cannot_begin_is_explained(sim, caplog, monkeypatch, error, told):
    def fail(*args: Any) -> Any:
        raise error

    monkeypatch.setattr(type(sim.client.tree), "_get_app_command_options", fail)
    with suppress(type(error)):
        await sim.ana.slash(sim.channel, "help")
    await sim.settle()
    assert told in [each for each in sim.seen_by(sim.ana) if each.owner == sim.ana.id][-1].text
    assert "error" not in {each.levelname.lower() for each in caplog.records}
    sim.env._errors.clear()


async def test_what_could_not_be_promised_is_done_and_answered_all_the_same(monkeypatch):
    monkeypatch.setattr(response, "DEFER_AFTER", 0)
    click = Mock()
    click.response.is_done.return_value = False
    click.response.defer = AsyncMock(side_effect=OSError("Discord is away"))
    assert await response.Reply(click).defer_if_slow(asyncio.sleep(0.01, "done")) == "done"
    click.response.defer.assert_awaited_once()


def test_a_hand_that_discord_does_not_let_us_edit_any_more_is_not_asked_for():
    click, hands = Mock(), OpenHands()
    click.user.id = 7
    hand = OpenHand(click, 11, 3)
    for is_expired in (False, True):
        click.is_expired.return_value = is_expired
        hands.remember(1, hand)
        assert hands.open_hand(1, 7) is (None if is_expired else hand)
