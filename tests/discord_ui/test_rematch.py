"""Once more: the button below the result, /rematch, and who is called to it."""

from __future__ import annotations

from bot.service.ports import Pace, Stage
from tests.discord_ui.table import Cafe, Person, Shown


async def finish(cafe: Cafe, *others: Person, match_id: int = 1, computers: int = 0) -> Shown:
    """A short match in the channel, played to its end: the message that tells how it ended."""
    lobby = await cafe.play(cafe.ana)
    await cafe.agree_on("target", 1, match_id)
    for other in others:
        await cafe.click(other, lobby, "Join")
    for _ in range(computers):
        await cafe.click(cafe.ana, lobby, "Add computer")
    await cafe.click(cafe.ana, cafe.lobby(), "Start")
    await play_out(cafe, match_id)
    return result(cafe)


async def play_out(cafe: Cafe, match_id: int) -> None:
    while (await cafe.match(match_id)).is_open:
        match = await cafe.match(match_id)
        who = (await cafe.asked(match_id))[0]
        hand = cafe.reply(await who.slash(cafe.channel, "hand"))
        assert hand.moves[0].ply == match.ply
        await cafe.choose(who, hand, hand.moves[0].id)


def result(cafe: Cafe) -> Shown:
    return [each for each in cafe.public() if "🏆" in each.text or "Nobody wins" in each.text][-1]


def seated(cafe: Cafe, match) -> list[str]:
    return [cafe.person(user).name for user in match.people]


async def test_all_press_rematch_and_it_begins_in_the_old_order(cafe):
    end = await finish(cafe, cafe.bruno, cafe.chen)
    assert [button.label for button in end.buttons] == ["Rematch", "Replay", "Verify"]

    await cafe.click(cafe.chen, end, "Rematch")
    lobby = cafe.lobby()
    assert "### Block · a rematch" in lobby.text
    assert lobby.pinged == (cafe.ana.id, cafe.bruno.id)
    call = f"<@{cafe.ana.id}> and <@{cafe.bruno.id}>: press Rematch or Join."
    assert call in lobby.text
    assert "Points that win the match: **1**" in lobby.text
    assert (await cafe.match(2)).people == (cafe.chen.id,), "nobody is seated without pressing"

    await cafe.click(cafe.ana, end, "Rematch")
    after = cafe.lobby()
    assert after.id == lobby.id
    assert f"<@{cafe.bruno.id}>: press Rematch or Join." in after.text

    await cafe.click(cafe.bruno, after, "Join")
    match = await cafe.match(2)
    assert match.stage is Stage.RUNNING
    assert seated(cafe, match) == ["ana", "bruno", "chen"]
    assert match.rematch_of == 1
    assert match.salts[-1] == match.seats[1].salt
    called = [each for each in cafe.versions if each.is_("game.png") and each.pinged]
    assert len(called) == 1, "called once"
    assert cafe.table().pinged == ((await cafe.to_move(2)).id,)
    assert cafe.exists(end)
    await cafe.plies(2)


async def test_the_pace_goes_with_it(cafe):
    lobby = await cafe.play(cafe.ana)
    await cafe.agree_on("target", 1)
    options = cafe.reply(await cafe.click(cafe.ana, lobby, "Options"))
    await cafe.pick(cafe.ana, options, "relaxed", menu="p:1:pace:")
    await cafe.click(cafe.bruno, lobby, "Join")
    await cafe.click(cafe.ana, cafe.lobby(), "Start")
    await play_out(cafe, 1)
    await cafe.click(cafe.bruno, result(cafe), "Rematch")
    assert (await cafe.match(2)).pace is Pace.RELAXED
    assert "Pace: **relaxed, 15 minutes for each move**" in cafe.lobby().text


async def test_by_command_and_with_an_answer_that_calls_nobody(cafe):
    await finish(cafe, cafe.bruno)
    answer = await cafe.say(cafe.bruno, "rematch")
    assert answer.owner == cafe.bruno.id
    lobby = cafe.lobby()
    assert f"/{lobby.channel_id}" in answer.text
    assert lobby.pinged == (cafe.ana.id,)
    await cafe.say(cafe.ana, "rematch")
    assert (await cafe.match(2)).stage is Stage.RUNNING


async def test_by_command_without_a_finished_match(cafe):
    none = "You have finished no match in this channel yet. Start one with /play."
    assert (await cafe.say(cafe.ana, "rematch")).text == none
    await finish(cafe, cafe.bruno)
    assert (await cafe.say(cafe.eva, "rematch")).text == none
    elsewhere = cafe.guild.create_text_channel("elsewhere")
    assert cafe.reply(await cafe.ana.slash(elsewhere, "rematch")).text == none


async def test_a_stranger_opens_nothing(cafe):
    end = await finish(cafe, cafe.bruno)
    result = await cafe.click(cafe.eva, end, "Rematch")
    assert "Only those who sat at this table" in cafe.private_reply(result, cafe.eva)
    assert await cafe.store.open_in(cafe.channel.id) is None


async def test_pressed_twice_and_by_two_at_once(cafe):
    end = await finish(cafe, cafe.bruno, cafe.chen)
    button = "t:1:rematch"
    results = await cafe.at_once(
        *((who, end, button) for who in (cafe.ana, cafe.bruno, cafe.ana, cafe.bruno))
    )
    assert all(each.acknowledged for each in results)
    match = await cafe.match(2)
    assert set(match.people) == {cafe.ana.id, cafe.bruno.id}
    assert await cafe.store.match(3) is None
    assert len([each for each in cafe.public() if each.is_("game.png")]) == 1
    answers = [each for each in results if each.followups or each.response.ephemeral]
    told = [cafe.reply(each).text for each in answers]
    assert told == ["You already have a seat at this table."] * 2
    again = await cafe.click(cafe.ana, end, "Rematch")
    assert cafe.private_reply(again, cafe.ana) == "You already have a seat at this table."
    await cafe.click(cafe.chen, end, "Rematch")
    assert (await cafe.match(2)).stage is Stage.RUNNING


async def test_once_it_has_begun_an_old_button_says_where(cafe):
    end = await finish(cafe, cafe.bruno)
    await cafe.click(cafe.ana, end, "Rematch")
    await cafe.click(cafe.bruno, end, "Rematch")
    answer = cafe.private_reply(await cafe.click(cafe.ana, end, "Rematch"), cafe.ana)
    assert answer.startswith("The rematch has already begun: https://discord.com/channels/")
    await play_out(cafe, 2)
    await cafe.pass_time(days=40)
    await cafe.click(cafe.bruno, end, "Rematch")
    assert (await cafe.match(3)).rematch_of == 1


async def test_after_a_restart_everything_works_as_before(cafe):
    end = await finish(cafe, cafe.bruno)
    await cafe.restart()
    await cafe.click(cafe.ana, end, "Rematch")
    lobby = cafe.lobby()
    await cafe.restart()
    assert cafe.lobby().id == lobby.id
    await cafe.click(cafe.bruno, end, "Rematch")
    assert (await cafe.match(2)).stage is Stage.RUNNING
    assert len([each for each in cafe.versions if each.is_("game.png") and each.pinged]) == 1


async def test_a_lobby_that_is_shown_anew_calls_nobody_again(cafe):
    end = await finish(cafe, cafe.bruno, cafe.chen)
    await cafe.click(cafe.ana, end, "Rematch")
    again = await cafe.say(cafe.bruno, "board")
    assert f"<@{cafe.chen.id}>: press Rematch or Join." in again.text
    cafe.delete(cafe.lobby())
    await cafe.click(cafe.bruno, end, "Rematch")
    assert f"<@{cafe.chen.id}>: press Rematch or Join." in cafe.lobby().text
    assert len([each for each in cafe.versions if each.is_("game.png") and each.pinged]) == 1


async def test_where_others_have_taken_all_seats_nobody_is_called_in_vain(cafe):
    end = await finish(cafe, cafe.bruno)
    await cafe.click(cafe.ana, end, "Rematch")
    for other in (cafe.chen, cafe.dana, cafe.eva):
        await cafe.click(other, cafe.lobby(), "Join")
    assert f"<@{cafe.bruno.id}>" not in cafe.lobby().text
    refused = await cafe.click(cafe.bruno, end, "Rematch")
    assert cafe.private_reply(refused, cafe.bruno) == "All 4 seats are taken."
    await cafe.click(cafe.eva, cafe.lobby(), "Leave")
    assert f"<@{cafe.bruno.id}>: press Rematch or Join." in cafe.lobby().text


async def test_a_channel_taken_meanwhile_and_the_thread_instead(cafe):
    end = await finish(cafe, cafe.bruno)
    await cafe.play(cafe.eva)
    offer = cafe.reply(await cafe.click(cafe.ana, end, "Rematch"))
    assert offer.owner == cafe.ana.id
    assert offer.text == "This channel already has a match. Shall I open a thread for yours?"
    theirs = cafe.reply(await cafe.click(cafe.bruno, end, "Rematch"))
    await cafe.click(cafe.ana, offer, "Open a thread for it")
    (thread,) = cafe.channel.threads
    lobby = cafe.lobby(thread.id)
    assert lobby.pinged == (cafe.bruno.id,)
    assert cafe.now(offer).text == f"Your table is open in <#{thread.id}>."

    await cafe.click(cafe.bruno, theirs, "Open a thread for it")
    assert [each.id for each in cafe.channel.threads] == [thread.id]
    match = await cafe.match(3)
    assert (match.channel_id, match.stage) == (thread.id, Stage.RUNNING)
    assert seated(cafe, match) == ["ana", "bruno"]


async def test_seats_in_a_thread_are_taken_by_the_button_in_the_channel(cafe):
    end = await finish(cafe, cafe.bruno, cafe.chen)
    await cafe.play(cafe.eva)
    offer = cafe.reply(await cafe.click(cafe.ana, end, "Rematch"))
    await cafe.click(cafe.ana, offer, "Open a thread for it")
    (thread,) = cafe.channel.threads
    answer = cafe.private_reply(await cafe.click(cafe.chen, end, "Rematch"), cafe.chen)
    assert answer.startswith("You have your seat in the rematch: https://")
    assert str(thread.id) in answer


async def test_where_the_bot_may_not_play_any_more(cafe):
    end = await finish(cafe, cafe.bruno)
    cafe.forbid("attach_files")
    answer = cafe.private_reply(await cafe.click(cafe.ana, end, "Rematch"), cafe.ana)
    assert "I still need: Attach Files" in answer
    assert await cafe.store.open_in(cafe.channel.id) is None


async def test_a_button_of_another_channel_or_of_a_match_that_runs(cafe):
    end = await finish(cafe, cafe.bruno)
    elsewhere = cafe.guild.create_text_channel("elsewhere")
    there = await cafe.play(cafe.ana, "block", elsewhere)
    forged = await cafe.press(cafe.ana, there, "t:1:rematch")
    assert "does not belong" in cafe.private_reply(forged, cafe.ana)
    running = await cafe.press(cafe.ana, end, "t:2:rematch")
    assert (
        cafe.private_reply(running, cafe.ana)
        == "This match is not over yet. /board shows it where it is played."
    )
    gone = await cafe.press(cafe.ana, end, "t:99:rematch")
    assert cafe.private_reply(gone, cafe.ana) == "That match is not here any more."


async def test_with_computers_alone_it_is_ready_to_start(cafe):
    end = await finish(cafe, computers=2)
    await cafe.click(cafe.ana, end, "Rematch")
    lobby = cafe.lobby()
    assert lobby.pinged == ()
    assert [each.level for each in (await cafe.match(2)).seats] == [None, "steady", "steady"]
    await cafe.click(cafe.ana, lobby, "Start")
    assert (await cafe.match(2)).stage is not Stage.LOBBY


async def test_a_match_played_alone_in_direct_messages(cafe):
    await cafe.ana.user.slash("play", game="solitaire")
    here = cafe.ana.user.dm_channel.id
    await cafe.click(cafe.ana, cafe.messages(here)[-1], "Start")
    while await cafe.store.open_in(here) is not None:
        (table,) = [each for each in cafe.messages(here) if each.moves]
        await cafe.choose(cafe.ana, table, table.moves[0].id)
    (end,) = [each for each in cafe.messages(here) if each.text.startswith("## Solitaire")]

    await cafe.click(cafe.ana, end, "Rematch")
    assert cafe.now(end).text == end.text, "the result stays"
    lobby = cafe.messages(here)[-1]
    match = await cafe.match(2)
    assert (match.pace, match.guild_id, match.channel_id) == (Pace.NONE, None, here)
    await cafe.click(cafe.ana, lobby, "Start")
    assert (await cafe.match(2)).stage is Stage.RUNNING

    begun = cafe.reply(await cafe.click(cafe.ana, end, "Rematch"))
    assert begun.text.startswith("The rematch has already begun: https://")
    typed = cafe.reply(await cafe.ana.user.slash("rematch"))
    assert typed.text.startswith("The rematch has already begun: https://")
