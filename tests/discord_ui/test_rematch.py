from bot.model.match import Stage
from bot.model.terms import Pace
from tests.discord_ui.simulation import OLD
from tests.discord_ui.test_channels import taken


async def test_all_press_rematch_and_it_begins_in_the_old_order(sim):
    end = await sim.finish(sim.bruno, sim.chen)
    assert end.labels == ["Rematch", "Replay", "Verify", "Analyse", "Share"]
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
    assert (match.stage, match.people) == (Stage.RUNNING, (sim.ana.id, sim.bruno.id, sim.chen.id))
    assert match.salts[-1] == match.seats[1].salt
    called = [each for each in sim.versions if each.is_("game.png") and each.pinged]
    assert len(called) == 1, "called once"
    assert sim.table().pinged == ((await sim.to_move(2)).id,)
    assert sim.exists(end)


async def test_a_rematch_by_command(sim):
    none = "You haven't finished a match in this channel yet. Start one with /play."
    assert (await sim.say(sim.ana, "rematch")).text == none
    end = await sim.finish(sim.bruno)
    assert (await sim.say(sim.eva, "rematch")).text == none
    assert "Only people who were at this table" in await sim.told(sim.eva, end, "Rematch")
    await sim.forbid("attach_files")
    told = "I'm missing permissions in this channel: Attach Files. Please ask an admin."
    assert await sim.told(sim.ana, end, "Rematch") == told
    await sim.forbid()
    elsewhere = sim.guild.create_text_channel("elsewhere")
    assert sim.reply(await sim.ana.slash(elsewhere, "rematch")).text == none
    assert await sim.store.open_in(sim.channel.id) is None
    assert f"/{sim.channel.id}" in await sim.typed(sim.bruno, "rematch")
    assert sim.lobby().pinged == (sim.ana.id,)
    await sim.say(sim.ana, "rematch")
    assert (await sim.match(2)).stage is Stage.RUNNING


async def test_a_lobby_of_a_rematch_that_is_shown_anew_calls_nobody_again(sim):
    end = await sim.finish(sim.bruno, sim.chen)
    await sim.click(sim.ana, end, "Rematch")
    waits_for_chen = f"<@{sim.chen.id}>: press Rematch or Join."
    assert waits_for_chen in (await sim.say(sim.bruno, "board")).text
    sim.delete(sim.lobby())
    await sim.click(sim.bruno, end, "Rematch")
    assert waits_for_chen in sim.lobby().text
    assert len([each for each in sim.versions if each.is_("game.png") and each.pinged]) == 1


async def test_a_rematch_in_a_channel_taken_meanwhile_gets_a_thread_instead(sim):
    end = await sim.finish(sim.bruno, sim.chen)
    await sim.play(sim.eva)
    offer = await sim.opened(sim.ana, end, "Rematch")
    assert offer.text == f"{taken(sim, sim.channel, sim.lobby())} Should I open a thread for yours?"
    theirs = await sim.opened(sim.bruno, end, "Rematch")
    await sim.click(sim.ana, offer, "Open a thread")
    (thread,) = sim.channel.threads
    assert sim.lobby(thread.id).pinged == (sim.bruno.id, sim.chen.id)
    assert sim.now(offer).text == f"Your table is open in <#{thread.id}>."
    answer = await sim.told(sim.chen, end, "Rematch")
    assert answer.startswith("You're in the rematch: https://")
    assert str(thread.id) in answer
    await sim.click(sim.bruno, theirs, "Open a thread")
    assert [each.id for each in sim.channel.threads] == [thread.id]
    match = await sim.match(3)
    assert (match.channel_id, match.stage) == (thread.id, Stage.RUNNING)


async def test_a_rematch_button_of_another_channel_or_of_a_match_that_runs(sim, end):
    lobby = await sim.play(sim.ana, "block", sim.guild.create_text_channel("elsewhere"))
    for shown, number, told in (
        (lobby, 1, OLD),
        (end, 2, "This match isn't over yet. Use /board in its channel to see it."),
        (end, 99, "I can't find that match. Your open matches are in /games."),
    ):
        assert await sim.told(sim.ana, shown, f"t:{number}:rematch") == told


async def test_a_rematch_of_a_match_played_alone_in_direct_messages(sim):
    await sim.start_in_dms()
    here = sim.ana.user.dm_channel.id
    await sim.skip(lambda state: state.outcome is not None)
    (end,) = [each for each in sim.messages(here) if each.text.startswith("## Solitaire")]
    assert (await sim.clicked(sim.ana, end, "Rematch")).text == end.text, "the result stays"
    lobby = sim.messages(here)[-1]
    match = await sim.match(2)
    assert (match.pace, match.guild_id, match.channel_id) == (Pace.NONE, None, here)
    await sim.click(sim.ana, lobby, "Start")
    typed = sim.reply(await sim.ana.user.slash("rematch"))
    assert typed.text.startswith("The rematch has already started: https://")
