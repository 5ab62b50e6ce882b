"""The demo's pages, without a browser."""

from contextlib import AsyncExitStack

from bot.demo.channel_pages import ChannelPages


async def test_links_lead_to_no_place_that_is_closed(sim):
    async with AsyncExitStack() as stack:
        pages = ChannelPages(sim.env, sim.guild, [sim.ana], stack)
        await pages.open(sim.channel)
        assert [page["channel"] for page in pages.listed()] == [str(sim.channel.id)]
    assert pages.listed() == []
