import re
from datetime import timedelta

from bot.scores.achievements.catalogue import ACHIEVEMENTS
from bot.scores.rating import SHOWN_FROM
from tests.discord_ui.own import sets
from tests.discord_ui.scores import finish, rated

KEPT = "This profile is private. Only its owner can change that, in /preferences."


async def some(sim):
    begin = sim.clock.now() - timedelta(days=12)
    for day, game in enumerate(["block"] * 6 + ["draw"] * 3 + ["all-fives"] * 2 + ["memory"]):
        rival = (sim.bruno.id, sim.chen.id, sim.bruno.id, "steady")[day % 4]
        order = (rival, sim.ana.id) if day % 3 == 1 else (sim.ana.id, rival)
        await finish(sim, *order, at=begin + timedelta(days=day), game=game)
    await sim.store.earn(sim.ana.id, ["ten-wins", "an-older-version's"], sim.clock.now())


async def test_an_empty_profile_is_an_invitation_and_computers_have_none(sim):
    shown = await sim.ask(sim.ana, "profile")
    assert shown.is_("profile.png")
    assert "### Your profile" in shown.text
    assert "You haven't finished a match yet" in shown.text
    assert shown.buttons == []
    assert "Rating: 0 of 5 matches until there's a rating" in shown.alts[0]
    stranger = await sim.ask(sim.ana, "profile", user=sim.bruno)
    assert f"### Profile of <@{sim.bruno.id}>" in stranger.text
    assert f"<@{sim.bruno.id}> hasn't finished a match yet." in stranger.text
    nobody = sim.reply(await sim.press(sim.bruno, shown, f"x:profile:look:{2**63 - 1}"))
    assert "hasn't finished a match yet." in nobody.text
    robot = sim.guild.add_member(sim.env.create_user("robot", bot=True))
    assert "Computers don't have profiles." in await sim.typed(sim.ana, "profile", user=robot)


async def test_a_profile_tells_what_somebody_has_done(sim):
    await some(sim)
    shown = await sim.ask(sim.ana, "profile")
    text = shown.text
    points = [each.rating for each in await sim.store.rating_points(sim.ana.id, 200)]
    assert f"Rating **{points[-1]:,}**\n" in text
    assert len(points) == 12 - SHOWN_FROM + 1
    assert "Provisional" not in text
    assert "**12** matches, 8 won · winning streak: 1 now, longest 2" in text
    assert re.search(r"\*\*Block\*\* · 4 of 6 won · rating [0-9,]+\?\n", text)
    assert "-# **?** means provisional" in text
    assert "**Memory** · 1 of 1 won" in text
    assert text.index(f"<@{sim.bruno.id}> · 6 matches") < text.index(f"<@{sim.chen.id}> · 3")
    assert f"**1 of {len(ACHIEVEMENTS)} achievements**" in text
    assert "🔟 Ten wins" in text
    assert " Block: 4 of 6 won. " in shown.alts[0], "no letter, as the picture has the name"
    assert "Winning streak: 1 now, longest 2." in shown.alts[0]


async def test_it_is_private_until_its_owner_shows_it_to_everybody_once(sim):
    """Discord's refusal does not count."""
    await finish(sim, sim.ana.id, sim.bruno.id)
    own, before = await sim.ask(sim.ana, "profile"), len(sim.public())
    sim.env.inject_error("POST", "/webhooks/*", status=403, code=50013, times=1)
    own = await sim.clicked(sim.ana, own, "Show to everybody")
    assert len(sim.public()) == before
    results = await sim.at_once(*[(sim.ana, own, "x:profile:show")] * 9)
    assert len(sim.public()) == before + 1
    refused = [sim.private_reply(each, sim.ana) for each in results[1:]]
    assert set(refused) == {"You've already shown this to everybody."}
    assert sim.now(own).button("Shown to everybody").disabled
    listed = await sim.clicked(sim.ana, sim.now(own), "All achievements")
    (back,) = [each for each in listed.ids if each.startswith("x:profile:look")]
    assert (await sim.clicked(sim.ana, listed, back)).button("Shown to everybody").disabled
    shown = sim.public()[-1]
    assert f"### Profile of <@{sim.ana.id}>" in shown.text
    assert shown.pinged == ()
    assert [button.label for button in shown.buttons] == ["All achievements"]
    assert f"<@{sim.ana.id}>" in (await sim.opened(sim.bruno, shown, "All achievements")).text


async def test_who_is_not_listed_is_shown_to_nobody_else(sim):
    await rated(sim, sim.ana, sim.chen)
    old = await sim.ask(sim.ana, "profile")
    posted = sim.reply(await sim.click(sim.ana, old, "Show to everybody"))
    old = await sim.ask(sim.ana, "profile")
    seen = await sim.ask(sim.bruno, "profile", user=sim.ana)
    assert "Rating **" in seen.text
    assert "Show to everybody" not in seen.labels
    assert f"<@{sim.ana.id}> · " in (await sim.ask(sim.chen, "profile")).text

    await sets(sim, sim.ana, "listed", "no")
    before = len(sim.public())
    assert (await sim.ask(sim.bruno, "profile", user=sim.ana)).text == KEPT
    assert await sim.told(sim.bruno, posted, "All achievements") == KEPT
    assert await sim.told(sim.bruno, posted, f"x:profile:look:{sim.ana.id}") == KEPT
    assert f"<@{sim.ana.id}>" not in (await sim.ask(sim.chen, "profile")).text
    own = await sim.ask(sim.ana, "profile")
    assert "Rating **" in own.text
    assert "Show to everybody" not in own.labels
    assert await sim.told(sim.ana, old, "Show to everybody") == KEPT
    assert len(sim.public()) == before

    await sets(sim, sim.ana, "listed", "yes")
    assert "Rating **" in (await sim.ask(sim.bruno, "profile", user=sim.ana)).text


async def test_all_achievements_page_by_page_and_back(sim):
    await finish(sim, sim.ana.id, sim.bruno.id)
    await sim.store.earn(sim.ana.id, ["ten-wins", "an-older-version's"], sim.clock.now())
    await sim.ana.user.slash("help")
    shown = sim.reply(await sim.ana.user.slash("profile"))
    assert "Show to everybody" not in shown.labels
    await sim.restart()
    page = await sim.clicked(sim.ana, shown, "All achievements")
    assert "🔟 **Ten wins** · Win ten matches" in page.text
    assert "▫️" in page.text
    names = re.findall(r"\*\*(.+?)\*\* · ", page.text)
    while "Next ▶" in page.labels:
        await sim.click(sim.ana, page, "Next ▶")
        page = sim.now(shown)
        names += re.findall(r"\*\*(.+?)\*\* · ", page.text)
    assert sorted(names) == sorted(each.name for each in ACHIEVEMENTS), "each once"
    await sim.click(sim.ana, page, "◀ Previous")
    assert sim.now(shown).button("Next ▶")
    assert "### Your profile" in (await sim.clicked(sim.ana, shown, "Back to profile")).text
    assert sim.now(shown).is_("profile.png")
