import discord

from bot.present import custom_ids
from tests.discord_ui.absence import labels, pings
from tests.discord_ui.own import sets
from tests.discord_ui.simulation import STRANGER, DiscordSim, Person, Shown

MENU = "u:1"


async def menu(sim: DiscordSim, who: Person) -> Shown:
    return sim.reply(await sim.click(who, sim.lobby(), "Invite"))


async def invite(sim: DiscordSim, who: Person, shown: Shown, *people: Person) -> str:
    """Choose people; return what the message says then, or the refusal."""
    result = await who.select(sim._handle(shown), list(people), custom_id=MENU)
    text = sim.now(shown).text
    return text if "invite" in text else sim.private_reply(result, who)


def calls(sim: DiscordSim) -> list[Shown]:
    return [each for each in sim.public() if "📨" in each.text]


async def test_anybody_seated_calls_people_once_with_one_message(sim):
    lobby = await sim.play(sim.ana)
    await sim.click(sim.bruno, lobby, "Join")
    shown, second = await menu(sim, sim.bruno), await menu(sim, sim.bruno)
    assert shown.owner == sim.bruno.id
    (picker,) = [part for part in shown.parts if part["type"] == 5]
    assert picker["max_values"] == 2
    told = await invite(sim, sim.bruno, shown, sim.chen, sim.dana)
    assert f"You've invited <@{sim.chen.id}> and <@{sim.dana.id}>." in told
    (call,) = calls(sim)
    assert {*call.pinged} == {sim.chen.id, sim.dana.id}
    assert f"📨 <@{sim.bruno.id}> has invited you to a table of **Block**." in call.text
    assert labels(call) == ["Join"]
    assert f"/{sim.channel.id}/{lobby.id}" in call.text

    again = await menu(sim, sim.ana)
    told = await invite(sim, sim.ana, again, sim.dana)
    assert "Already invited" in told
    await sim.restart()
    told = await invite(sim, sim.bruno, second, sim.chen, sim.dana)
    assert "You've invited" not in told
    assert len(calls(sim)) == 1
    assert pings(sim) == [sim.chen.id, sim.dana.id]

    await sim.click(sim.chen, call, "Join")
    assert sim.chen.id in (await sim.match()).people


async def test_each_is_called_as_they_want_and_the_inviter_is_not_told(sim):
    await sim.play(sim.ana)
    await sets(sim, sim.chen, "calls", "off")
    await sets(sim, sim.dana, "calls", "dm")
    told = await invite(sim, sim.ana, await menu(sim, sim.ana), sim.chen, sim.dana)
    assert "You've invited" in told
    assert f"<@{sim.chen.id}>" in told
    assert calls(sim) == []
    assert sim.direct_messages(sim.chen) == []
    (dm,) = sim.direct_messages(sim.dana)
    assert "has invited you to a table of **Block**" in dm.text
    assert labels(dm) == []


async def test_bots_those_seated_and_those_who_cannot_see_it_are_refused(sim):
    lobby = await sim.play(sim.ana)
    await sim.click(sim.bruno, lobby, "Join")
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
    assert calls(sim) == []
    assert await sim.store.invitations(1) == ()


async def test_strangers_and_old_menus_call_nobody(sim):
    lobby = await sim.play(sim.ana)
    assert await sim.told(sim.eva, lobby, "Invite") == STRANGER
    shown = await menu(sim, sim.ana)
    await sim.click(sim.bruno, lobby, "Join")
    await sim.click(sim.bruno, sim.lobby(), "Leave")
    await sim.add_computer("casual")
    await sim.click(sim.ana, sim.lobby(), "Start")
    answer = await invite(sim, sim.ana, shown, sim.chen)
    assert answer.startswith("This match has already started.")
    await sim.leave(sim.ana)
    answer = await invite(sim, sim.ana, shown, sim.chen)
    assert answer.startswith("This table is closed.")
    assert calls(sim) == []


async def test_a_menu_from_elsewhere_calls_nobody(sim, monkeypatch):
    await sim.play(sim.ana)
    monkeypatch.setattr(custom_ids, "invitation", lambda _: MENU)
    other = sim.guild.create_text_channel("elsewhere")
    await sim.play(sim.ana, channel=other)
    shown = sim.reply(await sim.click(sim.ana, sim.lobby(other.id), "Invite"))
    result = await sim.ana.select(sim._handle(shown), [sim.chen], custom_id=MENU)
    assert "no longer works" in sim.private_reply(result, sim.ana)
    assert await sim.store.invitations(1) == ()


async def test_in_a_thread_of_an_unknown_channel_people_are_called(sim, monkeypatch):
    await sim.play(sim.bruno)
    offer = sim.reply(await sim.ana.slash(sim.channel, "play", game="draw"))
    await sim.click(sim.ana, offer, "Open a thread")
    (thread,) = sim.channel.threads
    shown = sim.reply(await sim.click(sim.ana, sim.lobby(thread.id), "Invite"))
    monkeypatch.setattr(discord.Thread, "parent", None)
    match = await sim.match_in(thread.id)
    await sim.ana.select(sim._handle(shown), [sim.chen], custom_id=f"u:{match.id}")
    assert f"You've invited <@{sim.chen.id}>." in sim.now(shown).text
