from bot.store.tables.matches import matches


async def test_an_end_that_could_not_be_shown_is_shown_later_with_the_same(sim):
    await sim.start_short(sim.bruno)
    before = (await sim.play_out()).text
    for who in (sim.ana, sim.bruno):
        assert f"<@{who.id}>: 1 of 5 matches until there's a rating" in before
    result = sim.public()[-1]
    assert result.labels == ["Rematch", "Replay", "Verify", "Analyse", "Share"]
    assert not result.pinged
    ratings = await sim.store.ratings_of(sim.ana.id)
    async with sim.store._write() as connection:  # as if the process had died before recording it
        await connection.execute(matches.update().values(shown_version=0))
    await sim.restart()
    await sim.settle()
    assert sim.public()[-1].text == before
    assert await sim.store.ratings_of(sim.ana.id) == ratings
