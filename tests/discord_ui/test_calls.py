import discord
import pytest

from bot.present import custom_ids
from tests.discord_ui.own import sets
from tests.discord_ui.simulation import STRANGER, DiscordSim, Person, Shown, bones_in

MENU = "u:1"


async def menu(sim: DiscordSim, who: Person) -> Shown:
    return await sim.opened(who, sim.lobby(), "Invite")


async def invite(sim: DiscordSim, who: Person, shown: Shown, *people: Person) -> str:
    """Choose people; return what the message says then, or the refusal."""
    result = await who.select(sim._handle(shown), list(people), custom_id=MENU)
    text = sim.now(shown).text
    return text if "invite" in text else sim.private_reply(result, who)


async def test_anybody_seated_calls_people_once_with_one_message(sim):
    lobby = await sim.seat(sim.bruno)
    shown, second = await menu(sim, sim.bruno), await menu(sim, sim.bruno)
    (picker,) = [part for part in shown.parts if part["type"] == 5]
    assert picker["max_values"] == 2
    told = await invite(sim, sim.bruno, shown, sim.chen, sim.dana)
    assert f"You've invited <@{sim.chen.id}> and <@{sim.dana.id}>." in told
    (call,) = sim.saying("📨")
    assert {*call.pinged} == {sim.chen.id, sim.dana.id}
    assert f"📨 <@{sim.bruno.id}> has invited you to a table of **Block**." in call.text
    assert call.labels == ["Join"]
    assert f"/{sim.channel.id}/{lobby.id}" in call.text
    assert "Already invited" in await invite(sim, sim.ana, await menu(sim, sim.ana), sim.dana)
    await sim.restart()
    assert "You've invited" not in await invite(sim, sim.bruno, second, sim.chen, sim.dana)
    assert len(sim.saying("📨")) == 1
    assert sim.pings() == [sim.chen.id, sim.dana.id]
    await sim.click(sim.chen, call, "Join")
    assert sim.chen.id in (await sim.match()).people


async def test_each_is_called_as_they_want_and_the_inviter_is_not_told(sim, lobby):
    await sets(sim, sim.chen, "calls", "off")
    await sets(sim, sim.dana, "calls", "dm")
    told = await invite(sim, sim.ana, await menu(sim, sim.ana), sim.chen, sim.dana)
    assert f"You've invited <@{sim.chen.id}>" in told
    assert (sim.saying("📨"), sim.direct_messages(sim.chen)) == ([], [])
    (dm,) = sim.direct_messages(sim.dana)
    assert "has invited you to a table of **Block**" in dm.text
    assert dm.labels == []


async def test_bots_those_seated_and_those_who_cannot_see_it_are_refused(sim):
    await sim.seat(sim.bruno)
    robot = sim.guild.add_member(sim.env.create_user("robot", bot=True))
    sim.hide(sim.eva)
    shown = await menu(sim, sim.ana)
    for person, told in (
        (robot, "is a bot and can't join you."),
        (sim.bruno, "already has a seat at this table."),
        (sim.ana, "already has a seat at this table."),
        (sim.eva, "can't see this channel"),
    ):
        assert told in await invite(sim, sim.ana, shown, sim.chen, person)
    assert sim.saying("📨") == []
    assert await sim.store.invitations(1) == ()


async def test_strangers_and_old_menus_call_nobody(sim, lobby):
    assert await sim.told(sim.eva, lobby, "Invite") == STRANGER
    shown = await menu(sim, sim.ana)
    await sim.click(sim.bruno, lobby, "Join")
    await sim.click(sim.bruno, sim.lobby(), "Leave")
    await sim.set("computer:", "casual")
    await sim.click(sim.ana, sim.lobby(), "Start")
    assert "This match has already started." in await invite(sim, sim.ana, shown, sim.chen)
    await sim.leave(sim.ana)
    assert "This table is closed." in await invite(sim, sim.ana, shown, sim.chen)
    assert sim.saying("📨") == []


async def test_a_menu_from_elsewhere_calls_nobody(sim, monkeypatch, lobby):
    monkeypatch.setattr(custom_ids, "invitation", lambda _: MENU)
    there = await sim.play(sim.ana, channel=sim.guild.create_text_channel("elsewhere"))
    shown = await sim.opened(sim.ana, there, "Invite")
    result = await sim.ana.select(sim._handle(shown), [sim.chen], custom_id=MENU)
    assert "no longer works" in sim.private_reply(result, sim.ana)
    assert await sim.store.invitations(1) == ()


async def test_in_a_thread_of_an_unknown_channel_people_are_called(sim, monkeypatch):
    await sim.play(sim.bruno)
    offer = sim.reply(await sim.ana.slash(sim.channel, "play", game="draw"))
    await sim.click(sim.ana, offer, "Open a thread")
    (thread,) = sim.channel.threads
    shown = await sim.opened(sim.ana, sim.lobby(thread.id), "Invite")
    monkeypatch.setattr(discord.Thread, "parent", None)
    match = await sim.match_in(thread.id)
    await sim.ana.select(sim._handle(shown), [sim.chen], custom_id=f"u:{match.id}")
    assert f"You've invited <@{sim.chen.id}>." in sim.now(shown).text


GOES_ON, ENDS = "When it goes on", "When it ends"
OFF = "🔔 I can remind you when"


async def watch(sim: DiscordSim, who: Person, *wanted: str) -> Shown:
    shown = await sim.more(who)
    for label in wanted:
        await sim.click(who, sim.now(shown), label)
    return sim.now(shown)


async def test_only_people_without_a_seat_choose_and_only_they_see_it(sim, two_play):
    assert GOES_ON not in (await sim.more(sim.bruno)).labels
    shown = await sim.more(sim.eva)
    labels = ["Show the table again", "Replay", GOES_ON, ENDS]
    assert (shown.owner, shown.labels) == (sim.eva.id, labels)
    assert OFF in shown.text
    shown = await watch(sim, sim.eva, GOES_ON, ENDS)
    assert shown.labels == [f"✓ {GOES_ON}", f"✓ {ENDS}"]
    assert "I'll remind you when the match goes on after an hour" in shown.text
    assert f"✓ {ENDS}" in (await sim.more(sim.eva)).labels
    shown = await watch(sim, sim.eva, f"✓ {GOES_ON}", f"✓ {ENDS}")
    assert OFF in shown.text
    assert await sim.store.watchers(1) == ()
    assert "You have a seat" in await sim.told(sim.bruno, shown, "t:1:watch:11")


async def test_a_dm_says_that_the_match_goes_on_and_reveals_nothing(sim, two_play):
    await watch(sim, sim.eva, GOES_ON)
    await sim.pass_time(hours=2)
    await sim.restart()
    await sim.move(await sim.to_move())
    (dm,) = sim.direct_messages(sim.eva)
    link = f"https://discord.com/channels/{sim.guild.id}/{sim.channel.id}/{sim.table().id}"
    assert dm.text == f"🔔 [Block]({link}) goes on: somebody has moved after a long pause."
    assert not bones_in(dm.all_words)
    assert (dm.files, dm.labels) == ([], ["No more reminders"])
    await sim.move(await sim.to_move())
    await sim.restart()
    assert len(sim.direct_messages(sim.eva)) == 1
    assert sim.eva.id not in sim.pings()
    assert OFF in (await sim.clicked(sim.eva, dm, "No more reminders")).text
    await sim.pass_time(hours=2)
    await sim.move(await sim.to_move())
    assert len(sim.direct_messages(sim.eva)) == 1


async def test_those_whom_dms_do_not_reach_are_mentioned_together(sim, two_play):
    for who in (sim.chen, sim.dana, sim.eva):
        await watch(sim, who, GOES_ON, ENDS)
    await sets(sim, sim.chen, "letters", "off")
    path = f"/channels/{sim.eva.user.dm_channel.id}/messages"
    sim.env.inject_error("POST", path, status=403, code=50007, times=None)
    await sim.pass_time(hours=2)
    await sim.move(await sim.to_move())
    (call,) = sim.saying("🔔")
    assert {*call.pinged} == {sim.chen.id, sim.eva.id}
    assert "goes on" in call.text
    assert len(sim.direct_messages(sim.dana)) == 1
    await sim.leave(sim.bruno)
    await sim.leave(sim.ana)
    await sim.pass_time(seconds=62)
    end = sim.saying("🔔")[-1]
    assert {*end.pinged} == {sim.chen.id, sim.eva.id}
    assert "🔔 The match you watched was cancelled" in end.text
    assert len(sim.direct_messages(sim.dana)) == 2
    assert await sim.store.watchers(1) == ()


@pytest.mark.parametrize("press", ["t:1:watch:11", "t:9:watch:11", "t:1:watch:22"])
async def test_presses_for_a_match_that_is_gone_change_nothing(sim, press, two_play):
    shown = await sim.more(sim.eva)
    for who in (sim.ana, sim.bruno):
        await sim.leave(who)
    told = ("This table is closed.", "I can't find that match.", "That button no longer works.")
    assert (await sim.told(sim.eva, shown, press)).startswith(told)
    assert await sim.store.watchers(1) == ()


async def test_whoever_deletes_their_data_is_not_reminded(sim, two_play):
    await watch(sim, sim.eva, GOES_ON, ENDS)
    assert "1 match you watch" in await sim.typed(sim.eva, "privacy")
    await sim.forget(sim.eva)
    await sim.pass_time(hours=2)
    await sim.move(await sim.to_move())
    assert (sim.direct_messages(sim.eva), sim.saying("🔔")) == ([], [])


async def test_nobody_watches_a_match_of_another_server(sim, two_play):
    stranger, channel = sim.in_another_server(sim.eva)
    shown = sim.reply(await stranger.slash(channel, "help"))
    assert "no longer works" in await sim.told(stranger, shown, "t:1:watch:11")
    assert await sim.store.watchers(1) == ()
