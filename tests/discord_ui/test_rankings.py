"""/leaderboard: what is posted, what is answered in private, and who is on it."""

from __future__ import annotations

from datetime import UTC, timedelta

from bot.games import CATALOGUE
from bot.scores.span import week_after
from tests.discord_ui.own import sets
from tests.discord_ui.scores import control, finish, lines, people

OLD = "That button does not belong to any table of mine."


async def week(cafe):
    """Three matches of this week: Ana wins two, Bruno one; Chen wins none."""
    ana, bruno, chen = cafe.ana.id, cafe.bruno.id, cafe.chen.id
    await finish(cafe, ana, bruno)
    await finish(cafe, ana, chen, game="draw")
    await finish(cafe, bruno, chen)


async def test_the_ranking_of_the_week_is_posted_for_everybody(cafe):
    await week(cafe)
    shown = await cafe.say(cafe.eva, "leaderboard")
    assert shown.owner is None
    assert shown.is_("ranking.png")
    assert shown.text.startswith("### Week 1 · all games · rating\n")
    ends = round(week_after(cafe.clock.now()).timestamp())
    assert f"This server · What ratings have gained. The week ends <t:{ends}:R>." in shown.text
    assert people(shown)[:2] == [cafe.ana.id, cafe.bruno.id]
    assert lines(shown)[0].startswith(f"**1** · <@{cafe.ana.id}> · **+")
    assert lines(shown)[0].endswith(" · 2 matches")
    assert "You" not in shown.text
    assert shown.pinged == ()
    (alt,) = shown.alts
    assert alt.startswith("A ranking: Week 1 · all games · rating. Place 1: +")


OPTIONS = (
    ({"by": "points"}, "Week 1 · all games · points", "**120** points · 2 matches"),
    ({"game": "draw", "by": "wins"}, "Week 1 · Draw · wins", "**1** win · 1 match"),
    ({"when": "month", "by": "wins"}, "January 2026 · all games · wins", "**2** wins · 2"),
    ({"when": "all", "by": "wins"}, "All time · all games · wins", "**2** wins · 2"),
    ({"where": "all", "by": "wins"}, "Week 1 · all games · wins", "**2** wins · 2"),
)


async def test_every_option_asks_for_its_ranking(cafe):
    await week(cafe)
    for options, title, first in OPTIONS:
        shown = await cafe.say(cafe.eva, "leaderboard", **options)
        assert shown.text.startswith(f"### {title}\n")
        assert lines(shown)[0].startswith(f"**1** · <@{cafe.ana.id}> · {first}")


async def test_a_game_is_completed_and_an_unknown_one_refused(cafe):
    offered = await cafe.ana.autocomplete(cafe.channel, "leaderboard", "game", "mal")
    assert [each["value"] for each in offered] == ["maltese-cross"]
    result = await cafe.ana.slash(cafe.channel, "leaderboard", game="mahjong")
    assert "There is no game called “mahjong”" in cafe.private_reply(result, cafe.ana)


async def test_what_is_played_alone_has_no_ranking(cafe):
    assert not await cafe.ana.autocomplete(cafe.channel, "leaderboard", "game", "soli")
    result = await cafe.ana.slash(cafe.channel, "leaderboard", game="solitaire")
    assert "Solitaire is played alone" in cafe.private_reply(result, cafe.ana)
    assert not cafe.public()


async def test_the_turn_of_the_week_empties_the_weeks_ranking_and_no_other(cafe):
    await week(cafe)
    until = week_after(cafe.clock.now()) - cafe.clock.now()
    await cafe.pass_time(seconds=until.total_seconds() - 5)
    assert people(await cafe.say(cafe.eva, "leaderboard"))
    await cafe.pass_time(seconds=10)
    shown = await cafe.say(cafe.eva, "leaderboard")
    assert shown.text.startswith("### Week 2 · ")
    assert people(shown) == []
    assert "Nobody has gained rating this week yet. Start a match with /play" in shown.text
    assert shown.alts == [
        "A ranking: Week 2 · all games · rating. The first three places are free."
    ]
    assert len(people(await cafe.say(cafe.eva, "leaderboard", when="month"))) > 1
    await finish(cafe, cafe.chen.id, cafe.dana.id)
    assert people(await cafe.say(cafe.eva, "leaderboard", by="wins")) == [cafe.chen.id]
    both = await cafe.say(cafe.eva, "leaderboard", by="wins", when="month")
    assert people(both)[0] == cafe.ana.id
    assert set(people(both)) == {cafe.ana.id, cafe.bruno.id, cafe.chen.id}


# What can be pressed.


async def test_a_press_below_a_public_ranking_is_answered_to_that_person_alone(cafe):
    await week(cafe)
    public = await cafe.say(cafe.eva, "leaderboard")
    assert control(public, "Week").disabled
    assert control(public, "Rating").disabled
    await cafe.restart()
    own = cafe.reply(await cafe.click(cafe.bruno, public, "Wins"))
    assert own.owner == cafe.bruno.id
    assert own.text.startswith("### Week 1 · all games · wins")
    assert own.text.endswith("Your place: **2** · **1** win · 2 matches")
    assert cafe.now(public).text == public.text

    await cafe.click(cafe.bruno, own, "Month")
    again = cafe.now(own)
    assert again.text.startswith("### January 2026 · all games · wins")
    assert "Your place: **2**" in again.text
    assert control(again, "Month").disabled
    await cafe.click(cafe.bruno, again, "Everywhere")
    again = cafe.now(own)
    assert "-# Everywhere · " in again.text
    await cafe.click(cafe.bruno, again, "This server")
    assert "-# This server · " in cafe.now(own).text
    await cafe.click(cafe.bruno, cafe.now(own), "All time")
    await cafe.click(cafe.bruno, cafe.now(own), "Points")
    assert cafe.now(own).text.startswith("### All time · all games · points")


async def test_the_menu_has_every_game_with_others_and_keeps_the_rest(cafe):
    await week(cafe)
    public = await cafe.say(cafe.eva, "leaderboard", by="wins", when="month")
    (menu,) = public.menus
    assert [each["value"] for each in menu["options"]] == [
        "all",
        *(rules.info.id for rules in CATALOGUE if rules.info.max_seats > 1),
    ]
    assert [each["value"] for each in menu["options"] if each.get("default")] == ["all"]
    own = cafe.reply(await cafe.pick(cafe.chen, public, "draw"))
    assert own.owner == cafe.chen.id
    assert own.text.startswith("### January 2026 · Draw · wins")
    assert own.text.endswith("You have no place here yet.")
    await cafe.pick(cafe.chen, own, "all")
    assert cafe.now(own).text.startswith("### January 2026 · all games · wins")


MADE_UP = (
    *("", "here", "there:week::rating:by", "here:year::rating:by", "here:WEEK::rating:by"),
    *(
        "here:week:mahjong:rating:by",
        "here:week:solitaire:rating:by",
        "here:week::luck:by",
        "here:week::rating:by:1",
    ),
    *("here:week:' OR 1=1:rating:by", "5:week::rating:by"),
)


async def test_ids_and_games_that_were_made_up_show_nothing(cafe):
    public = await cafe.say(cafe.eva, "leaderboard")
    for rest in MADE_UP:
        for values in (None, ["block"]):
            result = await cafe.press(cafe.bruno, public, f"x:board:{rest}", values=values)
            assert cafe.private_reply(result, cafe.bruno) == OLD
    menu = public.menus[0]["custom_id"]
    for value in ([], ["mahjong"], ["all:wins"], ["here:week::rating:by"]):
        result = await cafe.press(cafe.bruno, public, menu, values=value)
        assert cafe.private_reply(result, cafe.bruno) == OLD


# Where, and who.


async def test_another_servers_ranking_stays_apart(cafe):
    await week(cafe)
    other = cafe.env.create_guild("Elsewhere")
    room = other.create_text_channel("room")
    fay = other.add_member(cafe.env.create_user("fay"))
    await finish(cafe, cafe.dana.id, cafe.eva.id, guild=other.id)
    there = cafe.reply(await fay.slash(room, "leaderboard", by="wins"))
    assert people(there) == [cafe.dana.id]
    here = await cafe.say(cafe.eva, "leaderboard", by="wins")
    assert people(here) == [cafe.ana.id, cafe.bruno.id]
    everywhere = await cafe.say(cafe.eva, "leaderboard", by="wins", where="all")
    assert people(everywhere)[0] == cafe.ana.id
    assert set(people(everywhere)) == {cafe.ana.id, cafe.bruno.id, cafe.dana.id}


async def test_in_direct_messages_it_is_about_everywhere(cafe):
    await week(cafe)
    await cafe.ana.user.slash("help")
    shown = cafe.reply(await cafe.ana.user.slash("leaderboard", where="here", by="wins"))
    assert "-# Everywhere · " in shown.text
    assert "Your place: **1** · **2** wins" in shown.text
    assert "This server" not in shown.labels
    await cafe.click(cafe.ana, shown, "Points")
    assert "Your place: **1** · **120** points" in cafe.now(shown).text
    result = await cafe.press(cafe.ana, shown, "x:board:here:week::wins:by")
    assert cafe.private_reply(result, cafe.ana) == OLD


async def test_who_does_not_want_to_be_shown_vanishes_at_once_and_comes_back(cafe):
    await week(cafe)
    public = await cafe.say(cafe.eva, "leaderboard", by="wins")
    assert people(public) == [cafe.ana.id, cafe.bruno.id]
    shown = await sets(cafe, cafe.ana, "listed", "no")
    assert "**Shown to others**: no" in shown.text
    hidden = await cafe.say(cafe.eva, "leaderboard", by="wins")
    assert people(hidden) == [cafe.bruno.id]
    assert lines(hidden)[0].startswith("**1** ")
    own = cafe.reply(await cafe.click(cafe.ana, hidden, "Points"))
    assert own.text.endswith("You are in no ranking, as you have set it with /preferences.")
    assert cafe.ana.id not in people(own)

    await finish(cafe, cafe.ana.id, cafe.bruno.id)
    assert people(await cafe.say(cafe.eva, "leaderboard", by="wins")) == [cafe.bruno.id]
    await sets(cafe, cafe.ana, "listed", "yes")
    back = await cafe.say(cafe.eva, "leaderboard", by="wins")
    assert people(back) == [cafe.ana.id, cafe.bruno.id]
    assert "**3** wins" in lines(back)[0], "what was played meanwhile has counted"


async def test_a_provisional_rating_is_not_ranked_and_its_owner_is_told_what_it_lacks(cafe):
    begin = cafe.clock.now().astimezone(UTC) - timedelta(days=12)
    for day in range(10):
        rival = (cafe.bruno.id, cafe.chen.id)[day % 2]
        await finish(cafe, cafe.ana.id, rival, at=begin + timedelta(days=day))
    public = await cafe.say(cafe.eva, "leaderboard", when="all")
    assert people(public) == [cafe.ana.id], "ten matches"
    assert "Ratings that rest on 10 matches or more." in public.text
    own = cafe.reply(await cafe.pick(cafe.bruno, public, "block"))
    assert own.text.endswith("Your rating is provisional: 5 more matches, and it is ranked.")
    own = cafe.reply(await cafe.click(cafe.eva, public, "Wins"))
    assert own.text.endswith("You have no place here yet.")


async def test_meetings_of_the_same_two_count_less_and_wins_are_told_in_parts(cafe):
    for _ in range(4):
        await finish(cafe, cafe.ana.id, cafe.bruno.id)
    shown = await cafe.say(cafe.eva, "leaderboard", by="wins")
    assert lines(shown) == [f"**1** · <@{cafe.ana.id}> · **3.5** wins · 4 matches"]
