from datetime import timedelta

import pytest

from bot.model.match import WaitingFor
from tests.discord_ui.absence import BACK, HELD, is_held, labels, pings, stay_away, turn_of
from tests.discord_ui.simulation import STRANGER


@pytest.fixture
async def held(sim):
    await sim.start(sim.bruno)
    await stay_away(sim, sim.ana)
    return sim


async def test_a_held_seat_is_told_of_once_and_never_called(held):
    table = held.table()
    (line,) = [line for line in table.text.splitlines() if "computer" in line]
    assert line == f"-# A computer is playing for <@{held.ana.id}>."
    assert labels(table) == ["Hand", BACK, "Rules", "⋯"]
    assert table.pinged == (held.bruno.id,)
    assert await held.to_move() is held.bruno
    (dm,) = held.direct_messages(held.ana)
    assert dm.text.startswith("You ran out of time twice in a row in [Block](https://discord.com/")
    assert dm.text.endswith(", so a computer is playing for you.")
    assert labels(dm) == [BACK]
    called = pings(held).count(held.ana.id)
    await held.move_by_command(held.bruno)
    await held.restart()
    await held.pass_time(hours=13)
    assert pings(held).count(held.ana.id) == called
    assert [each.id for each in held.direct_messages(held.ana)] == [dm.id]
    await held.click(held.ana, dm, BACK)
    assert not await is_held(held, held.ana)
    assert held.now(dm).is_("hand.png")
    assert BACK not in labels(held.now(dm))


async def test_taken_back_at_the_table_by_its_owner_alone_and_once(held):
    before, table = await held.match(), held.table()
    assert await held.told(held.eva, table, BACK) == STRANGER
    assert await held.told(held.bruno, table, BACK) == "You already have your seat."
    assert await held.match() == before
    press = (held.ana, table, "t:1:back")
    answers = [held.reply(result) for result in await held.at_once(press, press)]
    assert all(answer.owner == held.ana.id for answer in answers)
    refused = [each for each in answers if "You already have your seat." in each.text]
    (welcome,) = [each for each in answers if each not in refused]
    assert len(refused) == 1
    assert "Welcome back! You've got your seat back." in welcome.text
    assert welcome.is_("hand.png")
    assert labels(welcome) == ["Refresh"]
    after = await held.match()
    assert not await is_held(held, held.ana)
    assert after.seats[after.seat_of(held.ana.id)].missed == 0
    assert (after.ply, after.version) == (before.ply, before.version + 1)
    assert BACK not in labels(held.table())
    assert "a computer plays" not in held.table().text
    await turn_of(held, held.ana)
    assert held.table().pinged == (held.ana.id,), "they are called again like anybody else"


async def test_moves_are_refused_with_the_way_back(sim):
    await sim.start(sim.bruno)
    await turn_of(sim, sim.ana)
    old = await sim.hand(sim.ana)
    await stay_away(sim, sim.ana)
    before = await sim.match()
    typed = await sim.say(sim.ana, "move", move=old.moves[0].code)
    assert typed.text.count("A computer") == 1, "said once"
    assert "A computer is playing for you until you take your seat back." in typed.text
    assert labels(typed) == [BACK]
    await sim.press(sim.ana, old, old.moves[0].id)
    assert labels(sim.now(old)) == [BACK]
    forged = old.moves[0].id.replace(f":{old.moves[0].ply}:", f":{before.ply}:")
    await sim.press(sim.ana, typed, forged)
    assert await sim.ana.autocomplete(sim.channel, "move", "move", "") == []
    hand = await sim.say(sim.ana, "hand")
    assert "A computer is playing for you until you take your seat back." in hand.text
    assert (hand.moves, labels(hand)) == ([], [BACK])
    assert hand.is_("hand.png")
    assert await sim.match() == before
    await sim.click(sim.ana, hand, BACK)
    assert labels(sim.now(hand)) == ["Refresh"]


async def test_taken_back_while_the_computer_thinks(sim, monkeypatch):
    """It is their turn: they are asked at once, their time begins anew, nobody moves for them."""
    await sim.start(sim.bruno)
    await stay_away(sim, sim.ana)
    service = sim.client.service
    with monkeypatch.context() as patch:
        patch.setattr(service.computers.queue, "enqueue", lambda _: None)
        while (await sim.match()).awaits is not WaitingFor.COMPUTER:
            await sim.move_by_command(sim.bruno)
        thought = await service.matches.computers_turn(1)
    before = await sim.match()
    hand = await sim.say(sim.ana, "hand")
    assert hand.moves == []
    await sim.click(sim.ana, hand, BACK)
    code = thought.rules.legal_moves((await sim.state()), thought.seat)[0].code
    await service.matches.play_for_computer(1, thought, code)
    service.computers.queue.enqueue(1)
    await sim.settle()
    after = await sim.match()
    assert after.ply == before.ply, "nothing by the computer once the seat was taken back"
    assert {move.ply for move in sim.now(hand).moves} == {after.ply}
    clock = after.agenda.clock(after.seat_of(sim.ana.id))
    assert clock.due_at - sim.clock.now() > timedelta(hours=23, minutes=59)
    assert sim.table().text.count("⏳") == 1


async def test_at_an_open_table_choices_are_refused_until_the_seat_is_taken_back(sim):
    await sim.start(sim.bruno, game_id="memory")
    await stay_away(sim, sim.ana)
    before = await sim.match()
    assert await sim.told(sim.ana, sim.table(), sim.table().moves[0].id) == HELD
    assert await sim.match() == before
    assert await sim.told(sim.ana, sim.table(), BACK) == "Welcome back! You've got your seat back."
    assert not await is_held(sim, sim.ana)


async def test_who_leaves_a_held_seat_ends_nothing_and_the_last_who_leaves_ends_the_match(held):
    asked = await held.say(held.bruno, "leave")
    assert "You're the last player, so it will end." in asked.text
    own = await held.say(held.ana, "leave")
    assert "A computer will take your seat." in own.text
    await held.click(held.ana, own, "Leave for good")
    assert (await held.match()).is_open
    await held.click(held.bruno, asked, "Leave for good")
    await held.pass_time(seconds=62)
    assert not (await held.match()).is_open
    assert "closed" in await held.told(held.ana, held.public()[-1], "t:1:back")
