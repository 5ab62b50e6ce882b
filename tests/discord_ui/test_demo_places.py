"""The demo's pages, without a browser."""

from contextlib import AsyncExitStack

from bot.demo.places import Places


async def test_links_lead_to_no_place_that_is_closed(sim):
    async with AsyncExitStack() as stack:
        places = Places(sim.env, sim.guild, [sim.ana], stack)
        await places.open(sim.channel)
        assert [place["channel"] for place in places.listed()] == [str(sim.channel.id)]
    assert places.listed() == []
