"""The process ends in the middle and another begins: the match goes on at the very ply."""

from __future__ import annotations

import pytest

from tests.discord_ui.table import Cafe, Shown

CHANNEL_POST = r"/channels/{}/messages"


def posts(cafe: Cafe) -> int:
    """Messages the bot has sent to the channel."""
    return len(cafe.requests("POST", CHANNEL_POST.format(cafe.channel.id)))


async def test_a_lobby_goes_on_after_a_restart_and_is_not_shown_twice(cafe):
    lobby = await cafe.play(cafe.ana)
    await cafe.click(cafe.bruno, lobby, "Join")
    before = [shown.id for shown in cafe.public()]

    await cafe.restart()

    assert [shown.id for shown in cafe.public()] == before
    await cafe.click(cafe.chen, lobby, "Join")
    await cafe.click(cafe.ana, lobby, "Start")
    match = await cafe.match()
    assert match.people == (cafe.ana.id, cafe.bruno.id, cafe.chen.id)
    assert match.is_open
    assert len(cafe.tables()) == 1


async def test_in_mid_round_old_buttons_of_every_kind_still_work(cafe):
    await cafe.start(cafe.bruno)
    for _ in range(3):
        await cafe.move(await cafe.to_move())
    before, table = await cafe.match(), cafe.table()
    who = await cafe.to_move()
    hand = await cafe.hand(who)
    said = posts(cafe)

    await cafe.restart()

    assert (await cafe.match()).ply == before.ply
    assert posts(cafe) == said, "what was shown is not shown again"
    assert cafe.table().id == table.id
    await cafe.click(who, hand, hand.moves[0].id)  # a private answer of the process before
    assert (await cafe.match()).ply == before.ply + 1
    other = await cafe.to_move()
    letter = cafe.letters(other)[-1]
    await cafe.restart()
    await cafe.click(other, letter, letter.moves[0].id)
    after = await cafe.match()
    assert after.ply > before.ply + 1
    reply = await cafe.click(cafe.ana, cafe.table(), "Hand")
    assert cafe.reply(reply).is_("hand.png")
    assert cafe.reply(reply).moves == [] or cafe.reply(reply).moves[0].ply == after.ply


async def test_an_old_hand_pressed_after_a_restart_shows_the_present_table(cafe):
    await cafe.start(cafe.bruno)
    who = await cafe.to_move()
    stale = await cafe.hand(who)
    await cafe.say(who, "move", move=stale.moves[-1].code)
    match = await cafe.match()

    await cafe.restart()
    await cafe.press(who, stale, stale.moves[0].id)

    assert "moved on" in cafe.now(stale).text
    assert cafe.now(stale).is_("hand.png")
    assert (await cafe.match()).ply == match.ply


async def test_a_computer_that_was_about_to_move_moves_after_the_restart(cafe, monkeypatch):
    with monkeypatch.context() as patch:  # the process ends before the computer has thought
        patch.setattr(cafe.client.boneyard._thoughts, "wake", lambda match_id: None)
        await cafe.start(cafe.bruno, computers=["steady", "casual"])
        while (await cafe.match()).awaits.value != "computer":
            await cafe.move(await cafe.to_move())
        before = await cafe.match()
        await cafe.settle()
        assert (await cafe.match()).ply == before.ply

    await cafe.restart()

    after = await cafe.match()
    assert after.ply > before.ply
    assert after.awaits.value == "person"
    assert after.shown_version == after.version
    assert cafe.table().pinged == ((await cafe.to_move()).id,)


async def fail_to_publish(cafe: Cafe, status: int = 500) -> tuple[Shown, int]:
    """A move is committed and its table cannot be posted; the table before, and the ply."""
    await cafe.start(cafe.bruno)
    table = cafe.table()
    cafe.env.inject_error("POST", f"/channels/{cafe.channel.id}/messages", status=status, times=1)
    await cafe.move(await cafe.to_move(), lambda moves: moves[-1])  # others can answer a heavy lead
    match = await cafe.match()
    assert match.shown_version < match.version
    assert cafe.table().id == table.id
    return table, match.ply


@pytest.mark.parametrize("status", [403, 404, 500])
async def test_a_table_committed_but_not_shown_is_shown_after_the_restart_once(cafe, status):
    old, ply = await fail_to_publish(cafe, status)

    await cafe.restart()

    match = await cafe.match()
    assert match.ply == ply
    assert match.shown_version == match.version
    assert cafe.table().id != old.id
    assert cafe.table().pinged == ((await cafe.to_move()).id,)
    said = posts(cafe)
    await cafe.restart()
    await cafe.pass_time(hours=1)
    assert posts(cafe) == said


async def test_a_table_that_could_not_be_shown_is_shown_without_a_restart_too(cafe):
    old, ply = await fail_to_publish(cafe)

    await cafe.pass_time(seconds=7)

    assert (await cafe.match()).ply == ply
    assert cafe.table().id != old.id
    assert "played" in cafe.table().text or "led" in cafe.table().text


async def test_a_move_can_be_made_while_its_predecessor_is_still_unshown(cafe):
    await fail_to_publish(cafe)
    who = await cafe.to_move()
    letters = cafe.letters(who)  # the hand was not served with the failed table
    assert letters[-1].moves == [] or letters[-1].moves[0].ply < (await cafe.match()).ply

    await cafe.move(who)

    match = await cafe.match()
    assert match.shown_version == match.version
    told = cafe.table().text
    assert told.count("played") + told.count("led") == 2, "nothing that happened goes untold"


async def test_a_round_that_ended_unseen_is_shown_once_after_the_restart(cafe, monkeypatch):
    await cafe.start(cafe.bruno)

    with monkeypatch.context() as patch:  # the process ends right after each commit
        patch.setattr(cafe.client.boneyard._shows, "wake", lambda match_id: None)
        while (await cafe.state()).number == 1:
            await cafe.move_by_command(await cafe.to_move())
    assert not [each for each in cafe.public() if each.is_("round.png")]

    await cafe.restart()

    (ended,) = [each for each in cafe.public() if each.is_("round.png")]
    assert "end of round 1" in ended.text
    assert "round 2" in cafe.table().text
    assert cafe.table().id > ended.id
    await cafe.restart()
    assert len([each for each in cafe.public() if each.is_("round.png")]) == 1


async def test_a_match_that_ended_unseen_is_told_after_the_restart_once(cafe, monkeypatch):
    await cafe.play(cafe.ana)
    await cafe.agree_on("target", 1)
    await cafe.click(cafe.bruno, cafe.lobby(), "Join")
    await cafe.click(cafe.ana, cafe.lobby(), "Start")
    with monkeypatch.context() as patch:
        patch.setattr(cafe.client.boneyard._shows, "wake", lambda match_id: None)
        while (await cafe.match()).is_open:
            await cafe.move_by_command(await cafe.to_move())

    await cafe.restart()
    await cafe.restart()

    texts = [each.text for each in cafe.public()]
    assert sum("wins the match!" in text or "share the win" in text for text in texts) == 1
    assert sum("end of round 1" in text for text in texts) == 1
    assert cafe.tables() == []


async def test_fifty_restarts_lose_and_repeat_nothing(cafe):
    """A restart after every single move."""
    await cafe.play(cafe.ana)
    await cafe.agree_on("target", 1)
    await cafe.click(cafe.bruno, cafe.lobby(), "Join")
    await cafe.click(cafe.ana, cafe.lobby(), "Start")

    restarts = 0
    while (await cafe.match()).is_open and restarts < 50:
        await cafe.move(await cafe.to_move())
        await cafe.restart()
        restarts += 1

    await cafe.plies()
    shown = [each for each in cafe.public() if each.is_("round.png")]
    assert len(shown) == len({each.text for each in shown})
