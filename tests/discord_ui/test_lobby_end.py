"""How lobbies end that nobody starts, hosts who are gone, and what was agreed about time."""

from __future__ import annotations

import pytest

from bot.service.ports import GivenUp, Pace, Stage


async def test_a_lobby_nobody_starts_is_closed_after_a_day_and_says_why(cafe):
    lobby = await cafe.play(cafe.ana)
    await cafe.pass_time(hours=23)
    await cafe.click(cafe.bruno, lobby, "Join")
    await cafe.pass_time(hours=23)
    assert (await cafe.match()).stage is Stage.LOBBY, "something has happened since"

    await cafe.pass_time(hours=2)

    match = await cafe.match()
    assert (match.stage, match.given_up) == (Stage.CLOSED, GivenUp.LAPSED)
    (closed,) = [each for each in cafe.public() if "this table was closed" in each.text]
    assert "Nobody started the match, and nothing happened here for a day." in closed.text
    assert "Open a new one with /play." in closed.text
    assert not closed.buttons
    assert not closed.files
    assert not [each for each in cafe.public() if each.is_("game.png")]
    late = await cafe.press(cafe.chen, closed, "l:1:join")
    assert "This table is closed" in cafe.private_reply(late, cafe.chen)
    assert (await cafe.play(cafe.chen)).buttons, "the channel is free again"


async def test_a_lobby_that_lapsed_while_the_bot_was_away(cafe):
    await cafe.play(cafe.ana)
    cafe.forbid("view_channel")
    await cafe.pass_time(hours=30)
    assert (await cafe.match()).given_up is GivenUp.LAPSED
    cafe.forbid()
    await cafe.pass_time(hours=1)
    assert not [each for each in cafe.public() if each.buttons]


async def test_a_lobby_that_everybody_left_says_so(cafe):
    lobby = await cafe.play(cafe.ana)
    await cafe.click(cafe.ana, lobby, "Leave")
    assert "Everybody left. Open a new one with /play." in cafe.now(lobby).text


async def test_a_match_that_nobody_comes_back_to_says_why(cafe):
    await cafe.start(cafe.bruno)
    await cafe.pass_time(days=7)
    assert (await cafe.match()).given_up is GivenUp.ABSENT
    (retired,) = [each for each in cafe.public() if each.is_("table.png")]
    assert "Nobody came back to play at this table; the match was given up." in retired.text
    assert retired.labels == ["Replay", "Verify"]


async def test_a_match_without_a_clock_that_lies_for_a_month_says_why(cafe):
    lobby = await cafe.play(cafe.ana)
    options = cafe.reply(await cafe.click(cafe.ana, lobby, "Options"))
    await cafe.pick(cafe.ana, options, "none", menu="p:1:pace:")
    await cafe.click(cafe.bruno, lobby, "Join")
    await cafe.click(cafe.ana, cafe.lobby(), "Start")
    await cafe.pass_time(days=29)
    assert (await cafe.match()).stage is Stage.RUNNING
    await cafe.pass_time(days=2)
    assert (await cafe.match()).given_up is GivenUp.LAPSED
    (retired,) = [each for each in cafe.public() if each.is_("table.png")]
    assert "Nothing happened at this table for a month; the match was given up." in retired.text


class TestTheHostIsGone:
    async def test_before_that_the_refusal_says_when(self, cafe):
        lobby = await cafe.play(cafe.ana)
        await cafe.click(cafe.bruno, lobby, "Join")
        refused = await cafe.click(cafe.bruno, cafe.lobby(), "Start")
        answer = cafe.private_reply(refused, cafe.bruno)
        assert answer.startswith(
            f"Only the host, <@{cafe.ana.id}>, can do that. If nothing happens here, anybody at the"
            " table can <t:"
        )
        await cafe.pass_time(minutes=14)
        options = await cafe.click(cafe.bruno, cafe.lobby(), "Options")
        assert cafe.private_reply(options, cafe.bruno).startswith("Only the host")

    @pytest.mark.parametrize("way", ["Start", "Add computer", "Options"])
    async def test_after_a_quarter_of_an_hour_who_is_seated_acts_and_is_the_host(self, cafe, way):
        lobby = await cafe.play(cafe.ana)
        await cafe.click(cafe.bruno, lobby, "Join")
        await cafe.pass_time(minutes=15, seconds=5)
        stranger = await cafe.click(cafe.eva, cafe.lobby(), way)
        assert cafe.private_reply(stranger, cafe.eva) == "You have no seat at this table."

        result = await cafe.click(cafe.bruno, cafe.lobby(), way)
        if way == "Options":
            assert (await cafe.match()).host_id == cafe.ana.id, "looking changes nothing"
            await cafe.pick(cafe.bruno, cafe.reply(result), "live", menu="p:1:pace:")
        match = await cafe.match()
        assert match.host_id == cafe.bruno.id
        if way == "Start":
            assert match.stage is Stage.RUNNING
            return
        assert f"<@{cafe.bruno.id}> · host" in cafe.lobby().text
        former = await cafe.click(cafe.ana, cafe.lobby(), "Start")
        assert cafe.private_reply(former, cafe.ana).startswith(
            f"Only the host, <@{cafe.bruno.id}>, can do that."
        )

    async def test_also_after_a_restart(self, cafe):
        lobby = await cafe.play(cafe.ana)
        await cafe.click(cafe.bruno, lobby, "Join")
        await cafe.restart()
        refused = await cafe.click(cafe.bruno, cafe.lobby(), "Start")
        assert cafe.private_reply(refused, cafe.bruno).startswith("Only the host")
        await cafe.pass_time(minutes=16)
        await cafe.click(cafe.bruno, cafe.lobby(), "Start")
        assert (await cafe.match()).stage is Stage.RUNNING


class TestPace:
    async def test_is_told_in_plain_words_and_the_host_changes_it(self, cafe):
        lobby = await cafe.play(cafe.ana)
        assert "Pace: **a day for each move**" in lobby.text
        options = cafe.reply(await cafe.click(cafe.ana, lobby, "Options"))
        (menu,) = [each for each in options.menus if each["custom_id"] == "p:1:pace:"]
        assert [each["value"] for each in menu["options"] if each.get("default")] == ["day"]
        await cafe.pick(cafe.ana, options, "live", menu="p:1:pace:")
        assert "Pace: **live, 90 seconds for each move**" in cafe.lobby().text
        (menu,) = [each for each in cafe.now(options).menus if each["custom_id"] == "p:1:pace:"]
        assert [each["value"] for each in menu["options"] if each.get("default")] == ["live"]

    async def test_somebody_else_does_not_and_there_are_no_others(self, cafe):
        lobby = await cafe.play(cafe.ana)
        await cafe.click(cafe.bruno, lobby, "Join")
        refused = await cafe.press(cafe.bruno, cafe.lobby(), "p:1:pace:", values=["live"])
        assert cafe.private_reply(refused, cafe.bruno).startswith("Only the host")
        unknown = await cafe.press(cafe.ana, cafe.lobby(), "p:1:pace:", values=["blitz"])
        assert "does not belong" in cafe.private_reply(unknown, cafe.ana)
        assert (await cafe.match()).pace is Pace.DAY

    async def test_alone_and_in_direct_messages_no_clock_runs_unless_that_is_wished(self, cafe):
        lobby = await cafe.play(cafe.ana, "solitaire")
        assert "Pace: **no clock**" in lobby.text
        await cafe.ana.user.slash("play", game="block")
        (direct,) = [each for each in cafe.letters(cafe.ana) if each.is_("game.png")]
        assert "Pace: **no clock**" in direct.text
