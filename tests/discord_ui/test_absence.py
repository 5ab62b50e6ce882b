from datetime import timedelta
from random import Random
from unittest.mock import patch

import pytest

from bot.games import game
from bot.model.match import CloseReason, Stage, WaitingFor
from tests.discord_ui.own import quiet, sets, until
from tests.discord_ui.simulation import STRANGER
from tests.games.positions import asked, legal

HELD = "A computer is playing for you. Press Take back my seat first."
BACK = "Take back my seat"


@pytest.fixture
async def held(sim):
    await sim.start(sim.bruno)
    await sim.stay_away(sim.ana)
    return sim


async def test_a_held_seat_is_told_of_once_and_never_called(held):
    table = held.table()
    (line,) = [line for line in table.text.splitlines() if "computer" in line]
    assert line == f"-# A computer is playing for <@{held.ana.id}>."
    assert (table.labels, table.pinged) == (["Hand", BACK, "Rules", "⋯"], (held.bruno.id,))
    assert await held.to_move() is held.bruno
    (dm,) = held.direct_messages(held.ana)
    assert dm.text.startswith("You ran out of time twice in a row in [Block](https://discord.com/")
    assert dm.text.endswith(", so a computer is playing for you.")
    assert dm.labels == [BACK]
    called = held.pings().count(held.ana.id)
    await held.move_by_command(held.bruno)
    await held.restart()
    await held.pass_time(hours=13)
    assert held.pings().count(held.ana.id) == called
    assert [each.id for each in held.direct_messages(held.ana)] == [dm.id]
    await held.click(held.ana, dm, BACK)
    assert not await held.is_held(held.ana)
    assert held.now(dm).is_("hand.png")
    assert BACK not in held.now(dm).labels


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
    assert "Welcome back! You've got your seat back." in welcome.text
    assert (welcome.files, welcome.labels) == (["hand.png"], ["Plan", "Refresh", "⋯"])
    after = await held.match()
    assert not await held.is_held(held.ana)
    assert after.seats[after.seat_of(held.ana.id)].missed == 0
    assert (after.ply, after.version) == (before.ply, before.version + 1)
    assert BACK not in held.table().labels
    assert "computer is playing" not in held.table().text
    await held.turn_of(held.ana)
    assert held.table().pinged == (held.ana.id,), "they are called again like anybody else"


async def test_moves_are_refused_with_the_way_back(sim, two_play):
    await sim.turn_of(sim.ana)
    old = await sim.hand(sim.ana)
    await sim.stay_away(sim.ana)
    before = await sim.match()
    typed = await sim.say(sim.ana, "move", move=old.moves[0].code)
    assert typed.text.count("A computer") == 1, "said once"
    assert "A computer is playing for you until you take your seat back." in typed.text
    assert typed.labels == [BACK]
    await sim.press(sim.ana, old, old.moves[0].id)
    assert sim.now(old).labels == [BACK]
    forged = old.moves[0].id.replace(f":{old.moves[0].ply}:", f":{before.ply}:")
    await sim.press(sim.ana, typed, forged)
    assert await sim.ana.autocomplete(sim.channel, "move", "move", "") == []
    hand = await sim.say(sim.ana, "hand")
    assert "A computer is playing for you until you take your seat back." in hand.text
    assert (hand.moves, hand.labels, hand.files) == ([], [BACK], ["hand.png"])
    assert await sim.match() == before
    assert (await sim.clicked(sim.ana, hand, BACK)).labels == ["Plan", "Refresh", "⋯"]


async def test_taken_back_while_the_computer_thinks(sim, two_play):
    """It is their turn: they are asked at once, their time begins anew, nobody moves for them."""
    await sim.stay_away(sim.ana)
    service = sim.client.service
    with patch.object(service.computers.queue, "enqueue", lambda _: None):
        while (await sim.match()).awaits is not WaitingFor.COMPUTER:
            await sim.move_by_command(sim.bruno)
        thought = await service.matches.computers_turn(1)
    before = await sim.match()
    hand = await sim.say(sim.ana, "hand")
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
    await sim.stay_away(sim.ana)
    before = await sim.match()
    assert await sim.told(sim.ana, sim.table(), sim.table().moves[0].id) == HELD
    assert await sim.match() == before
    assert await sim.told(sim.ana, sim.table(), BACK) == "Welcome back! You've got your seat back."
    assert not await sim.is_held(sim.ana)


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


def direct_messages(sim, who):
    channel = who.user.dm_channel.id
    return {each.id for each in sim.versions if each.channel_id == channel}


@pytest.mark.parametrize("already_waiting", [False, True])
async def test_a_reminder_of_the_night_comes_in_the_morning(sim, already_waiting):
    """Of the morning where the person lives: quiet hours are from 22 to 7 in UTC.

    They are set before the match begins, or while a turn runs.
    """
    await until(sim, 14)
    people = [sim.ana, sim.bruno]
    if already_waiting:
        await sim.start(sim.bruno)
        people = [await sim.to_move()]
    for who in people:
        await quiet(sim, who, "7 am", "16:00", "Tokyo")
    if not already_waiting:
        await sim.start(sim.bruno)
    who = await sim.to_move()
    had = direct_messages(sim, who)
    await until(sim, 6)  # half the time was over at two in the morning
    assert direct_messages(sim, who) == had
    await sim.pass_time(hours=1, minutes=1)
    assert len(direct_messages(sim, who) - had) == 1


def away(sim):
    return "on holiday until" in sim.table().text


@pytest.mark.parametrize(("pace", "days"), [("day", 1), ("slow", 3)])
async def test_the_table_tells_of_a_holiday_and_waits_for_it(sim, pace, days):
    """Whoever is to move, and nobody is called because of it."""
    await sim.start(sim.bruno, picks={"pace:": pace})
    who = await sim.to_move()
    other = sim.ana if who is sim.bruno else sim.bruno
    before, table = await sim.match(), sim.table()
    assert not away(sim)
    await sets(sim, other, "holiday", "5")
    assert away(sim)
    assert sim.table().id == table.id
    await sets(sim, other, "holiday", "end")
    assert not away(sim)
    await sets(sim, who, "holiday", "10")
    back = round((sim.clock.now() + timedelta(days=10)).timestamp())
    assert any(f"on holiday until <t:{at}:d>" in sim.table().text for at in (back, back - 1))
    assert len(sim.tables()) == 1
    await sim.pass_time(days=10)
    assert (await sim.match()).ply == before.ply
    await sim.pass_time(days=days, hours=1)
    assert (await sim.match()).ply > before.ply


async def test_a_holiday_outlasts_a_move_and_those_on_one_are_neither_reminded_nor_absent(
    sim, two_play
):
    who = await sim.to_move()
    await sets(sim, who, "holiday", "14")
    await sim.move_by_command(who)
    assert away(sim)
    for other in sim.others(who)[:1]:
        await sets(sim, other, "holiday", "14")
    table, had = sim.table(), [direct_messages(sim, each) for each in (sim.ana, sim.bruno)]
    await sim.pass_time(days=13, hours=23)
    assert [direct_messages(sim, each) for each in (sim.ana, sim.bruno)] == had
    assert (sim.table().id, (await sim.match()).stage) == (table.id, Stage.RUNNING)
    await sim.pass_time(days=6)
    assert (await sim.match()).close_reason is CloseReason.ABSENT


def forced(state):
    (seat,) = asked(game("block"), state)
    return len(legal(game("block"), state, seat)) == 1


async def test_a_forced_move_is_made_after_a_while_and_told_like_any_other(sim, two_play):
    chance = Random(1)
    await sim.skip(forced, lambda _, codes: chance.choice(sorted(codes)))
    who, match = await sim.to_move(), await sim.match()
    (only,) = (await sim.hand(who)).moves
    await sim.pass_time(minutes=30)
    since = len(sim.versions)
    await sets(sim, who, "forced", "on")
    assert [each for each in sim.versions[since:] if each.owner != who.id] == [], "nobody learns it"
    await sim.pass_time(seconds=10)
    await sets(sim, who, "forced", "off")
    await sim.pass_time(minutes=30)
    assert (await sim.match()).ply == match.ply, "left to who does not want it"

    await sets(sim, who, "forced", "on")
    await sim.pass_time(seconds=15)
    assert (await sim.match()).ply == match.ply, "not at once"
    await sim.pass_time(minutes=3)

    assert (await sim.plies())[match.ply].move.code == only.code
    assert all(seat.missed == 0 and seat.level is None for seat in (await sim.match()).seats)
    assert "ran out of time" not in "".join(each.text for each in sim.versions)
    assert f"<@{who.id}> played **{only.code.partition('@')[0]}**" in sim.table().text
