import re
from typing import Any

from tests.discord_ui.simulation import DiscordSim, Person, Shown

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
