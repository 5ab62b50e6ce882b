import re
from dataclasses import replace
from itertools import product

import pytest

from bot.discord_ui.publishing.match_screens import result_screen
from bot.games import game
from bot.model.match import Match, Stage
from bot.present.i18n import ENGLISH
from tests.discord_ui.simulation import STRANGER
from tests.discord_ui.test_analysis import think


async def test_a_computer_takes_the_seat_and_plays_after_a_minute(sim, three_play):
    leaver = await sim.to_move()
    before = await sim.match()
    asked = await sim.say(leaver, "leave")
    assert "Leave this Block match for good? A computer will take your seat." in asked.text
    assert "It counts as a loss." in asked.text
    assert (asked.owner, asked.labels) == (leaver.id, ["Stay", "Leave for good"])
    stays = await sim.clicked(leaver, asked, "Stay")
    assert (stays.text, stays.labels) == ("Good! You're still in this Block match.", [])
    assert await sim.match() == before, "it asks first"
    left = (await sim.leave(leaver)).text
    assert left.startswith("You've left this Block match.\n-# Left by mistake?")
    assert (await sim.match()).ply == before.ply, "they may still come back"
    await sim.pass_time(seconds=62)
    match = await sim.match()
    assert match.ply > before.ply, "the computer did not let the others wait any longer"
    assert match.seat_of(leaver.id) is None
    assert re.search(f"🤖 .* for <@{leaver.id}>, who left", sim.table().text)


async def test_who_has_left_can_do_nothing_with_old_hands(sim, three_play):
    leaver = await sim.to_move()
    hand, dm = await sim.hand(leaver), sim.direct_messages(leaver)[-1]
    others = [await sim.hand(who) for who in sim.others(leaver)]
    await sim.leave(leaver)
    ply, left = (await sim.match()).ply, sim.now(hand)
    assert not sim.exists(dm), "the DM with its moves is taken away"
    assert (left.text, left.labels, left.files) == ("You've left this Block match.", [], [])
    assert all(sim.now(each).is_("hand.png") for each in others)
    await sim.press(leaver, hand, hand.moves[0].id)
    assert (sim.now(hand).text, (await sim.match()).ply) == (STRANGER, ply)


async def test_a_stranger_neither_leaves_nor_stays_and_who_has_left_is_one(sim, three_play):
    for verb in ("leave", "stay"):
        assert await sim.told(sim.eva, sim.table(), f"t:1:{verb}") == STRANGER
    assert await sim.typed(sim.eva, "leave") == STRANGER
    for id_ in ("leave!:x", "stay:1", "leave:0:0", "return", "return:"):
        assert "no longer works" in await sim.told(sim.ana, sim.table(), f"t:1:{id_}")
    asked = await sim.say(sim.ana, "leave")
    await sim.leave(sim.ana)
    await sim.press(sim.ana, asked, "t:1:stay")
    assert sim.seen_by(sim.ana)[-1].text == STRANGER
    assert "still in this" not in sim.now(asked).text


async def test_when_the_last_person_leaves_the_match_is_given_up(sim):
    await sim.start(sim.bruno, computers=["steady"])
    await sim.leave(sim.ana)
    asked = await sim.say(sim.bruno, "leave")
    assert "You're the last player, so it will end." in asked.text
    assert "loss" not in asked.text, "nobody has made a move"
    gone = await sim.leave(sim.bruno)
    assert (gone.text, gone.labels) == ("You've left this Block match.", []), "no way back"
    match = await sim.match()
    assert (match.stage, sim.tables()) == (Stage.CLOSED, [])
    (cancelled,) = sim.saying("This match was cancelled")
    assert cancelled.labels == [], "nobody had made a move"
    for verb in ("hand", "board", "rules", "more", "leave", "leave!"):
        assert await sim.told(sim.ana, cancelled, f"t:1:{verb}")
    assert await sim.match() == match
    assert (await sim.play(sim.chen)).id > cancelled.id, "the channel is free again"


TOO_LATE = "It's too late to come back: the match has gone on, or a minute has passed."


@pytest.mark.parametrize("in_turn", [False, True])
async def test_leaving_is_undone_within_a_minute_even_after_a_restart(sim, in_turn, three_play):
    before, acting = await sim.match(), await sim.to_move()
    leaver = acting if in_turn else sim.others(acting)[0]
    gone = await sim.leave(leaver)
    assert f"for <@{leaver.id}>, who left" in sim.table().text
    await sim.restart()
    await sim.pass_time(seconds=50)
    await sim.click(leaver, gone, "Come back")
    assert (await sim.match()).seats == before.seats
    hand = sim.now(gone)
    assert hand.is_("hand.png")
    assert "You've got your seat back." in hand.text
    assert "who left" not in sim.table().text
    await sim.press(leaver, hand, gone.buttons[0].id)
    assert (await sim.match()).seats == before.seats, "pressing twice does no harm"
    if in_turn:
        await sim.press(leaver, hand, hand.moves[0].id)
        assert (await sim.match()).ply > before.ply


async def test_the_only_person_comes_back_or_has_lost_after_a_minute(sim):
    await sim.seat(computers=["steady"])
    await sim.click(sim.ana, sim.lobby(), "Make it rated")
    await sim.click(sim.ana, sim.lobby(), "Start")
    await sim.move_by_command(sim.ana)
    gone = await sim.leave(sim.ana)
    assert f"for <@{sim.ana.id}>, who left" in sim.table().text
    assert "You've got your seat back." in (await sim.clicked(sim.ana, gone, "Come back")).text
    gone = await sim.leave(sim.ana)
    await sim.pass_time(seconds=62)
    (result,) = sim.saying("It counts as a loss.")
    assert f"<@{sim.ana.id}> left this match. It counts as a loss." in result.text
    assert not re.search("cancelled|still counts|Waiting for", result.all_words)
    assert (await sim.clicked(sim.ana, gone, "Come back")).text == TOO_LATE
    assert "You left" in (await sim.say(sim.ana, "history")).text


async def test_an_unrated_match_that_its_only_person_leaves_is_no_loss(sim):
    await sim.start(computers=["steady"])
    await sim.move_by_command(sim.ana)
    await sim.leave(sim.ana)
    await sim.pass_time(seconds=62)
    (result,) = sim.saying("cancelled")
    assert not re.search("loss|still counts", result.text)
    assert (await sim.store.career(sim.ana.id)).matches == 0


@pytest.mark.parametrize("moved", [False, True])
async def test_it_is_too_late_after_a_minute_or_a_move(sim, moved, three_play):
    leaver = sim.others(await sim.to_move())[0]
    gone = await sim.leave(leaver)
    await (sim.move_by_command(await sim.to_move()) if moved else sim.pass_time(seconds=62))
    assert (await sim.clicked(leaver, gone, "Come back")).text == TOO_LATE
    assert (await sim.match()).seat_of(leaver.id) is None


async def test_nobody_else_comes_back_in_their_place(sim, three_play):
    leaver = sim.others(await sim.to_move())[0]
    undo = (await sim.leave(leaver)).buttons[0].id
    stranger = await sim.say(sim.eva, "help")
    for id_ in (undo, "t:1:return", "t:1:return:1", "t:1:return:x:y", "t:1:return:9999999999:1"):
        await sim.press(sim.eva, stranger, id_)
    assert not {sim.eva.id, leaver.id} & {*(await sim.match()).people}


async def test_moves_keep_the_name_of_whoever_made_them(sim):
    await sim.start_short(sim.bruno, sim.chen)
    leaver = await sim.to_move()
    own = f"<@{leaver.id}> led"
    await sim.move(leaver)
    await sim.leave(leaver)
    (computer,) = set(re.findall(r"🤖 \w+", sim.table().text))
    assert own in sim.table().text, "it was their move, though they have left"
    await sim.pass_time(seconds=62)
    ended = await sim.play_out()
    shown, told = await sim.say(sim.bruno, "replay"), ""
    for _ in range(10):
        told += sim.now(shown).text
        await sim.click(sim.bruno, sim.now(shown), "Move ▶")
    assert own in told
    assert f"{computer} led" not in told
    assert f"{computer} played" in told, "later moves are the computer's"
    think(sim)
    analysis = await sim.opened(sim.bruno, ended, "Analyse")
    await sim.settle()
    accuracy = rf"<@{leaver.id}> · (never had a choice|accuracy .* in \d of 1 choices)"
    assert re.search(accuracy, sim.now(analysis).text), "of their own moves alone"


async def test_a_result_tells_the_last_moves_with_the_names_of_whoever_made_them(sim):
    await sim.finish(sim.bruno, sim.chen)
    match = await sim.match()
    seen = game(match.game).observe(await sim.state(), None)

    async def told(of: Match) -> list[str]:
        screen = await result_screen(sim.store, of, seen, (), ENGLISH)
        return str(screen.parts[0]).splitlines()[1:-1]

    before = await told(match)
    for seat, left in product(match.seats, (0, match.ply)):
        gone = replace(seat, user_id=None, level="steady", left_by=seat.user_id, left_ply=left)
        seats = tuple(gone if each is seat else each for each in match.seats)
        computer = f"🤖 {match.computer_name(seat.seat)}"
        named = [line.replace(f"<@{seat.user_id}>", computer) for line in before]
        assert await told(replace(match, seats=seats)) == (before if left else named)
