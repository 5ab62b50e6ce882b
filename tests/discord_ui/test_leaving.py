"""Leaving a running match."""

from __future__ import annotations

from bot.service.ports import Stage


async def test_leaving_asks_first(cafe):
    await cafe.start(cafe.bruno)
    before = await cafe.match()
    asked = await cafe.say(cafe.ana, "leave")
    assert "Leave this match of Block for good? A computer takes your seat." in asked.text
    assert asked.owner == cafe.ana.id
    assert await cafe.match() == before


async def test_a_computer_takes_the_seat_and_plays_at_once(cafe):
    await cafe.start(cafe.bruno, cafe.chen)
    leaver = await cafe.to_move()
    ply = (await cafe.match()).ply
    gone = await cafe.leave(leaver)
    assert gone.text == "You have left this match of Block."
    match = await cafe.match()
    assert match.ply > ply, "the computer did not let the others wait"
    assert match.seat_of(leaver.id) is None
    assert "(computer)" in cafe.table().text
    assert f"for <@{leaver.id}>, who left" in cafe.table().text
    assert (await cafe.to_move()) is not leaver


async def test_who_has_left_can_do_nothing_with_old_hands(cafe):
    await cafe.start(cafe.bruno, cafe.chen)
    leaver = await cafe.to_move()
    hand, letter = await cafe.hand(leaver), cafe.letters(leaver)[-1]
    await cafe.leave(leaver)
    ply = (await cafe.match()).ply
    assert not cafe.exists(letter), "the letter with its moves is taken away"
    await cafe.press(leaver, hand, hand.moves[0].id)
    assert cafe.now(hand).text == "You have no seat at this table."
    answer = await cafe.say(leaver, "leave")
    assert answer.text == "You have no seat at this table."
    assert (await cafe.match()).ply == ply


async def test_a_stranger_cannot_leave(cafe):
    await cafe.start(cafe.bruno)
    more = cafe.reply(await cafe.click(cafe.eva, cafe.table(), "⋯"))
    assert "Leave the match" not in more.all_words
    asked = await cafe.press(cafe.eva, more, "t:1:leave")
    assert cafe.private_reply(asked, cafe.eva) == "You have no seat at this table."
    assert (await cafe.say(cafe.eva, "leave")).text == "You have no seat at this table."


async def test_leaving_twice_at_once(cafe):
    await cafe.start(cafe.bruno, cafe.chen)
    asked = cafe.reply(await cafe.ana.slash(cafe.channel, "leave"))
    press = (cafe.ana, asked, "t:1:leave!")
    results = await cafe.at_once(press, press)
    assert all(result.acknowledged for result in results)
    match = await cafe.match()
    assert [seat.left_by for seat in match.seats].count(cafe.ana.id) == 1
    await cafe.plies()


async def test_when_the_last_person_leaves_the_match_is_given_up(cafe):
    await cafe.start(cafe.bruno, computers=["steady"])
    table = cafe.table()
    await cafe.leave(cafe.ana)
    await cafe.leave(cafe.bruno)
    match = await cafe.match()
    assert match.stage is Stage.CLOSED
    assert cafe.tables() == []
    given_up = [each for each in cafe.public() if "the match was given up" in each.text]
    assert len(given_up) == 1
    assert given_up[0].labels == ["Replay", "Verify"]
    ply = match.ply
    for verb in ("hand", "board", "rules", "more", "leave", "leave!"):
        result = await cafe.press(cafe.ana, given_up[0], f"t:1:{verb}")
        assert cafe.private_reply(result, cafe.ana)
    assert (await cafe.match()).ply == ply
    results = await cafe.results()
    assert all(each.left and not each.won for each in results.values())
    assert (await cafe.play(cafe.chen)).id > table.id, "the channel is free again"


async def test_who_left_has_a_result_without_a_win(cafe):
    await cafe.play(cafe.ana)
    await cafe.agree_on("target", 1)
    await cafe.click(cafe.bruno, cafe.lobby(), "Join")
    await cafe.click(cafe.ana, cafe.lobby(), "Start")
    await cafe.leave(cafe.bruno)
    while (await cafe.match()).is_open:
        await cafe.move(cafe.ana)
    results = await cafe.results()
    assert results[cafe.bruno.id].left
    assert not results[cafe.bruno.id].won
    assert results[cafe.bruno.id].place > results[cafe.ana.id].place
