import pytest

from tests.discord_ui.absence import labels, pings
from tests.discord_ui.own import quiet, sets, until
from tests.discord_ui.simulation import DiscordSim, Person, Shown, bones_in

GOES_ON, ENDS = "When it goes on", "When it ends"
OFF = "🔔 I can remind you when"


async def watch(sim: DiscordSim, who: Person, *wanted: str) -> Shown:
    shown = await sim.more(who)
    for label in wanted:
        await sim.click(who, sim.now(shown), label)
    return sim.now(shown)


def calls(sim: DiscordSim) -> list[Shown]:
    return [each for each in sim.public() if "🔔" in each.text]


async def test_only_people_without_a_seat_choose_and_only_they_see_it(sim):
    await sim.start(sim.bruno)
    assert GOES_ON not in labels(await sim.more(sim.bruno))
    shown = await sim.more(sim.eva)
    assert shown.owner == sim.eva.id
    assert labels(shown) == ["Show the table again", GOES_ON, ENDS]
    assert OFF in shown.text
    shown = await watch(sim, sim.eva, GOES_ON, ENDS)
    assert labels(shown) == [f"✓ {GOES_ON}", f"✓ {ENDS}"]
    assert "I'll remind you when the match goes on after an hour" in shown.text
    assert f"✓ {ENDS}" in labels(await sim.more(sim.eva))
    shown = await watch(sim, sim.eva, f"✓ {GOES_ON}", f"✓ {ENDS}")
    assert OFF in shown.text
    assert await sim.store.watchers(1) == ()
    assert "You have a seat" in await sim.told(sim.bruno, shown, "t:1:watch:11")
    assert await sim.store.watchers(1) == ()


async def test_a_dm_says_that_the_match_goes_on_and_reveals_nothing(sim):
    await sim.start(sim.bruno)
    await watch(sim, sim.eva, GOES_ON)
    await sim.pass_time(hours=2)
    await sim.restart()
    await sim.move(await sim.to_move())
    (dm,) = sim.direct_messages(sim.eva)
    link = f"https://discord.com/channels/{sim.guild.id}/{sim.channel.id}/{sim.table().id}"
    assert dm.text == f"🔔 [Block]({link}) goes on: somebody has moved after a long pause."
    assert not bones_in(dm.all_words)
    assert (dm.files, labels(dm)) == ([], ["No more reminders"])
    await sim.move(await sim.to_move())
    await sim.restart()
    assert len(sim.direct_messages(sim.eva)) == 1
    assert sim.eva.id not in pings(sim)

    await sim.click(sim.eva, dm, "No more reminders")
    assert OFF in sim.now(dm).text
    await sim.pass_time(hours=2)
    await sim.move(await sim.to_move())
    assert len(sim.direct_messages(sim.eva)) == 1


async def test_those_whom_dms_do_not_reach_are_mentioned_together(sim):
    await sim.start(sim.bruno)
    for who in (sim.chen, sim.dana, sim.eva):
        await watch(sim, who, GOES_ON, ENDS)
    await sets(sim, sim.chen, "letters", "off")
    path = f"/channels/{sim.eva.user.dm_channel.id}/messages"
    sim.env.inject_error("POST", path, status=403, code=50007, times=None)
    await sim.pass_time(hours=2)
    await sim.move(await sim.to_move())
    (call,) = calls(sim)
    assert {*call.pinged} == {sim.chen.id, sim.eva.id}
    assert "goes on" in call.text
    assert len(sim.direct_messages(sim.dana)) == 1

    await sim.say(sim.ana, "leave")
    await sim.leave(sim.bruno)
    if (await sim.match()).is_open:
        await sim.leave(sim.ana)
    await sim.pass_time(seconds=62)
    end = calls(sim)[-1]
    assert {*end.pinged} == {sim.chen.id, sim.eva.id}
    assert "🔔 The match you watched was cancelled" in end.text
    assert len(sim.direct_messages(sim.dana)) == 2
    assert await sim.store.watchers(1) == ()


async def test_in_quiet_hours_a_reminder_waits_for_the_morning(sim):
    await quiet(sim, sim.eva, "22:00", "7:00", "Europe/London")
    await sim.start(sim.bruno)
    await watch(sim, sim.eva, GOES_ON)
    await until(sim, 23)
    await sim.move(await sim.to_move())
    assert sim.direct_messages(sim.eva) == []
    await sim.restart()
    await sim.pass_time(hours=7)
    assert sim.direct_messages(sim.eva) == []
    await sim.pass_time(hours=2)
    (dm,) = sim.direct_messages(sim.eva)
    assert "goes on" in dm.text


@pytest.mark.parametrize("press", ["t:1:watch:11", "t:9:watch:11", "t:1:watch:22"])
async def test_presses_for_a_match_that_is_gone_change_nothing(sim, press):
    await sim.start(sim.bruno)
    shown = await sim.more(sim.eva)
    for who in (sim.ana, sim.bruno):
        await sim.leave(who)
    assert not (await sim.match()).is_open
    answer = await sim.told(sim.eva, shown, press)
    told = ("This table is closed.", "I can't find that match.", "That button no longer works.")
    assert answer.startswith(told)
    assert await sim.store.watchers(1) == ()


async def test_whoever_deletes_their_data_is_not_reminded(sim):
    await sim.start(sim.bruno)
    await watch(sim, sim.eva, GOES_ON, ENDS)
    told = await sim.say(sim.eva, "privacy")
    assert "1 match you watch" in told.text
    await sim.click(sim.eva, told, "Delete…")
    await sim.click(sim.eva, sim.now(told), "Delete everything")
    await sim.pass_time(hours=2)
    await sim.move(await sim.to_move())
    assert sim.direct_messages(sim.eva) == []
    assert calls(sim) == []


async def test_nobody_watches_a_match_of_another_server(sim):
    await sim.start(sim.bruno)
    other = sim.env.create_guild("Elsewhere")
    channel = other.create_text_channel("dominoes")
    stranger = other.add_member(sim.eva.user)
    shown = sim.reply(await stranger.slash(channel, "help"))
    assert "no longer works" in await sim.told(stranger, shown, "t:1:watch:11")
    assert await sim.store.watchers(1) == ()
