import re

import pytest

from bot.model.match import CloseReason, Stage
from tests.discord_ui.simulation import STRANGER


async def test_a_lobby_nobody_starts_is_closed_after_a_day_and_says_why(sim):
    lobby = await sim.play(sim.ana)
    await sim.pass_time(hours=23)
    await sim.click(sim.bruno, lobby, "Join")
    await sim.pass_time(hours=23)
    assert (await sim.match()).stage is Stage.LOBBY, "something has happened since"
    await sim.pass_time(hours=2)
    match = await sim.match()
    assert (match.stage, match.close_reason) == (Stage.CLOSED, CloseReason.LAPSED)
    (closed,) = [each for each in sim.public() if "this table was closed" in each.text]
    assert "Nobody started the match, and nothing happened here for a day." in closed.text
    assert "Open a new table with /play." in closed.text
    assert not closed.buttons
    assert not closed.files
    assert (await sim.play(sim.chen)).buttons, "the channel is free again"


async def test_a_lobby_that_lapsed_while_the_bot_saw_nothing(sim):
    await sim.play(sim.ana)
    sim.forbid("view_channel")
    await sim.pass_time(hours=30)
    assert (await sim.match()).close_reason is CloseReason.LAPSED
    sim.forbid()
    await sim.pass_time(hours=1)
    assert not [each for each in sim.public() if each.buttons]


@pytest.mark.parametrize("way", ["Start", "Add computer", "Options"])
async def test_where_the_host_is_gone_somebody_else_acts_and_is_the_host(sim, way):
    """After a quarter of an hour, and only who is seated."""
    lobby = await sim.play(sim.ana)
    await sim.click(sim.bruno, lobby, "Join")
    if way == "Start":
        await sim.restart()
    await sim.pass_time(minutes=14)
    early = await sim.told(sim.bruno, sim.lobby(), way)
    assert f"Only the host, <@{sim.ana.id}>, can do that. If nothing happens here, any" in early
    (when,) = map(int, re.findall(r"<t:(\d+):R>", early))
    assert abs(when - sim.clock.now().timestamp() - 60) < 60, "it says from when on others may"
    await sim.pass_time(minutes=1, seconds=5)
    assert await sim.told(sim.eva, sim.lobby(), way) == STRANGER
    result = await sim.click(sim.bruno, sim.lobby(), way)
    if way == "Options":
        await sim.pick(sim.bruno, sim.reply(result), "live", menu="p:1:pace:")
    match = await sim.match()
    assert match.host_id == sim.bruno.id
    assert (match.stage is Stage.RUNNING) == (way == "Start")


async def test_the_pace_is_told_in_plain_words_and_the_host_changes_it(sim):
    lobby = await sim.play(sim.ana)
    assert "Pace: **one day per move**" in lobby.text
    for value in ("day", "live"):
        options = await sim.set("pace:", value)
        (menu,) = [each for each in options.menus if each["custom_id"] == "p:1:pace:"]
        assert [each["value"] for each in menu["options"] if each.get("default")] == [value]
    assert "Pace: **live, 90 seconds per move**" in sim.lobby().text
    assert "no longer works" in await sim.told(sim.ana, sim.lobby(), "p:1:pace:", values=["blitz"])


async def test_alone_and_in_direct_messages_no_clock_runs_unless_that_is_wished(sim):
    assert "Pace: **no clock**" in (await sim.play(sim.ana, "solitaire")).text
    await sim.ana.user.slash("play", game="block")
    (direct,) = [each for each in sim.direct_messages(sim.ana) if each.is_("game.png")]
    assert "Pace: **no clock**" in direct.text
