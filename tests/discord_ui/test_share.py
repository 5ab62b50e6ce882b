import re
from typing import Any

from tests.discord_ui.simulation import DiscordSim, Person, Shown

MENU = "x:share:1"


async def offered(sim: DiscordSim, who: Person, end: Shown) -> Shown:
    return sim.reply(await sim.click(who, end, "Share"))


async def chooses(sim: DiscordSim, who: Person, offer: Shown, channel: Any) -> None:
    await who.select(sim._handle(offer), [channel], custom_id=MENU)


async def test_one_message_tells_the_result_and_nobody_is_pinged(sim):
    await sim.start_short(sim.bruno, target=25)
    await sim.skip(lambda state: state.number == 3)
    end = await sim.play_out()
    assert end.is_("round.png")
    others = [each.text for each in sim.public()[:-1]]
    assert not any("wins the match" in text for text in others)
    last = max(int(n) for text in others for n in re.findall(r"end of round (\d+)", text))
    state = await sim.state()
    assert last == state.number - 1, "the end of the last round is in the result"
    places = re.findall(r"^(🥇|🥈) `[AB]` <@\d+> · \*\*\d+\*\*$", end.text, re.MULTILINE)
    assert places == ["🥇", "🥈"]
    assert "wins the match!" in end.text.splitlines()[0]
    assert "1 of 5 matches until there's a rating" in end.text
    assert "has earned 🏆 **First win**." in end.text
    assert "-# Win a match against others, people or computers." in end.text
    assert end.pinged == ()


async def test_the_text_to_copy_has_names_instead_of_mentions(sim):
    end = await sim.finish(sim.bruno)
    offer = await offered(sim, sim.bruno, end)
    assert offer.owner == sim.bruno.id
    assert offer.is_("round.png")
    (copied,) = re.findall(r"```\n(.*)\n```", offer.text, re.DOTALL)
    assert not re.search(r"<@|\*\*|-# |#", copied)
    assert re.search(r"🥇 [AB] (ana|bruno) · \d+", copied)


async def test_it_is_posted_once_in_the_channel_that_was_chosen(sim):
    end = await sim.finish(sim.bruno)
    news = sim.guild.create_text_channel("news")
    offer = await offered(sim, sim.bruno, end)
    await chooses(sim, sim.bruno, offer, news)
    await chooses(sim, sim.bruno, sim.now(offer), news)
    (posted,) = sim.public(news.id)
    assert posted.is_("round.png")
    assert posted.text.splitlines()[0] == end.text.splitlines()[0]
    assert f"Shared by <@{sim.bruno.id}>" in posted.text
    assert posted.pinged == ()
    assert posted.labels == ["Replay"]
    assert f"Posted in <#{news.id}>." in sim.now(offer).text


async def test_nobody_posts_where_they_may_not_or_in_another_server(sim):
    end = await sim.finish(sim.bruno)
    offer = await offered(sim, sim.bruno, end)
    sim.forbid("send_messages")
    await chooses(sim, sim.bruno, offer, sim.channel)
    assert "can't post in" in sim.seen_by(sim.bruno)[-1].text
    sim.forbid()
    for value in ("1", "x", "99999999999999999999"):
        assert "no longer works" in await sim.told(sim.bruno, offer, MENU, values=[value])
    assert sim.public()[-1].text == end.text


async def test_a_result_does_not_leave_its_server(sim):
    await sim.finish(sim.bruno)
    other = sim.env.create_guild("Elsewhere")
    channel = other.create_text_channel("games")
    player = other.add_member(sim.bruno.user)
    shown = sim.reply(await player.slash(channel, "rules", game="block"))
    for values in (None, [str(channel.id)]):
        assert "no longer works" in await sim.told(player, shown, MENU, values=values)
    assert sim.public(channel.id) == []
