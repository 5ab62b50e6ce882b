"""/settings: where the week's podium goes, for those who may manage the server."""

from __future__ import annotations

from typing import Any

import discord
import pytest
import simcord

from bot.discord_ui import server_settings
from bot.service.ports import Server
from tests.discord_ui.table import Cafe, Person, Shown

OLD = "That button does not belong to any table of mine."
MANAGERS = "Only those who may manage this server can change its settings."
CHANNEL, NOWHERE = "x:server:channel", "x:server:nowhere"
CHANNELS = 8
"""A component: the menu of channels, which Discord fills."""


@pytest.fixture
def boss(cafe: Cafe) -> Person:
    """Somebody who may manage the server."""
    role = cafe.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    return cafe.guild.add_member(cafe.env.create_user("boss"), roles=[role])


async def settings(cafe: Cafe, who: Person) -> Shown:
    shown = await cafe.say(who, "settings")
    assert shown.owner == who.id
    return shown


async def choose(cafe: Cafe, who: Person, shown: Shown, channel: Any) -> Shown:
    """Pick a channel from the menu."""
    handle = simcord.ResponseMessage(
        cafe.env, cafe.env.backend.get_message(shown.channel_id, shown.id)
    )
    await who.select(handle, [channel], custom_id=CHANNEL)
    return cafe.now(shown)


async def stored(cafe: Cafe) -> Server:
    server: Server = await cafe.store.server(cafe.guild.id)
    return server


def chosen(shown: Shown) -> list[int]:
    (menu,) = [part for part in shown.parts if part["type"] == CHANNELS]
    return [int(each["id"]) for each in menu.get("default_values", [])]


async def test_a_channel_is_chosen_and_forgotten_again(cafe, boss):
    news = cafe.guild.create_text_channel("news")
    shown = await settings(cafe, boss)
    assert "**Podium of the week**: nowhere" in shown.text
    assert chosen(shown) == []
    assert [each.disabled for each in shown.buttons] == [True]

    shown = await choose(cafe, boss, shown, news)

    assert f"**Podium of the week**: <#{news.id}>" in shown.text
    assert "The next one comes on Monday" in shown.text
    assert chosen(shown) == [news.id]
    assert await stored(cafe) == Server(news.id)

    await cafe.restart()
    await cafe.click(boss, shown, "Post it nowhere")

    assert "**Podium of the week**: nowhere" in cafe.now(shown).text
    assert await stored(cafe) == Server(None)


async def test_what_is_missing_in_the_channel_is_told(cafe, boss):
    cafe.forbid("send_messages", "attach_files")
    shown = await choose(cafe, boss, await settings(cafe, boss), cafe.channel)
    assert "I cannot post there yet; I still need: Send Messages and Attach Files." in shown.text

    cafe.forbid()
    assert "cannot post" not in (await settings(cafe, boss)).text


async def test_a_channel_that_is_gone_is_told(cafe, boss):
    news = cafe.guild.create_text_channel("news")
    await choose(cafe, boss, await settings(cafe, boss), news)
    cafe.env.backend.delete_channel(news.id)
    await cafe.settle()
    shown = await settings(cafe, boss)
    assert "That channel is not there any more." in shown.text
    assert chosen(shown) == []


async def test_others_are_not_offered_the_command(cafe, boss):
    assert "settings" in boss.available_commands(cafe.channel)
    assert "settings" not in cafe.ana.available_commands(cafe.channel)


async def test_others_are_refused_whatever_they_press(cafe, boss, monkeypatch):
    # Whoever manages a server may offer a command to everybody.
    monkeypatch.setattr(server_settings.settings, "default_permissions", None)
    await cafe.restart()
    shown = await settings(cafe, boss)
    await choose(cafe, boss, shown, cafe.channel)
    await cafe.start(cafe.bruno)

    result = await cafe.ana.slash(cafe.channel, "settings")
    assert MANAGERS in cafe.private_reply(result, cafe.ana)
    result = await cafe.press(cafe.ana, cafe.table(), NOWHERE)
    assert MANAGERS in cafe.private_reply(result, cafe.ana)
    result = await cafe.press(cafe.ana, cafe.table(), CHANNEL, values=[str(cafe.channel.id)])
    assert MANAGERS in cafe.private_reply(result, cafe.ana)

    assert await stored(cafe) == Server(cafe.channel.id)


async def test_made_up_channels_are_refused(cafe, boss):
    shown = await settings(cafe, boss)
    for value in ("7", "-1", "0", "9" * 30, "everywhere", " ", str(cafe.guild.id)):
        result = await cafe.press(boss, shown, CHANNEL, values=[value])
        assert OLD in cafe.private_reply(result, boss), value
    result = await cafe.press(boss, shown, "x:server:elsewhere")
    assert OLD in cafe.private_reply(result, boss)
    assert await stored(cafe) == Server()
