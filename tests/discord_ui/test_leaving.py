"""Leaving a running match."""

from bot.service.model.match import Stage
from tests.discord_ui.simulation import STRANGER


async def test_a_computer_takes_the_seat_and_plays_at_once(sim):
    await sim.start(sim.bruno, sim.chen)
    leaver = await sim.to_move()
    before = await sim.match()
    asked = await sim.say(leaver, "leave")
    assert "Leave this Block match for good? A computer will take your seat." in asked.text
    assert asked.owner == leaver.id
    assert await sim.match() == before, "it asks first"
    gone = await sim.leave(leaver)
    assert gone.text == "You've left this Block match."
    match = await sim.match()
    assert match.ply > before.ply, "the computer did not let the others wait"
    assert match.seat_of(leaver.id) is None
    assert "🤖" in sim.table().text
    assert f"for <@{leaver.id}>, who left" in sim.table().text


async def test_who_has_left_can_do_nothing_with_old_hands(sim):
    await sim.start(sim.bruno, sim.chen)
    leaver = await sim.to_move()
    hand, dm = await sim.hand(leaver), sim.direct_messages(leaver)[-1]
    await sim.leave(leaver)
    ply = (await sim.match()).ply
    assert not sim.exists(dm), "the DM with its moves is taken away"
    await sim.press(leaver, hand, hand.moves[0].id)
    assert sim.now(hand).text == STRANGER
    assert (await sim.match()).ply == ply


async def test_the_open_hand_of_who_has_left_says_so(sim):
    await sim.start(sim.bruno, sim.chen)
    hand, other = await sim.hand(sim.ana), await sim.hand(sim.bruno)
    await sim.leave(sim.ana)
    left = sim.now(hand)
    assert (left.text, left.labels, left.files) == ("You've left this Block match.", [], [])
    assert sim.now(other).is_("hand.png")


async def test_a_stranger_cannot_leave(sim):
    await sim.start(sim.bruno)
    more = sim.reply(await sim.click(sim.eva, sim.table(), "⋯"))
    assert "Leave the match" not in more.all_words
    asked = await sim.press(sim.eva, more, "t:1:leave")
    assert sim.private_reply(asked, sim.eva) == STRANGER
    assert (await sim.say(sim.eva, "leave")).text == STRANGER


async def test_when_the_last_person_leaves_the_match_is_given_up(sim):
    await sim.start(sim.bruno, computers=["steady"])
    table = sim.table()
    await sim.leave(sim.ana)
    await sim.leave(sim.bruno)
    match = await sim.match()
    assert match.stage is Stage.CLOSED
    assert sim.tables() == []
    close_reason = [each for each in sim.public() if "This match was cancelled" in each.text]
    assert len(close_reason) == 1
    assert close_reason[0].labels == [], "nobody had made a move"
    for verb in ("hand", "board", "rules", "more", "leave", "leave!"):
        result = await sim.press(sim.ana, close_reason[0], f"t:1:{verb}")
        assert sim.private_reply(result, sim.ana)
    assert await sim.match() == match
    assert (await sim.play(sim.chen)).id > table.id, "the channel is free again"
