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
