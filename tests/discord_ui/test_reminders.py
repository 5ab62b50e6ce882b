from typing import Any
from unittest.mock import AsyncMock

import pytest

from bot.service.ports.faults import StoreFault
from tests.discord_ui.own import sets
from tests.discord_ui.simulation import DiscordSim, Person

DIES = AsyncMock(side_effect=StoreFault("the process has died"))


async def test_the_hand_comes_once_more_in_place_of_the_dm_before(sim, two_play):
    """Whoever cannot be looked for is taken to be in the server still."""
    who, table = await sim.to_move(), sim.table()
    looked_for = f"/guilds/{sim.guild.id}/members/{who.id}"
    sim.env.inject_error("GET", looked_for, status=500, times=None)
    (first,) = sim.direct_messages(who)
    due = (await sim.match()).agenda.clocks[0].due_at
    countdown = f"<t:{round(due.timestamp())}:R>"

    await sim.pass_time(hours=13)

    (reminder,) = sim.direct_messages(who)
    assert sim.requests("GET", looked_for)
    assert reminder.id != first.id
    link = f"https://discord.com/channels/{sim.guild.id}/{sim.channel.id}/{table.id}"
    assert f"⏰ It's your turn in [Block]({link}). Time runs out {countdown}." in reminder.text
    assert reminder.is_("hand.png")
    assert {move.id for move in reminder.moves} == {move.id for move in first.moves}
    await sim.pass_time(hours=9)
    (last,) = sim.direct_messages(who)
    assert last.id != reminder.id
    assert sim.table().id == table.id, "who gets DMs is not called at the table"
    assert sim.pings() == [who.id]

    await sim.click(who, last, last.moves[0].id)
    assert (await sim.match()).ply > last.moves[0].ply


@pytest.mark.parametrize("way", ["off", "closed", "broken"])
async def test_whom_dms_do_not_reach_is_called_at_the_table_anew(sim, way, three_play):
    await sim.turn_of(sim.ana)
    table, dms = sim.table(), sim.direct_messages(sim.ana)
    path = f"/channels/{sim.ana.user.dm_channel.id}/messages"
    if way == "off":
        await sets(sim, sim.ana, "letters", "off")
    elif way == "closed":
        sim.env.inject_error("POST", path, status=403, code=50007, times=None)
    else:
        sim.env.inject_error("POST", path, status=500)
    before = sim.pings()

    await sim.pass_time(hours=13)

    anew = sim.table()
    assert anew.id != table.id
    assert f"⏰ <@{sim.ana.id}>, it's your turn. Time runs out <t:" in anew.text
    assert [each.id for each in sim.direct_messages(sim.ana)] == [each.id for each in dms]
    assert sim.pings() == [*before, sim.ana.id], "one reminder, one ping"
    assert not sim.exists(table)
    assert ("led" in anew.text) == ("led" in table.text), "it tells what the one before told"

    await sim.leave(sim.chen)
    assert sim.pings() == [*before, sim.ana.id], "the same turn is not called again"
    assert "⏰" not in sim.table().text


async def test_where_nothing_is_held_the_dm_leads_to_the_table(sim):
    await sim.start(sim.bruno, game_id="memory")
    who = await sim.to_move()
    assert sim.direct_messages(who) == []
    await sim.pass_time(hours=13)
    (dm,) = sim.direct_messages(who)
    assert dm.text.startswith("⏰ It's your turn in [Memory](https://discord.com/channels/")
    assert str(sim.table().id) in dm.text
    assert (dm.files, dm.buttons) == ([], [])


async def test_in_direct_messages_a_fresh_table_is_the_reminder(sim):
    lobby = await sim.play_in_dms(sim.ana, "block")
    await sim.click(sim.ana, lobby, "Add computer")
    options = await sim.opened(sim.ana, sim.now(lobby), "Options")
    await sim.pick(sim.ana, options, "day", menu="p:1:pace:")
    await sim.click(sim.ana, sim.now(lobby), "Start")
    (table,) = [each for each in sim.direct_messages(sim.ana) if each.is_("table.png")]
    await sim.pass_time(hours=13)
    (anew,) = [each for each in sim.direct_messages(sim.ana) if each.is_("table.png")]
    assert anew.id != table.id
    assert "⏰" in anew.text
    assert anew.pinged == ()
    assert anew.labels[0] == "Hand"


async def test_who_has_left_the_server_leaves_the_match(sim, three_play):
    gone = await sim.to_move()
    dms = [each.id for each in sim.direct_messages(gone)]
    sim.guild.remove_member(gone)
    await sim.pass_time(hours=13)
    match = await sim.match()
    assert gone.id not in match.people
    assert [seat.left_by for seat in match.seats].count(gone.id) == 1
    assert f"for <@{gone.id}>, who left" in sim.table().text
    assert await sim.to_move() is not gone
    assert len(dms) == 1
    assert "⏰" not in "".join(shown.text for shown in sim.versions)


async def test_a_reminder_for_which_the_channel_fails_for_a_moment_is_given_later(sim, two_play):
    await sets(sim, sim.ana, "letters", "off")
    await sim.turn_of(sim.ana)
    before = sim.pings()
    sim.env.inject_error("POST", sim.messages_path, status=500)
    await sim.pass_time(hours=13)
    assert sim.pings() == [*before, sim.ana.id]


@pytest.mark.parametrize("wanted", ["reminders", "off"])
async def test_a_reminder_is_not_repeated_once_its_message_is_recorded(sim, monkeypatch, wanted):
    """The process dies after it has recorded the DM or the table, and before anything else."""
    await sets(sim, sim.ana, "letters", wanted)
    await sim.start(sim.bruno)
    await sim.turn_of(sim.ana)
    before = sim.pings()
    assert sim.direct_messages(sim.ana) == []
    monkeypatch.setattr(sim.store, "settle_calls", DIES)
    await sim.pass_time(hours=12.01)
    sent = reminders_to(sim, sim.ana)
    await sim.restart()
    await sim.pass_time(hours=1)
    assert reminders_to(sim, sim.ana) == sent
    assert len(sent) == (wanted == "reminders")
    assert sim.pings() == [*before, *[sim.ana.id] * (wanted == "off")]


async def test_a_reminder_that_was_sent_and_not_recorded_is_not_sent_again(sim, monkeypatch):
    """Whoever tries again finds it by what it shows."""
    await sets(sim, sim.ana, "letters", "reminders")
    await sim.start(sim.bruno)
    await sim.turn_of(sim.ana)
    really = sim.store.remember

    async def remembers(*args: Any, **how: Any) -> None:
        if how.get("instead_of") is not None:
            await DIES()
        await really(*args, **how)

    monkeypatch.setattr(sim.store, "remember", remembers)
    monkeypatch.setattr(sim.store, "settle_calls", DIES)
    await sim.pass_time(hours=12.01)
    assert len(reminders_to(sim, sim.ana)) == 1
    assert await sim.store.reminders(1) == ()
    (dm,) = sim.direct_messages(sim.ana)
    await sim.move_by_command(sim.ana)
    assert "⏰" not in sim.now(dm).text, "it is known"


def reminders_to(sim: DiscordSim, person: Person) -> list[Any]:
    to_them = f"/channels/{person.user.dm_channel.id}/messages"
    return [each for each in sim.requests("POST", to_them) if "⏰" in str(each.json)]
