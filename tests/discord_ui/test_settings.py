from typing import Any

from bot.discord_ui.commands import settings as command
from bot.model.scores import Server
from bot.present.i18n import words
from bot.present.screens.settings.server_settings import settings_screen
from tests.discord_ui.simulation import OLD, DiscordSim, Person, Shown

MANAGERS = "Only people who can manage this server can change its settings."
CHANNEL, NOWHERE = "x:server:channel", "x:server:nowhere"
CHANNELS = 8
"""The component type of a menu of channels, which Discord fills."""


async def choose(sim: DiscordSim, who: Person, shown: Shown, channel: Any) -> Shown:
    await who.select(sim._handle(shown), [channel], custom_id=CHANNEL)
    return sim.now(shown)


def chosen(shown: Shown) -> list[int]:
    (menu,) = [part for part in shown.parts if part["type"] == CHANNELS]
    return [int(each["id"]) for each in menu.get("default_values", [])]


async def test_a_channel_is_chosen_and_forgotten_again(sim, boss):
    news = sim.guild.create_text_channel("news")
    shown = await sim.ask(boss, "settings")
    assert "**Weekly podium**: not posted" in shown.text
    assert chosen(shown) == []
    assert [each.disabled for each in shown.buttons] == [True]
    shown = await choose(sim, boss, shown, news)
    assert f"**Weekly podium**: <#{news.id}>" in shown.text
    assert "The next one comes on Monday" in shown.text
    assert chosen(shown) == [news.id]
    assert await sim.store.server(sim.guild.id) == Server(news.id)
    await sim.restart()
    assert "**Weekly podium**: not posted" in (await sim.clicked(boss, shown, "Don't post it")).text
    assert await sim.store.server(sim.guild.id) == Server(None)


async def test_a_channel_that_cannot_be_posted_in_or_is_gone_is_told(sim, boss):
    await sim.forbid("send_messages", "attach_files")
    shown = await choose(sim, boss, await sim.ask(boss, "settings"), sim.channel)
    missing = "I'm missing permissions: Send Messages and Attach Files."
    assert f"I can't post there yet. {missing}" in shown.text
    await sim.forbid()
    assert "cannot post" not in (await sim.ask(boss, "settings")).text
    await sim.delete_channel()
    shown = sim.reply(await boss.slash(sim.guild.create_text_channel("elsewhere"), "settings"))
    assert "That channel was deleted." in shown.text
    assert chosen(shown) == []


async def test_others_are_refused_whatever_they_press(sim, boss, monkeypatch):
    assert "settings" in boss.available_commands(sim.channel)
    assert "settings" not in sim.ana.available_commands(sim.channel)
    # Whoever manages a server may offer a command to everybody.
    monkeypatch.setattr(command.settings, "default_permissions", None)
    await sim.restart()
    await choose(sim, boss, await sim.ask(boss, "settings"), sim.channel)
    lobby = await sim.play(sim.ana)
    for result in (
        await sim.ana.slash(sim.channel, "settings"),
        await sim.press(sim.ana, lobby, NOWHERE),
        await sim.press(sim.ana, lobby, CHANNEL, values=[str(sim.channel.id)]),
        await sim.press(sim.ana, lobby, "x:server:felt", values=["contrast"]),
        await sim.press(sim.ana, lobby, "x:server:bones", values=["contrast"]),
    ):
        assert MANAGERS in sim.private_reply(result, sim.ana)
    assert await sim.store.server(sim.guild.id) == Server(sim.channel.id)


async def test_made_up_channels_are_refused(sim, boss):
    shown = await sim.ask(boss, "settings")
    for value in ("7", "-1", "0", "9" * 30, "everywhere", " ", str(sim.guild.id)):
        assert OLD in await sim.told(boss, shown, CHANNEL, values=[value]), value
    assert OLD in await sim.told(boss, shown, "x:server:elsewhere")
    for menu in ("felt", "bones"):
        assert OLD in await sim.told(boss, shown, f"x:server:{menu}", values=["none"])
    assert await sim.store.server(sim.guild.id) == Server()


def test_a_channel_is_told_like_any_other_value():
    """French puts a space before the colon."""
    say = words("fr")
    shown = settings_screen(Server(7), say)
    assert say.labelled_in_bold(say("Weekly podium"), "<#7>") in "".join(map(str, shown.parts))
