import re

from tests.discord_ui.simulation import DiscordSim, Shown


def live(sim: DiscordSim) -> Shown:
    shown = sim.direct_messages(sim.ana)
    (table,) = [each for each in shown if each.is_("table.png") and each.buttons]
    return table


async def play_out(sim: DiscordSim, match_id: int = 1) -> Shown:
    await sim.skip(lambda state: state.outcome is not None, match_id=match_id)
    return sim.direct_messages(sim.ana)[-1]


async def test_solitaire_from_play_to_a_personal_best(sim):
    lobby = await sim.play_in_dms(sim.ana, "solitaire")
    assert lobby.labels == ["Start", "Options", "Rules", "Leave", "🔒 Shuffle sealed"]
    await sim.click(sim.ana, lobby, "Start")
    await sim.pass_time(minutes=3, seconds=12)
    first = await play_out(sim)
    assert re.match("## Solitaire · (\\d+ bones? (is|are) left|all bones removed!)\\n", first.text)
    assert f"<@{sim.ana.id}> · 3 min, " in first.text
    assert "That's your first result: the one to beat." in first.text
    assert "-# With these options: 1 played" in first.text
    assert "🏆" not in first.text
    assert not any(each.moves for each in sim.direct_messages(sim.ana)), "nothing is left to press"

    await sim.start_in_dms()
    await sim.pass_time(hours=1)
    second = await play_out(sim, 2)
    (one, two) = await sim.store.solo_results(sim.ana.id, "solitaire", (await sim.match(2)).options)
    assert (one.seconds < 300, two.seconds >= 3600) == (True, True)
    better = (two.tally, two.seconds) < (one.tally, one.seconds)
    assert ("🏅 New personal best! Previous best: " in second.text) == better
    assert ("\nPersonal best: " in second.text) != better
    assert not [each for each in sim.versions if each.pinged], "nobody is called in their DMs"
    assert not sim.public()


async def test_solitaire_in_a_channel(sim):
    await sim.start(game_id="solitaire")
    table = sim.table()
    assert table.pinged == (sim.ana.id,)
    assert [each.label for each in table.buttons if each.id[:2] == "t:"] == ["Rules", "⋯"]
    assert table.moves
    assert (await sim.play_out()).text.startswith("## Solitaire · ")
    assert [each.pinged for each in sim.versions if each.pinged] == [(sim.ana.id,)]
    assert sim.direct_messages(sim.ana) == []
    assert "No rating gained this week yet." in (await sim.say(sim.eva, "leaderboard")).text


async def test_a_restart_in_the_middle_keeps_the_time_the_table_and_the_language(sim):
    sim.speaks(sim.ana, "de")
    table = await sim.start_in_dms()
    await sim.choose(sim.ana, table, table.moves[0].id)
    table = live(sim)
    await sim.pass_time(hours=2)
    await sim.restart()
    assert live(sim).id == table.id
    await sim.choose(sim.ana, table, table.moves[0].id)
    assert live(sim).id != table.id, "after so long a fresh message takes its place"
    assert f"<@{sim.ana.id}> · 2 Std." in (await play_out(sim)).text


async def test_leaving_ends_it_and_makes_room(sim):
    await sim.start_in_dms()
    asked = sim.reply(await sim.ana.user.slash("leave"))
    assert "You're the last player, so it will end." in asked.text
    await sim.click(sim.ana, asked, "Leave for good")
    (table,) = [each for each in sim.direct_messages(sim.ana) if each.is_("table.png")]
    assert "was cancelled" in table.text
    assert await sim.store.solo_results(sim.ana.id, "solitaire", (await sim.match()).options) == ()
    await sim.start_in_dms()


async def test_commands_in_dms(sim):
    before = await sim.start_in_dms()
    here = f"https://discord.com/channels/@me/{before.channel_id}"
    refused = sim.reply(await sim.ana.user.slash("play", game="memory"))
    link = f"{here}/{before.id}"
    assert refused.text == f"There's already [a table]({link}) here. End it with /leave."
    assert not refused.buttons, "there are no threads in direct messages"
    again = sim.reply(await sim.ana.user.slash("board"))
    assert live(sim).id == again.id > before.id
    assert not sim.exists(before)
    assert "### Solitaire" in sim.reply(await sim.ana.user.slash("rules")).text
    assert f"{here}/{again.id}" in sim.reply(await sim.ana.user.slash("games")).text
    copy = sim.reply(await sim.ana.user.slash("hand"))
    assert [each.id for each in copy.moves] == [each.id for each in again.moves]
    offered = await sim.ana.user.autocomplete("move", "move", "")
    assert {each["value"] for each in offered} == {each.code for each in copy.moves}
    await sim.ana.user.slash("move", move=offered[0]["value"])
    assert (await sim.match()).ply == copy.moves[0].ply + 1
    assert live(sim).moves[0].ply == (await sim.match()).ply


async def test_with_a_computer_the_hand_opens_beside_the_table_and_no_dm_comes(sim):
    lobby = await sim.play_in_dms(sim.ana, "block")
    play, more = ("Play now", "Start", "Add computer"), ("Options", "Rules", "Leave")
    lengths = ("One round", "Short", "✓ Full")
    assert lobby.labels == [*play, *more, "🔒 Shuffle sealed", "Make it rated", *lengths]
    assert "Only computers can join you in DMs." in lobby.text
    await sim.click(sim.ana, lobby, "Add computer")
    await sim.click(sim.ana, sim.now(lobby), "Start")
    await sim.settle()
    table = live(sim)
    assert not table.moves
    hand = await sim.opened(sim.ana, table, "Hand")
    assert sim.now(table).is_("table.png")
    before = (await sim.match()).ply
    await sim.choose(sim.ana, hand, hand.moves[0].id)
    assert (await sim.match()).ply > before
    assert sim.now(hand).is_("hand.png")
    table = live(sim)
    assert not [each for each in sim.versions if each.pinged]
    assert [each.user_id for each in await sim.store.posted(1)] == [None]

    # The DMs of another match come and are played as ever.
    await sim.seat(sim.bruno)
    await sim.click(sim.ana, sim.lobby(), "Start")
    while await sim.to_move(2) is not sim.ana:
        await sim.move_by_command(sim.bruno)
    ply = (await sim.match(2)).ply
    (dm,) = [each for each in sim.direct_messages(sim.ana) if f"m:2:{ply}:" in str(each.ids)]
    await sim.choose(sim.ana, dm, dm.moves[0].id)
    assert sim.now(dm).is_("hand.png")
    assert sim.now(table).text == table.text
