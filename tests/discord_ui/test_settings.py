import asyncio
from typing import Any

from bot.discord_ui.commands import settings as command
from bot.discord_ui.interactions.response import Reply
from bot.model.preferences import MessagePreference, Preferences
from bot.model.scores import Post, Server
from bot.present.i18n import words
from bot.present.screens.settings.server_settings import settings_screen
from tests.discord_ui.own import MENUS, choose, chosen, fill, offered, quiet, sets, until
from tests.discord_ui.simulation import OLD, DiscordSim, Person, Shown

MANAGERS = "Only people who can manage this server can change its settings."
CHANNEL, NOWHERE = "x:server:channel", "x:server:not posted"
DAILY = "x:server:daily"
CHANNELS = 8
"""The component type of a menu of channels, which Discord fills."""


async def choose_channel(
    sim: DiscordSim, who: Person, shown: Shown, channel: Any, menu: str = CHANNEL
) -> Shown:
    await who.select(sim._handle(shown), [channel], custom_id=menu)
    return sim.now(shown)


def channels(shown: Shown, menu: str = CHANNEL) -> list[int]:
    (found,) = [part for part in shown.parts if part.get("custom_id") == menu]
    assert found["type"] == CHANNELS
    return [int(each["id"]) for each in found.get("default_values", [])]


async def test_a_channel_is_chosen_and_forgotten_again(sim, boss):
    news, shown = sim.guild.create_text_channel("news"), await sim.ask(boss, "settings")
    assert "**Weekly podium**: not posted" in shown.text
    assert channels(shown) == []
    assert [each.disabled for each in shown.buttons] == [True, True]
    shown = await choose_channel(sim, boss, shown, news)
    assert f"**Weekly podium**: <#{news.id}>" in shown.text
    assert "The next one comes on Monday" in shown.text
    assert channels(shown) == [news.id]
    assert await sim.store.server(sim.guild.id) == Server({Post.PODIUM: news.id})
    await sim.restart()
    assert (
        "**Weekly podium**: not posted"
        in (await sim.clicked(boss, shown, "Don't post the podium")).text
    )
    assert await sim.store.server(sim.guild.id) == Server()


async def test_the_deal_has_a_channel_of_its_own(sim, boss):
    news, shown = sim.guild.create_text_channel("news"), await sim.ask(boss, "settings")
    shown = await choose_channel(sim, boss, shown, sim.channel)
    assert "**Deal of the day**: not posted" in shown.text
    shown = await choose_channel(sim, boss, shown, news, DAILY)
    assert f"**Deal of the day**: <#{news.id}>\n-# The next one comes at 00:00 UTC." in shown.text
    assert (channels(shown), channels(shown, DAILY)) == ([sim.channel.id], [news.id])
    both = {Post.PODIUM: sim.channel.id, Post.DAILY: news.id}
    assert await sim.store.server(sim.guild.id) == Server(both)
    await sim.forbid("send_messages", channel=news)
    shown = await sim.ask(boss, "settings")
    assert shown.text.count("I can't post there yet") == 1
    shown = await sim.clicked(boss, shown, "Don't post the deal")
    assert "**Deal of the day**: not posted" in shown.text
    assert await sim.store.server(sim.guild.id) == Server({Post.PODIUM: sim.channel.id})


async def test_a_channel_that_cannot_be_posted_in_or_is_gone_is_told(sim, boss):
    await sim.forbid("send_messages", "attach_files")
    shown = await choose_channel(sim, boss, await sim.ask(boss, "settings"), sim.channel)
    missing = "I'm missing permissions: Send Messages and Attach Files."
    assert f"I can't post there yet. {missing}" in shown.text
    await sim.forbid()
    assert "can't post" not in (await sim.ask(boss, "settings")).text
    await sim.delete_channel()
    shown = sim.reply(await boss.slash(sim.guild.create_text_channel("elsewhere"), "settings"))
    assert "That channel was deleted." in shown.text
    assert channels(shown) == []


async def test_others_are_refused_whatever_they_press(sim, boss, monkeypatch):
    assert "settings" in boss.available_commands(sim.channel)
    assert "settings" not in sim.ana.available_commands(sim.channel)
    # Whoever manages a server may offer a command to everybody.
    monkeypatch.setattr(command.settings, "default_permissions", None)
    await sim.restart()
    await choose_channel(sim, boss, await sim.ask(boss, "settings"), sim.channel)
    lobby = await sim.play(sim.ana)
    for result in (
        await sim.ana.slash(sim.channel, "settings"),
        await sim.press(sim.ana, lobby, NOWHERE),
        await sim.press(sim.ana, lobby, CHANNEL, values=[str(sim.channel.id)]),
        await sim.press(sim.ana, lobby, "x:server:felt", values=["contrast"]),
        await sim.press(sim.ana, lobby, "x:server:bones", values=["contrast"]),
    ):
        assert MANAGERS in sim.private_reply(result, sim.ana)
    assert await sim.store.server(sim.guild.id) == Server({Post.PODIUM: sim.channel.id})


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
    shown = settings_screen(Server({Post.PODIUM: 7}), say)
    assert say.labelled_in_bold(say("Weekly podium"), "<#7>") in "".join(map(str, shown.parts))


async def stored(sim, who):
    return (await sim.client.service.preferences.player_settings([who.id]))[who.id].preferences


async def test_all_is_shown_in_words_and_in_menus_to_that_person_alone(sim):
    shown = await sim.ask(sim.ana, "preferences")
    assert "14 days of holiday left (counted over 365 days)" in shown.text
    assert chosen(shown) == {
        "felt": "Felt: as in the server",
        "bones": "Bones: as in the server",
        "language": "Language: as in your Discord",
        "letters": "Messages: hand, reminders",
        "calls": "Invitations: in the channel",
        "forced": "Forced moves: by hand",
        "quiet": "Quiet hours: not set",
        "holiday": "Holiday: not away",
        "listed": "Public profile: yes",
    }
    assert offered(shown, "holiday") == ["none", "1", "2", "3", "5", "7", "10", "14"]


async def test_what_was_chosen_is_shown_and_kept_through_a_restart(sim):
    old = await sim.ask(sim.ana, "preferences")
    shown = await sets(sim, sim.ana, "letters", "reminders")
    shown = await choose(sim, sim.ana, shown, "forced", "on")
    assert chosen(shown)["forced"] == "Forced moves: automatically"
    await sim.restart()
    assert chosen(await sim.ask(sim.ana, "preferences")) == chosen(shown)
    assert await stored(sim, sim.ana) == Preferences(MessagePreference.REMINDERS, autoplay=True)
    assert await stored(sim, sim.bruno) == Preferences()
    shown = await choose(sim, sim.ana, old, "letters", "off")
    assert chosen(shown)["letters"] == "Messages: none"
    assert chosen(shown)["forced"] == "Forced moves: automatically", "nothing else has changed"


async def test_quiet_hours_are_picked_or_typed_and_the_zone_is_asked_for_once(sim):
    await until(sim, 12)
    shown = await sim.ask(sim.ana, "preferences")
    form = await sim.pick(sim.ana, shown, "1380-480", menu="o:quiet")
    fields = [label["component"] for label in form.modal["components"]]
    assert [field.get("value") or "" for field in fields] == ["23:00", "08:00", ""]
    for ends, zone, told in (
        ("soon", "kolkata", "“soon” isn't a time."),
        ("8", "<@1> @everyone", "I don't know the time zone “<@1> @everyone”."),
        ("23", "kolkata", "Quiet hours need a start and an end"),
    ):
        await fill(sim.ana, form, "23:00", ends, zone)
        assert sim.now(shown).texts[0].splitlines()[-1].startswith(told)
        assert chosen(sim.now(shown))["quiet"] == "Quiet hours: not set"
        form = await sim.pick(sim.ana, sim.now(shown), "1380-480", menu="o:quiet")
    await fill(sim.ana, form, "23:00", "08:00", " kolkata ")
    shown = sim.now(shown)
    assert chosen(shown)["quiet"] == "Quiet hours: 11:00\u202fPM–8:00\u202fAM"
    assert "It's 5:30\u202fPM in Asia/Kolkata now" in shown.text
    assert (await sim.pick(sim.ana, shown, "0-480", menu="o:quiet")).modal is None
    assert chosen(sim.now(shown))["quiet"] == "Quiet hours: 12:00\u202fAM–8:00\u202fAM"
    shown = await quiet(sim, sim.ana, "9:30 pm", "6.15", "new york")
    assert chosen(shown)["quiet"] == "Quiet hours: 9:30\u202fPM–6:15\u202fAM"
    form = await sim.pick(sim.ana, shown, "…", menu="o:quiet")
    fields = [label["component"] for label in form.modal["components"]]
    assert [field["value"] for field in fields] == ["21:30", "06:15", "America/New_York"]
    await choose(sim, sim.ana, sim.now(shown), "quiet", "none")
    assert (await stored(sim, sim.ana)).quiet is None


async def test_whoever_uses_a_menu_sets_their_own_and_sees_nothing_of_others(sim):
    await quiet(sim, sim.ana, "22", "7", "Lisbon")
    await sim.play(sim.ana)
    result = await sim.press(sim.bruno, sim.lobby(), "o:letters", values=["off"])
    assert "Lisbon" not in sim.private_reply(result, sim.bruno)
    assert chosen(sim.reply(result))["letters"] == "Messages: none"
    assert (await stored(sim, sim.ana)).messages is MessagePreference.ON
    assert (await stored(sim, sim.bruno)).messages is MessagePreference.OFF
    assert "open table" in sim.lobby().text


async def test_what_another_process_changes_at_the_same_moment_is_kept(sim):
    store, save = sim.client.service.store, type(sim.client.service.store).save_preferences
    shown, others = await sim.ask(sim.ana, "preferences"), [Preferences(autoplay=True)]

    async def after_another(user, *how):
        while others:
            await save(store, user, others.pop())
        await save(store, user, *how)

    store.save_preferences = after_another
    await choose(sim, sim.ana, shown, "letters", "off")
    assert await stored(sim, sim.ana) == Preferences(MessagePreference.OFF, autoplay=True)


async def test_of_two_quick_picks_the_screen_shown_last_knows_of_both(sim, monkeypatch):
    """The first is still being answered when the second comes."""
    shown = await sets(sim, sim.ana, "forced", "on")
    gate, replace, holding, answers = asyncio.Event(), Reply.replace, Reply.holding, []

    async def first_one_slowly(self, screen):
        answers.append(screen)
        if len(answers) == 1:
            await sim.env.external_wait(gate.wait(), reason="a slow answer")
        return await replace(self, screen)

    def until_somebody_waits(self, lock, **how):
        if lock.locked():
            gate.set()
        return holding(self, lock, **how)

    monkeypatch.setattr(Reply, "replace", first_one_slowly)
    monkeypatch.setattr(Reply, "holding", until_somebody_waits)
    for menu in ("o:letters", "o:forced"):
        await sim.pick(sim.ana, shown, "off", menu=menu)
    gate.set()
    await sim.settle()
    menus = chosen(sim.now(shown))
    assert menus["letters"] == "Messages: none"
    assert menus["forced"] == "Forced moves: by hand"
    assert await stored(sim, sim.ana) == Preferences(MessagePreference.OFF, autoplay=False)


async def test_days_that_are_not_left_are_refused_with_the_number(sim):
    old = await sim.ask(sim.ana, "preferences")
    click = (sim.ana, old, "o:holiday")
    await sim.at_once(click, click, values=["10"])
    away = await sim.ask(sim.ana, "preferences")
    await sim.pass_time(days=11)
    shown = await choose(sim, sim.ana, old, "holiday", "7")
    told = "You can take 14 days of holiday in any 365 days, and you have 4 left."
    assert shown.texts[0].splitlines()[-1] == told
    assert chosen(shown)["holiday"] == "Holiday: not away"
    assert offered(shown, "holiday") == ["none", "1", "2", "3"], "two clicks at once were one"
    shown = await choose(sim, sim.ana, away, "holiday", "end")
    assert shown.texts[0].splitlines()[-1] == "You're not on holiday."
    assert chosen(shown)["holiday"] == "Holiday: not away"
    assert all(menu in {each["custom_id"][2:] for each in shown.menus} for menu in MENUS)
