from bot.model.match import Stage
from bot.model.terms import Pace
from tests.discord_ui.test_channels import taken


async def test_all_press_rematch_and_it_begins_in_the_old_order(sim):
    end = await sim.finish(sim.bruno, sim.chen)
    labels = [button.label for button in end.buttons]
    assert labels == ["Rematch", "Replay", "Verify", "Analyse", "Share"]

    await sim.click(sim.chen, end, "Rematch")
    lobby = sim.lobby()
    assert "### Block · rematch" in lobby.text
    assert lobby.pinged == (sim.ana.id, sim.bruno.id)
    assert f"<@{sim.ana.id}> and <@{sim.bruno.id}>: press Rematch or Join." in lobby.text
    assert "Points to win the match: **25**" in lobby.text
    assert (await sim.match(2)).people == (sim.chen.id,), "nobody is seated without pressing"

    await sim.click(sim.ana, end, "Rematch")
    assert sim.lobby().id == lobby.id
    assert f"<@{sim.bruno.id}>: press Rematch or Join." in sim.lobby().text
    assert await sim.told(sim.ana, end, "Rematch") == "You already have a seat at this table."

    await sim.restart()
    await sim.click(sim.bruno, lobby, "Join")
    match = await sim.match(2)
    assert match.stage is Stage.RUNNING
    assert match.people == (sim.ana.id, sim.bruno.id, sim.chen.id)
    assert match.salts[-1] == match.seats[1].salt
    called = [each for each in sim.versions if each.is_("game.png") and each.pinged]
    assert len(called) == 1, "called once"
    assert sim.table().pinged == ((await sim.to_move(2)).id,)
    assert sim.exists(end)


async def test_where_no_table_can_be_shown_none_is_opened(sim):
    end = await sim.finish(sim.bruno)
    sim.forbid("attach_files")
    told = "I'm missing permissions in this channel: Attach Files. Please ask an admin."
    assert await sim.told(sim.ana, end, "Rematch") == told
    assert await sim.store.rematch(1) is None


async def test_by_command(sim):
    none = "You haven't finished a match in this channel yet. Start one with /play."
    assert (await sim.say(sim.ana, "rematch")).text == none
    end = await sim.finish(sim.bruno)
    assert (await sim.say(sim.eva, "rematch")).text == none
    assert "Only people who were at this table" in await sim.told(sim.eva, end, "Rematch")
    elsewhere = sim.guild.create_text_channel("elsewhere")
    assert sim.reply(await sim.ana.slash(elsewhere, "rematch")).text == none
    assert await sim.store.open_in(sim.channel.id) is None
    answer = await sim.say(sim.bruno, "rematch")
    assert answer.owner == sim.bruno.id
    lobby = sim.lobby()
    assert f"/{lobby.channel_id}" in answer.text
    assert lobby.pinged == (sim.ana.id,)
    await sim.say(sim.ana, "rematch")
    assert (await sim.match(2)).stage is Stage.RUNNING


async def test_once_it_has_begun_an_old_button_says_where(sim):
    end = await sim.finish(sim.bruno)
    await sim.click(sim.ana, end, "Rematch")
    await sim.click(sim.bruno, end, "Rematch")
    answer = await sim.told(sim.ana, end, "Rematch")
    assert answer.startswith("The rematch has already started: https://discord.com/channels/")
    await sim.play_out(2)
    await sim.pass_time(days=2)
    await sim.click(sim.bruno, end, "Rematch")
    assert (await sim.match(3)).rematch_of == 1


async def test_a_lobby_that_is_shown_anew_calls_nobody_again(sim):
    end = await sim.finish(sim.bruno, sim.chen)
    await sim.click(sim.ana, end, "Rematch")
    again = await sim.say(sim.bruno, "board")
    assert f"<@{sim.chen.id}>: press Rematch or Join." in again.text
    sim.delete(sim.lobby())
    await sim.click(sim.bruno, end, "Rematch")
    assert f"<@{sim.chen.id}>: press Rematch or Join." in sim.lobby().text
    assert len([each for each in sim.versions if each.is_("game.png") and each.pinged]) == 1


async def test_where_others_have_taken_all_seats_nobody_is_called_in_vain(sim):
    end = await sim.finish(sim.bruno)
    await sim.click(sim.ana, end, "Rematch")
    for other in (sim.chen, sim.dana, sim.eva):
        await sim.click(other, sim.lobby(), "Join")
    assert f"<@{sim.bruno.id}>" not in sim.lobby().text
    full = "Every seat is taken. Open another table with /play."
    assert await sim.told(sim.bruno, end, "Rematch") == full
    await sim.click(sim.eva, sim.lobby(), "Leave")
    assert f"<@{sim.bruno.id}>: press Rematch or Join." in sim.lobby().text


async def test_a_channel_taken_meanwhile_and_the_thread_instead(sim):
    end = await sim.finish(sim.bruno, sim.chen)
    await sim.play(sim.eva)
    offer = sim.reply(await sim.click(sim.ana, end, "Rematch"))
    assert offer.owner == sim.ana.id
    there = taken(sim, sim.channel, sim.lobby())
    assert offer.text == f"{there} Should I open a thread for yours?"
    theirs = sim.reply(await sim.click(sim.bruno, end, "Rematch"))
    await sim.click(sim.ana, offer, "Open a thread")
    (thread,) = sim.channel.threads
    lobby = sim.lobby(thread.id)
    assert lobby.pinged == (sim.bruno.id, sim.chen.id)
    assert sim.now(offer).text == f"Your table is open in <#{thread.id}>."
    answer = await sim.told(sim.chen, end, "Rematch")
    assert answer.startswith("You're in the rematch: https://")
    assert str(thread.id) in answer
    await sim.click(sim.bruno, theirs, "Open a thread")
    assert [each.id for each in sim.channel.threads] == [thread.id]
    match = await sim.match(3)
    assert (match.channel_id, match.stage) == (thread.id, Stage.RUNNING)


async def test_a_button_of_another_channel_or_of_a_match_that_runs(sim):
    end = await sim.finish(sim.bruno)
    elsewhere = sim.guild.create_text_channel("elsewhere")
    lobby = await sim.play(sim.ana, "block", elsewhere)
    for shown, number, told in (
        (lobby, 1, "That button no longer works. Use a command instead, such as /board or /games."),
        (end, 2, "This match isn't over yet. Use /board in its channel to see it."),
        (end, 99, "I can't find that match. Your open matches are in /games."),
    ):
        assert await sim.told(sim.ana, shown, f"t:{number}:rematch") == told


async def test_a_match_played_alone_in_direct_messages(sim):
    await sim.ana.user.slash("play", game="solitaire")
    here = sim.ana.user.dm_channel.id
    await sim.click(sim.ana, sim.lobby_in_dms(sim.ana), "Start")
    await sim.skip(lambda state: state.outcome is not None)
    (end,) = [each for each in sim.messages(here) if each.text.startswith("## Solitaire")]
    await sim.click(sim.ana, end, "Rematch")
    assert sim.now(end).text == end.text, "the result stays"
    lobby = sim.messages(here)[-1]
    match = await sim.match(2)
    assert (match.pace, match.guild_id, match.channel_id) == (Pace.NONE, None, here)
    await sim.click(sim.ana, lobby, "Start")
    typed = sim.reply(await sim.ana.user.slash("rematch"))
    assert typed.text.startswith("The rematch has already started: https://")
