from tests.discord_ui.simulation import DiscordSim, Person, Shown

ONCE = "You've just said something. You can say more after the next move."
OUT_OF_DATE = "That was out of date. This is how things stand now."
BACK, SURE = "Take back move", "Take it back"


async def practice(sim: DiscordSim, game_id: str = "block") -> None:
    await sim.start(game_id=game_id, computers=["casual"], picks={"rated:": "off"})


async def a_choice(sim: DiscordSim) -> Shown:
    while True:
        hand = await sim.hand(sim.ana)
        if len(hand.moves) > 1:
            return hand
        await sim.click(sim.ana, hand, hand.moves[0].id)


async def test_a_move_is_taken_back_with_the_answers_to_it(sim):
    await practice(sim)
    hand = await a_choice(sim)
    before, moves, alt = await sim.match(), [each.code for each in hand.moves], sim.table().alts
    await sim.click(sim.ana, hand, hand.moves[0].id)
    for forged in ("undo", "undo:3"):
        assert "You don't have a seat" in await sim.told(sim.bruno, sim.table(), f"t:1:{forged}")
    moved, asked = await sim.match(), await sim.clicked(sim.ana, hand, BACK)
    assert asked.text.startswith("Take back your last move?")
    assert asked.labels == [SURE, "Back to your hand"]
    assert asked.owner == sim.ana.id
    assert (await sim.clicked(sim.ana, hand, "Back to your hand")).is_("hand.png")
    assert await sim.match() == moved
    await sim.restart()
    back = await sim.clicked(sim.ana, hand, BACK, SURE)
    assert "You took your move back." in back.text
    assert [each.code for each in back.moves] == moves
    assert {each.ply for each in back.moves} == {(await sim.match()).ply}
    assert (await sim.match()).ply > before.ply
    assert f"<@{sim.ana.id}> took a move back" in sim.table().text
    assert sim.table().alts == alt, "the table is as it was"
    version = (await sim.match()).version
    for old in (hand.moves[0].id, asked.button(SURE).id):
        await sim.press(sim.ana, sim.now(hand), old)
        assert OUT_OF_DATE in sim.now(hand).text
    assert (await sim.match()).version == version
    assert "This match was unrated." in (await sim.play_out()).text
    verified = await sim.opened(sim.bruno, sim.public()[-1], "Verify")
    assert "✅" in verified.text
    assert (await sim.opened(sim.bruno, sim.public()[-1], "Replay")).files


async def test_it_is_offered_once_there_is_something_to_take_back(sim):
    await practice(sim)
    for offered in (False, True):
        hand = await sim.hand(sim.ana)
        assert [BACK in hand.labels, BACK in (await sim.more(sim.ana)).labels] == [offered, offered]
        hand = await a_choice(sim)
        await sim.click(sim.ana, hand, hand.moves[0].id)
    assert BACK in (await sim.clicked(sim.ana, hand, BACK, SURE)).labels, "there is the move before"
    assert BACK not in (await sim.clicked(sim.ana, hand, BACK, SURE)).labels


async def test_nothing_is_offered_where_it_is_not_allowed(sim):
    await sim.start(computers=["casual"])
    assert BACK not in [*(await sim.hand(sim.ana)).labels, *(await sim.more(sim.ana)).labels]
    for forged in ("undo", "undo:3", "undo:x", "undo:"):
        assert await sim.told(sim.ana, sim.table(), f"t:1:{forged}")
    assert "took a move back" not in sim.table().text


async def test_at_an_open_table_what_was_turned_up_stays(sim):
    await practice(sim, "memory")
    table = sim.table()
    await sim.click(sim.ana, table, table.moves[0].id)
    more = await sim.more(sim.ana)
    assert BACK not in [*sim.table().labels, *more.labels]
    assert "You can't take that back" in await sim.told(sim.ana, more, "t:1:undo")


async def say(sim: DiscordSim, who: Person, code: str) -> Shown:
    return sim.reply(await sim.pick(who, await sim.more(who), f"t:1:say:{code}", menu="s:1:say"))


async def test_a_phrase_is_news_at_the_table_and_pings_nobody(sim, two_play):
    table, hand = sim.table(), await sim.hand(sim.ana)
    match, answer = await sim.match(), await say(sim, sim.bruno, "well")
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
    for told in (1, 0):  # the next table still tells it, and the one after does not
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
