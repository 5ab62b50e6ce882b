from tests.discord_ui.simulation import DiscordSim, Person, Shown

ONCE = "You've just said something. You can say more after the next move."


async def say(sim: DiscordSim, who: Person, code: str) -> Shown:
    return sim.reply(await sim.pick(who, await sim.more(who), f"t:1:say:{code}", menu="s:1:say"))


async def test_a_phrase_is_news_at_the_table_and_pings_nobody(sim, two_play):
    table, hand = sim.table(), await sim.hand(sim.ana)
    match = await sim.match()
    answer = await say(sim, sim.bruno, "well")
    assert (answer.text, answer.owner) == ("💬 Said: Well played!", sim.bruno.id)
    now = sim.table()
    assert (now.id, now.edited) == (table.id, True), "no new message, so nobody is pinged"
    assert now.text.count(f"💬 <@{sim.bruno.id}>: Well played!") == 1
    after = await sim.match()
    assert (after.ply, after.agenda, after.awaits) == (match.ply, match.agenda, match.awaits)
    assert (sim.now(hand).text, sim.now(hand).ids) == (hand.text, hand.ids)
    await sim.restart()
    assert sim.table().text.count("Well played!") == 1
    assert ONCE in (await say(sim, sim.bruno, "luck")).text


async def test_the_next_table_still_tells_it_and_the_one_after_does_not(sim, two_play):
    await say(sim, await sim.to_move(), "luck")
    for told in (1, 0):
        await sim.move(await sim.to_move())
        assert sim.table().text.count("💬") == told


async def test_the_menu_is_there_for_the_seated_and_while_the_host_allows_it(sim, two_play):
    assert (await sim.more(sim.eva)).menus == []
    version = (await sim.match()).version
    for who, code in ((sim.eva, "hello"), (sim.ana, "Knock!"), (sim.ana, "hello:x")):
        assert await sim.told(who, sim.table(), f"t:1:say:{code}")
    assert (await sim.match()).version == version
    quiet = sim.guild.create_text_channel("quiet")
    await sim.start(sim.bruno, picks={"phrases:": "off"}, channel=quiet)
    shown = await sim.opened(sim.ana, sim.table(quiet.id), "⋯")
    assert shown.menus == []
    assert await sim.told(sim.ana, shown, "t:2:say:hello") == "Phrases are off in this match."


async def test_at_an_open_table_the_choices_stay(sim):
    sim.speaks(sim.bruno, "de")
    await sim.start(sim.bruno, game_id="memory")
    choices = [each.id for each in sim.table().moves]
    await say(sim, sim.bruno, "time")
    table = sim.table()
    assert [each.id for each in table.moves] == choices
    assert f"💬 <@{sim.bruno.id}>: Take your time." in table.text, "in the language of the channel"
