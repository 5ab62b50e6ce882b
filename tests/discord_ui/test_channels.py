import re
from typing import Any

from bot.model.match import Stage
from bot.model.terms import Pace
from tests.discord_ui.simulation import OLD, DiscordSim, Person, Shown


def taken(sim, place, message) -> str:
    link = f"https://discord.com/channels/{sim.guild.id}/{place.id}/{message.id}"
    return f"This channel already has [a table]({link})."


async def test_a_channel_where_the_bot_may_not_show_a_table(sim):
    for forbidden, named in (
        (["send_messages"], "Send Messages"),
        (["attach_files"], "Attach Files"),
        (["send_messages", "attach_files"], "Send Messages and Attach Files"),
    ):
        await sim.forbid(*forbidden)
        answer = await sim.typed(sim.ana, "play", game="block")
        assert answer == f"I'm missing permissions in this channel: {named}. Please ask an admin."
        assert await sim.store.open_in(sim.channel.id) is None
    await sim.forbid()
    assert (await sim.play(sim.ana)).buttons


async def test_a_thread_that_cannot_be_opened(sim, lobby):
    offer = await sim.say(sim.bruno, "play", game="block")
    path = f"/channels/{sim.channel.id}/threads"
    for status, code in ((403, 50013), (500, 0)):
        sim.env.inject_error("POST", path, status=status, code=code, times=1)
        assert "Discord rejected that" in await sim.told(sim.bruno, offer, "Open a thread")
    tried = len(sim.requests("POST", path))
    await sim.forbid("send_messages_in_threads")
    told = await sim.told(sim.bruno, offer, "Open a thread")
    assert told.startswith("I can't open a thread here")
    assert "Send Messages in Threads" in told
    assert len(sim.requests("POST", path)) == tried, "what is bound to fail is not asked for"
    assert sim.channel.threads == []


async def test_a_taken_channel_offers_a_thread_and_opens_it_with_a_lobby_in_it(sim, lobby):
    offer = await sim.ask(sim.bruno, "play", game="draw")
    assert offer.text == f"{taken(sim, sim.channel, sim.lobby())} Should I open a thread for yours?"
    await sim.click(sim.bruno, offer, "Open a thread")
    (thread,) = sim.channel.threads
    assert thread.mention in sim.now(offer).text
    assert not sim.now(offer).buttons
    match = await sim.match_in(thread.id)
    assert (match.game, match.host_id) == ("draw", sim.bruno.id)
    assert "Draw · open table" in sim.lobby(thread.id).text
    in_the_thread = await sim.chen.slash(thread, "play", game="block")
    refused = sim.private_reply(in_the_thread, sim.chen)
    assert refused == taken(sim, thread, sim.lobby(thread.id))
    assert not sim.reply(in_the_thread).buttons


async def test_deleted_tables_and_hands_are_no_loss(sim):
    """The next move, a leaver or /board brings the table back; the hand is asked for again."""
    await sim.start(sim.bruno, sim.chen, computers=["steady"])
    who = await sim.to_move()
    sim.delete(await sim.hand(who))
    sim.delete(sim.table())
    await sim.move_by_command(who)
    waiting = await sim.to_move()
    assert sim.table().pinged == (waiting.id,)
    sim.delete(sim.table())
    await sim.leave(sim.others(waiting)[0])
    assert f"<@{waiting.id}>" in sim.table().text
    sim.delete(sim.table())
    again = await sim.say(sim.eva, "board")
    assert again.owner is None
    assert again.pinged == (), "an answer pings nobody"
    assert sim.table().id == again.id
    await sim.move(await sim.to_move())
    assert len(sim.tables()) == 1
    assert await sim.is_shown()


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


MENU = "x:share:1"


async def chooses(sim: DiscordSim, who: Person, offer: Shown, channel: Any) -> None:
    await who.select(sim._handle(offer), [channel], custom_id=MENU)


async def test_the_result_to_copy_has_names_instead_of_mentions(sim, end):
    offer = await sim.opened(sim.bruno, end, "Share")
    assert offer.is_("round.png")
    (copied,) = re.findall(r"```\n(.*)\n```", offer.text, re.DOTALL)
    assert not re.search(r"<@|\*\*|-# |#", copied)
    assert re.search(r"🥇 [AB] (ana|bruno) · \d+", copied)


async def test_a_result_is_posted_once_in_the_channel_that_was_chosen(sim, end):
    news = sim.guild.create_text_channel("news")
    offer = await sim.opened(sim.bruno, end, "Share")
    await chooses(sim, sim.bruno, offer, news)
    await chooses(sim, sim.bruno, sim.now(offer), news)
    (posted,) = sim.public(news.id)
    assert posted.is_("round.png")
    assert posted.text.splitlines()[0] == end.text.splitlines()[0]
    assert f"Shared by <@{sim.bruno.id}>" in posted.text
    assert (posted.pinged, posted.labels) == ((), ["Replay"])
    assert f"Posted in <#{news.id}>." in sim.now(offer).text


async def test_nobody_posts_a_result_where_they_may_not_or_in_another_server(sim, end):
    offer = await sim.opened(sim.bruno, end, "Share")
    await sim.forbid("send_messages")
    await chooses(sim, sim.bruno, offer, sim.channel)
    assert "can't post in" in sim.seen_by(sim.bruno)[-1].text
    await sim.forbid()
    for value in ("1", "x", "99999999999999999999"):
        assert "no longer works" in await sim.told(sim.bruno, offer, MENU, values=[value])
    assert sim.public()[-1].text == end.text


async def test_a_result_does_not_leave_its_server(sim, end):
    player, channel = sim.in_another_server(sim.bruno)
    shown = sim.reply(await player.slash(channel, "rules", game="block"))
    for values in (None, [str(channel.id)]):
        assert "no longer works" in await sim.told(player, shown, MENU, values=values)
    assert sim.public(channel.id) == []
