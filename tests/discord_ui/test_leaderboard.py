import pytest

from bot.discord_ui import names
from bot.games import CATALOGUE
from bot.present import screen
from bot.scores.span import week_after
from bot.store.tables.columns import metadata
from renderers.scene.scores import RankingScene
from tests.discord_ui.conftest import picture_of
from tests.discord_ui.own import chosen, sets
from tests.discord_ui.scores import control, finish, lines, people, rated
from tests.discord_ui.simulation import OLD


async def week(sim):
    await rated(sim, sim.ana, sim.bruno)
    ana, bruno, chen = sim.ana.id, sim.bruno.id, sim.chen.id
    await finish(sim, ana, bruno)
    await finish(sim, ana, chen, game="draw")
    await finish(sim, bruno, chen)


OPTIONS = (
    ({"by": "points"}, "Week 1 · all games · points", "**120** points · 2 matches"),
    ({"game": "draw", "by": "wins"}, "Week 1 · Draw · wins", "**1** win · 1 match"),
    ({"when": "month", "by": "wins"}, "January 2026 · all games · wins", "**2** wins · 2"),
    ({"when": "all", "by": "wins"}, "All time · all games · wins", "**2** wins · 2"),
    ({"where": "all", "by": "wins"}, "Week 1 · all games · wins", "**2** wins · 2"),
)


async def test_the_ranking_of_the_week_is_posted_for_everybody(sim):
    await week(sim)
    shown = await sim.say(sim.eva, "leaderboard")
    assert shown.owner is None
    assert shown.is_("ranking.png")
    assert shown.text.startswith("### Week 1 · all games · rating\n")
    ends = round(week_after(sim.clock.now()).timestamp())
    assert f"This server · Rating gained. The week ends <t:{ends}:R>." in shown.text
    assert people(shown)[:2] == [sim.ana.id, sim.bruno.id]
    assert lines(shown)[0].startswith(f"**1** · <@{sim.ana.id}> · **+")
    assert "You" not in shown.text
    assert shown.pinged == ()
    assert shown.alts[0].startswith("Ranking: Week 1 · all games · rating. Place 1: +")
    for options, title, first in OPTIONS:
        shown = await sim.say(sim.eva, "leaderboard", **options)
        assert shown.text.startswith(f"### {title}\n")
        assert lines(shown)[0].startswith(f"**1** · <@{sim.ana.id}> · {first}")


async def test_a_game_is_completed_and_an_unknown_one_refused(sim):
    offered = await sim.ana.autocomplete(sim.channel, "leaderboard", "game", "mal")
    assert [each["value"] for each in offered] == ["maltese-cross"]
    assert not await sim.ana.autocomplete(sim.channel, "leaderboard", "game", "soli")
    for game, refusal in (
        ("mahjong", "There's no game called “mahjong”"),
        ("solitaire", "Solitaire is a solo game"),
    ):
        assert refusal in await sim.typed(sim.ana, "leaderboard", game=game)
    assert not sim.public()


async def test_an_empty_ranking_is_shown_only_to_whoever_asks(sim):
    shown = await sim.say(sim.eva, "leaderboard")
    assert shown.owner == sim.eva.id
    assert "No rating gained this week yet." in shown.text
    assert "Rating: 0 of 5 matches until there's a rating" in shown.text
    assert not sim.public()


async def test_nobody_is_ranked_by_a_rating_that_people_do_not_see(sim):
    await finish(sim, sim.ana.id, sim.bruno.id)
    assert (await sim.say(sim.ana, "leaderboard")).owner == sim.ana.id
    assert people(await sim.say(sim.ana, "leaderboard", by="wins")) == [sim.ana.id]
    await rated(sim, sim.ana, sim.bruno)
    await finish(sim, sim.ana.id, sim.bruno.id)
    assert people(await sim.say(sim.ana, "leaderboard")) == [sim.ana.id]


async def test_a_press_below_a_public_ranking_is_answered_to_that_person_alone(sim):
    await week(sim)
    public = await sim.say(sim.eva, "leaderboard")
    assert control(public, "Week").disabled
    assert control(public, "Rating").disabled
    await sim.restart()
    own = sim.reply(await sim.click(sim.bruno, public, "Wins"))
    assert own.owner == sim.bruno.id
    assert own.text.startswith("### Week 1 · all games · wins")
    assert own.text.endswith("Your place: **2** · **1** win · 2 matches")
    assert sim.now(public).text == public.text
    for label, title in (
        ("Month", "### January 2026 · all games · wins"),
        ("Everywhere", "-# Everywhere · "),
        ("This server", "-# This server · "),
        ("All time", "### All time · all games · wins"),
        ("Points", "### All time · all games · points"),
    ):
        await sim.click(sim.bruno, sim.now(own), label)
        assert title in sim.now(own).text
    assert control(sim.now(own), "All time").disabled


async def test_the_menu_has_every_game_with_others_and_keeps_the_rest(sim):
    await week(sim)
    public = await sim.say(sim.eva, "leaderboard", by="wins", when="month")
    (menu,) = public.menus
    assert [each["value"] for each in menu["options"]] == [
        "all",
        *(rules.info.id for rules in CATALOGUE if rules.info.max_seats > 1),
    ]
    assert [each["value"] for each in menu["options"] if each.get("default")] == ["all"]
    own = sim.reply(await sim.pick(sim.chen, public, "draw"))
    assert own.owner == sim.chen.id
    assert own.text.startswith("### January 2026 · Draw · wins")
    assert own.text.endswith("You're not ranked here yet.")
    await sim.pick(sim.chen, own, "all")
    assert sim.now(own).text.startswith("### January 2026 · all games · wins")


async def test_another_servers_ranking_stays_apart(sim):
    await week(sim)
    other = sim.env.create_guild("Elsewhere")
    room = other.create_text_channel("room")
    fay = other.add_member(sim.env.create_user("fay"))
    await finish(sim, sim.dana.id, sim.eva.id, guild=other.id)
    theirs = sim.reply(await fay.slash(room, "leaderboard", by="wins"))
    assert people(theirs) == [sim.dana.id]
    for where, ids in (("here", {sim.ana, sim.bruno}), ("all", {sim.ana, sim.bruno, sim.dana})):
        shown = await sim.say(sim.eva, "leaderboard", by="wins", where=where)
        assert set(people(shown)) == {who.id for who in ids}


async def test_in_direct_messages_it_is_about_everywhere(sim):
    await week(sim)
    await sim.ana.user.slash("help")
    shown = sim.reply(await sim.ana.user.slash("leaderboard", where="here", by="wins"))
    assert "-# Everywhere · " in shown.text
    assert "Your place: **1** · **2** wins" in shown.text
    assert "This server" not in shown.labels
    await sim.click(sim.ana, shown, "Points")
    assert "Your place: **1** · **120** points" in sim.now(shown).text
    assert await sim.told(sim.ana, shown, "x:board:here:week::wins:by") == OLD


async def test_who_does_not_want_to_be_shown_vanishes_at_once_and_comes_back(sim):
    await week(sim)
    public = await sim.say(sim.eva, "leaderboard", by="wins")
    assert people(public) == [sim.ana.id, sim.bruno.id]
    shown = await sets(sim, sim.ana, "listed", "no")
    assert chosen(shown)["listed"] == "Public profile: no"
    hidden = await sim.say(sim.eva, "leaderboard", by="wins")
    assert people(hidden) == [sim.bruno.id]
    assert lines(hidden)[0].startswith("**1** ")
    own = sim.reply(await sim.click(sim.ana, hidden, "Points"))
    assert own.text.endswith(
        "You're not in any ranking, because your profile isn't public. See /preferences."
    )
    assert sim.ana.id not in people(own)
    await finish(sim, sim.ana.id, sim.bruno.id)
    assert people(await sim.say(sim.eva, "leaderboard", by="wins")) == [sim.bruno.id]
    await sets(sim, sim.ana, "listed", "yes")
    back = await sim.say(sim.eva, "leaderboard", by="wins")
    assert people(back) == [sim.ana.id, sim.bruno.id]
    assert "**3** wins" in lines(back)[0], "what was played meanwhile has counted"


@pytest.fixture
def drawn(monkeypatch) -> list[RankingScene]:
    scenes: list[RankingScene] = []

    def draw(scene, *, theme):
        scenes.append(scene)
        return picture_of(scene, theme=theme)

    monkeypatch.setattr(screen, "render", draw)
    return scenes


async def test_the_picture_has_names_that_are_stored_nowhere(sim, drawn, caplog):
    await week(sim)
    shown = await sim.say(sim.eva, "leaderboard", by="wins")
    names = ["ana", "bruno", "chen"]
    assert [row.name for row in drawn[-1].rows][:2] == names[:2]
    everywhere = sim.reply(await sim.click(sim.bruno, shown, "Everywhere"))
    assert [row.name for row in drawn[-1].rows][:2] == names[:2]
    assert not any(name in everywhere.text + everywhere.alts[0] for name in names)
    assert not any(name in caplog.text for name in names)
    async with sim.store.engine.connect() as connection:
        stored = [
            repr((await connection.execute(table.select())).all())
            for table in metadata.sorted_tables
        ]
    assert not any(f"'{name}'" in rows for rows in stored for name in names)


async def test_somebody_who_left_the_server_is_somebody(sim, drawn):
    await week(sim)
    sim.guild.remove_member(sim.bruno)
    await sim.say(sim.eva, "leaderboard", by="wins")
    assert [row.name for row in drawn[-1].rows][:2] == ["ana", "somebody"]


async def test_without_an_answer_the_picture_has_no_names(sim, drawn, monkeypatch):
    await week(sim)
    monkeypatch.setattr(names, "WAIT_SECONDS", 0)
    shown = await sim.say(sim.eva, "leaderboard", by="wins")
    assert [row.name for row in drawn[-1].rows][:2] == ["", ""]
    assert people(shown)[:2] == [sim.ana.id, sim.bruno.id]
