"""/profile: one's own and others', shown to everybody or to nobody, and all achievements."""

from __future__ import annotations

import re
from datetime import timedelta

from bot.scores.achievements import ACHIEVEMENTS
from tests.discord_ui.own import sets
from tests.discord_ui.scores import control, finish

OLD = "That button does not belong to any table of mine."
KEPT = "This profile is kept private. Only its owner can change that, with /preferences."


async def profile(cafe, who, whose=None):
    """/profile in the channel; seen by nobody else."""
    options = {} if whose is None else {"user": whose}
    shown = await cafe.say(who, "profile", **options)
    assert shown.owner == who.id
    return shown


async def some(cafe):
    """Twelve matches of Ana in twelve days: eight wins, four games, three opponents."""
    begin = cafe.clock.now() - timedelta(days=12)
    for day, game in enumerate(["block"] * 6 + ["draw"] * 3 + ["all-fives"] * 2 + ["memory"]):
        rival = (cafe.bruno.id, cafe.chen.id, cafe.bruno.id, "steady")[day % 4]
        order = (rival, cafe.ana.id) if day % 3 == 1 else (cafe.ana.id, rival)
        await finish(cafe, *order, at=begin + timedelta(days=day), game=game)
    await cafe.store.earn(cafe.ana.id, ["ten-wins", "an-older-version's"], cafe.clock.now())


async def test_an_empty_profile_is_an_invitation(cafe):
    shown = await profile(cafe, cafe.ana)
    assert shown.is_("profile.png")
    assert "### Your profile" in shown.text
    assert "You have not finished a match yet" in shown.text
    assert "/play" in shown.text
    assert shown.buttons == []
    assert "No rating yet: everybody begins with 1000." in shown.alts[0]
    assert f"Achievements: 0 of {len(ACHIEVEMENTS)}." in shown.alts[0]
    stranger = await profile(cafe, cafe.ana, cafe.bruno)
    assert f"### Profile of <@{cafe.bruno.id}>" in stranger.text
    assert f"<@{cafe.bruno.id}> has not finished a match yet." in stranger.text


async def test_a_profile_tells_what_somebody_has_done(cafe):
    await some(cafe)
    shown = await profile(cafe, cafe.ana)
    text = shown.text
    (found,) = re.findall(r"Rating \*\*([\d,]+)\*\* · (\S+) in the last 10 matches", text)
    points = await cafe.store.rating_points(cafe.ana.id, 200)
    assert found[0] == f"{points[-1].rating:,}"
    assert found[1] == f"{points[-1].rating - points[-11].rating:+}"
    assert f"{points[-1].rating - 1000:+} in 30 days" in text, "all of it is younger"
    assert "Provisional" not in text
    assert "**12** matches, 8 won · won in a row: 1 now, 2 at best" in text
    assert "`A` **Block** · 4 of 6 won · rating " in text
    assert "`B` **Draw** · 2 of 3 won" in text
    assert "`D` **Memory** · 1 of 1 won" in text
    assert text.index(f"<@{cafe.bruno.id}> · 6 matches") < text.index(f"<@{cafe.chen.id}> · 3")
    assert f"**1 of {len(ACHIEVEMENTS)} achievements**" in text
    assert "🔟 Ten wins" in text
    assert "A, Block: 4 of 6 won." in shown.alts[0]
    assert "The rating after each of 12 matches: " in shown.alts[0]
    assert "Matches won in a row: 1 now, 2 at best." in shown.alts[0]


async def test_a_provisional_rating_tells_what_it_lacks(cafe):
    await finish(cafe, cafe.ana.id, cafe.bruno.id)
    text = (await profile(cafe, cafe.bruno)).text
    assert "Provisional: 9 more matches, and it is ranked." in text
    assert re.search(r"Rating \*\*\d[\d,]*\*\* · \S+ since the beginning\n", text)
    assert "**1** match, 0 won\n" in text


async def test_it_is_private_until_its_owner_shows_it(cafe):
    await some(cafe)
    own = await profile(cafe, cafe.ana)
    before = len(cafe.public())
    shown = cafe.reply(await cafe.click(cafe.ana, own, "Show everybody"))
    assert len(cafe.public()) == before + 1
    assert shown.owner is None
    assert f"### Profile of <@{cafe.ana.id}>" in shown.text
    assert shown.pinged == ()
    assert [button.label for button in shown.buttons] == ["All achievements"]
    listed = cafe.reply(await cafe.click(cafe.bruno, shown, "All achievements"))
    assert listed.owner == cafe.bruno.id
    assert f"<@{cafe.ana.id}>" in listed.text


async def test_whoever_presses_show_shows_their_own(cafe):
    await some(cafe)
    own = await profile(cafe, cafe.ana)
    result = await cafe.press(cafe.bruno, own, "x:profile:show")
    assert f"### Profile of <@{cafe.bruno.id}>" in cafe.reply(result).text


async def test_who_is_not_listed_is_shown_to_nobody_else(cafe):
    await some(cafe)
    posted = cafe.reply(await cafe.click(cafe.ana, await profile(cafe, cafe.ana), "Show everybody"))
    old = await profile(cafe, cafe.ana)
    seen = await profile(cafe, cafe.bruno, cafe.ana)
    assert "Rating **" in seen.text
    assert "Show everybody" not in seen.labels
    assert f"<@{cafe.ana.id}> · " in (await profile(cafe, cafe.chen)).text

    await sets(cafe, cafe.ana, "listed", "no")
    before = len(cafe.public())
    assert (await profile(cafe, cafe.bruno, cafe.ana)).text == KEPT
    assert (
        cafe.private_reply(await cafe.click(cafe.bruno, posted, "All achievements"), cafe.bruno)
        == KEPT
    )
    result = await cafe.press(cafe.bruno, posted, f"x:profile:look:{cafe.ana.id}")
    assert cafe.private_reply(result, cafe.bruno) == KEPT
    assert f"<@{cafe.ana.id}>" not in (await profile(cafe, cafe.chen)).text
    own = await profile(cafe, cafe.ana)
    assert "Rating **" in own.text
    assert "Show everybody" not in own.labels
    assert cafe.private_reply(await cafe.click(cafe.ana, old, "Show everybody"), cafe.ana) == KEPT
    assert len(cafe.public()) == before

    await sets(cafe, cafe.ana, "listed", "yes")
    assert "Rating **" in (await profile(cafe, cafe.bruno, cafe.ana)).text


async def test_all_achievements_page_by_page_and_back(cafe):
    await some(cafe)
    shown = await profile(cafe, cafe.ana)
    await cafe.click(cafe.ana, shown, "All achievements")
    page = cafe.now(shown)
    assert page.text.splitlines()[1].startswith("🔟 **Ten wins** · Win ten matches")
    assert page.text.count("▫️") == 9
    names = re.findall(r"\*\*(.+?)\*\* · ", page.text)
    while "Next" in page.labels:
        await cafe.click(cafe.ana, page, "Next")
        page = cafe.now(shown)
        names += re.findall(r"\*\*(.+?)\*\* · ", page.text)
    assert sorted(names) == sorted(each.name for each in ACHIEVEMENTS), "each once"
    await cafe.click(cafe.ana, page, "Previous")
    assert control(cafe.now(shown), "Next")
    await cafe.click(cafe.ana, cafe.now(shown), "Back to the profile")
    assert "### Your profile" in cafe.now(shown).text
    assert cafe.now(shown).is_("profile.png")


async def test_it_works_in_direct_messages_and_after_a_restart(cafe):
    await some(cafe)
    await cafe.ana.user.slash("help")
    shown = cafe.reply(await cafe.ana.user.slash("profile"))
    assert "Show everybody" not in shown.labels
    await cafe.restart()
    await cafe.click(cafe.ana, shown, "All achievements")
    assert "▫️" in cafe.now(shown).text


MADE_UP = (
    *("", "look", "look:", "look:0", "look:x", "look:-1", f"look:{2**63}", f"look:{10**19}"),
    *("list", "list:1", "list:1:", "list:1:9", "list:1:99", "list:x:0", "show:1", "list:1:0:0"),
)


async def test_ids_that_were_made_up_show_nothing(cafe):
    await finish(cafe, cafe.ana.id, cafe.bruno.id)
    shown = await profile(cafe, cafe.ana)
    for rest in MADE_UP:
        result = await cafe.press(cafe.bruno, shown, f"x:profile:{rest}")
        assert cafe.private_reply(result, cafe.bruno) == OLD, rest
    result = await cafe.press(cafe.bruno, shown, "x:profile:look:1", values=["1"])
    assert cafe.private_reply(result, cafe.bruno) == OLD
    nobody = cafe.reply(await cafe.press(cafe.bruno, shown, f"x:profile:look:{2**63 - 1}"))
    assert "has not finished a match yet." in nobody.text


async def test_a_program_has_no_profile(cafe):
    robot = cafe.env.create_user("robot", bot=True)
    member = cafe.guild.add_member(robot)
    result = await cafe.ana.slash(cafe.channel, "profile", user=member)
    assert "Computers have no profile." in cafe.private_reply(result, cafe.ana)
