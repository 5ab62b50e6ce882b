from contextlib import AsyncExitStack

from bot.demo.channel_pages import ChannelPages
from bot.demo.languages import SERVER
from bot.present.i18n import words


async def test_links_lead_to_no_place_that_is_closed(sim):
    async with AsyncExitStack() as stack:
        pages = ChannelPages(sim.env, sim.guild, [sim.ana], stack, sim.languages)
        await pages.open(sim.channel)
        assert [page["channel"] for page in pages.listed()["pages"]] == [str(sim.channel.id)]
    assert pages.listed()["pages"] == []


async def test_relative_times_count_from_now_in_every_page(sim):
    async with AsyncExitStack() as stack:
        pages = ChannelPages(sim.env, sim.guild, [sim.ana], stack, sim.languages)
        preview = await pages.open(sim.channel)
        sim.env.backend.advance_clock(3600)
        pages.keep_time()
        assert preview.capture_time == sim.env.now()


async def test_people_and_the_server_have_the_languages_that_were_chosen(sim):
    languages = sim.languages
    assert languages.choose(str(sim.ana.id), "it")
    assert languages.choose(SERVER, "fr")
    assert not languages.choose(SERVER, "xx")
    assert languages.listed()["chosen"] == {SERVER: "fr", str(sim.ana.id): "it"}
    assert words("fr")("Join") in (await sim.play(sim.ana)).labels
    assert words("it")("Boneyard") in (await sim.say(sim.ana, "help")).text
