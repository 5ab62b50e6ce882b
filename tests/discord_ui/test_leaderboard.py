from unittest.mock import Mock, patch

import pytest

from bot.discord_ui import names as names_module
from bot.discord_ui.names import Names
from bot.games import CATALOGUE
from bot.present import screen
from bot.scores.span import week_after
from bot.store.tables.columns import metadata
from renderers.scene.scores import RankingScene
from tests.discord_ui.conftest import picture_of
from tests.discord_ui.own import chosen, sets
from tests.discord_ui.scores import finish, lines, people, rated
from tests.discord_ui.simulation import OLD
from tests.store.support import rows


@pytest.fixture
async def week(sim):
    await rated(sim, sim.ana, sim.bruno)
    await finish(sim, sim.ana.id, sim.bruno.id)
    await finish(sim, sim.ana.id, sim.chen.id, game="draw")
    await finish(sim, sim.bruno.id, sim.chen.id)


OPTIONS = (
    ({"by": "points"}, "Week 1 · all games · points", "**120** points · 2 matches"),
    ({"game": "draw", "by": "wins"}, "Week 1 · Draw · wins", "**1** win · 1 match"),
    ({"when": "month", "by": "wins"}, "January 2026 · all games · wins", "**2** wins · 2"),
    ({"when": "all", "by": "wins"}, "All time · all games · wins", "**2** wins · 2"),
    ({"where": "all", "by": "wins"}, "Week 1 · all games · wins", "**2** wins · 2"),
)


async def test_the_ranking_of_the_week_is_posted_for_everybody(sim, week):
    shown = await sim.say(sim.eva, "leaderboard")
    assert (shown.owner, shown.pinged, shown.files) == (None, (), ["ranking.png"])
    assert shown.text.startswith("### Week 1 · all games · rating\n")
    ends = round(week_after(sim.clock.now()).timestamp())
    assert f"This server · Rating gained. The week ends <t:{ends}:R>." in shown.text
    assert people(shown)[:2] == [sim.ana.id, sim.bruno.id]
    assert lines(shown)[0].startswith(f"**1** · <@{sim.ana.id}> · **+")
    assert "You" not in shown.text
    assert shown.alts[0].startswith("Ranking: Week 1 · all games · rating. Place 1: +")
    for options, title, first in OPTIONS:
        shown = await sim.say(sim.eva, "leaderboard", **options)
        assert shown.text.startswith(f"### {title}\n")
        assert lines(shown)[0].startswith(f"**1** · <@{sim.ana.id}> · {first}")


async def test_a_game_is_completed_and_an_unknown_one_refused(sim):
    offered = await sim.ana.autocomplete(sim.channel, "leaderboard", "game", "mal")
    assert [each["value"] for each in offered] == ["maltese-cross"]
    assert not await sim.ana.autocomplete(sim.channel, "leaderboard", "game", "soli")
    refusals = "There's no game called “mahjong”", "Solitaire is a solo game"
    for game, refusal in zip(("mahjong", "solitaire"), refusals, strict=True):
        assert refusal in await sim.typed(sim.ana, "leaderboard", game=game)
    assert not sim.public()


async def test_nobody_is_ranked_by_a_rating_that_people_do_not_see(sim):
    """An empty ranking is shown only to whoever asks."""
    shown = await sim.ask(sim.eva, "leaderboard")
    assert "No rating gained this week yet." in shown.text
    assert "Rating: 0 of 5 matches until there's a rating" in shown.text
    assert not sim.public()
    await finish(sim, sim.ana.id, sim.bruno.id)
    assert (await sim.say(sim.ana, "leaderboard")).owner == sim.ana.id
    assert people(await sim.say(sim.ana, "leaderboard", by="wins")) == [sim.ana.id]
    await rated(sim, sim.ana, sim.bruno)
    await finish(sim, sim.ana.id, sim.bruno.id)
    assert people(await sim.say(sim.ana, "leaderboard")) == [sim.ana.id]


async def test_a_press_below_a_public_ranking_is_answered_to_that_person_alone(sim, week):
    public = await sim.say(sim.eva, "leaderboard")
    assert {each.label for each in public.buttons if each.disabled} >= {"Week", "Rating"}
    await sim.restart()
    own = await sim.opened(sim.bruno, public, "Wins")
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
        assert title in (await sim.clicked(sim.bruno, own, label)).text
    assert sim.now(own).button("All time").disabled


async def test_the_menu_has_every_game_with_others_and_keeps_the_rest(sim, week):
    public = await sim.say(sim.eva, "leaderboard", by="wins", when="month")
    games = [rules.info.id for rules in CATALOGUE if rules.info.max_seats > 1]
    assert [each["value"] for each in public.options] == ["all", *games]
    assert public.defaults == ["all"]
    own = sim.reply(await sim.pick(sim.chen, public, "draw"))
    assert own.owner == sim.chen.id
    assert own.text.startswith("### January 2026 · Draw · wins")
    assert own.text.endswith("You're not ranked here yet.")
    await sim.pick(sim.chen, own, "all")
    assert sim.now(own).text.startswith("### January 2026 · all games · wins")


async def test_another_servers_ranking_stays_apart(sim, week):
    chen, room = sim.in_another_server(sim.chen)
    await finish(sim, sim.dana.id, sim.eva.id, guild=room.guild.id)
    assert people(sim.reply(await chen.slash(room, "leaderboard", by="wins"))) == [sim.dana.id]
    for where, ids in (("here", {sim.ana, sim.bruno}), ("all", {sim.ana, sim.bruno, sim.dana})):
        shown = await sim.say(sim.eva, "leaderboard", by="wins", where=where)
        assert set(people(shown)) == {who.id for who in ids}


async def test_in_direct_messages_it_is_about_everywhere(sim, week):
    await sim.ana.user.slash("help")
    shown = sim.reply(await sim.ana.user.slash("leaderboard", where="here", by="wins"))
    assert "-# Everywhere · " in shown.text
    assert "Your place: **1** · **2** wins" in shown.text
    assert "This server" not in shown.labels
    points = await sim.clicked(sim.ana, shown, "Points")
    assert "Your place: **1** · **120** points" in points.text
    assert await sim.told(sim.ana, shown, "x:board:here:week::wins:by") == OLD


async def test_who_does_not_want_to_be_shown_vanishes_at_once_and_comes_back(sim, week):
    shown = await sets(sim, sim.ana, "listed", "no")
    assert chosen(shown)["listed"] == "Public profile: no"
    hidden = await sim.say(sim.eva, "leaderboard", by="wins")
    assert people(hidden) == [sim.bruno.id]
    assert lines(hidden)[0].startswith("**1** ")
    own = await sim.opened(sim.ana, hidden, "Points")
    told = "You're not in any ranking, because your profile isn't public. See /preferences."
    assert own.text.endswith(told)
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


async def test_the_picture_has_names_that_are_stored_nowhere(sim, week, drawn, caplog):
    shown, names = await sim.say(sim.eva, "leaderboard", by="wins"), ["ana", "bruno", "chen"]
    assert [row.name for row in drawn[-1].rows][:2] == names[:2]
    everywhere = await sim.opened(sim.bruno, shown, "Everywhere")
    assert [row.name for row in drawn[-1].rows][:2] == names[:2]
    assert not any(name in everywhere.text + everywhere.alts[0] for name in names)
    assert not any(name in caplog.text for name in names)
    stored = [repr(await rows(sim.store, f"SELECT * FROM {each}")) for each in metadata.tables]
    assert not any(f"'{name}'" in table for table in stored for name in names)


async def test_who_left_is_somebody_and_without_an_answer_there_are_no_names(sim, week, drawn):
    sim.guild.remove_member(sim.bruno)
    with patch.object(names_module, "WAIT_SECONDS", 0):
        shown = await sim.say(sim.eva, "leaderboard", by="wins")
    assert [row.name for row in drawn[-1].rows][:2] == ["", ""]
    assert people(shown)[:2] == [sim.ana.id, sim.bruno.id]
    await sim.say(sim.eva, "leaderboard", by="wins")
    assert [row.name for row in drawn[-1].rows][:2] == ["ana", "somebody"]


def noted(*people: tuple[int | None, int, str]) -> Names:
    names = Names(Mock(get_guild=lambda _: None))
    for guild_id, user_id, name in people:
        names.note(guild_id, Mock(id=user_id, display_name=name))
    return names


def match(guild_id: int | None, *people: int) -> Mock:
    return Mock(guild_id=guild_id, people=people)


def test_a_name_is_that_of_the_server_and_the_newest_until_it_is_forgotten(monkeypatch):
    """It turns no text, and one that cannot be seen is none."""
    seven = (7, 1, "Ana"), (7, 1, "Ana\n \u202eMaria\u202c 👨\u200d👩"), (7, 2, " ")
    names = noted((8, 1, "Boss"), *seven, (7, 3, "\u3164"), (7, 4, "\u200b \u2800"))
    assert names.known(match(7, 1, 2, 3, 4, 5)) == {1: "Ana Maria 👨\u200d👩"}
    assert names.known(match(8, 1)) == {1: "Boss"}
    assert names.known(match(None, 1)) == {}
    names.forget(1)
    assert names.known(match(7, 1)) == names.known(match(8, 1)) == {}
    monkeypatch.setattr(names_module, "MAX_KEPT", 2)
    names = noted((7, 1, "Ana"), (7, 2, "Bruno"), (7, 1, "Ana"), (7, 3, "Chen"))
    assert names.known(match(7, 1, 2, 3)) == {1: "Ana", 3: "Chen"}


async def test_a_name_from_a_click_is_fresh_for_pictures_for_a_while(monkeypatch):
    names = noted((7, 1, "Ana"), (None, 2, "Bruno"))
    assert await names.fetch([1], 7, "somebody") == {1: "Ana"}
    assert await names.fetch([2], None, "somebody") == {2: "Bruno"}
    monkeypatch.setattr(names_module, "MINUTES_FRESH", 0)
    assert await names.fetch([1], 7, "somebody") == {}
    assert names.known(match(7, 1)) == {1: "Ana"}, "a button still has it"
