from tests.discord_ui.simulation import DiscordSim, Shown

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
    moved = await sim.match()
    asked = await sim.clicked(sim.ana, hand, BACK)
    assert asked.text.startswith("Take back your last move?")
    assert asked.labels == [SURE, "Back to your hand"]
    assert asked.owner == sim.ana.id
    assert (await sim.clicked(sim.ana, hand, "Back to your hand")).is_("hand.png")
    assert await sim.match() == moved
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


async def test_it_is_offered_once_there_is_something_to_take_back(sim):
    await practice(sim)
    for offered in (False, True):
        hand = await sim.hand(sim.ana)
        assert [BACK in hand.labels, BACK in (await sim.more(sim.ana)).labels] == [offered, offered]
        hand = await a_choice(sim)
        await sim.click(sim.ana, hand, hand.moves[0].id)
    assert BACK in (await sim.clicked(sim.ana, hand, BACK, SURE)).labels, "there is the move before"
    assert BACK not in (await sim.clicked(sim.ana, hand, BACK, SURE)).labels


async def test_it_survives_a_restart_and_the_match_can_be_played_and_verified(sim):
    await practice(sim)
    for _ in range(3):
        hand = await a_choice(sim)
        await sim.click(sim.ana, hand, hand.moves[-1].id)
        if SURE in (await sim.clicked(sim.ana, hand, BACK)).labels:
            await sim.clicked(sim.ana, hand, SURE)
        await sim.restart()
    await sim.skip(lambda state: state.outcome is not None)
    result = sim.public()[-1]
    assert "This match was unrated." in result.text
    assert "Ratings:" not in result.text
    verified = await sim.opened(sim.bruno, result, "Verify")
    assert "✅" in verified.text or "follow" in verified.text
    assert (await sim.opened(sim.bruno, result, "Replay")).files


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
